"""The two sides of a relation as certified, in as few digits as still tell them apart."""

from __future__ import annotations

import re
from decimal import MAX_EMAX, MIN_EMIN, ROUND_CEILING, ROUND_FLOOR, Context, Decimal, localcontext
from fractions import Fraction

from perturb.numbers.numerals import DIGITS, literal, short

_END = r"[-+]?(?:inf|[\d.]{1,40}(?:e[-+]?\d{1,9})?)"
RATIONAL = re.compile(r"-?\d{1,30}/[1-9]\d{0,29}")
MOST = 60  # digits that are shown to tell two numbers apart
BALL = re.compile(rf"\[({_END}), ({_END})\]")  # an enclosure as text


def sides(left: str, right: str) -> tuple[str, str]:
    """The two sides of a relation as certified: balls in as few digits as still tell them apart."""
    with localcontext(prec=2 * MOST, Emin=MIN_EMIN, Emax=MAX_EMAX) as context:
        context.clear_traps()
        for digits in range(DIGITS, MOST):
            (a, b), (c, d) = (_ends(side, digits) for side in (left, right))
            shown = _shown(left, a, b, digits), _shown(right, c, d, digits)
            if (b < c or d < a) and shown[0] != shown[1]:
                return shown
    if left == right and short(left) != left:
        return _plain(left), "the same number"
    return _plain(left), _plain(right)


def _ends(side: str, digits: int) -> tuple[Decimal, Decimal]:
    """Of a ball, rounded outwards to so many digits; of a number itself; NaN where it is neither."""
    ball = BALL.fullmatch(side)
    low, high = ball.groups() if ball else (side, side)
    prec = digits if ball else 2 * MOST
    return _rounded(low, prec, ROUND_FLOOR), _rounded(high, prec, ROUND_CEILING)


def _rounded(text: str, prec: int, how: str) -> Decimal:
    context = Context(prec=prec, rounding=how, Emin=MIN_EMIN, Emax=MAX_EMAX, traps=[])
    over, _, under = text.partition("/")
    return context.divide(context.create_decimal(over), context.create_decimal(under or "1"))


def _shown(side: str, low: Decimal, high: Decimal, digits: int) -> str:
    """A ball by its ends; a number as it is, or rounded to so many digits where it has very many."""
    if BALL.fullmatch(side):
        return f"[{_decimal(low)}, {_decimal(high)}]"
    plain = _plain(side)
    if not plain.startswith("about ") or digits <= DIGITS + 2:
        return plain
    return f"about {_decimal(Context(prec=digits).plus(low))}"


def _plain(side: str) -> str:
    """A decimal as a person types it, 1.4142 for 7071/5000; other numbers as they are, long ones short."""
    decimal = literal(Fraction(side)) if RATIONAL.fullmatch(side) else None
    return decimal or short(side)


def _decimal(x: Decimal) -> str:
    if not x.is_finite():
        return f"{'-' if x < 0 else '+'}inf"
    plain = x == 0 or Decimal("1e-4") <= abs(x) < Decimal("1e6")
    return f"{x.normalize():{'f' if plain else 'e'}}"
