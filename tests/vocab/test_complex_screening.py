"""The shorter way of float64 through complex arrays gives what the double gives."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

from perturb.domains import square, together, vector
from perturb.vocab import det, fro, inv, kappa, lam, lam_min, moduli, norm, op, real, s, trace
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


def test_floats_with_a_bound_take_the_long_way() -> None:
    assert BoundedFloats.shortcut is None
    assert Floats.shortcut is not None
