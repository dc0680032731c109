"""The certified number systems: exact rational matrices in, exact numbers or balls out.

Three fields share the words and differ in how they find spectra: `Residual` (residual enclosures around
LAPACK factors; trusts Weyl and Ostrowski), `CharPoly` (exact characteristic polynomials and isolated roots;
for matrices of balls it must fall back on residuals and then says so) and `Exact` (real algebraic numbers,
which decide equality).
"""

from __future__ import annotations

import math
from collections.abc import Callable, Mapping
from fractions import Fraction
from functools import wraps
from typing import Any

from flint import arb, arb_mat, ctx, fmpq, fmpq_mat

from perturb.enclosure import WHOLE_LINE, Enclosure, Rigour, Verdict, compare
from perturb.numbers import algebraic, charpoly, functions, number_field, radius, residual, scalar
from perturb.numbers.errors import Unavailable
from perturb.numbers.exact_matrix import ExactMatrix
from perturb.vocab.grammar.kinds import Kind
from perturb.vocab.grammar.tree import Expr
from perturb.vocab.systems.evaluate import (
    Evaluation,
    as_scalar,
    difference,
    in_balls,
    may_vanish,
    nearest,
    relative_in_balls,
    shape_of,
)
from perturb.vocab.systems.facts import Facts

SPREAD_LIMIT = 200

Method = Callable[[Any, Any], tuple[Any, ...]]


def once(method: Method) -> Method:
    """A method of a number system that keeps, in `known` of the system, what it found of a matrix.

    s_1, s_* and kappa of one matrix are one decomposition. The matrix is kept beside its values, so that no
    other one takes its place in memory.
    """

    @wraps(method)
    def found(system: Any, A: Any) -> tuple[Any, ...]:
        key = method.__name__, id(A), ctx.prec
        if key not in system.known:
            system.known[key] = A, method(system, A)
        values: tuple[Any, ...] = system.known[key][1]
        return values

    return found


def within(A: Any, limit: int) -> bool:
    """Small enough for characteristic polynomials, and of one scale: widely spread roots isolate slowly."""
    if not isinstance(A, fmpq_mat) or min(A.nrows(), A.ncols()) > limit:
        return False
    scales = [x.numer().bit_length() - x.denom().bit_length() for x in A.entries() if x != 0]
    return not scales or max(scales) - min(scales) <= SPREAD_LIMIT


def check_symmetric(S: Any) -> None:
    """ValueError for a matrix that is certainly not symmetric."""
    if S.nrows() != S.ncols():
        raise ValueError(f"eigenvalues: a {S.nrows()} x {S.ncols()} matrix is not square")
    if isinstance(S, fmpq_mat | ExactMatrix) and S.transpose() != S:
        raise ValueError("eigenvalues: the matrix is not symmetric; use moduli or spectral_radius")
    if isinstance(S, arb_mat) and not S.overlaps(S.transpose()):
        raise ValueError("eigenvalues: the matrix is certified not symmetric; use moduli or spectral_radius")


RESIDUAL_TRUSTS = frozenset({"weyl", "ostrowski"})
ROOT_TRUSTS = RESIDUAL_TRUSTS | {"sylvester", "operator-monotone-sqrt"}
MODULI_TRUSTS = frozenset({"gershgorin", "rouche"})
SPECTRUM_LIMIT = 24
ALGEBRAIC_LIMIT = 12
CERTAIN = {True: Verdict.HOLDS, False: Verdict.VIOLATED, None: Verdict.UNDECIDED}


