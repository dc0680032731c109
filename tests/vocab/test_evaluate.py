"""The walk over a statement: each part once, indices apart, definitions opened."""

from __future__ import annotations

from collections import Counter
from fractions import Fraction
from typing import Any

import pytest

from perturb.vocab import indices, larger, s, s1
from perturb.vocab.grammar.kinds import Kind
from perturb.vocab.grammar.tree import const, variable
from perturb.vocab.systems.evaluate import Evaluation, OutOfRange

x, y, A = variable("x", Kind.SCALAR), variable("y", Kind.SCALAR), variable("A", Kind.MATRIX)
(i,) = indices("i")


class Counting:
    """Fractions, with a note of each word that was applied."""

    def __init__(self) -> None:
        self.applied: Counter[str] = Counter()

    def constant(self, value: Fraction) -> Fraction:
        return value

    def input(self, name: str) -> Any:
        self.applied[name] += 1
        return {"x": Fraction(1, 2), "y": Fraction(3), "A": (7, 5)}[name]

    def apply(self, expr: Any, args: list[Any], read: Evaluation, at: Any) -> Any:
        self.applied[expr.word.name] += 1
        if expr.word.name == "component":
            vector, k = args
            if not 1 <= k <= len(vector):
                raise OutOfRange(k)
            return vector[k - 1]
        done = {"add": lambda a, b: a + b, "mul": lambda a, b: a * b, "larger": max, "s": lambda a: a}
        return done[expr.word.name](*args)


def test_a_shared_part_is_computed_once() -> None:
    system = Counting()
    read = Evaluation(system)
    part = x * y
    assert read(part + larger(part, x)) == Fraction(3)
    assert read(part) == Fraction(3, 2)
    assert system.applied == {"x": 1, "y": 1, "mul": 1, "add": 1, "larger": 1}


def test_an_index_is_read_where_it_stands_and_no_further() -> None:
    system = Counting()
    read = Evaluation(system)
    term = s(A)[i] + x
    assert [read(term, {"i": k}) for k in (1, 2, 1)] == [Fraction(15, 2), Fraction(11, 2), Fraction(15, 2)]
    assert (system.applied["s"], system.applied["component"], system.applied["x"]) == (1, 2, 1)
    with pytest.raises(OutOfRange):
        read(term, {"i": 3})


def test_constants_keep_their_kind() -> None:
    read = Evaluation(Counting())
    assert type(read(const(2))) is int
    assert read(const(Fraction(1, 3))) == Fraction(1, 3)


def test_a_definition_is_opened() -> None:
    """s1(A) is the first of s(A), so that both share what is computed."""
    system = Counting()
    assert Evaluation(system)(s1(A) + s(A)[2]) == 12
    assert system.applied == {"A": 1, "s": 1, "component": 2, "add": 1}
