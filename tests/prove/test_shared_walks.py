"""A walk that is done once for several goals or sizes: nothing that it depends on may differ."""

from __future__ import annotations

import hashlib
from typing import Any

import pytest

from perturb.prove.checker.check import check_data
from perturb.prove.checker.numbers import Rejected
from tests.prove.handmade import ONE, general, goal, identity, proof


def below_an_integer(then: str) -> Any:
    """From x <= k for k = 0, 1, one leaf for both: hypothesis and negated conclusion add up to 0 > 0."""
    leaf = identity((1, ONE, [0]), (1, ONE, [1]))
    domain, ranges = r"k \in \{0, \dots, 1\},\quad x \in \mathbb{R}", "[('k', (0, 1)), ('n', (1, 4))]"
    inputs = [["k", "integer", "0", "1"], ["x", "scalar"]]
    proofs = [{"sizes": {"n": 1, "k": k}, "goals": [goal(leaf, use=(0,))]} for k in (0, 1)]
    data = {**proof(1, inputs, domain, ["(<= x k)"], [then], []), "ranges": ranges, "proofs": proofs}
    text = "\n".join([domain, ranges, "(<= x k)", then])
    return {**data, "fingerprint": hashlib.sha256(text.encode()).hexdigest()[:12]}


def test_hypotheses_with_another_integer_are_other_hypotheses() -> None:
    """x <= 0 follows from x <= k at k = 0 only, though the conclusion and the tree are the same at k = 1."""
    check_data(below_an_integer("(<= x k)"))
    with pytest.raises(Rejected, match="identity that does not hold"):
        check_data(below_an_integer("(<= x 0)"))


def test_parts_that_may_be_anything_are_told_apart() -> None:
    """What holds with one free part twice does not hold with two."""
    first, second = "(matmul A A)", "(T A)"

    def made(*lets: str) -> Any:
        once = {**goal({"true": 1}), "let": list(lets)}
        same = f"(== (trace {first}) (trace {first}))"
        return general(2, [], [same, f"(== (trace {first}) (trace {second}))"], [once, once])

    holds = {**goal({"true": 1}), "let": [first]}
    twice = [f"(== (trace {first}) (trace {first}))"] * 2
    check_data(general(2, [], twice, [holds, holds]))
    for lets in ((first, second), (second, first), (first,), (second,)):
        with pytest.raises(Rejected):
            check_data(made(*lets))


def of_two_sizes(then: str, *lets: str) -> Any:
    """About an m x n matrix at (1, 2), (2, 1) and (2, 2), with one leaf for all: the sides are one root."""
    domain, ranges = r"A \in \mathbb{R}^{m \times n}", "[('m', (1, 4)), ('n', (1, 4))]"
    made = {**goal(identity((1, ONE, [1]))), "let": list(lets)}
    sizes = [{"m": 1, "n": 2}, {"m": 2, "n": 1}, {"m": 2, "n": 2}]
    proofs = [{"sizes": at, "goals": [made]} for at in sizes]
    inputs = [["A", "general", "m", "n"]]
    data = {**proof(2, inputs, domain, [], [then], []), "ranges": ranges, "proofs": proofs}
    text = "\n".join([domain, ranges, "", then])
    return {**data, "fingerprint": hashlib.sha256(text.encode()).hexdigest()[:12]}


@pytest.mark.parametrize("lets", [(), ("(T A)",)])
def test_inputs_and_free_parts_of_other_sides_are_others(lets: tuple[str, ...]) -> None:
    """|A|_F <= s_1(A) holds of one row or column, where both are one root, and not of 2 x 2 matrices."""
    check_data(of_two_sizes("(<= (norm (entries (T A))) (norm (entries (T A))))", *lets))
    with pytest.raises(Rejected, match="an identity without"):
        check_data(of_two_sizes("(<= (norm (entries (T A))) (s1 (T A)))", *lets))


def test_equal_squares_are_no_equal_numbers() -> None:
    """a = -a is false of all but 0, though the squares are equal."""
    made = {**goal({"true": 1}), "squared": True}
    a = "(entry A 1 1)"
    check_data(general(1, [], [f"(== (sq {a}) (sq (neg {a})))"], [made]))
    with pytest.raises(Rejected, match="the tree says true"):
        check_data(general(1, [], [f"(== {a} (neg {a}))"], [made]))
