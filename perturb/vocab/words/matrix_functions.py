"""Functions of a matrix by its spectrum: exponential, root, absolute value, logarithm, real powers, mean.

A word for minors.
"""

from __future__ import annotations

from collections.abc import Callable
from fractions import Fraction
from typing import Any

import numpy as np
from flint import arb_mat, ctx

from perturb.numbers import functions, inverses, principal, residual, scalar
from perturb.numbers.errors import Unavailable
from perturb.vocab.grammar.kinds import Kind, M, S, When
from perturb.vocab.grammar.tree import CONST, Expr, Word, const
from perturb.vocab.systems import gradients
from perturb.vocab.systems.conditions import all_minors, matrix_exponential
from perturb.vocab.systems.eigen_conditions import (
    absolute,
    mean,
    of_symmetric,
    real_power,
    root_slope,
)
from perturb.vocab.systems.evaluate import inverses as inverses_of
from perturb.vocab.systems.evaluate import screened, square_only
from perturb.vocab.systems.facts import Facts
from perturb.vocab.words.matrix import det, inv, matpow


def _sqrt(field: Any, P: Any, facts: Facts) -> Any:
    """Defined where the matrix is certainly symmetric and positive semidefinite."""
    _check_square(P)
    if isinstance(P, arb_mat) and P.overlaps(P.transpose()):
        if not facts.symmetric():
            raise Unavailable("mat_sqrt: whether the matrix is symmetric cannot be seen from its balls")
        least = residual.symmetric_eigenvalues(P)[-1]
        if not (least >= 0 or least < 0 or facts.semidefinite()):
            raise Unavailable("mat_sqrt: whether the matrix is positive semidefinite cannot be seen")
        if not least > 0:
            return _from_twice_the_digits(field, functions.matrix_sqrt, facts)
    return field.matrix(functions.matrix_sqrt, P)


def _abs(field: Any, A: Any, facts: Facts) -> Any:
    if isinstance(A, arb_mat) and not residual.singular_values(A)[-1] > 0:
        return _from_twice_the_digits(field, functions.matrix_abs, facts)
    return field.matrix(functions.matrix_abs, A)


def _from_twice_the_digits(field: Any, f: Any, facts: Facts) -> Any:
    """A root halves the digits of a matrix of balls where an eigenvalue is 0."""
    bits = 2 * ctx.prec + 16
    with ctx.workprec(bits):
        return field.matrix(f, facts.sharper(bits))


def _check_square(A: Any) -> None:
    if A.nrows() != A.ncols():
        raise ValueError(f"a square matrix is needed, not {A.nrows()} x {A.ncols()}")


def _power_of(f: Any, A: Any, clip: bool) -> Any:
    values, vectors = np.linalg.eigh((A + np.swapaxes(A, -1, -2)) / 2)
    mapped = f(np.maximum(values, 0) if clip else values)
    return (vectors * mapped[..., None, :]) @ np.swapaxes(vectors, -1, -2)


def _float_abs(A: Any) -> Any:
    _, values, right = np.linalg.svd(A, full_matrices=False)
    return np.swapaxes(right, -1, -2) @ (values[..., None] * right)


def _float_exp(A: Any) -> Any:
    """Scaling and squaring on a whole batch: good enough to screen, far faster than one by one."""
    result, halvings = _scaled(A)
    for _ in range(halvings):
        result = result @ result
    return result


def _scaled(A: Any, terms: int = 12, more: int = 3) -> tuple[Any, int]:
    """e^(A / 2^k) by its first terms, and k, for which A / 2^k has size at most 2^-more."""
    norm = np.abs(A).sum(axis=-1).max(initial=1e-300)
    halvings = min(max(int(np.ceil(np.log2(norm))) + more, 0), 60) if np.isfinite(norm) else 0
    scaled, term = A / 2.0**halvings, np.eye(A.shape[-1])
    result = np.broadcast_to(term, A.shape)
    for k in range(1, terms + 1):
        term = term @ scaled / k
        result = result + term
    return result, halvings


mat_exp = Word(
    "mat_exp",
    M,
    "e^{{{0:0}}}",
    screened(_float_exp),
    lambda field, A: field.matrix(functions.matrix_exp, A, frozenset()),
    bounded=matrix_exponential,
    meaning="the exponential of a square matrix, the sum of A^k / k!",
    elsewhere="expm, matrix exponential",
    square=True,
    letter="e",
    instead=r"\exp\left({0:0}\right)",
    mirror="mat_exp",
    semidefinite=When.SYMMETRIC,
    invertible=True,
    level=3,
    accepts=(M,),
    inexact=True,
)

