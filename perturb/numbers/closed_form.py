"""Closed forms of algebraic numbers, as LaTeX: fractions, and roots of what has a closed form itself.

A number of degree two is (p + q sqrt(m)) / d. One whose polynomial, after a shift, has powers of x^k alone is
a k-th root, shifted back. Any other has no closed form here: it is named by its polynomial and a decimal.
"""

from __future__ import annotations

import re
from decimal import Context, Decimal
from fractions import Fraction
from math import gcd

from flint import ctx, fmpq

from perturb.numbers.algebraic import Algebraic, ball_of
from perturb.numbers.numerals import polynomial, readable, short

SIGNIFICANT = 6  # digits of a decimal beside an exact number
BITS = 128
SURD = re.compile(r"(?P<over>.*?)(?:/(?P<under>\d+))?")


def closed_form(x: fmpq | Algebraic) -> str:
    """LaTeX that says all of the number; see `has_closed_form`."""
    return _form(x) or _by_polynomial(x)


def has_closed_form(x: fmpq | Algebraic) -> bool:
    """Is it a fraction, or made of roots?"""
    return bool(_form(x))


def decimal(x: fmpq | Algebraic) -> str:
    """A decimal of a few digits, LaTeX; rounded, so that it stands behind an "approximately" alone."""
    with ctx.workprec(BITS):  # a float has neither 10^400 nor its inverse
        near = Decimal(ball_of(x).mid().str(3 * SIGNIFICANT, radius=False))
    told = Context(prec=SIGNIFICANT).plus(near).normalize()
    plain = not told or Decimal("1e-4") <= abs(told) < 10**SIGNIFICANT
    digits, _, power = f"{told:{'f' if plain else 'e'}}".partition("e")
    return rf"{digits} \cdot 10^{{{int(power)}}}" if power else digits


def fraction(x: fmpq | Fraction) -> str:
    """LaTeX of a rational number; one of very many digits is rounded, and says so."""
    over, under = (int(x.p), int(x.q)) if isinstance(x, fmpq) else (x.numerator, x.denominator)
    told = short(str(x))
    if told != str(x):
        return rf"\text{{{told}}}"
    sign = "-" if over < 0 else ""
    return str(over) if under == 1 else rf"{sign}\tfrac{{{abs(over)}}}{{{under}}}"


def _form(x: fmpq | Algebraic) -> str:
    if isinstance(x, fmpq):
        return fraction(x)
    if x.degree == 2:
        return _quadratic(x)
    return _root(x) or _shifted(x)


def _quadratic(x: Algebraic) -> str:
    """Empty, too, where it is so near to its conjugate that no text tells the two apart."""
    try:
        return _surd(readable(x))
    except ArithmeticError:
        return ""


def _surd(text: str) -> str:
    """LaTeX of what `readable` writes for a number of degree two; empty where that is no root."""
    if "root of" in text:
        return ""
    found = SURD.fullmatch(text)
    assert found is not None
    over = found["over"][1:-1] if text.startswith("(") else found["over"]
    root = re.sub(r"sqrt\((\d+)\)", r"\\sqrt{\1}", over).replace("*", r" \, ")
    return rf"\tfrac{{{root}}}{{{found['under']}}}" if found["under"] else root


def _root(x: Algebraic) -> str:
    """Of a number whose k-th power has a smaller degree and a closed form; empty elsewhere."""
    k = gcd(*[power for power in range(1, x.degree + 1) if x.poly[power] != 0])
    if k == 1:
        return ""
    inside = _form(x**k)
    if not inside:
        return ""
    sign = "-" if x.sign() < 0 else ""
    if sign and k % 2:
        inside = _form((-x) ** k)
    return rf"{sign}\sqrt{f'[{k}]' if k > 2 else ''}{{{inside}}}"


def _shifted(x: Algebraic) -> str:
    """A number plus a root: x less the mean of its conjugates, where that is a root."""
    d = x.degree
    mean = -fmpq(int(x.poly[d - 1]), int(x.poly[d]) * d)
    rest = x - mean
    if mean == 0 or not isinstance(rest, Algebraic):
        return ""
    root = _root(rest)
    sign = "-" if root.startswith("-") else "+"
    return f"{fraction(mean)} {sign} {root.removeprefix('-')}" if root else ""


def _by_polynomial(x: fmpq | Algebraic) -> str:
    assert isinstance(x, Algebraic)
    powers = re.sub(r"\^(\d+)", r"^{\1}", polynomial(x.poly)).replace("*", " ")
    return rf"\text{{the root of }} {powers} \text{{ near }} {decimal(x)}"
