"""Values of batches against LAPACK, one matrix at a time."""

from __future__ import annotations

import numpy as np
import pytest

from perturb.laws.ensembles import dense, singular_values, spectra, symmetric_eigenvalues


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
