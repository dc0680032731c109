"""Roots of numbers in a check by hand: a bound r is stated and its power is compared."""

from __future__ import annotations

from fractions import Fraction

from perturb.pages.byhand.terms import BeyondError, Side, Term, literal, merged, point


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