class Field:
    """A number system over the exact inputs of one point; `trusts` collects what its results rest on."""

    kernel = "none"

    def __init__(self, inputs: Mapping[str, Any], bits: int = 53) -> None:
        self.inputs, self.bits = inputs, bits
        self.trusts: set[str] = set()
        self.known: dict[tuple[str, int, int], Any] = {}

    def constant(self, value: Fraction) -> fmpq:
        return fmpq(value.numerator, value.denominator)

    def input(self, name: str) -> Any:
        return in_balls(self.inputs[name])

    def shape(self, name: str, kind: Kind) -> tuple[int, ...] | int:
        return shape_of(self.inputs[name], kind)

    def apply(self, expr: Expr, args: list[Any], read: Evaluation, at: Mapping[str, int]) -> Any:
        word = expr.word
        if word.certified is None:
            raise Unavailable(f"{word.name} has no rigorous enclosure: it can be screened only")
        if word.informed:
            return word.certified(self, *args, Facts(expr.args[0], self, read, at))
        return word.certified(self, *args)

    def matrix(self, f: Callable[[Any], Any], A: Any, trusts: frozenset[str] = ROOT_TRUSTS) -> Any:
        """A matrix function and what its enclosure rests on."""
        self.trusts |= trusts
        return f(A)

    def sqrt(self, x: Any) -> Any:
        return scalar.sqrt(x)

    @once
    def singular_values(self, A: Any) -> tuple[Any, ...]:
        return self._by_residual(residual.singular_values, A)

    @once
    def eigenvalues(self, S: Any) -> tuple[Any, ...]:
        """Eigenvalues of a symmetric matrix, descending. ValueError if S is certified not symmetric."""
        check_symmetric(S)
        return self._by_residual(residual.symmetric_eigenvalues, S)

    @once
    def moduli(self, A: Any) -> tuple[Any, ...]:
        if isinstance(A, fmpq_mat):
            return tuple(charpoly.moduli(A))
        self.trusts |= MODULI_TRUSTS
        return tuple(functions.ball_eigen_moduli(A))

    def numerical_radius(self, A: Any) -> Any:
        """By exact polynomials where these are of use, and then on no theorem about eigenvalues."""
        value = radius.by_polynomials(A)
        if value is None:
            self.trusts |= RESIDUAL_TRUSTS
            return radius.by_residuals(A)
        return value

    def enclose(self, x: Any) -> Enclosure:
        """A scalar as an enclosure; NaN is the whole line."""
        value = as_scalar(x)
        trusts = frozenset(self.trusts)
        if isinstance(value, fmpq):
            return Enclosure(value, value, rigour=Rigour.EXACT, trusts=trusts)
        ends = scalar.outer_bounds(value)
        return WHOLE_LINE if ends == (None, None) else Enclosure(*ends, trusts=trusts)

    def decide(self, lhs: Any, op: str, rhs: Any) -> Verdict:
        """By comparing the balls, at any exponent; where these are too close, by their rational ends.

        What balls decide, their ends would decide likewise: the ends cost ten times as much.
        """
        left, right = as_scalar(lhs), as_scalar(rhs)
        verdict = CERTAIN[scalar.relation(left, op, right)]
        if verdict is Verdict.UNDECIDED:
            return compare(self.enclose(left), op, self.enclose(right))
        return verdict

    def margin(self, lhs: Any, op: str, rhs: Any) -> float:
        """(rhs - lhs) / max(|lhs|, |rhs|) for lhs <= rhs, its size for lhs != rhs; NaN counts as +infinity.

        The difference is taken before rounding, so that a gap which floats cannot see keeps its size.
        """
        if may_vanish(lhs) and may_vanish(rhs):
            return 0.0  # midpoints of balls around 0 have no size to compare with
        left, right = nearest(lhs), nearest(rhs)
        gap = nearest(difference(rhs, lhs))
        size = max(abs(left), abs(right))
        relative = gap / size if 0 < size < math.inf else relative_in_balls(lhs, rhs)
        if op in ("==", "!="):
            relative = abs(relative) if op == "!=" else -abs(relative)
        elif op in (">=", ">"):
            relative = -relative
        return relative if relative == relative else math.inf

    def _by_residual(self, f: Callable[[Any], Any], A: Any) -> tuple[Any, ...]:
        self.trusts |= RESIDUAL_TRUSTS
        return tuple(f(A))


