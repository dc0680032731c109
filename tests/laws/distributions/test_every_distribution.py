"""What every distribution promises, one by one: names, finite n, supports."""

from __future__ import annotations

import warnings
from math import sqrt

import numpy as np
import pytest

from perturb.laws.distributions import ALL, moments, semicircle
from perturb.laws.distributions.base import ContinuousDistribution
from perturb.laws.distributions.bulk import semicircle as semicircle_names
from perturb.laws.distributions.gaussian_largest import LARGEST, GaussianLargest
from perturb.laws.distributions.marchenko_pastur import marchenko_pastur
from perturb.laws.distributions.names import (
    DISTRIBUTIONS,
    BadName,
    at_size,
    implied,
    listing,
    named_distribution,
    parse,
)
from perturb.laws.distributions.smallest import ginibre_smallest
from perturb.laws.distributions.tracy_widom import tracy_widom
from perturb.laws.stats.bands import dkw_radius

IDS = [dist.name for dist in ALL]
METHODS = ("cdf", "cdf_left", "sf", "pdf", "logcdf", "logsf", "logpdf")
DRAWS, ALPHA = 1_000_000, 1e-9

each = pytest.mark.parametrize("dist", ALL, ids=IDS)


def spread(dist, number):
    """Points of the support, evenly by quantile, with both ends and both tails."""
    middle = dist.ppf(np.linspace(0, 1, number)[1:-1])
    tails = np.concatenate((dist.ppf(10.0 ** -np.arange(1, 12)), dist.isf(10.0 ** -np.arange(1, 12))))
    return np.sort(np.concatenate((middle, tails)))


def total(dist):
    return moments.raw(dist, 0)


