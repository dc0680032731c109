"""Certified radii and exact counts."""

from __future__ import annotations

import numpy as np
import pytest
from flint import ctx, fmpq, fmpq_mat

from perturb.laws.ensembles import certified
from perturb.numbers import charpoly
from perturb.numbers.scalar import to_arb


def rational(W):
    return fmpq_mat([[fmpq(*x.as_integer_ratio()) for x in row] for row in W.tolist()])


def off(values, exact, radius):
    """Every exact value lies within its radius of the float, and the radius is a small one."""
    with ctx.workprec(200):
        for v, x, r in zip(values.tolist(), exact, radius.tolist(), strict=True):
            assert abs(to_arb(x) - v) <= r
    return radius.max()


@pytest.mark.parametrize(("m", "n"), [(1, 1), (2, 2), (5, 5), (6, 3), (3, 6)])
def test_singular_values_lie_within_their_radius(m, n):
    A = np.random.default_rng(1).standard_normal((3, m, n))
    found = certified.singular_values(A)
    for a, s, r in zip(A, found.values, found.radius, strict=True):
        assert off(s, charpoly.singular_values(rational(a)), r) < 1e-12


def test_eigenvalues_lie_within_their_radius():
    A = np.random.default_rng(2).integers(-9, 9, (3, 6, 6)).astype(float)
    S = A + A.swapaxes(1, 2)
    found = certified.symmetric_eigenvalues(S)
    for s, w, r in zip(S, found.values, found.radius, strict=True):
        assert off(w, charpoly.symmetric_eigenvalues(rational(s))[::-1], r) < 1e-11


# U, d, V' spoilt so that one of the three residuals alone tells.
SPOILT = {
    "d": lambda P, d, Vt: (P, d * (1 + 1e-7), Vt),
    "V and d": lambda P, d, Vt: (P, d * (1 + 1e-7), Vt * (1 + 1e-7)),
    "U and d": lambda P, d, Vt: (P * (1 - 1e-7), d * (1 + 1e-7), Vt),
}


@pytest.mark.parametrize("spoil", SPOILT.values(), ids=SPOILT)
def test_a_radius_covers_wrong_factors(spoil, monkeypatch):
    svd = np.linalg.svd
    A = np.random.default_rng(3).standard_normal((2, 4, 4))
    monkeypatch.setattr(np.linalg, "svd", lambda A, full_matrices: spoil(*svd(A, False)))
    found = certified.singular_values(A)
    for a, s, r in zip(A, found.values, found.radius, strict=True):
        assert 1e-8 < off(s, charpoly.singular_values(rational(a)), r) < 1e-4


def test_a_radius_covers_wrong_eigenvalues(monkeypatch):
    eigh = np.linalg.eigh
    S = np.diag([1.0, 2.0, 3.0])[None]

    def spoilt(S):
        d, V = eigh(S)
        return d * (1 + 1e-7), V

    monkeypatch.setattr(np.linalg, "eigh", spoilt)
    found = certified.symmetric_eigenvalues(S)
    assert 1e-8 < off(found.values[0], [fmpq(k) for k in (1, 2, 3)], found.radius[0]) < 1e-4


def test_eigenvectors_that_repeat_prove_nothing(monkeypatch):
    """S V = V D holds, yet an eigenvalue is missing."""
    S = np.diag([1.0, 2.0])[None]
    V = np.array([[[1.0, 1.0], [0.0, 0.0]]])
    monkeypatch.setattr(np.linalg, "eigh", lambda S: (np.ones((1, 2)), V))
    assert np.isinf(certified.symmetric_eigenvalues(S).radius).all()


def test_values_out_of_order_prove_nothing(monkeypatch):
    svd = np.linalg.svd

    def reversed_svd(A, full_matrices):
        P, d, Vt = svd(A, full_matrices=full_matrices)
        return P[:, :, ::-1], d[:, ::-1], Vt[:, ::-1]

    monkeypatch.setattr(np.linalg, "svd", reversed_svd)
    assert np.isinf(certified.singular_values(np.diag([1.0, 2.0])[None]).radius).all()


@pytest.mark.parametrize("statistic", ["s_1", "s_n", "tau", "tau_low"])
@pytest.mark.parametrize("op", ["<", "<=", ">", ">="])
def test_counts_are_those_of_the_integers(statistic, op):
    """Diagonal matrices with entries -1, 0, 1, 2: half of the samples sit exactly on the threshold."""
    diagonals = np.array([[1, 0], [1, 1], [2, 1], [0, 0], [2, 2], [1, -1]], dtype=float)
    W = np.array([np.diag(d) for d in diagonals])
    values = {
        "s_1": np.abs(diagonals).max(axis=1), "s_n": np.abs(diagonals).min(axis=1),
        "tau": 2 * diagonals.max(axis=1), "tau_low": 2 * diagonals.min(axis=1),
    }[statistic]  # fmt: skip
    threshold = 1.0 if statistic.startswith("s") else 2.0
    compare = {"<": np.less, "<=": np.less_equal, ">": np.greater, ">=": np.greater_equal}[op]
    expected = int(compare(values, threshold).sum())
    found = certified.count_certified(statistic, op, threshold, W)
    assert (found.yes, found.no) == (expected, len(W) - expected)
    assert found.adjudicated >= (values == threshold).sum() > 0


def test_a_sample_one_bit_from_the_threshold_is_decided():
    """The float sum of 1/2 + 2^-60 and 1/2 is 1; exactly it is more."""
    W = np.array([[[0.0, 0.5 + 2.0**-53], [0.5, 0.0]], [[0.0, 0.5], [0.5, 0.0]]])
    assert certified.count_certified("tau", ">", 1.0, W)[:2] == (1, 1)


def test_most_samples_need_no_exact_arithmetic():
    W = np.random.default_rng(4).standard_normal((500, 10, 10)) / 20
    found = certified.count_certified("tau", ">", 0.5, W)
    assert found.yes + found.no == 500
    assert found.adjudicated == 0
    assert found.yes == (np.linalg.eigvalsh(W + W.swapaxes(1, 2))[:, -1] > 0.5).sum()


def test_bad_input_is_named():
    W = np.zeros((1, 2, 2))
    with pytest.raises(ValueError, match="op = '='"):
        certified.count_certified("tau", "=", 0.0, W)
    with pytest.raises(ValueError, match="statistic = 'x'"):
        certified.count_certified("x", "<", 0.0, W)
    with pytest.raises(ValueError, match="threshold = nan"):
        certified.count_certified("tau", "<", float("nan"), W)
    with pytest.raises(ValueError, match="not finite"):
        certified.singular_values(W + np.inf)
    with pytest.raises(ValueError, match="between"):
        certified.singular_values(W + 1e-300)
    with pytest.raises(ValueError, match="symmetric"):
        certified.symmetric_eigenvalues(np.array([[[0.0, 1.0], [0.0, 0.0]]]))


def test_several_thresholds_at_once():
    """As counted one by one; a threshold that is an eigenvalue goes to exact arithmetic."""
    W = np.random.default_rng(4).integers(-2, 3, size=(40, 3, 3)).astype(float)
    W[0] = np.diag([1.0, 0.0, 0.0])
    found = certified.decided("tau", ">=", [-1.0, 2.0, 5.0], W)
    assert found.holds.shape == (40, 3)
    for j, threshold in enumerate((-1.0, 2.0, 5.0)):
        assert found.holds[:, j].sum() == certified.count_certified("tau", ">=", threshold, W).yes
    assert found.holds[0].tolist() == [True, True, False]
    assert found.adjudicated >= 1
