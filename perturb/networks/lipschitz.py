"""Lipschitz constants of a network: the exact one by its cells, and three kinds of bounds that do without
them.

A continuous piecewise affine map has as its Lipschitz constant the largest norm of its linear parts on
the cells of full dimension: a segment is cut into pieces on each of which one of these maps acts. Norms
are Euclidean. Bounds by the norms of layers (`layer_bounds`) ask for nothing more.

Over a box (`box_bound`), pre-activations are bounded first (CROWN), then all slopes. Over an interval [a,
b] with a < 0 < b the rectifier lies between the line ct, c = 0 or 1, and any line that is above it at
both ends, as it is convex. Put in backwards, layer by layer, these lines bound a pre-activation by affine
functions of the input (Zhang et al. 2018). A neuron whose sign is not settled then has any slope in [0,
1], and the interval matrix of all products bounds every Jacobian (Fast-Lip: Weng et al. 2018). All
numbers are rational; slopes of lines are rounded first and made valid afterwards.

Multipliers (`multiplier_bound`) prove a bound exactly (LipSDP-Neuron: Fazlyab et al. 2019). For two
inputs let u be their difference, v_l the difference of what rectifiers l give, t_l = W_l v_(l-1) of what
they take, v_0 = u. Slopes of the rectifier lie in [0, 1], so v(t - v) >= 0 in each component, and for
multipliers d_l >= 0, D_l their diagonal matrix,

    |W_L v_(L-1)|^2 <= |W_L v_(L-1)|^2 + 2 sum_l v_l' D_l (t_l - v_l).

The right side is largest over v_(L-1), then over v_(L-2), and so on: with G_L = W_L'W_L, P_l = 2 D_l -
G_(l+1) positive definite and G_l = W_l' D_l P_l^(-1) D_l W_l it is at most u'G_1 u. So the norm of G_1
bounds the square of the constant. A solver may propose the multipliers; what it says of them plays no
part. Multipliers that join neurons, as in the first print of that paper, are not used: their inequality
is false (Pauli et al. 2022).
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from fractions import Fraction
from itertools import pairwise
from typing import Any, NamedTuple

import numpy as np
from flint import arb, fmpq, fmpq_mat, fmpz

from perturb.enclosure import WHOLE_LINE, Enclosure
from perturb.networks.arithmetic import array_of, fractions, rational
from perturb.networks.cells import Cell, Cells
from perturb.networks.graph import Network
from perturb.numbers.charpoly import inertia
from perturb.numbers.residual import singular_values
from perturb.numbers.scalar import bounds, maximum

STEPS = 2**20  # slopes of lines are multiples of 1/STEPS
BITS = 80  # of the entries of G_l that are kept; what is cut off is added on the diagonal


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


class Lines(NamedTuple):
    """below * t <= rho(t) <= above * t + offset for the pre-activations t of one layer."""

    below: Any
    above: Any
    offset: Any


def box_bound(network: Network, low: Any, high: Any) -> Enclosure:
    """A bound of the Lipschitz constant of a chain of ReLU layers over the box low <= x <= high."""
    chain_matrices(network)
    matrices = [node.matrices[0] for node in network.exactly().nodes]
    down = up = matrices[0]
    for (a, b), W in zip(pre_activations(network, low, high), matrices[1:], strict=True):
        least, most = (a > 0).astype(int)[:, None], (b > 0).astype(int)[:, None]
        ends = np.stack([least * down, most * down, least * up, most * up])
        down, up = _times(W, ends.min(axis=0), ends.max(axis=0))
    middle, radius = (down + up) / 2, (up - down) / 2
    apart = norm(_exact(middle)) + norm(_exact(radius))
    return enclosed(apart.min(norm(_exact(np.maximum(abs(down), abs(up))))))


def pre_activations(network: Network, low: Any, high: Any) -> list[tuple[Any, Any]]:
    """Of each hidden layer bounds from below and from above of its pre-activations over the box."""
    least, most = fractions(low), fractions(high)
    if least.shape != (network.inputs,) or most.shape != least.shape or (least > most).any():
        raise ValueError(f"box: {low} to {high} is no box of {network.inputs} numbers")
    nodes = network.exactly().nodes
    lines: list[Lines] = []
    found = []
    for k in range(1, len(nodes)):
        found.append(_range(nodes[:k], lines, least, most))
        lines.append(_lines(*found[-1]))
    return found


def _range(nodes: Any, lines: list[Lines], low: Any, high: Any) -> tuple[Any, Any]:
    """Of the last of the layers: what is above, and minus what is above of the negative."""
    middle, reach = (low + high) / 2, (high - low) / 2
    ends = []
    for sign in (-1, 1):
        A, c = sign * nodes[-1].matrices[0], sign * nodes[-1].bias
        for node, line in zip(nodes[-2::-1], reversed(lines), strict=True):
            c = c + np.maximum(A, 0) @ line.offset
            A = np.maximum(A, 0) * line.above + np.minimum(A, 0) * line.below
            c, A = c + A @ node.bias, A @ node.matrices[0]
        ends.append(sign * (c + A @ middle + abs(A) @ reach))
    return ends[0], ends[1]


def _lines(a: Any, b: Any) -> Lines:
    rows = [_line(x, y) for x, y in zip(a.tolist(), b.tolist(), strict=True)]
    return Lines(*(fractions(column) for column in zip(*rows, strict=True)))


def _line(a: Fraction, b: Fraction) -> tuple[Any, Any, Any]:
    if a >= 0 or b <= 0:
        return int(a >= 0), int(a >= 0), 0
    above = Fraction(round(STEPS * b / (b - a)), STEPS)
    return int(b > -a), above, max(-above * a, b - above * b)


def _times(W: Any, down: Any, up: Any) -> tuple[Any, Any]:
    """W times an interval matrix."""
    plus, minus = np.maximum(W, 0), np.minimum(W, 0)
    return plus @ down + minus @ up, plus @ up + minus @ down


def _exact(A: Any) -> fmpq_mat:
    return fmpq_mat([[rational(x) for x in row] for row in A])


def multiplier_bound(network: Network, multipliers: Sequence[Any]) -> Enclosure:
    """The bound for a chain of ReLU layers and a vector of multipliers for each of the hidden ones.

    Where a P_l is not positive definite its multipliers are raised, all by the same, until it is: each choice
    gives a bound. ValueError for other networks, sizes, and negative multipliers.
    """
    matrices = chain_matrices(network)
    given = [_checked(d, size) for d, size in zip(multipliers, network.sizes[1:-1], strict=False)]
    if len(given) != len(matrices) - 1 or len(multipliers) != len(given):
        raise ValueError(f"multipliers: {len(multipliers)} vectors for {len(matrices) - 1} hidden layers")
    G = matrices[-1].transpose() * matrices[-1]
    for W, d in zip(matrices[-2::-1], reversed(given), strict=True):
        D, P = _raised(d, _kept(G))
        G = W.transpose() * D * P.inv() * D * W
    return enclosed(norm(G).sqrt())


def _checked(d: Any, size: int) -> list[fmpq]:
    found = [rational(x) for x in array_of("multipliers", d, 1)]
    if len(found) != size or any(x < 0 for x in found):
        raise ValueError(f"multipliers: {size} numbers that are not negative are needed for a layer")
    return found


def _raised(d: list[fmpq], G: fmpq_mat) -> tuple[fmpq_mat, fmpq_mat]:
    """D and P = 2D - G, positive definite."""
    size = len(d)
    more, step = fmpq(0), max((G[i, i] for i in range(size)), default=fmpq(1)) / 2**40 + fmpq(1, 2**200)
    while True:
        D = _diagonal([x + more for x in d])
        P = 2 * D - G
        if inertia(P) == (0, 0, size):
            return D, P
        more, step = more + step, step * 4


def _kept(G: fmpq_mat) -> fmpq_mat:
    """A matrix of short numbers above G: |G - rounded| <= n 2^-k on vectors of length 1."""
    n, largest = G.nrows(), max((abs(x) for x in G.entries()), default=fmpq(0))
    unit = max(largest, fmpq(1, 2**200)) / 2**BITS
    unit = fmpq(1, 1 << max(0, int(1 / unit).bit_length() - 1)) if unit < 1 else fmpq(1)
    rounded = fmpq_mat([[fmpz((x / unit).floor()) * unit for x in row] for row in G.tolist()])
    return rounded + _diagonal([n * unit] * n)


def _diagonal(d: Sequence[fmpq]) -> fmpq_mat:
    return fmpq_mat([[x if i == j else fmpq(0) for j in range(len(d))] for i, x in enumerate(d)])
