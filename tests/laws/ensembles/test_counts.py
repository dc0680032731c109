"""Whole spectra and counts of pivots, beside balls of many bits, and where rounding alone would decide."""

from __future__ import annotations

import numpy as np
import pytest
from flint import arb, ctx, fmpq

from perturb.laws.ensembles import ends, pivots
from perturb.laws.ensembles.ends import Squares
from perturb.laws.ensembles.pivots import squares_at_most


@pytest.mark.parametrize("n", [1, 2, 6])
def test_squares_hold_what_balls_hold(n):
    A = np.random.default_rng(n).standard_normal((4, n, n))
    for one in (Squares(A), Squares(A, np.eye(n)), Squares(A * 0), Squares(np.round(A))):
        for k in range(4):
            with ctx.workprec(200):
                for ball, span in zip(one.balls(k), one.spans, strict=True):
                    assert not ball < float(span.lo[k])
                    assert not ball > float(span.hi[k])
                    assert span.hi[k] - span.lo[k] < 1e-11


def factors(n, r, draws=40):
    rng = np.random.default_rng([n, r])
    return rng.standard_normal((draws, n, r)), rng.standard_normal((draws, r, n))


@pytest.mark.parametrize(("n", "r"), [(1, 1), (5, 3), (6, 6), (4, 40)])
def test_every_value_is_on_its_side(n, r):
    """At thresholds of every size; zeros of a product of low rank are at most all of them."""
    W, M = factors(n, r)
    s = np.linalg.svd(W @ M, compute_uv=False) ** 2
    for k in range(n):
        at, found = np.full(40, k), s[:, k]
        for threshold in (1e-9, 0.1, 3.0, 100.0):
            column = squares_at_most(W, M, at, found, arb(threshold))
            assert column.dtype == bool
            assert (column == (found <= threshold)).all()


def test_values_that_are_wrong_change_no_answer():
    """What LAPACK finds says only where to look first."""
    W, M = factors(5, 5)
    s = np.linalg.svd(W @ M, compute_uv=False) ** 2
    at = np.full(40, 2)
    right = squares_at_most(W, M, at, s[:, 2], arb(2))
    assert (squares_at_most(W, M, at, 100 - s[:, 2], arb(2)) == right).all()
    assert 0 < right.sum() < 40


def test_a_square_within_the_last_bits_of_its_threshold_is_decided():
    """The square of 1 + 2^-52 is above 1 + 2^-51 by 2^-104: floats take them for equal."""
    W, M = np.array([[[1 + 2.0**-52]]]), np.ones((1, 1, 1))
    at, found = np.zeros(1, dtype=int), np.ones(1)
    end = 1 + fmpq(1, 2**51)
    with ctx.workprec(200):
        assert not squares_at_most(W, M, at, found, arb(end)).any()
        assert squares_at_most(W, M, at, found, arb(end + fmpq(1, 2**103))).all()


def test_pivots_of_either_sign_are_counted():
    G = np.array([[[2.0, 1], [1, -3]], [[0, 1], [1, 0]]])
    above, e = pivots._positive(G, np.zeros(2))
    assert above[0] == 1
    assert e[0] < 1e-14
    assert not np.isfinite(e[1])  # a pivot that is 0 says nothing


def test_without_its_radii_the_spans_miss(monkeypatch):
    A = np.random.default_rng(5).standard_normal((50, 6, 6)) * [1, 1, 1, 1e-7, 1e-7, 1e-7]
    assert misses(A) == 0
    monkeypatch.setattr(ends.certified, "symmetric_eigenvalues", _without_radius)
    monkeypatch.setattr(ends.certified, "U", 0.0)
    assert misses(A) > 25


def misses(A):
    found = Squares(A)
    with ctx.workprec(200):
        return sum(
            any(
                x < float(y.lo[k]) or x > float(y.hi[k])
                for x, y in zip(found.balls(k), found.spans, strict=True)
            )
            for k in range(len(A))
        )


def _without_radius(S):
    values = np.linalg.eigvalsh(S)
    return ends.certified.Spectra(values, np.zeros_like(values))
