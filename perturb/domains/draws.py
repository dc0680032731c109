"""Where points come from: random draws and structured corners; those for Hypothesis are in `strategies`.

Draws are of mixed structured families on a coarse dyadic grid, so that exact arithmetic stays cheap.
Corners are the matrices on which matrix theorems break, a superset of LAPACK's test types.
"""

from __future__ import annotations

import itertools
from collections.abc import Callable, Iterator, Mapping
from fractions import Fraction
from functools import cache
from math import gcd
from typing import Any, Protocol

import numpy as np
from flint import fmpq, fmpq_mat

from perturb.domains.space import Batch, Param, Point, Sizes, Space, exact_array

GRID = 256.0


class Parametrised(Protocol):
    """What points come from, a `Domain`: its sizes, its parameters, and the exact point that these make."""

    @property
    def spaces(self) -> Mapping[str, Space]: ...

    @property
    def params(self) -> Mapping[str, Param]: ...

    def sizes(self) -> Iterator[dict[str, int]]: ...

    def construct(self, sizes: Sizes, params: Mapping[str, Any]) -> Point: ...


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


def draw(domain: Parametrised, rng: np.random.Generator, count: int, sizes: Sizes) -> Batch:
    """`count` points of equal sizes; parameters of equal shape are sometimes tied (equal, opposite,
    close).
    """
    params: dict[str, Any] = {}
    for name, param in domain.params.items():
        fresh = draw_param(rng, param, sizes, count)
        params[name] = _tied(rng, fresh, param, params, domain)
    return Batch(sizes, params, count)


def _tied(
    rng: np.random.Generator, fresh: Any, param: Param, drawn: dict[str, Any], domain: Parametrised
) -> Any:
    partners = [key for key in drawn if domain.params[key] == param]
    if not partners or rng.random() < 0.7:
        return fresh
    partner = drawn[partners[rng.integers(len(partners))]]
    if param.range != "real":
        return partner.copy()
    return (partner.copy(), -partner, partner + fresh / 16)[rng.integers(3)]


HUGE = Fraction(2) ** 60


def zoo(m: int, n: int) -> list[Any]:
    """Special m x n matrices as exact object arrays, without repetition."""
    rows = [_array(m, n, f) for f in _entry_rules(m, n)]
    return _distinct(rows)


def _entry_rules(m: int, n: int) -> list[Any]:
    return [
        lambda i, j: 0,
        lambda i, j: int(i == j),
        lambda i, j: -int(i == j),
        lambda i, j: int(i == 0 == j),
        lambda i, j: int(i == 0 and j == n - 1),
        lambda i, j: 1,
        lambda i, j: int(j == i + 1),
        lambda i, j: int(i == j) + int(j == i + 1),
        lambda i, j: int(i + j == n - 1),
        lambda i, j: (-1) ** i * int(i == j),
        lambda i, j: int(j == (i + 1) % n),
        lambda i, j: int(i == j) * (i + 1),
        lambda i, j: Fraction(int(i == j), 2**i),
        lambda i, j: Fraction(1, i + j + 1),
        lambda i, j: int(j > i) - int(j < i),
        lambda i, j: int(i == j) * (1 if i == 0 else Fraction(1, 1024)),
        lambda i, j: int(i == j) * (1 if i < n - 1 else Fraction(1, 1024)),
        lambda i, j: -1 if j > i else int(i == j),
        lambda i, j: Fraction((-1) ** (i + 1) * int(i == j), 2),
        lambda i, j: (i + 1) * (j + 1),
        lambda i, j: (-1) ** (i * j),
        lambda i, j: int(i == j) * Fraction(2) ** (40 if i % 2 else -40),
        lambda i, j: (i + j + 1) * HUGE,
        lambda i, j: (i - j + 1) / HUGE,
    ]


def _array(m: int, n: int, rule: Any) -> Any:
    return exact_array(np.array([[rule(i, j) for j in range(n)] for i in range(m)], dtype=object))


def _distinct(arrays: list[Any]) -> list[Any]:
    seen: dict[tuple[str, ...], Any] = {}
    for array in arrays:
        seen.setdefault(tuple(map(str, array.ravel())), array)
    return list(seen.values())


def _vectors(values: list[list[Any]]) -> list[Any]:
    return _distinct([exact_array(np.array([Fraction(x) for x in v], dtype=object)) for v in values])


def param_corners(param: Param, sizes: Sizes) -> list[Any]:
    """The corners of one parameter array; not to be written to."""
    return _corners(param.range, param.extent(sizes))