def worst_distance(dist, sample):
    """At least sup |F_m - F| over the line, atoms and ties included; both are monotone between the points
    where F is computed, all atoms among them, which makes it at most 1/20,000 more.
    """
    x, count = np.unique(sample, return_counts=True)
    right = np.cumsum(count) / sample.size
    left = right - count / sample.size
    at = np.append(np.arange(0, x.size, max(1, sample.size // 20_000)), x.size - 1)
    at = np.union1d(at, np.flatnonzero(np.isin(x, [point for point, _ in dist.atoms])))
    F, F_left = dist.cdf(x[at]), dist.cdf_left(x[at])
    over, under = left[at[1:]] - F[:-1], F_left[1:] - right[at[:-1]]
    return max(F_left[0], 1 - F[-1], np.abs(right[at] - F).max(), over.max(), under.max())


@each
def test_the_cdf_increases_from_0_to_1(dist):
    levels = np.linspace(0, 1, 2_000)[1:-1]
    x = np.interp(np.sort(np.random.default_rng(1).random(100_000)), levels, dist.ppf(levels))
    F = dist.cdf(x)
    assert (np.diff(F) >= -2 * dist.cdf_error).all()
    assert F.min() >= 0
    assert F.max() <= 1
    assert dist.pdf(x).min() >= 0


@each
def test_the_ends_of_the_line(dist):
    ends = np.array([-np.inf, -1e308, 1e308, np.inf])
    low, high = dist.support
    assert low < high
    assert dist.cdf(ends) == pytest.approx([0, 0, 1, 1], abs=1e-300)
    assert dist.sf(ends) == pytest.approx([1, 1, 0, 0], abs=1e-300)
    assert dist.pdf(ends) == pytest.approx([0, 0, 0, 0], abs=1e-300)
    assert (dist.ppf(0), dist.ppf(1), dist.isf(0), dist.isf(1)) == (low, high, high, low)
    assert np.isnan(dist.ppf([-0.1, 1.1, np.nan])).all()


@each
def test_types_and_shapes(dist):
    for method in METHODS:
        f = getattr(dist, method)
        assert np.isnan(f(np.nan)), method
        assert np.ndim(f(1.0)) == 0, method
        assert f(np.ones((2, 3))).shape == (2, 3), method
        assert f(np.ones((0, 3))).shape == (0, 3), method
        assert f(np.float32(1)).dtype == np.float32, method
        assert f(np.array([1, 2, 10**15])).dtype == np.float64, method
        assert f(1) == f(1.0), method
        with pytest.raises(TypeError, match="complex"):
            f(1j)


@each
def test_the_density_integrates_to_the_mass(dist):
    assert total(dist) == pytest.approx(1, abs=1e-12)


@each
def test_the_density_is_the_slope_of_the_cdf(dist):
    x = dist.ppf(dist._at_low() + (1 - dist._at_low()) * np.linspace(0.02, 0.98, 41))
    ends = np.array([*dist.support, *dist.kinks, *(point for point, _ in dist.atoms)])
    near = np.abs(x[:, None] - ends).min(axis=1)
    # Not at an atom, nor at the end of a gap that a level happens to hit: there is no difference quotient.
    x, near = (values[near > 1e-6 * (dist.isf(0.02) - dist.ppf(0.02))] for values in (x, near))
    assert x.size > 15
    h = 1e-3 * np.minimum(near, dist.isf(0.1) - dist.isf(0.9 * (1 - dist._at_low())))
    slope = (8 * (dist.cdf(x + h) - dist.cdf(x - h)) - dist.cdf(x + 2 * h) + dist.cdf(x - 2 * h)) / (12 * h)
    assert dist.pdf(x) == pytest.approx(slope, rel=1e-7, abs=1e-8 * dist.pdf(x).max())


@each
def test_both_tails_agree_with_the_middle(dist):
    x = spread(dist, 99)
    assert dist.cdf(x) + dist.sf(x) == pytest.approx(1, abs=3 * dist.cdf_error)
    for value, logarithm in ((dist.cdf, dist.logcdf), (dist.sf, dist.logsf), (dist.pdf, dist.logpdf)):
        v = value(x)
        seen = v > 1e-300
        assert np.exp(logarithm(x[seen])) == pytest.approx(v[seen], rel=1e-12)


@each
@pytest.mark.parametrize("ends", ["left", "right"])
def test_quantiles_come_back_in_the_tails(dist, ends):
    """As well as neighbouring floats of the support allow: one float x carries pdf(x) spacing(x).

    Levels inside the jump of an atom come back as its ends: the next test has them.
    """
    q = 10.0 ** -np.linspace(0.3, 12, 40)
    x, back = (dist.ppf(q), dist.cdf) if ends == "left" else (dist.isf(q), dist.sf)
    inner = ~np.isin(x, [dist.support[0], *(point for point, _ in dist.atoms)])
    grain = 4 * dist.pdf(x) * np.spacing(np.abs(x) + np.abs(getattr(dist, "shift", 0.0)))
    error = np.abs(back(x) - q)
    accurate = dist.cdf_error if dist.name.split()[-1].startswith("TW") else 1e-12 * q
    assert (error <= accurate + grain)[inner].all()


@each
def test_the_quantile_is_the_generalised_inverse(dist):
    q = np.random.default_rng(2).random(2_000)
    x = dist.ppf(q)
    slack = 4 * dist.cdf_error + 4 * dist.pdf(x) * np.spacing(np.abs(x) + np.abs(getattr(dist, "shift", 0.0)))
    assert (dist.cdf(x) >= q - slack).all()
    assert (dist.cdf_left(x) <= q + slack).all()
    assert dist.median() == dist.ppf(0.5)


@each
def test_draws_lie_in_their_own_band(dist):
    """Chance of a false alarm 1e-9 each, whatever it is (Dvoretzky, Kiefer, Wolfowitz; Massart)."""
    sample = dist.rvs(DRAWS, np.random.default_rng(3))
    assert sample.shape == (DRAWS,)
    assert worst_distance(dist, sample) <= dkw_radius(DRAWS, ALPHA) + dist.cdf_error


@each
def test_draws_have_the_shape_and_the_generator_asked_for(dist):
    first, again = (dist.rvs((2, 3), np.random.default_rng(4)) for _ in range(2))
    assert first.shape == (2, 3)
    assert (first == again).all()


@each
def test_moments_agree_with_quadrature(dist):
    """A closed form against the integral of the density, where the moment is finite."""
    assert dist.moment(0) == pytest.approx(1, abs=1e-12)
    with pytest.raises(ValueError, match="order must be"):
        dist.moment(-1)
    for order in (1, 2, 3, 4):
        if np.isfinite(dist.moment(order)) and np.isfinite(dist.moment(order + 1)):
            assert dist.moment(order) == pytest.approx(moments.raw(dist, order), rel=1e-10, abs=1e-10)
    if np.isfinite(dist.var()):
        assert dist.mean() == dist.moment(1) or dist.mean() == pytest.approx(dist.moment(1), rel=1e-13)
        assert dist.var() == pytest.approx(moments.central(dist, 2), rel=1e-10)
        assert dist.skewness() == pytest.approx(moments.central(dist, 3) / dist.std() ** 3, abs=1e-8)
        assert dist.kurtosis() == pytest.approx(moments.central(dist, 4) / dist.var() ** 2 - 3, abs=1e-8)


@each
def test_a_distribution_is_a_value_with_a_name(dist):
    assert hash(dist) == hash(type(dist)(**{f: getattr(dist, f) for f in dist.__dataclass_fields__}))
    assert dist.name
    assert "$" not in dist.latex
    assert 0 < dist.cdf_error < 1e-10


def test_names_tell_the_laws_apart():
    assert len({dist.name for dist in ALL}) == len(ALL)
    assert len({dist.latex for dist in ALL}) == len(ALL)


@each
def test_extreme_input_gives_no_warning(dist):
    x = np.concatenate((10.0 ** np.arange(-300, 300, 25.0), [5e-324, 1.7e308]))
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        for method in METHODS:
            assert not np.isnan(getattr(dist, method)(np.concatenate((-x, x)))).any()


def test_a_wrong_law_leaves_the_band():
    """The band above can fail: one per cent of scale is seen at this number of draws."""
    sample = 1.01 * semicircle().rvs(DRAWS, np.random.default_rng(5))
    assert worst_distance(semicircle(), sample) > dkw_radius(DRAWS, ALPHA)


# Distributions by name, and what they are at finite n.


NAMED = {
    "tracy-widom-1": tracy_widom(1),
    " Tracy-Widom-2 ": tracy_widom(2),
    "tracy-widom-4": tracy_widom(4, convention="stochastic-airy"),
    "tracy-widom-4:goe": tracy_widom(4, convention="goe"),
    "semicircle": semicircle_names(1.0),
    "semicircle:0.25": semicircle_names(0.25),
    "marchenko-pastur:0.5": marchenko_pastur(0.5),
    "marchenko-pastur:.5,2": marchenko_pastur(0.5, 2.0),
    "goe-largest:10": GaussianLargest(1, 10),
}
PARAMETERS = {
    "marchenko-pastur": ":0.5",
    "marchenko-pastur-product": ":0.5,1",
    "shifted-singular": ":0.5",
    "masked-singular": ":1.1,0.5,0.5",
    "goe-largest": ":5",
    "gue-largest": ":5",
}
PARAMETERS |= {"ginibre-smallest": ":5", "ginibre-radius": ":5"}


@pytest.mark.parametrize("text", NAMED)
def test_names(text):
    assert named_distribution(text) == NAMED[text]


@pytest.mark.parametrize("name", DISTRIBUTIONS)
def test_every_law_can_be_named(name):
    dist = named_distribution(name + PARAMETERS.get(name, ""))
    assert 0.49 < dist.cdf(dist.ppf(0.5)) < 0.51 or dist.atoms
    assert any(usage.startswith(name) for usage, _ in listing())


@pytest.mark.parametrize(
    ("word", "factor"),
    [
        ("sqrt2", sqrt(2)),
        ("sqrt(2)", sqrt(2)),
        ("1/sqrt(2)", sqrt(0.5)),
        ("1/2", 0.5),
        ("0.7", 0.7),
        ("2e-1", 0.2),
    ],
)
def test_factors(word, factor):
    dist = named_distribution(f"{word}*tracy-widom-1")
    x = np.array([-2.0, 0.0, 1.0])
    assert dist.cdf(factor * x) == pytest.approx(tracy_widom(1).cdf(x), abs=1e-14)
    assert dist.name == f"{word} TW_1"


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("tracy-widom-3", "no distribution is named 'tracy-widom-3'; did you mean tracy-widom-"),
        ("semicirle", "did you mean semicircle"),
        ("xyz", "known are tracy-widom-1, "),
        ("", "known are"),
        ("marchenko-pastur", "write marchenko-pastur:RATIO[,VARIANCE]"),
        ("tracy-widom-1:2", "write tracy-widom-1"),
        ("semicircle:", "parameter '' is not a number"),
        ("semicircle:-1", "variance must be positive"),
        ("semicircle:nan", "variance must be positive"),
        ("goe-largest:2.5", "parameter '2.5' is not an integer"),
        ("goe-largest:0", "n must be an integer"),
        ("edelman:quaternion", "field must be one of real, complex"),
        ("tracy-widom-4:x", "needs a convention"),
        ("-1*semicircle", "factor '-1' is not a number like"),
        ("0*semicircle", "must be positive and finite"),
        ("1/0*semicircle", "must be positive and finite"),
        ("sqrt(0)*semicircle", "must be positive and finite"),
        ("1e999*semicircle", "must be positive and finite"),
        ("*semicircle", "factor '' is not a number"),
    ],
)
def test_bad_names(text, message):
    with pytest.raises(BadName) as caught:
        named_distribution(text)
    assert message in str(caught.value)
    assert "\n" not in str(caught.value)


def test_an_unknown_name_is_said_once():
    with pytest.raises(BadName, match=r"^no distribution is named 'semicirle'; did you mean semicircle"):
        named_distribution("semicirle")
    with pytest.raises(BadName, match=r"^no distribution is named 'semicirle' \(in '2\*semicirle'\);"):
        named_distribution("2*semicirle")


def test_distributions_at_a_size():
    assert at_size(parse("tracy-widom-1"), 7) == GaussianLargest(1, 7)
    assert at_size(parse("tracy-widom-2"), 7, "gue") == GaussianLargest(2, 7)
    assert at_size(parse("smallest-singular"), 7) == ginibre_smallest(7)
    assert at_size(parse("sqrt(2)*tracy-widom-1"), 7).cdf(sqrt(2)) == GaussianLargest(1, 7).cdf(1.0)
    assert at_size(parse("edelman"), 7) is None
    assert implied(parse("smallest-singular:complex")) is None
    with pytest.raises(BadName, match="'gue' does not go with"):
        at_size(parse("tracy-widom-1"), 7, "gue")
    with pytest.raises(BadName, match="n = 0"):
        at_size(parse("tracy-widom-1"), 0)


@pytest.mark.parametrize(("beta", "name"), [(1, "tracy-widom-1"), (2, "tracy-widom-2")])
def test_beyond_the_exact_ones(beta, name, monkeypatch):
    """The expansion, where it is known exactly what it expands, is within its own error and not far less."""
    x, n = np.linspace(-6, 4, 201), 150
    exact = at_size(parse(name), n).cdf(x)
    monkeypatch.setattr("perturb.laws.distributions.names.LARGEST", n - 1)
    near = at_size(parse(name), n)
    gap = np.abs(near.cdf(x) - exact).max()
    assert 0.5 * near.cdf_error < gap < near.cdf_error
    assert at_size(parse(name), LARGEST + 1).cdf_error < 0.0017


# The support of every distribution, as an attribute and as scipy has it, as a method.


NAMES = """tracy-widom-1 tracy-widom-2 tracy-widom-4 edelman smallest-singular kappa-2x2 semicircle
quarter-circle marchenko-pastur:0.5 marchenko-pastur:2 marchenko-pastur-product:0.5,0.5
circular-radius shifted-singular:1
goe-largest:5 gue-largest:5 ginibre-smallest:4 ginibre-radius:5 2*goe-largest:5"""


@pytest.mark.parametrize("name", NAMES.split())
def test_it_can_be_called(name: str) -> None:
    """It could for half of them: those that state it as a value, or compute it once, had a plain tuple."""
    one: ContinuousDistribution = named_distribution(name)
    low, high = one.support()  # type: ignore[operator]
    assert (low, high) == one.support
    assert low < high
    moved = one(loc=1, scale=2)  # type: ignore[operator]
    assert moved.support() == (1 + 2 * low, 1 + 2 * high)
