"""Derivations of what is false, each of which the checker has to refuse, for its own reason."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterable
from typing import Any

import pytest

from perturb import claim, given, indices, paper, then
from perturb.derive.checker.check import check
from perturb.derive.checker.kernel import Rejected
from perturb.derive.header import header
from perturb.derive.lemmas import Base
from perturb.domains import scalar, square, vector
from perturb.statements.claim import Claim
from perturb.vocab import s1

P = paper("forged", "Forged", "Nobody", "2026")
i, j, k = indices("i j k")
Step = dict[str, Any]


def stated(domain: Any, body: Callable[..., Any], rank: int = 0, name: str = "statement") -> Claim:
    body.__name__ = name
    made: Claim = claim(P, name, id=name, status="proved", domain=domain, lemma=rank)(body)
    return made


def verify(of: Claim, *goals: list[Step], lemmas: Iterable[Claim] = ()) -> None:
    """As a file that is read from its text."""
    base = Base(lemmas)
    assert not base.refused
    cited = base.fingerprints(sorted(base.lemmas))
    data = {**header(of), "goals": [*goals], "lemmas": cited}
    check(json.loads(json.dumps(data)), base, of.lemma)


def refused(why: str, of: Claim, *goals: list[Step], lemmas: Iterable[Claim] = ()) -> None:
    with pytest.raises(Rejected, match=why):
        verify(of, *goals, lemmas=lemmas)


@pytest.mark.parametrize("put", [{"1": "0"}, {"<=": ">="}, {"0": "1"}, {"": "1"}])
def test_only_names_are_replaced(put: dict[str, str]) -> None:
    def small(A: Any) -> Any:
        yield given(s1(A), "<=", 1)
        yield then(s1(A), "<=" if "1" in put else ">=", 0 if "1" in put else 1)

    step = {"do": "given", "part": 0, "with": put}
    refused("names are replaced", stated(square(n=(1, 3)), small), [step])


def test_numbers_in_a_lemma_stay() -> None:
    def bound(x: Any) -> Any:
        yield then(x, ">=", 1)

    lemma = stated(scalar(1, None), bound, rank=1, name="from_one")
    step = {"do": "lemma", "name": lemma.id, "part": 0, "with": {"x": "x", "1": "2"}}

    def two(x: Any) -> Any:
        yield then(x, ">=", 2)

    refused("names are replaced", stated(scalar(1, None), two), [step], lemmas=[lemma])


def test_cases_are_as_strict_as_the_weaker_one() -> None:
    def above(x: Any) -> Any:
        yield then(x * x, ">", 0)

    product = {"do": "combine", "terms": [["1", [0, 0], None]]}
    square_of = {"do": "square", "of": "x"}
    for first, second in (([square_of], [product]), ([{"do": "combine", "terms": []}], [product])):
        step = {"do": "cases", "of": "x", "above": first, "below": second}
        refused("", stated(scalar(), above), [step])


def test_cases_hold_where_both_do() -> None:
    def above(x: Any) -> Any:
        yield then(x * x, ">=", 0)

    product = {"do": "combine", "terms": [["1", [0, 0], None]]}
    verify(stated(scalar(), above), [{"do": "cases", "of": "x", "above": [product], "below": [product]}])
