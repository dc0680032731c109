"""The sup distance as an enclosure: coverage, ties, errors; bins against sorting; laws with atoms."""

from __future__ import annotations

from dataclasses import replace
from fractions import Fraction
from types import SimpleNamespace

import numpy as np
import pytest
from flint import fmpq
from scipy.stats import binom, norm

from perturb import paper
from perturb.enclosure import Rigour, Verdict, compare
from perturb.laws.distributions import marchenko_pastur, tracy_widom
from perturb.laws.stats.account import Ledger, Looks
from perturb.laws.stats.bands import dkw_radius, sup_distance
from perturb.laws.stats.bins import FINE, Bins, Probability
from perturb.laws.stats.compare import distance, sup_bracket
from perturb.laws.stats.goodness import goodness_of_fit
from perturb.laws.stats.means import WHOLE, both, confidence, threshold
from perturb.montecarlo import Bins as Bins_atoms
from perturb.montecarlo import Experiment, run
from perturb.montecarlo.result import judge_panels
from perturb.montecarlo.tally import Tally, pack, summarise, unpack
from perturb.results.chance import examine_law
from perturb.statements.chance import limit_law
from perturb.statements.paper import Outcome
from tests.laws.stats.plain_distributions import Coin, Uniform


def test_the_band_covers():
    """True distance 0: outside in at most a fifth of 4,000 samples of 50, up to a deviation of 1e-9."""
    rng = np.random.default_rng(1)
    missed = sum(distance(rng.random(50), Uniform(), 0.2).lo > 0 for _ in range(4_000))
    assert 0 < missed <= binom.isf(1e-9, 4_000, 0.2)


def test_the_band_covers_a_distance_that_is_not_zero():
    """Draws of U^2 against U: sup (sqrt(x) - x) = 1/4."""
    rng = np.random.default_rng(2)
    found = [distance(rng.random(200) ** 2, Uniform(), 1e-9) for _ in range(50)]
    assert all(e.lo <= fmpq(1, 4) <= e.hi for e in found)
    assert all(e.alpha == 1e-9 and e.rigour is Rigour.CONFIDENCE and "DKW-Massart" in e.trusts for e in found)


def test_closeness_and_distance_are_certified():
    sample = np.random.default_rng(3).random(100_000)
    close = distance(sample, Uniform(), 1e-9)
    assert compare(close, "<=", threshold(0.02)) is Verdict.HOLDS
    far = distance(sample**2, Uniform(), 1e-9)
    assert compare(far, "<=", threshold(0.2)) is Verdict.VIOLATED


def test_the_error_of_the_cdf_widens_both_ends():
    sample = np.linspace(0, 0.5, 2_001)
    exact, rough = distance(sample, Uniform(), 0.01), distance(sample, Uniform(0.1), 0.01)
    assert float(exact.lo - rough.lo) == pytest.approx(0.1)
    assert float(rough.hi - exact.hi) == pytest.approx(0.1)


def test_values_with_an_error():
    """Whatever the exact values are, their distance lies between the two that are computed."""
    rng = np.random.default_rng(4)
    exact = rng.random(300)
    for error in (1e-3, 0.05):
        seen = exact + rng.uniform(-error, error, 300)
        low, high = (sup_distance(seen, Uniform().cdf, None, sign * error) for sign in (-1, 1))
        assert low <= sup_distance(exact, Uniform().cdf) <= high
        wide, slim = distance(seen, Uniform(), 0.01, value_error=error), distance(seen, Uniform(), 0.01)
        assert wide.lo <= slim.lo
        assert slim.hi < wide.hi


def test_atoms_on_both_sides():
    """A fair sample of the coin has distance 0, one of zeros alone 1/2."""
    fair, zeros = np.array([0.0, 1.0] * 500), np.zeros(1_000)
    radius = dkw_radius(1_000, 0.01)
    assert float(distance(fair, Coin(), 0.01).hi) == pytest.approx(radius)
    assert float(distance(zeros, Coin(), 0.01).lo) == pytest.approx(0.5 - radius)
    assert float(distance(fair, Uniform(), 0.01).hi) == pytest.approx(0.5 + radius)


def test_nan_is_no_information():
    e = distance(np.array([0.5, np.nan]), Uniform(), 0.01)
    assert (e.lo, e.hi) == (None, None)
    assert compare(e, "<=", threshold(2.0)) is Verdict.UNDECIDED


@pytest.mark.parametrize(
    ("sample", "alpha", "error"),
    [
        ([], 0.1, ValueError),
        ([[0.1]], 0.1, ValueError),
        ([0.1], 0.0, ValueError),
        ([0.1], 1.0, ValueError),
        ([1j], 0.1, TypeError),
        (["a"], 0.1, TypeError),
    ],
)
def test_bad_input(sample, alpha, error):
    with pytest.raises(error, match=r"sample|alpha"):
        distance(sample, Uniform(), alpha)


