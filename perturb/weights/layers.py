"""Which tensors are layers, in which order, and what stands around them: declared, or said by a graph.

A tensor that nobody calls a layer has no role. With two axes it is a matrix, and the numbers of a matrix are
told; with more it may be a kernel or many other things, and nothing is.
"""

from __future__ import annotations

import math
import tomllib
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any

import numpy as np

from perturb.weights.composition import Found, Layer, breaks, turned
from perturb.weights.moves import convolution
from perturb.weights.onnx_chain import Followed
from perturb.weights.onnx_file import around
from perturb.weights.tensors import BadWeights, Tensor, is_vector, real, tensors, told

SETTINGS = {"order": list, "ignore": list, "skip": dict, "activation": dict, "convolution": dict}
BY_NAME = ("skip", "activation", "convolution")
ROLE = "role unknown"
ENDINGS = (("weight", "bias"), ("kernel", "bias"), ("W", "b"), ("w", "b"))
MEANT = {list: "a list", dict: "a table"}


def found(weights: Any, settings: Mapping[str, Any] | None = None) -> Found:
    """The layers of a file, of a mapping of names to arrays, or of a sequence of arrays.

    `settings`: "order", the names of the layers, first one first; "ignore", names of tensors that are none;
    by the name of a layer "skip", rho, "activation", a word, and "convolution", how a kernel moves, as
    `perturb.weights.moves.convolution` reads it. What a graph of ONNX says is taken from there; a sequence is
    in its order. BadWeights for a file that cannot be read, a name that is not there, and where no tensor is
    a layer or a matrix.
    """
    settings = _checked(settings)
    there = listed(weights)
    known = {one.name: one for one in there}
    for key in SETTINGS:
        for name in settings.get(key, ()):
            if name not in known:
                raise BadWeights(f"settings: there is no tensor {name!r}")
    graph = _graph(weights)
    about = {} if graph is None else graph.about
    biases = _biases(there, graph)
    why = _why(there, settings, about, biases)
    order = settings.get("order") or [name for name in known if not why[name]]
    if bad := [name for name in order if why[name]]:
        raise BadWeights(f"settings: {bad[0]} is no layer: {why[bad[0]]}")
    if not order:
        raise BadWeights(_nothing(why))
    among = set(order)
    left = {name: why[name] or "not in the order given" for name in known if name not in among}
    declared = (isinstance(weights, Sequence) and not isinstance(weights, str)) or "order" in settings
    layers = tuple(
        _layer(known[name], settings, about.get(name, {}), biases.get(name), declared) for name in order
    )
    if declared and graph is None:
        layers = turned(layers)
    return Found(layers, tuple(left.items()), tuple(breaks(layers, graph, declared)), tuple(_said(layers)))


def _checked(settings: Mapping[str, Any] | None) -> dict[str, Any]:
    given = dict(settings or {})
    if unknown := sorted(set(given) - set(SETTINGS)):
        raise BadWeights(f"settings: {unknown[0]!r} is not one of {', '.join(SETTINGS)}")
    for name, kind in SETTINGS.items():
        if not isinstance(given.get(name, kind()), kind):
            raise BadWeights(f"settings: {name} = {given[name]!r} is not {MEANT[kind]}")
    return given


def _nothing(why: Mapping[str, str | None]) -> str:
    """Why there is nothing to tell of."""
    kernel = next((f"{name}: {x}" for name, x in why.items() if x and x.startswith(ROLE)), None)
    if kernel is not None:
        return f"weights: no tensor is a matrix or a known layer; {kernel}"
    return "weights: no tensor has two axes or more" if why else "weights: there are none"


def _why(
    listed: list[Tensor],
    settings: Mapping[str, Any],
    graph: Mapping[str, Any],
    biases: Mapping[str, str],
) -> dict[str, str | None]:
    """Why each tensor is no layer; None for one that is, and for a matrix."""
    of = {bias: name for name, bias in biases.items()}
    asked = settings.get("convolution", {})
    found: dict[str, str | None] = {}
    for one in listed:
        said = "left out, as asked" if one.name in settings.get("ignore", ()) else _no_layer(one)
        if one.name in of:
            said = f"{said or 'a vector'}, the bias of {of[one.name]}"
        elif said is None and len(one.shape) > 2 and one.name not in asked and one.name not in graph:
            table = f'[convolution."{one.name}"]'
            said = f"{ROLE}, of {len(one.shape)} axes; the settings have a table {table} for a kernel"
        found[one.name] = said
    return found


