"""The bound of the Lipschitz constant that multipliers prove (LipSDP-Neuron: Fazlyab et al. 2019), exactly.

For two inputs let u be their difference, v_l the difference of what rectifiers l give, t_l = W_l v_(l-1) of
what they take, v_0 = u. Slopes of the rectifier lie in [0, 1], so v(t - v) >= 0 in each component, and for
multipliers d_l >= 0, D_l their diagonal matrix,

    |W_L v_(L-1)|^2 <= |W_L v_(L-1)|^2 + 2 sum_l v_l' D_l (t_l - v_l).

The right side is largest over v_(L-1), then over v_(L-2), and so on: with G_L = W_L'W_L, P_l = 2 D_l -
G_(l+1) positive definite and G_l = W_l' D_l P_l^(-1) D_l W_l it is at most u'G_1 u. So the norm of G_1 bounds
the square of the constant. A solver may propose the multipliers; what it says of them plays no part.
Multipliers that join neurons, as in the first print of that paper, are not used: their inequality is false
(Pauli et al. 2022).
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from flint import fmpq, fmpq_mat, fmpz

from perturb.enclosure import Enclosure
from perturb.networks.graph import Network
from perturb.networks.lipschitz import chain_matrices, enclosed, norm
from perturb.networks.numbers import array_of, rational
from perturb.numbers.charpoly import inertia

BITS = 80  # of the entries of G_l that are kept; what is cut off is added on the diagonal


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
