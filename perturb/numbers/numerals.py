"""How numbers are written: what a float means in a statement, and the texts that people read.

`meant`: in a statement a Python number means the decimal that Python prints for it. 0.1 is 1/10 there, and
not the dyadic number next to it that float64 holds. Samples, weights and stored points are data: they stay
the numbers that they are. `well_known`: what to write for numbers that people compute in floats where a
statement could have them exactly. `short`: numbers of very many digits, as text that is read to its end.
`readable`: an algebraic number for people, sqrt(2)/2, or the root of its polynomial in an interval.
`sides`: two numbers or balls that are compared, in as few digits as still tell them apart.
"""

from __future__ import annotations

import math
import re
import sys
import warnings
from collections.abc import Callable, Iterator
from decimal import MAX_EMAX, MIN_EMIN, ROUND_CEILING, ROUND_FLOOR, Context, Decimal, localcontext
from fractions import Fraction
from math import gcd
from pathlib import Path
from typing import Any

import numpy as np
from flint import arb, ctx, fmpq, fmpz, fmpz_poly

from perturb.numbers.algebraic import Algebraic, root_between
from perturb.version import HOUSE

CATALOGUE = str(Path(HOUSE) / "_catalogue")  # statements, though installed within the house
TYPED = 15  # digits of a float that is rather computed than typed


class DecimalWarning(UserWarning):
    """A float of many digits stands in a statement where an exact number is likely meant."""


def meant(x: Any) -> Any:
    """The exact number for a float of Python or numpy; anything else as it is.

    ValueError for NaN and infinities. A float of 15 digits or more next to a number that has a name warns
    (DecimalWarning) and names it.
    """
    if getattr(x, "shape", None) == () and hasattr(x, "dtype"):  # a numpy number, or an array of one
        x = x[()] if x.dtype.kind in "fO" else x.item()
    if not isinstance(x, float | np.floating):
        return x
    if not np.isfinite(x):
        raise ValueError(f"constant = {float(x)} is not a finite number")
    text = str(x)
    if sum(map(str.isdigit, text.partition("e")[0].strip("-0."))) >= TYPED:
        _name(float(x), text)
    return Fraction(text)


def meant_within(data: Any) -> Any:
    """The same for all numbers of nested lists, tuples and arrays; other things as they are."""
    if isinstance(data, list | tuple) or (isinstance(data, np.ndarray) and data.ndim):
        # A row of np.matrix is a matrix again.
        return [meant_within(x) for x in (np.asarray(data) if isinstance(data, np.ndarray) else data)]
    return meant(data)


def typed(x: Any) -> str | None:
    """The float as Python prints it that means this rational number; None where there is none."""
    try:
        text = repr(float(x))
    except OverflowError:
        return None
    return text if Fraction(text) == x else None


def literal(x: Fraction) -> str | None:
    """How a constant is shown as a decimal; None where a fraction is what people write: 1/2, 1/3."""
    if x.denominator <= 4096 and x.denominator & (x.denominator - 1) == 0:
        return None
    return typed(x)


def _name(x: float, text: str) -> None:
    pass  # seldom needed

    name = well_known(x)
    if name is not None:
        _warn(f"{text} means just that decimal in a statement; for the number beside it write {name}")


def _warn(message: str) -> None:
    """At the line of the statement, so that each place is told once."""
    frame = sys._getframe(1)
    while frame.f_back is not None and _of_the_house(frame.f_code.co_filename):
        frame = frame.f_back
    seen = frame.f_globals.setdefault("__warningregistry__", {})
    warnings.warn_explicit(message, DecimalWarning, frame.f_code.co_filename, frame.f_lineno, registry=seen)


def _of_the_house(file: str) -> bool:
    return file.startswith(HOUSE) and not file.startswith(CATALOGUE)


NAMED_BITS = 128
ULPS = 2
DENOMINATOR, NUMERATOR = 1000, 10**6  # of a rational number, and of what stands under a root
FACTOR = 100  # of a factor before pi, e and the like
WORDS: dict[str, Callable[[], arb]] = {
    "pi": arb.pi,
    "exp(1)": lambda: arb(1).exp(),
    "sqrt(pi)": lambda: arb.pi().sqrt(),
    "sqrt(2 * pi)": lambda: (2 * arb.pi()).sqrt(),
    "sq(pi)": lambda: arb.pi() ** 2,
    **{f"log({k})": arb(k).log for k in (2, 3, 5, 7, 10)},
}
ROOTS = (2, 3, 5, 6, 7, 10)  # of which 1 + sqrt(2), (1 + sqrt(5)) / 2 are made


