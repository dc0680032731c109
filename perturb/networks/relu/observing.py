"""What a trained ReLU network does to data that it classifies correctly, and to data that it does not."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np

from perturb.enclosure import Enclosure
from perturb.networks.relu.arguments import listed, sampling, seeded, whole
from perturb.networks.relu.dense import Dense, DenseStack, Network, dense_stack, labelled
from perturb.networks.relu.images import relu
from perturb.networks.relu.on_data import relu_norm_on, relu_singular_bounds_on
from perturb.networks.relu.spectrum import layer_singular_values, relu_bounds
from perturb.networks.relu.width import mean_width
from perturb.types import FloatArray


@dataclass(frozen=True, eq=False)
class SeenByLayer:
    """One layer x -> ReLU(Ax + b) and the inputs X that a set of data has there.

    norm    the largest |ReLU(Ax + b)| over X
    bounds  of s_{k,X}, for each of the ranks k asked for: the value at k = 0, else [0, a certified bound]
    width   the Gaussian mean width of the images of X, in its band
    """

    norm: Enclosure
    bounds: list[Enclosure]
    width: Enclosure


@dataclass(frozen=True, eq=False)
class ObservedLayer:
    """A hidden layer: the singular values of its weight, bounds of the ReLU singular values s_0, s_1, ...
    over the unit ball (without bias), and what it does to the two sets; None for an empty set.
    """

    singular_values: list[Enclosure]
    relu_bounds: list[Enclosure]
    correct: SeenByLayer | None
    wrong: SeenByLayer | None


@dataclass(frozen=True, eq=False)
class Observation:
    """A network and two sets of `count` data, drawn from those classified correctly and those that are not.

    `total` counts both kinds in the data; `widths` are those of the two sets of inputs. All bands hold at
    once with probability at least 1 - alpha.
    """

    count: int
    total: tuple[int, int]
    widths: tuple[Enclosure | None, Enclosure | None]
    layers: list[ObservedLayer]


def observe(
    network: Network,
    data: Any,
    *,
    count: int | None = None,
    ranks: Sequence[int] | None = None,
    steps: int = 200,
    draws: int = 100,
    alpha: float = 0.05,
    rng: np.random.Generator | int = 0,
) -> Observation:
    """Singular values, ReLU singular values and Gaussian mean widths of each hidden layer of a network.

    `network` is a list of pairs (weight, bias) or a DenseStack, `data` a pair (inputs, labels). Two sets of
    one size are drawn, of data classified correctly and of the others: as many as there are of both, at
    most `count`; if all are of one kind, that many of them. Inputs of a layer are those computed in
    float64; of a product WM the exact one is bounded. `ranks` are the k of s_{k,X} (those that a layer
    has; all if none are given) and `steps` those of the fit behind each bound; `draws` are the
    directions behind a width.

    ValueError, in a line that names the argument, for a network, data, counts or levels that make no sense, a
    network without a hidden layer or with another activation than ReLU.
    """
    stack = _hidden(network)
    X, y = labelled(stack, data)
    sampling(draws, alpha)
    wanted = None if ranks is None else [whole("ranks: k", k, 0) for k in listed("ranks", ranks)]
    generator = seeded(rng)
    right = stack(X).argmax(axis=1) == y
    total = int(right.sum()), int((~right).sum())
    size = _size(total, count)
    chosen = [_some(X[kind], size, generator) for kind in (right, ~right)]
    share = alpha / (2 * len(stack.layers))
    widths = [_width(points, draws, share, generator) for points in chosen]
    layers = []
    for layer in stack.layers[:-1]:
        values = layer_singular_values(layer)
        seen = [_seen(layer, points, wanted, steps, (draws, share, generator)) for points in chosen]
        layers.append(ObservedLayer(values, relu_bounds(values), seen[0], seen[1]))
        chosen = [None if points is None else relu(layer(points)) for points in chosen]
    return Observation(size, total, (widths[0], widths[1]), layers)


def _hidden(network: Network) -> DenseStack:
    stack = dense_stack(network)
    if stack.activation != "relu":
        raise ValueError(f"network: the activation is {stack.activation!r}, and only ReLU is observed")
    if len(stack.layers) < 2:
        raise ValueError("network: one layer alone has no hidden layer to observe")
    return stack


def _size(total: tuple[int, int], count: int | None) -> int:
    most = min(total) or max(total)
    return most if count is None else min(whole("count", count, 1), most)


def _some(X: FloatArray, size: int, rng: np.random.Generator) -> FloatArray | None:
    return X[rng.permutation(len(X))[:size]] if len(X) else None


def _width(points: FloatArray | None, draws: int, alpha: float, rng: np.random.Generator) -> Enclosure | None:
    return None if points is None else mean_width(points, draws=draws, alpha=alpha, rng=rng)


def _seen(
    layer: Dense,
    points: FloatArray | None,
    ranks: Sequence[int] | None,
    steps: int,
    sampled: tuple[int, float, np.random.Generator],
) -> SeenByLayer | None:
    if points is None:
        return None
    kept = None if ranks is None else [k for k in ranks if k < min(layer.shape)]
    bounds = relu_singular_bounds_on(layer.weight, layer.bias, points, ranks=kept, steps=steps)
    width = mean_width(relu(layer(points)), draws=sampled[0], alpha=sampled[1], rng=sampled[2])
    return SeenByLayer(relu_norm_on(layer.weight, layer.bias, points), bounds, width)
