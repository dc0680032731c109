"""Which layers of a graph of ONNX stand one behind the other, and what is between them: node by node.

A value that two nodes read is a fork: nothing behind it is followed, except that of a skip, x -> phi(Ax) + x.
Every node between two layers is one that is known; all else ends the chain, and says where.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

from perturb.weights.onnx_nodes import FLAT, OWN, PASSED, WAYS, Linear, layers, uses, word
from perturb.weights.tensor import Tensor


@dataclass(frozen=True)
class Followed:
    """`about` has by the name of each layer its activation, skip, bias, how a convolution moves, and what
    stands `then`; `why` says why the layers, in this order, are not the way through the graph.
    """

    about: dict[str, dict[str, Any]]
    why: str | None


def chain(graph: Any, names: Mapping[str, Tensor]) -> Followed:
    """Of a graph and its stored tensors."""
    own = layers(graph, names)
    walk = _Walk(graph, names, own)
    walk.from_first()
    left = [name for name in own if name not in walk.seen]
    why = f"its graph is not one way through all of them: {walk.ended}" if left else None
    return Followed({name: walk.about[name] for name in (*walk.seen, *left)}, why)


@dataclass
class _Walk:
    graph: Any
    names: Mapping[str, Tensor]
    own: dict[str, Linear]
    seen: list[str] = field(default_factory=list)
    ended: str = "the graph ends"

    def __post_init__(self) -> None:
        self.used = uses(self.graph)
        self.readers: dict[str, list[Any]] = {}
        for node in self.graph.node:
            for x in dict.fromkeys(node.input):
                self.readers.setdefault(x, []).append(node)
        self.about: dict[str, dict[str, Any]] = {name: _about(one) for name, one in self.own.items()}
        self.flat = False  # axes were joined behind the last layer

    def from_first(self) -> None:
        """From what the first layer is given."""
        value = next((one.given for one in self.own.values()), None)
        while value is not None:
            value = self._skipped(value) or self._step(value)

    def _step(self, value: str) -> str | None:
        """What comes of a value in the one node that reads it; None where the chain ends."""
        if self.used[value] > 1:
            self.ended = f"{self.used[value]} places read {value}"
            return None
        node = next(iter(self.readers.get(value, ())), None)
        if node is None:
            return None
        if len(node.output) > 1 and any(self.used[x] for x in node.output[1:]):
            self.ended = f"a {word(node)} of several outputs"
            return None
        layer = next((x for x in node.input if x in self.own and self.own[x].given == value), None)
        if layer is not None:
            return self._layer(layer, node)
        known = self._bias(node, value) if node.op_type == "Add" else self._behind(node)
        return node.output[0] if known else None

    def _layer(self, name: str, node: Any) -> str | None:
        if self.seen:
            last = self.about[self.seen[-1]]
            last.setdefault("activation", "linear")
            last["flat"] = self.flat
        self.seen.append(name)
        self.flat = False
        return str(node.output[0])

    def _behind(self, node: Any) -> bool:
        """Whether the chain goes on: axes joined, or the first thing behind a layer, its activation."""
        own = node.domain in OWN
        self.flat |= own and node.op_type in FLAT
        if own and node.op_type in PASSED and not _trains(node):
            return True
        last = self.about[self.seen[-1]]
        if own and node.op_type in WAYS and "activation" not in last and "skip" not in last:
            last["activation"] = word(node)
            return True
        self.ended = f"behind {self.seen[-1]} is {word(node)}"
        last["then" if "activation" in last or "skip" in last else "activation"] = word(node)
        return False

    def _bias(self, node: Any, value: str) -> bool:
        """Of a layer, directly behind it; another stored tensor may copy what it is added to."""
        last = self.about[self.seen[-1]]
        other = next((x for x in node.input if x != value), "")
        if other in self.names and node.domain in OWN and not {"activation", "bias", "skip"} & set(last):
            name = self.seen[-1]
            if _is_bias(self.names[other].shape, self.own[name], self.names[name].shape):
                last["bias"] = other
                return True
        last.setdefault("activation", "a sum with something else")
        last.setdefault("then", "a sum with something else")
        self.ended = f"behind {self.seen[-1]} is a sum with something else"
        return False

    def _skipped(self, value: str) -> str | None:
        """The sum of x and what one layer with its activation makes of x; None where there is none."""
        if self.used[value] != 2:
            return None
        sums = [x for x in self.readers[value] if x.op_type == "Add" and x.domain in OWN]
        firsts = [x for x in self.own.values() if x.given == value]
        if len(sums) != 1 or len(firsts) != 1:
            return None
        trial = _Walk(self.graph, self.names, {firsts[0].weight: firsts[0]})
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


def _is_bias(shape: tuple[int, ...], one: Linear, weight: tuple[int, ...]) -> bool:
    """Whether a sum copies nothing: one axis alone is longer than 1, that of the outputs."""
    if one.axis is None or len(shape) < -one.axis:
        return False
    axis = len(shape) + one.axis
    outputs = weight[1] if one.turned else weight[0]
    return shape[axis] == outputs and all(n == 1 for k, n in enumerate(shape) if k != axis)
