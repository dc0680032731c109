"""What a graph of ONNX must be before it is followed, and which of its nodes mean something else."""

from __future__ import annotations

from collections import Counter
from typing import Any

from perturb.networks.weights.tensor import BadWeights

OWN = ("", "ai.onnx")  # domains: elsewhere a node called Relu may be anything
BROADCAST = 7  # the opset since which Add and Gemm copy along axes as numpy does, and Dropout drops if told
OTHER = ("Add", "Gemm", "Dropout")
PRODUCTS = ("MatMul", "Gemm", "Conv")


def checked(model: Any) -> None:
    """Each value is made once, and before it is read; else a name means two things, or a chain never ends.

    Nodes that are functions of the model itself, and those that an old opset defines otherwise, get another
    domain. BadWeights.
    """
    _whole(model.graph)
    _once(model.graph)
    _in_order(model.graph)
    written = {(_domain(x.domain), x.name) for x in model.functions}
    old = min((x.version for x in model.opset_import if x.domain in OWN), default=0)
    for node in model.graph.node:
        if (_domain(node.domain), node.op_type) in written:
            node.domain = "the model itself"
        elif node.domain in OWN and old < BROADCAST and node.op_type in OTHER:
            node.domain = f"opset {old}"


def _whole(graph: Any) -> None:
    for node in graph.node:
        given, made = len(node.input), len(node.output)
        if not made or (node.op_type in PRODUCTS and node.domain in OWN and given < 2):
            raise BadWeights(f"a {node.op_type} of {given} inputs and {made} outputs is no node of ONNX")


def _domain(word: str) -> str:
    return "" if word in OWN else word


def _once(graph: Any) -> None:
    stored = [*(x.name for x in graph.initializer), *(x.values.name for x in graph.sparse_initializer)]
    given = {x.name for x in graph.input} - set(stored)
    made = Counter([*stored, *given, *(x for node in graph.node for x in node.output if x)])
    name, count = next(iter(made.most_common(1)), ("", 1))
    if count > 1:
        raise BadWeights(f"{name}: {count} tensors, inputs or nodes of the graph have this name")


def _in_order(graph: Any) -> None:
    later = {x for node in graph.node for x in node.output if x}
    for node in graph.node:
        if early := [x for x in node.input if x in later]:
            raise BadWeights(f"{early[0]}: the graph reads it before it is made")
        later.difference_update(node.output)
