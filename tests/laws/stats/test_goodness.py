"""The verdict on a sample at its edges: few draws, too regular values, which laws fit, shift and scale."""

from __future__ import annotations

import json
from math import inf, sqrt

import numpy as np
import pytest
from click.testing import CliRunner
from scipy.stats import binom, kstwo, norm

from perturb import law
from perturb.cli.law import command
from perturb.laws.distributions import (
    circular_law_radius,
    goe_largest_distribution,
    marchenko_pastur,
    semicircle,
    tracy_widom,
)
from perturb.laws.distributions.names import largest
from perturb.laws.stats.bands import dkw_radius
from perturb.laws.stats.goodness import goodness_of_fit
from perturb.laws.stats.ranked import ranked
from perturb.laws.stats.regular import BEYOND, CLOSE, FEWEST, MEAN, SHARED, SURE, VARIANCE, regular
from perturb.laws.stats.slips import ENOUGH, LEAST, MOST, SIMPLE, fit, likelihood, scaled, simple, thinned
from tests.laws.stats.plain_distributions import Logistic, Uniform


def test_a_computed_zero_is_the_atom_at_zero():
    """Eigenvalues 0 come out of LAPACK as 1e-16, of either sign."""
    rng = np.random.default_rng(12)
    dist = marchenko_pastur(2.0)
    sample = dist.rvs(4_000, rng)
    rounded = np.where(sample == 0, rng.normal(0, 1e-16, sample.shape), sample)
    assert goodness_of_fit(rounded, dist, 1e-6).verdict == "not refuted"
    assert goodness_of_fit(np.where(sample == 0, 1e-3, sample), dist, 1e-6).verdict == "refuted"


def test_too_few_draws_decide_nothing():
    """Thirteen normal draws: the band allows every distance from Tracy-Widom."""
    found = goodness_of_fit(np.random.default_rng(13).standard_normal(13), tracy_widom(1), 1e-6)
    assert found.verdict == "unresolved"
    assert found.interval == (0.0, 1.0)
    assert found.refutable == pytest.approx(dkw_radius(13, 5e-7))
    assert (
        goodness_of_fit(np.full(7, 20.0) + np.arange(7), semicircle(), 1e-6, tolerance=0.9).verdict
        == "unresolved"
    )


def test_what_no_draw_can_be_is_refuted_by_a_few():
    assert goodness_of_fit(np.full(7, 20.0) + np.arange(7), semicircle(), 1e-6).verdict == "refuted"


def test_the_smallest_distance_that_could_have_been_refuted():
    """A sample just so far off is refuted, one a little nearer is not."""
    x = (np.arange(1_000) + 0.5) / 1_000
    least = goodness_of_fit(x, Uniform(), 1e-6).refutable
    for off, verdict in ((least + 0.001, "refuted"), (least - 0.001, "not refuted")):
        middle = np.where(np.abs(x - 0.5) < off, 0.5, x)
        assert goodness_of_fit(middle, Uniform(), 1e-6).verdict == verdict


def test_contamination_in_the_tails():
    """A tenth of N(0, 16) among 3,000 draws of the largest eigenvalue at n = 50: only the tails tell."""
    rng, dist = np.random.default_rng(14), goe_largest_distribution(50)
    right = dist.rvs(3_000, rng)
    wrong = np.where(rng.random(3_000) < 0.1, 4 * rng.standard_normal(3_000), right)
    found = goodness_of_fit(wrong, dist, 1e-6)
    assert found.interval[0] == 0
    assert not found.moved
    assert (found.strayed, found.verdict) == (True, "refuted")
    assert goodness_of_fit(right, dist, 1e-6).verdict == "not refuted"


def test_the_order_statistics_keep_their_alpha():
    rng = np.random.default_rng(15)
    for draws in (1, 7, 60):
        strayed = sum(goodness_of_fit(rng.random(draws), Uniform(), 0.8).strayed for _ in range(1_500))
        assert strayed <= binom.isf(1e-9, 1_500, 0.2)
    assert strayed > 0


def test_tolerance():
    sample = (np.arange(20_000) + 0.5) / 20_000
    radius = dkw_radius(20_000, 1e-6)
    assert goodness_of_fit(sample, Uniform(), 1e-6, radius + 0.001).verdict == "certified"
    assert goodness_of_fit(sample, Uniform(), 1e-6, radius - 0.001).verdict == "unresolved"
    assert goodness_of_fit(sample**2, Uniform(), 1e-6, 0.2).verdict == "refuted"
    assert goodness_of_fit(sample**2, Uniform(), 1e-6, 0.28).verdict == "certified"


