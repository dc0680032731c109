"""Points of equality on the boundary of a domain, where the parameters behind it end."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

import numpy as np
import pytest

from perturb import given, then
from perturb.domains import box, contraction, positive_contraction, scalar
from perturb.domains.domain import Domain
from perturb.search.found import SearchResult
from perturb.search.method import Effort
from perturb.search.methods.isolated import isolated
from perturb.search.solvers.contact import Contact
from perturb.vocab import entries, larger, smaller, sqrt, total
from tests.declared import declare


def row(A: Any) -> Any:
    yield then(A[1, 1] * A[1, 2], "<", Fraction(1, 2))


def first(A: Any) -> Any:
    yield then(A[1, 1] + A[1, 2] + A[1, 3], "<", sqrt(3))


def half(A: Any) -> Any:
    yield then(A[1, 1] + A[1, 2], "<", (1 + sqrt(2)) / 2)


def product(A: Any) -> Any:
    yield then(A[1, 1] * A[1, 2], "<", 3 * sqrt(3) / 16)


def disc(a: Any, b: Any) -> Any:
    yield given(a**2 + b**2, "<=", 1)
    yield then(a + 2 * b, "<", sqrt(5))


def chain(a: Any, b: Any) -> Any:
    """Most points where the last two are equal miss the hypotheses."""
    yield given(0, "<", a, "<", b)
    yield then(smaller(a, b), "<", sqrt(a * b), "<", larger(a, b), "!=", sqrt(7))


FALSE = {
    "a disc": (disc, scalar(count=2)),
    "a chain": (chain, scalar(count=2)),
    "a row of norm one": (row, contraction(n=(2, 2))),
    "a longer row": (first, contraction(n=(3, 3))),
    "an eigenvalue 1": (half, positive_contraction(n=(2, 2))),
    "an eigenvalue 0": (product, positive_contraction(n=(2, 2))),
}


def violations(body: Any, domain: Domain) -> list[Any]:
    found = SearchResult()
    for _ in isolated(declare(body, domain), Effort(), 0, found):
        pass
    return found.violations


@pytest.mark.parametrize("name", FALSE)
def test_a_point_of_equality_is_found(name: str) -> None:
    """The equation holds outside the domain all around: every way to it left the ranges of the parameters."""
    assert violations(*FALSE[name])


def test_what_is_strict_survives() -> None:
    def body(A: Any) -> Any:
        yield then(total(entries(A)), "<", 2 + Fraction(1, 10**6))

    assert not violations(body, contraction(n=(2, 2)))


def test_coordinates_at_the_nearest_end() -> None:
    def body(x: Any) -> Any:
        yield then(x[1], "<", x[2])

    claim = declare(body, box(0, 1, n=(2, 2)))
    (sizes,) = claim.domain.sizes()
    batch = claim.domain.draw(np.random.default_rng(0), 5, sizes)
    contact = Contact(claim, batch)
    vectors = np.array([[0.4, 0.6], [0.5, 1.0]])
    assert contact.bounded.tolist() == [True, True]
    assert contact.at_ends(vectors).tolist() == [[0.0, 1.0], [0.0, 1.0]]
