"""The truncated edge against twice as many rows, LAPACK, and itself through the mesh."""

from __future__ import annotations

import numpy as np
import pytest
from scipy.linalg import eigh_tridiagonal

from perturb.laws.ensembles import gaussian_extremes as gaussian
from perturb.laws.ensembles import goe_largest
from perturb.laws.ensembles.gaussian_extremes import PEAK, STEP, Edge
from perturb.laws.ensembles.roots import outermost
from perturb.laws.ensembles.tridiagonal import Tridiagonal, gammas, standard_normal
from tests.laws.ensembles.models import full, largest, rng


def goe_edge(n, kept, draws):
    """The edge of the GOE over sqrt(2), and its top rows."""
    r = rng()
    a = r.standard_normal((kept, draws))
    b2 = gammas([k / 2 for k in range(n - 1, n - kept, -1)], draws, r)
    return Edge((2 * n) ** 0.5, (n / 2) ** 0.5, n ** (1 / 3)), a, b2


@pytest.mark.parametrize("n", [1000, 10**6])
def test_twice_the_rows_change_next_to_nothing(n):
    """The same matrix, cut at 12 and at 24 units. The slowest decay seen in 12,288 draws gave 2e-7."""
    draws, kept = 300, int(24 * n ** (1 / 3))
    edge, a, b2 = goe_edge(n, kept, draws)
    whole, cut = (outermost([edge.bracket(a[:k], b2[: k - 1])], draws) for k in (kept, kept // 2))
    assert np.abs(whole - cut).max() < 1e-4 * edge.unit
    assert (whole >= cut - 3e-8 * edge.unit).all()  # Cauchy


def test_a_guess_through_the_mesh_is_near_and_changes_no_root():
    n, draws = 10**6, 300
    edge, a, b2 = goe_edge(n, 1200, draws)
    model = Tridiagonal(a, b2, int(PEAK * edge.length))
    plain = outermost([edge._search(model)], draws)
    start, slope = edge._guess(model.coarse(7, edge.coupling))
    assert np.quantile(np.abs(start - plain), 0.75) < 0.1 * edge.unit
    h = STEP * edge.unit
    true_slope = (model(plain + h)[0] - model(plain)[0]) / h
    assert np.median(np.abs(7 * slope / true_slope - 1)) < 0.1
    bracket = edge.bracket(a, b2)
    assert (bracket.points[0][0] == start).all()
    assert np.median(np.abs(bracket.points[1][0] - plain)) < 0.01 * edge.unit
    assert np.abs(outermost([bracket], draws) - plain).max() < 3e-8 * edge.unit


@pytest.mark.parametrize("rows", [0.01, 0.5, 1.0, 1.5, 3.0])
def test_a_long_edge_cut_short_is_still_a_matrix(rows):
    """Fewer rows than the mesh wants, or than reach to where the eigenvector is large."""
    n = 10**6
    found = goe_largest(n, 5, rng(), rows=rows)
    kept = Edge(2.0 * n**0.5, n**0.5, n ** (1 / 3)).rows(n, rows)
    a, r = np.empty((kept, gaussian.lanes(kept))), rng()
    standard_normal(r, a)
    b2 = gammas([k / 2 for k in range(n - 1, n - kept, -1)], a.shape[1], r)
    assert found == pytest.approx(largest(full(a[:, :5], b2[:, :5])) * 2**0.5, abs=3e-9)


@pytest.mark.parametrize("beta", [1, 2])
def test_a_long_edge_against_lapack(beta):
    """The very models that are drawn, at a size where they are looked at through the mesh."""
    n, draws = 10**5, 30
    found = gaussian.hermite_largest(n, draws, rng(), beta=beta)
    edge, r = Edge(2 * n**0.5, n**0.5, n ** (1 / 3)), rng()
    kept = edge.rows(n, gaussian.ROWS)
    size = gaussian.lanes(kept)
    a = np.empty((kept, size))
    standard_normal(r, a)
    b2 = gammas([beta * k / 2 for k in range(n - 1, n - kept, -1)], size, r)
    scale = (beta / 2) ** 0.5
    for lane in range(draws):
        (top,) = eigh_tridiagonal(
            a[:, lane] / scale, np.sqrt(b2[:, lane]) / scale, True, "i", (kept - 1, kept - 1)
        )
        assert found[lane] == pytest.approx(top, abs=2e-8 * edge.unit)


def test_a_lane_alone_has_the_same_mesh():
    edge, a, b2 = goe_edge(10**7, 2586, 6)
    model = Tridiagonal(a, b2, 300)
    together = model.coarse(15, edge.coupling)
    for lane in range(6):
        alone = model.take(np.array([lane])).coarse(15, edge.coupling)
        assert (alone.a[:, 0] == together.a[:, lane]).all()


@pytest.mark.parametrize(("n", "looks"), [(1000, 10.2), (10**6, 6.3)])
def test_how_often_all_rows_are_looked_at(monkeypatch, n, looks):
    """Mean of a matrix; 10.5 at n = 1000 without chords, 10.9 at n = 10^6 without the mesh."""
    rows, seen = Edge(2.0, 1.0, n ** (1 / 3)).rows(n, gaussian.ROWS), []
    evaluate = Tridiagonal.__call__

    def counted(self, x):
        seen.append(len(x) if len(self.a) == rows else 0)
        return evaluate(self, x)

    monkeypatch.setattr(Tridiagonal, "__call__", counted)
    goe_largest(n, 8192, rng())
    assert sum(seen) < looks * 8192


def test_a_nan_is_not_searched_for_ever():
    a = np.full((2, 3), np.nan)
    with pytest.raises(ArithmeticError, match="NaN"):
        outermost([Edge(1.0, 1.0, 1.0).bracket(a, a[:1])], 3)
