"""Strict conclusions that fail at a kink alone, where the arguments of a maximum tie, are refuted."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

import pytest

from perturb import given, then
from perturb.certify.point import certify
from perturb.domains import scalar, unit_vector, vector
from perturb.enclosure import Verdict
from perturb.search.found import SearchResult
from perturb.search.methods.isolated import isolated
from perturb.search.solvers.ties import ties
from perturb.statements.claim import Claim
from perturb.vocab import larger, largest, smallest, sqrt
from tests.declared import declare


def least_of_largest(x: Any) -> Any:
    yield then(largest(x), ">", -1 / sqrt(3))


def largest_of_least(x: Any) -> Any:
    yield then(smallest(abs(x)), "<", 1 / sqrt(3))


def of_two(x: Any) -> Any:
    yield given(x[3], "==", 0)
    yield then(larger(x[1], x[2]), ">", -1 / sqrt(2))


def two_of_three(x: Any) -> Any:
    yield given(x[3], "==", -Fraction(3, 5))
    yield then(largest(x), ">", -Fraction(4, 5) / sqrt(2))


def cone(t: Any, u: Any) -> Any:
    yield then(abs(t - Fraction(1, 7)) + abs(u - sqrt(2)), ">", 0)


FALSE = {
    "largest": (least_of_largest, unit_vector(n=3)),
    "smallest of sizes": (largest_of_least, unit_vector(n=3)),
    "larger of two": (of_two, unit_vector(n=3)),
    "two of three": (two_of_three, unit_vector(n=3)),
    "a cone": (cone, scalar(count=2)),
}


def solved(claim: Claim) -> SearchResult:
    found = SearchResult()
    for _ in isolated(claim, 0, found):
        pass
    return found


@pytest.mark.parametrize("name", FALSE)
def test_the_kink_is_found(name: str) -> None:
    claim = declare(*FALSE[name])
    (point, _), *_ = solved(claim).violations
    assert claim.domain.contains(point)
    assert certify(claim, point).verdict is Verdict.VIOLATED


def a_little_lower(x: Any) -> Any:
    yield then(largest(x), ">", -1 / sqrt(3) - Fraction(1, 10**9))


def never(x: Any) -> Any:
    yield then(largest(abs(x)) + 1, ">", smallest(x))


@pytest.mark.parametrize(
    ("body", "domain"), [(a_little_lower, unit_vector(n=3)), (never, vector(n=2))], ids=["lower", "never"]
)
def test_what_holds_is_left_alone(body: Any, domain: Any) -> None:
    found = solved(declare(body, domain))
    assert not found.violations
    assert found.verdicts["undecided"] == 0


def test_a_relation_without_kinks_has_no_ties() -> None:
    (link,) = declare(cone, scalar(count=2)).conclusions
    together, *each = ties(link, lambda vector: 0)
    assert len(together.equations) == len(each) == 2
    assert list(ties(together.link, lambda vector: 0)) == []
