"""What data make a network do: units that are active or dead, regions that are visited."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from perturb.enclosure import Enclosure
from perturb.networks.weights.network_lipschitz import certified_norm, jacobian_error, sure
from perturb.networks.weights.stack import Stack
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
