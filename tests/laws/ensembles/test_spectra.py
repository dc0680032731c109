"""Spectra of batches against LAPACK: values, the truncated edge, roots lane by lane, condition numbers."""

from __future__ import annotations

from fractions import Fraction

import numpy as np
import pytest
from scipy.linalg import eigh_tridiagonal

from perturb.laws.ensembles import (
    dense,
    goe_largest,
    kappa_ginibre,
    pivots,
    singular_values,
    spectra,
    symmetric_eigenvalues,
)
from perturb.laws.ensembles import gaussian_extremes as gaussian
from perturb.laws.ensembles.ends import Singular, Symmetric
from perturb.laws.ensembles.gaussian_extremes import PEAK, STEP, Edge, RootBracket, outermost
from perturb.laws.ensembles.pivots import kappa_above
from perturb.laws.ensembles.tridiagonal import Tridiagonal, gammas, standard_normal
from tests.laws.ensembles.models import full, largest
from tests.laws.ensembles.models import rng as rng_edge
from tests.laws.ensembles.models import rng as rng_roots


def rng():
    return np.random.default_rng(7)


@pytest.mark.parametrize("shape", [(1, 1), (2, 2), (5, 5), (11, 11), (12, 12), (30, 30), (7, 3), (3, 7)])
def test_singular_values(shape):
    A = rng().standard_normal((40, *shape))
    expected = np.linalg.svd(A, compute_uv=False)
    s = singular_values(A)
    assert np.abs(s - expected).max() < 1e-9
    assert np.abs(s[:, 0] / expected[:, 0] - 1).max() < 1e-13


def test_small_singular_values_keep_their_digits():
    """s_n = 10^-9 s_1 is lost in A'A; A is then treated directly."""
    Q, P = (dense.haar_orthogonal(6, 20, rng()) for _ in range(2))
    A = Q * np.logspace(0, -9, 6) @ P
    assert np.abs(singular_values(A)[:, -1] / np.linalg.svd(A, compute_uv=False)[:, -1] - 1).max() < 1e-5


SPECIAL = {
    "zero": np.zeros((5, 5)),
    "identity": np.eye(5),
    "ones": np.ones((5, 5)),
    "path": np.diag(np.ones(4), 1) + np.diag(np.ones(4), -1),
    "swap": np.kron(np.eye(3), [[0, 1], [1, 0]])[:5, :5],
    "graded": np.diag(np.logspace(0, -200, 5)),
    "wilkinson": np.diag([2.0, 1, 0, 1, 2]) + np.diag(np.ones(4), 1) + np.diag(np.ones(4), -1),
    "large": 1e150 * np.diag([1.0, -1, 2, 0, 3]),
}


@pytest.mark.parametrize("small", [0, 11])
@pytest.mark.parametrize("name", SPECIAL)
def test_eigenvalues_of_special_matrices(name, small, monkeypatch):
    monkeypatch.setattr(spectra, "SMALL", small)
    S = SPECIAL[name]
    K = rng().standard_normal((5, 5))
    both = np.array([S, K + K.T, S])  # no lane may spoil another
    found = symmetric_eigenvalues(both)
    for values, matrix in zip(found, both, strict=True):
        assert values == pytest.approx(np.linalg.eigvalsh(matrix), abs=1e-14 * max(1.0, np.abs(matrix).max()))


def test_extreme_sizes_go_straight_to_lapack():
    A = 1e180 * rng().standard_normal((3, 4, 4))
    assert singular_values(A) == pytest.approx(np.linalg.svd(A, compute_uv=False), rel=1e-12)


def test_batches_change_nothing(monkeypatch):
    A = rng().standard_normal((50, 4, 4))
    whole = singular_values(A)
    monkeypatch.setattr(spectra, "CHUNK", 7 * 16)
    monkeypatch.setattr(spectra, "LANES", 3)
    assert singular_values(A) == pytest.approx(whole, rel=1e-12)


def test_bad_input_is_named():
    with pytest.raises(ValueError, match="A: shape"):
        singular_values(np.eye(3))
    with pytest.raises(ValueError, match="S: an entry is not finite"):
        symmetric_eigenvalues(np.full((1, 2, 2), np.nan))
    with pytest.raises(ValueError, match="S: square"):
        symmetric_eigenvalues(np.zeros((1, 2, 3)))
    assert singular_values(np.zeros((0, 2, 2))).shape == (0, 2)


def test_large_matrices_go_straight_to_lapack():
    """One by one: the values of a matrix do not depend on its neighbours."""
    A = np.random.default_rng(8).standard_normal((3, 140, 131))
    assert (singular_values(A) == np.linalg.svd(A, compute_uv=False)).all()
    assert (singular_values(A[1:2]) == singular_values(A)[1:2]).all()
    S = A[:, :131] + A[:, :131].swapaxes(-1, -2)
    assert (symmetric_eigenvalues(S) == np.linalg.eigvalsh(S)).all()


@pytest.mark.parametrize("scale", [1e-300, 1e-120, 1e-80, 1e80, 1e160, 1e300])
def test_the_scale_of_a_matrix_does_not_matter(scale):
    """Also next to matrices of another scale; fourth powers would overflow or vanish."""
    A = rng().standard_normal((4, 12, 12))
    A[1:3] *= scale
    assert singular_values(A) == pytest.approx(np.linalg.svd(A, compute_uv=False), rel=1e-6)
    S = (A + A.swapaxes(-1, -2)) / 8
    expected = np.linalg.eigvalsh(S)
    size = np.abs(expected).max(axis=1, keepdims=True)
    assert symmetric_eigenvalues(S) / size == pytest.approx(expected / size, abs=1e-12)


