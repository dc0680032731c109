"""Events of the toy network and of (10): as float64 has them where it can tell, decided where it cannot."""

from __future__ import annotations

import numpy as np
import pytest
from flint import arb, ctx

from perturb.laws.ensembles.ends import Extent
from perturb.laws.ensembles.truth import less
from simulations.dittmer2019.method import beside, outcome
from simulations.riedi2022 import fig_8_steadily as steady
from simulations.riedi2022.thm_34 import growth
from simulations.riedi2022.toy import last_slopes, realisations, spectra, spectra_of_44
from simulations.riedi2022.toy_certified import Path, PlainPath, regions
from theorems.dittmer2019.reported import lengths, sides


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
