"""How far a convolution stretches at least: what it does to one input, found by iteration and then certified.

Zeros around the input only add outputs, so that the outputs of whole windows bound the map from below. With t
terms of a sum, |fl(Cx) - Cx| <= g_t | |K| * |x| | <= g_t sqrt(overlap) |K|_F |x| (Higham, Accuracy and
Stability, 2002, (3.13); a convolution with |K| is bounded as any other): |C| >= (|fl(Cx)| - that) / |x|.
"""

from __future__ import annotations

from itertools import product
from typing import Any

import numpy as np

from perturb.laws.ensembles.certified import UP, U
from perturb.types import FloatArray

ROUNDS = 30


def at_least(kernel: FloatArray, dilation: tuple[int, ...], sizes: tuple[int, ...], overlap: int) -> float:
    """A lower bound of the norm on inputs of these sizes; kernel: outputs x inputs x window, stride 1."""
    window = kernel.shape[2:]
    outs = tuple(n - d * (k - 1) for n, d, k in zip(sizes, dilation, window, strict=True))
    x = np.random.default_rng(0).standard_normal((kernel.shape[1], *sizes))
    for _ in range(ROUNDS):
        y = np.zeros((len(kernel), *outs))
        for j in product(*map(range, window)):
            y += np.tensordot(_at(kernel, j), x[_part(j, dilation, outs)], 1)
        x, before = np.zeros_like(x), x
        for j in product(*map(range, window)):
            x[_part(j, dilation, outs)] += np.tensordot(_at(kernel, j).T, y, 1)
        x /= max(_norm(x), 2.0**-500)
    terms = kernel.shape[1] + int(np.prod(window)) + 2
    off = terms * U * UP**2 * np.sqrt(overlap) * _norm(kernel) * _norm(before)
    size = _norm(before)
    if not size > 2.0**-200:
        return 0.0
    room = 1 + 2 * (before.size + y.size + 16) * U  # of the two norms, each a sum in any order
    return max(float((_norm(y) - off * room) / size / room), 0.0)


def _at(kernel: FloatArray, j: tuple[int, ...]) -> FloatArray:
    place: Any = (..., *j)
    return np.asarray(kernel[place])


def _part(j: tuple[int, ...], dilation: tuple[int, ...], outs: tuple[int, ...]) -> tuple[slice, ...]:
    """What the place j of the window sees."""
    around = zip(j, dilation, outs, strict=True)
    return (slice(None), *(slice(at * d, at * d + n) for at, d, n in around))


def _norm(x: FloatArray) -> float:
    return float(np.sqrt(np.square(x).sum()))
