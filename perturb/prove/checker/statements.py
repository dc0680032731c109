"""Canonical text as a table of nodes, their values on a path, and which instances a relation has."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Any, NamedTuple

from perturb.prove.checker import polynomials
from perturb.prove.checker.paths import POS, Scalar, number
from perturb.prove.checker.polynomials import Poly, Rejected
from perturb.prove.checker.vocabulary import INTEGERS, WORDS
from perturb.prove.checker.words import Matrix, OutOfRange, Words, as_scalar, within

DEEPEST = 120
SUBSCRIPTS = {
    "component",
    "head",
    "entry",
    "ky_fan",
    "schur",
    "leading",
    "trailing",
    "upper_right",
    "lower_left",
}
SUBSCRIPTS |= {"without_columns", "without_rows"}
KINDS = {
    "M": (Matrix,),
    "V": (list,),
    "I": (int,),
    "N": (int, Scalar, list),
    "*": (int, Scalar, list, Matrix),
}


class Node:
    """A word with its arguments; a leaf has its text as word and no arguments. Equal parts are one object."""

    def __init__(
        self, word: str, args: tuple[Node, ...], free: tuple[str, ...], ranged: bool = False
    ) -> None:
        self.word, self.args, self.free, self.ranged = word, args, free, ranged


class Relation(NamedTuple):
    op: str
    lhs: Node
    rhs: Node


def parse(text: str, inputs: set[str], same: dict[Any, Node]) -> Relation:
    """The relation (op lhs rhs). An unknown name is an index. `same` has all parts so far."""
    stack: list[list[Any]] = [[]]
    for token in re.findall(r"\(|\)|[^\s()]+", text):
        if token == "(":
            stack.append([])
        elif token == ")" and len(stack) > 1 and stack[-1]:
            done = stack.pop()
            made = node(done) if len(stack) > 1 else None
            stack[-1].append(
                tuple(done) if made is None else same.setdefault((made.word, made.args, made.ranged), made)
            )
        else:
            name = len(stack) > 1 and not stack[-1]
            stack[-1].append(token if name else same.setdefault((token, ()), leaf(token, inputs)))
        if len(stack) > DEEPEST:
            raise Rejected("a statement that is nested too deeply")
    if len(stack) > 1 or len(stack[0]) != 1 or len(stack[0][0]) != 3 or stack[0][0][0] not in OPERATORS:
        raise Rejected("a statement that is no relation")
    return Relation(*stack[0][0])


OPERATORS = {"<=": 3, "<": 1, "==": 2, ">=": 6, ">": 4, "!=": 5}


def leaf(token: str, inputs: set[str]) -> Node:
    name = re.fullmatch(r"[A-Za-z_]\w*", token) and token not in inputs
    return Node(token, (), (token,) if name else ())


def node(parts: list[Any]) -> Node:
    word, args = parts[0], tuple(parts[1:])
    free = tuple(sorted({name for arg in args for name in arg.free}))
    if word == "index" and len(args) == 3 and args[0].free and not args[1].free + args[2].free:
        return Node(args[0].word, args[1:], args[0].free, True)
    if word not in WORDS and not word.startswith("matrix["):
        raise Rejected(f"unsupported word {word[:40]!r}")
    return Node(word, args, free)


def below(top: Node) -> list[Node]:
    """This node and all nodes under it, each once."""
    seen, waiting = {top: None}, [top]
    while waiting:
        for arg in waiting.pop().args:
            if arg not in seen:
                seen[arg] = None
                waiting.append(arg)
    return list(seen)


class Reading(Words):
    """A path on which the parts of a statement are evaluated; `inputs` are the values of the names."""

    inputs: dict[str, Any]

    def read(self, part: Node, at: dict[str, int]) -> Any:
        name = part, tuple([at[i] for i in part.free])
        if name not in self.memo:
            self.memo[name] = self.compute(part, at)
        return self.memo[name]

    def compute(self, part: Node, at: dict[str, int]) -> Any:
        word, args = part.word, part.args
        if word in self.inputs and not args:
            return self.inputs[word]
        if word in at and (part.ranged or not args):
            ends = [self.read(end, at) for end in args] or [at[word], at[word]]
            return within(at[word], *ends)
        if word.startswith("matrix["):
            rows = [row.split(",") for row in word[7:-1].split(";")]
            return Matrix([number(polynomials.number(x)) for x in row] for row in rows)
        if not args:
            c = polynomials.number(word)
            return c if type(c) is int else number(c)
        if word == "component" and args[0].word == "s" and self.read(args[1], at) == 1:
            return self.s1(self.read(args[0].args[0], at))
        return self.apply(word, [self.read(arg, at) for arg in args])

    def apply(self, word: str, values: list[Any]) -> Any:
        if word in INTEGERS and all(type(x) is int for x in values):
            value = INTEGERS[word](*values)
            if abs(value) > 10**6:
                raise Rejected("unsupported: an integer of this size")
            return value
        kinds, f = WORDS[word]
        if len(kinds) != len(values) or any(
            type(x) not in KINDS[k] for x, k in zip(values, kinds, strict=True)
        ):
            raise Rejected(f"{word} does not take this")
        return f(self, *values)


class Shapes(Reading):
    """Every number is 1 and every question has an answer: what is left of a value is its shape."""

    def ask(self, p: Poly, enough: tuple[int, ...]) -> int:
        return POS

    def div(self, x: Scalar, y: Scalar) -> Scalar:
        return x

    def root(self, q: Poly, strict: bool = False) -> Poly:
        return q

    def undefined(self, why: str) -> None:
        return None


def exists(part: Node, at: dict[str, int], shapes: Shapes) -> bool:
    try:
        shapes.read(part, at)
    except OutOfRange:
        return False
    return True


def instances(relation: Relation, shapes: Shapes) -> Iterator[tuple[dict[str, int], int]]:
    """Assignments of the indices, and the component where a side is a vector (0 where none is)."""
    parts = [part for side in relation[1:] for part in below(side)]
    if not all(exists(part, {}, shapes) for part in parts if not part.free):
        return
    names = sorted({name for part in parts for name in part.free})
    indexed = [part for part in parts if part.free]
    for at in sorted(assignments(names, {}, indexed, shapes), key=lambda at: [at[name] for name in names]):
        sides = [shapes.read(side, at) for side in relation[1:]]
        lengths = {len(side) for side in sides if type(side) is list}
        if len(lengths) > 1 or any(isinstance(side, Matrix) for side in sides):
            raise Rejected("a relation between these shapes")
        yield from ((at, k) for k in range(1, lengths.pop() + 1)) if lengths else [(at, 0)]


def assignments(
    names: list[str], at: dict[str, int], parts: list[Node], shapes: Shapes
) -> Iterator[dict[str, int]]:
    """Every assignment for which all parts exist: one index after the other, each within bounds."""
    if any(not exists(part, at, shapes) for part in parts if set(part.free) <= set(at)):
        return
    if len(at) == len(names):
        yield at
        return
    spans = bounds(names, at, parts, shapes)
    name = next((name for name in names if name not in at and name in spans), None)
    if name is None:
        raise Rejected("unsupported: an index without bounds")
    low, high = spans[name]
    for k in range(low, high + 1):
        yield from assignments(names, {**at, name: k}, parts, shapes)


def bounds(
    names: list[str], at: dict[str, int], parts: list[Node], shapes: Shapes
) -> dict[str, tuple[int, int]]:
    """Intervals that hold all admissible values, from subscripts c i + (indices with bounds) + number."""
    spans = {name: (k, k) for name, k in at.items()}
    for _ in names:
        for low, high, form in limits(at, parts, shapes):
            loose = [name for name in form if name and name not in spans]
            if len(loose) == 1 and abs(form[loose[0]]) == 1:
                rest = [
                    (c, *(spans[name] if name else (1, 1))) for name, c in form.items() if name != loose[0]
                ]
                least = sum(min(c * a, c * b) for c, a, b in rest)
                most = sum(max(c * a, c * b) for c, a, b in rest)
                ends = (low - most, high - least) if form[loose[0]] == 1 else (least - high, most - low)
                spans[loose[0]] = ends
    return spans


def limits(
    at: dict[str, int], parts: list[Node], shapes: Shapes
) -> Iterator[tuple[int, int, dict[str, int]]]:
    """Low <= affine form <= high for subscripts of containers that are known, and for declared ranges."""
    for part in parts:
        if part.ranged:
            low, high = (shapes.read(end, {}) for end in part.args)
            yield low, high, {part.word: 1}
        elif part.word in SUBSCRIPTS and set(part.args[0].free) <= set(at):
            box = shapes.read(part.args[0], at)
            longest = max(box.m, box.n) if isinstance(box, Matrix) else len(box)
            for subscript in part.args[1:]:
                form = affine(subscript, at, shapes)
                if form is not None:
                    yield 0, longest, form


def affine(part: Node, at: dict[str, int], shapes: Shapes) -> dict[str, int] | None:
    """Coefficients of the indices and, under "", the constant."""
    if not part.free:
        value = shapes.read(part, at)
        return {"": value} if type(value) is int else None
    if not part.args or part.ranged:
        return {part.word: 1}
    forms = [affine(arg, at, shapes) for arg in part.args]
    if part.word not in ("add", "sub", "neg") or None in forms:
        return None
    signs = {"add": (1, 1), "sub": (1, -1), "neg": (-1,)}[part.word]
    out: dict[str, int] = {}
    for form, sign in zip(forms, signs, strict=True):
        for name, c in (form or {}).items():
            out[name] = out.get(name, 0) + sign * c
    return {name: c for name, c in out.items() if c or not name}


def value(x: Any, component: int) -> Scalar:
    return x[component - 1] if type(x) is list else as_scalar(x)
