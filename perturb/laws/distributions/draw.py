"""Rejection sampling in blocks."""

from __future__ import annotations

from collections.abc import Callable

import numpy as np

from perturb.types import BoolArray, FloatArray

Proposal = Callable[[int], tuple[FloatArray, BoolArray]]


def accepted(size: int | tuple[int, ...], propose: Proposal) -> FloatArray:
    """The first accepted proposals, in shape `size`; `propose(count)` gives values and which are accepted."""
    wanted = int(np.prod(size))
    parts: list[FloatArray] = []
    while (found := sum(part.size for part in parts)) < wanted:
        values, good = propose(2 * (wanted - found) + 16)
        parts.append(values[good])
    return np.concatenate([*parts, np.empty(0)])[:wanted].reshape(size)
