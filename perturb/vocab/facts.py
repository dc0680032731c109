"""What is certain of a matrix at a point beyond its entries: symmetric, positive semidefinite, its rank.

Exact matrices are asked themselves. A matrix of balls stands for many, so what holds of it is read off how it
is made (`form`), else off enclosures that leave no doubt. The answers are "certainly" or "not known".
"""

from __future__ import annotations

from collections.abc import Mapping
from contextlib import suppress
from functools import lru_cache
from typing import TYPE_CHECKING, Any

from flint import arb, arb_mat, ctx, fmpq_mat

from perturb.numbers import charpoly
from perturb.numbers.exact_matrix import ExactMatrix
from perturb.vocab.evaluate import Evaluation
from perturb.vocab.form import Factor, TooLong, monomial, normal, symmetric, within_limit
from perturb.vocab.tree import Expr
from perturb.vocab.word import Kind, When

if TYPE_CHECKING:
    from perturb.vocab.certified import Field


class Facts:
    """One matrix expression at one point, with the indices at the integers `at`, in one field."""

    def __init__(self, expr: Expr, field: Field, evaluation: Evaluation, at: Mapping[str, int]) -> None:
        self.expr, self._field, self._at = expr, field, at
        self.read = within_limit(lambda part: evaluation(part, at))

    def sharper(self, bits: int) -> Any:
        """The value computed anew, from the inputs, with `bits` bits."""
        finer = type(self._field)(self._field.inputs, bits)
        with ctx.workprec(bits):
            value = Evaluation(finer)(self.expr, self._at)
        self._field.trusts |= finer.trusts
        return value

    def symmetric(self) -> bool:
        with suppress(TooLong):
            return symmetric(self.expr, self.read)
        return False

    def semidefinite(self) -> bool:
        """Symmetric and positive semidefinite, for certain."""
        with suppress(TooLong):
            return self._semidefinite(self.expr)
        return False

    def rank(self) -> int | None:
        """The rank where it is certain."""
        with suppress(TooLong):
            return self._rank(self.expr)
        return None

    def _semidefinite(self, expr: Expr) -> bool:
        value, when = self.read(expr), expr.word.semidefinite
        if isinstance(value, fmpq_mat):
            return bool(value.transpose() == value) and charpoly.inertia(value)[0] == 0
        if expr.expansion is not None:
            return self._semidefinite(expr.expansion)
        if when is When.NONNEGATIVE:
            return all(x >= 0 for x in self.read(expr.args[0]))
        if when is When.SYMMETRIC:
            return symmetric(expr.args[0], self.read)
        if when is not None and when.met(expr.args, self._is_semidefinite_matrix):
            return True
        return when is not When.ALL and self._is_congruence(expr)

    def _is_semidefinite_matrix(self, arg: Expr) -> bool:
        return arg.kind is Kind.MATRIX and self._semidefinite(arg)

    def _is_congruence(self, expr: Expr) -> bool:
        """c X' P X with c >= 0 and P positive semidefinite, or without P."""
        negative, scalars, factors = monomial(expr, self.read)
        if negative or not all(self.read(x) >= 0 for _, x in scalars):
            return False
        middle = len(factors) // 2
        if factors == (Factor(expr, False),) or not self._mirrored(factors, middle):
            return False
        return len(factors) % 2 == 0 or self._semidefinite(factors[middle].expr)

    def _mirrored(self, factors: tuple[Factor, ...], count: int) -> bool:
        """Are the first `count` factors the transposes of the last, from outside to inside?"""
        pairs = zip(factors[:count], factors[::-1], strict=False)
        return all(
            normal(a.expr, self.read, a.flipped) == normal(b.expr, self.read, not b.flipped) for a, b in pairs
        )

    def _rank(self, expr: Expr) -> int | None:
        value, name = self.read(expr), expr.word.name
        if isinstance(value, fmpq_mat | ExactMatrix):
            return charpoly.rank(value)
        if expr.expansion is not None:
            return self._rank(expr.expansion)
        if expr.word.invertible:
            return int(value.nrows())
        if expr.word.keeps_rank:
            return self._rank(expr.args[0])
        if name in ("mul", "div"):
            matrix, number = expr.args if expr.args[0].kind is Kind.MATRIX else expr.args[::-1]
            return self._rank(matrix) if _nonzero(self.read(number)) else None
        return self._rank_of_product(expr.args) if name == "matmul" else None

    def _rank_of_product(self, factors: tuple[Expr, ...]) -> int | None:
        """That of X for X' X, that of the other factor where one is invertible."""
        left, right = factors
        if normal(left, self.read, flipped=True) == normal(right, self.read):
            return self._rank(right)
        for one, other in ((left, right), (right, left)):
            value = self.read(one)
            if value.nrows() == value.ncols() == self._rank(one):
                return self._rank(other)
        return None


def _nonzero(x: Any) -> bool:
    """Certainly not zero (balls compare so)."""
    return bool(x != 0)


@lru_cache(maxsize=4096)
def partial_parts(expr: Expr) -> tuple[Expr, ...]:
    """The parts whose word has no value for some arguments; where they have one, so has the whole."""
    word = expr.word
    found = [part for arg in expr.args for part in partial_parts(arg)]
    if word.partial is None and expr.expansion is not None:
        found += partial_parts(expr.expansion)
    elif word.partial(*expr.args) if callable(word.partial) else word.partial:
        found.append(expr)
    return tuple(dict.fromkeys(found))


def certain(x: Any) -> bool:
    """Is a value known to be one? A ball that is not finite, anywhere in it, may stand for nothing."""
    if isinstance(x, tuple):
        return all(map(certain, x))
    if isinstance(x, arb_mat):
        return all(map(certain, x.entries()))
    return not isinstance(x, arb) or bool(x.is_finite())
