"""Words for numbers and vectors, and arithmetic of matrices, in a check by hand."""

from __future__ import annotations

from collections.abc import Callable
from fractions import Fraction
from typing import Any

from perturb import vocab
from perturb.pages.byhand import kit, terms
from perturb.pages.byhand.tables import Step, Steps, Table, Vector, as_term
from perturb.pages.byhand.terms import BeyondError, Side, Term, UnprovedError, literal, merged, number
from perturb.vocab.grammar.tree import Word
from perturb.vocab.systems.evaluate import OutOfRange, each
from perturb.vocab.words import arithmetic, vector


def _numbers(f: Callable[..., Term]) -> Step:
    return lambda steps, *xs: each(lambda *ys: f(*[as_term(y) for y in ys]), *xs)


def _by_kind(f: Callable[..., Term], tables: Callable[..., Table]) -> Step:
    """Numbers by `f`, matrices by `tables`."""

    def step(steps: Steps, *xs: Any) -> Any:
        if any(isinstance(x, Table) for x in xs):
            return tables(steps, *xs)
        return _integers(f, *xs) if all(isinstance(x, int) for x in xs) else _numbers(f)(steps, *xs)

    return step


def _integers(f: Callable[..., Term], *xs: int) -> Any:
    """Integers stay integers, for subscripts, where the result is one."""
    value = f(*[as_term(x) for x in xs]).lo.value
    return int(value) if value.denominator == 1 else number(value)


def _plus(steps: Steps, A: Table, B: Table) -> Table:
    return steps.names.define(f"plus({A.code}, {B.code})", kit.plus(A.value, B.value), A, B)


def _minus(steps: Steps, A: Table, B: Table) -> Table:
    return steps.names.define(f"minus({A.code}, {B.code})", kit.minus(A.value, B.value), A, B)


def _scaled(steps: Steps, x: Any, y: Any) -> Table:
    A, c = (x, as_term(y)) if isinstance(x, Table) else (y, as_term(x))
    return _by_exact(steps, A, c.lo) if c.exact else _between(steps, A, c)


def _by_exact(steps: Steps, A: Table, c: Side) -> Table:
    code, radius = f"scaled({c.code}, {A.code})", abs(c.value) * A.radius
    made = steps.names.define(code, kit.scaled(c.value, A.value), A, radius=radius)
    return Table(made.code, made.value, merged(c.facts, made.facts), radius)


def _between(steps: Steps, A: Table, c: Term) -> Table:
    """An irrational multiple: the one by the lower bound, and how far off that is."""
    if A.radius:
        raise BeyondError("an irrational multiple of a matrix with irrational entries")
    made = _by_exact(steps, A, c.lo)
    size = sum((abs(x) for row in A.value for x in row), Fraction(0))
    if not size:
        return made
    gap, radius = c.hi.value - c.lo.value, Fraction(1, 10**steps.digits)
    while radius < gap * size:
        radius *= 10
    total = f"sum(abs(x) for row in {A.code} for x in row)"
    shown = f"assert ({c.hi.code} - {c.lo.wrapped}) * {total} <= {literal(radius)}"
    note = f"# so {made.code} is within {literal(radius)} (Frobenius norm) of what it stands for"
    return Table(made.code, made.value, merged(c.hi.facts, made.facts, (shown, note)), radius)


def total(values: Any) -> Term:
    total = number(Fraction(0))
    for value in values:
        total = terms.add(total, value)
    return total


def _prod(values: Any) -> Term:
    product = values[0]
    for value in values[1:]:
        product = terms.multiply(product, value)
    return product if isinstance(product, Term) else number(Fraction(1))


def _power(steps: Steps, x: Any, p: Any) -> Any:
    exponent = as_term(p)
    if not exponent.exact:
        raise BeyondError("an irrational power")
    value = exponent.lo.value

    def raised(y: Any) -> Term:
        base, size = as_term(y), abs(value)
        if size == 0:
            return number(Fraction(1))
        whole = size.denominator == 1
        result = (
            terms.integer_power(base, size.numerator)
            if whole
            else terms.rational_power(base, size.numerator, size.denominator, steps.digits)
        )
        return terms.divide(number(Fraction(1)), result) if value < 0 else result

    return each(raised, x)


def _root(steps: Steps, x: Any) -> Any:
    return each(lambda y: terms.rational_power(as_term(y), 1, 2, steps.digits), x)


def _component(steps: Steps, v: Vector, i: int) -> Term:
    if not 1 <= i <= len(v):
        raise OutOfRange(i)
    return v[i - 1]


def _head(steps: Steps, v: Vector, k: int) -> Vector:
    if not 0 <= k <= len(v):
        raise OutOfRange(k)
    return v[:k]


def _slopes(steps: Steps, t: Vector, eta: Any) -> Vector:
    return tuple(_slope(as_term(x), as_term(eta)) for x in t)


def _slope(t: Term, eta: Term) -> Term:
    """1 or eta, after the line that shows the sign of t."""
    if t.lo.value > 0:
        side, shown, slope = t.lo, f"assert {t.lo.code} > 0  # so the slope is 1", number(Fraction(1))
    elif t.hi.value < 0:
        side, shown, slope = t.hi, f"assert {t.hi.code} < 0  # so the slope is {eta.lo.code}", eta
    else:
        raise UnprovedError("the sign of a pre-activation")
    return terms.because(slope, merged(side.facts, (shown,)))


def _pi(steps: Steps) -> Term:
    low, high = Fraction("3.14159265358979"), Fraction("3.14159265358980")
    return Term(terms.Side(literal(low), low), terms.Side(literal(high), high), True)


NUMBER_STEPS: dict[Word, Step] = {
    arithmetic.add: _by_kind(terms.add, _plus),
    arithmetic.sub: _by_kind(terms.subtract, _minus),
    arithmetic.neg: _by_kind(terms.negate, lambda steps, A: _scaled(steps, A, -1)),
    arithmetic.multiply: _by_kind(terms.multiply, _scaled),
    arithmetic.divide: _by_kind(
        terms.divide, lambda steps, A, c: _scaled(steps, A, terms.divide(as_term(1), as_term(c)))
    ),
    vocab.power: _power,
    vocab.sqrt: _root,
    vocab.sq: _numbers(lambda x: terms.integer_power(x, 2)),
    vocab.absolute: _numbers(terms.absolute),
    vocab.larger: _numbers(lambda *xs: terms.extreme("max", xs)),
    vocab.smaller: _numbers(lambda *xs: terms.extreme("min", xs)),
    vocab.largest: lambda steps, v: terms.extreme("max", v),
    vocab.smallest: lambda steps, v: terms.extreme("min", v),
    vocab.total: lambda steps, v: total(v),
    vocab.product: lambda steps, v: _prod(v),
    vocab.partial_sums: lambda steps, v: tuple(total(v[: k + 1]) for k in range(len(v))),
    vocab.partial_products: lambda steps, v: tuple(_prod(v[: k + 1]) for k in range(len(v))),
    vector.component: _component,
    vocab.head: _head,
    vocab.length: lambda steps, v: len(v),
    vocab.slopes: _slopes,
    vocab.pi.word: _pi,
}
