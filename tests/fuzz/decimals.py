"""What a person means by a number with a point, read digit by digit: the second implementation."""

from __future__ import annotations

from fractions import Fraction

from perturb.vocab.grammar.tree import Expr, as_expr


def read(text: str) -> Fraction:
    """The digits as integers: -2.50e-3 is -250 over 10^(2 + 3)."""
    mantissa, _, power = text.lower().partition("e")
    whole, _, part = mantissa.lstrip("+-").partition(".")
    size = Fraction(int(whole + part or "0") * 10 ** max(int(power or 0), 0), 10 ** len(part))
    size /= 10 ** max(-int(power or 0), 0)
    return -size if mantissa.startswith("-") else size


def typed(text: str) -> Expr:
    """The constant that the engine makes of a float typed so; it must be the number that stands there."""
    found = as_expr(float(text))
    assert found.payload[0] == read(text), text
    return found
