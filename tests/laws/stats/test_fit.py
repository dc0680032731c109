"""Shift and scale found again."""

from __future__ import annotations

from math import sqrt

import numpy as np
import pytest

from perturb.laws.stats.fit import SIMPLE, fit, scaled, simple
from tests.laws.stats.plain_distributions import Logistic

LAW = Logistic()
SAMPLE = LAW.ppf((np.arange(2_000) + 0.5) / 2_000)


@pytest.mark.parametrize(("shift", "scale"), [(0.0, 1.0), (3.0, 0.2), (-1e3, 50.0), (1e-3, 1e-4)])
def test_both_are_found(shift, scale):
    found = fit(shift + scale * SAMPLE, LAW)
    assert found.shift == pytest.approx(shift, abs=0.01 * scale)
    assert found.scale == pytest.approx(scale, rel=0.01)
    assert found.distance < 2e-3


def test_one_alone():
    shifted, stretched = fit(SAMPLE + 2, LAW, "shift"), fit(SAMPLE * 3, LAW, "scale")
    assert (shifted.shift, shifted.scale) == (pytest.approx(2, abs=0.01), 1.0)
    assert (stretched.shift, stretched.scale) == (0.0, pytest.approx(3, rel=0.01))
    assert fit(SAMPLE + 2, LAW, "scale").distance > 0.1
    assert fit(SAMPLE * 3, LAW, "shift").distance > 0.1


def test_the_scaled_law_is_the_law_of_the_sample():
    dist = scaled(LAW, 2.0, 3.0)
    x = np.linspace(-10, 10, 41)
    assert dist.cdf(2 + 3 * x) == pytest.approx(LAW.cdf(x))
    assert dist.name == "2 + 3 Logistic"
    assert scaled(LAW, 0.0, sqrt(2), "sqrt(2)").name == "sqrt(2) Logistic"
    assert scaled(LAW, -0.5, 1.0).name == "-0.5 + Logistic"


def test_simple_constants():
    assert {simple(value * 1.05) for value in SIMPLE.values()} == set(SIMPLE)
    assert simple(1.19) is None
    assert simple(3.0) is None


def test_bad_input():
    with pytest.raises(ValueError, match="quartiles"):
        fit(np.ones(10), LAW)
    with pytest.raises(ValueError, match="move"):
        fit(SAMPLE, LAW, "twist")
