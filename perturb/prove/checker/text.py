"""Canonical text, its parts, and their values on a path."""

from __future__ import annotations

import re
from collections.abc import Callable, Container
from functools import cache, lru_cache
from operator import add, mul
from typing import Any

from perturb.prove.checker import definitions
from perturb.prove.checker.formulas import WITH_SUBSCRIPTS
from perturb.prove.checker.matrices import depth, each, rectangle, within
from perturb.prove.checker.numbers import Ratio, number, require
from perturb.prove.checker.paths import POS
from perturb.prove.checker.spaces import general
from perturb.prove.checker.words import SQUARE, TAKES, VECTOR, WORDS, Words

NAME = re.compile(r"[A-Za-z_]\w*", re.ASCII)
OPERATORS = {"<=": 3, "<": 1, "==": 2, ">=": 6, ">": 4, "!=": 5}
SUBSCRIPTS = {"component", "head", "entry", "leading", "trailing", "upper_right", "lower_left"}
SUBSCRIPTS |= {"without_columns", "without_rows", "row", *WITH_SUBSCRIPTS}
SUMS = {"add", "sum", "s", "component", "entries", "diag"}  # without products of what is reduced
COUNTED = {*SUBSCRIPTS, "matpow", "banded", "reshape"}
INTEGERS: dict[str, Callable[..., int]] = {"add": add, "mul": mul, "index": within}  # of integers
INTEGERS |= {"larger": lambda j, k: max(j, k), "smaller": lambda j, k: min(j, k)}
WHOLE = {"index", "ones"}  # all of whose arguments are integers
DEFINED: dict[str, tuple[list[str], str]] = {}
for line in definitions.WORDS.strip().splitlines():
    head, _, meaning = line.partition(" = ")
    DEFINED[head[1:-1].split()[0]] = head[1:-1].split()[1:], meaning


@lru_cache(1000)
def tokens(text: str) -> list[str]:
    return re.findall(r"[()]|[^\s()]+", text)


def canonical(text: str) -> bool:
    """Whether it is written in the one way: no other spaces, no parentheses about one thing."""
    alone = re.search(r"\(\(|\((?!matrix\[)\S*\)", text)  # a constant matrix stands in parentheses
    return not alone and text == " ".join(tokens(text)).replace("( ", "(").replace(" )", ")")


class Language:
    """A part is its text, in which words that mean others are replaced.

    `letters`: what is a number here. `args`: the word of each part and the parts below it. `free`: its
    indices.
    """

    def __init__(self, names: set[str], letters: dict[str, str]) -> None:
        self.names, self.letters = names, letters
        self.args, self.free = dict[str, tuple[str, ...]](), dict[str, frozenset[str]]()
        self.read, self.parts = cache(self.parse), cache(self.below)

    def part(self, word: str, *args: str) -> str:
        if args and word in DEFINED:
            letters, text = DEFINED[word]
            return self.parse(text, dict(zip(letters, args, strict=True)))
        text = f"({word} {' '.join(args)})" if args else word
        text = self.letters.get(text, text)
        if text not in self.args:
            self.args[text] = (word, *args) if text[0] == "(" else (text,)
            index = NAME.fullmatch(text) and text not in self.names
            self.free[text] = frozenset([text] if index else ()).union(*[self.free[arg] for arg in args])
        return text

    def parse(self, text: str, letters: dict[str, str] | None = None) -> str:
        stack: list[list[str]] = [[]]
        for token in tokens(text):
            if token == "(":
                stack.append([])
            elif token == ")":
                stack[-2].append(self.part(*stack.pop()))
            else:
                text = (letters or {}).get(token, token)
                word = len(stack) > 1 and not stack[-1]
                stack[-1].append(token if word else text if text in self.args else self.part(text))
        ((whole,),) = stack
        return whole

    def below(self, top: str, but: Container[str] = ()) -> list[str]:
        """This part and all parts under it, each once, without those of `but` and what is under them."""
        seen, waiting = dict[str, None](), [top]
        while waiting:
            part = waiting.pop()
            if part not in seen and part not in but:
                seen[part] = None
                waiting += self.args[part][1:]
        return list(seen)

    def integral(self, part: str) -> bool:
        """An integer that is the same for all inputs of these shapes."""
        word, *args = self.args[part]
        if not args:
            return re.fullmatch(r"-?[0-9]+", word) is not None
        inner = word in INTEGERS and all(map(self.integral, args))
        return inner or word in ("rows", "cols", "length")