mat_sqrt = Word(
    "mat_sqrt",
    M,
    r"\sqrt{{{0:0}}}",
    screened(lambda A: _power_of(np.sqrt, A, clip=True)),
    _sqrt,
    bounded=of_symmetric(np.sqrt, root_slope),
    meaning="the positive semidefinite root of a symmetric matrix; undefined unless it is semidefinite",
    elsewhere="sqrtm, matrix square root",
    square=True,
    symmetric_in=(0,),
    gradient=gradients.matrix_root,
    symmetric=True,
    semidefinite=When.ALWAYS,
    keeps_rank=True,
    level=3,
    accepts=(M,),
    partial=True,
    informed=True,
)

mat_abs = Word(
    "mat_abs",
    M,
    r"\lvert {0:0|} \rvert",
    screened(_float_abs),
    _abs,
    bounded=absolute,
    meaning="|A| = (A'A)^(1/2), the n x n positive semidefinite matrix whose square is A'A",
    elsewhere="abs, polar factor, modulus of a matrix",
    gradient=gradients.matrix_abs,
    symmetric=True,
    semidefinite=When.ALWAYS,
    keeps_rank=True,
    accepts=(M,),
    shape=lambda A: (A[1], A[1]),
    informed=True,
)


def _log(field: Any, A: Any, facts: Facts) -> Any:
    """Defined where the matrix is certainly symmetric and positive definite."""
    if isinstance(A, arb_mat) and A.overlaps(A.transpose()) and not facts.symmetric():
        raise Unavailable("mat_log: whether the matrix is symmetric cannot be seen from its balls")
    return field.matrix(functions.matrix_log, A, frozenset({"weyl", "ostrowski", "logarithm-lipschitz"}))


def _float_log(A: Any) -> Any:
    values, vectors = np.linalg.eigh((A + np.swapaxes(A, -1, -2)) / 2)
    logs = np.log(np.where(values > 0, values, np.nan))
    return (vectors * logs[..., None, :]) @ np.swapaxes(vectors, -1, -2)


def _power_kind(A: Kind, p: Kind) -> Kind:
    if A is not M or p not in (Kind.INTEGER, S):
        raise TypeError(f"mat_power takes a matrix and a number, not a {A.value} and a {p.value}")
    return M


def _principal_kind(A: Kind, p: Kind) -> Kind:
    if A is not M or p not in (Kind.INTEGER, S):
        raise TypeError(f"principal_power takes a matrix and a number, not a {A.value} and a {p.value}")
    return M


def _by_root(root: Word) -> Callable[[Expr, Expr], Expr | None]:
    """The p-th power by roots, p = k/2^j: it has a value where the root has, and A an inverse."""

    def formula(A: Expr, p: Expr) -> Expr | None:
        e = p.payload[0] if p.word is CONST else Fraction(1, 3)
        if e.denominator & (e.denominator - 1):
            return None
        base = A
        while e.denominator > 1:
            base, e = root.node(base), 2 * e
        return matpow.node(inv.node(base) if e < 0 else base, const(abs(e))) + (0 / det.node(A)) * root.node(
            A
        )

    return formula


def _mean(A: Expr, B: Expr) -> Expr:
    root = mat_sqrt.node(A)
    back = inv.node(root)
    return root @ mat_sqrt.node(back @ B @ back) @ root


def _weighted_kind(A: Kind, B: Kind, t: Kind) -> Kind:
    if A is not M or B is not M or t not in (Kind.INTEGER, S):
        given = f"a {A.value}, a {B.value} and a {t.value}"
        raise TypeError(f"weighted_geometric_mean takes two matrices and a number, not {given}")
    return M


def _weighted_mean(A: Expr, B: Expr, t: Expr) -> Expr:
    root = mat_sqrt.node(A)
    back = inv.node(root)
    return root @ mat_power.node(back @ B @ back, t) @ root


mat_log = Word(
    "mat_log",
    M,
    r"\log {0:9(}",
    screened(_float_log),
    _log,
    bounded=of_symmetric(np.log, lambda least, most: 1 / least),
    meaning="the symmetric logarithm of a positive definite matrix; undefined for any other",
    elsewhere="logm, matrix logarithm, entropy",
    square=True,
    symmetric_in=(0,),
    gradient=gradients.matrix_log,
    symmetric=True,
    level=1,
    accepts=(M,),
    partial=True,
    informed=True,
    inexact=True,
)
mat_power = Word(
    "mat_power",
    _power_kind,
    "{0:9}^{{{1:0}}}",
    meaning="the p-th power e^(p log A) of a positive definite matrix, p real; undefined for any other",
    elsewhere="fractional_matrix_power, real power of a matrix",
    square=True,
    symmetric_in=(0,),
    takes=("matrix", "number p"),
    bounded=real_power,
    body=lambda A, p: mat_exp.node(p * mat_log.node(A)),
    formula=_by_root(mat_sqrt),
    symmetric=True,
    semidefinite=When.ALWAYS,
    counts=True,
    level=3,
    instead=r"\mathrm{{pow}}\left({0:0}, {1:0}\right)",
    inexact=True,
    shape=lambda A, p: A,
)
geometric_mean = Word(
    "geometric_mean",
    M,
    r"{0:3} \# {1:3}",
    meaning="A^(1/2) (A^(-1/2) B A^(-1/2))^(1/2) A^(1/2); undefined unless A > 0 and B >= 0",
    elsewhere="mean of positive matrices, Pusz, Woronowicz, Ando",
    symmetric_in=(0, 1),
    bounded=mean,
    body=_mean,
    symmetric=True,
    semidefinite=When.ALWAYS,
    level=1,
    accepts=(M, M),
)

