"""Which tensors are layers, in which order, and what stands around them: declared, or said by a graph.

A tensor that nobody calls a layer has no role. With two axes it is a matrix, and the numbers of a matrix are
told; with more it may be a kernel or many other things, and nothing is.
"""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from itertools import chain
from pathlib import Path
from typing import Any

from perturb.networks.files.reader import BadWeights, Tensor, is_vector
from perturb.networks.files.tensors import listed, told
from perturb.networks.weights.composition import (
    BY_NAME,
    Found,
    Layer,
    agree,
    breaks,
    checked,
    convolution,
    either,
    named_once,
    turned,
)
from perturb.networks.weights.convolutions import Convolution
from perturb.networks.weights.onnx_chain import Followed, around

ROLE = "role unknown"
FEW = 3  # names in a line
ENDINGS = (("weight", "bias"), ("kernel", "bias"), ("W", "b"), ("w", "b"))


def found(weights: Any, settings: Mapping[str, Any] | None = None) -> Found:
    """The layers of a file, of a mapping of names to arrays, or of a sequence of arrays.

    `settings`: "order", the names of the layers, first one first; "ignore", names of tensors that are none;
    by the name of a layer "skip", rho, "activation", a word, and "convolution", how a kernel moves, as
    `composition.convolution` reads it. What a graph of ONNX says is taken from there, and
    settings may not say otherwise; a sequence is in its order. BadWeights for a file that cannot be read, a
    name that is not there, and where no tensor is a layer or a matrix.
    """
    settings = checked(settings)
    there = listed(weights)
    known = {one.name: one for one in there}
    named_once(there, settings)
    graph = _graph(weights)
    about = {} if graph is None else graph.about
    if graph is not None:
        agree(settings, about)
    biases = _biases(there, graph)
    why = _why(there, settings, graph, biases)
    order = _order(settings, why)
    among = set(order)
    left = {name: why[name] or "not in the order given" for name in known if name not in among}
    listing = isinstance(weights, Sequence) and not isinstance(weights, str)
    declared = graph is None and (listing or "order" in settings)
    layers = tuple(
        _layer(known[name], settings, about.get(name, {}), known.get(biases.get(name, "")), declared)
        for name in order
    )
    if declared:
        layers = turned(layers)
    said = [*_said(layers, graph), *_stored(layers, declared)]
    loose = () if graph is not None else tuple(_loose(there, layers, biases, settings))
    strays = _strays(there, why, biases, settings) if listing and "order" not in settings else []
    broken = (*strays, *breaks(layers, graph, declared))
    return Found(layers, tuple(left.items()), broken, tuple(said), loose)


def _order(settings: Mapping[str, Any], why: Mapping[str, str | None]) -> list[str]:
    """The names of the layers. BadWeights for one that is none, and where there are none."""
    order = settings.get("order") or [name for name in why if not why[name]]
    if bad := [name for name in order if why[name]]:
        raise BadWeights(f"settings: {bad[0]} is no layer: {why[bad[0]]}")
    if not order:
        raise BadWeights(_nothing(why))
    return order


def _strays(
    there: Sequence[Tensor], why: Mapping[str, str | None], biases: Mapping[str, str], settings: Any
) -> list[str]:
    """What stands among the arrays of a list, is no vector, and may be a layer all the same."""
    aside = {*biases.values(), *settings.get("ignore", ())}
    names = [x.name for x in there if len(x.shape) > 1 and why[x.name] and x.name not in aside]
    return [f"{name} stands among the layers: {why[name]}" for name in names]


def _loose(
    there: Sequence[Tensor], layers: Sequence[Layer], biases: Mapping[str, str], settings: Any
) -> Iterator[str]:
    """Vectors of no layer, as long as one that has no bias."""
    aside = {*biases.values(), *settings.get("ignore", ()), *(x.name for x in layers)}
    bare = {x.shape[0] for x in layers if x.bias is None}
    for one in there:
        if one.name not in aside and one.shape and any(is_vector(one.shape, n) for n in bare):
            yield one.name


def _nothing(why: Mapping[str, str | None]) -> str:
    """Why there is nothing to tell of."""
    kernel = next((f"{name}: {x}" for name, x in why.items() if x and x.startswith(ROLE)), None)
    if kernel is not None:
        return f"weights: no tensor is a matrix or a known layer; {kernel}"
    return "weights: no tensor has two axes or more" if why else "weights: there are none"


