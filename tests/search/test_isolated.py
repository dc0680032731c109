"""Strict conclusions that fail at isolated points or at a kink alone are refuted; close ones are not."""

from __future__ import annotations

import math
from fractions import Fraction
from typing import Any

import pytest
from flint import fmpq

from perturb import given, then
from perturb.certify.point import certify
from perturb.domains import (
    orthogonal,
    positive_definite,
    projection,
    psd,
    scalar,
    symmetric,
    unit_vector,
    vector,
)
from perturb.domains.space import written_values
from perturb.enclosure import Verdict
from perturb.results.claims import attack
from perturb.search.attack import search
from perturb.search.found import SearchResult
from perturb.search.method import Effort
from perturb.search.methods.isolated import isolated
from perturb.search.solvers.contact import ties
from perturb.search.solvers.rationals import recognised
from perturb.statements.claim import Claim
from perturb.vocab import det, diagonal, exp, lam, lam_min, larger, largest, smallest, sq, sqrt, total, trace
from tests.declared import declare

LITTLE = Effort(rounds=4, batch=32, certified=4, corners=5, grid=300, climb_every=1)


def third(t: Any) -> Any:
    yield then(t, "!=", Fraction(1, 3))


def square(t: Any) -> Any:
    yield then(9 * t**2 - 6 * t + 1, ">", 0)


def root(t: Any) -> Any:
    yield then(t**2, "!=", 2)


def cubic(t: Any) -> Any:
    yield then(t**3, "!=", t + 1)


def circle(x: Any) -> Any:
    yield then(x[1] * x[2], "<", Fraction(1, 2))


def sphere(x: Any) -> Any:
    yield then(total(x), "<", sqrt(3))


def turned(Q: Any) -> Any:
    yield then(Q[1, 1] * Q[1, 2], "<", Fraction(1, 2))


def turned_sum(Q: Any) -> Any:
    yield then(abs(Q[1, 1]) + abs(Q[1, 2]), "<", sqrt(2))


def half_turns(Q: Any) -> Any:
    yield given(det(Q), "==", 1)
    yield then(trace(Q), ">", -1)


def with_diagonal(A: Any) -> Any:
    yield given(A[1, 1], "==", 1)
    yield given(A[2, 2], "==", 2)
    yield then(A[1, 2], "<", sqrt(2))


def correlations(A: Any) -> Any:
    yield given(diagonal(A), "==", 1)
    yield then(A[1, 2] + A[1, 3] + A[2, 3], ">", -Fraction(3, 2))


def apart(A: Any) -> Any:
    yield given(A[1, 1], "==", Fraction(22, 7))
    yield then(lam(A)[1], "!=", lam(A)[2])


def third_of_ones(P: Any) -> Any:
    yield given(trace(P), "==", 1)
    yield then(total(sq(diagonal(P))), ">", Fraction(1, 3))


FALSE = {
    "a third": (third, scalar()),
    "a square": (square, scalar()),
    "a root": (root, scalar()),
    "a cubic": (cubic, scalar()),
    "the circle": (circle, unit_vector(n=(2, 2))),
    "the sphere": (sphere, unit_vector(n=(3, 3))),
    "O(2)": (turned, orthogonal(n=(2, 2))),
    "O(2), a sum": (turned_sum, orthogonal(n=(2, 2))),
    "SO(3)": (half_turns, orthogonal(n=(3, 3))),
    "psd": (with_diagonal, psd(n=(2, 2))),
    "correlations": (correlations, psd(n=(3, 3))),
    "eigenvalues": (apart, symmetric(n=(2, 2))),
    "projections": (third_of_ones, projection(n=(3, 3))),
}


def solved(claim: Claim) -> SearchResult:
    found = SearchResult()
    for _ in isolated(claim, Effort(), 0, found):
        pass
    return found


@pytest.mark.parametrize("name", FALSE)
def test_a_point_of_equality_is_found(name: str) -> None:
    claim = declare(*FALSE[name])
    found = solved(claim)
    (point, _), *_ = found.violations
    assert claim.domain.contains(point)
    assert certify(claim, point).verdict is Verdict.VIOLATED


def test_it_is_found_twice_alike() -> None:
    points = [solved(declare(*FALSE["O(2)"])).violations[0][0].values for _ in range(2)]
    assert written_values(points[0]) == written_values(points[1])


def little_more(t: Any) -> Any:
    yield then(t**2 + Fraction(1, 10**30), ">", 0)


def near_miss(t: Any) -> Any:
    yield then(t**2 + 1 + Fraction(1, 10**20), ">", 2 * t)


def independent(x: Any, y: Any) -> Any:
    yield given(total(sq(x)) * total(sq(y)) - total(x * y) ** 2, "!=", 0)
    yield then(abs(total(x * y)), "<", sqrt(total(sq(x)) * total(sq(y))))


