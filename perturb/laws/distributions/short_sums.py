"""Sums of a few terms at many points."""

from __future__ import annotations

from typing import TypeVar

from perturb.types import ComplexArray, FloatArray

Numbers = TypeVar("Numbers", FloatArray, ComplexArray)
IN_ORDER = 8 * 8  # bytes: numpy adds shorter rows one term after the other, too


def added(terms: Numbers) -> Numbers:
    """The sums over the last axis, to the last bit those of numpy, which starts a loop for each row."""
    count = terms.shape[-1]
    if not 0 < count * terms.itemsize < IN_ORDER:
        whole: Numbers = terms.sum(-1)
        return whole
    total: Numbers = terms[..., 0]
    for k in range(1, count):
        total = total + terms[..., k]
    return total
