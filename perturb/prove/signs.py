"""Signs that a number may have, constraints, and how the evaluation of a path stops."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from perturb.prove.ring import Poly

# The signs that a number may have, as bits.
LESS, EQUAL, MORE = 1, 2, 4
AT_MOST, AT_LEAST, ANY = LESS | EQUAL, EQUAL | MORE, 7
KEYS = {"<": LESS, "=": EQUAL, ">": MORE, "<=": AT_MOST, ">=": AT_LEAST}
TEXT = {bits: key for key, bits in KEYS.items()}
SIDES: tuple[int, ...] = (AT_LEAST, AT_MOST)
SIGNS: tuple[int, ...] = (LESS, EQUAL, MORE)
UNDER_ROOT: tuple[int, ...] = (LESS, EQUAL, AT_LEAST)


class Asked(Exception):
    """The next case is open: which of the `options` holds for a polynomial."""

    def __init__(self, poly: Poly, options: list[int]) -> None:
        self.poly, self.options = poly, options


class VariantAsked(Exception):
    """An input space has several cases."""

    def __init__(self, count: int) -> None:
        self.count = count


class PathEnds(Exception):
    """The path ends before the conclusion: `how` is undefined, outside or true; `part` has no value then."""

    def __init__(self, how: str) -> None:
        self.how = how
        self.part: object = None


class Constraint(NamedTuple):
    """poly = 0, >= 0 or > 0."""

    poly: Poly
    kind: str


def mirrored(bits: int) -> int:
    return (bits & EQUAL) | (LESS if bits & MORE else 0) | (MORE if bits & LESS else 0)


def constraint(poly: Poly, bits: int) -> Constraint:
    """What an answer says: < and <= are turned."""
    if bits in (LESS, AT_MOST):
        poly, bits = -poly, mirrored(bits)
    return Constraint(poly, {EQUAL: "=", MORE: ">", AT_LEAST: ">="}[bits])


def options_of(now: int, sufficient: Sequence[int]) -> list[int]:
    """A cover of what is possible by few sufficient answers, closed ones first."""
    options, left = [], now
    for enough in sorted(sufficient, key=lambda bits: -bin(bits).count("1")):
        if left & enough:
            options.append(left & enough)
            left &= ~enough
    return options