def _why(
    listed: list[Tensor],
    settings: Mapping[str, Any],
    graph: Followed | None,
    biases: Mapping[str, str],
) -> dict[str, str | None]:
    """Why each tensor is no layer; None for one that is, and for a matrix."""
    of = {bias: name for name, bias in biases.items()}
    asked, about = settings.get("convolution", {}), {} if graph is None else graph.about
    found: dict[str, str | None] = {}
    for one in listed:
        said = "left out, as asked" if one.name in settings.get("ignore", ()) else _no_layer(one)
        if one.name in of:
            said = f"{said or 'a vector'}, the bias of {of[one.name]}"
        elif said is None and len(one.shape) > 2 and one.name not in asked and one.name not in about:
            table = f'; the settings have a table [convolution."{one.name}"] for a kernel'
            said = f"{ROLE}, of {len(one.shape)} axes{table if graph is None else ''}"
        found[one.name] = f"{said}, {one.why}" if said and one.why and one.name not in of else said
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
    claimed = Counter(found.values())  # one that two layers may have is of neither
    return {name: bias for name, bias in found.items() if claimed[bias] == 1}


def _graph(weights: Any) -> Followed | None:
    """What a file says of its layers beyond their numbers; only ONNX has a graph."""
    path = Path(weights) if isinstance(weights, str | Path) else None
    return told(path, lambda: around(path))() if path is not None and path.suffix == ".onnx" else None


def _said(layers: Sequence[Layer], graph: Followed | None) -> Iterator[str]:
    """What is left out, or may be given otherwise."""
    if graph is not None and graph.before is not None:
        yield f"{graph.before} before the first layer: left out"
    for x in layers:
        if x.lost is not None:
            sizes = f"{x.shape[0]} x {x.shape[1]}"
            yield f"the skip of {x.lost:g} around {x.name}, whose kernel is {sizes}: left out of all numbers"
    if layers[-1].known and (end := layers[-1].behind):
        yield f"{end} behind {layers[-1].name}: left out"
    given = frozenset() if graph is None else graph.defaults
    parts = ((x.name.rpartition("[")[0] if x.role == "gate" else x.name, x.bias) for x in layers)
    own = [name for name in dict.fromkeys(chain.from_iterable(parts)) if name in given]
    if own:
        some = ", ".join(map(str, own[:FEW])) + (f" and {len(own) - FEW} more" if len(own) > FEW else "")
        yield f"inputs of the graph, too: {some}; the numbers are of what the file holds"


def _stored(layers: Sequence[Layer], declared: bool) -> Iterator[str]:
    """How layers without a graph are taken to be stored."""
    for x in layers:
        if x.turned:
            yield f"{x.name} is stored as inputs x outputs: the sizes of the layers fit in no other way"
    if declared and not layers[0].turned and either(layers):
        yield "the layers are stored as outputs x inputs: their sizes would fit transposed as well"


def _no_layer(one: Tensor) -> str | None:
    """Why a tensor is no linear map; None for one that is."""
    if one.load is None:
        return f"entries of type {one.dtype}"
    if len(one.shape) < 2:
        return "a vector" if one.shape else "a number"
    return "empty" if 0 in one.shape else None


def _layer(
    one: Tensor, settings: Mapping[str, Any], graph: Mapping[str, Any], bias: Tensor | None, declared: bool
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
    of_graph = {key: graph.get(key, 1) for key in ("stride", "dilation", "groups") if graph.get("kernel")}
    return Layer(
        one.name,
        shape,
        lambda: load().reshape(shape),
        known=declared or bool(graph) or any(one.name in settings.get(key, ()) for key in BY_NAME),
        places=places,
        skip=skip,
        convolution=None if dense and asked is None else _moves(one, asked, of_graph),
        activation=activation,
        bias=None if bias is None else bias.name,
        then=graph.get("then"),
        added=None if bias is None else math.prod(bias.shape),
        flat=graph.get("flat", False),
        lost=None if skip is not None else graph.get("skip"),
        role=one.role,
        why=one.why,
    )


def _moves(one: Tensor, asked: Any, of_graph: Mapping[str, Any]) -> Convolution:
    """What a graph says of a kernel, to which settings may add its padding and its input."""
    given = convolution(one, of_graph)
    if asked is None:
        return given
    convolution(one, asked)
    both = convolution(one, {**of_graph, **asked})
    if of_graph and (both.stride, both.dilation, both.groups) != (given.stride, given.dilation, given.groups):
        raise BadWeights(f"settings: convolution.{one.name} moves in another way than the graph says")
    return both


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
