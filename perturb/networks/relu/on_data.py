"""What ReLU layers do to data: singular values over finite sets, and networks observed on data that they
classify correctly, and on data that they do not.

ReLU singular values over a finite set of inputs, bounded from above by what the best of a few fits misses.

s_{k,X} is the least, over matrices L of rank at most k, of max over x in X of |ReLU(Ax + b) - ReLU(Lx + b)|
(Dittmer, King, Maass 2019, (13)). X is finite, so that the maximum of any L at all is a bound from above:
here the best of the truncated SVD of A, of the projection of A onto the k main directions of the vectors Ax,
and of what Adam makes of the better one in the sum of squares (9). It is 0 from k = dim span X on, where L
may be A on all of X.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
from flint import fmpq

from perturb.enclosure import Enclosure
from perturb.networks.relu.arguments import listed, matrix, sampling, seeded, vector, whole
from perturb.networks.relu.dense import Dense, DenseStack, Network, dense_stack, labelled
from perturb.networks.relu.images import ROUNDING, relu
from perturb.networks.relu.linear_operators import layer_singular_values, relu_bounds
from perturb.networks.relu.width import mean_width
from perturb.types import FloatArray

RATE, BETAS, EPSILON = 1e-2, (0.9, 0.999), 1e-8
Fits = tuple[FloatArray, FloatArray]  # W (count, m, r) and M (count, r, n), zero beyond the rank of each


def relu_norm_on(A: Any, b: Any, points: Any) -> Enclosure:
    """(12): the largest |ReLU(Ax + b)| over the rows x of `points`, A of shape (m, n), b of length m.

    ValueError for arguments of other shapes or entries that are not finite real numbers.
    """
    A, b, X, scale = _of_order_one(*layer_on(A, b, points))
    lo, hi = _enclosed(relu(X @ A.T + b)[None], _rounding(np.abs(X) @ np.abs(A.T) + np.abs(b), A.shape[1]))[0]
    return Enclosure(lo * scale, hi * scale)


def relu_singular_bounds_on(
    A: Any, b: Any, points: Any, *, ranks: Sequence[int] | None = None, steps: int = 200
) -> list[Enclosure]:
    """Certified bounds of s_{k,X} for each k of `ranks`, all from 0 to min(m, n) - 1 if none are given.

    X are the rows of `points`, shape (count, n); A has shape (m, n), b length m. At k = 0 the value itself,
    to its rounding; else [0, a bound from above], by `steps` of Adam. ValueError for arguments of other
    shapes, entries that are not finite real numbers, ranks outside or steps < 0.
    """
    A, b, X, scale = _of_order_one(*layer_on(A, b, points))
    ks = _ranks(ranks, min(A.shape))
    whole("steps", steps, 0)
    tried = [_by_svd(A, ks), _by_outputs(A, X, ks)]
    ends = [_ends(A, b, X, fits) for fits in tried]
    if steps:
        tops = np.array([[hi for _, hi in found] for found in ends], dtype=np.float64)
        first = (tops[1] < tops[0])[:, None, None]
        start = np.where(first, tried[1][0], tried[0][0]), np.where(first, tried[1][1], tried[0][1])
        ends.append(_ends(A, b, X, _descended(A, b, X, start, steps)))
    best = [min(found, key=lambda end: end[1]) for found in zip(*ends, strict=True)]
    best = [(lo * scale, hi * scale) for lo, hi in best]
    return _descending(ks, best)


def layer_on(A: Any, b: Any, points: Any) -> tuple[FloatArray, FloatArray, FloatArray]:
    """ValueError, in a line that names the argument, for what is no layer with inputs of its width."""
    A = matrix("A", A)
    b = np.zeros(len(A)) if b is None else vector("b", b, len(A), "one entry a row of A")
    X = matrix("points", points)
    if X.shape[1] != A.shape[1]:
        raise ValueError(f"points: {A.shape[1]} columns are needed, as in A, got shape {X.shape}")
    return A, b, X


def _of_order_one(
    A: FloatArray, b: FloatArray, X: FloatArray
) -> tuple[FloatArray, FloatArray, FloatArray, fmpq]:
    """A, b and X by powers of 2, so that nothing overflows, and what the images are to be multiplied by."""
    size, bias, far = (float(np.abs(v).max(initial=0.0)) for v in (A, b, X))
    if all(v == 0 or 2.0**-100 < v < 2.0**100 for v in (size, bias, far)):
        return A, b, X, fmpq(1)
    p, q = math.frexp(size)[1], math.frexp(far)[1]
    more = max(0, math.frexp(bias)[1] - p - q) if bias else 0
    p, scale = p + more, fmpq(2) ** (p + q + more)
    return np.ldexp(A, -p), np.ldexp(b, -p - q), np.ldexp(X, -q), scale


def _ranks(ranks: Sequence[int] | None, limit: int) -> list[int]:
    chosen = [whole("ranks: k", k, 0) for k in (range(limit) if ranks is None else listed("ranks", ranks))]
    if max(chosen, default=0) >= limit:
        raise ValueError(f"ranks: {max(chosen)} is not one of 0 to {limit - 1}")
    return chosen


def _descending(ks: list[int], ends: list[tuple[fmpq, fmpq]]) -> list[Enclosure]:
    """More matrices compete at a larger rank, so that a bound at k is one at all ranks above."""
    return [
        Enclosure(lo if k == 0 else fmpq(0), min(hi for j, (_, hi) in zip(ks, ends, strict=True) if j <= k))
        for k, (lo, _) in zip(ks, ends, strict=True)
    ]


def _by_svd(A: FloatArray, ks: list[int]) -> Fits:
    U, values, V = np.linalg.svd(A, full_matrices=False)
    roots = np.sqrt(values)
    return _padded(U * roots, roots[:, None] * V, ks)


def _by_outputs(A: FloatArray, X: FloatArray, ks: list[int]) -> Fits:
    """PA, P onto the first k left singular vectors of AX': the best of rank k for the sum of |Ax - Lx|^2."""
    most = min(A.shape)
    U = np.linalg.svd(A @ X.T, full_matrices=False)[0][:, :most]  # fewer columns where data are fewer
    U = np.pad(U, ((0, 0), (0, most - U.shape[1])))
    scale = np.sqrt(max(float(np.abs(A).max()), 1e-300))
    return _padded(U * scale, U.T @ A / scale, ks)


