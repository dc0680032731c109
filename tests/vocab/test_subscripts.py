"""Subscripts count from 1: what would count from 0 or from the end is refused where it is written."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

from perturb import claim, indices, paper, then
from perturb.domains import symmetric
from perturb.vocab import lam, s
from perturb.vocab.grammar.tree import const

(i,) = indices("i")
WRONG: list[tuple[str, Callable[[Any], Any]]] = [
    ("0", lambda A: lam(A)[0]),
    ("-1", lambda A: lam(A)[-1]),
    ("0", lambda A: A[0, 1]),
    ("-2", lambda A: A[1, -2]),
    ("0", lambda A: s(A)[const(0)]),
]


@pytest.mark.parametrize(("shown", "part"), WRONG)
def test_a_subscript_below_one_is_refused_at_declaration(shown: str, part: Callable[[Any], Any]) -> None:
    def body(A: Any) -> Any:
        yield then(part(A), ">=", 0)

    with pytest.raises(ValueError, match=rf"subscript \[{shown}\] does not exist: subscripts count from 1"):
        claim(paper("test"), "wrong", domain=symmetric(n=(2, 3)))(body)


def test_an_index_that_is_moved_down_starts_later() -> None:
    @claim(paper("test"), "right", domain=symmetric(n=(2, 3)))
    def right(A: Any) -> Any:
        yield then(lam(A)[i], "<=", lam(A)[i - 1])

    assert right.conclusions
