"""The declared figures: numbers against exact laws and networks, figure 4, the figures of ReLU layers."""

from __future__ import annotations

from dataclasses import replace
from math import sqrt

import numpy as np
import pytest
from flint import arb

from perturb.laws.distributions import bounds_at, tracy_widom
from perturb.laws.distributions.gaussian_largest import goe_largest_distribution
from perturb.laws.stats.account import CAMPAIGN
from perturb.laws.stats.bands import clopper_pearson, dkw_radius, radius_at_any_time
from perturb.laws.stats.bins import Bins, Probability
from perturb.montecarlo import experiments, run
from perturb.montecarlo.result import judge_panels
from perturb.networks import Trained, chain, dense, leaky, region_codes, residual
from perturb.networks.relu import operator_width
from perturb.pages.figures.histogram import distance, histogram
from perturb.pages.figures.picture import figure, write
from perturb.pages.report.simulation import simulation_page
from perturb.pages.report.simulation import write as write_fig_4
from perturb.process.output import save_picture
from perturb.statements.catalogue import everything
from perturb.statements.shelf import shelf
from simulations.dittmer2019 import fig_1, sl_interp
from simulations.riedi2022 import fig_2, fig_3, fig_7, fig_8, lem_36, thm_39, toy
from simulations.riedi2022 import fig_8_steadily as steady
from simulations.riedi2022.exceptions import EXCEPTIONS
from simulations.riedi2022.fig_4 import FIG_4
from simulations.riedi2022.fig_6 import FIG_6
from simulations.riedi2022.fig_8_steadily import FIG_8_STEADILY
from theorems.dittmer2019 import curves
from theorems.riedi2022 import RIEDI
from theorems.riedi2022.laws_layer import extremes, unscaled
from theorems.riedi2022.laws_norm import centre, scale, threshold

ALPHA = 1e-9
DECLARED = [e for name, e in experiments().items() if name.startswith("riedi2022/")]
PICTURES = [fig_2.FIG_2, fig_3.FIG_3, fig_8.FIG_8, fig_1.FIG_1, sl_interp.SL_INTERP]


def named(things):
    return [pytest.param(thing, id=thing.name) for thing in things]


@pytest.mark.parametrize("experiment", named(DECLARED))
def test_every_case_and_column_is_drawn(experiment):
    """Each statistic gives its declared columns at the smallest size; each panel has its marks, a verdict."""
    size = min(experiment.sizes)
    results = run(experiment, draws=8, sizes=(size,))
    assert len(results.sizes) == len(experiment.cases) * len(experiment.columns)
    assert all(np.isfinite(list(experiment.marks_of(s.panel).values())).all() for s in results.sizes)
    assert len(judge_panels(experiment, results)[0]) == len(results.sizes)


@pytest.mark.parametrize("experiment", named(DECLARED))
def test_something_is_in_the_frame_and_everything_is_labelled(experiment):
    assert any(isinstance(column, Bins) for column in experiment.columns.values())
    assert all(experiment.symbol_of(column) for column in experiment.columns)
    assert experiment.note
    assert set(experiment.covers) <= set(RIEDI.items)
    for column, bins in experiment.columns.items():
        assert isinstance(bins, Probability) or bins.lo < bins.hi, column


@pytest.mark.parametrize("picture", named(PICTURES))
def test_pictures_are_byte_stable_and_labelled(picture, tmp_path):
    png, page = write(picture, tmp_path / "a")
    again = figure(picture)
    save_picture(again, tmp_path / "b.png")
    assert png.read_bytes() == (tmp_path / "b.png").read_bytes()
    text = page.read_text(encoding="utf-8")
    assert f"![{picture.title}]({png.name})" in text
    assert f"python -m simulations.{picture.name.replace('/', '.').replace('-', '_')}" in text
    assert set(picture.covers) <= set(picture.paper.items)
    for axes in again.axes:
        assert axes.get_xlabel()
        assert axes.get_ylabel()
        assert axes.get_title()
        assert axes.has_data()


