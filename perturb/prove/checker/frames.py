"""Inputs that orthogonal matrices may turn without a change of what is said: some may be diagonal then."""

from __future__ import annotations

from collections.abc import Container, Mapping
from typing import Any

from perturb.prove.checker.matrices import Matrix
from perturb.prove.checker.polynomials import Budget, Rejected
from perturb.prove.checker.speech import Speech, Step
from perturb.prove.checker.statements import Node, Shapes

Turn = tuple[Any, Any]  # X becomes P X Q', a vector P x: the names of P and Q, None for the identity
STILL: Turn = (None, None)
LOOSE = {"general", "rank1", "rank2", "contraction", "orthogonal", "vector"}
SIMILAR = {"symmetric", "psd", "pd"}
# Words that no turn changes, and those that P X P' does not change.
LEVEL = {"s", "s1", "op", "s_min", "s_star", "nuclear", "fro", "ky_fan"}
LEVEL |= {"schatten", "kappa", "cond", "rank", "norm", "rows", "cols", "length"}
SPECTRAL = {"lam", "lam_max", "lam_min", "moduli", "spectral_radius", "numerical_radius", "trace", "det"}


def diagonals(
    statement: Speech, sizes: dict[str, int], steps: list[Step], goal: Any, lets: Any, budget: Budget
) -> frozenset[str]:
    """The inputs and parts that may be taken as diagonal. Rejected where one of those named may not."""
    spaces = {name: (space, statement.extent(space, p, sizes)) for name, space, *p in statement.inputs}
    spaces |= {name: (("scalar", "vector", "general")[len(sides)], sides) for name, sides in lets.values()}
    turns: dict[str, Turn] = {k: (*names, None)[:2] for k, names in goal.get("turn", {}).items()}
    lengths: dict[str, int] = {}
    for name, turn in turns.items():
        space, extent = spaces[name]
        if space not in LOOSE and (space not in SIMILAR or turn[0] != turn[1]):
            raise Rejected("turns do not leave this space as it is")
        if any(p is not None and lengths.setdefault(p, k) != k for p, k in zip(turn, extent, strict=False)):
            raise Rejected("a turn of two sizes")
    known = {part: turns.get(name, STILL) for part, (name, _) in lets.items()}
    known |= {leaf: turns[k] for k in turns if (leaf := statement.same.get((k, ()))) and k in statement.names}
    for relation, at, _ in steps if turns else ():
        for side in relation[1:]:
            if turned(side, known, lets, statement.shapes(sizes, budget), at) != STILL:
                raise Rejected("a relation between what is turned")
    taken: list[Any] = []
    for name in goal.get("diagonal", []):
        own = [p for p in turns[name] if p is not None]
        if len(own) < (1 if spaces[name][0] == "orthogonal" else 2):
            raise Rejected("not turned from both sides")
        taken += own[:1] if spaces[name][0] in SIMILAR else own
    if len(set(taken)) < len(taken):
        raise Rejected("a turn that is used twice")
    return frozenset(goal.get("diagonal", []))


def turned(
    part: Node, known: dict[Node, Turn], lets: Container[Node], shapes: Shapes, at: Mapping[str, int]
) -> Turn:
    """How the value of a part moves when the inputs are turned; `known` remembers it."""
    if part not in known:
        known[part] = moved(part, known, lets, shapes, at) if part.args else STILL
    return known[part]


def moved(part: Node, known: dict[Node, Turn], lets: Any, shapes: Shapes, at: Any) -> Turn:
    word, args = part.word, part.args
    if word == "sum" and args[0].word in ("mul", "sq") and args[0] not in lets:
        args = args[0].args
    moves = [turned(arg, known, lets, shapes, at) for arg in args]
    (a, b), last = moves[0], moves[-1]
    if all(move == STILL for move in moves) or word in LEVEL or (word in SPECTRAL and a == b):
        return STILL
    if word == "sum" and args is not part.args and (a, b) == last:
        return STILL  # the product of two vectors that move alike
    if word == "T":
        return b, a
    if word == "matmul" and b == last[0]:
        return a, last[1]
    if word == "eye":
        return b, b
    if word == "neg" or (word in ("add", "sub") and (a, b) == last):
        return a, b
    if word in ("mul", "div") and last == STILL and scalar(shapes.read(args[1], at)):
        return a, b
    if word == "mul" and (a, b) == STILL and scalar(shapes.read(args[0], at)):
        return last
    raise Rejected("a part that does not move as its inputs do")


def scalar(x: Any) -> bool:
    return not isinstance(x, (list, Matrix))
