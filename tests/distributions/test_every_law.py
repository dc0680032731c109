"""What every law promises, law by law."""

from __future__ import annotations

import warnings

import numpy as np
import pytest

from perturb.distributions import ALL, moments, semicircle
from perturb.stats.bands import dkw_radius

IDS = [law.name for law in ALL]
METHODS = ("cdf", "cdf_left", "sf", "pdf", "logcdf", "logsf", "logpdf")
DRAWS, ALPHA = 1_000_000, 1e-9

each = pytest.mark.parametrize("law", ALL, ids=IDS)


def spread(law, number):
    """Points of the support, evenly by quantile, with both ends and both tails."""
    middle = law.ppf(np.linspace(0, 1, number)[1:-1])
    tails = np.concatenate((law.ppf(10.0 ** -np.arange(1, 12)), law.isf(10.0 ** -np.arange(1, 12))))
    return np.sort(np.concatenate((middle, tails)))


def total(law):
    return moments.raw(law, 0)


def worst_distance(law, sample):
    """At least sup |F_m - F| over the line, atoms and ties included; both are monotone between the points
    where F is computed, which makes it at most 1/20,000 more.
    """
    x, count = np.unique(sample, return_counts=True)
    right = np.cumsum(count) / sample.size
    left = right - count / sample.size
    at = np.unique(np.append(np.arange(0, x.size, max(1, sample.size // 20_000)), x.size - 1))
    F, F_left = law.cdf(x[at]), law.cdf_left(x[at])
    over, under = left[at[1:]] - F[:-1], F_left[1:] - right[at[:-1]]
    return max(F_left[0], 1 - F[-1], np.abs(right[at] - F).max(), over.max(), under.max())


@each
def test_the_cdf_increases_from_0_to_1(law):
    levels = np.linspace(0, 1, 2_000)[1:-1]
    x = np.interp(np.sort(np.random.default_rng(1).random(100_000)), levels, law.ppf(levels))
    F = law.cdf(x)
    assert (np.diff(F) >= -2 * law.cdf_error).all()
    assert F.min() >= 0
    assert F.max() <= 1
    assert law.pdf(x).min() >= 0


@each
def test_the_ends_of_the_line(law):
    ends = np.array([-np.inf, -1e308, 1e308, np.inf])
    low, high = law.support
    assert low < high
    assert law.cdf(ends) == pytest.approx([0, 0, 1, 1], abs=1e-300)
    assert law.sf(ends) == pytest.approx([1, 1, 0, 0], abs=1e-300)
    assert law.pdf(ends) == pytest.approx([0, 0, 0, 0], abs=1e-300)
    assert (law.ppf(0), law.ppf(1), law.isf(0), law.isf(1)) == (low, high, high, low)
    assert np.isnan(law.ppf([-0.1, 1.1, np.nan])).all()


@each
@pytest.mark.parametrize("method", METHODS)
def test_types_and_shapes(law, method):
    f = getattr(law, method)
    assert np.isnan(f(np.nan))
    assert np.ndim(f(1.0)) == 0
    assert f(np.ones((2, 3))).shape == (2, 3)
    assert f(np.ones((0, 3))).shape == (0, 3)
    assert f(np.float32(1)).dtype == np.float32
    assert f(np.array([1, 2, 10**15])).dtype == np.float64
    assert f(1) == f(1.0)
    with pytest.raises(TypeError, match="complex"):
        f(1j)


@each
def test_the_density_integrates_to_the_mass(law):
    assert total(law) == pytest.approx(1, abs=1e-12)


@each
def test_the_density_is_the_slope_of_the_cdf(law):
    x = law.ppf(law._at_low() + (1 - law._at_low()) * np.linspace(0.02, 0.98, 41))
    ends = np.array([*law.support, *law.kinks])
    near = np.abs(x[:, None] - ends).min(axis=1)
    h = 1e-3 * np.minimum(near, law.isf(0.1) - law.isf(0.9 * (1 - law._at_low())))
    slope = (8 * (law.cdf(x + h) - law.cdf(x - h)) - law.cdf(x + 2 * h) + law.cdf(x - 2 * h)) / (12 * h)
    assert law.pdf(x) == pytest.approx(slope, rel=1e-7, abs=1e-8 * law.pdf(x).max())


@each
def test_both_tails_agree_with_the_middle(law):
    x = spread(law, 99)
    assert law.cdf(x) + law.sf(x) == pytest.approx(1, abs=3 * law.cdf_error)
    for value, logarithm in ((law.cdf, law.logcdf), (law.sf, law.logsf), (law.pdf, law.logpdf)):
        v = value(x)
        seen = v > 1e-300
        assert np.exp(logarithm(x[seen])) == pytest.approx(v[seen], rel=1e-12)


@each
@pytest.mark.parametrize("ends", ["left", "right"])
def test_quantiles_come_back_in_the_tails(law, ends):
    """As well as neighbouring floats of the support allow: one float x carries pdf(x) spacing(x)."""
    q = 10.0 ** -np.linspace(0.3, 12, 40)
    x, back = (law.ppf(q), law.cdf) if ends == "left" else (law.isf(q), law.sf)
    inner = (x > law.support[0]) & (q < 1 - law._at_low() if ends == "right" else q > law._at_low())
    grain = 4 * law.pdf(x) * np.spacing(np.abs(x) + np.abs(getattr(law, "shift", 0.0)))
    error = np.abs(back(x) - q)
    accurate = law.cdf_error if law.name.split()[-1].startswith("TW") else 1e-12 * q
    assert (error <= accurate + grain)[inner].all()


@each
def test_the_quantile_is_the_generalised_inverse(law):
    q = np.random.default_rng(2).random(2_000)
    x = law.ppf(q)
    slack = 4 * law.cdf_error + 4 * law.pdf(x) * np.spacing(np.abs(x) + np.abs(getattr(law, "shift", 0.0)))
    assert (law.cdf(x) >= q - slack).all()
    assert (law.cdf_left(x) <= q + slack).all()
    assert law.median() == law.ppf(0.5)


@each
def test_draws_lie_in_their_own_band(law):
    """Chance of a false alarm 1e-9 each, whatever the law (Dvoretzky, Kiefer, Wolfowitz; Massart)."""
    sample = law.rvs(DRAWS, np.random.default_rng(3))
    assert sample.shape == (DRAWS,)
    assert worst_distance(law, sample) <= dkw_radius(DRAWS, ALPHA) + law.cdf_error


@each
def test_draws_have_the_shape_and_the_generator_asked_for(law):
    first, again = (law.rvs((2, 3), np.random.default_rng(4)) for _ in range(2))
    assert first.shape == (2, 3)
    assert (first == again).all()


@each
def test_moments_agree_with_quadrature(law):
    """A closed form against the integral of the density, where the moment is finite."""
    assert law.moment(0) == pytest.approx(1, abs=1e-12)
    with pytest.raises(ValueError, match="order must be"):
        law.moment(-1)
    for order in (1, 2, 3, 4):
        if np.isfinite(law.moment(order)) and np.isfinite(law.moment(order + 1)):
            assert law.moment(order) == pytest.approx(moments.raw(law, order), rel=1e-10, abs=1e-10)
    if np.isfinite(law.var()):
        assert law.mean() == law.moment(1) or law.mean() == pytest.approx(law.moment(1), rel=1e-13)
        assert law.var() == pytest.approx(moments.central(law, 2), rel=1e-10)
        assert law.skewness() == pytest.approx(moments.central(law, 3) / law.std() ** 3, abs=1e-8)
        assert law.kurtosis() == pytest.approx(moments.central(law, 4) / law.var() ** 2 - 3, abs=1e-8)


@each
def test_a_law_is_a_value_with_a_name(law):
    assert hash(law) == hash(type(law)(**{f: getattr(law, f) for f in law.__dataclass_fields__}))
    assert law.name
    assert "$" not in law.latex
    assert 0 < law.cdf_error < 1e-10


def test_names_tell_the_laws_apart():
    assert len({law.name for law in ALL}) == len(ALL)
    assert len({law.latex for law in ALL}) == len(ALL)


@each
def test_extreme_input_gives_no_warning(law):
    x = np.concatenate((10.0 ** np.arange(-300, 300, 25.0), [5e-324, 1.7e308]))
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        for method in METHODS:
            assert not np.isnan(getattr(law, method)(np.concatenate((-x, x)))).any()


def test_a_wrong_law_leaves_the_band():
    """The band above can fail: one per cent of scale is seen at this number of draws."""
    sample = 1.01 * semicircle().rvs(DRAWS, np.random.default_rng(5))
    assert worst_distance(semicircle(), sample) > dkw_radius(DRAWS, ALPHA)
