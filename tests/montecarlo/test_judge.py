"""Verdicts of a run: a rate, the nearer of two laws, an event; their alphas add up to that of the page."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest
from scipy.stats import norm

from perturb.enclosure import Verdict
from perturb.laws.distributions import tracy_widom
from perturb.laws.stats.account import CAMPAIGN
from perturb.laws.stats.bins import OPEN
from perturb.montecarlo import Bins, Probability, run
from perturb.montecarlo.judge import judge_panels
from perturb.pages.figures.histogram import histogram
from perturb.pages.report.simulation import simulation_page
from tests.montecarlo.plans import MANY, PLAN


class Normal:
    """N(shift, 1)"""

    cdf_error = 1e-15

    def __init__(self, shift=0.0):
        self.shift = shift
        self.name = self.latex = f"N({shift}, 1)"

    def cdf(self, x):
        return norm.cdf(x, self.shift)

    def pdf(self, x):
        return norm.pdf(x, self.shift)


ONE = replace(PLAN, sizes=(1,), draws=20_000, reference=Normal())


def verdicts(experiment):
    judged, account = judge_panels(experiment, run(experiment))
    assert account.spent == pytest.approx(CAMPAIGN)
    return {one.size.panel[:3]: one.verdict for one in judged}


@pytest.mark.parametrize(
    ("shift", "rate", "verdict"),
    [(0.0, 0.05, Verdict.HOLDS), (0.5, 0.05, Verdict.VIOLATED), (0.0, 0.001, Verdict.UNDECIDED)],
)
def test_a_rate_is_decided(shift, rate, verdict):
    plan = replace(ONE, reference=Normal(shift), rate=lambda n: rate)
    assert verdicts(plan) == {("", "", 1): verdict}
    assert f"distance at most {rate}: {verdict.value}" in simulation_page(plan, run(plan))


@pytest.mark.parametrize(
    ("near", "far", "verdict"),
    [(0, 1, Verdict.HOLDS), (1, 0, Verdict.VIOLATED), (0.1, -0.1, Verdict.UNDECIDED)],
)
def test_the_nearer_of_two_laws(near, far, verdict):
    assert verdicts(replace(ONE, reference=Normal(near), contrast=Normal(far))) == {("", "", 1): verdict}


def test_a_limit_alone_decides_nothing():
    assert verdicts(ONE) == {("", "", 1): None}
    page = simulation_page(ONE, run(ONE))
    assert "| shown only |" in page
    assert "No rate is declared" in page


@pytest.mark.parametrize(
    ("bound", "op", "verdict"),
    [
        (0.6, "<=", Verdict.HOLDS),
        (0.4, "<=", Verdict.VIOLATED),
        (0.4, ">=", Verdict.HOLDS),
        (0.5, "<=", Verdict.UNDECIDED),
    ],
)
def test_a_probability_is_decided(bound, op, verdict):
    """P(x > 0) = 1/2, from 20,000 draws: its band at 5e-7 is +-0.02."""
    bins = {"positive": Probability(lambda n, r: bound, op)}
    plan = replace(MANY, bins=bins, sizes=(1,), cases=({"r": 1},), draws=20_000)
    assert verdicts(plan) == {("r = 1", "positive", 1): verdict}
    assert histogram(plan, run(plan)).axes == []


def law_of(r):
    return tracy_widom(r)


def test_references_by_column_and_by_case():
    law = Normal()
    by_column = replace(MANY, reference={"first": law})
    assert [len(s.distances) for s in run(by_column).sizes] == [1, 1, 0, 0, 0, 0] * 2
    names = {(s.case, *s.distances) for s in run(replace(MANY, reference=law_of)).sizes if s.column == "top"}
    assert names == {("r = 1", "TW_1"), ("r = 2", "TW_2")}


def test_a_page_of_many_panels():
    plan = replace(MANY, reference={"first": Normal()})
    results = run(plan)
    page = simulation_page(plan, results)
    for case in ("r = 1", "r = 2"):
        assert all(f"### `{column}`, {case}" in page for column in ("first", "top", "positive"))
    assert page.count("probability <= 0.6: ") == 2
    assert page.count("probability <= 0.7: ") == 2
    axes = histogram(plan, results).axes
    assert [a.get_title() for a in axes[:4]] == ["r = 1, n = 1", "r = 1, n = 2"] * 2
    marks = [[line.get_xdata()[0] for line in a.lines if line.get_label() == "r"] for a in axes]
    assert marks == [[1.0]] * 4 + [[2.0]] * 4


def test_profiles_are_named():
    quick = dict.fromkeys(PLAN.sizes, PLAN.draws)
    assert PLAN.profile(quick) == "quick"
    assert PLAN.profile(dict.fromkeys(PLAN.sizes, 25 * PLAN.draws)) == "full"
    assert replace(PLAN, full=99).profile(dict.fromkeys(PLAN.sizes, 99)) == "full"
    assert replace(PLAN, full={7: 3}).profile({7: 3}) == "full"
    assert PLAN.profile({1: 1}) is None


def cauchy(n, draws, rng):
    return rng.standard_cauchy(draws)


def test_mass_outside_the_bins_widens_the_bracket_only():
    plan = replace(ONE, statistic=cauchy, bins=Bins(-1, 1, 4))
    (size,) = run(plan).sizes
    lo, hi = size.distances[plan.reference.name]
    exact = np.arctan(1.5) / np.pi + 0.5 - norm.cdf(1.5)
    assert lo < abs(exact) + 0.05 < hi
    assert size.below + size.above == pytest.approx(10_000, abs=500)


def sometimes_open(n, draws, rng, r):
    """In the event with probability 1/2, open with 1/4; each chunk has some of all."""
    u = rng.random(draws)
    return {"event": np.where(u < 0.5, 1, np.where(u < 0.75, OPEN, 0)).astype(np.int8)}


@pytest.mark.parametrize(("bound", "verdict"), [(0.45, True), (0.6, None), (0.7, None), (0.8, False)])
def test_what_is_open_counts_in_both_directions(bound, verdict):
    """Between 1/2 and 3/4 no bound is decided, however many draws there are."""
    plan = replace(MANY, statistic=sometimes_open, bins={"event": Probability(bound, ">=")}, draws=20_000)
    results = run(plan)
    _, yes, between = results.sizes[0].counts
    assert results.sizes[0].events == (yes, yes + between)
    assert results.sizes[0].mean == yes / 20_000
    expected = {True: Verdict.HOLDS, None: Verdict.UNDECIDED, False: Verdict.VIOLATED}[verdict]
    assert set(verdicts(plan).values()) == {expected}
    assert f"| {yes:,} to {yes + between:,} |" in simulation_page(plan, results)
