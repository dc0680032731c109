"""Between matrices and their entries in every number system; LAPACK that answers NaN instead of raising."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np
from flint import arb, arb_mat, fmpq, fmpq_mat

from perturb.numbers.errors import Unavailable, Undefined
from perturb.numbers.exact_matrix import ExactMatrix
from perturb.numbers.number_field import FieldNumber
from perturb.vocab.tree import Expr
from perturb.vocab.values import as_scalar

NO_ENTRIES = "a matrix made from a vector without components"


def entries_of(A: Any) -> list[list[Any]]:
    return [[A[i, j] for j in range(A.ncols())] for i in range(A.nrows())]


def matrix_of(rows: list[list[Any]]) -> Any:
    """A matrix of numbers: exact where all are rational, else of balls; Unavailable for algebraic ones."""
    flat = column(tuple([x for row in rows for x in row]))
    return type(flat)(len(rows), len(rows[0]), flat.entries())


def masked(A: Any, keep: Callable[[int, int], bool]) -> Any:
    """The entries at the places that are kept, zero elsewhere."""
    rows = entries_of(A)
    return build([[x if keep(i, j) else 0 for j, x in enumerate(row)] for i, row in enumerate(rows)], A)


def build(rows: list[list[Any]], like: Any) -> Any:
    """A matrix in the number system of `like`."""
    return type(like)(len(rows), len(rows[0]), [x for row in rows for x in row])


def may_be_empty(*args: Expr) -> bool:
    """Only v[:0] has no components, and what is made of it."""
    return any(node.word.empty for arg in args for node in arg.walk())


def require_entries(*arrays: Any) -> None:
    """Undefined for a float64 vector without components: there are no matrices without entries."""
    if any(array.shape[-2] == 0 for array in arrays):
        raise Undefined(NO_ENTRIES)


def column(v: tuple[Any, ...]) -> Any:
    """The vector as a k x 1 matrix; Undefined where it has no components."""
    if not v:
        raise Undefined(NO_ENTRIES)
    values = [as_scalar(x) for x in v]
    if all([isinstance(x, fmpq) for x in values]):
        return fmpq_mat(len(v), 1, values)
    if all([isinstance(x, fmpq | arb) for x in values]):
        return arb_mat(len(v), 1, values)
    if all([isinstance(x, fmpq | FieldNumber) for x in values]):
        return ExactMatrix(len(v), 1, values)
    raise Unavailable("a matrix with irrational algebraic entries")


def quiet(f: Callable[..., Any]) -> Callable[..., Any]:
    def screened(*args: Any) -> Any:
        with np.errstate(all="ignore"):
            return f(*args)

    return screened


def screened(f: Callable[..., Any]) -> Callable[..., Any]:
    """A batched LAPACK routine that gives NaN, not an exception, for the whole batch where it fails."""

    def safe(A: Any, *rest: Any) -> Any:
        entries = np.isfinite(A)
        whole, finite = A, None
        if not entries.all():  # LAPACK prints and raises on NaN, so it is not shown any
            finite = entries.all(axis=(-2, -1))[..., None, None]
            whole = np.where(finite, A, 0.0)
        with np.errstate(all="ignore"):
            try:
                found = f(whole, *rest)
            except np.linalg.LinAlgError:
                found = one_by_one(f, whole, *rest)
        return found if finite is None else np.where(finite, found, np.nan)

    return safe


def one_by_one(f: Callable[..., Any], A: Any, *rest: Any) -> Any:
    results: list[Any] = []
    for single in A:
        try:
            results.append(f(single[None], *rest)[0])
        except np.linalg.LinAlgError:
            results.append(None)
    shape = next((r.shape for r in results if r is not None), A.shape[-2:])
    return np.stack([np.full(shape, np.nan) if r is None else r for r in results])


def inverses(A: Any) -> Any:
    """Of finite matrices (B, n, n); NaN for singular ones, for one of which NumPy would refuse them all."""
    try:
        return np.linalg.inv(A)
    except np.linalg.LinAlgError:
        singular = (np.linalg.slogdet(A)[0] == 0)[..., None, None]  # a pivot of the same factors is 0
        return np.where(singular, np.nan, np.linalg.inv(np.where(singular, np.eye(A.shape[-1]), A)))


def square_only(A: Any) -> None:
    if A.shape[-1] != A.shape[-2]:
        raise ValueError(f"a square matrix is needed, not {A.shape[-2]} x {A.shape[-1]}")
