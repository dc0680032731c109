"""A witness speaks of a claim when statement and domain are the same: a point for one is none for another."""

from __future__ import annotations

from typing import Any

import pytest

from perturb import given, then
from perturb.certify.witness import membership, speaks_of
from perturb.domains import integer, psd, scalar, square, symmetric, together
from perturb.vocab import lam_min, s1, trace
from tests.certify.witness_cases import CASES, declare, made


@pytest.mark.parametrize("name", CASES)
def test_its_own_claim(name: str) -> None:
    c, point = CASES[name]
    assert speaks_of(made(c, point), c)


def small(A: Any) -> Any:
    yield then(trace(A), ">=", 1)


@pytest.mark.parametrize("domain", [square(n=(1, 3)), symmetric(n=(1, 3)), square(2)])
def test_the_same_words_on_another_domain(domain: Any) -> None:
    """Only the lines of membership tell these apart: the point lies in each of the domains."""
    semidefinite = declare(small, psd(n=(1, 3)))
    found = made(semidefinite, semidefinite.domain.point({"A": [["1/4", 0], [0, "1/4"]]}))
    other = declare(small, domain)
    assert other.domain.contains(other.domain.point(found.values))
    assert [link.canonical() for link in other.conclusions] == found.data["conclusions"]
    assert not speaks_of(found, other)


def test_another_range_of_an_integer() -> None:
    def body(A: Any, k: Any) -> Any:
        yield then(s1(A) * k, "<=", 1)

    up_to_n = declare(body, together(A=square(), k=integer(1, "n"), n=(1, 3)))
    found = made(up_to_n, up_to_n.domain.point({"A": [[2, 0], [0, 2]], "k": 1}))
    assert not speaks_of(found, declare(body, together(A=square(), k=integer(1, 1), n=(1, 3))))


def test_another_hypothesis_or_conclusion() -> None:
    def first(A: Any, x: Any) -> Any:
        yield given(x, ">", 0)
        yield then(lam_min(A), ">=", 1)

    def weaker(A: Any, x: Any) -> Any:
        yield given(x, ">=", 0)
        yield then(lam_min(A), ">=", 1)

    def stronger(A: Any, x: Any) -> Any:
        yield given(x, ">", 0)
        yield then(lam_min(A), ">=", 2)

    domain = together(A=psd(), x=scalar(0, 10), n=(1, 3))
    claim = declare(first, domain)
    found = made(claim, claim.domain.point({"A": [["1/4"]], "x": 1}))
    assert [speaks_of(found, declare(body, domain)) for body in (first, weaker, stronger)] == [
        True,
        False,
        False,
    ]
    assert membership(claim, claim.domain.point(found.values))
