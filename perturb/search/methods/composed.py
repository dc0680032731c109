"""Larger points from what is good at smaller sizes: direct sums, Kronecker products; points near equality.

Singular values and eigenvalues of a direct sum are those of its parts, those of a Kronecker product are the
products: where a margin is small for the parts it is often small, or below 0, for what is made of them.

A bound that is not additive, a product of two sums, say, is an equality at each block and fails for both
together; no climb leads there, because everything near is worse (`sums`). These are made of parameters, block
by block, which builds the direct sum in every space whose map respects blocks; what is made is screened and
certified like any other point.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from contextlib import suppress
from itertools import product
from typing import Any

import numpy as np
from flint import fmpq, fmpq_mat

from perturb.certify.point import screen
from perturb.domains.domain import Domain
from perturb.domains.space import Batch, Point
from perturb.search.methods.listed import small_inputs
from perturb.search.solvers.climb import OUTSIDE, objective
from perturb.statements.claim import Claim

PARTS = 4  # the tightest points, each of another size
SCALES = (1, 3, 6, 10)  # neighbours differ by entries of 2^-k
LOOKED = 8_000  # small inputs of each size
POOL = 96  # points of equality, or the tightest, of each size
EQUAL = 1e-9  # a margin up to this one is an equality
BEST = 4  # sums of each size
ENTRIES = 1_000_000  # numbers in a batch of sums
Join = Callable[[Any, Any], Any]


def composed(
    claim: Claim, best: Mapping[Any, tuple[float, Point]], tried: set[tuple[float, float]]
) -> Iterator[Point]:
    """Points of the sizes that are searched, made of pairs of the tightest points of other sizes.

    Pairs with the margins of one that was `tried` are left out.
    """
    parts = sorted(best.values(), key=lambda pair: pair[0])[:PARTS]
    wanted = {tuple(sorted(sizes.items())) for sizes in claim.domain.sizes()}
    pairs = [pair for pair in product(parts, repeat=2) if (pair[0][0], pair[1][0]) not in tried]
    tried |= {(one, other) for (one, _), (other, _) in pairs}
    for ((_, left), (_, right)), join in product(pairs, (direct_sum, kronecker)):
        values = {name: join(value, right.values[name]) for name, value in left.values.items()}
        with suppress(ValueError):  # shapes that do not fit together
            point = claim.domain.point(values)
            if tuple(sorted(point.sizes.items())) in wanted and claim.domain.contains(point):
                yield point


def direct_sum(x: Any, y: Any) -> Any:
    """Blocks, or components one after the other; of numbers the first."""
    if isinstance(x, fmpq_mat):
        m, n = x.nrows(), x.ncols()
        found = fmpq_mat(m + y.nrows(), n + y.ncols())
        for block, i, j in ((x, 0, 0), (y, m, n)):
            for a, b in np.ndindex(block.nrows(), block.ncols()):
                found[i + a, j + b] = block[a, b]
        return found
    return x + y if isinstance(x, tuple) else x


def kronecker(x: Any, y: Any) -> Any:
    """Blocks x_ij y, of vectors too; of numbers the first."""
    if isinstance(x, fmpq_mat):
        rows, columns = range(x.nrows()), range(x.ncols())
        entries = [
            x[i, j] * y[a, b]
            for i in rows
            for a in range(y.nrows())
            for j in columns
            for b in range(y.ncols())
        ]
        return fmpq_mat(x.nrows() * y.nrows(), x.ncols() * y.ncols(), entries)
    return tuple(a * b for a in x for b in y) if isinstance(x, tuple) else x


def neighbours(claim: Claim, rng: np.random.Generator) -> Iterator[Point]:
    """Points of the domain beside the equality cases: all entries moved, or the matrices kept symmetric."""
    for point in claim.equality:
        for k in SCALES:
            moved = {name: _moved(value, fmpq(1, 2**k), rng) for name, value in point.values.items()}
            with suppress(ValueError):
                near = claim.domain.point(moved)
                if claim.domain.contains(near):
                    yield near


def _moved(value: Any, step: fmpq, rng: np.random.Generator) -> Any:
    if isinstance(value, fmpq_mat):
        m, n = value.nrows(), value.ncols()
        change = fmpq_mat(m, n, [int(x) for x in rng.integers(-1, 2, m * n)])
        if m == n and value == value.transpose():
            change = change + change.transpose()
        return value + change * step
    if isinstance(value, tuple):
        return tuple(x + step * int(k) for x, k in zip(value, rng.integers(-1, 2, len(value)), strict=True))
    return value if isinstance(value, int) else value + step * int(rng.integers(-1, 2))


def sums(claim: Claim, rng: np.random.Generator, late: Callable[[], bool] = lambda: False) -> Iterator[Batch]:
    """The tightest direct sums of two small inputs, up to `BEST` for each pair of sizes, as batches."""
    sizes = [dict(one) for one in claim.domain.sizes()]
    pools: dict[int, dict[str, Any]] = {}
    for wanted in sizes:
        for k, j in product(range(len(sizes)), repeat=2):
            if late():
                return
            if j < k or any(sizes[k][n] + sizes[j][n] != size for n, size in wanted.items()):
                continue
            left, right = (_pool(claim, sizes[i], i, pools, rng) for i in (k, j))
            every = joined(claim.domain, wanted, left, right, rng)
            if every is None:
                continue
            values = objective(screen(claim, every))
            order = np.argsort(values, kind="stable")[:BEST]
            order = order[values[order] < OUTSIDE / 2]
            if len(order):
                yield Batch(wanted, {key: a[order] for key, a in every.params.items()}, len(order))


def joined(
    domain: Domain,
    sizes: dict[str, int],
    left: dict[str, Any],
    right: dict[str, Any],
    rng: np.random.Generator,
) -> Batch | None:
    """All pairs of two pools of parameters, as blocks; numbers are those of the first.

    None where a pool is empty. At most as many as a batch holds, drawn at random.
    """
    shapes = {key: param.extent(sizes) for key, param in domain.params.items()}
    a, b = (len(next(iter(pool.values()), ())) for pool in (left, right))
    most = max(1, ENTRIES // max(1, sum(int(np.prod(shape)) for shape in shapes.values())))
    pairs = np.arange(a * b) if a * b <= most else rng.choice(a * b, most, replace=False)
    if not len(pairs):
        return None
    params = {}
    for key, shape in shapes.items():
        x, y = left[key][pairs // b], right[key][pairs % b]
        params[key] = _blocks(x, y, shape)
        if params[key] is None:
            return None
    return Batch(sizes, params, len(pairs))


def _blocks(x: Any, y: Any, shape: tuple[int, ...]) -> Any:
    """x and y along the diagonal; None where they do not fill the shape."""
    if x.shape[1:] == shape == y.shape[1:]:
        return x  # what does not grow with the sizes
    if tuple(p + q for p, q in zip(x.shape[1:], y.shape[1:], strict=True)) != shape:
        return None
    found = np.zeros((len(x), *shape))
    found[(slice(None), *[slice(0, p) for p in x.shape[1:]])] = x
    found[(slice(None), *[slice(p, None) for p in x.shape[1:]])] = y
    return found


def _pool(
    claim: Claim,
    sizes: dict[str, int],
    which: int,
    pools: dict[int, dict[str, Any]],
    rng: np.random.Generator,
) -> dict[str, Any]:
    """Parameters of small inputs at which both sides are equal, filled up with the tightest; each once."""
    if which not in pools:
        batch = small_inputs(claim.domain, sizes, LOOKED, rng)
        values = np.abs(objective(screen(claim, batch)))
        shuffled = rng.permutation(batch.count)
        order = shuffled[np.argsort(np.where(values <= EQUAL, 0.0, values)[shuffled], kind="stable")]
        order = order[values[order] < OUTSIDE / 2][: 16 * POOL]
        inputs = [v for v in claim.domain.inputs(batch).values() if not isinstance(v, int)]
        rows = [
            v[order].reshape(len(order), int(np.prod(v.shape[1:]))) for v in inputs if len(v) == batch.count
        ]
        flat = np.concatenate(rows, axis=1) if rows else np.zeros((len(order), 0))
        first = np.sort(np.unique(flat, axis=0, return_index=True)[1])[:POOL]
        pools[which] = {key: array[order[first]] for key, array in batch.params.items()}
    return pools[which]