@cache
def _corners(kind: str, extent: tuple[int, ...]) -> list[Any]:
    """The same for every domain that has such a parameter."""
    if len(extent) == 2:
        matrices = zoo(*extent)
        return matrices if kind == "real" else _distinct([_within(kind, a) for a in matrices])
    n = extent[0] if extent else 1
    vectors = _vectors(_vector_rules(kind, n))
    return vectors if extent else _distinct([v.reshape(-1)[:1].reshape(()) for v in vectors])


WITHIN: dict[str, Callable[[fmpq], fmpq]] = {
    "signed": lambda x: max(fmpq(-1), min(fmpq(1), x)),
    "unit": lambda x: min(fmpq(1), abs(x)),
    "nonneg": abs,
    "positive": lambda x: abs(x) or fmpq(1),
    "bit": lambda x: fmpq(int(x != 0)),
    "sign": lambda x: fmpq(-1 if x < 0 else 1),
}


def _within(kind: str, array: Any) -> Any:
    """The nearest thing whose entries a parameter of that range may take."""
    flat = [WITHIN[kind](x) for x in array.ravel()]
    return exact_array(np.array(flat, dtype=object).reshape(array.shape))


def _vector_rules(kind: str, n: int) -> list[list[Any]]:
    first: list[Any] = [1] + [0] * (n - 1)
    half: list[Any] = [Fraction(1, 2)] * n
    if kind == "sign":
        return [[1] * n, [-1] + [1] * (n - 1), [-1] * n]
    if kind == "bit":
        return [[0] * n, first, first[::-1], [1] * n]
    if kind == "unit":
        return [[0] * n, first, [1] * n, half, [Fraction(i + 1, n) for i in range(n)]]
    positive: list[list[Any]] = [[1] * n, list(range(1, n + 1)), half, [Fraction(1, 2**i) for i in range(n)]]
    if kind == "positive":
        return positive
    nonneg: list[list[Any]] = [[0] * n, first, *positive]
    return nonneg if kind == "nonneg" else [*nonneg, [-1] * n, [(-1) ** i for i in range(n)]]


def corners(domain: Parametrised, limit: int = 300) -> Iterator[Point]:
    """Corner points at the smallest sizes, at most `limit` a combination of sizes, spread evenly; beside them
    those that no parameters give.
    """
    for sizes in itertools.islice(domain.sizes(), 12):
        last: Point | None = None
        choices = [param_corners(p, sizes) for p in domain.params.values()]
        for pick in _spread([len(c) for c in choices], limit):
            arrays = [choice[k] for choice, k in zip(choices, pick, strict=True)]
            last = domain.construct(sizes, dict(zip(domain.params, arrays, strict=True)))
            yield last
        if last is not None:
            yield from _further(domain, last)


def _further(domain: Parametrised, point: Point) -> Iterator[Point]:
    """The point with one input, or all that have such elements, replaced by an element without parameters."""
    spaces = {name: space for name, space in domain.spaces.items() if space.further is not None}
    for chosen in dict.fromkeys([*[(name,) for name in spaces], tuple(spaces)]) if spaces else ():
        found = {n: spaces[n].further_elements(point.sizes) for n in chosen}
        for k in range(len(found[chosen[0]])):
            yield Point(point.sizes, {**point.values, **{n: those[k] for n, those in found.items()}})


def _spread(counts: list[int], limit: int) -> Iterator[tuple[int, ...]]:
    """All index tuples when few, else `limit` of them by a stride coprime to their number."""
    total = int(np.prod([float(c) for c in counts]))
    step = 1 if total <= limit else int(total * 0.6180339887) | 1
    while gcd(step, max(total, 1)) != 1:
        step += 2
    for k in range(min(total, limit)):
        yield _digits(k * step % total, counts)


def _digits(number: int, counts: list[int]) -> tuple[int, ...]:
    digits = []
    for count in counts:
        number, digit = divmod(number, count)
        digits.append(digit)
    return tuple(digits)


def as_columns(array: Any, dimensions: int) -> Any:
    """A batch of parameters of so many dimensions as a batch of matrices."""
    return array.reshape(*array.shape, *([1] * (2 - dimensions)))


def exact_input(array: Any) -> Any:
    """An exact parameter as the value of an input."""
    if array.ndim == 2:
        return fmpq_mat(array.shape[0], array.shape[1], list(array.ravel()))
    return tuple(array) if array.ndim == 1 else array[()]
