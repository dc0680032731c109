"""Which tensors are layers, in which order, and what stands around them: declared, or guessed and said."""

from __future__ import annotations

import math
import tomllib
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np

from perturb.types import FloatArray
from perturb.weights.convolutions import Convolution
from perturb.weights.moves import convolution
from perturb.weights.onnx_file import around
from perturb.weights.slopes import is_gentle
from perturb.weights.tensors import BadWeights, Tensor, real, tensors, told

SETTINGS = {"order": list, "ignore": list, "skip": dict, "activation": dict, "convolution": dict}
MEANT = {list: "a list", dict: "a table"}


@dataclass(frozen=True)
class Layer:
    """A linear map of a network. A dense one is its matrix; a convolution is the matrix of its kernel,
    channels out x (channels in * places), with `places` > 1 places of the window. `skip` is the rho of
    x -> phi(Ax) + rho x, None without one. `load` gives the matrix anew at each call, to be overwritten.
    `activation` and `bias` (the name of its tensor) are None where nothing is known of them, and `then` is
    what a graph has behind the activation before the next layer; `lost` is the rho of a skip that a graph has
    around a kernel that is not square, which is in no number.
    """

    name: str
    shape: tuple[int, int]
    load: Callable[[], FloatArray]
    places: int = 1
    skip: float | None = None
    convolution: Convolution | None = None
    activation: str | None = None
    bias: str | None = None
    then: str | None = None
    lost: float | None = None


@dataclass(frozen=True)
class Found:
    """The layers in their order, what else is there (name and why it is no layer), and what was guessed."""

    layers: tuple[Layer, ...]
    others: tuple[tuple[str, str], ...] = ()
    guessed: tuple[str, ...] = ()


def found(weights: Any, settings: Mapping[str, Any] | None = None) -> Found:
    """The layers of a file, of a mapping of names to arrays, or of a sequence of arrays.

    `settings`: "order", the names of the layers, first one first; "ignore", names of tensors that are none;
    by the name of a layer "skip", rho, "activation", a word, and "convolution", how a kernel moves, as
    `perturb.weights.moves.convolution` reads it. What a graph of ONNX says is taken from there. BadWeights
    for a file that cannot be read, a name that is not there, and where no tensor is a layer.
    """
    settings = dict(settings or {})
    if unknown := sorted(set(settings) - set(SETTINGS)):
        raise BadWeights(f"settings: {unknown[0]!r} is not one of {', '.join(SETTINGS)}")
    for name, kind in SETTINGS.items():
        if not isinstance(settings.get(name, kind()), kind):
            raise BadWeights(f"settings: {name} = {settings[name]!r} is not {MEANT[kind]}")
    listed = _listed(weights)
    known = {one.name: one for one in listed}
    for key in SETTINGS:
        for name in settings.get(key, ()):
            if name not in known:
                raise BadWeights(f"settings: there is no tensor {name!r}")
    graph = _graph(weights)
    biases = _biases(listed, graph)
    why = _why(listed, settings.get("ignore", ()), biases)
    order = settings.get("order") or [name for name in known if not why[name]]
    if bad := [name for name in order if why[name]]:
        raise BadWeights(f"settings: {bad[0]} is no layer: {why[bad[0]]}")
    if not order:
        raise BadWeights("weights: no tensor has two axes or more" if listed else "weights: there are none")
    among = set(order)
    left = {name: why[name] or "not in the order given" for name in known if name not in among}
    layers = tuple(_layer(known[name], settings, graph.get(name, {}), biases.get(name)) for name in order)
    return Found(layers, tuple(left.items()), tuple(_guessed(layers, settings, graph)))


def _why(listed: list[Tensor], ignored: Sequence[str], biases: Mapping[str, str]) -> dict[str, str | None]:
    """Why each tensor is no layer; None for one that is."""
    of = {bias: name for name, bias in biases.items()}
    found: dict[str, str | None] = {}
    for one in listed:
        said = "left out, as asked" if one.name in ignored else _no_layer(one)
        found[one.name] = f"{said}, the bias of {of[one.name]}" if said and one.name in of else said
    return found


