"""Asking about a claim from Python."""

from __future__ import annotations

import pytest

from perturb import check, claim, paper, then
from perturb.domains import square
from perturb.statements.outcome import Outcome
from perturb.vocab import fro, trace


@claim(paper("me"), "a trace", domain=square(n=(1, 2)))
def a_trace(A):
    yield then(trace(A), "<=", fro(A))


def test_the_inputs_of_the_simplest_witness_are_exact() -> None:
    found = check(a_trace, "ci")
    assert found.outcome is Outcome.REFUTED
    assert list(found.inputs) == ["A"]
    assert all(isinstance(entry, str) for row in found.inputs["A"] for entry in row)


def test_a_profile_that_is_none_is_named() -> None:
    with pytest.raises(ValueError, match="there is no profile 'fast'; known are ci, brief"):
        check(a_trace, "fast")
