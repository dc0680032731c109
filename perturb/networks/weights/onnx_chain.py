"""Which layers of a graph of ONNX stand one behind the other, and what is between them: node by node.

A value that two nodes read is a fork: nothing behind it is followed, except that of a skip, x -> phi(Ax) + x.
Every node between two layers is one that is known; all else ends the chain, and says where.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from perturb.networks.files.onnx_file import (
    FLAT,
    OWN,
    PASSED,
    WAYS,
    Linear,
    is_bias,
    layers,
    opened_whole,
    uses,
    word,
)
from perturb.networks.files.reader import Tensor


@dataclass(frozen=True)
class Followed:
    """`about` has by the name of each layer its activation, skip, bias, how a convolution moves, and what
    stands `then`; `why` says why the layers, in this order, are not the way through the graph; `before` is
    the node that makes what the first layer is given; `defaults` are stored tensors that are inputs of the
    graph, too, so that whoever runs it may give others.
    """

    about: dict[str, dict[str, Any]]
    why: str | None
    before: str | None = None
    defaults: frozenset[str] = frozenset()


def around(path: Path) -> Followed:
    """What the graph of a file says of its layers, and whether they are one way through it."""
    return chain(*opened_whole(path))


def chain(graph: Any, names: Mapping[str, Tensor]) -> Followed:
    """Of a graph and its stored tensors."""
    own = layers(graph, names)
    walk = _Walk(graph, names, own, _Around(graph, names, own))
    walk.from_first()
    left = [name for name in own if name not in walk.seen]
    why = f"its graph is not one way through all of them: {walk.ended}" if left else None
    about = {name: walk.about[name] for name in (*walk.seen, *left)}
    return Followed(about, why, walk.before(), frozenset(x.name for x in graph.input if x.name in names))


class _Around:
    """What is asked of a graph again and again: how often values are used, and where."""

    def __init__(self, graph: Any, names: Mapping[str, Tensor], own: Mapping[str, Linear]) -> None:
        self.used = uses(graph)
        self.ends = {x.name for x in graph.output}
        constants = (x for x in graph.node if x.op_type == "Constant" and x.domain in OWN and not x.input)
        self.fixed = {x for node in constants for x in node.output} | set(names)
        self.readers: dict[str, list[Any]] = {}
        for node in graph.node:
            for x in dict.fromkeys(node.input):
                self.readers.setdefault(x, []).append(node)
        self.firsts: dict[str, list[Linear]] = {}  # layers by what they are given
        for one in own.values():
            self.firsts.setdefault(one.given, []).append(one)


@dataclass
class _Walk:
    graph: Any
    names: Mapping[str, Tensor]
    own: dict[str, Linear]
    around: _Around
    seen: list[str] = field(default_factory=list)
    ended: str = "the graph ends"

    def __post_init__(self) -> None:
        self.used, self.ends = self.around.used, self.around.ends
        self.fixed, self.readers = self.around.fixed, self.around.readers
        self.about: dict[str, dict[str, Any]] = {name: _about(one) for name, one in self.own.items()}
        self.flat = False  # axes were joined behind the last layer

    def from_first(self) -> None:
        """From what the first layer is given."""
        value = self._given()
        while value:
            value = self._skipped(value) or self._step(value)

    def _given(self) -> str | None:
        return next((one.given for one in self.own.values()), None)

    def before(self) -> str | None:
        """The last node in front of the first layer that does more than to join axes."""
        makers = {x: node for node in self.graph.node for x in node.output}
        node = makers.get(self._given() or "")
        while node is not None and node.domain in OWN and node.op_type in PASSED and not _trains(node):
            node = makers.get(node.input[0])
        return None if node is None else word(node)

    def _step(self, value: str) -> str | None:
        """What comes of a value in the one node that reads it; None where the chain ends."""
        node = self._reader(value)
        if node is None:
            return None
        layer = next((x for x in node.input if x in self.own and self.own[x].given == value), None)
        if layer is not None:
            return self._layer(layer, node)
        if self._bias(node, value) if node.op_type == "Add" else self._behind(node):
            return str(node.output[0])
        self._stop("a sum with something else" if node.op_type == "Add" else word(node))
        return None

    def _reader(self, value: str) -> Any:
        """The one node that reads a value; None where there is no such node, which is noted."""
        node = next(iter(self.readers.get(value, ())), None)
        if self.used[value] > 1:
            self._stop("a fork", f"{self.used[value]} places read {value}")
        elif node is None and (value in self.ends or not self.used[value]):
            self._last()
        elif node is None:
            self._stop("a graph within a node")
        elif any(self.used[x] for x in node.output[1:] if x):
            self._stop(f"a {word(node)} of several outputs")
        else:
            return node
        return None

    def _stop(self, what: str, why: str | None = None) -> None:
        """Nothing further is followed: what stands behind the last layer, and why."""
        for name in self.seen[-1:]:
            last = self.about[name]
            last["then" if "activation" in last or "skip" in last else "activation"] = what
            self.ended = f"behind {name} is {what}"
        self.ended = why or self.ended

    def _last(self) -> None:
        """The graph ends here: no activation is behind its last layer but one that was met."""
        self.about[self.seen[-1]].setdefault("activation", "linear")

    def _layer(self, name: str, node: Any) -> str | None:
        if self.seen:
            last = self.about[self.seen[-1]]
            last.setdefault("activation", "linear")
            last["flat"] = self.flat
            along = (self.own[name].axis, self.own[self.seen[-1]].axis)
            if None in along and (self.flat or along[0] != along[1]):
                last["then"] = "a product along another axis"
        self.seen.append(name)
        self.flat = False
        return str(node.output[0])

    def _behind(self, node: Any) -> bool:
        """Whether the chain goes on: axes joined, or the first thing behind a layer, its activation."""
        others = [x for x in node.input[1:] if x and x not in self.fixed]  # the value itself, as a bound
        if node.domain not in OWN or others:
            return False
        last = self.about[self.seen[-1]]
        if node.op_type in PASSED and not _trains(node):
            self.flat |= node.op_type in FLAT
            return True
        if node.op_type in WAYS and "activation" not in last and "skip" not in last:
            last["activation"] = word(node)
            return True
        return False

    def _bias(self, node: Any, value: str) -> bool:
        """Of a layer, directly behind it, no axis joined; another stored tensor may copy."""
        last = self.about[self.seen[-1]]
        other = next((x for x in node.input if x != value), "")
        behind = {"activation", "bias", "skip"} & set(last) or self.flat
        if node.domain not in OWN or behind or not is_bias(other, self.own[self.seen[-1]], self.names):
            return False
        last["bias"] = other
        return True

    def _skipped(self, value: str) -> str | None:
        """The sum of x and what one layer with its activation makes of x; None where there is none."""
        if self.used[value] != 2:
            return None
        sums = [x for x in self.readers.get(value, ()) if x.op_type == "Add" and x.domain in OWN]
        firsts = self.around.firsts.get(value, [])
        if len(sums) != 1 or len(firsts) != 1:
            return None
        trial = _Walk(self.graph, self.names, {firsts[0].weight: firsts[0]}, self.around)
        inner = trial.inner(value, sums[0])
        if inner is None:
            return None
        name = firsts[0].weight
        self._layer(name, sums[0])
        self.about[name] = {"activation": "linear"} | trial.about[name] | {"skip": 1.0}
        return str(sums[0].output[0])

    def inner(self, value: str, end: Any) -> str | None:
        """Along one branch from `value` to the node `end`; the value that it reads."""
        first = next(x for x in self.readers[value] if x is not end)
        now = self._layer(next(iter(self.own)), first)
        while now is not None and self.readers.get(now, [None])[0] is not end:
            now = self._step(now)
        return now if now is not None and self.used[now] == 1 and not self.flat else None


def _trains(node: Any) -> bool:
    """Whether a Dropout may be told to drop."""
    return bool(node.op_type == "Dropout" and len(node.input) > 2 and node.input[2])


def _about(one: Linear) -> dict[str, Any]:
    bias = {} if one.bias is None else {"bias": one.bias}
    return {"turned": one.turned, "kernel": one.moves is not None} | bias | dict(one.moves or {})
