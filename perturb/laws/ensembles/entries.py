"""Distributions of independent entries of mean 0 and variance 1, by name."""

from __future__ import annotations

import re
from collections.abc import Callable

import numpy as np

from perturb.types import ComplexArray, FloatArray

Entries = Callable[[int, int, np.random.Generator], FloatArray]


def ginibre(n: int, draws: int, rng: np.random.Generator) -> FloatArray:
    """Real Ginibre matrices, shape (draws, n, n): independent N(0, 1) entries."""
    return rng.standard_normal((draws, n, n))


def complex_ginibre(n: int, draws: int, rng: np.random.Generator) -> ComplexArray:
    """Complex Ginibre matrices, shape (draws, n, n): real and imaginary parts independent N(0, 1/2)."""
    pairs = rng.standard_normal((draws, n, n, 2)) / np.sqrt(2)
    return np.asarray(pairs.view(np.complex128)[..., 0])


def uniform_entries(n: int, draws: int, rng: np.random.Generator) -> FloatArray:
    """Independent entries uniform on (-sqrt 3, sqrt 3), hence of variance 1; shape (draws, n, n)."""
    return rng.uniform(-np.sqrt(3), np.sqrt(3), (draws, n, n))


def rademacher(n: int, draws: int, rng: np.random.Generator) -> FloatArray:
    """Independent signs, shape (draws, n, n)."""
    return np.where(rng.random((draws, n, n)) < 0.5, -1.0, 1.0)


def student(df: float) -> Entries:
    """Student's t with df degrees of freedom, over its standard deviation. ValueError unless df > 2."""
    if not df > 2:
        raise ValueError(f"student: df = {df} must be more than 2, or the variance is infinite")
    scale = np.sqrt((df - 2) / df)

    def draw(n: int, draws: int, rng: np.random.Generator) -> FloatArray:
        drawn = np.empty((draws, n, n))
        for K in drawn:
            K[:] = rng.standard_t(df, (n, n))
        return np.asarray(scale * drawn)

    return draw


def sparse(p: float) -> Entries:
    """+-1/sqrt(p) with probability p/2 each, else 0. ValueError unless 0 < p <= 1."""
    if not 0 < p <= 1:
        raise ValueError(f"sparse: p = {p} must be in (0, 1]")

    def draw(n: int, draws: int, rng: np.random.Generator) -> FloatArray:
        u = rng.random((draws, n, n))
        return np.asarray(np.where(u < p / 2, -1.0, np.where(u < p, 1.0, 0.0)) / np.sqrt(p))

    return draw


PLAIN: dict[str, Entries] = {"gaussian": ginibre, "uniform": uniform_entries, "rademacher": rademacher}
WITH_PARAMETER: dict[str, Callable[[float], Entries]] = {"student": student, "sparse": sparse}


def entries_of(entries: str | Entries) -> Entries:
    """The sampler of entries by name: `gaussian`, `uniform`, `rademacher`, `student(5)`, `sparse(0.1)`.

    A sampler is returned as it is. ValueError for anything else.
    """
    if not isinstance(entries, str):
        return entries
    if entries in PLAIN:
        return PLAIN[entries]
    found = re.fullmatch(r"(\w+)\((\d+\.?\d*|\.\d+)\)", entries.replace(" ", ""))
    if found is None or found[1] not in WITH_PARAMETER:
        names = ", ".join([*PLAIN, *(f"{name}(x)" for name in WITH_PARAMETER)])
        raise ValueError(f"entries = {entries!r} is none of {names}")
    return WITH_PARAMETER[found[1]](float(found[2]))
