"""Reading a statement in one number system: a walk over the tree that computes every shared part once.

`System` is what a number system is. The first is float64, which takes a whole batch of points at once: it
screens, and never decides. At the end stand the tools of which float64 forms of words are made, numpy and
LAPACK that answer NaN instead of raising. The systems that decide are in `certified`.

Certified values: an integer, a scalar (fmpq, arb, Algebraic), a vector (tuple), a matrix.

Their arithmetic; their differences and sizes, as floats for steering where they are no longer exact; the way
between a matrix and its entries.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Mapping
from fractions import Fraction
from typing import Any, Protocol

import numpy as np
from flint import arb, arb_mat, fmpq, fmpq_mat

from perturb.numbers import scalar as exact
from perturb.numbers.errors import Unavailable, Undefined
from perturb.numbers.exact_matrix import ExactMatrix
from perturb.numbers.number_field import FieldNumber
from perturb.numbers.scalar import to_arb
from perturb.vocab.grammar.kinds import Kind
from perturb.vocab.grammar.tree import CONST, INDEX, INPUT, Expr

MATRICES = (
    fmpq_mat,
    arb_mat,
    ExactMatrix,
)  # a union made for every question would take longer than the answer
RATIONALS = (int, fmpq)


def as_scalar(x: Any) -> Any:
    """Integers become rationals where a real number is meant."""
    return fmpq(x) if isinstance(x, int) else x


def shape_of(value: Any, kind: Kind) -> tuple[int, ...] | int:
    """(m, n), (k,) or (); of an integer its value."""
    if kind is Kind.INTEGER:
        return int(value)
    if kind is Kind.MATRIX:
        return int(value.nrows()), int(value.ncols())
    return (len(value),) if kind is Kind.VECTOR else ()


def is_matrix(x: Any) -> bool:
    return isinstance(x, MATRICES)


def in_balls(x: Any) -> Any:
    """An exact input with its irrational numbers in balls at the working precision; rational ones stay."""
    if isinstance(x, ExactMatrix):
        return x.balls()
    if isinstance(x, tuple):
        return tuple([in_balls(one) for one in x])
    return x.ball() if isinstance(x, FieldNumber) else x


def is_rational(x: Any) -> bool:
    """Has an exact input rational numbers alone?"""
    if isinstance(x, tuple):
        return all(map(is_rational, x))
    return not isinstance(x, ExactMatrix | FieldNumber)


def each(f: Callable[..., Any], *values: Any) -> Any:
    """Apply `f` to numbers, component by component where one of the values is a vector."""
    if not any([isinstance(v, tuple) for v in values]):  # by far the most
        return f(*values)
    lengths = {len(v) for v in values if isinstance(v, tuple)}
    if len(lengths) > 1:
        raise ValueError(f"vectors of lengths {sorted(lengths)} meet in one expression")
    columns = [v if isinstance(v, tuple) else (v,) * max(lengths) for v in values]
    return tuple(f(*row) for row in zip(*columns, strict=True))


def real(f: Callable[..., Any]) -> Callable[..., Any]:
    """The certified form of a function of real numbers: (field, *values) -> value, component by component."""
    return lambda field, *values: each(lambda *xs: f(*[as_scalar(x) for x in xs]), *values)


def same_system(A: Any, B: Any) -> tuple[Any, Any]:
    """Two matrices in one number system: balls as soon as one of them is."""
    if type(A) is type(B):
        return A, B
    if not isinstance(A, arb_mat) and not isinstance(B, arb_mat):
        return ExactMatrix.of(A), ExactMatrix.of(B)
    return exact.as_matrix_balls(A), exact.as_matrix_balls(B)


def check_shapes(A: Any, B: Any, fits: bool, what: str) -> None:
    if not fits:
        raise ValueError(f"{what}: shapes {A.nrows()} x {A.ncols()} and {B.nrows()} x {B.ncols()} do not fit")


def check_length(A: Any, v: tuple[Any, ...]) -> None:
    if A.ncols() != len(v):
        raise ValueError(f"product: shapes {A.nrows()} x {A.ncols()} and {len(v)} x 1 do not fit")


def plus(x: Any, y: Any) -> Any:
    if is_matrix(x) and is_matrix(y):
        check_shapes(x, y, x.nrows() == y.nrows() and x.ncols() == y.ncols(), "sum")
        A, B = same_system(x, y)
        return A + B
    return each(exact.add, x, y)


def times(x: Any, y: Any) -> Any:
    """Number times number, vector or matrix."""
    if is_matrix(x):
        return scale(x, y)
    if is_matrix(y):
        return scale(y, x)
    return each(exact.multiply, x, y)


def over(x: Any, y: Any) -> Any:
    """x / y; raises Undefined where the divisor is exactly zero."""
    if is_matrix(x):
        return scale(x, exact.divide(fmpq(1), as_scalar(y)))
    return each(lambda a, b: exact.divide(as_scalar(a), as_scalar(b)), x, y)


def scale(A: Any, c: Any) -> Any:
    if isinstance(c, RATIONALS):
        return A * arb(c) if isinstance(A, arb_mat) else A * fmpq(c)
    if isinstance(c, arb):
        return exact.as_matrix_balls(A) * c
    if isinstance(c, FieldNumber) and not isinstance(A, arb_mat):
        return ExactMatrix.of(A) * c
    raise Unavailable("a matrix with irrational algebraic entries")


def difference(x: Any, y: Any) -> Any:
    """x - y, exact for rationals, a ball otherwise."""
    left, right = as_scalar(x), as_scalar(y)
    if isinstance(left, fmpq) and isinstance(right, fmpq):
        return left - right
    return to_arb(left) - to_arb(right)


def relative_in_balls(x: Any, y: Any) -> float:
    """(y - x) / max(|x|, |y|) of midpoints: what floats take for 0 or infinity has a sign too."""
    left, right = to_arb(as_scalar(x)).mid(), to_arb(as_scalar(y)).mid()
    size = abs(left).max(abs(right))
    finite = to_arb(as_scalar(x)).is_finite() and to_arb(as_scalar(y)).is_finite()
    return float(((right - left) / size).mid()) if size > 0 else 0.0 if finite else math.nan


def may_vanish(x: Any) -> bool:
    """Is 0 in a finite enclosure?"""
    value = as_scalar(x)
    return bool(value.is_finite() and value.contains(0)) if isinstance(value, arb) else bool(value == 0)


def nearest(x: Any) -> float:
    """A float near a certified scalar; NaN for NaN."""
    value = as_scalar(x)
    try:
        return int(value.p) / int(value.q) if isinstance(value, fmpq) else float(to_arb(value).mid())
    except OverflowError:
        return math.copysign(math.inf, 1 if value > 0 else -1)


DIGITS = 60  # balls of 424 bits have twice as many


def agree(lhs: Any, rhs: Any) -> bool:
    """Do certified scalars differ by less than 10^-`DIGITS` of the larger, or of 1 where both may be 0?"""
    gap = to_arb(difference(lhs, rhs)).abs_upper()
    sides = [to_arb(as_scalar(x)) for x in (lhs, rhs)]
    size = arb(1) if may_vanish(lhs) and may_vanish(rhs) else max(x.abs_lower() for x in sides)
    return bool(gap * 10**DIGITS < size)


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


NO_INDEX: Mapping[str, int] = {}
NOT_YET = object()


class OutOfRange(IndexError):
    """A subscript that does not exist at this size: the instance of the statement is not asserted."""


class System(Protocol):
    """A number system: how constants and inputs become values, and how the word of `expr` acts on them.

    The shape of an input is (m, n), (k,) or (), or its value where it is an integer.
    """

    def constant(self, value: Fraction) -> Any: ...

    def input(self, name: str) -> Any: ...

    def shape(self, name: str, kind: Kind) -> tuple[int, ...] | int: ...

    def apply(self, expr: Expr, args: list[Any], read: Evaluation, at: Mapping[str, int]) -> Any: ...


class Evaluation:
    """The values of the parts of a statement at one point (or one batch of points)."""

    def __init__(self, system: System) -> None:
        self.system = system
        self.kept: dict[Any, Any] = {}  # what a system keeps for itself while it reads
        self._shortcut = getattr(system, "shortcut", None)
        self._memo: dict[Expr | tuple[Expr, tuple[int, ...]], Any] = {}

    def __call__(self, expr: Expr, at: Mapping[str, int] = NO_INDEX) -> Any:
        """The value with the indices at the integers `at`. Raises OutOfRange, Undefined, Unavailable."""
        # Hot: most parts have no index, and most looks find the value.
        key = (expr, tuple([at[name] for name in expr.indices])) if expr.indices else expr
        found = self._memo.get(key, NOT_YET)
        if found is NOT_YET:
            found = self._memo[key] = self._compute(expr, at)
        return found

    def __len__(self) -> int:
        """How many values were computed."""
        return len(self._memo)

    def _compute(self, expr: Expr, at: Mapping[str, int]) -> Any:
        if self._shortcut is not None and expr.args and expr.args[0].double:
            found = self._shortcut(expr, self, at)
            if found is not None:
                return found
        if expr.expansion is not None:
            return self(expr.expansion, at)
        word = expr.word
        if word is INPUT:
            return self.system.input(expr.payload[0])
        if word is CONST:
            exact, kind = expr.payload
            return int(exact) if kind is Kind.INTEGER else self.system.constant(exact)
        if word is INDEX:
            return at[expr.payload[0]]
        return self.system.apply(expr, [self(arg, at) for arg in expr.args], self, at)


SIDES = {Kind.SCALAR: 0, Kind.VECTOR: 1, Kind.MATRIX: 2}


class Floats:
    """Inputs are arrays: scalars (B, 1, 1), vectors (B, k, 1), matrices (B, m, n), integers plain.

    `shortcut(expr, read, at)` is a shorter way to a value, or None (`vocab.complexes.screening`).
    """

    shortcut: Callable[..., Any] | None = None

    def __init__(self, inputs: Mapping[str, Any]) -> None:
        self.inputs = inputs

    def value(self, expr: Expr) -> Any:
        return Evaluation(self)(expr)

    def constant(self, value: Fraction) -> Any:
        return np.full((1, 1, 1), near_float(value))

    def input(self, name: str) -> Any:
        return self.inputs[name]

    def shape(self, name: str, kind: Kind) -> tuple[int, ...] | int:
        if kind is Kind.INTEGER:
            return int(self.inputs[name])
        return tuple(self.inputs[name].shape[1 : 1 + SIDES[kind]])

    def apply(self, expr: Expr, args: list[Any], read: Evaluation, at: Mapping[str, int]) -> Any:
        assert expr.word.floats is not None, f"{expr.word.name} has no float64 form"
        return expr.word.floats(
            *[near_float(a) if isinstance(a, int) and abs(a) >= BEYOND else a for a in args]
        )


BEYOND = 2**1023


def near_float(value: Fraction | int) -> float:
    """A float near a number; infinity for one that floats do not reach."""
    try:
        return float(value)
    except OverflowError:
        return math.inf if value > 0 else -math.inf


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


def require_entries(*arrays: Any) -> None:
    """Undefined for a float64 vector without components: there are no matrices without entries."""
    if any(array.shape[-2] == 0 for array in arrays):
        raise Undefined(NO_ENTRIES)
