"""Hypothesis strategies of exact points; they shrink to small sizes, zeros and small numbers.

An entry is one choice from a table of fractions: drawing from `st.fractions` builds new strategies for each
number, which took two thirds of the time of a property run.
"""

from __future__ import annotations

from fractions import Fraction
from functools import cache
from math import prod
from typing import Any

import numpy as np
from hypothesis import strategies as st
from hypothesis.strategies import SearchStrategy

from perturb.domains.base import Domain, Point, exact_array
from perturb.domains.space import Param, Sizes

DENOMINATORS = range(1, 17)


def fractions(low: int | Fraction, high: int | Fraction) -> list[Fraction]:
    """Every fraction from low to high with a denominator up to 16, the simplest first."""
    found = {Fraction(k, d) for d in DENOMINATORS for k in range(int(low * d), int(high * d) + 1)}
    return sorted((x for x in found if low <= x <= high), key=lambda x: (x.denominator, abs(x), x < 0))


def _mixed(simple: list[Fraction], others: list[Fraction], share: Fraction) -> SearchStrategy[Fraction]:
    """A choice from `simple` with a probability of about `share`, else from the others."""
    times = -(-len(others) * share // ((1 - share) * len(simple)))
    return st.sampled_from(simple * int(times) + others)


SIMPLE = [Fraction(k) for k in (0, 1, -1, 2, -2, 3, -3)]
TWO_THIRDS, HALF = Fraction(2, 3), Fraction(1, 2)
REAL = _mixed(SIMPLE, fractions(-4, 4), TWO_THIRDS)
ENTRIES: dict[str, SearchStrategy[Fraction]] = {
    "real": REAL,
    "nonneg": REAL.map(abs),
    "positive": _mixed([Fraction(k) for k in (1, 2, 3, 4)], fractions(Fraction(1, 16), 4), HALF),
    "unit": _mixed(
        [Fraction(0), Fraction(1), Fraction(1, 2)], fractions(Fraction(1, 16), Fraction(15, 16)), HALF
    ),
    "signed": _mixed([Fraction(0), Fraction(1), Fraction(-1)], fractions(-1, 1), HALF),
    "sign": st.sampled_from([Fraction(1), Fraction(-1)]),
    "bit": st.sampled_from([Fraction(0), Fraction(1)]),
}


@st.composite
def points(draw: st.DrawFn, domain: Domain) -> Point:
    """Exact points of a domain."""
    sizes = draw(st.sampled_from(tuple(domain.sizes())))
    params = {
        name: _array(draw(_entries(p.range, prod(p.extent(sizes)))), p, sizes)
        for name, p in domain.params.items()
    }
    return domain.construct(sizes, params)


@cache
def _entries(kind: str, count: int) -> SearchStrategy[list[Fraction]]:
    return st.lists(ENTRIES[kind], min_size=count, max_size=count)


def _array(flat: list[Fraction], param: Param, sizes: Sizes) -> Any:
    return exact_array(np.array(flat, dtype=object).reshape(param.extent(sizes)))