def test_one_value_that_no_sample_has():
    """P(largest > 14) is 1e-20 at n = 20: one such value among 200 is refuted."""
    exact = goe_largest_distribution(20)
    sample = exact.rvs(200, np.random.default_rng(1))
    assert goodness_of_fit(sample, exact, 1e-6).verdict == "not refuted"
    found = goodness_of_fit(np.append(sample, 14.0), exact, 1e-6)
    assert (found.verdict, found.strayed) == ("refuted", True)
    # Beyond n = 400 only a distance to the limit is known, which says nothing of tails.
    assert largest(1, 10_000).tail_error == inf


def test_a_value_at_the_end_of_the_support_may_be_one_inside():
    """A smallest eigenvalue comes out of LAPACK as 0 or -1e-17; no draw is so far off by itself."""
    right = marchenko_pastur(1).rvs(400, np.random.default_rng(16))
    for rounded, verdict in ((0.0, "not refuted"), (-1e-17, "not refuted"), (-1e-9, "refuted")):
        found = goodness_of_fit(np.append(right, rounded), marchenko_pastur(1), 1e-6)
        assert (found.verdict, found.excluding) == (verdict, ("order statistics",) * (verdict == "refuted"))


# Values that are too regular to be independent draws.


RNG = np.random.default_rng


def wishart(seed, n=300, m=600):
    X = RNG(seed).standard_normal((n, m))
    return np.linalg.eigvalsh(X @ X.T / m)


def test_spectra_are_found_out() -> None:
    """A true 300 x 600 Wishart matrix was refuted as a sample of independent draws for 16 of 40 seeds."""
    for seed in range(40):
        assert "neighbouring gaps are alike" in regular(wishart(seed))
        assert regular(wishart(seed), tracy_widom(1))  # whatever it is held against


def test_small_spectra_keep_close_to_their_limit() -> None:
    found = [bool(regular(wishart(seed, 100, 200), marchenko_pastur(0.5))) for seed in range(40)]
    assert sum(found) >= 38
    x = (np.arange(40) + RNG(0).random(40)) / 40
    assert "keep closer" in regular(semicircle().ppf(np.sort(x)), semicircle()) or regular(x)


def test_moduli_in_pairs() -> None:
    values = np.abs(np.linalg.eigvals(RNG(1).standard_normal((100, 100)))) / 10
    assert "equal pairs" in regular(values, circular_law_radius())


@pytest.mark.parametrize("m", [10, 30, 300])
def test_independent_draws_are_hardly_ever_taken_for_a_spectrum(m) -> None:
    """At most 2 of 2,000, of each distribution: more than 5 of 6,000 have a chance of 1e-6 at `SURE`."""
    laws = (marchenko_pastur(0.5), semicircle(), tracy_widom(1))
    found = sum(bool(regular(law.rvs(m, RNG([2, k])), law)) for k in range(667) for law in laws)
    assert found <= 2
    heavy = sum(bool(regular(RNG([3, k]).standard_cauchy(m))) for k in range(667))
    assert heavy <= 1


def test_rounded_draws_are_no_spectrum() -> None:
    """Values on a grid, of all widths: equal gaps are no repulsion where there are equal values, too."""
    for digits in range(5):
        for seed in range(40):
            assert not regular(RNG([4, seed]).normal(size=400).round(digits)), (digits, seed)


LATTICES = {
    "15 numbers": lambda rng, m: rng.integers(0, 15, m),
    "100 numbers": lambda rng, m: rng.integers(0, 100, m),
    "counts": lambda rng, m: rng.poisson(30, m),
    "of fifty": lambda rng, m: rng.binomial(50, 0.5, m),
    "one digit": lambda rng, m: rng.normal(size=m).round(1),
}


@pytest.mark.parametrize("name", LATTICES)
def test_a_dozen_draws_on_a_grid_are_no_spectrum(name) -> None:
    """Up to 5 of 2,000 had gaps that were alike: most of them one or two steps."""
    for m in (11, 12, 15):
        assert sum(bool(regular(LATTICES[name](RNG([9, m, k]), m))) for k in range(2000)) <= 1


def test_a_dozen_eigenvalues_are_found_out_as_before() -> None:
    """To three digits, too: those are a grid that is finer than their gaps."""
    for n, least in ((11, 0), (20, 1), (30, 8)):
        exact = [wishart([10, seed], n, 2 * n) for seed in range(400)]
        found = [sum(bool(regular(x.round(digits))) for x in exact) for digits in (15, 3)]
        assert least <= found[0]
        assert abs(found[0] - found[1]) <= 2


