"""What is certain of a matrix at a point beyond its entries: symmetric, positive semidefinite, its rank.

Exact matrices are asked themselves. A matrix of balls stands for many, so what holds of it is read off how
it is made (its form, up to transposition), else off enclosures that leave no doubt. The answers are
"certainly" or "not known".

The entries of a matrix of balls are never certainly equal, so that such a matrix is symmetric shows in how it
is made only. Two expressions of one normal form have the same value.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Hashable, Mapping
from contextlib import suppress
from functools import lru_cache
from itertools import count
from typing import Any, NamedTuple, Protocol

from flint import arb, arb_mat, ctx, fmpq_mat

from perturb.numbers import charpoly
from perturb.numbers.exact_matrix import ExactMatrix
from perturb.vocab.grammar.kinds import Kind, When
from perturb.vocab.grammar.tree import CONST, Expr
from perturb.vocab.systems.evaluate import Evaluation, System

Read = Callable[[Expr], Any]
STEPS = 2_000


class Factor(NamedTuple):
    """A matrix expression or its transpose."""

    expr: Expr
    flipped: bool


class Monomial(NamedTuple):
    """A product of matrices with a sign and scalar factors ("*", x) and divisors ("/", x)."""

    negative: bool
    scalars: tuple[tuple[str, Expr], ...]
    factors: tuple[Factor, ...]


class TooLong(Exception):
    """A form that takes too many steps: parts that are shared are written out in it."""


def within_limit(read: Read) -> Read:
    """`read`, which raises TooLong when a form has taken STEPS steps."""
    steps = count(1)

    def counted(expr: Expr) -> Any:
        if next(steps) > STEPS:
            raise TooLong
        return read(expr)

    return counted


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
    for term in _terms(expr, read, Monomial(False, (), (Factor(expr, flipped),))):
        shape = (frozenset(Counter(term.scalars).items()), _product(term.factors, read))
        terms[shape] += -1 if term.negative else 1
    sides = read(expr).nrows(), read(expr).ncols()
    kept = frozenset((shape, times) for shape, times in terms.items() if times)
    return sides[::-1] if flipped else sides, kept


def _terms(expr: Expr, read: Read, so_far: Monomial) -> list[Monomial]:
    """The terms of a sum that is not exact; `so_far` holds the sign, the scalars and the transposition."""
    expr = _opened(expr, read)
    name = expr.word.name
    ((_, flipped),) = so_far.factors
    if isinstance(read(expr), fmpq_mat) or not expr.word.linear:
        negative, scalars, factors = monomial(expr, read, flipped)
        return [Monomial(so_far.negative != negative, so_far.scalars + scalars, factors)]
    if name in ("mul", "div"):
        matrix, number = expr.args if expr.args[0].kind is Kind.MATRIX else expr.args[::-1]
        scalars = (*so_far.scalars, ("*" if name == "mul" else "/", number))
        return _terms(matrix, read, so_far._replace(scalars=scalars))
    if name == "T":
        return _terms(expr.args[0], read, so_far._replace(factors=(Factor(expr, not flipped),)))
    opposite = so_far._replace(negative=not so_far.negative)
    last = _terms(expr.args[-1], read, so_far if name == "add" else opposite)
    return last if name == "neg" else _terms(expr.args[0], read, so_far) + last


def _opened(expr: Expr, read: Read) -> Expr:
    """Derived words are read by their definition, unless their value is exact."""
    while expr.expansion is not None and not isinstance(read(expr), fmpq_mat):
        expr = expr.expansion
    return expr


def _product(factors: tuple[Factor, ...], read: Read) -> Hashable:
    """Factor by factor, but e^A e^B is e^(A+B) for exact matrices that commute."""
    merged: list[Hashable | fmpq_mat] = []
    for factor in factors:
        exponent = _exponent(factor, read)
        before = merged[-1] if merged else None
        if exponent is None:
            merged.append(_factor(factor, read))
        elif isinstance(before, fmpq_mat) and before * exponent == exponent * before:
            merged[-1] = before + exponent
        else:
            merged.append(exponent)
    return tuple([("mat_exp", _exact(m)) if isinstance(m, fmpq_mat) else m for m in merged])


def _exponent(factor: Factor, read: Read) -> fmpq_mat | None:
    """A where the factor is e^A and A exact."""
    if factor.expr.word.name != "mat_exp":
        return None
    A = read(factor.expr.args[0])
    if not isinstance(A, fmpq_mat):
        return None
    return A.transpose() if factor.flipped else A


def _exact(A: fmpq_mat) -> Hashable:
    """As integers over one denominator, which are hashed faster than the entries."""
    over, below = A.numer_denom()
    return "exact", A.nrows(), int(below), tuple([int(x) for x in over.entries()])


def same(left: Expr, right: Expr, read: Read) -> bool:
    """Are two numbers (or vectors) certainly equal, because they are made alike from equal parts?"""
    try:
        return _alike(left, right, within_limit(read))
    except TooLong:
        return False


def _alike(left: Expr, right: Expr, read: Read) -> bool:
    """One word of arguments that are alike (matrices: of one normal form); most pairs part at the word."""
    left, right = _defined(left, read), _defined(right, read)
    if left is right:
        return True
    if Kind.MATRIX in (left.kind, right.kind):
        return left.kind is right.kind and normal(left, read) == normal(right, read)
    if left.word is not right.word or not left.args or len(left.args) != len(right.args):
        return False
    return all(_alike(a, b, read) for a, b in zip(left.args, right.args, strict=True))


def _defined(expr: Expr, read: Read) -> Expr:
    """A scalar or vector by its definition; what has no value is no part of a form."""
    read(expr)
    while expr.expansion is not None and expr.kind is not Kind.MATRIX:
        expr = expr.expansion
        read(expr)
    return expr


def _factor(factor: Factor, read: Read) -> Hashable:
    """The normal form of one factor."""
    expr, flipped = factor
    value, word, args = read(expr), expr.word, expr.args
    if isinstance(value, fmpq_mat):
        return _exact(value.transpose() if flipped else value)
    if word.symmetric:
        return expr
    if word.name in ("add", "sub"):
        return normal(expr, read, flipped)
    if word.mirror is None or Kind.VECTOR in [arg.kind for arg in args]:
        return expr, flipped
    if flipped and word.mirrored:
        args = tuple([args[k] for k in word.mirrored])
    parts = [normal(arg, read, flipped) if arg.kind is Kind.MATRIX else arg for arg in args]
    return word.mirror if flipped else word.name, tuple(parts)


class AnyField(System, Protocol):
    """A certified number system at one point, which can be made anew with more bits."""

    inputs: Mapping[str, Any]
    trusts: set[str]

    def __init__(self, inputs: Mapping[str, Any], bits: int) -> None: ...


class Facts:
    """One matrix expression at one point, with the indices at the integers `at`, in one field."""

    def __init__(self, expr: Expr, field: AnyField, evaluation: Evaluation, at: Mapping[str, int]) -> None:
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


def may_be_empty(*args: Expr) -> bool:
    """Only v[:0] has no components, and what is made of it."""
    return any(node.word.empty for arg in args for node in arg.walk())


def never_negative(expr: Expr) -> bool:
    """By the words that it is made of alone, at every point; of a vector every component."""
    when = expr.word.nonneg
    if expr.word is CONST:
        return bool(expr.payload[0] >= 0)
    return when is not None and when.met(expr.args, never_negative)
