"""Small layers of every kind, and their singular values to 50 digits."""

from __future__ import annotations

from typing import Any

import numpy as np
from mpmath import matrix, mp, svd_r

from perturb.types import FloatArray

KINDS = (
    "independent",
    "float32",
    "zero",
    "ones",
    "identity",
    "deficient",
    "repeated",
    "graded",
    "tiny",
    "huge",
    "subnormal",
    "sparse",
    "mixed",
)


def drawn(kind: str, shape: tuple[int, int], rng: np.random.Generator) -> FloatArray:
    """A matrix of this kind; float64."""
    m, n = shape
    A = rng.standard_normal(shape)
    made = {
        "float32": lambda: A.astype(np.float32).astype(float),
        "zero": lambda: np.zeros(shape),
        "ones": lambda: np.ones(shape),
        "identity": lambda: np.eye(m, n),
        "deficient": lambda: np.outer(A[:, 0], rng.integers(-2, 3, n).astype(float)),
        "repeated": lambda: np.eye(m, n)[:, rng.permutation(n)] * rng.choice([-2.0, 2.0, 0.5], (m, 1)),
        "graded": lambda: A * 10.0 ** -(3 * np.arange(n)),
        "tiny": lambda: A * 2.0**-1000,
        "huge": lambda: np.clip(A, -3, 3) * 2.0**990,
        "subnormal": lambda: A * 2.0**-1060,
        "sparse": lambda: A * (rng.random(shape) < 0.3),
        "mixed": lambda: np.ldexp(A, rng.integers(-500, 400, shape)),
    }
    return np.asarray(made.get(kind, lambda: A)())


def true_values(A: FloatArray) -> list[Any]:
    """Singular values in decreasing order, to the digits of the context, about; 0 where they are 0."""
    tall = A if A.shape[0] >= A.shape[1] else A.T
    with mp.workdps(mp.dps + 20):
        found = svd_r(matrix(tall.tolist()), compute_uv=False)
        return sorted((abs(x) for x in found), reverse=True)
