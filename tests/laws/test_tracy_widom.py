"""Tracy-Widom laws against published moments, a finer quadrature, and each other."""

from __future__ import annotations

import numpy as np
import pytest

from perturb.laws import Scaled, tracy_widom
from perturb.laws.tracy_widom import CUT, NODES, WINDOW, determinants

# Bornemann, Markov Processes Relat. Fields 16, 803 (2010), Table 10: mean, variance.
MOMENTS = {1: (-1.2065335745820, 1.607781034581), 2: (-1.7710868074, 0.8131947928329)}


def moments(law):
    """Mean and variance by integration by parts: only the cdf enters."""
    lo, hi = -12.0, 16.0
    x, w = np.polynomial.legendre.leggauss(400)
    x, w = (x + 1) * (hi - lo) / 2 + lo, w * (hi - lo) / 2
    F = law.cdf(x)
    mean = hi - w @ F
    return mean, hi**2 - 2 * w @ (x * F) - mean**2


@pytest.mark.parametrize("beta", [1, 2])
def test_published_moments(beta):
    assert moments(tracy_widom(beta)) == pytest.approx(MOMENTS[beta], abs=1e-9)


@pytest.mark.parametrize("beta", [1, 2])
def test_cdf_error_holds_against_twice_the_order(beta):
    law = tracy_widom(beta)
    s = np.linspace(WINDOW[0] - 1, WINDOW[1] + 1, 97)
    assert np.abs(law.cdf(s) - determinants(s, beta, 2 * NODES)).max() <= law.cdf_error


def test_a_coarse_quadrature_is_seen():
    """The check above can fail: at 12 nodes the determinants are visibly off."""
    s = np.linspace(-6, 2, 50)
    assert np.abs(determinants(s, 1, 12) - determinants(s, 1, 2 * NODES)).max() > 1e-6


def test_a_published_value():
    """F_2(-2), Bornemann, Math. Comp. 79, 871 (2010), section 1."""
    assert tracy_widom(2).cdf(-2.0) == pytest.approx(0.413224142505, abs=1e-11)


@pytest.mark.parametrize("beta", [1, 2])
def test_shape_of_a_distribution(beta):
    law = tracy_widom(beta)
    x = np.linspace(-15, 20, 3501)
    F = law.cdf(x)
    assert (np.diff(F) >= -2 * law.cdf_error).all()
    assert F[0] == 0
    assert F[-1] == 1
    assert (law.pdf(x) >= 0).all()
    assert np.trapezoid(law.pdf(x), x) == pytest.approx(1, abs=1e-7)
    assert law.cdf(x.reshape(3, -1)).shape == (3, 1167)


def test_pdf_is_the_slope_of_the_cdf():
    s, h = np.linspace(-6, 4, 101), 1e-3
    slope = (determinants(s + h, 1) - determinants(s - h, 1)) / (2 * h)
    assert tracy_widom(1).pdf(s) == pytest.approx(slope, abs=1e-6)


def test_nan_stays_nan():
    assert np.isnan(tracy_widom(1).cdf([np.nan, 0.0])).tolist() == [True, False]
    assert np.isnan(tracy_widom(1).pdf(np.nan))


def test_the_cut_reaches_past_the_kernel():
    from scipy.special import airy

    assert airy(WINDOW[0] + CUT)[0] < 1e-15


def test_scaled_law():
    law = Scaled(tracy_widom(1), 2.0, "2 TW_1", r"2\,\mathrm{TW}_1")
    assert law.cdf(-3.0) == tracy_widom(1).cdf(-1.5)
    assert law.pdf(-3.0) == tracy_widom(1).pdf(-1.5) / 2
    assert moments(Scaled(tracy_widom(1), 1.1, "", ""))[0] == pytest.approx(1.1 * MOMENTS[1][0], abs=1e-9)


@pytest.mark.parametrize("beta", [0, 3, 4])
def test_unknown_beta(beta):
    with pytest.raises(ValueError, match=f"got {beta}"):
        tracy_widom(beta)


@pytest.mark.parametrize("factor", [0.0, -1.0, np.inf, np.nan])
def test_bad_factor(factor):
    with pytest.raises(ValueError, match="positive"):
        Scaled(tracy_widom(1), factor, "", "")
