"""What the letters of one statement stand for while its formulas are read; the readings chosen."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any
from zlib import crc32

from perturb.read.errors import NotUnderstood
from perturb.read.families import Function
from perturb.read.syntax import Node
from perturb.vocab.grammar.kinds import Interval, Kind, exactly
from perturb.vocab.grammar.ranges import indices, known
from perturb.vocab.grammar.tree import INDEX, INPUT, WORDS, Expr, const, variable
from perturb.vocab.words.lists import Identity

Size = str | int


@dataclass(frozen=True)
class Transposed:
    """A transposed vector, which waits for what stands to its right or left."""

    vector: Expr


Value = Expr | Identity | Transposed
SIDES = {"rows": "eye_rows", "cols": "eye"}  # the identity that a side of a part tells
LOTS = ((1009, 103), (1213, -57), (2003, 311))  # sizes at which two sides are compared: a base and a step


@dataclass
class LetterOf:
    """An input as it was introduced: its kind, the letters of its sides, what is said of it."""

    name: str
    kind: Kind
    sides: tuple[Size, ...]
    pos: int
    symmetric: bool = False
    complex: bool = False

    def real(self, side: int) -> int:
        """The side of the real matrix that stands for a complex one."""
        return 2 * side if self.complex else side


@dataclass(frozen=True)
class SpectralLetter:
    """A letter that stands for the eigenvalues or singular values of a matrix."""

    word: str
    matrix: Node
    ascending: bool = False
    falls: bool = False  # as the text says


@dataclass(frozen=True)
class Picked:
    """A sign with more than one meaning: what was taken, what else there is, and why."""

    sign: str
    taken: str
    others: tuple[str, ...]
    pos: int
    said: bool = False  # by the text itself, or by the person who asked


@dataclass
class Scope:
    """Letters and what they stand for; `evaluate` reads a node in it."""

    evaluate: Callable[[Node, Scope], Value]
    wanted: Mapping[str, str] = field(default_factory=dict)
    inputs: dict[str, LetterOf] = field(default_factory=dict)
    defined: dict[str, Node] = field(default_factory=dict)
    spectra: dict[str, SpectralLetter] = field(default_factory=dict)
    flags: set[str] = field(default_factory=set)
    real: set[Expr] = field(default_factory=set)  # traces of which the text says the real part
    blocks: dict[tuple[str, str], Node] = field(default_factory=dict)  # A_k, X_k: leading ones, of which size
    bound: dict[str, Expr] = field(default_factory=dict)
    quantified: set[str] = field(default_factory=set)
    ends: dict[str, Node] = field(default_factory=dict)  # of the ranges of indices
    free: dict[str, int] = field(default_factory=dict)
    choices: dict[tuple[str, str], Picked] = field(default_factory=dict)
    used: set[str] = field(default_factory=set)
    asked: set[str] = field(default_factory=set)
    _open: list[str] = field(default_factory=list)
    functions: dict[str, Function] = field(default_factory=dict)
    made: dict[str, Value] = field(default_factory=dict)
    fixed: dict[str, int] = field(default_factory=dict)  # sizes that the text says: n = 3
    summed: dict[str, int] = field(default_factory=dict)  # indices beneath a sum, and where
    slanted: int | None = None  # where an i in italics is the imaginary unit
    places: dict[Expr, int] = field(default_factory=dict)  # where parts with a subscript stand

    def value(self, node: Node) -> Value:
        """What a node stands for."""
        return self.evaluate(node, self)

    def expr(self, node: Node) -> Expr:
        """The same as a tree. NotUnderstood for a lone identity or a lone transposed vector."""
        found = self.value(node)
        if isinstance(found, Identity):
            return self.identity(found, node.pos)
        if isinstance(found, Transposed):
            raise NotUnderstood("a transposed vector without a factor", node.pos)
        return found

    def knows(self, name: str) -> bool:
        """Does a letter stand for something in the statement?"""
        return name in self.inputs or name in self.defined or name in self.bound

    def opened(self, name: str) -> bool:
        """Is its definition being read? In kappa = kappa(A) the right side is the function."""
        return bool(self._open) and self._open[-1] == name

    def named(self, name: str, pos: int) -> Value | None:
        """An input, a definition, a size or an index; None for a letter without a meaning so far."""
        self.used.add(name)
        if name in self.bound:
            return self.bound[name]
        if name in self.inputs:
            return variable(self.inputs[name].name, self.inputs[name].kind)
        if name in self.defined:
            return self._definition(name, pos)
        if name in self.sizes:
            return self.size(name, pos)
        return None

    def _definition(self, name: str, pos: int) -> Value:
        if name in self._open:
            raise NotUnderstood(f"{name} is defined by itself", pos)
        if name in self.made and "modulus" not in self.flags:
            return self.made[name]
        self._open.append(name)
        try:
            found = self.value(self.defined[name])
        finally:
            self._open.pop()
        if "modulus" not in self.flags:  # |d| of a complex d = det A says nothing of d
            self.made[name] = found
        return found

    def index(self, name: str, pos: int) -> Expr:
        """A free index, noted with the place where it was met first."""
        self.free.setdefault(name, pos)
        return indices(name)[0]

    @property
    def sizes(self) -> list[str]:
        """The letters of sizes, in the order of the inputs."""
        return list(dict.fromkeys(s for one in self.inputs.values() for s in one.sides if isinstance(s, str)))

    def size(self, name: Size, pos: int) -> Expr:
        """A size by the first input that has it: as its columns, else its rows, else its length."""
        for word, place, count in (("cols", 1, 2), ("rows", 0, 2), ("length", 0, 1)):
            for one in self.inputs.values():
                if len(one.sides) == count and one.sides[place] == name:
                    return WORDS[word].node(variable(one.name, one.kind))
        raise NotUnderstood(f"{name} is no size of an input", pos)

    def one_size(self, pos: int) -> Expr | None:
        """The one size of all inputs, a letter or a number; None where they have several."""
        sides: set[Size] = {side for one in self.inputs.values() for side in one.sides}
        found: list[Size] = [*self.sizes] or [*sides]
        return self.size(found[0], pos) if len(found) == 1 else None

    def choose(self, sign: str, options: Sequence[str], pos: int, said: str = "") -> str:
        """One of the meanings of a sign: what was asked for, else what the text says, else the first.

        NotUnderstood for a wish that is none of them.
        """
        wish = self.wanted.get(sign.replace(" ", ""))
        self.asked.add(sign.replace(" ", ""))
        if wish is not None and wish not in options:
            raise NotUnderstood(
                f"{sign} has no reading {wish!r}", pos, sign, f"known are {', '.join(options)}"
            )
        taken = wish or said or options[0]
        others = tuple(one for one in options if one != taken)
        self.choices.setdefault((sign, taken), Picked(sign, taken, others, pos, bool(wish or said)))
        return taken

    def sides(self, expr: Expr) -> list[tuple[Interval, ...]]:
        """The sides of a vector or matrix, or the value of an integer, at several lots of sizes."""
        return [self._sides(expr, base, step) for base, step in LOTS]

    def extents(self, base: int, step: int) -> dict[str, Any]:
        """The sides of the inputs at one lot of sizes."""
        values = {name: self.fixed.get(name, base + step * k) for k, name in enumerate(self.sizes)}
        return {
            one.name: tuple(exactly(one.real(values[s] if isinstance(s, str) else s)) for s in one.sides)
            if one.kind is not Kind.INTEGER
            else exactly(_count(one.name))
            for one in self.inputs.values()
        }

    def _sides(self, expr: Expr, base: int, step: int) -> tuple[Interval, ...]:
        extents = self.extents(base, step)
        box = {one.payload[0]: exactly(_count(one.payload[0])) for one in expr.walk() if one.word is INDEX}
        found = known(expr, extents, box)
        return (found,) if isinstance(found, Interval) else tuple(found)

    def same(self, one: Expr, side: int, other: Expr, its: int) -> bool:
        """Have two sides one length whatever the sizes are?"""
        return [found[side] for found in self.sides(one)] == [found[its] for found in self.sides(other)]

    def alike(self, one: Expr, other: Expr) -> bool:
        """Have two matrices one shape?"""
        return self.same(one, 0, other, 0) and self.same(one, 1, other, 1)

    def first(self, fits: Callable[[Expr], bool]) -> Expr | None:
        """The first matrix among the inputs that fits."""
        for one in self.inputs.values():
            if one.kind is Kind.MATRIX and fits(found := variable(one.name, one.kind)):
                return found
        return None

    def identity(self, one: Identity, pos: int, like: Expr | None = None, side: int = 1) -> Expr:
        """A multiple of the identity by itself: of the size of `like`, of its letter, else the one size."""
        if like is None:
            size = getattr(one, "size", None)
            if size is not None and size.word.name in SIDES and size.args[0].word is not INPUT:
                return one.factor * WORDS[SIDES[size.word.name]].node(size.args[0])  # it has to exist
            like = self.first(lambda A: self.same(A, 0, A, 1) and (size is None or self.same(A, 1, size, 0)))
            if like is None and size is not None:
                by_columns = self.first(lambda A: self.same(A, 1, size, 0))
                by_rows = self.first(lambda A: self.same(A, 0, size, 0))
                if by_columns is None and by_rows is not None:
                    made: Expr = one.factor * WORDS["eye_rows"].node(by_rows)
                    return made if one.factor is not const(1) else WORDS["eye_rows"].node(by_rows)
                like = by_columns
            if like is None and size is not None:
                return one.factor * WORDS["eye"].node(WORDS["ones_matrix"].node(size, size))
            if like is None:
                raise NotUnderstood(
                    "the size of the identity is not clear", pos, cure="write I_n with its size"
                )
            return one.beside(like)
        square = self.first(lambda A: self.same(A, 0, A, 1) and self.same(A, 1, like, side))
        return one.beside(like if square is None else square)


def _count(name: str) -> int:
    """A value for an integer or an index where sides are compared: below the sizes, and each its own."""
    return ord(name) % 64 + 3 if len(name) == 1 else 67 + crc32(name.encode()) % 500


def scalarlike(value: Value) -> bool:
    """Is it a number?"""
    return isinstance(value, Expr) and value.kind in (Kind.SCALAR, Kind.INTEGER)


def is_matrix(value: Value) -> bool:
    """Is it a matrix, a multiple of the identity among them?"""
    return isinstance(value, Identity) or (isinstance(value, Expr) and value.kind is Kind.MATRIX)


def is_vector(value: Value) -> bool:
    return isinstance(value, Expr) and value.kind is Kind.VECTOR


def is_const(value: Value, number: int | None = None) -> bool:
    """Is it a number that is written out, this one where it is given?"""
    constant = isinstance(value, Expr) and value.word.name == "const"
    return constant and (number is None or value is const(number))
