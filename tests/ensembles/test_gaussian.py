"""The tridiagonal models against dense matrices, and the truncated edge against twice as many rows.

Two samples of one distribution are further apart than the sum of their DKW radii with probability 2e-9.
"""

from __future__ import annotations

import numpy as np
import pytest
from scipy.linalg import eigh_tridiagonal
from scipy.stats import chi2, gamma, norm

from perturb.ensembles import dense, gaussian, ginibre_extremes, goe_largest, gue_largest, kappa_ginibre
from perturb.ensembles.edge import PEAK, STEP, Edge
from perturb.ensembles.entries import complex_ginibre, entries_of, ginibre
from perturb.ensembles.normals import TOGETHER, standard_normal
from perturb.ensembles.roots import RootBracket, outermost
from perturb.ensembles.tridiagonal import Smallest, Tridiagonal, _large_gammas, _log_taken, gammas
from perturb.stats.bands import dkw_radius, sup_distance

ALPHA = 1e-9
DRAWS = 20_000


def rng(seed=20261):
    return np.random.default_rng(seed)


def same_law(x, y):
    """Within the two bands. The sup distance of two empirical laws is found at the points of one of them."""
    points = np.sort(np.concatenate([x, y]))
    F, G = (np.searchsorted(np.sort(v), points, side="right") / len(v) for v in (x, y))
    return np.abs(F - G).max() <= dkw_radius(len(x), ALPHA) + dkw_radius(len(y), ALPHA)


def largest(S):
    return np.linalg.eigvalsh(S)[:, -1]


@pytest.mark.parametrize("n", [2, 5, 12])
def test_goe(n):
    assert same_law(goe_largest(n, DRAWS, rng()), largest(dense.goe(n, DRAWS, rng(1))))


def test_a_diagonal_of_variance_one_is_found_out():
    """The mistake that two published packages make."""
    S = dense.goe(5, DRAWS, rng(1))
    i = np.arange(5)
    S[:, i, i] /= np.sqrt(2)
    assert not same_law(goe_largest(5, DRAWS, rng()), largest(S))


def test_goe_beyond_the_truncation():
    n, draws = 64, 4_000
    assert 12 * n ** (1 / 3) < n
    assert same_law(goe_largest(n, draws, rng()), largest(dense.goe(n, draws, rng(1))))


@pytest.mark.parametrize("n", [2, 6])
def test_gue(n):
    assert same_law(gue_largest(n, DRAWS, rng()), largest(dense.gue(n, DRAWS, rng(1))))


def test_one_by_one_is_normal():
    assert sup_distance(goe_largest(1, DRAWS, rng()), norm(scale=2**0.5).cdf) <= dkw_radius(DRAWS, ALPHA)
    assert sup_distance(gue_largest(1, DRAWS, rng()), norm.cdf) <= dkw_radius(DRAWS, ALPHA)
    s_1, s_n = ginibre_extremes(1, DRAWS, rng())
    assert s_1 == pytest.approx(s_n)
    assert sup_distance(s_1**2, chi2(1).cdf) <= dkw_radius(DRAWS, ALPHA)


@pytest.mark.parametrize(("m", "n", "beta"), [(2, 2, 1), (7, 7, 1), (9, 4, 1), (5, 5, 2)])
def test_ginibre(m, n, beta):
    r = rng(1)
    A = complex_ginibre(n, DRAWS, r) if beta == 2 else r.standard_normal((DRAWS, m, n))
    s = np.linalg.svd(A, compute_uv=False)
    s_1, s_n = ginibre_extremes(n, DRAWS, rng(), m=m, beta=beta)
    assert same_law(s_1, s[:, 0])
    assert same_law(s_n, s[:, -1])
    assert same_law(s_1 / s_n, s[:, 0] / s[:, -1])


def test_kappa_is_that_of_the_same_matrix():
    s_1, s_n = ginibre_extremes(6, 100, rng())
    assert (kappa_ginibre(6, 100, rng()) == s_1 / s_n).all()


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


def full(a, b2):
    k = len(a)
    T = np.zeros((a.shape[1], k, k))
    i = np.arange(k)
    T[:, i, i] = a.T
    T[:, i[:-1], i[1:]] = T[:, i[1:], i[:-1]] = np.sqrt(b2).T
    return T


@pytest.mark.parametrize("row", [0, 3, 8])
def test_roots_are_eigenvalues(row):
    """Also with hopeless starting points, and with the batch cut at any place."""
    r = rng()
    a, b2 = r.standard_normal((9, 200)), r.chisquare(3, (8, 200))
    expected = largest(full(a, b2))
    for centre, width in ((5.0, 1.0), (-1000.0, 0.01), (300.0, 50.0)):
        for steps in ((-1, 1, 0), (-1, 1)):
            starts = [np.full(200, centre + k * width) for k in steps]
            bracket = RootBracket(Tridiagonal(a, b2, row), starts, np.full(200, width), np.full(200, 1e-10))
            assert outermost([bracket], 200) == pytest.approx(expected, abs=2e-10)


