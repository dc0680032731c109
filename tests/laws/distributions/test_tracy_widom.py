"""Tracy-Widom: published numbers, matrices; the tables against determinants in balls and expansions."""

from __future__ import annotations

import json
from pathlib import Path

import numpy as np
import pytest
from flint import arb, ctx
from mpmath import mp, mpf
from scipy.linalg import eigvalsh_tridiagonal

from perturb.laws.distributions import ScaledDistribution, tracy_widom
from perturb.laws.distributions.tracy_widom import CONVENTIONS, edge
from tools.tracy_widom import cells, expansions
from tools.tracy_widom.determinants import Plan, determinants, plan

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


# The tables of the Tracy-Widom distributions against determinants in balls, Painleve II and expansions.


# In the scale of the determinants.
PLAIN = {1: tracy_widom(1), 2: tracy_widom(2), 4: tracy_widom(4, convention="goe")}


def reference(beta):
    """x, and log cdf, log sf, log pdf by determinants whose quadrature the tables do not share."""
    rows = json.loads((Path(__file__).parent / "tracy_widom_reference.json").read_text())
    mine = [row for row in rows if row["beta"] == beta]
    with mp.workdps(40):
        logs = {key: [mpf(row[key]) for row in mine] for key in ("logcdf", "logsf", "logpdf")}
    return np.array([row["x"] for row in mine]), logs


def gaps(values, exact):
    """Differences formed in 40 digits, so that the rounding of the reference does not hide any."""
    with mp.workdps(40):
        return np.array([float(mpf(float(v)) - e) for v, e in zip(values, exact, strict=True)])


@pytest.mark.parametrize("beta", [1, 2, 4])
def test_cdf_error_holds_against_independent_determinants(beta):
    x, logs = reference(beta)
    with mp.workdps(40):
        cdf, sf = [mp.exp(v) for v in logs["logcdf"]], [mp.exp(v) for v in logs["logsf"]]
    dist = PLAIN[beta]
    assert np.abs(gaps(dist.cdf(x), cdf)).max() <= dist.cdf_error / 2
    assert np.abs(gaps(dist.sf(x), sf)).max() <= dist.cdf_error / 2


@pytest.mark.parametrize("beta", [1, 2, 4])
@pytest.mark.parametrize("key", ["logcdf", "logsf", "logpdf"])
def test_tails_hold_relatively_against_independent_determinants(beta, key):
    x, logs = reference(beta)
    values = getattr(PLAIN[beta], key)(x)
    assert (np.abs(gaps(values, logs[key])) <= 3e-13).all()
    plain = getattr(PLAIN[beta], key[3:])(x)  # the relative error is the error of the logarithm
    kept = plain > 1e-290
    with mp.workdps(40):
        relative = [float(mpf(float(p)) / mp.exp(e) - 1) for p, e in zip(plain, logs[key], strict=True)]
    assert kept.sum() > 35
    assert (np.abs(np.array(relative)[kept]) <= 5e-13).all()


def test_a_stored_cell_is_what_the_determinants_give():
    """One half unit of the tables, computed again from the beginning."""
    with ctx.workprec(cells.BITS):
        again = cells.narrow(
            cells.logarithms(cells.distribution_values(1)[2], upper=True), cells.refinement()
        )
    table = edge(2).right.table
    start = cells.NARROW_IN_WIDE - table.first
    assert np.array_equal(table.rows[start : start + cells.NARROW_IN_WIDE], np.array(again))


def test_the_second_quadrature_is_another_one():
    for s in (-17.0, -3.0, 0.0, 12.0):
        ours, other = plan(s), plan(s, other=True)
        assert ours.nodes < other.nodes
        assert ours.cut < other.cut
        assert ours.bits < other.bits


def test_the_tables_obey_painleve_two():
    """q = (2 log F_1 - log F_2)' and (log F_2)'' = -q^2; G = (F_1 + F_2 / F_1) / 2 (Tracy and Widom)."""
    x, w = np.polynomial.legendre.leggauss(40)
    F1, F2 = edge(1).left, edge(2).left
    for a, b in ((-17.0, -14.0), (-9.0, -7.0), (-4.5, -3.0)):
        s = (b - a) / 2 * (x + 1) + a
        q = 2 * F1.slope(s) - F2.slope(s)
        ends = F2.slope(np.array([a, b]))
        assert ends[0] - ends[1] == pytest.approx((b - a) / 2 * (w @ q**2), rel=1e-12)
        ratio = np.logaddexp(F1.value(s), F2.value(s) - F1.value(s)) - np.log(2)
        assert edge(4).left.value(s) == pytest.approx(ratio, rel=1e-14)