def test_few_rounded_draws_are_no_pairs() -> None:
    """Of ten whole numbers below ten one in four had pairs and no more; moduli of six digits have pairs."""
    draws = (RNG([7, seed]).integers(0, 10, 10) for seed in range(400))
    assert sum("pairs" in regular(x) for x in draws) == 0
    matrices = (RNG([8, seed]).standard_normal((40, 40)) / 40**0.5 for seed in range(20))
    assert all("pairs" in regular(np.abs(np.linalg.eigvals(A)).round(6)) for A in matrices)


def test_the_zeros_of_rank_deficient_matrices_do_not_hide_the_rest() -> None:
    values = wishart(5, 600, 300)
    for zeros in (values, np.where(values < 1e-12, 0.0, values)):
        assert "alike" in regular(zeros, marchenko_pastur(2.0))


def test_constants() -> None:
    """The mean and variance of min/max of exponential variables, and the covariance of two that share one."""
    g = RNG(6).exponential(size=(10**6, 3))
    r = np.minimum(g[:, 1:], g[:, :-1]) / np.maximum(g[:, 1:], g[:, :-1])
    assert r.mean() == pytest.approx(MEAN, abs=2e-3)
    assert np.cov(r.T) == pytest.approx(np.array([[VARIANCE, SHARED], [SHARED, VARIANCE]]), abs=1e-3)
    sizes = [FEWEST, 12, 20, 100, 10**4, 10**6]
    close = [kstwo.cdf(CLOSE / (m**0.5 + 0.12 + 0.11 / m**0.5), m) for m in sizes]
    assert max(close) + 2 * norm.sf(BEYOND) < SURE
    assert regular(np.arange(9.0)) == ""


# Which known distributions fit: all draws decide, and no draw outvotes the others.


def test_nine_thousand_bad_values_of_a_million_are_found():
    """Without a distribution 100,000 draws were looked at, "1,000,000 draws" printed, and they passed."""
    draws = semicircle().rvs(10**6, np.random.default_rng(1))
    found = law(draws)
    assert (found.verdict, found.found[0].judged.draws) == ("not refuted", 10**6)
    assert found.found[0].judged.observed == goodness_of_fit(draws, semicircle(), 1e-6).observed
    draws[:9_000] = 0.0
    assert law(draws, "semicircle").verdict == "refuted"
    assert law(draws).verdict == "refuted"


def test_all_draws_that_are_printed_decide():
    draws = semicircle().rvs(2_000, np.random.default_rng(2))
    found = law(draws)
    assert found.found[0].judged.draws == found.draws == 2_000


@pytest.mark.parametrize("zero", [0.0, -1e-17])
def test_a_zero_does_not_rank_the_worst_first(zero, tmp_path):
    """Where a density has a pole a single 0 made the likelihood infinite: printed as Infinity, no JSON."""
    pole = marchenko_pastur(1)
    draws = np.append(pole.rvs(400, np.random.default_rng(3)), zero)
    plain, with_zero = ranked(draws[:-1], 1e-6), ranked(draws, 1e-6)
    assert with_zero[0].distribution.name == plain[0].distribution.name == pole.name
    assert all(np.isfinite(one.likelihood) for one in with_zero)
    np.save(tmp_path / "draws.npy", draws)

    def refuse(word):
        raise AssertionError(word)

    told = CliRunner().invoke(command, [str(tmp_path / "draws.npy"), "--json"])
    assert json.loads(told.output, parse_constant=refuse)["found"][0]["distribution"] == pole.name


def test_one_draw_does_not_outvote_all_others():
    x = np.linspace(0.5, 2.5, 99)
    plain = likelihood(x, marchenko_pastur(1), None)
    assert likelihood(np.append(x, 0.0), marchenko_pastur(1), None) < plain + (MOST + 2) / 100
    assert likelihood(np.append(x, 9.0), marchenko_pastur(1), None) > plain + (LEAST - 2) / 100
    assert np.isfinite(likelihood(np.zeros(3), marchenko_pastur(1), None))


def test_an_atom_counts_by_its_mass():
    draws = marchenko_pastur(2.0).rvs(4_000, np.random.default_rng(4))
    right, wrong = (likelihood(draws, marchenko_pastur(c), None) for c in (2.0, 2.5))
    assert right > wrong > -5


def test_a_fitted_parameter_costs():
    draws = semicircle().rvs(1_000, np.random.default_rng(5))
    cost = likelihood(draws, semicircle(), None) - likelihood(draws, semicircle(), None, 2)
    assert cost == pytest.approx(np.log(1_000) / 1_000)


def test_a_fit_to_order_statistics():
    x = np.random.default_rng(6).permutation(3 * ENOUGH) * 1.0
    kept = thinned(x)
    assert (len(kept), kept[0], kept[-1]) == (ENOUGH, 0.0, 3 * ENOUGH - 1.0)
    assert np.array_equal(thinned(x[:50]), np.sort(x[:50]))


# Shift and scale found again.


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
