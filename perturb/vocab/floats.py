"""The float64 number system: a whole batch of points at once. It screens; it never decides."""

from __future__ import annotations

from collections.abc import Mapping
from fractions import Fraction
from typing import Any

import numpy as np

from perturb.vocab.evaluate import Evaluation
from perturb.vocab.tree import Expr, as_expr, variable
from perturb.vocab.word import Kind, Word

SIDES = {Kind.SCALAR: 0, Kind.VECTOR: 1, Kind.MATRIX: 2}


class Floats:
    """Inputs are arrays: scalars (B, 1, 1), vectors (B, k, 1), matrices (B, m, n), integers plain."""

    def __init__(self, inputs: Mapping[str, Any]) -> None:
        self.inputs = inputs

    def constant(self, value: Fraction) -> Any:
        return np.full((1, 1, 1), float(value))

    def input(self, name: str) -> Any:
        return self.inputs[name]

    def shape(self, name: str, kind: Kind) -> tuple[int, ...] | int:
        if kind is Kind.INTEGER:
            return int(self.inputs[name])
        return tuple(self.inputs[name].shape[1 : 1 + SIDES[kind]])

    def apply(self, expr: Expr, args: list[Any], read: Evaluation, at: Mapping[str, int]) -> Any:
        assert expr.word.floats is not None, f"{expr.word.name} has no float64 form"
        return expr.word.floats(*args)


def _as_batch(x: Any, kind: Kind) -> Any:
    if kind is Kind.INTEGER:
        return int(x)
    array = np.asarray(x, dtype=np.float64)
    if kind is Kind.SCALAR:
        return array.reshape(-1, 1, 1)
    if kind is Kind.VECTOR:
        return array.reshape(-1, array.shape[-1], 1)
    return array.reshape(-1, *array.shape[-2:])


def _guess(x: Any) -> Kind:
    if isinstance(x, int | np.integer):
        return Kind.INTEGER
    dimensions = np.ndim(x)
    return (Kind.SCALAR, Kind.VECTOR)[dimensions] if dimensions < 2 else Kind.MATRIX


def immediate(word: Word, args: tuple[Any, ...]) -> Any:
    """The word applied to numpy arrays: matrices (..., m, n), vectors (k,), numbers; float64 in and out.

    A scalar result has the batch shape (...); a vector result (..., k); a matrix result (..., m, n).
    """
    batch: tuple[int, ...] = ()
    inputs: dict[str, Any] = {}
    nodes: list[Expr] = []
    for position, arg in enumerate(args):
        if hasattr(arg, "__array_interface__"):
            kind = _guess(arg)
            name = f"x{position}"
            batch = np.shape(arg)[:-2] if kind is Kind.MATRIX and np.ndim(arg) > 2 else batch
            inputs[name] = _as_batch(arg, kind)
            nodes.append(variable(name, kind))
        else:
            nodes.append(as_expr(arg))
    node = word.node(*nodes)
    value = Evaluation(Floats(inputs))(node)
    return _unbatch(value, node.kind, batch)


def _unbatch(value: Any, kind: Kind, batch: tuple[int, ...]) -> Any:
    if kind is Kind.INTEGER:
        return value
    sides = np.shape(value)[-2:]
    whole = np.broadcast_to(value, (int(np.prod(batch)), *(sides or (1, 1))))
    if kind is Kind.SCALAR:
        return whole.reshape(batch)[()]
    return whole.reshape(*batch, *(sides[:1] if kind is Kind.VECTOR else sides))
