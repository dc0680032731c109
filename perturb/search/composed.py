"""Larger points from what is good at smaller sizes, direct sums and Kronecker products; points near equality.

Singular values and eigenvalues of a direct sum are those of its parts, those of a Kronecker product are the
products: where a margin is small for the parts it is often small, or below 0, for what is made of them.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from contextlib import suppress
from itertools import product
from typing import Any

import numpy as np
from flint import fmpq, fmpq_mat

from perturb.domains.exact import Point
from perturb.statements.claim import Claim

PARTS = 4  # the tightest points, each of another size
SCALES = (1, 3, 6, 10)  # neighbours differ by entries of 2^-k
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
