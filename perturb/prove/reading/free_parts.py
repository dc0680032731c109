"""What may be chosen freely in a statement: parts that may be any matrix, inputs that may be turned.

Parts are W M where W and M occur nowhere else, and parts of which only relations matter. What is proved for
every value of such a part is proved for the values that it takes. Products then cost as little as their
shape, and inputs that occur nowhere else are not made at all.

`Turns` says which inputs orthogonal matrices may turn without a change of what is said, and which are
diagonal then. X becomes P X Q', a vector x becomes P x. Each side of each input starts with a turn of its
own; what a word asks for makes two of them the same, or none at all (None). What is left is free.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from perturb import vocab
from perturb.prove.reading.inputs import DIAGONAL, EIGEN, SCHUR, SINGULAR, ZERO, Input
from perturb.vocab import T, cols, fro, hadamard, norm, op, rows, s, s1, s_min, trace
from perturb.vocab.grammar import ranges
from perturb.vocab.grammar.kinds import Kind
from perturb.vocab.grammar.tree import CONST, INDEX, INPUT, Expr, Word
from perturb.vocab.relations.order import Link
from perturb.vocab.words.arithmetic import add, divide, multiply, neg, sub
from perturb.vocab.words.matrix import mul as matmul
from perturb.vocab.words.vector import component, entry

# Words that have a value for all arguments of fitting shapes: those that the checker takes for such (its own
# `TOTAL`, and what it knows to be made of these), fewer than declarations say.
PRODUCTS = frozenset((add, sub, neg, multiply, matmul, T, hadamard, vocab.sym, vocab.commutator))
TOTAL = PRODUCTS | {vocab.eye, vocab.kron, vocab.diag, vocab.sq, vocab.absolute, vocab.larger, vocab.smaller}
TOTAL |= {vocab.total, norm, fro, s1, op, vocab.nuclear, vocab.entries, vocab.column_matrix, s, s_min}
TOTAL |= {vocab.diagonal, vocab.partial_sums, trace, entry, component, rows, cols, CONST, INPUT}
FREE = ("general", "vector")  # spaces that a product with them fills
SPECTRA = (s, s1, op, s_min, norm, fro)


def parts(links: Sequence[Link], spaces: Mapping[str, str], loose: bool = False) -> list[Expr]:
    """The largest parts whose inputs occur nowhere else, one of them without conditions.

    `loose`: only one without conditions occurs nowhere else, as A in A x. What is proved then is more.
    """
    sides = [side for link in links for side in link.parts]
    found: list[Expr] = []
    waiting = list(dict.fromkeys(sides))
    seen = set(waiting)
    while waiting:
        part = waiting.pop()
        if _fits(part, sides, spaces, loose):
            found.append(part)
            continue
        below = [arg for arg in part.args if arg not in seen]
        seen.update(below)
        waiting += below
    return sorted(found, key=repr)


def _fits(part: Expr, sides: Sequence[Expr], spaces: Mapping[str, str], loose: bool) -> bool:
    if part.word not in PRODUCTS or part.indices or not all(_product(e) for e in below([part])):
        return False
    own, elsewhere = names([part]), names(sides, but=(part,))
    if loose:
        return bool(part.args) and any(spaces[name] in FREE for name in own - elsewhere)
    return any(spaces[name] in FREE for name in own) and not own & elsewhere


def _product(part: Expr) -> bool:
    return part.word in (CONST, INPUT) or part.word in PRODUCTS


def total(top: Expr) -> bool:
    """Whether it has a value for all inputs: a divisor is a number or a size."""
    return not top.indices and all(_total(part) for part in below([top]))


def _total(part: Expr) -> bool:
    if part.word is divide:
        by = part.args[1]
        return by.word in (rows, cols) or (by.word is CONST and by.payload[0] != 0)
    return part.word in TOTAL


def below(tops: Sequence[Expr], but: Sequence[Expr] = ()) -> Iterator[Expr]:
    """These nodes and all under them, each once, not into those of `but`."""
    seen = set(but)
    waiting = [top for top in tops if top not in seen]
    while waiting:
        part = waiting.pop()
        if part not in seen:
            seen.add(part)
            yield part
            waiting += part.args


def names(tops: Sequence[Expr], but: Sequence[Expr] = ()) -> set[str]:
    """The inputs that occur."""
    return {part.payload[0] for part in below(tops, but) if part.word is INPUT}


def read(tops: Sequence[Expr], but: Sequence[Expr]) -> set[str]:
    """The inputs of which more than the sides is asked for, outside these parts."""
    extents = [part for part in below(tops, but) if side(part)]
    return names(tops, (*but, *extents))


def side(part: Expr) -> bool:
    """The number of rows or columns of an input."""
    return part.word in (rows, cols) and part.args[0].word is INPUT


def as_input(part: Expr, number: int, shapes: Mapping[str, Any]) -> Input:
    """An input of the shape of a part, without conditions, called .1, .2, ..."""
    if part.kind not in (Kind.MATRIX, Kind.VECTOR):
        return Input(f".{number}", "scalar", ())
    extents = ranges.as_extents(tuple(sorted((n, shapes[n]) for n in names([part]))))
    sides = [str(side.lo) for side in ranges.known(part, extents, {})]
    if part.kind is Kind.MATRIX:
        return Input(f".{number}", "general", tuple(sides))
    return Input(f".{number}", "vector", (sides[0],))


def cuts(goal: Link, given: Sequence[Link]) -> Iterator[list[Expr]]:
    """The largest shared parts; those that are singular values or norms; matrices and vectors."""
    sides = [side for link in (goal, *given) for side in link.parts]
    every = list(below(sides))
    fine = [part for part in every if part.args and not part.indices and total(part)]
    twice = set(below(goal.parts)) & set(below([side for link in given for side in link.parts]))
    found = list[list[Expr]]()
    for kept in (
        [part for part in fine if part in twice],
        [part for part in fine if part.word in SPECTRA],
        [part for part in fine if part.kind is not Kind.SCALAR],
    ):
        parts = frontier(sides, kept)
        if parts and parts not in found:
            found.append(parts)
            yield parts


def frontier(sides: Sequence[Expr], kept: Sequence[Expr]) -> list[Expr]:
    """Those of the parts that are not only inside others."""
    outside = set(below(sides, but=kept))
    heads = {arg for part in outside for arg in part.args} | set(sides)
    return sorted([part for part in kept if part in heads], key=repr)


LOOSE = ("general", "orthogonal", "vector")
# Words of complex matrices: what no turn changes; of P X P' what says the same, and what becomes P f(X) P'.
LEVEL = frozenset(
    (vocab.complex_s, vocab.complex_fro, vocab.complex_norm, vocab.complex_rank, vocab.complex_det)
)
SAME = frozenset(
    (
        *(vocab.lam, vocab.lam_max, vocab.lam_min, vocab.det, vocab.moduli, vocab.spectral_radius),
        *(vocab.numerical_radius, vocab.complex_lam, vocab.complex_moduli),
        *(vocab.complex_det_re, vocab.complex_det_im),
    )
)
ALONG = frozenset((vocab.eye, vocab.mat_sqrt, vocab.inv, vocab.adjugate))
Turn = tuple[str | None, str | None]
STILL: Turn = (None, None)


class Turns:
    """The turns of the inputs, made the same or none by what is said."""

    def __init__(self, inputs: Sequence[Input], lets: Mapping[Expr, str]) -> None:
        self.spaces, self.lets = {one.name: one.space for one in inputs}, lets
        self.pairs = dict(pairs(self.spaces))
        self.parts = {part: head for head in self.pairs for part in both(head)}
        self.same: dict[str | None, str | None] = {}
        self.seen: dict[Expr, Turn] = {}

    def start(self, name: str) -> Turn:
        """Before anything is said."""
        space = self.spaces.get(name)
        if name in self.pairs:
            p = f"{name}<"
            return p, {"vector": None, "symmetric": p}.get(self.pairs[name], f"{name}>")
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
            head = self.parts.get(part.payload[0])
            if head is not None:  # a part of a complex input by itself
                self.alike(self.start(head), STILL)
                return STILL
            return self.start(part.payload[0])
        head = self.whole(part)
        if head is not None:
            return self.start(head)
        if part.word in (CONST, INDEX) or not part.args:
            return STILL
        return self._moved(part.word, part.args, [self.of(arg) for arg in part.args])

    def whole(self, part: Expr) -> str | None:
        """The complex input that it is."""
        if part.word is not vocab.complex_matrix:
            return None
        inner = [arg.args[0] if arg.word is vocab.column_matrix else arg for arg in part.args]
        names = [arg.payload[0] if arg.word is INPUT else "" for arg in inner]
        head = self.parts.get(names[0])
        return head if head is not None and names == both(head) else None

    def _moved(self, word: Word, args: tuple[Expr, ...], moves: list[Turn]) -> Turn:
        (a, b), last = moves[0], moves[-1]
        if word is trace or (word in SAME and self.complex(a, b)):  # as P X P' does
            self.join(a, b)
            return STILL
        if word in ALONG and self.complex(a, b):
            self.join(a, b)
            return a, b
        if word in (add, sub):
            self.alike(moves[0], last)
        if word is matmul:
            self.join(b, last[0])
        fixed = {T: (b, a), matmul: (a, last[1]), cols: STILL}
        fixed |= dict.fromkeys((add, sub, neg), (a, b))
        if word in fixed or word.invariant or (word in LEVEL and self.complex(a, b)):
            return fixed.get(word, STILL)
        if word in (multiply, divide) and args[1].kind is Kind.SCALAR:
            return a, b
        if word is multiply and args[0].kind is Kind.SCALAR:
            return last
        for move in moves:
            self.alike(move, STILL)
        return STILL

    def complex(self, *turns: str | None) -> bool:
        """Whether some of these are of complex inputs."""
        return any(p is not None and p[:-1] in self.pairs for p in map(self.root, turns))


def both(head: str) -> list[str]:
    return [f"{head}_re", f"{head}_im"]


def pairs(spaces: Mapping[str, str]) -> Iterator[tuple[str, str]]:
    """Complex inputs with the space of the real part: all matrices or vectors, or Hermitian ones."""
    for name in spaces:
        head = name.removesuffix("_re")
        found = tuple(spaces.get(part) for part in both(head))
        if head != name and found in (("general",) * 2, ("vector",) * 2, ("symmetric", "skew")):
            yield head, spaces[name]


def settled(
    links: Sequence[Link], inputs: Sequence[Input], lets: Mapping[Expr, str], shapes: Mapping[str, Any]
) -> tuple[dict[str, Any], dict[str, str]]:
    """What a goal says of turns, and the inputs that may be simple at the same time, with what they are.

    A part that may be anything stays as it is: its turns are never asked for, so they would look free.
    """
    inputs = [one for one in inputs if one.name not in lets.values() and one.name[0] != "."]
    turns = Turns(inputs, lets)
    for link in links:
        for side in link.parts:
            turns.alike(turns.of(side), STILL)
    spaces = {one.name: one.space for one in inputs if one.name not in turns.parts} | turns.pairs
    named = {name: turns.now(turns.start(name)) for name in spaces}
    taken, found, said = set[str](), dict[str, str](), dict[str, Any]()
    for name, space in spaces.items():
        forms = _forms(name, space, named[name], turns, shapes)
        own = {p for p in named[name] if p is not None}
        if forms and not taken & own:
            taken |= own
            found |= forms
            key = "triangular" if SCHUR in forms.values() else "diagonal"
            said.setdefault(key, []).append(name)
    for key, kept in (("turn", spaces.keys() - turns.pairs), ("unitary", turns.pairs)):
        moved = {name: list(named[name]) for name in spaces if name in kept and named[name] != STILL}
        said |= {key: moved} if moved else {}
    return said, found


def _forms(name: str, space: str, turn: Turn, turns: Turns, shapes: Mapping[str, Any]) -> dict[str, str]:
    """What an input may be by its turn, part by part."""
    p, q = turn
    if name not in turns.pairs:
        turned = turn != STILL if space == "orthogonal" else space != "vector" and None not in turn
        return {name: SINGULAR} if turned and p != q else {}
    if p is None or q is None or space == "vector":
        return {}
    first, second = both(name)
    if space == "symmetric":
        return {first: EIGEN, second: ZERO}
    if p != q:
        return {first: SINGULAR, second: ZERO}
    return {first: SCHUR, second: DIAGONAL} if shapes[first] == (2, 2) else {}
