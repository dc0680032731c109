"""Where both sides of a strict conclusion meet: how far that is, and whether the hypotheses hold there."""

from __future__ import annotations

from typing import Any

from flint import fmpq

from perturb import given, then
from perturb.certify.point import certify
from perturb.certify.screen import screen
from perturb.domains import positive_definite, scalar, square
from perturb.domains.draws import draw
from perturb.enclosure import Verdict
from perturb.search.found import NearEquality
from perturb.search.methods.isolated import contacts
from perturb.search.solvers.contact import Contact
from perturb.search.streams import claim_stream
from perturb.statements.claim import Claim
from perturb.vocab import det, lam_min, rank
from tests.declared import declare


def contact_of(claim: Claim) -> Contact:
    sizes = next(iter(claim.domain.sizes()))
    return next(contacts(claim, draw(claim.domain, claim_stream(claim, "test", 0), 1, sizes)))


def falling(t: Any) -> Any:
    yield then(t / (1 + t), "<", 1)


def touching(t: Any) -> Any:
    yield given(t, "<", 1)
    yield then((t - 1) ** 2, ">", 0)


def test_a_margin_that_falls_for_ever_leads_to_no_point() -> None:
    assert not contact_of(declare(falling, scalar(low=0))).nears([fmpq(2) ** 25])
    assert contact_of(declare(touching, scalar())).nears([1 - fmpq(1, 2**25)])


def test_equality_on_the_edge_of_a_hypothesis_is_outside() -> None:
    contact = contact_of(declare(touching, scalar()))
    assert contact.outside([fmpq(1)])
    assert contact.outside([fmpq(2)])
    assert not contact.outside([fmpq(1, 2)])


def test_a_parameter_keeps_its_range() -> None:
    contact = contact_of(declare(falling, scalar(low=0)))
    assert contact.outside([fmpq(-1)])
    assert not contact.outside([fmpq(0)])


def definite(A: Any) -> Any:
    yield then(0, "<", lam_min(A))


def test_a_point_that_holds_with_more_bits_does_not_touch() -> None:
    """Columns that are dependent to 700 bits."""
    claim = declare(definite, positive_definite(n=(2, 2)))
    big = fmpq(2) ** 350
    point = claim.domain.point({"A": [[1, big], [big, big * big + 1]]})
    found = certify(claim, point)
    assert found.verdict is Verdict.UNDECIDED
    assert NearEquality().sharper(claim, point, found).verdict is Verdict.HOLDS


def of_rank_two(A: Any) -> Any:
    yield given(rank(A), "==", 2)
    yield given(A[1, 1], "==", 1)
    yield then(det(A), "!=", 0)


def test_a_rank_is_no_equation_to_solve() -> None:
    claim = declare(of_rank_two, square(n=(2, 2)))
    contact = contact_of(claim)
    assert [str(link.lhs.word.name) for link in contact.equations] == ["entry"]
    assert contact.residual(contact.vectors(contact.fixed)).shape == (1, 2)
    assert screen(claim, contact.fixed).margin.shape == (1,)
