"""The networks that the audit is measured on: trained here on digits, and random ones in public shapes.

All are dictionaries of NumPy arrays named as PyTorch names them, in float32, as files of weights are.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from itertools import pairwise

import numpy as np

Arrays = dict[str, np.ndarray]
WIDTH, HIDDEN = 64, 3
STEPS, BATCH, RATE = 2500, 64, 2e-3


def trained(kind: str, X: np.ndarray, y: np.ndarray, classes: int, seed: int = 0) -> list[Arrays]:
    """At the start and at the end: "plain" and "skip" with ReLU, "linear" without; Adam on cross-entropy."""
    rng = np.random.default_rng([seed, len(kind)])
    sizes = [X.shape[1], *[WIDTH] * HIDDEN, classes]
    gain = 1.0 if kind == "linear" else 2.0
    parameters = []
    for n, m in pairwise(sizes):
        parameters += [rng.standard_normal((m, n)) * np.sqrt(gain / n), np.zeros(m)]
    start = named(parameters)
    memory = [(np.zeros_like(p), np.zeros_like(p)) for p in parameters]
    for step in range(1, STEPS + 1):
        rows = rng.integers(0, len(X), BATCH)
        for k, g in enumerate(slopes(parameters, kind, X[rows], y[rows])):
            mean, square = memory[k]
            mean += 0.1 * (g - mean)
            square += 0.001 * (g * g - square)
            move = mean / (1 - 0.9**step) / (np.sqrt(square / (1 - 0.999**step)) + 1e-8)
            parameters[k] = parameters[k] - RATE * move
    return [start, named(parameters)]


def slopes(parameters: list[np.ndarray], kind: str, X: np.ndarray, y: np.ndarray) -> list[np.ndarray]:
    """Of the mean cross-entropy, in the order of the parameters."""
    seen, masks = [X], []
    last = len(parameters) // 2 - 1
    for k in range(last + 1):
        z = seen[-1] @ parameters[2 * k].T + parameters[2 * k + 1]
        masks.append(np.ones_like(z) if kind == "linear" or k == last else (z > 0).astype(float))
        z = z * masks[-1]
        seen.append(z + seen[-1] if skips(kind, k) else z)
    odds = np.exp(seen[-1] - seen[-1].max(axis=1, keepdims=True))
    back = odds / odds.sum(axis=1, keepdims=True)
    back[np.arange(len(y)), y] -= 1
    back /= len(y)
    found: list[np.ndarray] = []
    for k in range(last, -1, -1):
        inner = back * masks[k]
        found = [inner.T @ seen[k], inner.sum(axis=0), *found]
        back = inner @ parameters[2 * k] + (back if skips(kind, k) else 0)
    return found


def skips(kind: str, k: int) -> bool:
    return kind == "skip" and 0 < k < HIDDEN


def named(parameters: list[np.ndarray]) -> Arrays:
    names = [f"fc{k // 2 + 1}.{'bias' if k % 2 else 'weight'}" for k in range(len(parameters))]
    return {name: p.astype(np.float32) for name, p in zip(names, parameters, strict=True)}


def resnet50() -> Iterator[tuple[str, tuple[int, ...]]]:
    """One layer of each shape: kernels, and the last dense layer."""
    yield "conv1", (64, 3, 7, 7)
    before = 64
    for stage, width in enumerate((64, 128, 256, 512), start=1):
        yield f"layer{stage}.0.conv1", (width, before, 1, 1)
        yield f"layer{stage}.0.conv2", (width, width, 3, 3)
        yield f"layer{stage}.0.conv3", (4 * width, width, 1, 1)
        yield f"layer{stage}.0.downsample", (4 * width, before, 1, 1)
        yield f"layer{stage}.1.conv1", (width, 4 * width, 1, 1)
        before = 4 * width
    yield "fc", (1000, 2048)


def gpt2() -> Iterator[tuple[str, tuple[int, ...]]]:
    """One block and the places; the 50257 x 768 of the words is left out."""
    yield "wpe", (1024, 768)
    yield "h.0.attn.c_attn", (2304, 768)
    yield "h.0.attn.c_proj", (768, 768)
    yield "h.0.mlp.c_fc", (3072, 768)
    yield "h.0.mlp.c_proj", (768, 3072)


def random_network(shapes: Callable[[], Iterator[tuple[str, tuple[int, ...]]]], seed: int = 0) -> Arrays:
    """Independent normal entries of variance 2 / fan in: the laws are known."""
    rng = np.random.default_rng(seed)
    made = {}
    for name, shape in shapes():
        spread = np.sqrt(2 / np.prod(shape[1:]))
        made[f"{name}.weight"] = (rng.standard_normal(shape) * spread).astype(np.float32)
    return made
