"""Inputs that orthogonal matrices may turn without a change of what is said: some may be diagonal then."""

from __future__ import annotations

from typing import Any

from perturb.prove.checker.numbers import Ratio, Rejected, require
from perturb.prove.checker.statements import Statement

Turn = tuple[Any, Any]  # X becomes P X Q', a vector P x: the names of P and Q, None for the identity
STILL: Turn = (None, None)
SPACES = "general orthogonal vector"
LEVEL = "s s1 s_star rank norm cols"  # words that no turn changes


def diagonals(statement: Statement, relations: list[str], goal: Any, lets: Any) -> frozenset[str]:
    """The inputs that may be taken as diagonal. Rejected where one of those named may not."""
    spaces = {name: (space, statement.extents[name]) for name, space, *_ in statement.inputs}
    turns: dict[str, Turn] = {k: (*names, None)[:2] for k, names in goal.get("turn", {}).items()}
    lengths, taken = dict[str, int](), list[Any]()
    for name, (p, q) in turns.items():
        space, extent = spaces[name]
        fits = space in SPACES.split() and (q is None or len(extent) == 2)
        require(fits, "turns do not leave this space as it is")
        named = [(x, k) for x, k in zip((p, q), extent, strict=False) if x is not None]
        require(all(lengths.setdefault(x, k) == k for x, k in named), "a turn of two sizes")
    known = dict.fromkeys(lets, STILL) | turns
    sides = [side for relation in relations for side in statement.args[relation][1:]] if turns else []
    still = all(moved(side, known, lets, statement) == STILL for side in sides)
    require(still, "a relation between what is turned")
    for name in goal.get("diagonal", []):
        own = [p for p in turns[name] if p is not None]
        require(len(own) >= (1 if spaces[name][0] == "orthogonal" else 2), "not turned from both sides")
        taken += own
    require(len(set(taken)) == len(taken), "a turn that is used twice")
    return frozenset(goal.get("diagonal", []))


def moved(part: str, known: dict[str, Turn], lets: Any, statement: Statement) -> Turn:
    """How the value of a part moves when the inputs are turned; `known` remembers it."""
    if part not in known:
        known[part] = moves(part, known, lets, statement) if part[0] == "(" else STILL
    return known[part]


def moves(part: str, known: dict[str, Turn], lets: Any, statement: Statement) -> Turn:
    word, *args = statement.args[part]
    inner = statement.args[args[0]]
    if (word, inner[0]) == ("norm", "entries") and args[0] not in lets:
        args = [*inner[1:]]
    every = [moved(arg, known, lets, statement) for arg in args]
    (a, b), last = every[0], every[-1]
    if all(turn == STILL for turn in every) or word in LEVEL.split() or (word == "trace" and a == b):
        return STILL
    if word == "T":
        return b, a
    if word == "matmul" and b == last[0]:
        return a, last[1]
    if word == "add" and (a, b) == last:
        return a, b
    if word in ("mul", "div") and last == STILL and scalar(args[-1], statement):
        return a, b
    if word == "mul" and (a, b) == STILL and scalar(args[0], statement):
        return last
    raise Rejected("a part that does not move as its inputs do")


def scalar(part: str, statement: Statement) -> bool:
    return isinstance(statement.shapes.read(part), Ratio)
