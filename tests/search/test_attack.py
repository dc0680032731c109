"""The attack: it repeats itself, finds what is deep, refutes nothing true; outcomes and open points."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from fractions import Fraction
from typing import Any

import numpy as np
import pytest

from perturb import claim, given, indices, paper, then
from perturb.certify.point import certify
from perturb.domains import activation, integer, orthogonal, positive_definite, psd, scalar, square, together
from perturb.domains.draws import draw
from perturb.enclosure import Verdict
from perturb.results.claims import examine
from perturb.search.attack import search
from perturb.search.found import OPAQUE, SearchResult, certify_best
from perturb.search.method import PROFILES, Effort
from perturb.statements.claim import Claim
from perturb.vocab import (
    I,
    cols,
    det,
    exp,
    fro,
    inv,
    kappa,
    lam_max,
    lam_min,
    larger,
    rank,
    s,
    s1,
    s_min,
    sq,
    sqrt,
    trace,
)

SOURCE = paper("test")
i, j = indices("i j")
SMALL = Effort(rounds=3, batch=64, certified=4, corners=10, grid=500)


def declare(body: Callable[..., Any], domain: Any = None, **options: Any) -> Claim:
    return claim(SOURCE, "label", domain=square(n=(1, 3)) if domain is None else domain, **options)(body)


def submultiplicative(A: Any, B: Any) -> Any:
    yield given(s1(A), "<", 2)
    yield then(s1(A @ B), "<=", s1(A) * s1(B))


TWO = square(count=2, n=(1, 3))


def only_at_three(A: Any) -> Any:
    """det(A)^2 <= s_1^4 holds for n = 2; at n = 3 it fails for 2 I."""
    yield then(sq(det(A)), "<=", sq(sq(s1(A))) + (s(A)[1] - s(A)[1]))


def only_rank_one(A: Any) -> Any:
    yield given(rank(A), "==", 1)
    yield given(A[1, 1], "!=", 0)
    yield then(s1(A), ">=", sq(trace(A)))


def only_negative(rho: Any, A: Any) -> Any:
    yield given(s1(A), ">", 0)
    yield then(rho * s1(A) + 3 * s1(A), ">=", rho * s_min(A))


def only_singular(A: Any) -> Any:
    yield then(s_min(A), ">", 0)


def only_an_equality(A: Any) -> Any:
    """False at equality only: s_1 = |trace| for multiples of a rank one projection."""
    yield given(trace(A), ">", 0)
    yield given(rank(A), "==", 1)
    yield then(s1(A) + Fraction(1, 2**60), ">", trace(A))
    yield then(s1(A), ">", trace(A))


def only_large(rho: Any) -> Any:
    yield then(rho, "<=", 6)


def only_the_second_index(A: Any) -> Any:
    yield then(s(A)[i + 1] * 2, "<=", s(A)[i])


def only_far_out(k: Any, A: Any) -> Any:
    yield given(s1(A), "<=", 1)
    yield then(s(A)[k], "<=", 1 - sq(k - 3) / 4 + Fraction(1, 10))


def only_signs(D: Any) -> Any:
    yield then(trace(D), ">", -3)


def only_a_constant(A: Any) -> Any:
    """The true constant is sqrt(3): |trace| <= sqrt(n) |A|_F."""
    yield then(trace(A), "<=", Fraction(1732, 1000) * fro(A))


def only_inside_a_ball(M: Any) -> Any:
    """The catalogue's bound with its constant lowered by a thousandth."""
    yield given(s1(M), "<", 1)
    yield then(kappa(I + M), "<=", Fraction(999, 1000) * (1 + s1(M)) / (1 - s1(M)) + Fraction(1, 10**6))


FALSE: dict[str, tuple[Callable[..., Any], Any]] = {
    "n >= 3": (only_at_three, square(n=(1, 4))),
    "rank one": (only_rank_one, square(n=(1, 3))),
    "rho < 0": (only_negative, together(A=square(), rho=scalar(), n=(1, 3))),
    "singular": (only_singular, square(n=(1, 3))),
    "equality": (only_an_equality, square(n=(1, 3))),
    "rho > 6": (only_large, together(rho=scalar())),
    "the second index": (only_the_second_index, square(n=(1, 3))),
    "an integer": (only_far_out, together(A=square(), k=integer(1, "n"), n=(1, 4))),
    "signs": (only_signs, orthogonal(n=(1, 4))),
    "a constant": (only_a_constant, square(n=(1, 3))),
    "a constant inside a ball": (only_inside_a_ball, square(n=(1, 3))),
}


