"""Hypothesis strategies of exact points; they shrink to small sizes, zeros and small numbers."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

import numpy as np
from hypothesis import strategies as st
from hypothesis.strategies import SearchStrategy

from perturb.domains.base import Domain, Point, exact_array
from perturb.domains.space import Param

SMALL = st.integers(-3, 3).map(Fraction)
FRACTIONS = st.fractions(-4, 4, max_denominator=16)
REAL = st.one_of(SMALL, SMALL, FRACTIONS)
ENTRIES: dict[str, SearchStrategy[Fraction]] = {
    "real": REAL,
    "nonneg": REAL.map(abs),
    "positive": st.one_of(
        st.integers(1, 4).map(Fraction), st.fractions(Fraction(1, 16), 4, max_denominator=16)
    ),
    "unit": st.one_of(
        st.sampled_from([Fraction(0), Fraction(1), Fraction(1, 2)]),
        st.fractions(Fraction(1, 16), Fraction(15, 16), max_denominator=16),
    ),
    "signed": st.one_of(st.integers(-1, 1).map(Fraction), st.fractions(-1, 1, max_denominator=16)),
    "sign": st.sampled_from([Fraction(1), Fraction(-1)]),
    "bit": st.integers(0, 1).map(Fraction),
}


@st.composite
def points(draw: st.DrawFn, domain: Domain) -> Point:
    """Exact points of a domain."""
    sizes = draw(st.sampled_from(list(domain.sizes())))
    params = {name: draw(_arrays(p, p.extent(sizes))) for name, p in domain.params.items()}
    return domain.construct(sizes, params)


def _arrays(param: Param, extent: tuple[int, ...]) -> SearchStrategy[Any]:
    count = int(np.prod(extent))
    return st.lists(ENTRIES[param.range], min_size=count, max_size=count).map(
        lambda flat: exact_array(np.array(flat, dtype=object).reshape(extent))
    )