def _biases(listed: list[Tensor], graph: Followed | None) -> dict[str, str]:
    """The bias of each layer: what a graph adds; without one the vector of its size, by the name that it has
    beside the matrix: fc.weight and fc.bias, W1 and b1. The outputs may be the rows or the columns.
    """
    names = {one.name: one for one in listed}
    if graph is not None:
        return {name: x["bias"] for name, x in graph.about.items() if x.get("bias") in names}
    found: dict[str, str] = {}
    for one in listed:
        sizes = one.shape[: 2 if len(one.shape) == 2 else 1]
        called = (names.get(one.name.replace(a, b)) for a, b in ENDINGS if a in one.name)
        fits = [x for x in called if x is not None and any(is_vector(x.shape, n) for n in sizes)]
        if len(one.shape) > 1 and fits:
            found[one.name] = fits[0].name
    return found


def _graph(weights: Any) -> Followed | None:
    """What a file says of its layers beyond their numbers; only ONNX has a graph."""
    path = Path(weights) if isinstance(weights, str | Path) else None
    return told(path, lambda: around(path))() if path is not None and path.suffix == ".onnx" else None


def _said(layers: Sequence[Layer]) -> Iterator[str]:
    """What is taken to be so, or left out."""
    for x in layers:
        if x.lost is not None:
            sizes = f"{x.shape[0]} x {x.shape[1]}"
            yield f"the skip of {x.lost:g} around {x.name}, whose kernel is {sizes}: left out of all numbers"
        if x.turned:
            yield f"{x.name} is stored as inputs x outputs: the sizes of the layers fit in no other way"
    if layers[-1].known and (end := layers[-1].behind):
        yield f"{end} behind {layers[-1].name}: left out"


def read_settings(path: Path | str) -> dict[str, Any]:
    """Those of a TOML file. BadWeights for one that is none."""
    try:
        return tomllib.loads(Path(path).read_text(encoding="utf-8"))
    except (OSError, ValueError, RecursionError) as error:
        raise BadWeights(f"{path}: {' '.join(str(error).split())}") from None


def listed(weights: Any) -> list[Tensor]:
    """The tensors of a file, of a mapping, or of a sequence, named by their places there. BadWeights."""
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


def _layer(
    one: Tensor, settings: Mapping[str, Any], graph: Mapping[str, Any], bias: str | None, declared: bool
) -> Layer:
    rows, places = one.shape[0], math.prod(one.shape[2:])
    load = one.load
    assert load is not None
    shape = (rows, one.shape[1] * places)
    dense = len(one.shape) == 2
    skip = _skip(one, settings, graph.get("skip") if dense and shape[0] == shape[1] else None)
    activation = settings.get("activation", {}).get(one.name, graph.get("activation"))
    if activation is not None and not isinstance(activation, str):
        raise BadWeights(f"settings: the activation {activation!r} of {one.name} is no word")
    asked = settings.get("convolution", {}).get(one.name)
    said = {key: graph[key] for key in ("stride", "dilation", "groups") if key in graph}
    return Layer(
        one.name,
        shape,
        lambda: load().reshape(shape),
        known=declared or bool(graph) or any(one.name in settings.get(key, ()) for key in BY_NAME),
        places=places,
        skip=skip,
        convolution=None if dense and asked is None else convolution(one, said if asked is None else asked),
        activation=activation,
        bias=bias,
        then=graph.get("then"),
        flat=graph.get("flat", False),
        lost=None if skip is not None else graph.get("skip"),
    )


def _skip(one: Tensor, settings: Mapping[str, Any], of_graph: float | None) -> float | None:
    skip = settings.get("skip", {}).get(one.name, of_graph)
    if skip is None:
        return None
    number = isinstance(skip, int | float) and not isinstance(skip, bool) and math.isfinite(skip)
    rows, columns = one.shape[0], math.prod(one.shape[1:])
    if number and len(one.shape) > 2:
        raise BadWeights(
            f"settings: a skip of {skip!r} around the convolution {one.name}, whose kernel is {rows} x "
            f"{columns}: skips are known around square matrices alone, so leave it out here"
        )
    if not number or rows != columns:
        raise BadWeights(f"settings: a skip of {skip!r} around {one.name} of shape {(rows, columns)}")
    return float(skip)