@pytest.mark.parametrize("name", FALSE)
def test_a_false_claim_is_refuted(name: str) -> None:
    body, domain = FALSE[name]
    c = declare(body, domain)
    evidence = examine(c, PROFILES["quick"], seed=0)
    assert evidence.outcome == "refuted"
    assert evidence.simplest is not None
    again = certify(c, c.domain.point(evidence.simplest.values))
    assert again.verdict is Verdict.VIOLATED


def always_violated_outside(A: Any) -> Any:
    yield given(lam_min(A), ">", 0)
    yield then(s1(inv(A)), "<=", 1 / lam_min(A))


def weyl(A: Any, B: Any) -> Any:
    yield then(s(A + B)[i + j - 1], "<=", s(A)[i] + s(B)[j])


def equality_everywhere(A: Any) -> Any:
    yield then(sq(fro(A)), "==", trace(A.T @ A))


def sharp_everywhere(A: Any, D: Any) -> Any:
    yield then(s1(D @ A), "<=", s1(A))


TRUE: dict[str, tuple[Callable[..., Any], Any]] = {
    "weyl": (weyl, TWO),
    "inverse": (always_violated_outside, psd(n=(1, 3))),
    "equality": (equality_everywhere, square(n=(1, 3))),
    "activation": (sharp_everywhere, together(A=square(), D=activation(0), n=(1, 3))),
    "submultiplicative": (submultiplicative, TWO),
}


@pytest.mark.parametrize("name", TRUE)
def test_a_true_claim_survives(name: str) -> None:
    body, domain = TRUE[name]
    evidence = examine(declare(body, domain), PROFILES["ci"], seed=0)
    assert evidence.outcome == "survived"
    assert evidence.found.violations == []
    assert evidence.found.verdicts["holds"] > 50
    assert evidence.simplest is None


def test_an_equality_case_is_looked_at_first() -> None:
    def almost(A: Any) -> Any:
        yield then(A[1, 1], "!=", Fraction(355, 113))

    found = search(declare(almost, equality=[[["355/113"]]]), Effort(rounds=0, corners=0, grid=10))
    assert found.violations
    assert found.origins["equality"] == 1


@pytest.mark.usefixtures("counted_time")
def test_the_time_limit_cuts_the_search_short() -> None:
    found = search(declare(weyl, TWO), Effort(rounds=10**9, seconds=0.3), seed=0)
    assert found.cut_short
    assert found.points == 301  # a look at the clock after each, and one before the first


def test_found_adds_up() -> None:
    found = search(declare(submultiplicative, TWO), SMALL, seed=0)
    assert sum(found.verdicts.values()) == found.points == sum(found.origins.values())
    assert len(found.margins) + found.equality == found.verdicts["holds"] + found.verdicts["violated"]
    assert 0 < found.inside <= found.drawn
    assert all(n <= found.screened for n in found.met.values())


def test_a_statement_about_integers_alone_is_searched() -> None:
    @claim(paper("numbers"), "odd squares", domain={"k": integer(1, 3)})
    def odd(k):
        yield then(k * k, "<", 9)

    found = examine(odd, Effort(rounds=2))
    assert found.outcome == "refuted"
    assert found.simplest is not None
    assert found.simplest.data["inputs"]["k"]["value"] == 3


# What a search makes of a claim that nothing decides, that says nothing, or that is about nothing.


def declare_outcomes(body: Callable[..., Any], domain: Any = None, **options: Any) -> Claim:
    return claim(SOURCE, "label", domain=square(n=(1, 3)) if domain is None else domain, **options)(body)


def test_a_claim_about_nothing_is_vacuous() -> None:
    def nothing(A: Any) -> Any:
        yield given(s1(A), "<", 0)
        yield then(s1(A), ">", 5)

    assert examine(declare_outcomes(nothing), PROFILES["ci"]).outcome == "vacuous"


def test_a_point_that_rounding_moved_out_of_the_domain_is_no_violation() -> None:
    def positive(A: Any) -> Any:
        yield then(s1(A), ">", 0)

    inside, found = declare_outcomes(positive, positive_definite(n=(1, 2))), SearchResult()
    everywhere = declare_outcomes(positive, square(n=(1, 2)))
    nought = everywhere.domain.point({"A": [[0]]})
    found.certify(inside, nought, "random")
    assert not found.violations
    found.certify(everywhere, nought, "random")
    assert len(found.violations) == 1


