"""Roots of secular functions, lane by lane: they are eigenvalues, wherever the search starts."""

from __future__ import annotations

import numpy as np
import pytest

from perturb.laws.ensembles.roots import RootBracket, outermost
from perturb.laws.ensembles.tridiagonal import Tridiagonal
from tests.laws.ensembles.models import full, largest, rng


@pytest.mark.parametrize("row", [0, 3, 8])
def test_roots_are_eigenvalues(row):
    """Also with hopeless starting points, and with the batch cut at any place."""
    r = rng()
    a, b2 = r.standard_normal((9, 200)), r.chisquare(3, (8, 200))
    expected = largest(full(a, b2))
    for centre, width in ((5.0, 1.0), (-1000.0, 0.01), (300.0, 50.0)):
        for steps in ((-1, 1, 0), (-1, 1)):
            starts = [np.full(200, centre + k * width) for k in steps]
            bracket = RootBracket(Tridiagonal(a, b2, row), starts, np.full(200, width), np.full(200, 1e-10))
            assert outermost([bracket], 200) == pytest.approx(expected, abs=2e-10)


@pytest.mark.parametrize("tol", [1e-10, 1e-3])
@pytest.mark.parametrize("gap", [4e-16, 1e-15, 1e-13, 1e-9])
def test_a_chord_of_two_points_that_nearly_touch_is_rounding(gap, tol):
    r = rng()
    a, b2 = r.standard_normal((9, 2000)), r.chisquare(3, (8, 2000))
    expected = largest(full(a, b2))
    for centre in (3.0, 6.0, 20.0):
        starts = [np.full(2000, centre), np.full(2000, centre * (1 + gap))]
        bracket = RootBracket(Tridiagonal(a, b2, 4), starts, np.ones(2000), np.full(2000, tol), steep=True)
        assert outermost([bracket], 2000) == pytest.approx(expected, abs=2 * tol)


def test_a_chord_narrows_a_bracket():
    """Two looks above the root bound it from below; looks on either side, from above. f = x - 1/x."""
    model = Tridiagonal(np.zeros((2, 1)), np.ones((1, 1)))

    def narrowed(tol):
        return RootBracket(
            model, [np.array([1.02]), np.array([1.01])], np.ones(1), np.full(1, tol), steep=True
        )

    bracket = narrowed(1e-4)  # within a thousand of which both looks lie
    f, g = 1.02 - 1 / 1.02, 1.01 - 1 / 1.01
    assert bracket.hi[0] == 1.01
    assert bracket.lo[0] == pytest.approx(1.01 - g * 0.01 / (f - g), abs=1e-12)
    assert 1.01 - g < bracket.lo[0] < 1
    bracket.look(np.array([0.99]))
    h = 0.99 - 1 / 0.99
    assert bracket.hi[0] == pytest.approx(1.01 - g * 0.02 / (g - h), abs=1e-12)
    assert bracket.lo[0] < 1 < bracket.hi[0] < 1.01
    assert narrowed(1e-9).lo[0] == pytest.approx(1.01 - g, abs=1e-12)


def test_slow_lanes_are_pooled_however_soon_the_others_close():
    model = Tridiagonal(np.zeros((2, 5)), np.ones((1, 5)))
    first, second = ([1.0, 1, 1, 1, 30], [1.1, 1.1, 1.1, 1.1, 40]), ([3.0, 3, 3, 3, 1e9], [4.0, 4, 4, 4, 2e9])
    blocks = (
        RootBracket(model, [np.array(x) for x in s], np.ones(5), np.full(5, 1e-7)) for s in (first, second)
    )
    assert outermost(blocks, 10) == pytest.approx(np.ones(10), abs=1e-7)
