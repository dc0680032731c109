"""What the figures of Dittmer, King and Maass (2019) show is what the claims beside them say."""

from __future__ import annotations

import numpy as np
import pytest

from simulations.dittmer2019 import fig_1, sl_interp


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