def test_ends_are_rounded_outwards_and_cut():
    e = confidence(0.1, 0.3, 1e-3, within=(0.0, 0.3))
    assert e.lo < fmpq(*(0.1).as_integer_ratio())
    assert e.hi == fmpq(*(0.3).as_integer_ratio())
    assert confidence(0.1, np.nan, 1e-3).lo is None
    assert (confidence(-np.inf, np.inf, 1e-3).lo, confidence(-np.inf, np.inf, 1e-3).hi) == (None, None)


def test_intersections_add_their_alphas():
    one, two = confidence(0.1, 0.4, 1e-3), confidence(0.3, 0.6, 2e-3)
    e = both(one, two)
    assert (e.lo, e.hi) == (two.lo, one.hi)
    assert e.alpha == pytest.approx(3e-3)
    assert (both(WHOLE, one).lo, both(WHOLE, one).hi) == (one.lo, one.hi)
    apart = both(one, confidence(0.5, 0.6, 0.0))
    assert float(apart.lo) == pytest.approx(0.5)


def test_a_threshold_is_a_number():
    with pytest.raises(ValueError, match="nan"):
        threshold(float("nan"))


# Counting against sorting; brackets of distances against the exact distance; exact sums.


NORMAL = SimpleNamespace(name="normal", latex="N", cdf_error=1e-15, cdf=norm.cdf, pdf=norm.pdf)
UNEVEN = Bins(-0.3, 0.7, 7)


def rng():
    return np.random.default_rng(20261)


@pytest.mark.parametrize("bins", [Bins(-4, 4, 8), UNEVEN, Bins(1e5, 1e5 + 0.1, 3), Bins(-1e-9, 2e-9, 10**5)])
def test_the_edges_decide(bins):
    """Values on the edges and one rounding beside them fall where sorting puts them."""
    edges = bins.fine_edges()
    x = np.concatenate((edges, np.nextafter(edges, -np.inf), np.nextafter(edges, np.inf), [-1e300, 1e300]))
    expected = np.bincount(np.searchsorted(edges, x, side="right"), minlength=len(edges) + 1)
    assert (bins.binned(x) == expected).all()


@pytest.mark.parametrize("number", [1, 7, 70, 1000, 65_536, 100_000])
def test_fine_edges_hold_the_edges(number):
    bins = Bins(-8.0, 6.0, number)
    assert (bins.fine_edges()[:: bins.split()] == bins.edges()).all()
    assert number * bins.split() <= max(FINE, number)


def test_coarse_counts_are_closed_on_the_left():
    bins = Bins(-4, 4, 8)
    fine = bins.binned(np.array([-5.0, -4.0, -3.0, 3.0, 4.0]))
    assert bins.coarse(fine) == (1, 1, 0, 0, 0, 0, 0, 1)
    assert (fine[0], fine[-1]) == (1, 1)


def test_packing_keeps_counts():
    counts = UNEVEN.binned(rng().standard_normal(10_000))
    assert (unpack(pack(counts)) == counts).all()


@pytest.mark.parametrize("bins", [Bins(-5, 5, 10), Bins(-1, 0.5, 3), Bins(8, 9, 2)])
@pytest.mark.parametrize("dist", [NORMAL, tracy_widom(2)], ids=["normal", "tw2"])
@pytest.mark.parametrize("draws", [1, 2, 50, 20_000])
def test_the_bracket_holds_the_exact_distance(bins, dist, draws):
    x = rng().standard_normal(draws)
    exact = sup_distance(x, dist.cdf)
    lo, hi = sup_bracket(bins.binned(x), bins, dist)
    assert lo <= exact <= hi
    if bins.lo == -5:
        assert hi - lo <= max(2 / draws, 1e-3)


def test_the_bracket_holds_with_atoms():
    """Half of all mass is at 0, and so are all draws: the distance is 1/4 on the left, 1/4 on the right."""
    half = SimpleNamespace(
        name="h",
        latex="h",
        cdf_error=0.0,
        cdf=lambda x: np.where(x < -1, 0, np.where(x < 0, 0.25, np.where(x < 1, 0.75, 1.0))),
        cdf_left=lambda x: np.where(x <= -1, 0, np.where(x <= 0, 0.25, np.where(x <= 1, 0.75, 1.0))),
    )
    bins = Bins(-2, 2, 4)
    lo, hi = sup_bracket(bins.binned(np.zeros(9)), bins, half)
    assert lo <= 0.25 <= hi
    assert lo == pytest.approx(0.25, abs=1e-12)