class Residual(Field):
    kernel = "residual"


class CharPoly(Field):
    kernel = "charpoly"

    @once
    def singular_values(self, A: Any) -> tuple[Any, ...]:
        if within(A, SPECTRUM_LIMIT):
            return tuple(charpoly.singular_values(A))
        return super().singular_values(A)

    @once
    def eigenvalues(self, S: Any) -> tuple[Any, ...]:
        if within(S, SPECTRUM_LIMIT):
            check_symmetric(S)
            return tuple(charpoly.symmetric_eigenvalues(S))
        return super().eigenvalues(S)


class Exact(Field):
    kernel = "exact"

    def __init__(self, inputs: Mapping[str, Any], bits: int = 64) -> None:
        super().__init__(inputs, bits)

    def input(self, name: str) -> Any:
        return self.inputs[name]

    def apply(self, expr: Expr, args: list[Any], read: Evaluation, at: Mapping[str, int]) -> Any:
        """Matrices of algebraic numbers for the words that take them, balls around them for the others."""
        known = (
            args if expr.word.algebraic else [in_balls(x) if isinstance(x, ExactMatrix) else x for x in args]
        )
        value = super().apply(expr, known, read, at)
        return value.collapsed() if isinstance(value, ExactMatrix) else value

    def sqrt(self, x: Any) -> Any:
        """The root of a rational stays exact: a rational or a quadratic surd."""
        return scalar.sqrt(x) if isinstance(x, arb) or x < 0 else algebraic.algebraic_sqrt(x)

    @once
    def singular_values(self, A: Any) -> tuple[Any, ...]:
        if isinstance(A, ExactMatrix):
            self.trusts |= RESIDUAL_TRUSTS
            return tuple(number_field.singular_values(A))
        return tuple(algebraic.algebraic_singular_values(self._small(A)))

    @once
    def eigenvalues(self, S: Any) -> tuple[Any, ...]:
        check_symmetric(S)
        if isinstance(S, ExactMatrix):
            self.trusts |= RESIDUAL_TRUSTS
            return tuple(number_field.eigenvalues(S))
        return tuple(algebraic.algebraic_eigenvalues(self._small(S)))

    def moduli(self, A: Any) -> tuple[Any, ...]:
        if isinstance(A, fmpq_mat) and A.transpose() == A:
            return tuple(sorted([abs(x) for x in self.eigenvalues(A)], reverse=True))
        values = super().moduli(self._small(A))
        if not all(isinstance(v, fmpq) for v in values):
            raise Unavailable("moduli of irrational eigenvalues are not computed exactly")
        return values

    def matrix(self, f: Callable[[Any], Any], A: Any, trusts: frozenset[str] = ROOT_TRUSTS) -> Any:
        value = f(A)
        if not isinstance(value, fmpq_mat):
            raise Unavailable("a matrix function with irrational entries")
        return value

    def decide(self, lhs: Any, op: str, rhs: Any) -> Verdict:
        """Algebraic numbers are equal or ordered exactly."""
        left, right = as_scalar(lhs), as_scalar(rhs)
        if isinstance(left, arb) or isinstance(right, arb):
            return super().decide(left, op, right)
        sign = 0 if left == right else -1 if left < right else 1
        zero = Enclosure(fmpq(0), fmpq(0), rigour=Rigour.EXACT)
        return compare(Enclosure(fmpq(sign), fmpq(sign), rigour=Rigour.EXACT), op, zero)

    def margin(self, lhs: Any, op: str, rhs: Any) -> float:
        """As for balls, and exactly zero at equality."""
        equal = self.decide(lhs, "==", rhs) is Verdict.HOLDS
        return 0.0 if equal else super().margin(lhs, op, rhs)

    def _small(self, A: Any) -> Any:
        if not within(A, ALGEBRAIC_LIMIT):
            raise Unavailable(f"exact spectra: rational matrices of one scale up to n = {ALGEBRAIC_LIMIT}")
        return A
