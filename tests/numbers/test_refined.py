"""Refined factors: as good as mpmath's where they say that they are, None where they do not get there."""

import numpy as np
import pytest
from flint import arb_mat, ctx, fmpq, fmpq_mat

from perturb.numbers import factors, residual


def exact(F: np.ndarray) -> fmpq_mat:
    return fmpq_mat([[fmpq(*x.as_integer_ratio()) for x in row] for row in F.tolist()])


@pytest.mark.parametrize("bits", [106, 212, 424])
@pytest.mark.parametrize("shape", [(12, 12), (20, 13), (30, 30)])
def test_large_spectra_are_enclosed_to_the_precision_without_mpmath(bits, shape, monkeypatch) -> None:
    monkeypatch.setattr(factors, "_svd_mpmath", lambda A: None)
    monkeypatch.setattr(factors, "_eigh_mpmath", lambda A: None)
    A = exact(np.random.default_rng(1).standard_normal(shape))
    with ctx.workprec(bits):
        values = [*residual.singular_values(A), *residual.symmetric_eigenvalues(A.transpose() * A)]
    assert all(x.is_finite() for x in values)
    assert min(x.rel_accuracy_bits() for x in values) > bits - 40


def test_equal_and_close_values() -> None:
    """A repeated eigenvalue is refined, one that is close to another gives way to mpmath."""
    n = 14
    equal = np.kron(np.eye(2), np.diag(np.arange(1.0, 8.0)))
    close = np.diag(1 + 1e-20 * np.arange(n))
    Q = np.linalg.qr(np.random.default_rng(2).standard_normal((n, n)))[0]
    with ctx.workprec(106):
        assert factors.refined_eigh(factors.from_floats(equal), factors.from_floats(np.eye(n))) is not None
        start = factors.from_floats(Q)
        S = start * arb_mat(exact(close)) * start.transpose()
        for x in residual.symmetric_eigenvalues((S + S.transpose()).mid()):
            assert x.rel_accuracy_bits() > 70


def test_a_singular_matrix_gives_way_to_mpmath() -> None:
    F = np.outer(np.arange(1.0, 14.0), np.ones(13))
    with ctx.workprec(106):
        assert factors.refined_svd(factors.from_floats(F), factors.from_floats(np.linalg.svd(F)[2].T)) is None
        values = residual.singular_values(exact(F))
    assert values[0].rel_accuracy_bits() > 80
    assert all(x < 1e-25 for x in values[1:])