def test_a_law_that_gives_nan_says_nothing():
    broken = SimpleNamespace(name="b", latex="b", cdf_error=0.0, cdf=lambda x: x * np.nan)
    assert sup_bracket(UNEVEN.binned(np.zeros(3)), UNEVEN, broken) == (0.0, 1.0)


def test_the_order_of_parts_changes_no_bit():
    chunks = [rng().standard_normal(k) * 10.0**k + 3 for k in (1, 2, 5, 9)]
    forth, back = Tally(), Tally()
    for chunk in chunks:
        forth = forth.plus(summarise("", chunk, UNEVEN))
    for chunk in reversed(chunks):
        back = back.plus(summarise("", chunk, UNEVEN))
    assert (forth.mean, forth.variance) == (back.mean, back.variance)
    everything = [Fraction(x) for chunk in chunks for x in chunk]
    mean = sum(everything) / len(everything)
    exact = sum((x - mean) ** 2 for x in everything) / (len(everything) - 1)
    assert forth.mean == pytest.approx(float(mean), rel=1e-15)
    assert forth.variance == pytest.approx(float(exact), rel=1e-14)


def test_moments_of_large_equal_values():
    """No cancellation, and no negative variance by rounding."""
    tally = Tally()
    for k in (3, 7, 5):
        tally = tally.plus(summarise("", np.full(k, 1e15 + 0.3), UNEVEN))
    assert tally.mean == 1e15 + 0.3
    assert 0 <= tally.variance < 1


def test_the_variance_of_one_draw_is_nan():
    tally = Tally()
    tally = tally.plus(summarise("", np.ones(1), UNEVEN))
    assert np.isnan(tally.variance)


def test_events_are_counted():
    assert Probability().binned(np.array([True, False, True])).tolist() == [1, 2]


# Laws with atoms: a value with an error may be on an atom or not, and either way nothing false is said.


LIMIT = marchenko_pastur(2.5)
ALPHA = 1e-6


def covariance(n, draws, rng):
    """A random eigenvalue of X X'/n as LAPACK gives it, X of shape (5n/2, n): three fifths are 0."""
    p = 5 * n // 2
    X = rng.standard_normal((draws, p, n))
    spectra = np.linalg.eigvalsh(X @ X.swapaxes(-1, -2) / n)
    return spectra[np.arange(draws), rng.integers(0, p, draws)]


def ranked(n, draws, rng):
    """The same with the zeros that the rank implies."""
    values = covariance(n, draws, rng)
    return np.where(np.abs(values) < 1e-9, 0.0, values)


class Bernoulli:
    """Half at 0, half at 1, by somebody who knows of no left limits."""

    name = latex = "Bernoulli(1/2)"
    cdf_error = 0.0

    def cdf(self, x):
        return np.where(np.asarray(x) < 0, 0.0, np.where(np.asarray(x) < 1, 0.5, 1.0))

    pdf = cdf


def flips(n, draws, rng):
    return rng.integers(0, 2, draws).astype(float)


def ones(n, draws, rng):
    return np.ones(draws)


def shifted(n, draws, rng):
    return covariance(n, draws, rng) + 1.0


def law_of(statistic, limit=LIMIT, **options):
    declare = limit_law(paper("atoms"), "a law", limit=limit, sizes=(4,), rate=lambda n: 0.2, **options)
    return declare(statistic)


def judged(statement):
    return examine_law(statement, Ledger(), Looks(500, 4_000)).outcome


def test_a_true_law_with_an_atom_is_not_refuted():
    assert judged(law_of(covariance)) is Outcome.UNRESOLVED  # float64 does not know what is 0
    assert judged(law_of(ranked)) is Outcome.CONSISTENT
    assert judged(law_of(lambda n, draws, rng: 1.5 * ranked(n, draws, rng) + 1)) is Outcome.REFUTED


def test_a_declared_error_counts():
    """Values off by 1e-4: within that error nothing is refuted, with a smaller one everything is."""
    off = law_of(lambda n, draws, rng: ranked(n, draws, rng) + 1e-4, value_error=2e-4)
    assert judged(off) is Outcome.UNRESOLVED
    assert judged(replace(off, value_error=1e-6)) is Outcome.REFUTED
    with pytest.raises(ValueError, match="value_error"):
        law_of(ranked, value_error=-1.0)


def panel(statistic, reference, bins, **options):
    plan = Experiment(
        name="test/atoms",
        title="atoms",
        source="none",
        statistic=statistic,
        symbol="x",
        sizes=(4,),
        draws=4_000,
        bins=bins,
        reference=reference,
        rate=lambda n: 0.2,
        **options,
    )
    return judge_panels(plan, run(plan))[0][0].verdict


