"""Each slip is undone by its own change: made on purpose, and taken back."""

from __future__ import annotations

from math import sqrt

import numpy as np
import pytest

from perturb.laws.distributions import tracy_widom
from perturb.laws.distributions.names import parse
from perturb.laws.stats.slips import affine, diagonals, edge, power, sizes, slips

N, C = 64, sqrt(2)
L = np.array([14.0, 15.5, 16.0, 17.25])  # largest eigenvalues for entries of variance 1 off the diagonal
RIGHT = C * N ** (1 / 6) * (L - 2 * sqrt(N))

SLIPPED = {
    "raw largest eigenvalues, off-diagonal variance 2, neither centred nor scaled": sqrt(2) * L,
    "raw largest eigenvalues, off-diagonal variance 1/n, neither centred nor scaled": L / sqrt(N),
    "off-diagonal variance 4, but centred at 2 sqrt(n)": N ** (1 / 6) * (2 * L - 2 * sqrt(N)),
    "scaled by n^(1/6) but not centred": C * N ** (1 / 6) * L,
    "centred at sqrt(n)": N ** (1 / 6) * (C * L - sqrt(N)),
    "the factor n^(1/6) is missing": RIGHT / N ** (1 / 6),
    "the factor n^(2/3) is missing (entries of variance 1/n)": RIGHT / N ** (2 / 3),
    "factor n^(2/3) where n^(1/6) belongs": RIGHT * sqrt(N),
}


@pytest.mark.parametrize("text", SLIPPED)
def test_a_slip_at_the_edge_is_taken_back(text):
    (slip,) = [one for one in edge(C, N) if one.text == text]
    np.testing.assert_allclose(slip.change(SLIPPED[text]), RIGHT, rtol=1e-12, atol=1e-12)


def test_the_smallest_eigenvalue_is_minus_the_largest():
    found = {one.text: one for one in slips(parse("sqrt(2)*tracy-widom-1"), tracy_widom(1), N)}
    raw = "raw smallest eigenvalues, off-diagonal variance 2, neither centred nor scaled"
    np.testing.assert_allclose(found[raw].change(-sqrt(2) * L), RIGHT, rtol=1e-12, atol=1e-12)
    shifted = found["minus sign, and the factor n^(1/6) is missing"]
    assert shifted.kind == "sign"
    np.testing.assert_allclose(shifted.change(-RIGHT / N ** (1 / 6)), RIGHT, rtol=1e-12)


def test_the_right_variance_on_the_diagonal_is_no_slip():
    texts = [one.text for one in diagonals(parse("tracy-widom-1"), N)]
    assert len(texts) == 4
    assert not any("variance 2 instead" in text for text in texts)


def test_powers_of_the_size():
    found = {one.text: one.change for one in sizes("smallest-singular", N)}
    s = np.array([0.01, 0.3])
    np.testing.assert_allclose(found["these are s_n, not n s_n^2"](s), N * s**2)
    np.testing.assert_allclose(found["a factor n is missing"](s / N), s)
    assert "these are s_n, not n s_n^2" not in {one.text for one in sizes("edelman", N)}


def test_changes():
    assert affine(2.0, 1.0)(3.0) == 7.0
    assert power(4.0, 0.5)(9.0) == 6.0
    with np.errstate(invalid="ignore"):
        assert np.isnan(power(1.0, 0.5)(np.array(-1.0)))


def test_without_the_size_only_sign_scale_and_power_are_tried():
    named = parse("marchenko-pastur:0.5")
    assert {one.kind for one in slips(named, named.distribution(), None)} == {"sign", "scale", "power"}
