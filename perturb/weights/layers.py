"""Which tensors are layers, in which order, and what stands around them: declared, or guessed and said."""

from __future__ import annotations

import math
import tomllib
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np

from perturb.types import FloatArray
from perturb.weights.tensors import BadWeights, Tensor, real, tensors

SETTINGS = ("order", "ignore", "skip")


@dataclass(frozen=True)
class Layer:
    """A linear map of a network. A dense one is its matrix; a convolution is the matrix of its kernel,
    channels out x (channels in * places), with `places` > 1 places of the window. `skip` is the rho of
    x -> phi(Ax) + rho x, None without one. `load` gives the matrix anew at each call, to be overwritten.
    """

    name: str
    shape: tuple[int, int]
    load: Callable[[], FloatArray]
    places: int = 1
    skip: float | None = None


@dataclass(frozen=True)
class Found:
    """The layers in their order, what else is there (name and why it is no layer), and what was guessed."""

    layers: tuple[Layer, ...]
    others: tuple[tuple[str, str], ...] = ()
    guessed: tuple[str, ...] = ()


def found(weights: Any, settings: Mapping[str, Any] | None = None) -> Found:
    """The layers of a file, of a mapping of names to arrays, or of a sequence of arrays.

    `settings`: "order", the names of the layers, first one first; "ignore", names of tensors that are none;
    "skip", rho by the name of a layer. BadWeights for a file that cannot be read, a name that is not there,
    and where no tensor is a layer.
    """
    settings = dict(settings or {})
    if unknown := sorted(set(settings) - set(SETTINGS)):
        raise BadWeights(f"settings: {unknown[0]!r} is not one of {', '.join(SETTINGS)}")
    for name, kind, meant in (
        ("order", list, "a list"),
        ("ignore", list, "a list"),
        ("skip", dict, "a table"),
    ):
        if not isinstance(settings.get(name, kind()), kind):
            raise BadWeights(f"settings: {name} = {settings[name]!r} is not {meant}")
    listed = _listed(weights)
    known = {one.name: one for one in listed}
    skips = settings.get("skip", {})
    for name in (*settings.get("order", ()), *settings.get("ignore", ()), *skips):
        if name not in known:
            raise BadWeights(f"settings: there is no tensor {name!r}")
    ignored = {name: "left out, as asked" for name in settings.get("ignore", ())}
    why = {one.name: ignored.get(one.name) or _no_layer(one) for one in listed}
    order = settings.get("order") or [name for name in known if not why[name]]
    if bad := [name for name in order if why[name]]:
        raise BadWeights(f"settings: {bad[0]} is no layer: {why[bad[0]]}")
    if not order:
        raise BadWeights("weights: no tensor has two axes or more" if listed else "weights: there are none")
    left = {name: why[name] or "not in the order given" for name in known if name not in order}
    guessed = () if "order" in settings else ("the order of the layers: that of the file",)
    return Found(tuple(_layer(known[name], skips.get(name)) for name in order), tuple(left.items()), guessed)


def read_settings(path: Path | str) -> dict[str, Any]:
    """Those of a TOML file. BadWeights for one that is none."""
    try:
        return tomllib.loads(Path(path).read_text(encoding="utf-8"))
    except (OSError, ValueError) as error:
        raise BadWeights(f"{path}: {' '.join(str(error).split())}") from None


def _listed(weights: Any) -> list[Tensor]:
    if isinstance(weights, (str, Path)):
        return tensors(weights)
    if isinstance(weights, Mapping):
        pairs = [(str(name), A) for name, A in weights.items()]
    elif isinstance(weights, Sequence):
        pairs = [(str(k), A) for k, A in enumerate(weights)]
    else:
        raise BadWeights(f"weights: a {type(weights).__name__} is no file, no mapping and no list of arrays")
    return [_given(name, A) for name, A in pairs]


def _given(name: str, A: Any) -> Tensor:
    """Numbers are copied when they are asked for, and not before."""
    try:
        array = np.asarray(A)
        if array.dtype.kind not in "fiub":
            if array.dtype.kind == "c":
                raise BadWeights(f"{name}: complex numbers")
            array = np.asarray(A, dtype=np.float64)
    except (TypeError, ValueError) as error:
        raise error if isinstance(error, BadWeights) else BadWeights(f"{name}: {error}") from None
    return Tensor(name, array.shape, str(array.dtype), lambda: real(name, array))


def _no_layer(one: Tensor) -> str | None:
    """Why a tensor is no linear map; None for one that is."""
    if one.load is None:
        return f"entries of type {one.dtype}"
    if len(one.shape) < 2:
        return "a vector" if one.shape else "a number"
    return "empty" if 0 in one.shape else None


def _layer(one: Tensor, skip: float | None) -> Layer:
    rows, places = one.shape[0], math.prod(one.shape[2:])
    load = one.load
    assert load is not None
    shape = (rows, one.shape[1] * places)
    number = isinstance(skip, int | float) and not isinstance(skip, bool) and math.isfinite(skip)
    if skip is not None and (not number or shape[0] != shape[1]):
        raise BadWeights(f"settings: a skip of {skip!r} around {one.name} of shape {shape}")
    return Layer(one.name, shape, lambda: load().reshape(shape), places, skip)