weighted_geometric_mean = Word(
    "weighted_geometric_mean",
    _weighted_kind,
    r"{0:3} \#_{{{2:0}}} {1:3}",
    meaning="A^(1/2) (A^(-1/2) B A^(-1/2))^t A^(1/2) of positive definite matrices, t real; else undefined",
    takes=("matrix", "matrix", "number t"),
    elsewhere="weighted mean of positive matrices, geodesic, Kubo, Ando",
    body=_weighted_mean,
    symmetric_in=(0, 1),
    symmetric=True,
    semidefinite=When.ALWAYS,
    level=1,
    inexact=True,
    counts=True,
    shape=lambda A, B, t: A,
)


def _float_root(A: Any) -> Any:
    """By the iteration of Denman and Beavers on a whole batch; NaN where it does not come to a root."""
    square_only(A)
    Y, Z = A, np.broadcast_to(np.eye(A.shape[-1]), A.shape)
    for _ in range(40):
        Y, Z = (Y + inverses_of(Z)) / 2, (Z + inverses_of(Y)) / 2
    off = np.abs(Y @ Y - A).max(axis=(-2, -1), keepdims=True)
    return np.where(off <= 1e-8 * np.abs(A).max(axis=(-2, -1), keepdims=True), Y, np.nan)


def _float_principal_log(A: Any) -> Any:
    """2^k log A^(1/2^k), by the series of the logarithm, which is short there."""
    k = 9
    for _ in range(k):
        A = _float_root(A)
    D, total = A - np.eye(A.shape[-1]), np.zeros_like(A)
    power = D
    for j in range(1, 12):
        total = total - (-1.0) ** j * power / j
        power = power @ D
    return 2.0**k * total


principal_sqrt = Word(
    "principal_sqrt",
    M,
    r"\mathrm{{Sqrt}}({0:0})",
    screened(_float_root),
    lambda field, A: field.matrix(principal.principal_sqrt, A, principal.TRUSTS),
    meaning="the root of a square matrix whose eigenvalues have positive real parts; undefined where A has "
    "an eigenvalue that is negative or 0; n up to 10",
    elsewhere="sqrtm, matrix square root, principal root",
    square=True,
    mirror="principal_sqrt",
    semidefinite=When.SYMMETRIC,
    invertible=True,
    accepts=(M,),
    partial=True,
    inexact=True,
)
principal_log = Word(
    "principal_log",
    M,
    r"\mathrm{{Log}}({0:0})",
    screened(_float_principal_log),
    lambda field, A: field.matrix(principal.principal_log, A, principal.TRUSTS),
    meaning="the logarithm of a square matrix whose eigenvalues have imaginary parts between -pi and pi; "
    "undefined where A has an eigenvalue that is negative or 0; n up to 10",
    elsewhere="logm, matrix logarithm",
    square=True,
    mirror="principal_log",
    accepts=(M,),
    partial=True,
    inexact=True,
)
principal_power = Word(
    "principal_power",
    _principal_kind,
    r"\mathrm{{Pow}}({0:0}, {1:0})",
    meaning="e^(p Log A) of a square matrix, p real; undefined where an eigenvalue of A is negative or 0",
    takes=("matrix", "number p"),
    elsewhere="fractional_matrix_power, real power of a matrix",
    body=lambda A, p: mat_exp.node(p * principal_log.node(A)),
    formula=_by_root(principal_sqrt),
    square=True,
    semidefinite=When.SYMMETRIC,
    invertible=True,
    counts=True,
    inexact=True,
    shape=lambda A, p: A,
)


def _float_least_minor(A: Any) -> Any:
    """The minimum over all square submatrices; NaN above the sizes that are enclosed."""
    if max(A.shape[-2:]) > inverses.MINORS_LIMIT:
        return np.full((*A.shape[:-2], 1, 1), np.nan)
    places = inverses.submatrices(*A.shape[-2:])
    found = [np.linalg.det(A[..., np.array(rows)[:, None], list(cols)]) for rows, cols in places]
    return np.min(found, axis=0)[..., None, None]


least_minor = Word(
    "least_minor",
    S,
    r"\min\,\mathrm{{minors}}({0:0})",
    screened(_float_least_minor),
    lambda field, A: scalar.minimum(inverses.minors(A)),
    bounded=all_minors,
    meaning="the smallest of all minors of all orders, m and n up to 6; at least 0: totally nonnegative",
    elsewhere="minors, subdeterminants, totally positive",
    accepts=(M,),
)
