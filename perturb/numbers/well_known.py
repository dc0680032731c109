"""Numbers that people compute in floats where a statement could have them exactly, by what to write."""

from __future__ import annotations

import math
from collections.abc import Callable, Iterator
from fractions import Fraction

from flint import arb, ctx, fmpq

BITS = 128
ULPS = 2
DENOMINATOR, NUMERATOR = 1000, 10**6  # of a rational number, and of what stands under a root
SMALL = 100  # of a factor before pi, e and the like
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
    with ctx.workprec(BITS):
        return next((text for text, value in _candidates(x) if _beside(x, value)), None)


def _beside(x: float, value: arb) -> bool:
    return bool(abs(value - arb(x)) <= ULPS * math.ulp(x))


def _candidates(x: float) -> Iterator[tuple[str, arb]]:
    """The plainest first; each is near x as far as float64 tells, and x itself is told by exact numbers."""
    sign = -1 if x < 0 else 1
    ratio = _near(Fraction(x), DENOMINATOR)
    if ratio is not None:
        yield f"Fraction({ratio.numerator}, {ratio.denominator})", _exact(ratio)
    square = _near(Fraction(x) ** 2, DENOMINATOR)
    if square is not None:
        yield f"{'-' * (sign < 0)}sqrt({_written(square)})", sign * _exact(square).sqrt()
    yield from _multiples(x)
    yield from _sums(x)
    for text, inverse in (("log", math.exp), ("exp", math.log)):
        if (text == "log" and abs(x) < math.log(NUMERATOR)) or (text == "exp" and x > 0):
            inside = _near(Fraction(inverse(x)), SMALL if text == "log" else 12)
            if inside is not None:
                yield f"{text}({_written(inside)})", getattr(_exact(inside), text)()


def _multiples(x: float) -> Iterator[tuple[str, arb]]:
    for text, make in WORDS.items():
        word = make()
        by = _near(Fraction(x / float(word.mid())), SMALL)
        if by is not None:
            yield _times(by, text), _exact(by) * word
        over = _near(Fraction(x * float(word.mid())), SMALL)
        if over is not None:
            yield f"{_written(over)} / {text}", _exact(over) / word


def _sums(x: float) -> Iterator[tuple[str, arb]]:
    """(a + b sqrt d) / c for small integers."""
    for d in ROOTS:
        for c in (1, 2, 3, 4):
            for a in range(-4, 5):
                b = round((c * x - a) / math.sqrt(d))
                if a and 0 < abs(b) <= 4:
                    many = f"{'' if abs(b) == 1 else f'{abs(b)} * '}sqrt({d})"
                    whole = f"{a} {'+' if b > 0 else '-'} {many}"
                    yield (whole if c == 1 else f"({whole}) / {c}"), (a + b * arb(d).sqrt()) / c


def _near(x: Fraction, denominator: int) -> Fraction | None:
    """The simple number at x, to the digits of a float and a little more; None where there is none."""
    near = x.limit_denominator(denominator)
    close = near != 0 and abs(near - x) <= abs(x) * Fraction(1, 2**47)
    return near if close and abs(near.numerator) <= NUMERATOR else None


def _exact(x: Fraction) -> arb:
    return arb(fmpq(x.numerator, x.denominator))


def _written(x: Fraction) -> str:
    return str(x) if x.denominator == 1 else f"Fraction({x.numerator}, {x.denominator})"


def _times(by: Fraction, text: str) -> str:
    """2 * pi, pi / 4, 3 * pi / 4."""
    over = "" if by.denominator == 1 else f" / {by.denominator}"
    many = {1: "", -1: "-"}.get(by.numerator, f"{by.numerator} * ")
    return f"{many}{text}{over}"
