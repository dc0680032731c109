"""The float64 number system: a whole batch of points at once. It screens; it never decides."""

from __future__ import annotations

import math
from collections.abc import Mapping
from fractions import Fraction
from typing import Any

import numpy as np

from perturb.vocab.evaluate import Evaluation
from perturb.vocab.tree import Expr
from perturb.vocab.word import Kind

SIDES = {Kind.SCALAR: 0, Kind.VECTOR: 1, Kind.MATRIX: 2}


class Floats:
    """Inputs are arrays: scalars (B, 1, 1), vectors (B, k, 1), matrices (B, m, n), integers plain."""

    def __init__(self, inputs: Mapping[str, Any]) -> None:
        self.inputs = inputs

    def value(self, expr: Expr) -> Any:
        return Evaluation(self)(expr)

    def constant(self, value: Fraction) -> Any:
        return np.full((1, 1, 1), real(value))

    def input(self, name: str) -> Any:
        return self.inputs[name]

    def shape(self, name: str, kind: Kind) -> tuple[int, ...] | int:
        if kind is Kind.INTEGER:
            return int(self.inputs[name])
        return tuple(self.inputs[name].shape[1 : 1 + SIDES[kind]])

    def apply(self, expr: Expr, args: list[Any], read: Evaluation, at: Mapping[str, int]) -> Any:
        assert expr.word.floats is not None, f"{expr.word.name} has no float64 form"
        return expr.word.floats(*[real(a) if isinstance(a, int) and abs(a) >= BEYOND else a for a in args])


BEYOND = 2**1023


def real(value: Fraction | int) -> float:
    """A float near a number; infinity for one that floats do not reach."""
    try:
        return float(value)
    except OverflowError:
        return math.inf if value > 0 else -math.inf
