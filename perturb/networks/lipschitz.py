"""Lipschitz constants of a network: the exact one, and the bounds that do without the cells.

A continuous piecewise affine map has as its Lipschitz constant the largest norm of its linear parts on the
cells of full dimension: a segment is cut into pieces on each of which one of these maps acts. Norms are
Euclidean.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from itertools import pairwise
from typing import Any

import numpy as np
from flint import arb, fmpq, fmpq_mat

from perturb.enclosure import WHOLE_LINE, Enclosure
from perturb.networks.cells import Cell, Cells
from perturb.networks.graph import Network
from perturb.networks.numbers import rational
from perturb.numbers.residual import singular_values
from perturb.numbers.scalar import bounds, maximum


def lipschitz_constant(found: Cells) -> Enclosure:
    """The Lipschitz constant of a network, or of its restriction to the convex part that the cells fill."""
    return enclosed(_largest_norm(_linear(cell) for cell in found.cells if cell.full_dimensional))


def lipschitz_bounds(found: Cells) -> dict[str, Enclosure]:
    """What is known to be above the Lipschitz constant of a chain W_L rho ... rho W_1 of ReLU layers.

    Beside what `layer_bounds` has, for which cells are not needed: the constant itself, the largest product
    of norms of active blocks over all cells, and with s_l active neurons of layer l the bound of a cell.
    """
    network, full = found.network, [cell for cell in found.cells if cell.full_dimensional]
    matrices = chain_matrices(network)
    active = [_active(cell, network.sizes[1:-1]) for cell in full]
    most = max(int(np.prod([sum(s) for s in q])) for q in active)
    return {
        "constant": lipschitz_constant(found),
        "active blocks": enclosed(maximum([_blocks(matrices, q) for q in active])),
        "c r w^(L-2) prod s_l": enclosed(_ends(matrices) * _inner(matrices) * most),
        **layer_bounds(network),
    }


def layer_bounds(network: Network) -> dict[str, Enclosure]:
    """Bounds of the constant of a chain of ReLU layers by its matrices, for networks of any size.

    Norms are of matrices, r is the largest length of a row of W_1, c of a column of W_L, w the largest size
    of a weight between them, n the largest width. ValueError for other networks.
    """
    matrices = chain_matrices(network)
    norms, sizes = [norm(W) for W in matrices], network.sizes[1:-1]
    whole = _ends(matrices) * _inner(matrices) * max(sizes) ** len(sizes)
    return {
        "product of norms": enclosed(_product(norms)),
        "largest norm ^ L": enclosed(maximum(norms) ** len(norms)),
        "absolute values": enclosed(norm(_chain([_absolute(W) for W in matrices]))),
        "c r w^(L-2) n^(L-1)": enclosed(whole),
    }


def _linear(cell: Cell) -> fmpq_mat:
    return fmpq_mat([row[1:] for row in cell.map.tolist()])


def chain_matrices(network: Network) -> list[fmpq_mat]:
    """W_1, ..., W_L of a chain with ReLU between them; ValueError for other networks."""
    layers = network.nodes
    bent = [node.activation.bends for node in layers]
    relu = all((node.activation.low, node.activation.up) == (0, 1) for node in network.bent)
    if not (network.is_chain and relu and all(bent[:-1]) and not bent[-1] and len(layers) > 1):
        raise ValueError("bounds: a chain of at least two layers with ReLU between them is needed")
    return [fmpq_mat([[rational(x) for x in row] for row in node.matrices[0]]) for node in layers]


def _largest_norm(matrices: Iterable[fmpq_mat]) -> Any:
    """Those whose Frobenius norm is below what is attained are passed over."""
    best: Any = arb(0)
    squares = {tuple(map(str, A.entries())): (sum(x * x for x in A.entries()), A) for A in matrices}
    for square, A in sorted(squares.values(), key=lambda pair: -pair[0]):
        if arb(square) > best * best:
            best = best.max(norm(A))
    return best


def norm(A: fmpq_mat) -> Any:
    """The spectral norm, a ball."""
    if all(x == 0 for x in A.entries()):
        return arb(0)
    return arb(singular_values(A)[0])


def _product(values: Sequence[Any]) -> Any:
    whole = arb(1)
    for x in values:
        whole *= x
    return whole


def _chain(matrices: Sequence[fmpq_mat]) -> fmpq_mat:
    whole = matrices[0]
    for W in matrices[1:]:
        whole = W * whole
    return whole


def _absolute(A: fmpq_mat) -> fmpq_mat:
    return fmpq_mat([[abs(x) for x in row] for row in A.tolist()])


def _active(cell: Cell, sizes: Sequence[int]) -> list[tuple[int, ...]]:
    """The bits of a configuration, layer by layer."""
    ends = np.cumsum([0, *sizes])
    return [cell.configuration[a:b] for a, b in pairwise(ends)]


def _blocks(matrices: Sequence[fmpq_mat], q: Sequence[tuple[int, ...]]) -> Any:
    """The product of the norms of Q_l W_l Q_(l-1), that is of the rows and columns that are active."""
    columns = [tuple(range(matrices[0].ncols())), *(_places(s) for s in q)]
    rows = [*(_places(s) for s in q), tuple(range(matrices[-1].nrows()))]
    if not all(rows) or not all(columns):
        return arb(0)
    parts = zip(matrices, rows, columns, strict=True)
    return _product([norm(fmpq_mat([[W[i, j] for j in right] for i in left])) for W, left, right in parts])


def _places(bits: Sequence[int]) -> tuple[int, ...]:
    return tuple(i for i, bit in enumerate(bits) if bit)


def _ends(matrices: Sequence[fmpq_mat]) -> Any:
    """The longest row of W_1 times the longest column of W_L."""
    rows, columns = matrices[0].tolist(), matrices[-1].transpose().tolist()
    return arb(max(_square(v) for v in rows)).sqrt() * arb(max(_square(v) for v in columns)).sqrt()


def _inner(matrices: Sequence[fmpq_mat]) -> fmpq:
    """w^(L-2), w the largest size of a weight of W_2, ..., W_(L-1); 1 for L = 2."""
    sizes = [abs(x) for W in matrices[1:-1] for x in W.entries()]
    return max(sizes, default=fmpq(1)) ** (len(matrices) - 2)


def _square(v: Sequence[fmpq]) -> fmpq:
    return sum((x * x for x in v), fmpq(0))


def enclosed(x: Any) -> Enclosure:
    ends = bounds(x)
    return WHOLE_LINE if ends is None else Enclosure(max(ends[0], fmpq(0)), ends[1])
