"""Complex numbers in float64: words on arrays beside numpy, and the shorter way beside the doubles."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np
import pytest

import perturb.vocab as v
from perturb.domains import square, together, vector
from perturb.vocab import det, fro, inv, kappa, lam, lam_min, moduli, norm, op, real, s, trace
from perturb.vocab.grammar.tree import WORDS
from perturb.vocab.systems.bounded import BoundedFloats
from perturb.vocab.systems.evaluate import Evaluation, Floats

RNG = np.random.default_rng(5)
A, B = (RNG.integers(-4, 5, (3, 3)) / 2 + 1j * RNG.integers(-4, 5, (3, 3)) / 2 for _ in range(2))
TALL = RNG.integers(-3, 4, (3, 2)) + 1j * RNG.integers(-3, 4, (3, 2))
x = A[0]
HERMITIAN = A + A.conj().T
WHOLE: list[tuple[Callable[..., Any], Callable[..., Any], tuple[Any, ...]]] = [
    (v.mul, np.matmul, (A, B)),
    (v.mul, np.matmul, (A, B.real)),
    (v.mul, np.matmul, (A.real, x)),
    (v.H, lambda Z: Z.conj().T, (TALL,)),
    (v.T, np.transpose, (TALL,)),
    (v.conj, np.conj, (A,)),
    (v.real, np.real, (A,)),
    (v.imag, np.imag, (x,)),
    (v.inv, np.linalg.inv, (A,)),
    (v.pinv, np.linalg.pinv, (TALL,)),
    (v.det, np.linalg.det, (A,)),
    (v.trace, np.trace, (A,)),
    (v.s, lambda Z: np.linalg.svd(Z, compute_uv=False), (TALL,)),
    (v.lam, lambda Z: np.linalg.eigvalsh(Z)[::-1], (HERMITIAN,)),
    (v.moduli, lambda Z: np.sort(abs(np.linalg.eigvals(Z)))[::-1], (A,)),
    (v.eig_re, lambda Z: np.sort(np.linalg.eigvals(Z).real)[::-1], (A,)),
    (v.op, lambda Z: np.linalg.norm(Z, 2), (A,)),
    (v.fro, np.linalg.norm, (TALL,)),
    (v.nuclear, lambda Z: np.linalg.norm(Z, "nuc"), (A,)),
    (v.norm, np.linalg.norm, (x,)),
    (v.norm_1, lambda Z: np.linalg.norm(Z, 1), (A,)),
    (v.norm_inf, lambda Z: np.linalg.norm(Z, np.inf), (A,)),
    (v.rank, np.linalg.matrix_rank, (TALL @ TALL.conj().T,)),
    (v.kron, np.kron, (A, TALL)),
    (v.hadamard, np.multiply, (A, B)),
    (v.entries, np.ravel, (A,)),
    (v.diagonal, np.diagonal, (A,)),
    (v.spectral_radius, lambda Z: abs(np.linalg.eigvals(Z)).max(), (A,)),
    (v.kappa, np.linalg.cond, (A,)),
]


@pytest.mark.parametrize(("word", "numpy", "args"), WHOLE)
def test_a_word_on_complex_arrays_is_what_numpy_says(word: Any, numpy: Any, args: Any) -> None:
    found = np.asarray(word(*args))
    assert np.allclose(found, numpy(*args), rtol=1e-9, atol=1e-12), (found, numpy(*args))


def test_batches_components_and_what_no_word_says() -> None:
    assert np.allclose(np.asarray(v.s(np.stack([A, 2 * A]))), np.stack([v.s(A), v.s(2 * A)]))
    assert v.entries(A)[1] == A[0, 0]
    with pytest.raises(ValueError, match="not symmetric"):
        v.lam(A)


# Of real numbers alone, or of real matrices alone: what is said of them says which.
REFUSED = ("exp", "log", "sqrt", "larger", "smaller", "max", "min", "sym", "relu_norm")


@pytest.mark.parametrize("name", REFUSED)
def test_a_word_without_a_meaning_for_complex_numbers_says_so(name: str) -> None:
    word = WORDS[name]
    args = (x, x) if word.arity == 2 else (x if name in ("exp", "log", "sqrt", "max", "min") else A,)
    with pytest.raises(TypeError, match="no complex values"):
        word(*args)


# Screening: the shorter way of float64 through complex arrays gives what the double gives.

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
