"""Inputs that orthogonal or unitary matrices may turn without a change of what is said: some are simple."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from perturb.prove.checker.numbers import Ratio, Rejected, require
from perturb.prove.checker.spaces import eigenvalues, ordered, schur, zero
from perturb.prove.checker.statements import Statement

Turn = tuple[Any, Any]  # X becomes P X Q', a vector P x: the names of P and Q, None for the identity
Names = dict[str, str]
STILL: Turn = (None, None)
SPACES = "general orthogonal vector"
LEVEL = "s s1 s_star rank norm cols"
# Of what unitary matrices alone turn: words that say the same, of matrices that become P X P' too, and such
# that become P f(X) P' then. Orthogonal matrices may turn a double into the conjugate, or into none.
OF_DOUBLES = "complex_s complex_fro complex_norm complex_rank complex_det"
SAME = "det lam moduli numerical_radius complex_lam complex_moduli complex_det_re complex_det_im"
ALONG = "eye adjugate mat_sqrt"
OF_UNITARY = "~"  # before the name of a unitary matrix, which is none of an orthogonal one


def simple(statement: Statement, relations: list[str], goal: Any, lets: Any) -> dict[str, list[str]]:
    """The inputs that are more special than their space, with what they are. Rejected where one may not."""
    every = {name: (space, statement.extents[name]) for name, space, *_ in statement.inputs}
    turns, known, hidden = dict[str, Turn](), dict.fromkeys(lets, STILL), dict[str, str]()
    lengths = dict[str, int]()
    for name, space, extent, turn in turned(every, goal):
        fits = space in SPACES.split() and (turn[1] is None or len(extent) == 2)
        require(fits, "turns do not leave this space as it is")
        named = [(x, k) for x, k in zip(turn, extent, strict=False) if x is not None]
        require(all(lengths.setdefault(x, k) == k for x, k in named), "a turn of two sizes")
        turns[name] = turn
    for head, space, extent, turn in unitary(every, goal):
        named = [(x, k) for x, k in zip(turn, extent, strict=False) if x is not None]
        require(all(lengths.setdefault(x, k) == k for x, k in named), "a turn of two sizes")
        turns[head] = turn
        parts = [f"(column_matrix {part})" if space == "vector" else part for part in pair(head)]
        double = statement.read(f"(complex_matrix {' '.join(parts)})")
        require(not {*lets} & {*statement.parts(double)}, "a free part of what is turned as a whole")
        known[double] = turn
        hidden |= dict.fromkeys(pair(head), head)
    known |= {name: turn for name, turn in turns.items() if name in every}
    sides = [side for relation in relations for side in statement.args[relation][1:]] if turns else []
    frames = Frames(statement, known, hidden, lets)
    require(all(frames.of(side) == STILL for side in sides), "a relation between what is turned")
    return dict(chosen(every, goal, turns))


def pair(head: str) -> tuple[str, str]:
    return f"{head}_re", f"{head}_im"


def turned(every: Any, goal: Any) -> Iterator[tuple[str, str, tuple[int, ...], Turn]]:
    for name, names in goal.get("turn", {}).items():
        p, q = (*names, None)[:2]
        require(not any(x is not None and x.startswith(OF_UNITARY) for x in (p, q)), "this name of a turn")
        yield name, *every[name], (p, q)


def unitary(every: Any, goal: Any) -> Iterator[tuple[str, str, tuple[int, ...], Turn]]:
    """Complex inputs X + iY of a pair of real ones: all matrices or vectors, or Hermitian matrices."""
    for head, names in goal.get("unitary", {}).items():
        real, imaginary = map(every.__getitem__, pair(head))
        p, q = [None if x is None else OF_UNITARY + x for x in (*names, None)[:2]]
        turn = p, q
        kinds, extent = (real[0], imaginary[0]), real[1]
        fits = kinds in (("general", "general"), ("vector", "vector"), ("symmetric", "skew"))
        require(fits and real[1] == imaginary[1] and head not in every, "no complex input of this name")
        require(kinds[0] != "symmetric" or turn[0] == turn[1], "turns do not leave this space as it is")
        require(len(extent) == 2 or turn[1] is None, "turns do not leave this space as it is")
        require(not {*pair(head)} & {*goal.get("turn", {})}, "an input that is turned twice")
        yield head, kinds[0], extent, turn


def chosen(every: Any, goal: Any, turns: dict[str, Turn]) -> Iterator[tuple[str, list[str]]]:
    """What the inputs are that the goal takes in a simple form."""
    taken = list[str]()
    for name in goal.get("diagonal", []):
        own = [p for p in turns[name] if p is not None]
        real = name if name in every else pair(name)[0]
        space, extent = every[real]
        least = 1 if space == "orthogonal" else 2
        require(len(own) >= least and space != "vector", "not turned from both sides")
        taken += {*own} if space == "symmetric" else own
        yield real, eigenvalues(extent) if space == "symmetric" else ordered(space, extent)
        if real != name:
            yield pair(name)[1], zero(extent)
    for head in goal.get("triangular", []):
        p, q = turns[head]
        space, extent = every[pair(head)[0]]
        require(p is not None and p == q and space == "general" and head not in every, "not turned alike")
        require(extent == (2, 2), "a triangular matrix of this size")
        taken.append(p)
        yield from zip(pair(head), schur(), strict=True)
    require(len(set(taken)) == len(taken), "a turn that is used twice")


class Frames:
    """How the value of a part moves when the inputs are turned; `known` remembers it.

    The parts of a complex input (`hidden`) do not move by themselves.
    """

    def __init__(self, statement: Statement, known: dict[str, Turn], hidden: Names, lets: Any) -> None:
        self.statement, self.known, self.hidden, self.lets = statement, known, hidden, lets

    def of(self, part: str) -> Turn:
        if part not in self.known:
            require(part not in self.hidden, "a part of what is turned as a whole")
            self.known[part] = self.moves(part) if part[0] == "(" else STILL
        return self.known[part]

    def moves(self, part: str) -> Turn:
        word, *args = self.statement.args[part]
        if not args:
            return STILL
        inner = self.statement.args[args[0]]
        if (word, inner[0]) == ("norm", "entries") and args[0] not in self.lets:
            args = [*inner[1:]]
        every = [self.of(arg) for arg in args]
        (a, b), last = every[0], every[-1]
        if all(turn == STILL for turn in every) or word in LEVEL.split() or (word == "trace" and a == b):
            return STILL
        if all(x is None or x.startswith(OF_UNITARY) for x in (a, b)):
            if word in OF_DOUBLES.split() or (word in SAME.split() and a == b):
                return STILL
            if word in ALONG.split() and a == b:
                return a, b
        if word == "T":
            return b, a
        if word == "matmul" and b == last[0]:
            return a, last[1]
        if word == "add" and (a, b) == last:
            return a, b
        if word in ("mul", "div") and last == STILL and self.scalar(args[-1]):
            return a, b
        if word == "mul" and (a, b) == STILL and self.scalar(args[0]):
            return last
        raise Rejected("a part that does not move as its inputs do")

    def scalar(self, part: str) -> bool:
        return isinstance(self.statement.shapes.read(part), Ratio)
