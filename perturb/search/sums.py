"""Direct sums of points of equality: where two statements hold with equality, their sum may violate them.

A bound that is not additive, a product of two sums, say, is an equality at each block and fails for both
together; no climb leads there, because everything near is worse. Sums are made of parameters, block by
block, which builds the direct sum in every space whose map respects blocks; what is made is screened and
certified like any other point.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from itertools import product
from typing import Any

import numpy as np

from perturb.certify.screen import screen
from perturb.domains.domain import Domain
from perturb.domains.exact import Batch
from perturb.search.climb import OUTSIDE, objective
from perturb.search.discrete import small_inputs
from perturb.statements.claim import Claim

LOOKED = 8_000  # small inputs of each size
POOL = 96  # points of equality, or the tightest, of each size
EQUAL = 1e-9  # a margin up to this one is an equality
BEST = 4  # sums of each size
ENTRIES = 1_000_000  # numbers in a batch of sums


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
