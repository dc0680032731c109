"""The form of a matrix expression, up to transposition: is pi * A symmetric, is B' X' X B?

The entries of a matrix of balls are never certainly equal, so that such a matrix is symmetric shows in how it
is made only. Two expressions of one normal form have the same value.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Hashable
from typing import Any, NamedTuple

from flint import fmpq_mat

from perturb.vocab.tree import Expr, Kind

Read = Callable[[Expr], Any]
ALWAYS_SYMMETRIC = ("eye", "diag", "mat_sqrt", "mat_abs")
EQUIVARIANT = ("inv", "mat_exp", "matpow", "leading", "trailing", "hadamard", "kron")  # f(A', k) = f(A, k)'
MIRRORED = {"upper_right": "lower_left", "lower_left": "upper_right"}  # f(A', k) = g(A, k)'


class Factor(NamedTuple):
    """A matrix expression or its transpose."""

    expr: Expr
    flipped: bool


class Monomial(NamedTuple):
    """A product of matrices with a sign and scalar factors ("*", x) and divisors ("/", x)."""

    negative: bool
    scalars: tuple[tuple[str, Expr], ...]
    factors: tuple[Factor, ...]


def symmetric(expr: Expr, read: Read) -> bool:
    """Is the matrix certain to be its own transpose? False says nothing where it is a matrix of balls."""
    return normal(expr, read) == normal(expr, read, flipped=True)


def monomial(expr: Expr, read: Read, flipped: bool = False) -> Monomial:
    """An expression as one product; what is exact, a sum or a function is a factor of it."""
    expr = _opened(expr, read)
    name = expr.word.name
    if isinstance(read(expr), fmpq_mat):
        return Monomial(False, (), (Factor(expr, flipped),))
    if name == "T":
        return monomial(expr.args[0], read, not flipped)
    if name == "neg":
        inner = monomial(expr.args[0], read, flipped)
        return inner._replace(negative=not inner.negative)
    if name in ("mul", "div"):
        matrix, number = expr.args if expr.args[0].kind is Kind.MATRIX else expr.args[::-1]
        inner = monomial(matrix, read, flipped)
        return inner._replace(scalars=(*inner.scalars, ("*" if name == "mul" else "/", number)))
    if name == "matmul":
        first, second = (monomial(arg, read, flipped) for arg in expr.args)
        factors = second.factors + first.factors if flipped else first.factors + second.factors
        return Monomial(first.negative != second.negative, first.scalars + second.scalars, factors)
    return Monomial(False, (), (Factor(expr, flipped),))


def normal(expr: Expr, read: Read, flipped: bool = False) -> Hashable:
    """Equal for expressions that have one value whatever the entries; transposed first where `flipped`."""
    terms: Counter[Hashable] = Counter()
    for term, sign in _terms(expr, read, 1):
        negative, scalars, factors = monomial(term, read, flipped)
        shape = (frozenset(Counter(scalars).items()), tuple([_factor(f, read) for f in factors]))
        terms[shape] += -sign if negative else sign
    return frozenset((shape, count) for shape, count in terms.items() if count)


def _terms(expr: Expr, read: Read, sign: int) -> list[tuple[Expr, int]]:
    """The terms of a sum of matrices that is not exact."""
    expr = _opened(expr, read)
    if expr.word.name not in ("add", "sub") or isinstance(read(expr), fmpq_mat):
        return [(expr, sign)]
    left, right = expr.args
    return _terms(left, read, sign) + _terms(right, read, sign if expr.word.name == "add" else -sign)


def _opened(expr: Expr, read: Read) -> Expr:
    """Derived words are read by their definition, unless their value is exact."""
    while expr.expansion is not None and not isinstance(read(expr), fmpq_mat):
        expr = expr.expansion
    return expr


def _factor(factor: Factor, read: Read) -> Hashable:
    """The normal form of one factor."""
    expr, flipped = factor
    value, name = read(expr), expr.word.name
    if isinstance(value, fmpq_mat):
        exact = value.transpose() if flipped else value
        return "exact", exact.nrows(), tuple(exact.entries())
    if name in ALWAYS_SYMMETRIC:
        return expr
    if name in ("add", "sub"):
        return normal(expr, read, flipped)
    if name in MIRRORED:
        name = MIRRORED[name] if flipped else name
        return name, normal(expr.args[0], read, flipped), expr.args[1:]
    if name == "block":
        A, B, C, D = expr.args
        order = (A, C, B, D) if flipped else (A, B, C, D)
        return name, tuple([normal(part, read, flipped) for part in order])
    if name in EQUIVARIANT and Kind.VECTOR not in [arg.kind for arg in expr.args]:
        return name, tuple(
            [normal(arg, read, flipped) if arg.kind is Kind.MATRIX else arg for arg in expr.args]
        )
    return expr, flipped
