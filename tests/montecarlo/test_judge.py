"""Verdicts of a run: rates, laws, certified events; bands against exact coverage; the ReLU sampler."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest
from flint import arb, ctx
from scipy.stats import binom, norm

from perturb.enclosure import Verdict
from perturb.laws.distributions import tracy_widom
from perturb.laws.ensembles.ends import Extent
from perturb.laws.ensembles.truth import less
from perturb.laws.stats.account import CAMPAIGN
from perturb.laws.stats.bands import clopper_pearson, dkw_radius, sup_distance
from perturb.laws.stats.bins import OPEN
from perturb.montecarlo import Bins, Probability, run
from perturb.montecarlo.result import judge_panels
from perturb.pages.figures.histogram import histogram
from perturb.pages.report.simulation import simulation_page
from simulations.dittmer2019.method import beside, outcome
from simulations.riedi2022 import fig_8_steadily as steady
from simulations.riedi2022.thm_34 import growth
from simulations.riedi2022.toy import last_slopes, realisations, spectra, spectra_of_44
from simulations.riedi2022.toy_certified import Path, PlainPath, regions
from tests.montecarlo.plans import MANY, PLAN
from theorems.dittmer2019 import laws_method as method
from theorems.dittmer2019.reported import lengths, sides


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


# Bands against exact coverage and closed forms.


@pytest.mark.parametrize(("alpha", "radius"), [(0.05, 0.0136), (1e-6, 0.0269)])
def test_dkw_radius_at_ten_thousand_draws(alpha, radius):
    assert dkw_radius(10_000, alpha) == pytest.approx(radius, abs=5e-5)


def test_dkw_covers_exactly_at_one_draw():
    """One uniform draw U: sup |F_1 - F| = max(U, 1 - U), so P(> r) = 2 (1 - r) for r >= 1/2."""
    for alpha in (0.01, 0.1, 0.5):
        r = dkw_radius(1, alpha)
        assert 2 * (1 - max(r, 0.5)) <= alpha


@pytest.mark.parametrize("trials", [1, 2, 7, 30])
@pytest.mark.parametrize("alpha", [1e-9, 0.05, 0.3])
def test_clopper_pearson_covers_every_probability(trials, alpha):
    bands = [clopper_pearson(k, trials, alpha) for k in range(trials + 1)]
    ends = np.array([end for band in bands for end in band])
    # Coverage jumps at the ends of the intervals: look at both sides of each of them.
    for p in np.concatenate([np.linspace(0, 1, 101), ends - 1e-12, ends + 1e-12]).clip(0, 1):
        missed = sum(binom.pmf(k, trials, p) for k, (lo, hi) in enumerate(bands) if not lo <= p <= hi)
        assert missed <= alpha * (1 + 1e-6)


def test_clopper_pearson_without_successes():
    assert clopper_pearson(0, 50, 1e-6) == pytest.approx((0, 1 - (5e-7) ** (1 / 50)), rel=1e-8)
    assert clopper_pearson(50, 50, 1e-6)[1] == 1


def test_sup_distance_by_hand():
    """Empirical cdf of {1/4, 1/4} against the uniform law: it jumps from 0 to 1 at 1/4."""
    assert sup_distance(np.array([0.25, 0.25]), lambda x: x) == 0.75
    assert sup_distance(np.array([0.75, 0.75]), lambda x: x) == 0.75
    assert sup_distance(np.array([0.9, 0.1, 0.5]), lambda x: x) == pytest.approx(7 / 30)


def test_sup_distance_of_nan_is_nan():
    assert np.isnan(sup_distance(np.array([0.5, np.nan]), lambda x: x))


def test_bad_numbers():
    with pytest.raises(ValueError, match="at least one draw"):
        dkw_radius(0, 0.05)
    with pytest.raises(ValueError, match="alpha"):
        dkw_radius(10, 0.0)
    with pytest.raises(ValueError, match="alpha"):
        clopper_pearson(1, 2, float("nan"))
    with pytest.raises(ValueError, match=r"0\.\.3"):
        clopper_pearson(4, 3, 0.05)
    with pytest.raises(ValueError, match="empty"):
        sup_distance(np.array([]), lambda x: x)


# Events of the toy network and of (10): as float64 has them where it can tell, decided where it cannot.


@pytest.mark.parametrize(("kind", "plain"), [(Path, spectra), (PlainPath, spectra_of_44)])
def test_spectra_along_rho_are_those_of_the_network(kind, plain):
    """Over |z|, which all rho share; balls of 106 bits lie within the spans."""
    toy = realisations(6, 20, np.random.default_rng(0))
    found = regions(toy, steady.RHO)
    path, values = kind(toy, steady.RHO, found), plain(toy, steady.RHO)
    assert found.sure.all()
    assert (last_slopes(toy, steady.RHO) == found.D_2).all()
    ends, z = path.extents(), values[..., 0] / np.linalg.svd(path.matrices, compute_uv=False)[..., 0]
    assert np.ptp(z, axis=1).max() < 1e-12 * z.max()
    for draw, place in ((0, 0), (3, 17), (19, 40)):
        closer = path.closer(np.array([draw]), np.array([place]))
        with ctx.workprec(106):
            balls = path.balls(draw, place)
        for ball, span in zip(balls, closer, strict=True):
            assert span.lo[0] <= float(ball.mid()) <= span.hi[0]
            assert span.hi[0] - span.lo[0] < 1e-11
        for ball, span in zip((balls[0], balls[-1]), ends, strict=True):
            assert span.lo[draw, place] <= float(ball.mid()) <= span.hi[draw, place]


def test_falls_that_float64_cannot_see_are_decided():
    """A fall of 2^-60 is none of 1e-12 of the value, which comparisons made room for."""
    toy = realisations(2, 1, np.random.default_rng(4))
    rhos = np.array([0.0, 2.0**-60])
    path = PlainPath(toy, rhos, regions(toy, rhos))
    up = steady.compared(steady.first_rises, path, path.extents(), [(0, 1)])
    down = steady.compared(lambda a, b: less(b.largest, a.largest), path, path.extents(), [(0, 1)])
    assert not (up.open | down.open).any()
    assert up.yes[0] != down.yes[0]


def test_a_draw_on_the_boundary_of_a_region_is_open():
    toy = realisations(3, 2, np.random.default_rng(1))
    toy.b[0][0] = -np.einsum("ij,j->i", toy.W[0][0], toy.x[0])  # t = 0 up to rounding
    assert regions(toy, steady.RHO).sure.tolist() == [False, True]


def test_70_holds_at_rho_1_and_never_at_minus_1():
    found = growth(5, 50, np.random.default_rng(0), "uniform")
    assert found["rho = 1"].all()
    assert not found["rho = -1"].any()


def test_what_the_method_reports_is_compared_exactly():
    """|ReLU(Ax) - ReLU(Lx)| = 1 - 2^-53 is less than sigma = 1, and 1 is not; nor is it more."""
    A, X = np.ones((2, 1, 1)), np.ones((2, 1, 3))
    L = np.array([[[2.0**-53]], [[0.0]]])
    found = sides(lambda e, s: {"less": less(e, s), "more": less(s, e)}, A, L, X, 0)
    assert found["less"].tolist() == [True, False]
    assert found["more"].tolist() == [False, False]


def test_spans_of_the_report_hold_what_balls_hold():
    rng = np.random.default_rng(2)
    A, L, X = (rng.standard_normal(shape) for shape in ((3, 5, 5), (3, 5, 5), (3, 5, 7)))
    spans = lengths(A, L, X)
    images = [np.maximum((M.astype(object) @ X.astype(object)), 0) for M in (A, L)]
    with ctx.workprec(200):
        for k in np.ndindex(3, 7):
            one = [[arb(y) for y in M[k[0]].astype(float)[:, k[1]]] for M in images]
            length = sum(((a - b) ** 2 for a, b in zip(*one, strict=True)), arb(0)).sqrt()
            assert spans.lo[k] < float(length.mid()) < spans.hi[k]
    assert (spans.hi - spans.lo < 1e-13).all()


def test_the_columns_of_the_method_agree_with_its_ratio():
    found = outcome(4, 30, np.random.default_rng(0), points=100, rank="n/2", start="SVD")
    assert (found["below"] == (found["ratio"] < 0.5**0.5)).all()
    assert (found["above"] == (found["ratio"] > 1)).all()
    assert {"below", "above"} == set(beside(arb(1), arb(2)))


def test_extremes_of_all_are_the_first_and_the_last():
    seen = steady.of_all(lambda a, b: (a, b))([3, 2, 1], [6, 5, 4])
    assert seen == (Extent(3, 1), Extent(6, 4))


# The sampler of (9) and (10): it fits, and what it reports is a maximum over the inputs.


@pytest.fixture
def drawn():
    return method.layers(10, 20, np.random.default_rng(0))


def test_the_truncated_svd_of_full_rank_is_exact(drawn):
    A, X, svd = drawn
    W, M = method.truncated(svd, 4)
    assert method.errors(A, W @ M, X).max() < 1e-12


def test_the_sum_falls_below_that_of_the_start(drawn):
    A, X, svd = drawn
    W, M = method.truncated(svd, 2)
    before = (method.errors(A, W @ M, X) ** 2).sum(axis=1)
    after = (method.errors(A, method.fitted(A, X, W, M), X) ** 2).sum(axis=1)
    assert (after < before).all()
    assert np.median(after / before) < 0.5


def test_an_error_is_at_most_the_next_singular_value(drawn):
    """Lemma 5 for the start, and for the inputs: they have length 1."""
    A, X, svd = drawn
    W, M = method.truncated(svd, 2)
    assert (method.errors(A, W @ M, X).max(axis=1) <= svd[1][:, 2] + 1e-12).all()
