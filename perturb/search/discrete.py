"""Discrete inputs: all ternary ones where they are few, else products of a dictionary of special matrices."""

from __future__ import annotations

import itertools
import math
from typing import Any

import numpy as np

from perturb.domains.domain import Domain
from perturb.domains.exact import Batch
from perturb.domains.space import Param, Sizes
from perturb.search.structured import allowed, as_floats

DICTIONARY_SIZE = 3
ROUNDED = 1e-9  # of a logarithm; numbers of points differ by more
SHARE = 8  # of the points that are looked at: one in so many is from the dictionary of structured matrices
ALPHABETS = {
    "sign": (1.0, -1.0),
    "bit": (0.0, 1.0),
    "unit": (0.0, 1.0, 0.5),
    "nonneg": (0.0, 1.0, 2.0),
    "positive": (1.0, 2.0, 0.5),
}
TERNARY = (0.0, 1.0, -1.0)


def small_inputs(domain: Domain, sizes: Sizes, limit: int, rng: np.random.Generator) -> Batch:
    """All inputs over small alphabets if there are at most `limit`.

    Otherwise random ones, half of them made of permutations, nilpotents, diagonals and rank one matrices up
    to n = 3 (every combination of those where they are at most `limit`).
    """
    choices = {key: entries(p, p.extent(sizes)) for key, p in domain.params.items()}
    many = sum(width * math.log(len(choice)) for choice, width, _ in choices.values())
    if many <= math.log(limit) + ROUNDED:
        return _batch(sizes, {k: (all_arrays(c, shape)) for k, (c, _, shape) in choices.items()}, limit, rng)
    plain = {k: rng.choice(c, size=(limit // 2, *shape)) for k, (c, _, shape) in choices.items()}
    special = {k: dictionary(p, p.extent(sizes), rng) for k, p in domain.params.items()}
    chosen = _batch(sizes, special, limit, rng)
    params = {k: np.concatenate([chosen.params[k], plain[k]]) for k in choices}
    found = Batch(sizes, params, chosen.count + limit // 2)
    return _with_structured(found, domain, special, limit // SHARE, rng)


def _with_structured(
    found: Batch, domain: Domain, special: dict[str, Any], limit: int, rng: np.random.Generator
) -> Batch:
    """And, beyond n = 3, combinations of matrices from the dictionary of structured ones."""
    lists, any_matrix = dict(special), False
    for key, param in domain.params.items():
        shape = param.extent(found.sizes)
        if len(shape) == 2 and max(shape) > DICTIONARY_SIZE:
            matrices = allowed(param, shape)
            if matrices:
                lists[key], any_matrix = as_floats(matrices), True
    if not any_matrix:
        return found
    more = _batch(found.sizes, lists, limit, rng)
    params = {k: np.concatenate([found.params[k], more.params[k]]) for k in lists}
    return Batch(found.sizes, params, found.count + more.count)


def entries(param: Param, shape: tuple[int, ...]) -> tuple[tuple[float, ...], int, tuple[int, ...]]:
    """The alphabet of a parameter, how many entries it has, and its shape."""
    return ALPHABETS.get(param.range, TERNARY), int(np.prod(shape)), shape


def all_arrays(alphabet: tuple[float, ...], shape: tuple[int, ...]) -> Any:
    """Every array over an alphabet, shape (count, *shape)."""
    return np.array(list(itertools.product(alphabet, repeat=int(np.prod(shape))))).reshape(-1, *shape)


def dictionary(param: Param, shape: tuple[int, ...], rng: np.random.Generator) -> Any:
    """Special values of one parameter: all that the alphabet gives where they are few."""
    alphabet, width, _ = entries(param, shape)
    if width * math.log(len(alphabet)) <= math.log(100) + ROUNDED or param.range in ALPHABETS:
        few = width * math.log(len(alphabet)) <= math.log(1000) + ROUNDED
        return all_arrays(alphabet, shape) if few else rng.choice(alphabet, size=(1000, *shape))
    if len(shape) == 2 and max(shape) <= DICTIONARY_SIZE:
        return special_matrices(*shape)
    return rng.choice(TERNARY, size=(200, *shape))


def special_matrices(m: int, n: int) -> Any:
    """Permutations, ternary nilpotents (both triangles), ternary diagonals, rank one matrices of 0 and 1."""
    square = np.eye(max(m, n))
    found = [square[list(p)][:m, :n] for p in itertools.permutations(range(max(m, n)))]
    above = [(i, j) for i in range(m) for j in range(n) if j > i]
    for places in (above, [(j, i) for i, j in above if j < m and i < n], [(i, i) for i in range(min(m, n))]):
        found += [
            _with_entries(m, n, places, values) for values in itertools.product(TERNARY, repeat=len(places))
        ]
    left, right = itertools.product((0.0, 1.0), repeat=m), list(itertools.product((0.0, 1.0), repeat=n))
    found += [np.outer(u, v) for u in left for v in right]
    return np.unique(np.array(found), axis=0)


def _with_entries(m: int, n: int, places: list[tuple[int, int]], values: tuple[float, ...]) -> Any:
    A = np.zeros((m, n))
    for (i, j), value in zip(places, values, strict=True):
        A[i, j] = value
    return A


def _batch(sizes: Sizes, lists: dict[str, Any], limit: int, rng: np.random.Generator) -> Batch:
    """Every combination of the listed values, or `limit` random ones."""
    counts = [len(values) for values in lists.values()]
    if np.prod([float(c) for c in counts]) <= limit:
        every = list(itertools.product(*[range(c) for c in counts]))
        picks = np.array(every, dtype=int).reshape(len(every), len(counts))
    else:
        picks = np.stack([rng.integers(c, size=limit) for c in counts], axis=1)
    params = {key: values[picks[:, k]] for k, (key, values) in enumerate(lists.items())}
    return Batch(sizes, params, len(picks))
