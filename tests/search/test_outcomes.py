"""What a search makes of a claim that nothing decides, that says nothing, or that is about nothing."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from typing import Any

from perturb import claim, given, paper, then
from perturb.domains import positive_definite, psd, square
from perturb.results.claims import examine
from perturb.search.found import SearchResult
from perturb.search.method import PROFILES, Effort
from perturb.statements.claim import Claim
from perturb.vocab import (
    exp,
    lam_max,
    larger,
    s,
    s1,
    sq,
    sqrt,
)

SOURCE = paper("test")
SMALL = Effort(rounds=3, batch=64, certified=4, corners=10, grid=500)


def declare(body: Callable[..., Any], domain: Any = None, **options: Any) -> Claim:
    return claim(SOURCE, "label", domain=square(n=(1, 3)) if domain is None else domain, **options)(body)


def test_a_claim_about_nothing_is_vacuous() -> None:
    def nothing(A: Any) -> Any:
        yield given(s1(A), "<", 0)
        yield then(s1(A), ">", 5)

    assert examine(declare(nothing), PROFILES["ci"]).outcome == "vacuous"


def test_a_point_that_rounding_moved_out_of_the_domain_is_no_violation() -> None:
    def positive(A: Any) -> Any:
        yield then(s1(A), ">", 0)

    inside, found = declare(positive, positive_definite(n=(1, 2))), SearchResult()
    everywhere = declare(positive, square(n=(1, 2)))
    nought = everywhere.domain.point({"A": [[0]]})
    found.certify(inside, nought, "random")
    assert not found.violations
    found.certify(everywhere, nought, "random")
    assert len(found.violations) == 1


def test_a_claim_that_nothing_decides_is_unresolved() -> None:
    def beyond(A: Any) -> Any:
        yield then(exp(sqrt(2)) * exp(sqrt(3)), "<=", exp(sqrt(2) + sqrt(3) + 0 * lam_max(A)))

    evidence = examine(declare(beyond, psd(n=(1, 2))), SMALL)
    assert evidence.outcome == "unresolved"
    assert evidence.found.verdicts["undecided"] == evidence.found.points
    assert not evidence.agrees


def test_points_with_sides_equal_to_all_digits_count_as_looked_at_and_are_told_apart() -> None:
    """Both sides are one number, which no kernel sees, unless the entry is large."""

    def mostly_open(A: Any) -> Any:
        more = larger(0, A[1, 1] - 2)
        yield then(exp(sqrt(2)) * exp(sqrt(3)), "<=", exp(sqrt(2) + sqrt(3)) + more)

    evidence = examine(declare(mostly_open, psd(n=(1, 2))), replace(SMALL, rounds=80))
    held, still_open = (evidence.found.verdicts[name] for name in ("holds", "undecided"))
    assert 0 < held < still_open == evidence.found.agreed
    assert evidence.found.doubtful == evidence.found.left == 0
    assert evidence.outcome == "survived"
    told = f"{held} points decided, {still_open} more with sides equal to 60 digits, left open"
    assert evidence.note == told


def test_a_strict_statement_does_not_survive_with_sides_equal_to_all_digits() -> None:
    def strictly(A: Any) -> Any:
        more = larger(0, A[1, 1] - 2)
        yield then(exp(sqrt(2)) * exp(sqrt(3)), "<", exp(sqrt(2) + sqrt(3)) + more)

    evidence = examine(declare(strictly, psd(n=(1, 2))), replace(SMALL, rounds=80))
    assert evidence.found.agreed > 0
    assert evidence.outcome == "unresolved"


def test_the_edge_of_a_hypothesis_says_nothing_of_a_strict_conclusion() -> None:
    """Unless the entry is large no kernel sees whether the hypothesis holds."""

    def edge(A: Any) -> Any:
        yield given(exp(sqrt(2)) * exp(sqrt(3)), "<", exp(sqrt(2) + sqrt(3)) + larger(0, A[1, 1] - 1))
        yield then(sq(A[1, 1]), ">", 1)

    evidence = examine(declare(edge, psd(n=(1, 2))), replace(SMALL, rounds=60))
    assert evidence.found.verdicts["undecided"] > 0
    assert evidence.found.reasons.keys() == {"hypothesis 1 precision"}
    assert evidence.found.touching == 0


def test_a_claim_that_is_undefined_everywhere_is_vacuous_and_says_why() -> None:
    def nowhere(A: Any) -> Any:
        yield then(1 / (sqrt(2) * sqrt(3) - sqrt(6) + 0 * lam_max(A)), "<=", 1)

    evidence = examine(declare(nowhere, psd(n=(1, 2))), SMALL)
    assert evidence.outcome == "vacuous"
    assert evidence.found.undefined.total() == evidence.found.points
    assert "undefined: division by zero" in evidence.note


def test_a_claim_that_says_nothing_at_any_size_says_so() -> None:
    def nothing(A: Any) -> Any:
        yield then(s(A)[5], "<=", 0)

    evidence = examine(declare(nothing, square(n=(1, 2))), SMALL)
    assert evidence.outcome == "vacuous"
    assert evidence.note.endswith("points (no instance at this size)")
