"""Layers in their order, and whether they are a network: nothing is said of a product that is none.

A number about a composition is told where a graph was followed from the first layer to the last, or where
somebody declared the order, and the outputs of each layer are the inputs of the next.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, replace
from itertools import pairwise

from perturb.networks.weights.convolutions import Convolution
from perturb.networks.weights.onnx_chain import Followed
from perturb.networks.weights.slopes import is_gentle
from perturb.types import FloatArray


@dataclass(frozen=True)
class Layer:
    """A linear map of a network, where it is `known` to be one; else a matrix of which no more is known. A
    dense one is its matrix; a convolution is the matrix of its kernel, channels out x (channels in * places),
    with `places` of the window. `skip` is the rho of x -> phi(Ax) + rho x, None without one. `load` gives the
    matrix anew at each call, to be overwritten. `activation` and `bias` (its tensor, whose size is
    `added`) are None where nothing is known of them; `then` is what a graph has behind the activation before
    the next layer, and `flat` whether it joins axes; `lost` is the rho of a skip that a graph has around a
    kernel that is not square, which is in no number. `turned`: stored as inputs x outputs.
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