def test_a_claim_that_nothing_decides_is_unresolved() -> None:
    def beyond(A: Any) -> Any:
        yield then(exp(sqrt(2)) * exp(sqrt(3)), "<=", exp(sqrt(2) + sqrt(3) + 0 * lam_max(A)))

    evidence = examine(declare_outcomes(beyond, psd(n=(1, 2))), SMALL)
    assert evidence.outcome == "unresolved"
    assert evidence.found.verdicts["undecided"] == evidence.found.points
    assert not evidence.agrees


def test_points_with_sides_equal_to_all_digits_count_as_looked_at_and_are_told_apart() -> None:
    """Both sides are one number, which no kernel sees, unless the entry is large."""

    def mostly_open(A: Any) -> Any:
        more = larger(0, A[1, 1] - 2)
        yield then(exp(sqrt(2)) * exp(sqrt(3)), "<=", exp(sqrt(2) + sqrt(3)) + more)

    evidence = examine(declare_outcomes(mostly_open, psd(n=(1, 2))), replace(SMALL, rounds=80))
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

    evidence = examine(declare_outcomes(strictly, psd(n=(1, 2))), replace(SMALL, rounds=80))
    assert evidence.found.agreed > 0
    assert evidence.outcome == "unresolved"


def test_the_edge_of_a_hypothesis_says_nothing_of_a_strict_conclusion() -> None:
    """Unless the entry is large no kernel sees whether the hypothesis holds."""

    def edge(A: Any) -> Any:
        yield given(exp(sqrt(2)) * exp(sqrt(3)), "<", exp(sqrt(2) + sqrt(3)) + larger(0, A[1, 1] - 1))
        yield then(sq(A[1, 1]), ">", 1)

    evidence = examine(declare_outcomes(edge, psd(n=(1, 2))), replace(SMALL, rounds=60))
    assert evidence.found.verdicts["undecided"] > 0
    assert evidence.found.reasons.keys() == {"hypothesis 1 precision"}
    assert evidence.found.touching == 0


def test_a_claim_that_is_undefined_everywhere_is_vacuous_and_says_why() -> None:
    def nowhere(A: Any) -> Any:
        yield then(1 / (sqrt(2) * sqrt(3) - sqrt(6) + 0 * lam_max(A)), "<=", 1)

    evidence = examine(declare_outcomes(nowhere, psd(n=(1, 2))), SMALL)
    assert evidence.outcome == "vacuous"
    assert evidence.found.undefined.total() == evidence.found.points
    assert "undefined: division by zero" in evidence.note


def test_a_claim_that_says_nothing_at_any_size_says_so() -> None:
    def nothing(A: Any) -> Any:
        yield then(s(A)[5], "<=", 0)

    evidence = examine(declare_outcomes(nothing, square(n=(1, 2))), SMALL)
    assert evidence.outcome == "vacuous"
    assert evidence.note.endswith("points (no instance at this size)")


# Points that no kernel decides: how a search keeps them from taking all of its time.


ME = paper("test")
BRIEF = replace(PROFILES["brief"], corners=30)


@claim(ME, "one number", domain=psd(n=(1, 3)))
def one_number(A: Any) -> Any:
    """Equal at n = 1, which no kernel sees."""
    more = (cols(A) - 1) * (1 + larger(0, lam_max(A)))
    yield then(exp(sqrt(2)) * exp(sqrt(3)), "<=", exp(sqrt(2) + sqrt(3)) + more)


def test_a_size_at_which_nothing_is_decided_gets_a_quarter_of_its_batches() -> None:
    found = search(one_number, BRIEF)
    least, *others = ({"n": n} for n in (1, 2, 3))
    assert found.opaque(least)
    assert not any(found.opaque(sizes) for sizes in others)
    assert found.left_open[(("n", 1),)] < 2 * OPAQUE + BRIEF.corners < found.decided[(("n", 2),)]
    assert found.verdicts["undecided"] == found.left_open.total()


@pytest.mark.parametrize("share", [0.4, 0.6])
def test_equalities_are_not_looked_for_when_most_points_are_open(share: float) -> None:
    """The tightest points of a batch, all of them equal to all digits, are left out."""
    found = SearchResult()
    found.verdicts.update(undecided=int(100 * share), holds=100 - int(100 * share))
    batch = draw(one_number.domain, np.random.default_rng(1), 64, {"n": 1})
    before = found.points
    for _ in certify_best(one_number, batch, 8, "random", found, np.random.default_rng(2)):
        pass
    assert (found.points - before <= 4) == (share > 0.5)


@pytest.mark.usefixtures("counted_time")
def test_corners_leave_time_for_the_rest() -> None:
    found = search(one_number, Effort(rounds=10**9, corners=10**4, seconds=0.05))
    assert found.cut_short
    assert found.origins["corners"] < found.points / 2
