"""Values that are too regular to be independent draws."""

from __future__ import annotations

import numpy as np
import pytest
from scipy.stats import kstwo, norm

from perturb.laws.distributions import circular_law_radius, marchenko_pastur, semicircle, tracy_widom
from perturb.laws.stats.regular import BEYOND, CLOSE, FEWEST, MEAN, SHARED, SURE, VARIANCE, regular

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
