"""What the theorems say of a whole network: Lipschitz bounds; with data, activity and pruning.

Activity is what data make a network do: units that are active or dead, regions that are visited. Pruning by
singular values has a price: a certified bound, and the change that data show. S. Dittmer, E. J. King and P.
Maass, Singular values for ReLU layers (2019), Section V-C: the ranks of the layers are cut one by one where
that harms least.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import asdict, dataclass
from typing import Any

import numpy as np

from perturb.enclosure import Enclosure
from perturb.laws.ensembles.certified import UP
from perturb.networks.files.reader import BadWeights
from perturb.networks.machine import one_thread
from perturb.networks.relu.dense import accuracy
from perturb.networks.relu.pruning import prune
from perturb.networks.weights.network_lipschitz import (
    Lipschitz,
    certified_norm,
    jacobian_error,
    lipschitz,
    sure,
)
from perturb.networks.weights.stack import Points, Stack, points, stack
from perturb.networks.weights.values import fmpq_of, values
from perturb.types import BoolArray, FloatArray

LOOKED_AT = 64  # regions whose linear part is computed
WORK = 4e9


@dataclass(frozen=True, eq=False)
class ActiveLayer:
    """Hidden units of one layer, over all points: the mean share that is active, how many never are, how many
    always are, and how many patterns of them are seen.
    """

    name: str
    units: int
    share: float
    dead: int
    always: int
    patterns: int


@dataclass(frozen=True, eq=False)
class Activity:
    """`regions` patterns of the whole network over `count` points. Of `looked_at` of these regions, in
    float64: the norms of their linear parts, and their condition numbers over non-zero singular values.

    largest        the largest of the norms, certified
    active_blocks  the largest product of norms of active blocks over the same regions, which is at least it
    doubtful       points with a pre-activation that rounding may have given the other sign
    """

    count: int
    layers: tuple[ActiveLayer, ...]
    regions: int
    looked_at: int
    norms: FloatArray
    kappas: FloatArray
    largest: Enclosure
    active_blocks: float
    doubtful: int


def activity(found: Stack, X: FloatArray, seed: int = 0) -> tuple[Activity, list[BoolArray]]:
    """Of the points X, shape (N, n); and the masks of all hidden layers, (N, m) each."""
    seen, masks = found.run(X)
    layers = tuple(_layer(name, mask) for name, mask in zip(found.names, masks, strict=False))
    whole = np.concatenate(masks, axis=1)
    packed, first = np.unique(np.packbits(whole, axis=1), axis=0, return_index=True)
    cost = float(sum(W.size for W in found.weights) * found.weights[0].shape[1])
    count = int(np.clip(WORK / cost, 1, min(LOOKED_AT, len(packed))))
    some = np.random.default_rng(seed).permutation(np.sort(first))[:count].tolist()
    norms, kappas, blocks = np.empty(count), np.empty(count), 0.0
    for k, i in enumerate(some):
        s = np.linalg.svd(found.jacobian(masks, i), compute_uv=False)
        norms[k] = s[0]
        least = s[s > s[0] * max(found.weights[0].shape) * 2.0**-50]
        kappas[k] = s[0] / least[-1] if len(least) else np.nan
        blocks = max(blocks, _blocks(found, masks, i))
    worst = some[int(np.argmax(norms))]
    low = certified_norm(found, [mask[worst : worst + 1] for mask in masks])
    high = float(values(found.jacobian(masks, worst)).high[0]) * (1 + 2.0**-30) + 2 * jacobian_error(found)
    largest = _between(low, high)
    doubtful = int((~sure(found, seen)).sum())
    told = Activity(len(X), layers, len(packed), count, norms, kappas, largest, blocks, doubtful)
    return told, masks


def _layer(name: str, mask: BoolArray) -> ActiveLayer:
    often = mask.mean(axis=0)
    patterns = len(np.unique(np.packbits(mask, axis=1), axis=0))
    dead, always = int((often == 0).sum()), int((often == 1).sum())
    return ActiveLayer(name, mask.shape[1], float(often.mean()), dead, always, patterns)


def _blocks(found: Stack, masks: list[BoolArray], i: int) -> float:
    """The product over the layers of |D_l W_l D_(l-1)| + |rho|, in float64. With skips all columns count."""
    product, before = 1.0, np.ones(found.weights[0].shape[1], dtype=bool)
    for k, (W, rho) in enumerate(zip(found.weights, found.skips, strict=True)):
        rows = masks[k][i] if k < len(masks) else np.ones(len(W), dtype=bool)
        block = W[rows][:, before]
        product *= (float(np.linalg.norm(block, 2)) if block.size else 0.0) + abs(rho)
        before = np.ones(len(W), dtype=bool) if rho else rows
    return product


def _between(low: float, high: float) -> Enclosure:
    return Enclosure(fmpq_of(min(low, high)), fmpq_of(high), trusts=frozenset({"weyl", "ostrowski"}))


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


@dataclass(frozen=True, eq=False)
class NetworkTheory:
    """`why_not` says in words why there is no network; then all else is None or empty. Activity and cuts need
    data. `masks` are those of the hidden layers, by name, (N, m) each.
    """

    why_not: str | None = None
    guessed: tuple[str, ...] = ()
    lipschitz: Lipschitz | None = None
    activity: Activity | None = None
    cuts: tuple[LayerCut, ...] = ()
    pruned: tuple[Pruned, ...] = ()
    masks: Mapping[str, BoolArray] | None = None

    def object(self) -> dict[str, Any]:
        """Plain values, for JSON."""
        if self.why_not is not None:
            return {"no_network": self.why_not}
        assert self.lipschitz is not None
        said: dict[str, Any] = {"guessed": list(self.guessed)}
        said["lipschitz_high"] = {name: x.floats[1] for name, x in self.lipschitz.upper.items()}
        said["lipschitz_low"], said["lipschitz_best_high"] = self.lipschitz.best.floats
        said["lipschitz_exact"] = self.lipschitz.exact is not None
        said["regions"] = self.lipschitz.regions
        if self.activity is not None:
            a = self.activity
            said["activity"] = {"points": a.count, "regions": a.regions, "looked_at": a.looked_at}
            said["activity"] |= {"norm_low": a.largest.floats[0], "norm_high": a.largest.floats[1]}
            said["activity"] |= {"active_blocks": a.active_blocks, "layers": [asdict(x) for x in a.layers]}
            said["cuts"] = [asdict(x) for x in self.cuts]
            said["harmonic_pruning"] = [asdict(x) for x in self.pruned]
        return said


def network_theory(
    weights: Any, settings: Mapping[str, Any] | None = None, data: Any = None, seed: int = 0
) -> NetworkTheory:
    """Of the dense layers of a file in their order. BadWeights for data that do not fit."""
    try:
        found = stack(weights, settings)
    except BadWeights as error:
        if data is not None:
            raise
        return NetworkTheory(why_not=str(error).removeprefix("network: "))
    return of_stack(found, data, seed)


@one_thread()
def of_stack(found: Stack, data: Any = None, seed: int = 0) -> NetworkTheory:
    """Of a network that is read already."""
    if data is None:
        return NetworkTheory(None, found.guessed, lipschitz(found, None, seed))
    if found.above is not None:
        left = f"units, regions and pruning on data: left out, {found.above}"
        return NetworkTheory(None, (*found.guessed, left), lipschitz(found, None, seed))
    there = points(data, found.weights[0].shape[1], found.weights[-1].shape[0])
    told, masks = activity(found, there.X, seed)
    return NetworkTheory(
        None,
        found.guessed,
        lipschitz(found, there.X, seed),
        told,
        tuple(cuts(found, there)),
        tuple(harmonic(found, there)),
        dict(zip(found.names, masks, strict=False)),
    )
