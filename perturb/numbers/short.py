"""Numbers of very many digits, as text that a person reads to its end."""

from __future__ import annotations

import re
from decimal import MAX_EMAX, MIN_EMIN, Decimal, localcontext
from fractions import Fraction

from perturb.numbers.decimals import typed

DIGITS = 4
# A number that nobody reads to its end.
LONG = re.compile(r"-?(?:\d{25,}(?:/\d+)?|\d+/\d{12,})(?![\d.e])")


def short(text: str) -> str:
    """Numbers of very many digits, in decimals that say that they are rounded; the rest as it is."""
    return LONG.sub(lambda found: _about(found[0]), text)


def _about(text: str) -> str:
    over, _, under = text.partition("/")
    if len(over) < 330 and len(under) < 330 and (decimal := typed(Fraction(text))):
        return decimal
    if max(len(over), len(under)) < 25:
        return text
    with localcontext(prec=DIGITS + 2, Emin=MIN_EMIN, Emax=MAX_EMAX):
        return f"about {(Decimal(over) / Decimal(under or 1)).normalize():g}"
