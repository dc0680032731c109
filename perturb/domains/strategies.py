"""Hypothesis strategies of exact points; they shrink to small sizes, zeros and small numbers.

An entry is one choice from a table of fractions: drawing from `st.fractions` builds new strategies for each
number, which took two thirds of the time of a property run.
"""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from functools import cache
from math import ceil, floor, prod
from typing import Any

import numpy as np
from hypothesis import strategies as st
from hypothesis.strategies import SearchStrategy

from perturb.domains.draws import Parametrised
from perturb.domains.space import Param, Point, Sizes, exact_array

Entry = SearchStrategy[Fraction]
DENOMINATORS = range(1, 17)


def fractions(low: int | Fraction, high: int | Fraction) -> list[Fraction]:
    """From low to high with denominators up to 16, the simplest first.

    One that can be written with several of these denominators comes as often: integers are not rare.
    """
    pairs = [(k, d) for d in DENOMINATORS for k in range(floor(low * d), ceil(high * d) + 1)]
    found = [Fraction(k, d) for k, d in pairs if low * d <= k <= high * d]
    return sorted(found, key=lambda x: (x.denominator, abs(x), x < 0))


def _mixed(simple: Sequence[int | Fraction], others: list[Fraction], share: Fraction) -> Entry:
    """A choice from `simple` with a probability of about `share`, else from the others."""
    times = round(share / (1 - share) * len(others) / len(simple))
    return st.sampled_from([Fraction(x) for x in simple] * times + others)


TWO_THIRDS, HALF, LEAST = Fraction(2, 3), Fraction(1, 2), Fraction(1, 16)
REAL = _mixed([0, 1, -1, 2, -2, 3, -3], fractions(-4, 4), TWO_THIRDS)
ENTRIES: dict[str, Entry] = {
    "real": REAL,
    "nonneg": REAL.map(abs),
    "positive": _mixed([1, 2, 3, 4], fractions(LEAST, 4), HALF),
    "unit": _mixed([0, 1, HALF], fractions(LEAST, 1 - LEAST), HALF),
    "signed": _mixed([0, 1, -1], fractions(-1, 1), HALF),
    "sign": st.sampled_from([Fraction(1), Fraction(-1)]),
    "bit": st.sampled_from([Fraction(0), Fraction(1)]),
}


# What draws depend on: every choice of sizes, small ones first, and the parameters in their order.
Shapes = tuple[tuple[tuple[tuple[str, int], ...], ...], tuple[Param, ...]]
Draw = tuple[Sizes, list[Any]]  # sizes, and an array of rationals a parameter


def alike(domain: Parametrised) -> Shapes:
    """Equal for domains whose points are drawn alike, whatever their inputs are called and made of them."""
    return tuple(tuple(sizes.items()) for sizes in domain.sizes()), tuple(domain.params.values())


@st.composite
def raw_points(draw: st.DrawFn, shapes: Shapes) -> Draw:
    """Sizes, and the parameters that `Domain.construct` makes a point of."""
    return _raw(draw, shapes)


@st.composite
def points(draw: st.DrawFn, domain: Parametrised) -> Point:
    """Exact points of a domain."""
    sizes, arrays = _raw(draw, alike(domain))
    return domain.construct(sizes, dict(zip(domain.params, arrays, strict=True)))


def _raw(draw: st.DrawFn, shapes: Shapes) -> Draw:
    every, params = shapes
    sizes = draw(st.sampled_from(tuple(map(dict, every))))
    return sizes, [_array(draw(_entries(p.range, prod(p.extent(sizes)))), p, sizes) for p in params]


@cache
def _entries(kind: str, count: int) -> SearchStrategy[list[Fraction]]:
    return st.lists(ENTRIES[kind], min_size=count, max_size=count)


def _array(flat: list[Fraction], param: Param, sizes: Sizes) -> Any:
    return exact_array(np.array(flat, dtype=object).reshape(param.extent(sizes)))
