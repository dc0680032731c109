"""What pruning by singular values would cost: a certified bound, and the change that data show.

S. Dittmer, E. J. King and P. Maass, Singular values for ReLU layers (2019), Section V-C: the ranks of the
layers are cut one by one where that harms least.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from perturb.laws.ensembles.certified import UP
from perturb.networks.relu.dense import accuracy
from perturb.networks.relu.pruning import prune
from perturb.networks.weights.points import Points
from perturb.networks.weights.stack import Stack
from perturb.networks.weights.values import values
from perturb.types import FloatArray

SHARES = (0.9, 0.75, 0.5)
STEPS = 12
WIDEST = 400  # of harmonic pruning, which decomposes every layer at each step


@dataclass(frozen=True)
class LayerCut:
    """One layer cut to `rank` of its min(m, n) values.

    bound     of |f(x) - f_cut(x)| over the points, certified
    changed   the largest that was seen, in float64, and `output`, the mean length of f(x)
    parameters of the weight as a product, as a part of what it had
    accuracy  before and after, None without labels
    """

    layer: str
    rank: int
    full: int
    bound: float
    changed: float
    output: float
    parameters: float
    accuracy: tuple[float, float] | None


@dataclass(frozen=True)
class Pruned:
    """A step of harmonic pruning: which layer lost a rank, and what was left."""

    step: int
    layer: str
    ranks: tuple[int, ...]
    parameters: int
    accuracy: float


def cuts(found: Stack, data: Points) -> list[LayerCut]:
    """Each hidden layer alone, cut to 90 %, 75 % and 50 % of its rank.

    Proof of the bound: the pre-activations move by at most |W - W_cut| |h|, h the input of the layer; ReLU
    stretches that by 1 and each later layer by |W| + |rho|, and a skip around the layer adds the same twice.
    """
    seen, _ = found.run(data.X)
    off = found.errors(seen)
    own = [values(W) for W in found.weights]
    steep = [float(v.high[0]) + abs(rho) for v, rho in zip(own, found.skips, strict=True)]
    output = float(np.linalg.norm(seen[-1], axis=1).mean())
    rows = []
    for k, W in enumerate(found.weights[:-1]):
        U, s, Vt = np.linalg.svd(W, full_matrices=False)
        reach = float((np.linalg.norm(seen[k], axis=1) + np.linalg.norm(off[k], axis=1)).max()) * UP
        behind = float(np.prod(steep[k + 1 :])) * UP
        for rank in sorted({max(1, round(share * len(s))) for share in SHARES} - {len(s)}, reverse=True):
            new = (U[:, :rank] * s[:rank]) @ Vt[:rank]
            # |W - new| itself is certified, since what LAPACK cuts is not exactly the tail.
            lost = float(values(W - new).high[0]) * (1 + 2.0**-40)
            changed = _run_with(found, k, new, seen[k])
            rows.append(
                LayerCut(
                    found.names[k],
                    rank,
                    len(s),
                    behind * lost * reach * UP,
                    float(np.linalg.norm(changed - seen[-1], axis=1).max()),
                    output,
                    rank * sum(W.shape) / W.size,
                    None if data.y is None else (accuracy(seen[-1], data.y), accuracy(changed, data.y)),
                )
            )
    return rows


def _run_with(found: Stack, k: int, new: FloatArray, x: FloatArray) -> FloatArray:
    for i in range(k, len(found.weights)):
        z = x @ (new if i == k else found.weights[i]).T + found.biases[i]
        z = z if i == len(found.weights) - 1 else np.maximum(z, 0)
        x = z + found.skips[i] * x if found.skips[i] else z
    return x


def harmonic(found: Stack, data: Points) -> list[Pruned]:
    """The first steps of harmonic pruning as corrected here, without retraining; none without labels, with
    skips, or for layers wider than 400.
    """
    wide = max(max(W.shape) for W in found.weights) > WIDEST
    if data.y is None or any(found.skips) or wide or len(found.weights) < 2:
        return []
    network = list(zip(found.weights, found.biases, strict=True))
    rows = []
    for step in prune(network, (data.X, data.y), when=lambda now, start: False):
        if step.layer is not None:
            name = found.names[step.layer]
            rows.append(Pruned(step.iteration, name, step.ranks, step.parameters, step.accuracy))
        if step.iteration == STEPS:
            break
    return rows
