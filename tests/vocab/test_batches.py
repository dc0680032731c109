"""Spectra of batches against LAPACK: random, integer, of low rank, clustered, graded, and of any scale."""

import numpy as np
import pytest

from perturb.vocab.systems import batches
from perturb.vocab.systems.batches import singular_values, symmetric_eigenvalues
from perturb.vocab.systems.conditions import spectral

MANY = 3000  # more than every size needs to leave LAPACK
SHAPES = [(1, 1), (1, 4), (2, 2), (3, 2), (3, 3), (4, 4), (5, 5), (6, 6), (5, 3), (3, 6), (8, 4), (7, 7)]


def kinds(m: int, n: int) -> dict[str, np.ndarray]:
    rng = np.random.default_rng(m * 10 + n)
    normal = rng.standard_normal((MANY, m, n))
    low = rng.standard_normal((MANY, m, 1)) @ rng.standard_normal((MANY, 1, n))
    return {
        "normal": normal,
        "ternary": rng.integers(-1, 2, (MANY, m, n)).astype(float),
        "sparse": rng.integers(-3, 4, (MANY, m, n)) * (rng.random((MANY, m, n)) < 0.4) * 1.0,
        "rank one": low,
        "rank two": low + 1e-3 * rng.standard_normal((MANY, m, 1)) @ rng.standard_normal((MANY, 1, n)),
        "near one": np.eye(m, n) + 1e-9 * normal,
        "graded": normal * 10.0 ** -np.arange(0, 2 * n, 2),
        "scales": normal * 10.0 ** rng.uniform(-300, 300, (MANY, 1, 1)),
        "nought": np.zeros((MANY, m, n)),
    }


@pytest.mark.parametrize("shape", SHAPES)
def test_singular_values_are_those_of_lapack(shape) -> None:
    for kind, A in kinds(*shape).items():
        known, found = np.linalg.svd(A, compute_uv=False), singular_values(A)
        top = np.where(known[:, :1] > 0, known[:, :1], 1.0)
        assert found.shape == known.shape, kind
        assert (np.diff(found / top, axis=-1) <= 1e-14).all(), kind
        assert (np.abs(found - known) / top).max() < 1e-13, kind


@pytest.mark.parametrize("n", range(1, 8))
def test_eigenvalues_are_those_of_lapack(n) -> None:
    for kind, A in kinds(n, n).items():
        S = A / 2 + np.swapaxes(A, -1, -2) / 2
        known, found = np.linalg.eigvalsh(S)[:, ::-1], symmetric_eigenvalues(S)
        top = np.abs(known).max(axis=-1, keepdims=True)
        assert (np.diff(found, axis=-1) <= 0).all(), kind
        assert (np.abs(found - known) / np.where(top > 0, top, 1.0)).max() < 1e-13, kind


@pytest.mark.parametrize("n", range(2, 7))
def test_small_values_keep_their_digits(n) -> None:
    rng = np.random.default_rng(n)
    U, V = (np.linalg.qr(rng.standard_normal((MANY, n, n)))[0] for _ in range(2))
    values = np.sort(rng.uniform(1, 2, (MANY, n)))[:, ::-1]
    values[:, -1] = 10.0 ** rng.uniform(-9, 0, MANY)
    found = singular_values(U * values[:, None] @ np.swapaxes(V, -1, -2))
    assert (np.abs(found - values)[:, -1] / values[:, 0]).max() < 1e-14


@pytest.mark.parametrize("n", range(1, 7))
def test_what_is_diagonal_is_exact(n) -> None:
    rng = np.random.default_rng(n)
    entries = rng.standard_normal((MANY, n)) if n > 2 else rng.integers(-9, 10, (MANY, n)).astype(float)
    D = np.zeros((MANY, n, n))
    D[:, range(n), range(n)] = entries
    assert (symmetric_eigenvalues(D) == np.sort(entries)[:, ::-1]).all()
    assert (singular_values(D) == np.sort(np.abs(entries))[:, ::-1]).all()


def test_large_batches_of_small_matrices_do_not_ask_lapack(monkeypatch: pytest.MonkeyPatch) -> None:
    rng = np.random.default_rng(0)
    A = np.eye(4) + rng.standard_normal((MANY, 4, 4)) / 8
    known = np.linalg.svd(A, compute_uv=False)
    monkeypatch.setattr(np.linalg, "svd", None)
    monkeypatch.setattr(np.linalg, "eigvalsh", None)
    assert np.allclose(singular_values(A), known, rtol=1e-12, atol=0)
    assert np.allclose(symmetric_eigenvalues(np.swapaxes(A, -1, -2) @ A), known**2, rtol=1e-12, atol=0)
    assert max(batches.WORTH.values()) < MANY > max(batches.WORTH_SYMMETRIC.values())


@pytest.mark.parametrize("n", range(3, 7))
def test_values_depend_on_no_neighbour(n, monkeypatch: pytest.MonkeyPatch) -> None:
    A = np.concatenate(list(kinds(n, n).values()))
    S = A / 2 + np.swapaxes(A, -1, -2) / 2
    known = singular_values(A), symmetric_eigenvalues(S)
    order = np.random.default_rng(n).permutation(len(A))
    monkeypatch.setattr(batches, "PIECE", 1777)
    assert (singular_values(A[order]) == known[0][order]).all()
    assert (symmetric_eigenvalues(S[order]) == known[1][order]).all()
    assert (singular_values(A[2::3]) == known[0][2::3]).all()


@pytest.mark.parametrize("rank", range(1, 5))
def test_low_ranks_do_not_ask_lapack(rank, monkeypatch: pytest.MonkeyPatch) -> None:
    rng = np.random.default_rng(rank)
    factors = rng.standard_normal((2, MANY, 5, 5)) / 4 + np.eye(5)
    A = factors[0, :, :, :rank] @ factors[1, :, :rank]
    known, asked = np.linalg.svd(A, compute_uv=False), []
    lapack = batches._lapack
    monkeypatch.setattr(batches, "_lapack", lambda few: (asked.append(len(few)), lapack(few))[1])
    found = singular_values(A)
    assert (np.abs(found - known) / known[:, :1]).max() < 1e-13
    assert sum(asked) < MANY / 20


def test_the_least_of_many_is_off_by_less_than_the_bound_says() -> None:
    """Second values of a hundredth of the first are the worst for roots of squares."""
    rng = np.random.default_rng(0)
    for m, n in ((2, 2), (3, 3), (4, 4), (5, 5), (6, 6), (7, 6)):
        L, values, R = np.linalg.svd(rng.normal(size=(20_000, m, n)), full_matrices=False)
        values[:, -1] = values[:, 0] * 10.0 ** rng.uniform(-6, -2, len(L))
        if n > 3:
            values[:, -2] = values[:, 0] * 10.0 ** rng.uniform(-2.1, -1.5, len(L))
        A = (L * values[:, None, :]) @ R
        off = np.abs(singular_values(A) - np.linalg.svd(A, compute_uv=False))
        assert (off <= spectral(A, None)[..., 0] / 2).all()
