"""Constants that a statement leaves free: `free("c")` asks for the best number in its place."""

from __future__ import annotations

import re
from collections.abc import Mapping
from fractions import Fraction
from typing import Any

from perturb.numbers.numerals import meant
from perturb.vocab.grammar.kinds import Kind
from perturb.vocab.grammar.tree import WORDS, Expr, Word
from perturb.vocab.printing.symbols import symbol

NAME = re.compile(r"[A-Za-z][A-Za-z0-9_]*", re.ASCII)


class Free(Word):
    """A word without arguments: its value is asked for, from `low` to `high` where these are given."""

    def __init__(self, letter: str, low: Fraction | None, high: Fraction | None) -> None:
        shown = symbol(letter).replace("{", "{{").replace("}", "}}")
        super().__init__(self.text(letter, low, high), Kind.SCALAR, shown, accepts=())
        self.asked, self.low, self.high = letter, low, high

    @staticmethod
    def text(letter: str, low: Fraction | None, high: Fraction | None) -> str:
        """The name of the word: free[c,0,] where c >= 0."""
        return f"free[{letter},{'' if low is None else low},{'' if high is None else high}]"


def free(name: str, low: Any = None, high: Any = None) -> Expr:
    """A constant that the statement leaves free: `perturb tighten` gives the best number for it.

    It stands in conclusions, once, and enters linearly, then(fro(A), "<=", free("c") * nuclear(A)), or in
    a way in which more is clearly weaker or clearly stronger, as sqrt(free("c")). `low` and `high` are exact
    numbers, ends of what is asked for. Raises ValueError for a name that is none, for an end that is not
    finite, and for ends that leave no interval.
    """
    if not isinstance(name, str) or not NAME.fullmatch(name):
        raise ValueError(f"free({name!r}): the name of a constant is a letter, then letters, digits and _")
    ends = [_end(name, *one) for one in (("low", low), ("high", high))]
    if None not in ends and ends[0] >= ends[1]:  # type: ignore[operator]
        raise ValueError(f"free({name!r}, low={low}, high={high}): low has to be less than high")
    text = Free.text(name, *ends)
    word = WORDS.get(text) or Free(name, *ends)
    return word.node()


def _end(name: str, which: str, value: Any) -> Fraction | None:
    try:
        return None if value is None else Fraction(meant(value))
    except (TypeError, ValueError):
        told = (
            f"free({name!r}, {which}={value!r}): an end is a finite number; leave it out where there is none"
        )
        raise ValueError(told) from None


def exchanged(expr: Expr, by: Mapping[Expr, Expr]) -> Expr:
    """The tree with nodes of it replaced by others, all at once."""
    if expr in by:
        return by[expr]
    args = tuple(exchanged(arg, by) for arg in expr.args)
    return expr if args == expr.args else Expr(expr.word, args, expr.payload)