def test_an_experiment_with_an_atom_is_not_violated():
    assert panel(covariance, LIMIT, Bins_atoms(0, 8, 16)) is Verdict.UNDECIDED
    assert panel(covariance, LIMIT, Bins_atoms(-0.5, 7.5, 16)) is Verdict.UNDECIDED
    assert panel(shifted, LIMIT, Bins_atoms(-0.5, 7.5, 16)) is Verdict.VIOLATED


def test_a_discrete_law_holds_its_own_sample():
    sample = flips(0, 4_000, np.random.default_rng(1))
    assert float(distance(sample, Bernoulli(), ALPHA).hi) < 0.1
    assert goodness_of_fit(sample, Bernoulli(), ALPHA).verdict == "not refuted"
    assert goodness_of_fit(np.r_[sample, np.ones(2_000)], Bernoulli(), ALPHA).verdict == "refuted"
    assert judged(law_of(flips, Bernoulli())) is Outcome.CONSISTENT
    for lo in (0.0, -0.5):  # where in its bin a value lies is not counted
        assert panel(flips, Bernoulli(), Bins_atoms(lo, 1.5, 4)) is Verdict.UNDECIDED
        assert panel(ones, Bernoulli(), Bins_atoms(lo, 1.5, 4)) is Verdict.VIOLATED


def test_mass_beside_an_atom_is_not_certified():
    """Three fifths of the mass at 1e-10 U: the distance is 3/5, whatever is close to 0."""
    rng = np.random.default_rng(2)
    x = LIMIT.rvs(20_000, rng)
    beside = np.where(x == 0, 1e-10 * rng.random(len(x)), x)
    assert goodness_of_fit(beside, LIMIT, ALPHA, tolerance=0.05).verdict == "refuted"
    assert goodness_of_fit(beside, LIMIT, ALPHA).verdict == "refuted"
    rounded = np.where(x == 0, 1e-16 * rng.standard_normal(len(x)), x)
    assert goodness_of_fit(rounded, LIMIT, ALPHA, tolerance=0.05).verdict == "unresolved"
    assert goodness_of_fit(rounded, LIMIT, ALPHA).verdict == "not refuted"
    assert goodness_of_fit(x, LIMIT, ALPHA, tolerance=0.05).verdict == "certified"


def test_single_precision_is_an_error_of_its_own():
    """Zeros of a float32 computation are off by 1e-7."""
    rng = np.random.default_rng(3)
    x = LIMIT.rvs(4_000, rng)
    rounded = np.where(x == 0, 1e-7 * rng.standard_normal(len(x)), x).astype(np.float32)
    assert goodness_of_fit(rounded, LIMIT, ALPHA).verdict == "not refuted"
    assert goodness_of_fit(rounded.astype(float), LIMIT, ALPHA).verdict == "refuted"
    assert goodness_of_fit(rounded.astype(float), LIMIT, ALPHA, value_error=1e-6).verdict == "not refuted"


@pytest.mark.parametrize("dist", [Coin(), LIMIT], ids=["coin", "Marchenko-Pastur"])
def test_the_bracket_holds_whatever_the_values_are(dist):
    """Values moved by at most the error: the bracket of the moved ones holds the distance of the exact."""
    rng, bins = np.random.default_rng(4), Bins_atoms(0.0, 8.0, 16)
    for error in (1e-12, 1e-4, 0.3):
        exact = LIMIT.rvs(300, rng) if dist is LIMIT else flips(0, 300, rng)
        moved = exact + error * rng.uniform(-1, 1, 300)
        lo, hi = sup_bracket(bins.binned(moved), bins, dist, error)
        assert lo <= sup_distance(exact, dist.cdf, dist.cdf_left) <= hi
    assert compare(distance(moved, dist, 0.5, value_error=error), "<=", threshold(2.0)) is Verdict.HOLDS


@pytest.mark.parametrize("infinite", [np.inf, -np.inf])
def test_an_infinite_value_does_not_make_the_others_exact(infinite):
    """One among thousands had a law with an atom refuted: zeros of LAPACK counted as beside it."""
    sample = np.r_[covariance(40, 3000, np.random.default_rng(3)), infinite]
    found = distance(sample, LIMIT, ALPHA)
    assert compare(found, "<=", threshold(0.05)) is Verdict.UNDECIDED
    assert float(found.lo) == 0
    assert compare(distance(np.full(50, infinite), LIMIT, ALPHA), "<=", threshold(0.5)) is Verdict.VIOLATED