def well_known(x: float) -> str | None:
    """What to write for the number within two units in the last place of x, as `sqrt(3)`; None without one.

    None, too, where the decimal that Python prints for x is that number.
    """
    if not math.isfinite(x) or x == 0 or Fraction(repr(x)).denominator <= DENOMINATOR:
        return None
    with ctx.workprec(NAMED_BITS):
        return next((text for text, value in _candidates(x) if _is_beside(x, value)), None)


def _is_beside(x: float, value: arb) -> bool:
    return bool(abs(value - arb(x)) <= ULPS * math.ulp(x))


def _candidates(x: float) -> Iterator[tuple[str, arb]]:
    """The plainest first; each is near x as far as float64 tells, and x itself is told by exact numbers."""
    sign = -1 if x < 0 else 1
    ratio = _simple_near(Fraction(x), DENOMINATOR)
    if ratio is not None:
        yield f"Fraction({ratio.numerator}, {ratio.denominator})", _as_ball(ratio)
    square = _simple_near(Fraction(x) ** 2, DENOMINATOR)
    if square is not None:
        yield f"{'-' * (sign < 0)}sqrt({_fraction_text(square)})", sign * _as_ball(square).sqrt()
    yield from _multiples(x)
    yield from _with_roots(x)
    for text, inverse in (("log", math.exp), ("exp", math.log)):
        if (text == "log" and abs(x) < math.log(NUMERATOR)) or (text == "exp" and x > 0):
            inside = _simple_near(Fraction(inverse(x)), FACTOR if text == "log" else 12)
            if inside is not None:
                yield f"{text}({_fraction_text(inside)})", getattr(_as_ball(inside), text)()


def _multiples(x: float) -> Iterator[tuple[str, arb]]:
    for text, make in WORDS.items():
        word = make()
        by = _simple_near(Fraction(x / float(word.mid())), FACTOR)
        if by is not None:
            yield _factor_text(by, text), _as_ball(by) * word
        over = _simple_near(Fraction(x * float(word.mid())), FACTOR)
        if over is not None:
            yield f"{_fraction_text(over)} / {text}", _as_ball(over) / word


def _with_roots(x: float) -> Iterator[tuple[str, arb]]:
    """(a + b sqrt d) / c for small integers."""
    for d in ROOTS:
        for c in (1, 2, 3, 4):
            for a in range(-4, 5):
                b = round((c * x - a) / math.sqrt(d))
                if a and 0 < abs(b) <= 4:
                    many = f"{'' if abs(b) == 1 else f'{abs(b)} * '}sqrt({d})"
                    whole = f"{a} {'+' if b > 0 else '-'} {many}"
                    yield (whole if c == 1 else f"({whole}) / {c}"), (a + b * arb(d).sqrt()) / c


def _simple_near(x: Fraction, denominator: int) -> Fraction | None:
    """The simple number at x, to the digits of a float and a little more; None where there is none."""
    near = x.limit_denominator(denominator)
    close = near != 0 and abs(near - x) <= abs(x) * Fraction(1, 2**47)
    return near if close and abs(near.numerator) <= NUMERATOR else None


def _as_ball(x: Fraction) -> arb:
    return arb(fmpq(x.numerator, x.denominator))


def _fraction_text(x: Fraction) -> str:
    return str(x) if x.denominator == 1 else f"Fraction({x.numerator}, {x.denominator})"


def _factor_text(by: Fraction, text: str) -> str:
    """2 * pi, pi / 4, 3 * pi / 4."""
    over = "" if by.denominator == 1 else f" / {by.denominator}"
    many = {1: "", -1: "-"}.get(by.numerator, f"{by.numerator} * ")
    return f"{many}{text}{over}"


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


SQUARE_BITS = 200  # of a discriminant whose squares are looked for
ENDS = 60  # of the ends of an interval


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
    for digits in range(1, ENDS):
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
        return f"[{_in_digits(low)}, {_in_digits(high)}]"
    plain = _plain(side)
    if not plain.startswith("about ") or digits <= DIGITS + 2:
        return plain
    return f"about {_in_digits(Context(prec=digits).plus(low))}"


def _plain(side: str) -> str:
    """A decimal as a person types it, 1.4142 for 7071/5000; other numbers as they are, long ones short."""
    decimal = literal(Fraction(side)) if RATIONAL.fullmatch(side) else None
    return decimal or short(side)


def _in_digits(x: Decimal) -> str:
    if not x.is_finite():
        return f"{'-' if x < 0 else '+'}inf"
    plain = x == 0 or Decimal("1e-4") <= abs(x) < Decimal("1e6")
    return f"{x.normalize():{'f' if plain else 'e'}}"