def test_complex_matrices_are_refused():
    for f in (singular_values, symmetric_eigenvalues):
        with pytest.raises(TypeError, match="complex"):
            f(1j * np.ones((1, 2, 2)))


# The truncated edge against twice as many rows, LAPACK, and itself through the mesh.


def goe_edge(n, kept, draws):
    """The edge of the GOE over sqrt(2), and its top rows."""
    r = rng_edge()
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
    found = goe_largest(n, 5, rng_edge(), rows=rows)
    kept = Edge(2.0 * n**0.5, n**0.5, n ** (1 / 3)).rows(n, rows)
    a, r = np.empty((kept, gaussian.lanes(kept))), rng_edge()
    standard_normal(r, a)
    b2 = gammas([k / 2 for k in range(n - 1, n - kept, -1)], a.shape[1], r)
    assert found == pytest.approx(largest(full(a[:, :5], b2[:, :5])) * 2**0.5, abs=3e-9)


@pytest.mark.parametrize("beta", [1, 2])
def test_a_long_edge_against_lapack(beta):
    """The very models that are drawn, at a size where they are looked at through the mesh."""
    n, draws = 10**5, 30
    found = gaussian.hermite_largest(n, draws, rng_edge(), beta=beta)
    edge, r = Edge(2 * n**0.5, n**0.5, n ** (1 / 3)), rng_edge()
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
    goe_largest(n, 8192, rng_edge())
    assert sum(seen) < looks * 8192


def test_a_nan_is_not_searched_for_ever():
    a = np.full((2, 3), np.nan)
    with pytest.raises(ArithmeticError, match="NaN"):
        outermost([Edge(1.0, 1.0, 1.0).bracket(a, a[:1])], 3)


# Roots of secular functions, lane by lane: they are eigenvalues, wherever the search starts.


@pytest.mark.parametrize("row", [0, 3, 8])
def test_roots_are_eigenvalues(row):
    """Also with hopeless starting points, and with the batch cut at any place."""
    r = rng_roots()
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
    r = rng_roots()
    a, b2 = r.standard_normal((9, 2000)), r.chisquare(3, (8, 2000))
    expected = largest(full(a, b2))
    for centre in (3.0, 6.0, 20.0):
        starts = [np.full(2000, centre), np.full(2000, centre * (1 + gap))]
        bracket = RootBracket(Tridiagonal(a, b2, 4), starts, np.ones(2000), np.full(2000, tol), steep=True)
        assert outermost([bracket], 2000) == pytest.approx(expected, abs=2 * tol)


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


def test_slow_lanes_are_pooled_however_soon_the_others_close():
    model = Tridiagonal(np.zeros((2, 5)), np.ones((1, 5)))
    first, second = ([1.0, 1, 1, 1, 30], [1.1, 1.1, 1.1, 1.1, 40]), ([3.0, 3, 3, 3, 1e9], [4.0, 4, 4, 4, 2e9])
    blocks = (
        RootBracket(model, [np.array(x) for x in s], np.ones(5), np.full(5, 1e-7)) for s in (first, second)
    )
    assert outermost(blocks, 10) == pytest.approx(np.ones(10), abs=1e-7)


# The condition number of Gaussian matrices, on one side of a number.


@pytest.mark.parametrize(("n", "t"), [(1, 2.0), (2, 2.0), (2, 20.0), (5, 15.0), (10, 100.0), (40, 100.0)])
def test_every_draw_is_decided_as_its_value_says(n, t):
    found = kappa_above(n, t, 5_000, np.random.default_rng(1))
    assert found.dtype == bool
    assert (found == (kappa_ginibre(n, 5_000, np.random.default_rng(1)) > t)).all()


def models(kappa, n=2):
    """diag(kappa, 1, ..., 1): squares of its bidiagonal entries over 2, for one draw."""
    return np.array([[kappa**2 / 2]] + [[0.5]] * (n - 1)), np.zeros((n - 1, 1))


@pytest.mark.parametrize("wrong", [False, True])
def test_a_wrong_value_decides_nothing(wrong):
    """What float64 has for the answer, or for the largest eigenvalue, is a guess."""
    for kappa, above in ((3.0, False), (5.0, True)):
        q, e = models(kappa)
        for L in (kappa**2 / 2, kappa**2, kappa**2 / 4):
            yes, no = pivots._decided(q, e, np.array([L]), np.array([above != wrong]), 4.0)
            assert (bool(yes[0]), bool(no[0])) == (above, not above)


def test_a_hair_is_told_in_rational_numbers_and_equality_stays_open():
    q, e = models(4.0)
    for t, known in (
        (4.0, (False, False)),
        (4 * (1 - 2**-52), (True, False)),
        (4 * (1 + 2**-52), (False, True)),
    ):
        yes, no = pivots._decided(q, e, np.array([8.0]), np.array([True]), t)
        assert (bool(yes[0]), bool(no[0])) == known


def test_one_by_one_matrices_are_their_entries():
    A = np.random.default_rng(2).standard_normal((50, 1, 1))
    assert (Singular(A).spans.largest.lo == np.abs(A[:, 0, 0])).all()
    assert (Symmetric(A).spans.smallest.hi == 2 * A[:, 0, 0]).all()
    moved = Singular(A, np.ones((1, 1))).spans.largest
    for k, a in enumerate(A[:, 0, 0]):
        exact = abs(Fraction(a) + 1)
        assert Fraction(moved.lo[k]) <= exact <= Fraction(moved.hi[k])
        assert moved.hi[k] - moved.lo[k] <= 2**-50 * float(exact)
