"""Tracy-Widom distributions against published numbers, random matrices and themselves."""

from __future__ import annotations

import numpy as np
import pytest
from scipy.linalg import eigvalsh_tridiagonal

from perturb.laws.distributions import ScaledDistribution, tracy_widom
from perturb.laws.distributions.tracy_widom import CONVENTIONS

G = tracy_widom(4, convention="goe")
DISTRIBUTIONS = [tracy_widom(1), tracy_widom(2), *(tracy_widom(4, convention=c) for c in CONVENTIONS)]
every_law = pytest.mark.parametrize("dist", DISTRIBUTIONS, ids=lambda dist: dist.name)

# Mean, variance, skewness, excess kurtosis: Bornemann, Markov Processes Relat. Fields 16 (2010), Table 10.
PUBLISHED = {
    1: (-1.2065335745820, 1.607781034581, 0.29346452408, 0.1652429384),
    2: (-1.771086807411, 0.8131947928329, 0.224084203610, 0.0934480876),
    4: (-2.306884893241, 0.5177237207726, 0.16550949435, 0.0491951565),
}


@pytest.mark.parametrize("beta", [1, 2, 4])
def test_published_moments(beta):
    dist = tracy_widom(beta, convention="tracy-widom" if beta == 4 else None)
    ours = dist.mean(), dist.var(), dist.skewness(), dist.kurtosis()
    assert ours[:2] == pytest.approx(PUBLISHED[beta][:2], abs=2e-12)
    assert ours[2:] == pytest.approx(PUBLISHED[beta][2:], abs=2e-10)


@every_law
def test_moments_belong_to_the_pdf(dist):
    assert dist.moment(0) == pytest.approx(1, abs=1e-13)
    assert dist.moment(1) == pytest.approx(dist.mean(), abs=1e-12)
    assert dist.moment(2) - dist.mean() ** 2 == pytest.approx(dist.var(), abs=1e-12)


def test_a_published_value():
    """F_2(-2): Bornemann, Math. Comp. 79, 871 (2010), section 1."""
    assert tracy_widom(2).cdf(-2.0) == pytest.approx(0.413224142505, abs=1e-12)


def test_the_three_conventions_of_beta_four():
    means = {"goe": -3.26242790, "tracy-widom": -2.30688489, "stochastic-airy": -2.05520079}
    for name, mean in means.items():
        dist, factor = tracy_widom(4, convention=name), CONVENTIONS[name]
        assert dist.mean() == pytest.approx(mean, abs=1e-8)
        assert dist.ppf(0.3) == pytest.approx(factor * G.ppf(0.3), rel=1e-15)
        x = np.linspace(-6, 1, 50)
        assert dist.cdf(x) == pytest.approx(G.cdf(x / factor), abs=1e-15)
        assert dist.pdf(x) * factor == pytest.approx(G.pdf(x / factor), rel=1e-13)
        assert dist.logpdf(x) + np.log(factor) == pytest.approx(G.logpdf(x / factor), rel=1e-13, abs=1e-14)


def hermite(beta, n, which, draws, rng):
    """Eigenvalue number `which` (0 the largest), centred and scaled, of the tridiagonal beta-Hermite model.

    I. Dumitriu and A. Edelman, J. Math. Phys. 43, 5830 (2002), for the density exp(-beta sum l_i^2 / 4).
    """
    found = []
    for _ in range(draws):
        diagonal = np.sqrt(2 / beta) * rng.standard_normal(n)
        beside = np.sqrt(rng.chisquare(beta * np.arange(n - 1, 0, -1)) / beta)
        k = n - 1 - which
        found.append(eigvalsh_tridiagonal(diagonal, beside, select="i", select_range=(k, k))[0])
    return n ** (1 / 6) * (np.array(found) - 2 * np.sqrt(n))


@pytest.mark.parametrize(
    ("convention", "beta", "which", "within"), [("stochastic-airy", 4, 0, 0.125), ("goe", 1, 1, 0.3)]
)
def test_conventions_against_matrices(convention, beta, which, within):
    """The next convention is 2 and 3 times `within` away; six standard errors and the bias are below it."""
    dist, rng = tracy_widom(4, convention=convention), np.random.default_rng(4)
    drawn = hermite(beta, 200, which, 2500, rng)
    assert drawn.mean() == pytest.approx(dist.mean(), abs=within)
    assert drawn.std() == pytest.approx(dist.std(), rel=0.12)


@every_law
def test_shape_of_a_distribution(dist):
    x = np.linspace(-60, 120, 100_001)
    F, S = dist.cdf(x), dist.sf(x)
    assert (np.diff(F) >= 0).all()
    assert (np.diff(S) <= 0).all()
    assert (F[0], F[-1]) == (0, 1)
    assert (S[0], S[-1]) == (1, 0)
    assert np.abs(F + S - 1).max() <= dist.cdf_error
    assert (dist.pdf(x) >= 0).all()
    assert dist.cdf(x[:100_000].reshape(50, 20, -1)).shape == (50, 20, 100)