def _padded(W: FloatArray, M: FloatArray, ks: list[int]) -> Fits:
    kept = np.arange(max(ks, default=0)) < np.array(ks, dtype=np.int64)[:, None]
    return W[:, : kept.shape[1]] * kept[:, None, :], M[: kept.shape[1]] * kept[:, :, None]


def _descended(A: FloatArray, b: FloatArray, X: FloatArray, start: Fits, steps: int) -> Fits:
    """For each rank the factors with the least maximum that Adam comes by; columns of zeros stay zero."""
    target = relu(A @ X.T + b[:, None])
    now = list(start)
    best, least = [factor.copy() for factor in now], np.full(len(now[0]), np.inf)
    mean, square = ([np.zeros_like(factor) for factor in now] for _ in range(2))
    size = RATE * float(np.abs(now[0]).max(initial=0.0))
    for step in range(1, steps + 1):
        inner = now[1] @ X.T
        outer = now[0] @ inner + b[:, None]
        error = relu(outer) - target
        height = (error**2).sum(axis=1).max(axis=1)
        lower = height < least
        least = np.where(lower, height, least)
        for kept, factor in zip(best, now, strict=True):
            kept[lower] = factor[lower]
        error = error * (outer > 0)
        slopes = error @ inner.swapaxes(1, 2), now[0].swapaxes(1, 2) @ error @ X
        for i, slope in enumerate(slopes):
            mean[i] = BETAS[0] * mean[i] + (1 - BETAS[0]) * slope
            square[i] = BETAS[1] * square[i] + (1 - BETAS[1]) * slope**2
            away = np.sqrt(square[i] / (1 - BETAS[1] ** step)) + EPSILON
            now[i] = now[i] - size * mean[i] / (1 - BETAS[0] ** step) / away
    return best[0], best[1]


def _ends(A: FloatArray, b: FloatArray, X: FloatArray, fits: Fits) -> list[tuple[fmpq, fmpq]]:
    """Both ends of max over x of |ReLU(Ax + b) - ReLU(WMx + b)| for the exact product WM of each rank."""
    W, M = fits
    size = np.abs(W) @ (np.abs(M) @ np.abs(X.T)) + (np.abs(A) @ np.abs(X.T) + 2 * np.abs(b)[:, None])
    away = relu(W @ (M @ X.T) + b[:, None]) - relu(A @ X.T + b[:, None])
    return _enclosed(away.swapaxes(1, 2), _rounding(size.swapaxes(1, 2), sum(M.shape[1:])))


def _rounding(size: FloatArray, terms: int) -> float:
    """A bound of the error in norm of sums of so many products, `size` their sums of absolute values."""
    return 1.01 * (terms + 8) * ROUNDING * math.sqrt(size.shape[-1]) * float(size.max(initial=0.0)) + 1e-300


def _enclosed(vectors: FloatArray, error: float) -> list[tuple[fmpq, fmpq]]:
    """The largest norm of the rows of each batch (count, points, m), all of them within `error`."""
    peaks = np.abs(vectors).max(axis=-1, keepdims=True)  # so that no square vanishes
    shares = vectors / np.where(peaks > 0, peaks, 1.0)
    tops = (peaks[..., 0] * np.sqrt((shares**2).sum(axis=-1))).max(axis=-1)
    slack = tops * (vectors.shape[-1] + 12) * ROUNDING + error
    lows, highs = np.maximum(tops - 2 * slack, 0.0), tops + 2 * slack
    pairs = zip(lows.tolist(), highs.tolist(), strict=True)
    return [(fmpq(*lo.as_integer_ratio()), fmpq(*hi.as_integer_ratio())) for lo, hi in pairs]


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