class Valuation(Words):
    """A path on which parts are evaluated.

    `lets`: parts that may be anything of their shape (AUDIT.md), with the name and shape of each.
    """

    def __init__(self, language: Language) -> None:
        super().__init__()
        self.language = language
        self.lets: dict[str, tuple[str, tuple[int, ...]]] = {}

    def read(self, part: str) -> Any:
        if part not in self.memo:
            word, *args = self.language.args[part]
            value = self.compute(part, word, *args)
            product = self.rules and word not in SUMS
            self.memo[part] = each(lambda x: Ratio(self.reduce(x.n), x.d), value) if product else value
        return self.memo[part]

    def compute(self, part: str, word: str, *args: str) -> Any:
        if part in self.lets:
            return general(self, *self.lets[part])
        if part in self.inputs:
            return self.inputs[part]
        if not args and word.startswith("matrix["):
            require(word[-1] == "]", "a constant matrix that does not end")
            return rectangle([[number(x) for x in row.split(",")] for row in word[7:-1].split(";")])
        if not args:
            return number(word)
        if word == "component" and len(args) == 2 and args[0] not in self.lets and self.whole(args[1]) == 1:
            inner = self.language.args[args[0]]
            if inner[0] == "s":
                return self.s1(self.read(inner[1]))
        require(word in WORDS, f"unsupported word {word[:40]!r}")
        counted = len(args) if word in WHOLE else len(args) - 1 if word in COUNTED else 0
        values = [self.read(arg) for arg in args[: len(args) - counted]]
        values += [self.whole(arg) for arg in args[len(args) - counted :]]
        if word in TAKES:
            kinds = "".join(str(depth(x)) for x in values)
            require(kinds in TAKES[word].split(), f"{word} of what it does not take")
        if word in VECTOR:
            require(not any(isinstance(x, list) for x in values[0]), f"{word} of a matrix")
        if word in SQUARE:
            require(len(values[0]) == len(values[0][0]), f"{word} of a rectangle")
        self.part = part
        return WORDS[word](self, *values)

    def whole(self, part: str) -> int:
        require(self.language.integral(part), "a subscript is an integer")
        word, *args = self.language.args[part]
        if word in INTEGERS and part not in self.lets:
            return INTEGERS[word](*map(self.whole, args))
        value = self.read(part).n
        require(value.is_constant(), "a subscript that may be anything")
        return int(value.leading_coefficient())

    def sides(self, relation: str, k: int) -> list[Ratio]:
        return [component(self.read(side), k) for side in self.language.args[relation][1:]]

    def difference(self, relation: str, k: int) -> tuple[Ratio, int]:
        """lhs - rhs, and the signs that the relation allows."""
        lhs, rhs = self.sides(relation, k)
        return lhs - rhs, OPERATORS[self.language.args[relation][0]]


def component(x: Any, k: int) -> Ratio:
    return x[k - 1] if isinstance(x, list) else x  # type: ignore[no-any-return]


class Shapes(Valuation):
    """Inputs are 0 and every question has an answer: what is left of a value is its shape."""

    def ask(self, x: Ratio, *enough: int) -> int:
        return POS

    def div(self, x: Ratio, y: Ratio) -> Ratio:
        return x

    def root(self, x: Ratio, strict: bool = False) -> Ratio:
        return x

    def undefined(self) -> Ratio:
        return number(0)
