"""The helpers that a check is pasted with, against LAPACK."""

from __future__ import annotations

from fractions import Fraction

import numpy as np

from perturb.pages.byhand import kit


def exact(A):
    return [[Fraction(int(x)) for x in row] for row in A]


def test_counts_of_eigenvalues_agree_with_lapack():
    rng = np.random.default_rng(1)
    for n in (1, 2, 3, 4):
        for _ in range(20):
            A = rng.integers(-3, 4, size=(n, n))
            S, t = A + A.T, int(rng.integers(-3, 4))
            values = np.linalg.eigvalsh(S)
            more, least = kit.above(exact(S), Fraction(t))
            assert more == np.sum(values > t + 1e-8)
            assert least == np.sum(values > t - 1e-8)
            # 7/13 is no modulus of a matrix of integers, nor a product of two: its circle is never touched.
            r = Fraction(7, 13) * int(rng.integers(1, 9))
            assert kit.inside(exact(A), r) == np.sum(np.abs(np.linalg.eigvals(A)) < float(r))


def test_inverse_determinant_and_permanent_agree_with_numpy():
    A = [[0, 2, 1], [1, 1, 0], [3, 0, 1]]
    assert kit.times(exact(A), kit.inverse(exact(A))) == kit.identity(3)
    assert kit.determinant(exact(A)) == round(np.linalg.det(A))
    assert kit.permanent(exact(A)) == 0 + 2 * 1 * 1 + 2 * 0 * 3 + 1 * 1 * 0 + 1 * 1 * 3