def test_the_exceptional_event_has_its_exact_probability():
    """P[tau_n <= -1] by (112) and the exact law of the GOE, at n = 5 and every r."""
    results = run(EXCEPTIONS, draws=60_000, sizes=(5,))
    law = goe_largest_distribution(5)
    for r in (1.1, 1.25, 1.5):
        (s,) = [s for s in results.sizes if s.column == f"tau, r = {r:g}" and "gaussian" in s.case]
        lo, hi = clopper_pearson(s.counts[1], s.draws, ALPHA)
        assert lo <= float(law.sf((r - 1) * 2 * 5 ** (2 / 3))) <= hi
    assert float(law.sf(2 * 5 ** (2 / 3))) == pytest.approx(2.775e-7, rel=1e-3)


def test_the_edge_is_below_its_limit_in_law():
    """The exact tails of Z_n never exceed those of the limit: n = 1 ... 25, all t on a grid."""
    t = np.linspace(-8, 6, 1401)
    for n in range(1, 26):
        assert np.all(goe_largest_distribution(n).sf(t) <= tracy_widom(1).sf(t) + 1e-10), n


def test_113_fails_exactly_below_the_threshold():
    """s_1^2 > (1 + n^(-2/3) Y / sqrt(2)) / (2 r^2) where Y_n is below it, whatever r."""
    rng = np.random.default_rng(0)
    for n in (5, 20):
        s = extremes(unscaled(n, 2_000, rng))[0]
        Y = (s**2 - centre(n)) / scale(n)
        fails = s**2 / (8 * n) > (1 + n ** (-2 / 3) * Y / sqrt(2)) / 2
        away = np.abs(Y - threshold(n)) > 1e-9
        assert np.array_equal(fails[away], (threshold(n) > Y)[away])
        assert 0 < fails.mean() < 1


def test_the_theorems_hold_in_every_draw():
    """(114) to (118) are theorems; the inequality of (113) is none: its probability is below 1."""
    results = run(lem_36.LEM_36, draws=400, sizes=(10, 25))
    for s in results.sizes:
        if s.column in ("(114)", "(115)", "(116)", "(118)", "Fan-Hoffman"):
            assert s.counts == (0, 400), s.panel
        if s.column == "(113b)":
            assert clopper_pearson(s.counts[1], s.draws, ALPHA)[1] < 1


def test_efficiencies_are_at_least_one_and_marks_are_their_limits():
    results = run(FIG_6, draws=200, sizes=(10,))
    fractions = [s for s in results.sizes if s.column in "abc"]
    assert len(fractions) == 3
    assert all(s.smallest >= 1 for s in fractions)
    (near, edge) = [s.counts for s in results.sizes if s.column in ("s_1", "tau")]
    assert near == (0, 200)
    low, high = clopper_pearson(edge[1], 200, ALPHA)
    assert low <= 0.28376 <= high  # of 100,000 draws
    truth = bounds_at(2.0)
    (c,) = [s for s in results.sizes if s.column == "c"]
    assert FIG_6.marks_of(c.panel)["limit"] == pytest.approx(truth["(116) first"] / truth["kappa"])
    assert FIG_6.marks_of(c.panel)["limit"] == pytest.approx(1.0873, abs=5e-5)


def test_the_condition_number_nears_its_exact_limit():
    """At n = 100 the mean is within 3 % of the limit of free probability, and 8 % below (121)."""
    results = run(fig_7.FIG_7, draws=60, sizes=(100,))
    for s in results.sizes:
        if s.column in ("kappa", "folded"):
            marks = fig_7.FIG_7.marks_of(s.panel)
            assert abs(s.mean / marks["limit"] - 1) < 0.03
            assert s.mean < marks["(121)"]


