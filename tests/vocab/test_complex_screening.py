"""The shorter way of float64 through complex arrays gives what the double gives."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

from perturb.domains import square, together, vector
from perturb.vocab import (
    det,
    fro,
    inv,
    kappa,
    lam,
    lam_min,
    mat_abs,
    mat_sqrt,
    moduli,
    norm,
    numerical_radius,
    op,
    real,
    s,
    trace,
)
from perturb.vocab.complexes.screening import _numerical_radius
from perturb.vocab.systems.bounded import BoundedFloats
from perturb.vocab.systems.evaluate import Evaluation, Floats

STATED: dict[str, Any] = {
    "product": lambda A, B, x: op(A @ B - 2 * B),
    "inverse": lambda A, B, x: s(inv(A) + B.H),
    "eigenvalues": lambda A, B, x: lam(A + A.H),
    "least": lambda A, B, x: lam_min(A @ A.H),
    "moduli": lambda A, B, x: moduli(A @ B),
    "frobenius": lambda A, B, x: fro(A / 3 + 1j * B),
    "trace": lambda A, B, x: real(trace(A.H @ B)),
    "modulus": lambda A, B, x: abs(det(A - 2 * B)),
    "real part": lambda A, B, x: real(det(A)),
    "condition": lambda A, B, x: kappa(A),
    "absolute value": lambda A, B, x: op(mat_abs(A) + mat_abs(B)),
    "root": lambda A, B, x: real(trace(mat_sqrt(A.H @ A) @ B)),
    "vector": lambda A, B, x: norm(A @ x),
    "form": lambda A, B, x: abs(x.H @ A @ x),
}


class Doubles(Floats):
    """Without the shorter way."""

    shortcut = None


@pytest.mark.parametrize("n", [1, 2, 3, 4])
@pytest.mark.parametrize("name", STATED)
def test_the_shorter_way_gives_what_the_double_gives(name: str, n: int) -> None:
    domain = together(
        A=square(field="complex"), B=square(field="complex"), x=vector(field="complex"), n=(1, 4)
    )
    tree = STATED[name](*domain.arguments)
    inputs = domain.inputs(domain.draw(np.random.default_rng(n), 64, {"n": n}))
    with np.errstate(all="ignore"):
        short, whole = (Evaluation(system(inputs))(tree) for system in (Floats, Doubles))
    good = np.isfinite(whole) & (abs(whole) < 1e6)  # singular ones: what rounding leaves is nobody's
    size = abs(np.where(good, whole, 0)).max(initial=1)
    assert short.shape == whole.shape
    assert good.any()
    near = abs(np.where(good, short - whole, 0)) <= 1e-7 * size
    assert near.mean() > 0.98, (short, whole)


@pytest.mark.parametrize("n", [1, 2, 3, 4])
def test_the_numerical_radius_is_the_largest_eigenvalue_of_all_directions(n: int) -> None:
    """Of matrices of any kind, those whose range is a disc or has corners too."""
    rng = np.random.default_rng(n)
    Z = rng.standard_normal((40, n, n)) + 1j * rng.standard_normal((40, n, n))
    Z[0], Z[1], Z[2] = 0, np.eye(n), 1j * np.eye(n)
    Z[3] = np.triu(np.ones((n, n)), 1)
    Z[4] = np.diag(np.exp(2j * np.pi * np.arange(n) / n))
    Z[5:10, :, 0] = 0
    Z[10:15] += np.conj(np.swapaxes(Z[10:15], 1, 2))
    found = _numerical_radius(Z)[:, 0]
    turned = np.exp(1j * np.linspace(0, 2 * np.pi, 1440, endpoint=False))[:, None, None, None] * Z
    tops = np.linalg.eigvalsh((turned + np.conj(np.swapaxes(turned, -1, -2))) / 2)[..., -1].max(axis=0)
    assert (found >= tops * (1 - 1e-7)).all()
    assert (found <= tops * (1 + 1e-5)).all()


def test_the_numerical_radius_of_a_complex_matrix_is_that_of_its_double() -> None:
    domain = square(field="complex", n=(1, 3))
    (A,) = domain.arguments
    inputs = domain.inputs(domain.draw(np.random.default_rng(0), 64, {"n": 3}))
    short, whole = (Evaluation(system(inputs))(numerical_radius(A)) for system in (Floats, Doubles))
    assert short.shape == whole.shape
    assert (abs(short - whole) <= 2e-3 * abs(whole)).all()  # the double's has 64 angles


def test_floats_with_a_bound_take_the_long_way() -> None:
    assert BoundedFloats.shortcut is None
    assert Floats.shortcut is not None