def _biases(listed: list[Tensor], graph: Mapping[str, Mapping[str, Any]]) -> dict[str, str]:
    """The bias of each layer: what a graph adds, else the vector that is called x.bias beside x.weight."""
    names = {one.name: one for one in listed}
    found = {name: about["bias"] for name, about in graph.items() if about.get("bias") in names}
    for one in listed:
        stem, _, last = one.name.rpartition("weight")
        bias = names.get(f"{stem}bias")
        if bias is not None and not last and len(one.shape) > 1 and bias.shape == one.shape[:1]:
            found.setdefault(one.name, bias.name)
    return found


def _graph(weights: Any) -> dict[str, dict[str, Any]]:
    """What a file says of its layers beyond their numbers; only ONNX has a graph."""
    path = Path(weights) if isinstance(weights, str | Path) else None
    return told(path, lambda: around(path))() if path is not None and path.suffix == ".onnx" else {}


def _guessed(
    layers: tuple[Layer, ...], settings: Mapping[str, Any], graph: Mapping[str, Any]
) -> Iterator[str]:
    """What nobody declared and no graph says."""
    if "order" not in settings and not graph:
        yield "the order of the layers: that of the file"
    asked = settings.get("convolution", {})
    for x in layers:
        if x.lost is not None:
            sizes = f"{x.shape[0]} x {x.shape[1]}"
            yield f"the skip of {x.lost:g} around {x.name}, whose kernel is {sizes}: left out of all numbers"
    if open_ones := [x.name for x in layers if x.places > 1 and x.name not in asked and x.name not in graph]:
        more = "" if len(open_ones) == 1 else f" and {len(open_ones) - 1} more"
        yield f"the convolution {open_ones[0]}{more}: stride 1, zeros around its input, one group"


def read_settings(path: Path | str) -> dict[str, Any]:
    """Those of a TOML file. BadWeights for one that is none."""
    try:
        return tomllib.loads(Path(path).read_text(encoding="utf-8"))
    except (OSError, ValueError, RecursionError) as error:
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


def _layer(one: Tensor, settings: Mapping[str, Any], graph: Mapping[str, Any], bias: str | None) -> Layer:
    rows, places = one.shape[0], math.prod(one.shape[2:])
    load = one.load
    assert load is not None
    shape = (rows, one.shape[1] * places)
    skip = settings.get("skip", {}).get(one.name, graph.get("skip") if shape[0] == shape[1] else None)
    number = isinstance(skip, int | float) and not isinstance(skip, bool) and math.isfinite(skip)
    if skip is not None and (not number or shape[0] != shape[1]):
        if number and places > 1:
            raise BadWeights(
                f"settings: a skip of {skip!r} around the convolution {one.name}, whose kernel is {rows} x "
                f"{shape[1]}: skips are known around square matrices alone, so leave it out here"
            )
        raise BadWeights(f"settings: a skip of {skip!r} around {one.name} of shape {shape}")
    activation = settings.get("activation", {}).get(one.name, graph.get("activation"))
    if activation is not None and not isinstance(activation, str):
        raise BadWeights(f"settings: the activation {activation!r} of {one.name} is no word")
    asked = settings.get("convolution", {}).get(one.name)
    said = {key: graph[key] for key in ("stride", "dilation", "groups") if key in graph}
    moves = convolution(one, said if asked is None else asked) if places > 1 or asked is not None else None
    then, lost = graph.get("then"), None if skip is not None else graph.get("skip")
    return Layer(
        one.name, shape, lambda: load().reshape(shape), places, skip, moves, activation, bias, then, lost
    )


def breaks(layers: Sequence[Layer]) -> Iterator[str]:
    """Why the layers one after the other, each with what stretches nothing behind it, are not the network."""
    for k, x in enumerate(layers):
        last = k == len(layers) - 1
        if not last and x.then is not None:
            yield f"behind {x.name} is {x.then}"
        elif not last and not is_gentle(x.activation):
            yield f"behind {x.name} is {x.activation}, which may stretch"
        if x.lost is not None:
            yield f"the skip around {x.name} is left out"
