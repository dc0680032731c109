"""How a kernel moves over its input, from settings or a graph."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from perturb.networks.weights.convolutions import Convolution
from perturb.networks.weights.tensor import BadWeights, Tensor

KEYS = ("stride", "dilation", "groups", "padding", "input")
PADDINGS = ("zeros", "circular")


def convolution(one: Tensor, said: Any) -> Convolution:
    """Of a kernel, outputs x inputs of a group x window. `said`: "stride" and "dilation", a number or one an
    axis, "groups", "padding", zeros or circular, and "input", its sizes without channels; each may be left
    out. BadWeights.
    """
    if not isinstance(said, Mapping):
        raise BadWeights(f"settings: convolution.{one.name} = {said!r} is not a table")
    if unknown := sorted(set(said) - set(KEYS)):
        raise BadWeights(f"settings: convolution.{one.name}: {unknown[0]!r} is not one of {', '.join(KEYS)}")
    window = one.shape[2:]
    if not window:
        raise BadWeights(f"settings: {one.name} of shape {one.shape} is no kernel of a convolution")
    stride, dilation = (_axes(one, key, said.get(key, 1), len(window)) for key in ("stride", "dilation"))
    (groups,) = _axes(one, "groups", said.get("groups", 1), 1)
    if one.shape[0] % groups:
        raise BadWeights(f"settings: {groups} groups do not divide the {one.shape[0]} outputs of {one.name}")
    padding = said.get("padding", "zeros")
    if padding not in PADDINGS:
        raise BadWeights(f"settings: convolution.{one.name}: padding {padding!r} is not zeros or circular")
    sizes = _axes(one, "input", said["input"], len(window)) if "input" in said else None
    return Convolution(tuple(window), stride, dilation, groups, padding, sizes)


def _axes(one: Tensor, key: str, given: Any, axes: int) -> tuple[int, ...]:
    many = [given] * axes if isinstance(given, int) else given
    right = isinstance(many, list | tuple) and len(many) == axes
    if not right or any(type(x) is not int or not 1 <= x <= 2**20 for x in many):
        raise BadWeights(f"settings: convolution.{one.name}: {key} = {given!r} is no number for {axes} axes")
    return tuple(many)
