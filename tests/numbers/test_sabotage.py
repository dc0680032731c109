"""The checks of the zoo can fail: each kernel is broken on purpose and the very same check must object."""

from __future__ import annotations

from types import SimpleNamespace

import numpy as np
import pytest
from flint import arb, arb_mat, fmpq, fmpq_mat

from perturb.numbers import charpoly, factors, residual, roots
from perturb.numbers.errors import Undefined
from tests.numbers import zoo


def check_everything():
    for A in zoo.ALL.values():
        zoo.check_singular_values(residual.singular_values, A)
        zoo.check_singular_values(charpoly.singular_values, A)
    for S in zoo.SYMMETRIC.values():
        zoo.check_eigenvalues(residual.symmetric_eigenvalues, S)
        zoo.check_eigenvalues(charpoly.symmetric_eigenvalues, S)


def skew(V: arb_mat) -> arb_mat:
    """Factors that are far from orthogonal, as a broken LAPACK might return."""
    return V * arb(1.01)


def break_svd(change):
    original = factors.svd
    return lambda A: change(*original(A)) if original(A) else None


def break_eigh(change):
    original = factors.eigh
    return lambda A: change(*original(A)) if original(A) else None


def nan_like(V: arb_mat) -> arb_mat:
    return arb_mat(V.nrows(), V.ncols(), [arb.nan()] * (V.nrows() * V.ncols()))


SABOTAGE = {
    "the residual is dropped and the factors are poor": lambda m: (
        m.setattr(residual, "norm_bound", lambda E: arb(0)),
        m.setattr(factors, "svd", break_svd(lambda U, d, V: (U, [x * arb(1.001) for x in d], V))),
    ),
    "the orthogonality defect is forgotten": lambda m: (
        m.setattr(residual, "orthogonality_defect", lambda V: arb(0)),
        m.setattr(factors, "svd", break_svd(lambda U, d, V: (U, [x * arb(1.01) for x in d], skew(V)))),
    ),
    "the defect is forgotten for eigenvalues": lambda m: (
        m.setattr(residual, "orthogonality_defect", lambda V: arb(0)),
        m.setattr(factors, "eigh", break_eigh(lambda d, V: ([x * arb(1.0201) for x in d], skew(V)))),
    ),
    "the factors are NaN": lambda m: m.setattr(
        factors, "svd", break_svd(lambda U, d, V: (nan_like(U), [arb.nan()] * len(d), nan_like(V)))
    ),
    "LAPACK gives up": lambda m: m.setattr(factors, "svd", lambda A: None),
    "the eigenvalues change sign": lambda m: m.setattr(
        residual, "_enclose_eigenvalues", _flipped(residual._enclose_eigenvalues)
    ),
    "the scale is lost": lambda m: (
        m.setattr(factors, "exponent", lambda A: 0),
        m.setattr(residual, "_refined", lambda A, values: values),  # which would make up for it
    ),
    "the scale is not undone": lambda m: m.setattr(
        factors, "scale", lambda A, original=factors.scale: original(A)._replace(exponent=0)
    ),
    "the lower end is lifted": lambda m: m.setattr(residual, "_interval", lambda lo, hi: hi.upper()),
    "the roots are not in order": lambda m: m.setattr(roots, "_descending", lambda found: found),
    "multiplicity is forgotten": lambda m: m.setattr(
        roots,
        "irreducible_factors",
        lambda p, original=roots.irreducible_factors: [(f, 1) for f, _ in original(p)],
    ),
    "the root of the Gram eigenvalue is not taken": lambda m: m.setattr(charpoly, "sqrt_nonneg", lambda x: x),
    "a rational root has the wrong sign": lambda m: m.setattr(
        roots, "_roots_of", _sign_error(roots._roots_of)
    ),
}


def _flipped(original):
    return lambda S, d, V: [-x for x in original(S, d, V)]


def _sign_error(original):
    return lambda f, m: [
        r._replace(value=-r.value) if isinstance(r.value, fmpq) else r for r in original(f, m)
    ]


def test_the_check_passes_unbroken():
    check_everything()


@pytest.mark.parametrize("sabotage", SABOTAGE.values(), ids=SABOTAGE.keys())
def test_the_check_fails_when_the_kernel_is_broken(sabotage, monkeypatch):
    sabotage(monkeypatch)
    with pytest.raises((AssertionError, Undefined)):
        check_everything()


def test_poor_factors_alone_do_no_harm(monkeypatch):
    """LAPACK is not trusted: bad factors widen the enclosure, they do not move it."""
    monkeypatch.setattr(
        factors, "svd", break_svd(lambda U, d, V: (skew(U), [x * arb(1.02) for x in d], skew(V)))
    )
    for A in zoo.ALL.values():
        zoo.check_singular_values(residual.singular_values, A, gap=10.0)


@pytest.mark.parametrize("failure", [np.linalg.LinAlgError("no convergence"), None])
def test_a_failing_lapack_gives_nan_and_no_exception(failure, monkeypatch):
    def fail(*args, **kwargs):
        if failure is not None:
            raise failure
        return np.full((2, 2), np.nan), np.full(2, np.nan), np.full((2, 2), np.nan)

    broken = SimpleNamespace(svd=fail, eigh=lambda F: fail(F)[1:], LinAlgError=np.linalg.LinAlgError)
    monkeypatch.setattr(np, "linalg", broken)
    S = fmpq_mat([[2, 1], [1, 2]])
    for values in (residual.singular_values(S), residual.symmetric_eigenvalues(S)):
        assert len(values) == 2
        assert all(x.is_nan() for x in values)