@pytest.mark.parametrize("tol", [1e-10, 1e-3])
@pytest.mark.parametrize("gap", [4e-16, 1e-15, 1e-13, 1e-9])
def test_a_chord_of_two_points_that_nearly_touch_is_rounding(gap, tol):
    r = rng()
    a, b2 = r.standard_normal((9, 2000)), r.chisquare(3, (8, 2000))
    expected = largest(full(a, b2))
    for centre in (3.0, 6.0, 20.0):
        starts = [np.full(2000, centre), np.full(2000, centre * (1 + gap))]
        bracket = RootBracket(Tridiagonal(a, b2, 4), starts, np.ones(2000), np.full(2000, tol), steep=True)
        assert outermost([bracket], 2000) == pytest.approx(expected, abs=2 * tol)


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


def test_slow_lanes_are_pooled_however_soon_the_others_close():
    model = Tridiagonal(np.zeros((2, 5)), np.ones((1, 5)))
    first, second = ([1.0, 1, 1, 1, 30], [1.1, 1.1, 1.1, 1.1, 40]), ([3.0, 3, 3, 3, 1e9], [4.0, 4, 4, 4, 2e9])
    blocks = (
        RootBracket(model, [np.array(x) for x in s], np.ones(5), np.full(5, 1e-7)) for s in (first, second)
    )
    assert outermost(blocks, 10) == pytest.approx(np.ones(10), abs=1e-7)


@pytest.mark.parametrize("p", [1e-100, 1e-162, 1e-170])
def test_tiny_matrices(p):
    q, e = rng().chisquare(2, (8, 5)), rng(2).chisquare(2, (7, 5))
    assert gaussian._smallest(q * p, e * p) / p == pytest.approx(gaussian._smallest(q, e), rel=1e-9)


def test_smallest_singular_values_keep_their_relative_accuracy():
    q, e = rng().chisquare(2, (8, 50)), rng(2).chisquare(2, (7, 50))
    q[3] *= 1e-20  # the product of the diagonals is the determinant
    B = full(np.sqrt(q), e)
    B[:, np.arange(1, 8), np.arange(7)] = 0
    least = np.prod(q, axis=0) / np.prod(np.linalg.svd(B, compute_uv=False)[:, :-1] ** 2, axis=1)
    assert gaussian._smallest(q, e) == pytest.approx(least, rel=1e-8)
    assert (Smallest.of(q, e).inverse_trace() * least > 1 - 1e-8).all()


def test_a_shorter_run_is_a_prefix(monkeypatch):
    monkeypatch.setattr(gaussian, "MOST_LANES", 64)
    for f in (goe_largest, gue_largest, kappa_ginibre):
        assert (f(9, 70, rng()) == f(9, 300, rng())[:70]).all()


def test_a_shorter_run_is_a_prefix_through_the_mesh(monkeypatch):
    """Also where a block ends with its first lane."""
    monkeypatch.setattr(gaussian, "MOST_LANES", 8)
    whole = goe_largest(10**7, 24, rng())
    for draws in (9, 17, 20):
        assert (goe_largest(10**7, draws, rng()) == whole[:draws]).all()


def test_a_lane_alone_has_the_same_mesh():
    edge, a, b2 = goe_edge(10**7, 2586, 6)
    model = Tridiagonal(a, b2, 300)
    together = model.coarse(15, edge.coupling)
    for lane in range(6):
        alone = model.take(np.array([lane])).coarse(15, edge.coupling)
        assert (alone.a[:, 0] == together.a[:, lane]).all()


def test_bad_input_is_named():
    with pytest.raises(ValueError, match="n = 0"):
        goe_largest(0, 1, rng())
    with pytest.raises(ValueError, match="draws = -1"):
        goe_largest(2, -1, rng())
    with pytest.raises(ValueError, match="m = 1"):
        ginibre_extremes(2, 1, rng(), m=1)
    with pytest.raises(ValueError, match="rows = 0"):
        goe_largest(3, 1, rng(), rows=0)
    assert goe_largest(3, 0, rng()).shape == (0,)
    assert entries_of("student(3)")(5, 0, rng()).shape == (0, 5, 5)


def test_a_nan_is_not_searched_for_ever():
    a = np.full((2, 3), np.nan)
    with pytest.raises(ArithmeticError, match="NaN"):
        outermost([Edge(1.0, 1.0, 1.0).bracket(a, a[:1])], 3)


