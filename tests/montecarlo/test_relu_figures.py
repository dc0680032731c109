"""What the figures of Dittmer, King and Maass (2019) show is what the claims beside them say."""

from __future__ import annotations

import numpy as np
import pytest

from perturb.networks.relu import operator_width
from simulations.dittmer2019 import fig_1, sl_interp
from theorems.dittmer2019 import curves


def test_the_image_of_the_circle_has_the_length_that_is_claimed():
    """s_0 = sqrt(2) for the matrix of the picture, and an eighth of the circle keeps both outputs."""
    image = fig_1.image()
    assert np.hypot(*image).max() == pytest.approx(2**0.5, rel=1e-5)
    assert np.mean((image > 1e-9).all(axis=0)) == pytest.approx(1 / 8, abs=0.002)


def test_interpolated_layers_obey_their_bounds():
    """Singular values grow with p between p s(A) and s(A), and so kappa(A)/p is never exceeded."""
    A, X = sl_interp.layer(4)
    relu = sl_interp.SLOPES["ReLU"][1]
    values = sl_interp.singular_values(A, relu(A @ X[:, 0]))
    assert (np.diff(values, axis=0) > -1e-12).all()
    assert (values >= sl_interp.P[:, None] * values[-1] - 1e-12).all()
    kappa = sl_interp.median_kappa(A, X, relu)[1:]
    assert (kappa <= np.linalg.cond(A) / sl_interp.P[1:] * (1 + 1e-9)).all()


def test_the_bands_of_interpolated_layers_are_thinner_than_they_say_and_hold_what_lapack_finds():
    A, X = sl_interp.layer(4)
    seen = sl_interp.singular_values(A, sl_interp.SLOPES["ReLU"][1](A @ X[:, 0]))
    low, high = np.moveaxis(sl_interp.bands(4), -1, 0)
    assert (low - 1e-14 <= seen).all()
    assert (seen <= high + 1e-14).all()
    assert (high - low).max() / 2 <= 2e-14
    low, high = sl_interp.enclosed_median(A, X[:, :5], sl_interp.SLOPES["tanh"][1], 0.25)
    assert low <= high < low * (1 + 1e-12)


def test_the_sphere_in_space_goes_where_the_note_says():
    """Sixteenths to the inside and to 0, and Gaussian layers have the shares that are drawn as exact."""
    count = (fig_1.WIDER @ fig_1.sphere() <= 0).sum(axis=0)
    assert [np.mean(count == zeros) for zeros in (0, 3)] == pytest.approx([1 / 16, 1 / 16], abs=0.002)
    found = fig_1.zeros(3, np.random.default_rng(0))
    for _, sparse in fig_1.SPARSE.values():
        assert np.mean(sparse(found, 3)) == pytest.approx(fig_1.share(sparse, 3), abs=0.1)  # 6 deviations
    assert fig_1.share(fig_1.SPARSE["on an axis: all but one, or all"][1], 10) == 11 / 1024


@pytest.mark.parametrize("drawn", [curves.LINEAR, curves.LAYER], ids=lambda drawn: drawn.name)
def test_the_width_lies_below_the_sharper_bound_and_that_below_the_printed_one(drawn):
    (printed,) = (curve(drawn.grid) for curve in drawn.printed.values())
    (truth,) = (curve(drawn.grid) for curve in drawn.truth.values())
    sharper = next(iter(drawn.sharpened.values()))(drawn.grid)
    assert (truth <= sharper + 1e-12).all()
    assert (sharper <= printed + 1e-12).all()


def test_the_curves_agree_with_certified_widths():
    """The enclosures of perturb.networks.relu, for diag(1, 1/2), and E|g_+| = 1/2 c_1 at m = 1."""
    found = operator_width(np.diag([1.0, 0.5]))
    (truth,) = curves.LINEAR.truth.values()
    assert float(found.lo) - 1e-12 <= 2 * truth(np.array([0.5]))[0] <= float(found.hi) + 1e-12
    assert curves.positive_part(np.array([1.0]))[0] == pytest.approx((2 / np.pi) ** 0.5 / 2)
