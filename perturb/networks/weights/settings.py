"""What a user says of layers and how a kernel moves, whether it can be so, and whether a graph says
otherwise.
"""

from __future__ import annotations

import tomllib
from collections import Counter
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

from perturb.networks.files.reader import BadWeights, Tensor
from perturb.networks.weights.convolutions import Convolution
from perturb.networks.weights.slopes import plain

LISTS, BY_NAME = ("order", "ignore"), ("skip", "activation", "convolution")
SETTINGS = (*LISTS, *BY_NAME)
KEYS = ("stride", "dilation", "groups", "padding", "input")
PADDINGS = ("zeros", "circular")


def read_settings(path: Path | str) -> dict[str, Any]:
    """Those of a TOML file. BadWeights for one that is none."""
    try:
        return tomllib.loads(Path(path).read_text(encoding="utf-8"))
    except (OSError, ValueError, RecursionError) as error:
        raise BadWeights(f"{path}: {' '.join(str(error).split())}") from None


def checked(settings: Mapping[str, Any] | None) -> dict[str, Any]:
    """A copy. BadWeights for what is no table or list of names, another key, and an order that is none."""
    if not isinstance(settings or {}, Mapping):
        raise BadWeights(f"settings: a {type(settings).__name__} is no table")
    given = dict(settings or {})
    if unknown := sorted(set(map(str, given)) - set(SETTINGS)):
        raise BadWeights(f"settings: {unknown[0]!r} is not one of {', '.join(SETTINGS)}")
    for key, value in given.items():
        right = isinstance(value, dict) if key in BY_NAME else _words(value)
        if not right:
            raise BadWeights(
                f"settings: {key} = {value!r} is not a {'table' if key in BY_NAME else 'list of names'}"
            )
    if "order" in given and not given["order"]:
        raise BadWeights("settings: order = [] has no layer; leave it out, or name the layers")
    twice = [name for name, count in Counter(given.get("order", ())).items() if count > 1]
    if twice:
        raise BadWeights(f"settings: order has {twice[0]!r} twice, and a layer has one place")
    return given


def _words(value: Any) -> bool:
    return isinstance(value, list) and all(isinstance(x, str) for x in value)


def named_once(there: Sequence[Tensor], settings: Mapping[str, Any]) -> None:
    """BadWeights for two tensors of one name, and for a name in the settings that none has."""
    names = Counter(one.name for one in there)
    if twice := [name for name, count in names.items() if count > 1]:
        raise BadWeights(f"weights: two tensors are called {twice[0]!r}")
    for key in SETTINGS:
        for name in settings.get(key, ()):
            if name not in names:
                raise BadWeights(f"settings: there is no tensor {name!r}")


def agree(settings: Mapping[str, Any], about: Mapping[str, Mapping[str, Any]]) -> None:
    """BadWeights where a graph says otherwise: what it computes is not to be declared.

    Of a layer behind which it was not followed a skip and an activation may be.
    """
    for key in BY_NAME:
        for name, value in settings.get(key, {}).items():
            if name not in about:
                raise BadWeights(f"settings: {key} of {name}, which is no layer in the graph")
            said = about[name].get(key, 0.0 if key == "skip" else None)
            if key == "convolution" or "activation" not in about[name]:
                continue
            same = (
                plain(value) == plain(said)
                if isinstance(value, str) and isinstance(said, str)
                else value == said
            )
            if not same:
                raise BadWeights(f"settings: {key} of {name} = {value!r}; the graph has {said or 'none'}")


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
