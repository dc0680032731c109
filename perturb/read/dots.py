"""Three dots between factors or summands: a_{11} a_{22} ... a_{nn}, x_1 + ... + x_k."""

from __future__ import annotations

from perturb.read.components import run_of
from perturb.read.errors import NotUnderstood
from perturb.read.products import node
from perturb.read.scope import Scope, Value
from perturb.read.syntax import Dots, FactorList, Node, bare


def dotted(one: FactorList, scope: Scope) -> Value:
    """a_{11} a_{22} ... a_{nn}, lambda_1(A) ... lambda_k(A)"""
    parts = [bare(part) for _, part in one.parts]
    groups: list[list[Node]] = [[]]
    for part in parts:
        if isinstance(part, Dots):
            groups.append([])
        else:
            groups[-1].append(part)
    if len(groups) != 2 or not all(groups):
        raise NotUnderstood("what the dots stand for is not clear", one.pos)
    size = len(groups[1])
    if len(groups[0]) % size:
        raise NotUnderstood("what the dots stand for is not clear", one.pos)
    lots = [groups[0][k : k + size] for k in range(0, len(groups[0]), size)] + [groups[1]]
    nodes: list[Node] = [
        lot[0] if size == 1 else FactorList(lot[0].pos, tuple(("", p) for p in lot)) for lot in lots
    ]
    return running([*nodes[:-1], Dots(one.pos), nodes[-1]], [""] + ["+"] * len(nodes), "prod", scope)


def running(parts: list[Node], signs_: list[str], word: str, scope: Scope) -> Value:
    """x_1 + ... + x_k, and the product: of the vector with these components, up to the last."""
    nodes = [part for part in parts if not isinstance(bare(part), Dots)]
    if (
        any(sign not in ("", "+") for sign in signs_)
        or len(nodes) + 1 != len(parts)
        or not isinstance(bare(parts[-2]), Dots)
    ):
        raise NotUnderstood("what the dots stand for is not clear", parts[0].pos)
    vector, end = run_of([scope.expr(node_) for node_ in nodes], nodes[0].pos)
    if scope.sides(end) == scope.sides(vector):
        return node(word, vector)
    return node("component", node("partial_sums" if word == "sum" else "partial_products", vector), end)