def test_theorem_39_is_never_violated():
    results = run(thm_39.THM_39, draws=200, sizes=(7, 25))
    events = [s for s in results.sizes if s.column != "kappa"]
    assert len(events) == 20
    assert all(s.counts == (0, 200) for s in events)


def trained(one, k, rho):
    """The k-th realisation as a network of perturb.networks, cut at f_0."""
    layers = [dense([W[k]], [b[k]], last=leaky(toy.SLOPE)) for W, b in zip(one.W, one.b, strict=True)]
    layers[2] = residual(layers[2], rho)
    return Trained(chain(*layers), 2)


def test_the_toy_network_is_the_network():
    """The singular values of Q by perturb.networks, where (50) holds, for several rho."""
    rhos = np.array([0.0, 0.3, 1.0])
    one = toy.realisations(6, 5, np.random.default_rng(0))
    found = toy.spectra(one, rhos)
    for k in range(5):
        for j, rho in enumerate(rhos):
            network = trained(one, k, rho)
            direct = np.linalg.svd(network.Q(one.x[k]), compute_uv=False)
            assert found[k, j] == pytest.approx(direct[:6], rel=1e-9)
            M, d = network.M_and_d(one.x[k])
            w = network.W.reshape(-1)
            assert network.Q(one.x[k]) @ w == pytest.approx(
                (M * d) @ network.W @ network.input(one.x[k]), rel=1e-9
            )


def test_realisations_are_prefixes():
    few, more = (toy.realisations(6, k, np.random.default_rng(3)) for k in (4, 9))
    assert np.array_equal(few.W[3], more.W[3][:4])


def test_steadily_is_refuted():
    """The condition number falls steadily in far fewer than half of the realisations (false alarm 1e-9)."""
    results = run(FIG_8_STEADILY, draws=400, sizes=(6,))
    events = [s for s in results.sizes if s.column != "gain"]
    share = {s.column: clopper_pearson(s.counts[1], s.draws, ALPHA) for s in events}
    for column in ("s_* up", "all up", "kappa down", "kappa down, (44)"):
        assert share[column][1] < 0.5, column
    assert share["s_1 up"][1] < 0.95
    assert 0.5 < share["kappa less"][0] <= share["kappa less"][1] < 1


def test_a_rise_is_told_from_a_fall():
    low, high = ([arb(x) for x in values] for values in ((5, 4, 1), (6, 4, 2)))
    assert steady.all_rise(low, high).yes
    assert steady.all_rise(high, low).no
    assert steady.all_rise(low, [arb(6), arb(3), arb(2)]).no
    assert steady.of_all(steady.kappa_falls)(low, high).yes
    assert steady.of_all(steady.kappa_is_less)(low, low).no


def test_codes_are_those_of_the_networks():
    found, direct = fig_3.codes(3, number=61).ravel(), region_codes(fig_3.NETWORK, fig_3.points(1.5, 61))
    pairs = set(zip(found.tolist(), direct.tolist(), strict=True))
    assert len(pairs) == found.max() + 1 == direct.max() + 1


def test_seven_regions_one_outside_the_window():
    """Three cuts make 7 regions in the plane; Figure 3 shows six of them. Later layers only refine."""
    assert fig_3.codes(1, number=301).max() + 1 == 6
    assert fig_3.codes(1, half=6.0, number=301).max() + 1 == 7
    first, second = fig_3.codes(1, number=301), fig_3.codes(2, number=301)
    for code in range(second.max() + 1):
        assert len(np.unique(first[second == code])) == 1


def test_the_diagonal_example_is_not_monotone():
    """Figure 2 (a): s_1 has its one minimum 0.15 at rho = 0.25."""
    values = fig_2.along(np.diag([-0.4, -0.2, -0.1]))[:, 0]
    assert fig_2.RHO[values.argmin()] == pytest.approx(0.25)
    assert values.min() == pytest.approx(0.15)
    assert max(fig_2.turns(fig_2.along(fig_2.random_matrix(fig_2.FIG_2.seed)))) >= 2


