"""Laws with atoms: a value with an error may be on an atom or not, and either way nothing false is said."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest

from perturb import paper
from perturb.enclosure import Verdict, compare
from perturb.laws.distributions import marchenko_pastur
from perturb.laws.stats.account import Ledger
from perturb.laws.stats.bands import sup_distance
from perturb.laws.stats.compare import distance, sup_bracket
from perturb.laws.stats.enclose import threshold
from perturb.laws.stats.goodness import goodness_of_fit
from perturb.laws.stats.sequential import Looks
from perturb.montecarlo import Bins, Experiment, run
from perturb.montecarlo.judge import judge_panels
from perturb.results.chance import examine_law
from perturb.statements.chance import limit_law
from perturb.statements.paper import Outcome
from tests.laws.stats.plain_distributions import Coin

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
    assert panel(covariance, LIMIT, Bins(0, 8, 16)) is Verdict.UNDECIDED
    assert panel(covariance, LIMIT, Bins(-0.5, 7.5, 16)) is Verdict.UNDECIDED
    assert panel(shifted, LIMIT, Bins(-0.5, 7.5, 16)) is Verdict.VIOLATED


def test_a_discrete_law_holds_its_own_sample():
    sample = flips(0, 4_000, np.random.default_rng(1))
    assert float(distance(sample, Bernoulli(), ALPHA).hi) < 0.1
    assert goodness_of_fit(sample, Bernoulli(), ALPHA).verdict == "not refuted"
    assert goodness_of_fit(np.r_[sample, np.ones(2_000)], Bernoulli(), ALPHA).verdict == "refuted"
    assert judged(law_of(flips, Bernoulli())) is Outcome.CONSISTENT
    for lo in (0.0, -0.5):  # where in its bin a value lies is not counted
        assert panel(flips, Bernoulli(), Bins(lo, 1.5, 4)) is Verdict.UNDECIDED
        assert panel(ones, Bernoulli(), Bins(lo, 1.5, 4)) is Verdict.VIOLATED


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
    rng, bins = np.random.default_rng(4), Bins(0.0, 8.0, 16)
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
