"""What is known of an input is said of the input itself, not of what stands in the place of a part."""

from __future__ import annotations

from typing import Any

import pytest

from perturb.prove.checker.check import check_data
from perturb.prove.checker.numbers import Rejected
from tests.prove.handmade import ONE, SQUARE, general, goal, identity, proof

FREE, TURN = "(entry A 1 1)", {"A": ["p", "q"]}


def above_zero(**more: Any) -> Any:
    """0 <= A_11, which holds of the A that is diagonal after the turn, and not of every A."""
    leaf = identity((1, ONE, [5]), (1, ONE, [1]))
    made = {**goal(leaf), "turn": TURN, "diagonal": ["A"], **more}
    return general(2, [], [f"(<= 0 (add {FREE} (mul 0 (s1 A))))"], [made])


def test_the_order_of_a_turned_diagonal_is_not_known_of_a_part_before_the_turn() -> None:
    with pytest.raises(Rejected, match="an identity that does not hold"):
        check_data(above_zero(let=[FREE]))
    with pytest.raises(Rejected, match="does not move"):
        check_data(above_zero())


def reflections(then: str, given: str, **more: Any) -> Any:
    """Two orthogonal matrices that turn alike, the second of them into I; a leaf each for det = 1 and -1."""
    rotation = identity((1, ONE, []), (1, ONE, [1]), equations=([0, ONE],))
    reflection = identity((1, ONE, [2]))
    made = {**goal({"variant": [rotation, reflection]}, use=(0,)), "turn": {"Q": ["p", "q"], "P": ["p", "q"]}}
    inputs = [["Q", "orthogonal", "n"], ["P", "orthogonal", "n"]]
    domain = r"Q \in O(n),\quad P \in O(n)"
    data = proof(2, inputs, domain, [given], [then], [{**made, "diagonal": ["P"], **more}])
    return data | {"defined": not more}  # a determinant is no part that has a value for all arguments


def test_the_sign_of_a_turned_determinant_is_not_known_of_the_one_before_the_turn() -> None:
    """det Q <= 0 does not make tr Q'P <= 0: Q = P a reflection."""
    then, given = "(<= (trace (matmul (T Q) P)) 0)", "(<= (det Q) 0)"
    with pytest.raises(Rejected, match="an identity that does not hold"):
        check_data(reflections(then, given, let=["(det Q)"]))
    with pytest.raises(Rejected, match="does not move"):
        check_data(reflections(then, given))


CONTRACTION = [["A", "contraction", "n", "n"]], r"A \in " + SQUARE + r",\ \lVert A \rVert \le 1"


def below_one(leaf: Any, *lets: str) -> Any:
    then = ["(<= (add (s1 A) (mul 0 (entry A 1 1))) 1)"]
    return proof(2, *CONTRACTION, [], then, [{**goal(leaf), "let": list(lets)}])


def test_a_condition_does_not_speak_of_a_part_that_may_be_anything() -> None:
    """|A| <= 1 is not known of the number in the place of |A|, be it also true of that which stands there."""
    check_data(below_one(identity((1, ONE, [3]), (1, ONE, [2]))))
    free = below_one(identity((1, ONE, [1]), (1, ONE, [0])), "(s1 A)")  # what it was when it spoke of it
    for data in (free, *[below_one(identity((1, ONE, [3]), (1, ONE, [k])), "(s1 A)") for k in range(3)]):
        with pytest.raises(Rejected, match=r"an identity that does not hold|an identity without"):
            check_data(data)


def test_no_text_names_the_letter_of_a_condition() -> None:
    """The conditions call the input A', which is neither an input nor a number."""
    for then, lets in (("(== (trace A') 0)", ()), ("(== 0 (trace A))", ("(trace A')",))):
        with pytest.raises(Rejected, match="is not a number"):
            check_data(proof(2, *CONTRACTION, [], [then], [{**goal({"true": 1}), "let": list(lets)}]))