def test_lines_of_figure_7_are_drawn():
    results = run(fig_7.FIG_7, draws=20, sizes=(5,))
    figure = histogram(fig_7.FIG_7, results)
    assert len(figure.axes) == 4
    for axes in figure.axes:
        drawn = {float(np.ravel(line.get_xdata())[0]) for line in axes.get_lines()}
        drawn |= {float(p[0][0]) for c in axes.collections for p in getattr(c, "get_segments", list)()}
        r = 2.0 if "r = 2" in axes.get_title() else 3.0
        assert any(abs(x - bounds_at(r)["(121)"]) < 1e-9 for x in drawn)


def test_remarks_point_to_what_exists():
    """Each id that a remark of the paper names is a claim, a law or an experiment."""
    found = shelf()
    known = {*everything(), *(law.id for law in found.laws)}
    named_by = {name for r in found.remarks.values() if r.paper == RIEDI for name in r.seen_by}
    assert len(named_by) > 30
    assert named_by <= known


# The declared figure: its scale is told from the wrong one; figure and page are byte-stable.


@pytest.fixture(scope="module")
def results():
    return run(FIG_4, draws=300)


def test_the_scale_is_sqrt_two_tw_1():
    """At n = 100 the band excludes plain TW_1 (false alarm 1e-9); sqrt(2) TW_1 is several times closer.

    Measured with 20,000 draws: 0.221 and 0.037, radius 0.019. The second is the bias at finite n, which the
    band sees too: a limit law is not the law at n = 100.
    """
    (size,) = run(FIG_4, sizes=(100,), draws=5_000).sizes
    radius = dkw_radius(size.draws, 1e-9)
    assert size.distances["TW_1"][0] > 3 * radius
    assert size.distances["sqrt(2) TW_1"][1] < size.distances["TW_1"][0] / 2


def test_the_statistic_is_107():
    """At n = 1, Z_1 = 2 x - sqrt(8) for a standard normal x."""
    (size,) = run(FIG_4, sizes=(1,), draws=4_000).sizes
    band = 2 * 4_000**-0.5 * 6.2
    assert size.mean == pytest.approx(-(8**0.5), abs=band)


def test_one_panel_a_size(results):
    panels = histogram(FIG_4, results).axes
    assert [axes.get_title() for axes in panels] == [f"n = {n}" for n in FIG_4.sizes]
    assert sum(axes.get_legend() is not None for axes in panels) == 1


def test_figure_is_byte_stable(results, tmp_path):
    for name in ("a.png", "b.png"):
        save_picture(histogram(FIG_4, results), tmp_path / name)
    assert (tmp_path / "a.png").read_bytes() == (tmp_path / "b.png").read_bytes()
    assert b"Matplotlib" not in (tmp_path / "a.png").read_bytes()


def test_page_tells_what_was_done(results):
    page = simulation_page(FIG_4, results, "fig.png")
    assert page == simulation_page(FIG_4, results, "fig.png")
    assert "![" in page
    for n in FIG_4.sizes:
        assert f"| {n} | 300 |" in page
    assert "perturb simulate riedi2022/fig-4 --draws 300 --seed 33" in page
    assert f"| {radius_at_any_time(300, CAMPAIGN / 5, (8_000, 500_000)):.4f} |" in page
    assert all(f"| {distance(size, 'sqrt(2) TW_1')} |" in page for size in results.sizes)
    assert "Profile: set by hand" in page


def test_a_distance_that_is_missing_is_not_computed(results):
    """A blank or a zero would read as agreement."""
    bare = replace(results, sizes=tuple(replace(size, distances={}) for size in results.sizes))
    assert simulation_page(FIG_4, bare).count("not computed") == 4 * len(FIG_4.sizes)


def test_an_empty_run_still_renders(results, tmp_path):
    empty = replace(results, sizes=(), interrupted=True)
    png, page = write_fig_4(FIG_4, empty, tmp_path / "new")
    assert png.stat().st_size > 0
    assert "**Interrupted**" in page.read_text(encoding="utf-8")


