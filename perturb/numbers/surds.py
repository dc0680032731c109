"""How an algebraic number is written for people: sqrt(2)/2, or the root of its polynomial in an interval."""

from __future__ import annotations

import re
from math import gcd

from flint import ctx, fmpq, fmpz, fmpz_poly

from perturb.numbers.algebraic import Algebraic, root_between

SQUARE_BITS = 200  # of a discriminant whose squares are looked for
DIGITS = 60  # of the ends of an interval


def readable(x: fmpq | Algebraic) -> str:
    """The number as a text; it says all of it."""
    if isinstance(x, fmpq):
        return str(x)
    return _surd(x) or _root(x)


def latex(text: str) -> str:
    """LaTeX of a text that `readable` has written; that of a rational number stays as it is."""
    if text.startswith("root of "):
        poly, _, ends = text.removeprefix("root of ").partition(" in ")
        powers = re.sub(r"\^(\d+)", r"^{\1}", poly).replace("*", " ")
        return rf"\text{{root of }} {powers} \text{{ in }} {ends}"
    over, _, under = text.rpartition("/") if "sqrt" in text and text[-1] != ")" else (text, "", "")
    inside = over[1:-1] if under and over.startswith("(") else over
    root = re.sub(r"sqrt\((\d+)\)", r"\\sqrt{\1}", inside).replace("*", r" \, ")
    return rf"\tfrac{{{root}}}{{{under}}}" if under else root


def _surd(x: Algebraic) -> str:
    """(p + q sqrt(m)) / d of a quadratic number; empty for others, and where m has too many digits."""
    if x.degree != 2:
        return ""
    c, b, a = (int(k) for k in x.poly.coeffs())
    inside = b * b - 4 * a * c
    if inside.bit_length() > SQUARE_BITS:
        return ""
    square, rest = _square_part(inside)
    p, q, d = -b, square if x.index == 1 else -square, 2 * a
    common = gcd(gcd(p, q), d)
    p, q, d = p // common, q // common, d // common
    root = f"sqrt({rest})" if abs(q) == 1 else f"{abs(q)}*sqrt({rest})"
    both = f"{p} {'+' if q > 0 else '-'} {root}" if p else f"{'' if q > 0 else '-'}{root}"
    return both if d == 1 else f"({both})/{d}" if p else f"{both}/{d}"


def _square_part(n: int) -> tuple[int, int]:
    """s and m with n = s^2 m, m without squares."""
    square, rest = 1, 1
    for prime, times in fmpz(n).factor():
        square *= int(prime) ** (times // 2)
        rest *= int(prime) ** (times % 2)
    return square, rest


def _root(x: Algebraic) -> str:
    low, high = interval(x)
    return f"root of {polynomial(x.poly)} in [{_decimal(low)}, {_decimal(high)}]"


def interval(x: Algebraic) -> tuple[fmpq, fmpq]:
    """Neighbouring decimals of few digits between which x is the only root of its polynomial."""
    for digits in range(1, DIGITS):
        scale = 10**digits
        with ctx.workprec(64 + 4 * digits):
            place = int((x.ball() * scale).mid().floor().fmpz())
        low, high = fmpq(place, scale), fmpq(place + 1, scale)
        if low < x < high and _isolates(x, low, high):
            return low, high
    raise ArithmeticError("two roots that are closer than 60 digits")


def _isolates(x: Algebraic, low: fmpq, high: fmpq) -> bool:
    try:
        return root_between(x.poly, low, high) == x
    except ValueError:
        return False


def _decimal(x: fmpq) -> str:
    """A rational number whose denominator is a power of ten."""
    digits = 0
    while (x * 10**digits).q != 1:
        digits += 1
    whole = str(abs(int((x * 10**digits).p))).rjust(digits + 1, "0")
    sign = "-" if x < 0 else ""
    return sign + (f"{whole[:-digits]}.{whole[-digits:]}" if digits else whole)


def polynomial(poly: fmpz_poly) -> str:
    """8*x^3 - 6*x - 1."""
    parts: list[str] = []
    for k in range(poly.degree(), -1, -1):
        c = int(poly[k])
        if c:
            power = "" if k == 0 else "x" if k == 1 else f"x^{k}"
            size = str(abs(c)) if not power else power if abs(c) == 1 else f"{abs(c)}*{power}"
            sign = ("-" if c < 0 else "") if not parts else "- " if c < 0 else "+ "
            parts.append(sign + size)
    return " ".join(parts)
