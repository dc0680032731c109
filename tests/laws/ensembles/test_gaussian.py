"""The tridiagonal models against dense matrices.

Two samples of one distribution are further apart than the sum of their DKW radii with probability 2e-9.
"""

from __future__ import annotations

import numpy as np
import pytest
from scipy.stats import chi2, norm

from perturb.laws.ensembles import (
    dense,
    gaussian_extremes,
    ginibre_extremes,
    goe_largest,
    gue_largest,
    kappa_ginibre,
)
from perturb.laws.ensembles.dense import complex_ginibre, entries_of, ginibre
from perturb.laws.ensembles.gaussian_extremes import _smallest
from perturb.laws.ensembles.tridiagonal import Smallest
from perturb.laws.stats.bands import dkw_radius, sup_distance
from tests.laws.ensembles.models import full, largest, rng

ALPHA = 1e-9
DRAWS = 20_000


def same_distribution(x, y):
    """Within the two bands. The sup distance of two empirical cdfs is found at the points of one of them."""
    points = np.sort(np.concatenate([x, y]))
    F, G = (np.searchsorted(np.sort(v), points, side="right") / len(v) for v in (x, y))
    return np.abs(F - G).max() <= dkw_radius(len(x), ALPHA) + dkw_radius(len(y), ALPHA)


@pytest.mark.parametrize("n", [2, 5, 12])
def test_goe(n):
    assert same_distribution(goe_largest(n, DRAWS, rng()), largest(dense.goe(n, DRAWS, rng(1))))


def test_a_diagonal_of_variance_one_is_found_out():
    """The mistake that two published packages make."""
    S = dense.goe(5, DRAWS, rng(1))
    i = np.arange(5)
    S[:, i, i] /= np.sqrt(2)
    assert not same_distribution(goe_largest(5, DRAWS, rng()), largest(S))


def test_goe_beyond_the_truncation():
    n, draws = 64, 4_000
    assert 12 * n ** (1 / 3) < n
    assert same_distribution(goe_largest(n, draws, rng()), largest(dense.goe(n, draws, rng(1))))


@pytest.mark.parametrize("n", [2, 6])
def test_gue(n):
    assert same_distribution(gue_largest(n, DRAWS, rng()), largest(dense.gue(n, DRAWS, rng(1))))


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
    assert same_distribution(s_1, s[:, 0])
    assert same_distribution(s_n, s[:, -1])
    assert same_distribution(s_1 / s_n, s[:, 0] / s[:, -1])


def test_kappa_is_that_of_the_same_matrix():
    s_1, s_n = ginibre_extremes(6, 100, rng())
    assert (kappa_ginibre(6, 100, rng()) == s_1 / s_n).all()


@pytest.mark.parametrize("p", [1e-100, 1e-162, 1e-170])
def test_tiny_matrices(p):
    q, e = rng().chisquare(2, (8, 5)), rng(2).chisquare(2, (7, 5))
    assert _smallest(q * p, e * p) / p == pytest.approx(_smallest(q, e), rel=1e-9)


def test_smallest_singular_values_keep_their_relative_accuracy():
    q, e = rng().chisquare(2, (8, 50)), rng(2).chisquare(2, (7, 50))
    q[3] *= 1e-20  # the product of the diagonals is the determinant
    B = full(np.sqrt(q), e)
    B[:, np.arange(1, 8), np.arange(7)] = 0
    least = np.prod(q, axis=0) / np.prod(np.linalg.svd(B, compute_uv=False)[:, :-1] ** 2, axis=1)
    assert _smallest(q, e) == pytest.approx(least, rel=1e-8)
    assert (Smallest.of(q, e).inverse_trace() * least > 1 - 1e-8).all()


def test_a_shorter_run_is_a_prefix(monkeypatch):
    monkeypatch.setattr(gaussian_extremes, "MOST_LANES", 64)
    for f in (goe_largest, gue_largest, kappa_ginibre):
        assert (f(9, 70, rng()) == f(9, 300, rng())[:70]).all()


def test_a_shorter_run_is_a_prefix_through_the_mesh(monkeypatch):
    """Also where a block ends with its first lane."""
    monkeypatch.setattr(gaussian_extremes, "MOST_LANES", 8)
    whole = goe_largest(10**7, 24, rng())
    for draws in (9, 17, 20):
        assert (goe_largest(10**7, draws, rng()) == whole[:draws]).all()


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


def test_dense_and_model_agree_at_one_matrix():
    """ginibre is what the bidiagonal model reduces: at n = 1 both are |N(0, 1)|, in law."""
    assert same_distribution(np.abs(ginibre(1, DRAWS, rng()).ravel()), ginibre_extremes(1, DRAWS, rng(3))[0])