# What the figures of Dittmer, King and Maass (2019) show is what the claims beside them say.


def test_the_image_of_the_circle_has_the_length_that_is_claimed():
    """s_0 = sqrt(2) for the matrix of the picture, and an eighth of the circle keeps both outputs."""
    image = fig_1.image()
    assert np.hypot(*image).max() == pytest.approx(2**0.5, rel=1e-5)
    assert np.mean((image > 1e-9).all(axis=0)) == pytest.approx(1 / 8, abs=0.002)


def test_interpolated_layers_obey_their_bounds():
    """Singular values grow with p between p s(A) and s(A), and so kappa(A)/p is never exceeded."""
    A, X = sl_interp.layer(4)
    relu = sl_interp.SLOPES["ReLU"][1]
    values = sl_interp.singular_values(A, relu(A @ X[:, 0]))
    assert (np.diff(values, axis=0) > -1e-12).all()
    assert (values >= sl_interp.P[:, None] * values[-1] - 1e-12).all()
    kappa = sl_interp.median_kappa(A, X, relu)[1:]
    assert (kappa <= np.linalg.cond(A) / sl_interp.P[1:] * (1 + 1e-9)).all()


def test_the_bands_of_interpolated_layers_are_thinner_than_they_say_and_hold_what_lapack_finds():
    A, X = sl_interp.layer(4)
    seen = sl_interp.singular_values(A, sl_interp.SLOPES["ReLU"][1](A @ X[:, 0]))
    low, high = np.moveaxis(sl_interp.bands(4), -1, 0)
    assert (low - 1e-14 <= seen).all()
    assert (seen <= high + 1e-14).all()
    assert (high - low).max() / 2 <= 2e-14
    low, high = sl_interp.enclosed_median(A, X[:, :5], sl_interp.SLOPES["tanh"][1], 0.25)
    assert low <= high < low * (1 + 1e-12)


def test_the_sphere_in_space_goes_where_the_note_says():
    """Sixteenths to the inside and to 0, and Gaussian layers have the shares that are drawn as exact."""
    count = (fig_1.WIDER @ fig_1.sphere() <= 0).sum(axis=0)
    assert [np.mean(count == zeros) for zeros in (0, 3)] == pytest.approx([1 / 16, 1 / 16], abs=0.002)
    found = fig_1.zeros(3, np.random.default_rng(0))
    for _, sparse in fig_1.SPARSE.values():
        assert np.mean(sparse(found, 3)) == pytest.approx(fig_1.share(sparse, 3), abs=0.1)  # 6 deviations
    assert fig_1.share(fig_1.SPARSE["on an axis: all but one, or all"][1], 10) == 11 / 1024


@pytest.mark.parametrize("drawn", [curves.LINEAR, curves.LAYER], ids=lambda drawn: drawn.name)
def test_the_width_lies_below_the_sharper_bound_and_that_below_the_printed_one(drawn):
    (printed,) = (curve(drawn.grid) for curve in drawn.printed.values())
    (truth,) = (curve(drawn.grid) for curve in drawn.truth.values())
    sharper = next(iter(drawn.sharpened.values()))(drawn.grid)
    assert (truth <= sharper + 1e-12).all()
    assert (sharper <= printed + 1e-12).all()


def test_the_curves_agree_with_certified_widths():
    """The enclosures of perturb.networks.relu, for diag(1, 1/2), and E|g_+| = 1/2 c_1 at m = 1."""
    found = operator_width(np.diag([1.0, 0.5]))
    (truth,) = curves.LINEAR.truth.values()
    assert float(found.lo) - 1e-12 <= 2 * truth(np.array([0.5]))[0] <= float(found.hi) + 1e-12
    assert curves.positive_part(np.array([1.0]))[0] == pytest.approx((2 / np.pi) ** 0.5 / 2)
