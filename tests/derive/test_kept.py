"""The derivations that are kept, and near misses that nothing derives."""

from __future__ import annotations

import sys
from pathlib import Path

import pytest

from perturb.certify.point import certify
from perturb.derive import accepted, store
from perturb.derive.deriver import derive
from perturb.derive.known import Citable
from perturb.derive.lemmas import Base
from perturb.enclosure import Verdict
from perturb.prove.store import HOLDS, REJECTED
from perturb.statements.catalogue import catalogue
from perturb.statements.claim import Claim
from perturb.statements.paper import Outcome

ROOT = Path(__file__).parents[2]
sys.path.insert(0, str(ROOT / "benchmarks"))
from unseen import derive_false  # noqa: E402

CLAIMS = {k: x for k, x in catalogue().items() if isinstance(x, Claim)}
LEMMAS, KNOWN = Base(CLAIMS.values()), Citable()
KEPT = [*store.every(ROOT / "proofs")]
NEAR = {x.id: x for x in vars(derive_false).values() if isinstance(x, Claim)}


def test_the_checker_accepts_every_derivation_that_is_kept() -> None:
    assert len(KEPT) > 50
    for one in KEPT:
        found = accepted.judged(one, CLAIMS[one.id], KNOWN)
        assert (found.outcome, found.reason) == (HOLDS, ""), one.id


def test_what_a_lemma_says_word_for_word_is_cited_and_not_kept() -> None:
    cited = {x.data["fingerprint"] for x in LEMMAS.lemmas.values()}
    assert not [one.id for one in KEPT if store.content(one)["fingerprint"] in cited]


def test_a_derivation_of_another_statement_is_rejected() -> None:
    """Its header is that of the claim as it stands, text by text."""
    one = KEPT[0]
    other = next(x for x in CLAIMS.values() if x.id != one.id)
    assert accepted.judged(one, other, KNOWN).outcome == REJECTED


def test_nothing_false_is_kept() -> None:
    kept = {store.content(one)["id"] for one in KEPT}
    assert not [k for k in kept if (s := CLAIMS[k].status) and s.expects is not Outcome.SURVIVED]


@pytest.mark.parametrize("name", sorted(derive_false.AT))
def test_a_near_miss_is_false(name: str) -> None:
    point = NEAR[name].domain.point(derive_false.AT[name])
    assert NEAR[name].domain.contains(point)
    assert certify(NEAR[name], point).verdict is Verdict.VIOLATED


@pytest.mark.parametrize("name", sorted(derive_false.LATE))
def test_what_is_false_from_size_3_on_is_not_derived(name: str) -> None:
    assert derive(NEAR[name], LEMMAS, 0.5).outcome != "derived"


def test_what_says_that_0_is_positive_is_open() -> None:
    assert derive(CLAIMS["riedi2022/eq-35"], LEMMAS, 0.5).outcome == "open"
