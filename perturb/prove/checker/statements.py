"""Canonical text as nodes, and their values on a path."""

from __future__ import annotations

import re
from typing import Any

from perturb.prove.checker.matrices import Matrix
from perturb.prove.checker.paths import POS, Poly, Ratio, number, require
from perturb.prove.checker.spaces import general
from perturb.prove.checker.vocabulary import MEANS, SMALL, WORDS
from perturb.prove.checker.words import Words

NAME = re.compile(r"[A-Za-z_]\w*", re.ASCII)
OPERATORS = {"<=": 3, "<": 1, "==": 2, ">=": 6, ">": 4, "!=": 5}
KINDS = {"S": (Ratio,), "V": (list,), "N": (Ratio, list), "I": (int,), "M": (Matrix,), "Q": (Matrix,)}


class Node(tuple[Any, ...]):
    """A word and its arguments, which are nodes; a leaf has none. Equal parts are one object.

    `free`: the indices in it, names that are no inputs.
    """

    free: frozenset[str]
    __hash__, __eq__, __ne__ = object.__hash__, object.__eq__, object.__ne__


class Language:
    """Makes nodes of text; words that mean others are replaced."""

    def __init__(self, names: set[str]) -> None:
        self.names, self.same = names, dict[tuple[Any, ...], Node]()

    def node(self, word: str, *args: Node) -> Node:
        if args and word in DEFINED:
            letters, text = DEFINED[word]
            return self.parse(text, dict(zip(letters, args, strict=True)))
        if (word, *args) not in self.same:
            made = self.same[(word, *args)] = Node((word, *args))
            index = not args and NAME.fullmatch(word) and word not in self.names
            made.free = frozenset({word} if index else ()).union(*[arg.free for arg in args])
        return self.same[(word, *args)]

    def parse(self, text: str, letters: dict[str, Node] | None = None) -> Node:
        stack: list[list[Any]] = [[]]
        for token in re.findall(r"[()]|[^\s()]+", text):
            if token == "(":
                stack.append([])
            elif token == ")":
                stack[-2].append(self.node(*stack.pop()))
            else:
                word = len(stack) > 1 and not stack[-1]
                stack[-1].append(token if word else (letters or {}).get(token) or self.node(token))
        ((whole,),) = stack
        return whole  # type: ignore[no-any-return]


DEFINED: dict[str, tuple[list[str], str]] = {}
for line in MEANS.strip().splitlines():
    head, _, meaning = line.partition(" = ")
    DEFINED[head[1:-1].split()[0]] = head[1:-1].split()[1:], meaning


def below(top: Node, but: Any = ()) -> list[Node]:
    """This node and all nodes under it, each once, without those of `but` and what is under them."""
    seen, waiting = dict[Node, None](), [top]
    while waiting:
        part = waiting.pop()
        if part not in seen and part not in but:
            seen[part] = None
            waiting += part[1:]
    return list(seen)


class Valuation(Words):
    """A path on which the parts of a statement are evaluated.

    `lets`: parts that may be anything of their shape (AUDIT.md), with the name and shape of each.
    """

    def __init__(self, language: Language) -> None:
        super().__init__()
        self.language = language
        self.inputs: dict[str, Any] = {}
        self.lets: dict[Node, tuple[str, tuple[int, ...]]] = {}

    def read(self, part: Node) -> Any:
        if part not in self.memo:
            self.memo[part] = self.compute(*part, part=part)
        return self.memo[part]

    def compute(self, word: str, *args: Node, part: Node) -> Any:
        if part in self.lets:
            return general(self, *self.lets[part])
        if not args and word in self.inputs:
            return self.inputs[word]
        if not args and word.startswith("matrix["):
            return Matrix([number(x) for x in row.split(",")] for row in word[7:-1].split(";"))
        if not args:
            return number(word)
        first = word == "component" and args[0][0] == "s" and args[0] not in self.lets
        if first and self.whole(args[1]) == 1:
            return self.s1(self.read(args[0][1]))
        require(word in WORDS, f"unsupported word {word[:40]!r}")
        kinds, f = WORDS[word]
        values: list[Any] = [
            self.whole(arg) if "I" in kinds[k : k + 1] else self.read(arg) for k, arg in enumerate(args)
        ]
        if word in SMALL and fit("Q", values) and values[0].m == 1:
            values, f = list(values[0][0]), SMALL[word]
        else:
            require(any(fit(kind, values) for kind in kinds.split()), f"unsupported: {word[:40]} of these")
        self.part = part
        return f(self, *values)

    def whole(self, part: Node) -> int:
        require(integral(part), "a subscript is an integer")
        return int(self.read(part).n.leading_coefficient())

    def sides(self, relation: Node, k: int) -> list[Ratio]:
        return [component(self.read(side), k) for side in relation[1:]]

    def difference(self, relation: Node, k: int) -> tuple[Poly, int]:
        """The numerator of lhs - rhs, and the signs that the relation allows."""
        lhs, rhs = self.sides(relation, k)
        return self.sub(lhs, rhs).n, OPERATORS[relation[0]]


def component(x: Any, k: int) -> Ratio:
    return x[k - 1] if type(x) is list else x  # type: ignore[no-any-return]


def fit(kinds: str, values: list[Any]) -> bool:
    return len(kinds) == len(values) and all(
        type(x) in KINDS[kind] and (kind != "Q" or x.m == x.n) for kind, x in zip(kinds, values, strict=True)
    )


def integral(part: Node) -> bool:
    """An integer that is the same for all inputs of these shapes."""
    if part[0] in ("add", "mul", "index"):
        return all(integral(arg) for arg in part[1:])
    return part[0] in ("rows", "cols", "length") or re.fullmatch(r"-?[0-9]+", part[0]) is not None


class Shapes(Valuation):
    """Every number is 1 and every question has an answer: what is left of a value is its shape."""

    def ask(self, p: Poly, enough: tuple[int, ...]) -> int:
        return POS

    def div(self, x: Ratio, y: Ratio) -> Ratio:
        return x

    def root(self, q: Poly, strict: bool = False) -> Poly:
        return q

    def undefined(self) -> None:
        return None

    def values(self, A: Matrix, first: bool = False) -> list[Ratio]:
        return [number(1)] * min(A.m, A.n)

    def lam(self, A: Matrix) -> list[Ratio]:
        return [number(1)] * A.m

    def det(self, A: Matrix, join: Any) -> Ratio:
        return number(1)

    def rank(self, A: Matrix) -> Ratio:
        return number(1)

    moduli = lam
