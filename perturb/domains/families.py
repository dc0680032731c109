"""Random draws: mixed structured families on a coarse dyadic grid, so that exact arithmetic stays cheap."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np

from perturb.domains.base import Batch, Domain
from perturb.domains.space import Param, Sizes

GRID = 256.0
Family = Callable[[np.random.Generator, tuple[int, ...]], Any]


def on_grid(x: Any, grid: float = GRID) -> Any:
    """Round to multiples of 1/grid: few bits, exact in float64."""
    return np.round(np.asarray(x) * grid) / grid


def gaussian(rng: np.random.Generator, shape: tuple[int, ...]) -> Any:
    scale = 2.0 ** rng.integers(-2, 3, size=(shape[0],) + (1,) * (len(shape) - 1))
    return on_grid(rng.standard_normal(shape)) * scale


def small_integers(rng: np.random.Generator, shape: tuple[int, ...]) -> Any:
    return rng.integers(-3, 4, size=shape).astype(float)


def ternary(rng: np.random.Generator, shape: tuple[int, ...]) -> Any:
    return rng.choice([-1.0, 0.0, 0.0, 1.0], size=shape)


def low_rank(rng: np.random.Generator, shape: tuple[int, ...]) -> Any:
    if len(shape) != 3:
        return ternary(rng, shape)
    left = on_grid(rng.standard_normal((shape[0], shape[1], 1)), 16)
    right = on_grid(rng.standard_normal((shape[0], 1, shape[2])), 16)
    return left * right


def diagonal(rng: np.random.Generator, shape: tuple[int, ...]) -> Any:
    if len(shape) != 3:
        return small_integers(rng, shape)
    return on_grid(rng.standard_normal(shape), 16) * np.eye(shape[1], shape[2])


def nilpotent(rng: np.random.Generator, shape: tuple[int, ...]) -> Any:
    return np.triu(gaussian(rng, shape), 1) if len(shape) == 3 else ternary(rng, shape)


def graded(rng: np.random.Generator, shape: tuple[int, ...]) -> Any:
    """Rows that shrink by powers of two: strongly different singular values."""
    if len(shape) < 2:
        return gaussian(rng, shape)
    steps = 2.0 ** -np.arange(shape[1], dtype=float).reshape((1, -1) + (1,) * (len(shape) - 2))
    return ternary(rng, shape) * steps


def near_identity(rng: np.random.Generator, shape: tuple[int, ...]) -> Any:
    if len(shape) != 3:
        return 1.0 + on_grid(rng.standard_normal(shape)) / 16
    return rng.choice([-1.0, 1.0]) * np.eye(shape[1], shape[2]) + on_grid(rng.standard_normal(shape)) / 16


REAL: tuple[Family, ...] = (
    gaussian,
    gaussian,
    small_integers,
    ternary,
    low_rank,
    diagonal,
    nilpotent,
    graded,
    near_identity,
)


def draw_param(rng: np.random.Generator, param: Param, sizes: Sizes, count: int) -> Any:
    """`count` values of one parameter, shape (count, *extent)."""
    shape = (count, *param.extent(sizes))
    if param.range == "sign":
        return rng.choice([-1.0, 1.0], size=shape)
    if param.range == "bit":
        return rng.integers(0, 2, size=shape).astype(float)
    if param.range in ("unit", "signed"):
        return _interval(rng, shape, -1.0 if param.range == "signed" else 0.0)
    values = REAL[rng.integers(len(REAL))](rng, shape)
    if param.range == "nonneg":
        return np.abs(values)
    return np.abs(values) + 1 / GRID if param.range == "positive" else values


def _interval(rng: np.random.Generator, shape: tuple[int, ...], low: float) -> Any:
    """Half uniform on the grid, half at the ends, where bounds are sharp."""
    inside = on_grid(rng.uniform(low, 1.0, size=shape))
    ends = rng.choice([low, 1.0], size=shape)
    return np.where(rng.random(shape) < rng.choice([0.0, 0.5, 0.9]), ends, inside)


def draw(domain: Domain, rng: np.random.Generator, count: int, sizes: Sizes) -> Batch:
    """`count` points of equal sizes; parameters of equal shape are sometimes tied (equal, opposite,
    close).
    """
    params: dict[str, Any] = {}
    for name, param in domain.params.items():
        fresh = draw_param(rng, param, sizes, count)
        params[name] = _tied(rng, fresh, param, params, domain)
    return Batch(sizes, params, count)


def _tied(rng: np.random.Generator, fresh: Any, param: Param, drawn: dict[str, Any], domain: Domain) -> Any:
    partners = [key for key in drawn if domain.params[key] == param]
    if not partners or rng.random() < 0.7:
        return fresh
    partner = drawn[partners[rng.integers(len(partners))]]
    if param.range != "real":
        return partner.copy()
    return (partner.copy(), -partner, partner + fresh / 16)[rng.integers(3)]
