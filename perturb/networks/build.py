"""Networks of the usual shapes: dense stacks, residual blocks, skips over several layers, convolutions."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np

from perturb.networks.arithmetic import LINEAR, RELU, activation_of, array_of
from perturb.networks.graph import Network, Neurons, Shared


def dense(
    weights: Sequence[Any], biases: Sequence[Any] | None = None, activation: Any = RELU, last: Any = LINEAR
) -> Network:
    """x -> W_L phi(... phi(W_1 x + b_1) ...) + b_L; `last` is the activation behind W_L, by default none.

    `weights` are matrices or Shared. Without `biases`, or where one is None, there is none, and none is
    learned. An activation is a name ("relu", "absolute", "linear"), an Activation, or a number eta, for
    max(t, eta t).
    """
    if not weights:
        raise ValueError("dense: no weights")
    matrices = [
        W if isinstance(W, Shared) else array_of(f"weights[{k}]", W, 2) for k, W in enumerate(weights)
    ]
    shapes = [(W.places if isinstance(W, Shared) else W).shape for W in matrices]
    given = [None] * len(matrices) if biases is None else list(biases)
    if len(given) != len(matrices):
        raise ValueError(f"dense: {len(given)} biases for {len(matrices)} weights")
    offsets = [np.zeros(m, dtype=int) if b is None else b for b, (m, _) in zip(given, shapes, strict=True)]
    bends = [activation_of("activation", activation)] * (len(matrices) - 1) + [activation_of("last", last)]
    parts = enumerate(zip(matrices, offsets, bends, strict=True))
    nodes = tuple(Neurons((k,), (W,), b, phi, given[k] is not None) for k, (W, b, phi) in parts)
    return Network(shapes[0][1], nodes)


def chain(*networks: Network) -> Network:
    """One network behind the other."""
    if not networks:
        raise ValueError("chain: no networks")
    whole = networks[0]
    for other in networks[1:]:
        whole = whole.then(other)
    return whole


def residual(block: Network, skip: Any = 1, activation: Any = LINEAR) -> Network:
    """x -> phi(block(x) + S x). S is c I for a number c (identity: 1), a diagonal or a free matrix.

    ValueError where the sizes do not fit.
    """
    S = _skip(skip, block)
    size, phi = block.outputs, activation_of("activation", activation)
    eye = np.eye(size, dtype=int)
    joined = Neurons((len(block.nodes), 0), (eye, S), np.zeros(size, dtype=int), phi, biased=False)
    return Network(block.inputs, (*block.nodes, joined))


def _skip(skip: Any, block: Network) -> Any:
    S = np.asarray(skip)
    if S.ndim < 2 and block.inputs != block.outputs:
        raise ValueError(f"residual: a skip from {block.inputs} to {block.outputs} numbers needs a matrix")
    if S.ndim == 0:
        S = np.full(block.inputs, skip, dtype=object if S.dtype == object else None)
    if S.ndim == 1:
        diagonal = array_of("skip", S, 1)
        S = np.zeros((len(diagonal),) * 2, dtype=diagonal.dtype)
        np.fill_diagonal(S, diagonal)
    if S.shape != (block.outputs, block.inputs):
        raise ValueError(
            f"residual: a skip of shape {S.shape} where {(block.outputs, block.inputs)} is needed"
        )
    return S


def convolution(
    kernel: Any,
    size: tuple[int, ...],
    bias: Any = 0,
    activation: Any = LINEAR,
    stride: int = 1,
    padding: int = 0,
) -> Network:
    """The sliding products of deep learning (no flip), with one set of weights for all places.

    `kernel` has shape (channels out, channels in, *window), `size` is the shape of one channel of the input,
    which is listed channel by channel, row by row. `bias` is a number or one for each channel out; with None
    there is none, and none is learned.
    """
    kernel = np.asarray(kernel)
    axes = len(size)
    if kernel.ndim != axes + 2:
        raise ValueError(f"convolution: a kernel of shape {kernel.shape} for an input of {axes} axes")
    flat = array_of("kernel", kernel.ravel(), 1)
    places = _places(kernel.shape, size, stride, padding)
    out = kernel.shape[0]
    each = np.broadcast_to(np.asarray(0 if bias is None else bias), (out,))
    offsets = np.repeat(array_of("bias", each, 1), len(places) // out)
    phi = activation_of("activation", activation)
    node = Neurons((0,), (Shared(flat, places),), offsets, phi, bias is not None)
    return Network(places.shape[1], (node,))


def _places(shape: tuple[int, ...], size: tuple[int, ...], stride: int, padding: int) -> Any:
    """Which weight joins which input to which output, -1 for none; shape (outputs, inputs)."""
    if stride < 1 or padding < 0:
        raise ValueError(f"convolution: stride = {stride} and padding = {padding}")
    out, into, window = shape[0], shape[1], shape[2:]
    steps = [(n + 2 * padding - w) // stride + 1 for n, w in zip(size, window, strict=True)]
    if min(steps) < 1:
        raise ValueError(f"convolution: a window of {window} is larger than the input of {size}")
    numbers = np.arange(int(np.prod(shape))).reshape(shape)
    places = np.full((out, *steps, into, *size), -1)
    for at in np.ndindex(*steps):
        for offset in np.ndindex(*window):
            to = tuple(a * stride + o - padding for a, o in zip(at, offset, strict=True))
            if all(0 <= t < n for t, n in zip(to, size, strict=True)):
                places[(slice(None), *at, slice(None), *to)] = numbers[(slice(None), slice(None), *offset)]
    return places.reshape(out * int(np.prod(steps)), into * int(np.prod(size)))


def circulant(v: Any) -> Any:
    """The n x n matrix with entries v[i - j mod n]: circular convolution by v."""
    v = np.asarray(v)
    at = np.arange(len(v))
    return v[(at[:, None] - at[None, :]) % len(v)]


def circulant_blocks(kernel: Any) -> Any:
    """Circular convolution of p x q images, listed row by row, by a p x q kernel (block circulant)."""
    kernel = np.asarray(kernel)
    p, q = kernel.shape
    rows, cols = np.divmod(np.arange(p * q), q)
    return kernel[(rows[:, None] - rows[None, :]) % p, (cols[:, None] - cols[None, :]) % q]
