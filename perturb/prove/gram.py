"""Squares that a linear program lacks: sums of squares without a semidefinite solver.

The prices of the monomials in a program that fails are a pseudo-expectation. Where the matrix of a block
of monomials under it has a positive eigenvalue, the square of the eigenvector would help; rounded to small
fractions it becomes a new column (column generation after Ahmadi, Dash and Hall 2017).
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

import numpy as np
from flint import fmpq

from perturb.prove.atoms import Atom, Block, Powers
from perturb.prove.ring import Poly

WORTH = 1e-7
MANY, LARGEST = 24, 60  # new squares at once; monomials of a block
DENOMINATORS = (1, 2, 3, 4, 8, 24, 120)
KEPT = 0.6  # of the worth of an eigenvector must be left after rounding


def wanted(blocks: Sequence[Block], prices: Mapping[Powers, float]) -> list[Atom]:
    """The squares that are worth most."""
    found = []
    for block in blocks:
        if len(block.monomials) > LARGEST:
            continue
        M = _matrix(block, prices)
        values, vectors = np.linalg.eigh(M)
        for value, v in zip(values[-6:], vectors.T[-6:], strict=True):
            if value > WORTH:
                found.append((value, block, _rounded(M, v, value)))
    found.sort(key=lambda three: -three[0])
    return [_atom(block, c) for _, block, c in found[:MANY] if np.count_nonzero(c) > 1]


def _matrix(block: Block, prices: Mapping[Powers, float]) -> Any:
    k = len(block.monomials)
    M = np.zeros((k, k))
    for (i, j), p in block.table.items():
        M[i, j] = M[j, i] = sum(prices.get(m, 0.0) * int(c.p) / int(c.q) for m, c in p.to_dict().items())
    return M


def _rounded(M: Any, v: Any, value: float) -> Any:
    """Integers along v, small ones where these are good enough."""
    v = v / v[np.abs(v).argmax()]
    for d in DENOMINATORS:
        c = np.round(v * d)
        if c @ M @ c > KEPT * value * (c @ c):
            return c
    return c


def _atom(block: Block, c: Any) -> Atom:
    places = [int(k) for k in np.flatnonzero(c)]
    weights = {k: fmpq(int(c[k])) for k in places}
    square = _sum([block.monomials[k] * w for k, w in weights.items()])
    parts = [
        block.table[i, j] * weights[i] * weights[j] * (1 if i == j else 2)
        for i in places
        for j in places
        if i <= j
    ]
    return Atom(square, block.product.numbers, _sum(parts), False)


def _sum(parts: list[Poly]) -> Poly:
    total = parts[0]
    for p in parts[1:]:
        total = total + p
    return total
