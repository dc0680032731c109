"""The condition number of Gaussian matrices, on one side of a number."""

from __future__ import annotations

from fractions import Fraction

import numpy as np
import pytest

from perturb.laws.ensembles import kappa_ginibre, pivots
from perturb.laws.ensembles.ends import Singular, Symmetric
from perturb.laws.ensembles.pivots import kappa_above


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
