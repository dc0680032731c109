"""Numbers that A', -A, QA and AQ share: a factor comes out, and what is written is read as the same."""

from __future__ import annotations

from typing import Any

import pytest

from perturb import then
from perturb.derive.checker.kernel import Kernel
from perturb.derive.checker.member import statement
from perturb.derive.checker.reading import parsed
from perturb.derive.header import header
from perturb.derive.texts import TreeWriter
from perturb.domains import activation, square, together
from perturb.vocab import rank, s_star
from tests.derive.forging import refused, stated, verify

SPACE = together(A=square(n=(1, 3)), E=activation(-1))


def _star(factor: int, by: int) -> Any:
    def body(A: Any, E: Any) -> Any:
        """A multiple of what the least singular value other than 0 is."""
        yield then(s_star(factor * A @ E), "==", by * s_star(A))

    return body


@pytest.mark.parametrize("factor", [1, 2, -3])
def test_a_factor_of_the_least_singular_value_comes_out(factor: int) -> None:
    verify(stated(SPACE, _star(factor, abs(factor))), [])
    for wrong in (abs(factor) + 1, -abs(factor)):
        refused("", stated(SPACE, _star(factor, wrong)), [])


def _rank(by: int) -> Any:
    def body(A: Any, E: Any) -> Any:
        """A multiple has the rank."""
        yield then(rank(3 * A @ E), "==", by * rank(A))

    return body


def test_a_factor_does_not_change_the_rank() -> None:
    verify(stated(SPACE, _rank(1)), [])
    refused("", stated(SPACE, _rank(3)), [])


@pytest.mark.parametrize("text", ["(add (mul 3 (matmul A E)) E)", "(matmul E (add A (mul 3 (eye A))))"])
@pytest.mark.parametrize("word", ["s_star", "rank"])
def test_what_is_written_is_read_as_the_same(word: str, text: str) -> None:
    R = Kernel(statement(header(stated(SPACE, _rank(1)))), lambda name: None).R  # type: ignore[arg-type, return-value]
    value, _ = R.reading(parsed(f"({word} {text})"))
    (k,) = value.atoms  # type: ignore[union-attr]
    again, _ = R.reading(TreeWriter(R).atom(k))
    assert again.single == k  # type: ignore[union-attr]
