"""What declares no claim is refused with a sentence; arguments are matched by name."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

from perturb import claim, given, paper, then
from perturb.domains import integer, square, together
from perturb.vocab import (
    I,
    mul,
    s1,
)
from perturb.vocab.grammar.tree import Kind, variable

X = variable("x", Kind.SCALAR)
SOURCE = paper("test")


def declared(body: Callable[..., Any], domain: Any = None, **options: Any) -> Any:
    return claim(SOURCE, "label", domain=square() if domain is None else domain, **options)(body)


def no_yield(A: Any) -> None:
    return None


def no_conclusion(A: Any) -> Any:
    yield given(s1(A), "<", 1)


def late_hypothesis(A: Any) -> Any:
    yield then(s1(A), "<", 1)
    yield given(s1(A), "<", 1)


def other_thing(A: Any) -> Any:
    yield s1(A)


def two(A: Any, B: Any) -> Any:
    yield then(s1(mul(A, B)), "<=", s1(A) * s1(B))


def fine(A: Any) -> Any:
    yield then(s1(A), ">=", 0)


@pytest.mark.parametrize(
    ("body", "message"),
    [
        (no_yield, "must yield"),
        (no_conclusion, "no conclusion"),
        (late_hypothesis, "hypotheses come first"),
        (other_thing, "not given"),
        (two, r"takes \(A, B\) but its domain has"),
    ],
)
def test_a_body_that_is_no_statement(body: Callable[..., Any], message: str) -> None:
    with pytest.raises(TypeError, match=message):
        declared(body)


def test_arguments_are_matched_by_name() -> None:
    """The order of the domain's inputs and of the body's arguments are independent of each other."""

    def body(x: Any, A: Any) -> Any:
        yield then(s1(A), ">=", x)

    found = declared(body, together(A=square(), x=integer(0, 1)))
    assert [link.canonical() for link in found.conclusions] == ["(>= (s1 A) x)"]
    assert found.domain.kinds == {"x": Kind.INTEGER, "A": Kind.MATRIX}


def test_bad_declarations() -> None:
    with pytest.raises(ValueError, match="true"):
        declared(fine, status="true")
    for key in ("", "a/b", "a b", "x*"):
        with pytest.raises(ValueError, match="must be a word"):
            paper(key)
    with pytest.raises(ValueError, match="ragged"):
        declared(fine, equality=[[[1, 2], [3]]])
    with pytest.raises(ValueError, match="expected"):
        declared(fine, equality=[{"B": [[1]]}])
    with pytest.raises(TypeError, match="I is not a number"):
        then(I, "loewner", X)
