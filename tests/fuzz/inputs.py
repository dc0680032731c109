"""Random exact rational inputs: small, structured, degenerate, scaled."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

import numpy as np

from perturb.domains.exact import exact_value
from tests.fuzz.matrices import identity, multiply, plus, scale, transpose
from tests.fuzz.parts import KINDS

SCALES = (Fraction(1, 10**20), Fraction(10**6), Fraction(1, 2), Fraction(1, 3))


def _entries(rng: np.random.Generator, m: int, n: int) -> Any:
    low, denominator = int(rng.choice([-3, -2, -1, 0])), int(rng.choice([1, 1, 1, 2]))
    return [[Fraction(int(x), denominator) for x in row] for row in rng.integers(low, 4, (m, n))]


def _matrix(rng: np.random.Generator, m: int, n: int) -> Any:
    A, form = _entries(rng, m, n), rng.random()
    if form < 0.06:
        return scale(A, Fraction(0))
    if form < 0.12:
        return [[Fraction(i == j) for j in range(n)] for i in range(m)]
    if form < 0.2:
        return [[x if j > i else Fraction(0) for j, x in enumerate(row)] for i, row in enumerate(A)]
    if form < 0.28:
        return multiply(_entries(rng, m, 1), _entries(rng, 1, n))
    if form < 0.34:
        return [[x if j == i else Fraction(0) for j, x in enumerate(row)] for i, row in enumerate(A)]
    if form < 0.38:
        return [A[0]] * m
    return scale(A, SCALES[int(rng.integers(4))]) if form < 0.46 else A


def _rotation(n: int) -> Any:
    A = identity(n)
    if n > 1:
        A[0][:2], A[1][:2] = [Fraction(3, 5), Fraction(4, 5)], [Fraction(-4, 5), Fraction(3, 5)]
    return A


def _vector(rng: np.random.Generator, n: int) -> list[Fraction]:
    v = _entries(rng, 1, n)[0]
    return [abs(x) + 1 for x in v] if rng.random() < 0.5 else v


def _number(rng: np.random.Generator) -> Fraction:
    x = Fraction(int(rng.integers(-4, 7)), int(rng.choice([1, 1, 2, 3])))
    return x * SCALES[int(rng.integers(4))] if rng.random() < 0.06 else x


def random_inputs(rng: np.random.Generator) -> dict[str, Any]:
    """A value for every input of the grammar."""
    m, n = (int(x) for x in rng.choice([1, 2, 3, 4], 2, p=[0.2, 0.48, 0.26, 0.06]))
    X, Y, M = _matrix(rng, n, n), _matrix(rng, n, n), _matrix(rng, n, n)
    values = {"A": _matrix(rng, m, n), "B": _matrix(rng, m, n), "C": _matrix(rng, n, n)}
    values |= {"M": _rotation(n) if rng.random() < 0.05 else M, "S": plus(X, transpose(X))}
    values |= {"P": multiply(Y, transpose(Y)), "u": _vector(rng, m)}
    values |= {"v": _vector(rng, n), "w": _vector(rng, n)}
    return values | {"x": _number(rng), "y": _number(rng), "n": int(rng.integers(0, 4))}


def for_engine(values: dict[str, Any]) -> dict[str, Any]:
    return {name: exact_value(value, KINDS[name]) for name, value in values.items()}


def shown(values: dict[str, Any], names: set[str]) -> dict[str, str]:
    return {name: str(exact_value(values[name], KINDS[name])) for name in sorted(names)}
