"""Numbers of a check by hand: a lower and an upper bound, each with the code that states it and its reasons.

Of a root a bound r is stated, and its power is compared (`rational_power`).
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, replace
from fractions import Fraction

Facts = tuple[str, ...]
NO_FACTS: Facts = ()


class UnprovedError(ArithmeticError):
    """The bounds are too wide for this step; more digits may help."""


class BeyondError(ArithmeticError):
    """The statement uses something that fractions do not reach."""


def merged(*groups: Iterable[str]) -> Facts:
    return tuple(dict.fromkeys(line for group in groups for line in group))


@dataclass(frozen=True)
class Side:
    code: str
    value: Fraction
    facts: Facts = NO_FACTS
    atom: bool = True

    @property
    def wrapped(self) -> str:
        return self.code if self.atom else f"({self.code})"


@dataclass(frozen=True)
class Term:
    """`nonneg` says that the number is nonnegative by its nature, without any of the facts."""

    lo: Side
    hi: Side
    nonneg: bool = False

    @property
    def exact(self) -> bool:
        return self.lo == self.hi


def literal(x: Fraction) -> str:
    """Code of one fraction: F(3), F("1.25"), F(1, 3)."""
    if x.denominator == 1:
        return f"F({x})"
    digits = _decimals(x.denominator)
    if digits is None or digits < 3:
        return f"F({x.numerator}, {x.denominator})"
    whole = f"{abs(x.numerator) * 10**digits // x.denominator:0{digits + 1}d}"
    return f'F("{"-" if x < 0 else ""}{whole[:-digits]}.{whole[-digits:]}")'


def _decimals(denominator: int) -> int | None:
    """How many decimals 1/denominator has, None for none or more than 40."""
    return next((d for d in range(41) if 10**d % denominator == 0), None)


def point(code: str, value: Fraction, facts: Facts = NO_FACTS, atom: bool = True) -> Term:
    bound = Side(code, value, facts, atom)
    return Term(bound, bound, value >= 0)


def number(x: Fraction) -> Term:
    return point(literal(x), x)


def combine(
    template: str, f: Callable[..., Fraction], *bounds: Side, atom: bool = False, extra: Facts = ()
) -> Side:
    """A bound from bounds: {0}, {1} in the template are their code."""
    facts = merged(*[b.facts for b in bounds], extra)
    return Side(template.format(*[b.wrapped for b in bounds]), f(*[b.value for b in bounds]), facts, atom)


def because(a: Term, facts: Facts) -> Term:
    """The same bounds, which now rest on these facts too."""
    lo, hi = (replace(b, facts=merged(b.facts, facts)) for b in (a.lo, a.hi))
    return Term(lo, hi, a.nonneg and not facts)


def add(a: Term, b: Term) -> Term:
    def total(x: Side, y: Side) -> Side:
        code = f"{x.code} + {y.code}"
        return Side(code, x.value + y.value, merged(x.facts, y.facts), atom=False)

    if a.exact and a.lo.code == "F(0)":
        return because(b, a.lo.facts)
    if b.exact and b.lo.code == "F(0)":
        return because(a, b.lo.facts)
    return Term(total(a.lo, b.lo), total(a.hi, b.hi), a.nonneg and b.nonneg)


def subtract(a: Term, b: Term) -> Term:
    if b.exact and b.lo.code == "F(0)":
        return because(a, b.lo.facts)

    def gap(x: Side, y: Side) -> Side:
        return Side(f"{x.code} - {y.wrapped}", x.value - y.value, merged(x.facts, y.facts), atom=False)

    return _signed(gap(a.lo, b.hi), gap(a.hi, b.lo))


def _signed(lo: Side, hi: Side) -> Term:
    """A term whose sign is known only where its two bounds are one exact number."""
    return Term(lo, hi, lo == hi and lo.value >= 0)


def negate(a: Term) -> Term:
    def flipped(x: Side) -> Side:
        return combine("-{0}", lambda v: -v, x)

    return _signed(flipped(a.hi), flipped(a.lo))


def _known(*terms: Term) -> Facts:
    """The facts that make these numbers nonnegative, none for those that are so by nature."""
    return merged(*[t.lo.facts for t in terms if not t.nonneg])


def _is_nonneg(a: Term) -> bool:
    return a.nonneg or a.lo.value >= 0


def multiply(a: Term, b: Term) -> Term:
    if _is_nonneg(a) and _is_nonneg(b):
        reasons = _known(a, b)
        lo, hi = (combine("{0} * {1}", _times, x, y, extra=reasons) for x, y in ((a.lo, b.lo), (a.hi, b.hi)))
        return Term(lo, lo if a.exact and b.exact else hi, nonneg=not reasons)
    if a.exact and b.exact:
        product = combine("{0} * {1}", _times, a.lo, b.lo)
        return _signed(product, product)
    for x, y in ((a, b), (b, a)):
        if x.exact:
            ends = (y.lo, y.hi) if x.lo.value >= 0 else (y.hi, y.lo)
            return _signed(*[combine("{0} * {1}", _times, x.lo, end) for end in ends])
    return _corners(a, b)


def _times(x: Fraction, y: Fraction) -> Fraction:
    return x * y


def _corners(a: Term, b: Term) -> Term:
    ends = (a.lo, a.hi, b.lo, b.hi)
    inner = "({0} * {2}, {0} * {3}, {1} * {2}, {1} * {3})"

    def among(pick: Callable[[list[Fraction]], Fraction]) -> Callable[..., Fraction]:
        return lambda w, x, y, z: pick([w * y, w * z, x * y, x * z])

    return _signed(
        combine("min" + inner, among(min), *ends, atom=True),
        combine("max" + inner, among(max), *ends, atom=True),
    )


def divide(a: Term, b: Term) -> Term:
    """Raises UnprovedError where the sign of the divisor is not known."""
    if b.hi.value < 0:
        return divide(negate(a), negate(b))
    if b.lo.value <= 0:
        raise UnprovedError("a divisor that may be zero")
    reasons = merged(_known(a) if _is_nonneg(a) else (), b.lo.facts if not b.exact else ())
    low = b.hi if a.lo.value >= 0 else b.lo
    high = b.lo if a.hi.value >= 0 else b.hi
    lo = combine("{0} / {1}", lambda x, y: x / y, a.lo, low, extra=reasons)
    hi = combine("{0} / {1}", lambda x, y: x / y, a.hi, high, extra=reasons)
    return Term(lo, hi, a.nonneg)


def absolute(a: Term) -> Term:
    if a.nonneg:
        return a
    if a.lo.value >= 0:
        return Term(a.lo, Side(a.hi.code, a.hi.value, merged(a.hi.facts, a.lo.facts), a.hi.atom), False)
    if a.exact:
        size = Side(f"abs({a.lo.code})", abs(a.lo.value), a.lo.facts)
        return Term(size, size, True)
    if a.hi.value <= 0:
        return negate(a)
    ends = combine("max(-{0}, {1})", lambda x, y: max(-x, y), a.lo, a.hi, atom=True)
    return Term(Side("F(0)", Fraction(0)), ends, True)


def integer_power(a: Term, k: int) -> Term:
    """a^k for k >= 1."""
    base = absolute(a) if k % 2 == 0 else a
    if k == 1:
        return base

    def raised(x: Side) -> Side:
        return Side(f"{x.wrapped}**{k}", x.value**k, x.facts, atom=False)

    return Term(raised(base.lo), raised(base.hi), base.nonneg)


def extreme(name: str, terms: Sequence[Term]) -> Term:
    """`name` is max or min."""
    pick: Callable[..., Fraction] = max if name == "max" else min
    if len(terms) == 1:
        return terms[0]

    def among(bounds: list[Side]) -> Side:
        code = f"{name}({', '.join(b.code for b in bounds)})"
        return Side(code, pick(*[b.value for b in bounds]), merged(*[b.facts for b in bounds]))

    nonneg = any(t.nonneg for t in terms) if name == "max" else all(t.nonneg for t in terms)
    return Term(among([t.lo for t in terms]), among([t.hi for t in terms]), nonneg)


def rational_power(a: Term, p: int, q: int, digits: int) -> Term:
    """a^(p/q) for a >= 0, p, q >= 1: bounds r with r^q <= a^p and a^p <= r^q."""
    if a.hi.value < 0:
        raise BeyondError("a root of a negative number")
    exact = _exact_root(a.lo.value**p, q) if a.exact else None
    if exact is not None:
        if a.lo.code == literal(a.lo.value) and exact in (0, 1):
            return point(literal(exact), exact, a.lo.facts)
        fact = f"assert {literal(exact)}{_to(q if exact else 1)} == {a.lo.wrapped}{_to(p)}"
        return point(literal(exact), exact, merged(a.lo.facts, (fact,)))
    low, high = _root(max(a.lo.value, Fraction(0)) ** p, q, digits), _root(a.hi.value**p, q, digits)
    below = f"assert {literal(low[0])}**{q} <= {a.lo.wrapped}{_to(p)}"
    over = f"assert {literal(high[1])}**{q} >= {a.hi.wrapped}{_to(p)}"
    lo = (
        Side(literal(low[0]), low[0], merged(a.lo.facts, (below,)))
        if low[0] > 0
        else Side("F(0)", Fraction(0))
    )
    return Term(lo, Side(literal(high[1]), high[1], merged(a.hi.facts, (over,))), True)


def _to(p: int) -> str:
    return "" if p == 1 else f"**{p}"


def _integer_root(x: int, q: int) -> int:
    """floor(x^(1/q))."""
    low, high = 0, 1 << (x.bit_length() // q + 1)
    while high - low > 1:
        middle = (low + high) // 2
        low, high = (middle, high) if middle**q <= x else (low, middle)
    return low


def _exact_root(x: Fraction, q: int) -> Fraction | None:
    if x < 0:
        return None
    root = Fraction(_integer_root(x.numerator, q), _integer_root(x.denominator, q))
    return root if root**q == x else None


def _root(x: Fraction, q: int, digits: int) -> tuple[Fraction, Fraction]:
    scale = 10**digits
    low = _integer_root(x.numerator * scale**q // x.denominator, q)
    return Fraction(low, scale), Fraction(low + 1, scale)
