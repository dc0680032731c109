"""What is said of layers, and whether in their order they are a network: settings, words for activations.

Settings are what a user says of layers and how a kernel moves, held against whether it can be so and what a
graph says. Activations have words in settings and graphs: f stretches nothing where |f(x) - f(y)| <=
|x - y|, entry by entry. Of leaky ReLU and ELU that holds for slopes of at most 1, which is what every library
sets.

Nothing is said of a product that is none: a number about a composition is told where a graph was followed
from the first layer to the last, or where somebody declared the order, and the outputs of each layer are the
inputs of the next.
"""

from __future__ import annotations

import tomllib
from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import pairwise
from pathlib import Path
from typing import Any

from perturb.networks.files.reader import BadWeights, Tensor
from perturb.networks.weights.convolutions import Convolution
from perturb.networks.weights.onnx_chain import Followed
from perturb.types import FloatArray

BOUNDED = ("tanh", "hardtanh", "sigmoid", "hardsigmoid", "softsign", "clip", "sin", "cos")
GENTLE = frozenset((*BOUNDED, "relu", "relu6", "leakyrelu", "elu", "softplus", "abs", "linear", "identity"))


def is_relu(word: str | None) -> bool:
    """Where nothing is said it is taken to be."""
    return word is None or plain(word) == "relu"


def is_gentle(word: str | None) -> bool:
    return word is None or plain(word) in GENTLE


def plain(word: str) -> str:
    """In one spelling."""
    return word.lower().replace("_", "").replace("-", "").replace(" ", "")


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


@dataclass(frozen=True)
class Layer:
    """A linear map of a network, where it is `known` to be one; else a matrix of which no more is known. A
    dense one is its matrix; a convolution is the matrix of its kernel, channels out x (channels in * places),
    with `places` of the window. `skip` is the rho of x -> phi(Ax) + rho x, None without one. `load` gives the
    matrix anew at each call, to be overwritten. `activation` and `bias` (its tensor, whose size is
    `added`) are None where nothing is known of them; `then` is what a graph has behind the activation before
    the next layer, and `flat` whether it joins axes; `lost` is the rho of a skip that a graph has around a
    kernel that is not square, which is in no number. `turned`: stored as inputs x outputs. `role` and `why`
    are those of its tensor.
    """

    name: str
    shape: tuple[int, int]
    load: Callable[[], FloatArray]
    known: bool = True
    places: int = 1
    skip: float | None = None
    convolution: Convolution | None = None
    activation: str | None = None
    bias: str | None = None
    then: str | None = None
    flat: bool = False
    lost: float | None = None
    turned: bool = False
    added: int | None = None
    role: str = ""
    why: str = ""

    @property
    def inputs(self) -> int:
        """Sizes of the input; of a convolution its channels."""
        groups = 1 if self.convolution is None else self.convolution.groups
        return self.shape[1] // self.places * groups

    @property
    def behind(self) -> str:
        """In words, what stands behind it; empty where nothing is known."""
        return " and ".join(x for x in (self.activation, self.then) if x not in (None, "linear"))


@dataclass(frozen=True)
class Found:
    """The layers in their order, what else is there (name and why it is no layer), `breaks`, why the layers
    one after the other are not the network, what is taken to be so, and `loose`: vectors of no layer that
    may be the bias of one without.
    """

    layers: tuple[Layer, ...]
    others: tuple[tuple[str, str], ...] = ()
    breaks: tuple[str, ...] = ()
    guessed: tuple[str, ...] = ()
    loose: tuple[str, ...] = ()


def breaks(layers: Sequence[Layer], graph: Followed | None, declared: bool) -> Iterator[str]:
    """Why the layers one after the other, each with what stretches nothing behind it, are not the network."""
    if graph is not None and [x.name for x in layers] != list(graph.about):
        yield "these are not the layers of the graph in its order"
        return
    if graph is not None and graph.why is not None:
        yield graph.why
        return
    if graph is None and not declared:
        some = ", ".join([*(f'"{x.name}"' for x in layers[:2]), *["..."] * (len(layers) > 2)])
        yield f"nobody declared the order of the layers; settings: order = [{some}]"
        return
    for one, other in pairwise(layers):
        if (why := _unfit(one, other)) is not None:
            yield why
        if one.then is not None:
            yield f"behind {one.name} is {one.then}"
        elif not is_gentle(one.activation):
            yield f"behind {one.name} is {one.activation}, which may stretch"
    end = layers[-1]
    if end.skip is not None and not is_gentle(end.activation):
        yield f"behind {end.name} and within its skip is {end.activation}, which may stretch"
    for x in layers:
        if x.lost is not None:
            yield f"the skip around {x.name} is left out"


def _unfit(one: Layer, other: Layer) -> str | None:
    """Why what comes out of a layer cannot be what goes into the next; None where it can be.

    Behind a convolution a dense layer reads all places of each channel, which only a graph joins in words.
    """
    m, n = one.shape[0], other.inputs
    if one.convolution is not None and other.convolution is None:
        fits = n % m == 0
    elif one.convolution is None and other.convolution is not None:
        fits = False
    else:
        fits = m == n and not (one.flat and one.convolution is not None)
    return None if fits else f"{one.name} has {m} outputs, {other.name} {n} inputs"


def turned(layers: tuple[Layer, ...]) -> tuple[Layer, ...]:
    """Transposed, where sizes fit so and not as they are: layers that are stored for x W."""
    return tuple(_turned(x) for x in layers) if _fit_turned(layers) and not _fit(layers) else layers


def either(layers: Sequence[Layer]) -> bool:
    """Whether sizes fit as they are and transposed, so that they do not tell how the layers are stored."""
    return len(layers) > 1 and _fit(layers) and _fit_turned(layers)


def _fit(layers: Sequence[Layer]) -> bool:
    return not any(_unfit(*x) for x in pairwise(layers)) and all(
        x.added in (None, x.shape[0]) for x in layers
    )


def _fit_turned(layers: Sequence[Layer]) -> bool:
    return all(x.convolution is None for x in layers) and _fit([_turned(x) for x in layers])


def _turned(one: Layer) -> Layer:
    load = one.load
    return replace(one, shape=one.shape[::-1], load=lambda: load().T.copy(), turned=True)
