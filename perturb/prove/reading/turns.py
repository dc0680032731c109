"""Which inputs orthogonal matrices may turn without a change of what is said, and which are diagonal then.

X becomes P X Q', a vector x becomes P x. Each side of each input starts with a turn of its own; what a word
asks for makes two of them the same, or none at all (None). What is left is free.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from perturb.prove.reading.inputs import Input
from perturb.vocab.grammar.kinds import Kind
from perturb.vocab.grammar.tree import CONST, INDEX, INPUT, Expr
from perturb.vocab.relations.order import Link

LOOSE = ("general", "orthogonal", "vector")
LEVEL = frozenset(("s", "s1", "op", "s_min", "s_star", "nuclear", "fro", "ky_fan", "schatten", "kappa"))
LEVEL |= {"cond", "rank", "norm", "cols"}
ALIKE = ("add", "sub")
Turn = tuple[str | None, str | None]
STILL: Turn = (None, None)


class Turns:
    """The turns of the inputs, made the same or none by what is said."""

    def __init__(self, inputs: Sequence[Input], lets: Mapping[Expr, str]) -> None:
        self.spaces, self.lets = {one.name: one.space for one in inputs}, lets
        self.same: dict[str | None, str | None] = {}
        self.seen: dict[Expr, Turn] = {}

    def start(self, name: str) -> Turn:
        """Before anything is said."""
        space = self.spaces.get(name)
        if space == "vector":
            return name, None
        return (f"{name}<", f"{name}>") if space in LOOSE else STILL

    def root(self, p: str | None) -> str | None:
        while p in self.same:
            p = self.same[p]
        return p

    def now(self, turn: Turn) -> Turn:
        return self.root(turn[0]), self.root(turn[1])

    def join(self, p: str | None, q: str | None) -> None:
        """From now on the same, or none."""
        p, q = self.root(p), self.root(q)
        if p is not None and p != q:
            self.same[p] = q
        elif q is not None and p is None:
            self.same[q] = None

    def alike(self, x: Turn, y: Turn) -> None:
        self.join(x[0], y[0])
        self.join(x[1], y[1])

    def of(self, part: Expr) -> Turn:
        """How the value of a part moves."""
        if part not in self.seen:
            self.seen[part] = self._of(part)
        return self.seen[part]

    def _of(self, part: Expr) -> Turn:
        if part in self.lets:
            return STILL
        if part.word is INPUT:
            return self.start(part.payload[0])
        if part.word in (CONST, INDEX) or not part.args:
            return STILL
        word, args = part.word.name, part.args
        return self._moved(word, args, [self.of(arg) for arg in args])

    def _moved(self, word: str, args: tuple[Expr, ...], moves: list[Turn]) -> Turn:
        (a, b), last = moves[0], moves[-1]
        if word == "trace":  # as P X P' does
            self.join(a, b)
        if word in ALIKE:
            self.alike(moves[0], last)
        if word == "matmul":
            self.join(b, last[0])
        fixed = {
            "T": (b, a),
            "matmul": (a, last[1]),
            **dict.fromkeys(LEVEL | {"trace"}, STILL),
            **dict.fromkeys((*ALIKE, "neg"), (a, b)),
        }
        if word in fixed:
            return fixed[word]
        if word in ("mul", "div") and args[1].kind is Kind.SCALAR:
            return a, b
        if word == "mul" and args[0].kind is Kind.SCALAR:
            return last
        for move in moves:
            self.alike(move, STILL)
        return STILL


def settled(
    links: Sequence[Link], inputs: Sequence[Input], lets: Mapping[Expr, str]
) -> tuple[dict[str, list[str | None]], list[str]]:
    """The turns of the inputs that have any, and the matrices that may be diagonal at the same time.

    A part that may be anything stays as it is: its turns are never asked for, so they would look free.
    """
    inputs = [one for one in inputs if one.name not in lets.values()]
    turns = Turns(inputs, lets)
    for link in links:
        for side in link.parts:
            turns.alike(turns.of(side), STILL)
    named = {one.name: turns.now(turns.start(one.name)) for one in inputs}
    taken, found = set[str](), list[str]()
    for one in inputs:
        if one.name.startswith("."):
            continue  # a part that may be anything
        own = [p for p in named[one.name] if p is not None]
        enough = {"vector": 9, "orthogonal": 1}.get(one.space, 2)
        if len(own) >= enough and len(set(own)) == len(own) and not taken.intersection(own):
            taken.update(own)
            found.append(one.name)
    return {k: list(turn) for k, turn in named.items() if turn != STILL and k[0] != "."}, found
