"""Lengths: numbers that are not negative and whose squares are polynomials."""

from __future__ import annotations

import itertools
from typing import Any, NamedTuple

from flint import fmpq

from perturb.prove.ring import Poly
from perturb.prove.system import Conditions

ONE = {"1": "1"}


class Length(NamedTuple):
    """value = the product of the constraints with these numbers / scale, square = value^2 reduced."""

    value: Poly
    square: Poly
    numbers: tuple[int, ...]
    scale: fmpq


def singles(system: Conditions) -> list[Length]:
    """Variables and roots of known sign; -x where x is not positive."""
    found: dict[int, Length] = {}
    for number, c in enumerate(system.constraints):
        terms = c.poly.to_dict()
        if c.kind == "=" or len(terms) != 1:
            continue
        ((powers, scale),) = terms.items()
        if sum(int(e) for e in powers) == 1:
            place = next(k for k, e in enumerate(powers) if int(e))
            x = system.ring.context.gens()[place] * (1 if scale > 0 else -1)
            found.setdefault(place, Length(x, system.reduced(x * x), (number,), abs(scale)))
    return list(found.values())


def lengths(system: Conditions) -> list[Length]:
    """Those and their products of two."""
    ones = singles(system)
    found = list(ones)
    for a, b in itertools.combinations_with_replacement(ones, 2):
        value = a.value * b.value
        if system.reduced(value) == value:
            square = system.reduced(a.square * b.square)
            found.append(Length(value, square, a.numbers + b.numbers, a.scale * b.scale))
    return found


def root_of(q: Poly) -> Poly | None:
    """p with p^2 = q."""
    if any(d % 2 for d in q.degrees()):
        return None
    try:
        return q.sqrt()
    except Exception:  # flint's own kinds of error: not a square
        return None


def known_lengths(system: Conditions) -> dict[int, Length]:
    """The variables that are not negative, by place."""
    rising = [one for one in singles(system) if one.value.leading_coefficient() > 0]
    return {next(k for k, e in enumerate(one.value.monoms()[0]) if int(e)): one for one in rising}


def as_factors(
    powers: tuple[int, ...], known: dict[int, Length]
) -> tuple[list[int], tuple[int, ...], Any] | None:
    """A monomial as a square times lengths; None where its sign is not known."""
    factors: list[int] = []
    square = [int(e) // 2 for e in powers]
    scale: Any = 1
    for k, e in enumerate(powers):
        if int(e) % 2:
            if k not in known:
                return None
            factors += known[k].numbers
            scale = scale * known[k].scale
    return factors, tuple(square), scale