def test_left_constant():
    """log F_2 = -|s|^3 / 12 - log|s| / 8 + log 2 / 24 + zeta'(-1) + 3 / (64 |s|^3) + O(s^-6)."""
    s = np.array([-15.0, -19.0, -40.0])
    y, zeta = np.abs(s), -0.16542114370045092
    lead = -(y**3) / 12 - np.log(y) / 8 + np.log(2) / 24 + zeta + 3 / (64 * y**3)
    assert (np.abs(tracy_widom(2).logcdf(s) - lead) < 1 / y**6 + 1e-15 * y**3).all()


@pytest.mark.parametrize("s", [12.0, 19.0, 25.0, 60.0])
def test_right_tail_is_the_first_trace(s):
    """1 - F_1 ~ int_s^inf Ai / 2 and 1 - F_2 ~ tr K with K the Airy kernel on (s, inf)."""
    with mp.workdps(400):
        first = mp.log(mp.airyai(s, derivative=-1) * -1 / 2 + mpf(1) / 6)
        ai, slope = mp.airyai(s), mp.airyai(s, derivative=1)
        trace = (2 * s**2 * ai**2 - 2 * s * slope**2 - ai * slope) / 3
        assert float(tracy_widom(1).logsf(s) - first) == pytest.approx(0, abs=3e-13)
        assert float(tracy_widom(2).logsf(s) - mp.log(trace)) == pytest.approx(0, abs=3e-13)


@pytest.mark.parametrize("beta", [1, 2, 4])
def test_expansions_continue_the_tables(beta):
    for tail in (edge(beta).left, edge(beta).right):
        end = tail.table.low if tail.left else tail.table.high
        both = np.nextafter(end, [-np.inf, np.inf])
        expected = np.diff(both) * tail.slope(both)[0]
        assert np.diff(tail.value(both)) == pytest.approx(expected, abs=2e-13)
        assert np.diff(tail.slope(both)) == pytest.approx(0, abs=1e-12)


def test_expansions_start_as_published():
    """Baik, Buckingham, DiFranco, Commun. Math. Phys. 280, 463 (2008): F_2 and F_1 at minus infinity."""
    with mp.workdps(30):
        assert float(expansions.left(2)[5]) == 3 / 64
        assert expansions.left(1)[4] == pytest.approx(-1 / (24 * 2**0.5), rel=1e-15)
        assert float(expansions.left(1)[3]) == pytest.approx(
            -11 / 48 * np.log(2) - 0.16542114370045092 / 2, rel=1e-14
        )


@pytest.mark.parametrize("beta", [1, 2, 4])
def test_fast_tables_agree_with_the_tails_they_come_from(beta):
    fast = edge(beta).central
    s = np.random.default_rng(5).uniform(fast.low, fast.high, 100_000)
    assert np.abs(fast(s) - edge(beta).cdf(s)).max() <= 4e-16
    assert edge(beta).cdf(np.array([fast.low]))[0] < 0.001
    assert edge(beta).sf(np.array([fast.high]))[0] < 0.001


def test_a_wrong_table_is_seen():
    """The comparison with the reference can fail: a table off by 1e-12 in one coefficient shows."""
    x, logs = reference(2)
    table = edge(2).left.table
    rows = table.rows.copy()
    rows[:, 2] += 1e-12
    broken = type(table)(table.first, table.per_unit, rows)
    inside = (x >= table.low) & (x < table.high)
    exact = [e for e, keep in zip(logs["logcdf"], inside, strict=True) if keep]
    assert np.abs(gaps(broken(x[inside]), exact)).max() > 2e-13
    assert np.abs(gaps(table(x[inside]), exact)).max() < 2e-13


def test_quadrature_of_too_few_nodes_is_seen():
    coarse = determinants(arb(-3), Plan(14, 24, 100))[0]
    fine = determinants(arb(-3), plan(-3.0))[0]
    assert abs(float(coarse) - float(fine)) > 1e-6
