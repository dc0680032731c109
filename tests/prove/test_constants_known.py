"""Words at matrices of numbers: the value that is known, and no other; what has none is refused."""

from __future__ import annotations

import pytest

from tests.prove.handmade import general, goal
from tests.prove.test_forgotten import refused

TURNED, MIRRORED, SQUARE = "matrix[-1,-2;2,1]", "matrix[2,1;-1,-2]", "matrix[3,-4;4,3]"
THREE = "matrix[1,0,0;0,3,0;0,0,2]"
KNOWN = {
    f"(entry (mat_abs {TURNED}) 1 2)": 1,
    "(entry (mat_abs matrix[0,-1;2,0]) 1 1)": 2,
    f"(entry (mat_abs {MIRRORED}) 1 2)": 1,
    "(entry (mat_sqrt matrix[1,0;0,4]) 2 2)": 2,
    f"(numerical_radius {SQUARE})": 5,
    f"(component (moduli {SQUARE}) 2)": 5,
    "(component (moduli matrix[1,2;2,1]) 2)": 1,
    "(component (s matrix[0,1;1,0]) 2)": 1,
    f"(component (s {THREE}) 2)": 2,
    "(entry (without_columns matrix[1,2,3] 1) 1 1)": 1,
    "(cols (without_columns matrix[1,2,3] 1))": 2,
    "(pow 4 1/2)": 2,
    "(rows (eye matrix[1,2]))": 2,
    "(rank matrix[1,2;3,4])": 2,
    "(rank matrix[1,2;2,4])": 1,
}
REFUSED = [
    f"(component (lam {THREE}) 1)",
    "(pow 2 -2)",
    "(pow 8 1/3)",
    "(trace matrix[1,2;3,4;5,6])",
    "(norm matrix[1,2;3,4])",
    "(component (lam matrix[1,0,0;5,2,0;0,0,3]) 1)",
    "(component (mat_abs matrix[1,2]) 1)",
]


def held(text: str, value: object) -> bool:
    return not refused(general(1, [], [f"(== {text} {value})"], [goal({"true": 1})]))


@pytest.mark.parametrize("text", KNOWN)
def test_a_word_has_the_value_that_is_known(text: str) -> None:
    assert held(text, KNOWN[text])
    assert not held(text, f"-{KNOWN[text]}")


@pytest.mark.parametrize("text", REFUSED)
def test_a_word_of_what_it_does_not_take_is_refused(text: str) -> None:
    assert not held(text, text)
