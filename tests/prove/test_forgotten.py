"""What no stored proof tries: uneven rows, walks that are shared too widely, powers beyond the limit."""

from __future__ import annotations

from typing import Any

import pytest

from perturb.prove.checker.check import MALFORMED, check_data
from perturb.prove.checker.numbers import Rejected
from tests.prove.handmade import general, goal, identity
from tests.prove.test_refusals import C0, C1, C2, NOTHING, ranged


def refused(data: Any) -> bool:
    try:
        check_data(data)
    except (Rejected, *MALFORMED):
        return True
    return False


def about_a_part(state: str, **more: Any) -> Any:
    """A lemma on constants, and a conclusion that does not need it."""
    lemma = {"state": state, "goal": {**goal({"true": 1}), **more}}
    return general(1, [], ["(< 0 1)"], [{**goal(identity(C0, NOTHING)), "lemmas": [lemma]}])


def squares(part: str) -> str:
    """All entries squared are those of a free matrix of two rows and one column."""
    first, second = (f"(mul (entry {part} {i} 1) (entry {part} {i} 1))" for i in (1, 2))
    return f"(== (sum (mul (entries {part}) (entries {part}))) (add {first} {second}))"


@pytest.mark.parametrize("n", [2, 3])
def test_the_rows_of_a_matrix_are_of_one_length(n: int) -> None:
    """Of [1; 2, 3] a free matrix of its height and width knows two entries: 1 + 4 + 9 = 1 + 4."""
    even, uneven = "(mul 1 matrix[1;2])", "(mul 1 matrix[1;2,3])"
    assert not refused(about_a_part(squares(even), let=[even]))
    assert refused(about_a_part(squares(uneven), let=[uneven]))
    one, two = "matrix[1]", f"matrix[{','.join('1' * n)}]"
    for parts in ([one] * 4, [two, one, two, one], [one, two, two, one]):
        assert not refused(about_a_part(f"(== (entry (block {' '.join(parts)}) 2 2) 1)"))
    for parts in ([two, two, one, one], [one, one, two, one]):
        assert refused(about_a_part(f"(== (entry (block {' '.join(parts)}) 2 1) 1)"))


def bounded(bound: str, then: str, *leaves: Any) -> Any:
    """|a| <= k for the integer k in 1..2; a leaf for each of its values."""
    proofs = [{"sizes": {"n": 1, "k": k + 1}, "goals": [goal(leaf)]} for k, leaf in enumerate(leaves)]
    inputs = [["k", "integer", "1", "2"], ["A", "bounded", "n", "n", bound]]
    domain = rf"k \in \{{1, \dots, 2\}},\quad A \in [-{bound}, {bound}]^{{n \times n}}"
    return ranged("[('k', (1, 2)), ('n', (1, 4))]", inputs, domain, then, proofs)


def test_the_bound_of_an_input_is_a_number() -> None:
    """a <= 1 from |a| <= k is true for k = 1 alone, by the same tree; a <= 2 needs another leaf for k = 1."""
    leaf, slack = identity(C2, C0), identity(C2, C0, NOTHING)
    assert not refused(bounded("1", "(<= (entry A 1 1) 1)", leaf, leaf))
    assert refused(bounded("k", "(<= (entry A 1 1) 1)", leaf, leaf))
    assert not refused(bounded("1", "(<= (entry A 1 1) 2)", slack, slack))
    assert refused(bounded("k", "(<= (entry A 1 1) 2)", slack, leaf))  # nothing needs it


@pytest.mark.parametrize("k", [-1, 0, 2, 64, 65, 100])
def test_a_power_beyond_the_limit_is_refused_not_left_out(k: int) -> None:
    """As a subscript that does not exist it would say nothing, and any bound of it would hold."""
    entry, rest = f"(entry (matpow A {k}) 1 1)", goal({"true": 1})
    assert refused(general(1, [], [f"(== {entry} {entry})", "(== 0 0)"], [rest, rest])) is not (0 <= k <= 64)
    assert refused(general(1, [], [f"(<= {entry} 0)", "(== 0 0)"], [rest]))


def test_a_question_without_answers_closes_nothing() -> None:
    """|a| <= -1 is false; beside a true conclusion a question that nobody answers must not hide it."""
    then, true = ["(<= (abs (entry A 1 1)) -1)", "(== 0 0)"], goal({"true": 1})
    for answers in ({}, {"<": {"ask": {}}, ">=": {"ask": {}}}, {"<": identity(C0), ">=": {"ask": {}}}):
        assert refused(general(1, [], then, [goal({"ask": answers}), true]))
    closed = goal({"ask": {"<": identity(C0, C1), ">=": identity(C0, C1)}})
    assert not refused(general(1, [], ["(<= 0 (abs (entry A 1 1)))", then[1]], [closed, true]))


def test_a_subscript_is_no_part_that_may_be_anything() -> None:
    """As a variable it was read as its leading coefficient: the second entry was the first."""
    for part in ("(add 1 1)", "(rows (matmul A A))"):
        for text in (part, f"(mul 1 {part})"):
            then = "(== (entry A {} 1) (entry A {} 1))"
            held = {**goal({"true": 1}), "let": [part]}
            assert refused(general(2, [], [then.format(text, 1)], [held]))
            assert refused(general(2, [], [then.format(text, 2)], [held]))
            assert not refused(general(2, [], [then.format(text, 2)], [goal({"true": 1})]))
    fixed = {**goal({"true": 1}), "let": ["(matmul A A)"]}
    assert not refused(general(2, [], ["(== (entry A (rows (matmul A A)) 1) (entry A 2 1))"], [fixed]))
