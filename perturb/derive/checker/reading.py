"""The text of statements, and the values of its parts in normal form, with what they need to be defined."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from fractions import Fraction
from typing import Any

from perturb.derive.checker.matrices import Matrix, Unspoken
from perturb.derive.checker.polynomials import ONE, ZERO, Poly, number
from perturb.derive.checker.terms import Terms

Tree = str | tuple[Any, ...]  # a name or number, or a word and its arguments
Value = Poly | Matrix
RATIONAL = re.compile(r"-?[0-9]+(?:/[1-9][0-9]*)?", re.ASCII)
NAME = re.compile(r"[A-Za-z_][A-Za-z0-9_]*", re.ASCII)
WORDS: dict[str, Callable[..., Any]] = {}  # filled by `words` and `spectra`
NONNEG_WORDS = set[str]()  # of numbers that are never negative


def parsed(text: str) -> Tree:
    """An s-expression. Unspoken where it is none."""
    stack: list[list[Tree]] = [[]]
    for token in re.findall(r"[()]|[^\s()]+", text):
        if token == "(":
            stack.append([])
        elif token == ")":
            if len(stack) < 2 or not stack[-1]:
                raise Unspoken("a text that is not balanced")
            done = stack.pop()
            stack[-1].append(tuple(done))
        else:
            stack[-1].append(token)
    if len(stack) != 1 or len(stack[0]) != 1:
        raise Unspoken("a text that is not balanced")
    return stack[0][0]


def put(tree: Tree, given: Mapping[str, Tree]) -> Tree:
    """With names replaced, all at once; the word of a node is no name."""
    if isinstance(tree, str):
        return given.get(tree, tree)
    return (tree[0], *[put(arg, given) for arg in tree[1:]])


@dataclass
class Needs:
    """What has to hold for a part to have a value. `bounds` are >= 0 and of integers."""

    bounds: dict[Poly, None] = field(default_factory=dict)
    nonzero: dict[Poly, None] = field(default_factory=dict)
    nonneg: dict[Poly, None] = field(default_factory=dict)
    valued: dict[int, None] = field(default_factory=dict)

    def add(self, other: Needs) -> None:
        for name in ("bounds", "nonzero", "nonneg", "valued"):
            getattr(self, name).update(getattr(other, name))


class TermReader(Terms):
    """Values of parts of statements about the inputs of one claim."""

    def __init__(self, inputs: Mapping[str, Value]) -> None:
        super().__init__()
        self.nonneg_words = set(NONNEG_WORDS)
        self.inputs = dict(inputs)
        self.needs = Needs()
        self._known: dict[Tree, tuple[Value, Needs]] = {}

    def __call__(self, tree: Tree) -> Value:
        """The value; what it needs is added to `needs`."""
        if tree not in self._known:
            before, self.needs = self.needs, Needs()
            try:
                value = self._value(tree)
                self._known[tree] = value, self.needs
            finally:
                self.needs = before
        value, needs = self._known[tree]
        self.needs.add(needs)
        return value

    def reading(self, tree: Tree) -> tuple[Value, Needs]:
        before, self.needs = self.needs, Needs()
        try:
            return self(tree), self.needs
        finally:
            self.needs = before

    def _value(self, tree: Tree) -> Value:
        if isinstance(tree, str):
            if tree in self.inputs:
                return self.inputs[tree]
            if RATIONAL.fullmatch(tree):
                return number(tree)
            if NAME.fullmatch(tree):
                return self.index(tree)
            raise Unspoken(f"{tree[:40]!r}")
        word, *args = tree
        if word.startswith("matrix["):
            return self.constant(word)
        if word not in WORDS:
            raise Unspoken(f"the word {word}")
        value: Value = WORDS[word](self, *[self(arg) for arg in args])
        return value

    def inhabited(self, n: Poly) -> None:
        """No matrix is without rows or columns, and the largest component of none has no value."""
        if not (self.positive(n) or self.bounds.entail(n - ONE)):
            self.needs.bounds[n - ONE] = None

    def function_of(self, kind: str, v: Matrix, i: Poly) -> Poly:
        x = sum((c * self.component_of(w, i) for w, c in v.terms.items()), ZERO)
        return scalar(WORDS["sqrt"](self, x) if kind == "root" else WORDS["div"](self, ONE, x))

    def index(self, name: str) -> Poly:
        return self.atom("index", name)

    def constant(self, word: str) -> Matrix:
        lines = [line.split(",") for line in word[len("matrix[") : -1].split(";")]
        if not all(RATIONAL.fullmatch(x) for line in lines for x in line) or len({*map(len, lines)}) != 1:
            raise Unspoken("a matrix whose entries cannot be read")
        rows = [[Fraction(x) for x in line] for line in lines]
        sides = number(len(rows)), number(len(rows[0]))
        if rows == [[Fraction(int(i == j)) for j in range(len(rows[0]))] for i in range(len(rows))]:
            return self.identity(sides[0])
        same = rows == [list(col) for col in zip(*rows, strict=True)]
        return self.one("matrix", word, sides=sides, traits=["symmetric"] if same else [])


def matrix(x: Value) -> Matrix:
    if not isinstance(x, Matrix):
        raise Unspoken("a number where a matrix is wanted")
    return x


def vector(x: Value) -> Matrix:
    A = matrix(x)
    if not A.vector:
        raise Unspoken("a matrix where a vector is wanted")
    return A


def scalar(x: Value) -> Poly:
    if not isinstance(x, Poly):
        raise Unspoken("a matrix where a number is wanted")
    return x


def square(A: Matrix) -> Matrix:
    if A.rows != A.cols:
        raise Unspoken("a rectangle where a square matrix is wanted")
    return A
