"""Canonical text as nodes, and their values on a path."""

from __future__ import annotations

import re
from collections.abc import Container, Mapping
from types import MappingProxyType
from typing import Any, NamedTuple

from perturb.prove.checker import polynomials
from perturb.prove.checker.matrices import Matrix, as_scalar, square, within
from perturb.prove.checker.paths import POS, NoValue, Ratio, number
from perturb.prove.checker.polynomials import Poly, Rejected
from perturb.prove.checker.spaces import element
from perturb.prove.checker.vocabulary import INTEGERS, WORDS
from perturb.prove.checker.words import Words

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
    "N": (int, Ratio, list),
    "*": (int, Ratio, list, Matrix),
}


class Node:
    """A word with its arguments; a leaf has its text as word and no arguments. Equal parts are one object."""

    def __init__(
        self, word: str, args: tuple[Node, ...], free: tuple[str, ...], ranged: bool = False
    ) -> None:
        self.word, self.args, self.free, self.ranged = word, args, free, ranged


class Comparison(NamedTuple):
    op: str
    lhs: Node
    rhs: Node


def parse(text: str, inputs: set[str], same: dict[Any, Node]) -> Comparison:
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
    return Comparison(*stack[0][0])


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


def below(top: Node, but: Container[Node] = ()) -> list[Node]:
    """This node and all nodes under it, each once, without those of `but` and what is under them."""
    seen, waiting = ({}, []) if top in but else ({top: None}, [top])
    while waiting:
        for arg in waiting.pop().args:
            if arg not in seen and arg not in but:
                seen[arg] = None
                waiting.append(arg)
    return list(seen)


class Valuation(Words):
    """A path on which the parts of a statement are evaluated; `inputs` are the values of the names.

    `lets`: parts that may be anything of their shape (AUDIT.md), with the name and shape of each.
    """

    inputs: dict[str, Any]
    lets: Mapping[Node, tuple[str, Any]] = MappingProxyType({})
    needed: Container[str] = ()

    def read(self, part: Node, at: dict[str, int]) -> Any:
        name = part, tuple([at[i] for i in part.free])
        if name not in self.memo:
            try:
                self.memo[name] = self.compute(part, at)
            except NoValue as why:
                raise NoValue(why.args[0] if isinstance(why.args[0], Node) else part) from None
        return self.memo[name]

    def compute(self, part: Node, at: dict[str, int]) -> Any:
        word, args = part.word, part.args
        if part in self.lets:
            name, extent = self.lets[part]
            return element(self, name, ("scalar", "vector", "general")[len(extent)], [], extent, 0)
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
        first = word == "component" and args[0].word == "s" and args[0] not in self.lets
        if first and self.read(args[1], at) == 1:
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


class Shapes(Valuation):
    """Every number is 1 and every question has an answer: what is left of a value is its shape."""

    def ask(self, p: Poly, enough: tuple[int, ...]) -> int:
        return POS

    def div(self, x: Ratio, y: Ratio) -> Ratio:
        return x

    def root(self, q: Poly, strict: bool = False) -> Poly:
        return q

    def undefined(self, why: str) -> None:
        return None

    def values(self, A: Matrix) -> list[Ratio]:
        return [number(1)] * min(A.m, A.n)

    def moduli(self, A: Matrix) -> list[Ratio]:
        return [number(1)] * square(A).m

    def s1(self, A: Matrix, sign: int = 1) -> Ratio:
        return number(1)

    def inverse(self, A: Matrix) -> Matrix:
        return square(A)

    eigenvalues = moduli
    matrix_abs = matrix_root = inverse
    s_star = rank = numerical_radius = det = s1


def value(x: Any, component: int) -> Ratio:
    return x[component - 1] if type(x) is list else as_scalar(x)