def test_dense_and_model_agree_at_one_matrix():
    """ginibre is what the bidiagonal model reduces: at n = 1 both are |N(0, 1)|, in law."""
    assert same_law(np.abs(ginibre(1, DRAWS, rng()).ravel()), ginibre_extremes(1, DRAWS, rng(3))[0])


@pytest.mark.parametrize("shape", [200.0, 450.0, 5e7])
def test_large_gammas_are_taken_with_the_probability_that_gives_their_density(shape):
    """Density of d (1 + y)^3 for normal x, times exp(h), over the gamma density: the same for all x."""
    x = np.linspace(-6, 6, 49)
    d = np.full_like(x, shape - 1 / 3)
    y = x / np.sqrt(9 * d)
    h = _log_taken(x, d)
    jacobian = 2 * np.log1p(y)
    log_ratio = gamma.logpdf(d * (1 + y) ** 3, shape) + jacobian - (-(x**2) / 2 + h)
    assert np.ptp(log_ratio) < 1e-15 * shape * 20
    assert h.max() <= 1e-15 * shape
    assert (-np.expm1(h) <= x**4 / (108 * d * (1 - np.abs(y))) + 1e-15 * shape).all()


def test_large_and_small_shapes_lie_in_their_bands():
    """Rows on both sides of the change of method, chance of a false alarm 1e-9 each."""
    draws = 200_000
    shapes = (1000.0, 500.0, 225.5, 200.5, 200.0, 199.5, 50.5, 25.0, 1.5, 0.5)
    rows = gammas(shapes, draws, np.random.default_rng(5))
    for row, shape in zip(rows, shapes, strict=True):
        assert sup_distance(row, gamma(shape).cdf) <= dkw_radius(draws, ALPHA)


def test_refused_gammas_are_drawn_again():
    """Mean and variance to 6.5 standard errors. Were none refused the variance would be larger by 1/9: 11."""
    shape, draws = 20.0, 8_000_000
    x = np.empty((80, draws // 80))
    _large_gammas(np.full((80, 1), shape), np.random.default_rng(7), x)
    assert abs(x.mean() - shape) < 6.5 * np.sqrt(shape / draws)
    assert abs(x.var() - shape) < 6.5 * np.sqrt((2 * shape**2 + 6 * shape) / draws)


def test_normal_variables_side_by_side():
    """All of one law and independent, at an odd size: sines, cosines, neighbours, squares."""
    draws = 6 * TOGETHER + 1
    x = np.full(draws, np.nan)
    standard_normal(np.random.default_rng(6), x)
    assert sup_distance(x, norm.cdf) <= dkw_radius(draws, ALPHA)
    cosines, sines = x[:-1].reshape(-1, 2, TOGETHER // 2).swapaxes(0, 1).reshape(2, -1)
    for part in (cosines, sines):
        assert sup_distance(part, norm.cdf) <= dkw_radius(len(part), ALPHA)
    assert sup_distance(cosines**2 + sines**2, chi2(2).cdf) <= dkw_radius(len(sines), ALPHA)
    assert sup_distance((cosines + sines) / 2**0.5, norm.cdf) <= dkw_radius(len(sines), ALPHA)
    assert sup_distance((x[:-1:2] - x[1::2]) / 2**0.5, norm.cdf) <= dkw_radius(draws // 2, ALPHA)
    assert x[-1] != 0
    with pytest.raises(ValueError, match="strides"):
        standard_normal(rng(), np.empty((4, 4))[:, :2])


def test_a_chord_narrows_a_bracket():
    """Two looks above the root bound it from below; looks on either side, from above. f = x - 1/x."""
    model = Tridiagonal(np.zeros((2, 1)), np.ones((1, 1)))

    def narrowed(tol):
        return RootBracket(
            model, [np.array([1.02]), np.array([1.01])], np.ones(1), np.full(1, tol), steep=True
        )

    bracket = narrowed(1e-4)  # within a thousand of which both looks lie
    f, g = 1.02 - 1 / 1.02, 1.01 - 1 / 1.01
    assert bracket.hi[0] == 1.01
    assert bracket.lo[0] == pytest.approx(1.01 - g * 0.01 / (f - g), abs=1e-12)
    assert 1.01 - g < bracket.lo[0] < 1
    bracket.look(np.array([0.99]))
    h = 0.99 - 1 / 0.99
    assert bracket.hi[0] == pytest.approx(1.01 - g * 0.02 / (g - h), abs=1e-12)
    assert bracket.lo[0] < 1 < bracket.hi[0] < 1.01
    assert narrowed(1e-9).lo[0] == pytest.approx(1.01 - g, abs=1e-12)