@every_law
def test_quantiles_down_to_the_smallest_levels(dist):
    q = np.concatenate([10.0 ** -np.linspace(0, 290, 20_001)[1:], [2.0**-10, 0.5, np.nextafter(0.5, 0)]])
    assert dist.cdf(dist.ppf(q)) == pytest.approx(q, rel=1e-12)
    assert dist.sf(dist.isf(q)) == pytest.approx(q, rel=1e-12)
    upper = 1 - q[q < 0.5]
    assert dist.sf(dist.ppf(upper)) == pytest.approx(1 - upper, rel=1e-12)
    assert dist.cdf(dist.isf(upper)) == pytest.approx(1 - upper, rel=1e-12)


@every_law
def test_round_trip(dist):
    x = dist.ppf(np.random.default_rng(6).random(100_000))
    good = dist.cdf(x) < 0.99  # beyond, the cdf in double precision does not hold so many digits of x
    assert np.abs(dist.ppf(dist.cdf(x)) - x)[good].max() < 1e-12
    assert np.abs(dist.isf(dist.sf(x)) - x)[dist.sf(x) < 0.99].max() < 1e-12
    assert (np.diff(dist.ppf(np.linspace(0, 1, 100_001)[1:-1])) > 0).all()


@every_law
def test_ends(dist):
    assert dist.ppf([0, 1, -0.1, 1.1, np.nan]).tolist()[:2] == [-np.inf, np.inf]
    assert np.isnan(dist.ppf([-0.1, 1.1, np.nan])).all()
    assert dist.isf([0.0, 1.0]).tolist() == [np.inf, -np.inf]
    assert np.isfinite(dist.ppf([5e-324, 1 - 2.0**-53])).all()
    assert np.isfinite(dist.isf([5e-324, 1 - 2.0**-53])).all()
    assert dist.cdf([-np.inf, -1e308, 1e308, np.inf]).tolist() == [0, 0, 1, 1]
    assert dist.sf([-np.inf, -1e308, 1e308, np.inf]).tolist() == [1, 1, 0, 0]
    assert dist.pdf([-np.inf, -1e308, -1e3, 1e3, 1e308, np.inf]).tolist() == [0] * 6
    assert (dist.logpdf([-1e308, -1e150, 1e308]) < -1e300).all()
    rate = 12 if dist.beta == 2 else 24  # log F ~ -|s|^3 / rate
    far = np.array([-1e5, -1e7])
    assert dist.logcdf(far) == pytest.approx((far / dist._factor) ** 3 / rate, rel=1e-6)


@every_law
def test_kinds_of_input(dist):
    assert np.isnan(dist.cdf([np.nan, 0.0])).tolist() == [True, False]
    assert np.isnan(dist.pdf(np.nan))
    assert dist.cdf(-2) == dist.cdf(-2.0)
    assert dist.cdf(np.array([-2, 0])).dtype == np.float64
    assert dist.cdf(np.float32(-2)).dtype == np.float32
    assert dist.ppf(np.array([0.5], dtype=np.float32)).dtype == np.float32
    assert dist.cdf([]).shape == (0,)
    with pytest.raises(TypeError, match="complex"):
        dist.cdf(1j)


def test_names():
    assert [tracy_widom(1).name, tracy_widom(2).name, G.name] == ["TW_1", "TW_2", "TW_4 (goe)"]
    assert tracy_widom() == tracy_widom(1)
    assert tracy_widom(1).latex == r"\mathrm{TW}_1"


def test_scaled_law():
    dist = ScaledDistribution(tracy_widom(1), 2.0, "2 TW_1", r"2\,\mathrm{TW}_1")
    assert dist.cdf(-3.0) == tracy_widom(1).cdf(-1.5)
    assert dist.pdf(-3.0) == tracy_widom(1).pdf(-1.5) / 2
    assert dist.mean() == 2 * tracy_widom(1).mean()


@pytest.mark.parametrize("beta", [0, 3, 5, -1])
def test_unknown_beta(beta):
    with pytest.raises(ValueError, match=f"got {beta}"):
        tracy_widom(beta)


def test_beta_four_needs_its_convention_and_no_other_takes_one():
    with pytest.raises(
        ValueError, match=r"needs a convention \(goe, tracy-widom, stochastic-airy\), got None"
    ):
        tracy_widom(4)
    with pytest.raises(ValueError, match="got 'mehta'"):
        tracy_widom(4, convention="mehta")
    with pytest.raises(ValueError, match="only beta = 4"):
        tracy_widom(2, convention="goe")


@pytest.mark.parametrize("factor", [0.0, -1.0, np.inf, np.nan])
def test_bad_factor(factor):
    with pytest.raises(ValueError, match="positive"):
        ScaledDistribution(tracy_widom(1), factor, "", "")