def definite(A: Any) -> Any:
    yield then(0, "<", lam_min(A))


def means(a: Any, b: Any) -> Any:
    yield given(a, "<", b)
    yield then(2 * sqrt(a * b), "<", a + b)


def at_infinity(t: Any) -> Any:
    yield then(t, "<", t + 1)


def nearly_half(x: Any) -> Any:
    yield then(x[1] * x[2], "<", Fraction(1, 2) + Fraction(1, 10**15))


TRUE = {
    "a little more": (little_more, scalar()),
    "a near miss": (near_miss, scalar()),
    "independent vectors": (independent, vector(count=2, n=(2, 3))),
    "definite": (definite, positive_definite(n=(1, 3))),
    "means": (means, scalar(low=0, count=2)),
    "at infinity": (at_infinity, scalar()),
    "nearly a half": (nearly_half, unit_vector(n=(2, 2))),
}


@pytest.mark.parametrize("name", TRUE)
def test_a_true_strict_statement_survives(name: str) -> None:
    claim = declare(*TRUE[name])
    evidence = attack(claim, LITTLE, 0, lambda _: None)
    assert not evidence.found.violations
    assert evidence.outcome == "survived", evidence.note
    assert evidence.found.near.open == math.inf


def transcendental(t: Any) -> Any:
    yield given(0, "<=", t)
    yield then((exp(t) - 2) ** 2, ">", 0)


def test_what_is_neither_found_nor_excluded_is_unresolved() -> None:
    """log 2 is no algebraic number: no kernel can decide there."""
    evidence = attack(declare(transcendental, scalar()), LITTLE, 0, lambda _: None)
    assert evidence.outcome == "unresolved"
    assert "of equality, which is neither found nor excluded" in evidence.note


def test_a_number_that_no_polynomial_gives_is_unresolved_from_both_sides() -> None:
    """e^t is beyond 2 at most points: a margin of "!=" has no sign."""

    def beyond(t: Any) -> Any:
        yield then(exp(t), "!=", 2)

    evidence = attack(declare(beyond, scalar()), LITTLE, 0, lambda _: None)
    assert evidence.outcome == "unresolved"
    assert all(margin > 0 for margin in evidence.found.margins)


def test_no_time_is_spent_on_other_statements() -> None:
    def weak(t: Any) -> Any:
        yield then(t**2, ">=", 0)

    found = search(declare(weak, scalar()), LITTLE)
    assert not found.origins["isolated"]
    assert not found.near.waiting


def digits(p: int, q: int = 1) -> fmpq:
    """The root of p over q to 90 digits, rounded."""
    scale = 10**90
    return fmpq(math.isqrt(p * scale * scale), scale * q)


def test_numbers_behind_digits() -> None:
    r, s = digits(2), digits(3)
    assert recognised([fmpq(1, 3), fmpq(0), fmpq(-5, 7)]) == [fmpq(1, 3), fmpq(0), fmpq(-5, 7)]
    x, y, z = recognised([r, -r / 2, fmpq(3, 2)]) or ()
    assert x * x == 2
    assert y == -x / 2
    assert z == fmpq(3, 2)
    x, y = recognised([r, s]) or ()
    assert (x * x, y * y) == (2, 3)
    assert (
        recognised(
            [
                fmpq(
                    314159265358979323846264338327950288419716939937510582097494459230781640628620899862803482534,
                    10**92,
                )
            ]
        )
        is None
    )
    pi = fmpq(31415926535897932384626433832795028841971693993751058209749445923078164062862, 10**76)
    assert recognised([pi]) is None


# Strict conclusions that fail at a kink alone, where the arguments of a maximum tie, are refuted.


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


FALSE_TIES = {
    "largest": (least_of_largest, unit_vector(n=3)),
    "smallest of sizes": (largest_of_least, unit_vector(n=3)),
    "larger of two": (of_two, unit_vector(n=3)),
    "two of three": (two_of_three, unit_vector(n=3)),
    "a cone": (cone, scalar(count=2)),
}


def solved_ties(claim: Claim) -> SearchResult:
    found = SearchResult()
    for _ in isolated(claim, Effort(), 0, found):
        pass
    return found


@pytest.mark.parametrize("name", FALSE_TIES)
def test_the_kink_is_found(name: str) -> None:
    claim = declare(*FALSE_TIES[name])
    (point, _), *_ = solved_ties(claim).violations
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
    found = solved_ties(declare(body, domain))
    assert not found.violations
    assert found.verdicts["undecided"] == 0


def test_a_relation_without_kinks_has_no_ties() -> None:
    (link,) = declare(cone, scalar(count=2)).conclusions
    together, *each = ties(link, lambda vector: 0)
    assert len(together.equations) == len(each) == 2
    assert list(ties(together.link, lambda vector: 0)) == []
