"""Nothing false is derived: refuted statements, mutants, and files that are damaged or of another statement.

A thirtieth of it; all refuted statements, all mutants and 10^4 damaged files in the deep profile.
"""

from __future__ import annotations

import json
import random
from functools import cache
from pathlib import Path
from typing import Any

import pytest
from hypothesis import settings

from perturb.derive import store
from perturb.derive.checker.check import check
from perturb.derive.checker.matrices import Unspoken
from perturb.derive.deriver import derive
from perturb.derive.header import header
from perturb.derive.known import Citable
from perturb.derive.lemmas import Base
from perturb.prove.checker.numbers import Rejected
from perturb.prove.reading.ring import Unsupported as NoForm
from perturb.sharpen.kills import kill
from perturb.sharpen.mutants import mutants
from perturb.statements.catalogue import catalogue
from perturb.statements.claim import Claim
from perturb.statements.paper import Outcome
from tests.derive.forging import places

ROOT = Path(__file__).parents[2]
DEEP = settings().max_examples >= 2_000
SHARE = 1 if DEEP else 30
CLAIMS = {k: x for k, x in catalogue().items() if isinstance(x, Claim)}
KEPT = [*store.every(ROOT / "proofs")]
KNOWN, LEMMAS = Citable(), Base(CLAIMS.values())
REFUTED = [x for x in CLAIMS.values() if x.status and x.status.expects is Outcome.REFUTED]
SECONDS = 1.0 if DEEP else 0.2  # a statement
DAMAGED = 10_000 if DEEP else 330
PUT: list[Any] = [None, True, 0, 1, -1, 2, 1.5, "", "0", "1", "-1", "1/0", "1e3", "(", "lemma", [], {}, [[]]]


@pytest.mark.parametrize("claim", REFUTED[::SHARE], ids=lambda x: x.id)
def test_what_is_refuted_is_not_derived(claim: Claim) -> None:
    assert derive(claim, LEMMAS, SECONDS).outcome != "derived"


@cache
def stronger() -> list[tuple[Claim, store.KeptProof]]:
    """Mutants of what is derived, not known to be true, and the derivation of the statement itself."""
    every = ((one, mutant) for one in KEPT for mutant in mutants(CLAIMS[one.id]))
    return [(mutant.claim, one) for one, mutant in every if mutant.proof is None]


def put_together(claim: Claim, one: store.KeptProof) -> Any:
    """The steps of one statement below the text of another. None where the other has no text."""
    try:
        return {**store.content(one), **header(claim)}
    except (Unspoken, NoForm):
        return None


@pytest.mark.parametrize("part", range(4))
def test_a_derivation_does_not_serve_for_what_is_stronger(part: int) -> None:
    """Where the checker accepts it all the same, the mutant is true as far as the attacks can tell."""
    tried = 0
    for mutant, one in stronger()[part :: 4 if DEEP else 24]:
        forged = put_together(mutant, one)
        if forged is not None:
            tried += 1
            if accepts(forged, mutant):
                assert kill(mutant, 0.5).by is None, mutant.id
    assert tried > 20


@pytest.mark.parametrize("part", range(4))
def test_no_mutant_that_is_killed_is_derived(part: int) -> None:
    for mutant, _ in stronger()[part :: 4 if DEEP else 400]:
        if derive(mutant, LEMMAS, SECONDS).outcome == "derived":
            assert kill(mutant, 2.0).by is None, mutant.id


def accepts(data: Any, claim: Claim) -> bool:
    try:
        check(data, KNOWN.cited(claim), claim.lemma)
    except Rejected:
        return False
    return True


def damaged(data: Any, draw: random.Random, others: list[Any]) -> Any:
    """One part lost, doubled, exchanged for another or for something without sense."""
    copy = json.loads(json.dumps(data))
    *at, last = draw.choice([one for one in places(copy) if one])
    holder = copy
    for key in at:
        holder = holder[key]
    how = draw.choice(["put", "lose", "swap", "foreign"])
    if how == "put":
        holder[last] = draw.choice(PUT)
    elif how == "lose":
        del holder[last]
    elif how == "foreign":
        holder[last] = draw.choice(others)
    else:
        other = draw.choice(list(holder) if isinstance(holder, dict) else range(len(holder)))
        holder[last], holder[other] = holder[other], holder[last]
    return copy


def test_damaged_files_are_refused_or_say_what_they_said() -> None:
    """What is accepted has the text of the statement, its conclusion last, and lemmas that it lists."""
    draw, refused = random.Random(4), 0
    parts = [step for one in KEPT for goal in store.content(one)["goals"] for step in goal]
    others = parts + [value for step in parts for value in step.values()]
    for _ in range(DAMAGED):
        data = store.content(draw.choice(KEPT))
        other = damaged(data, draw, others)
        claim = CLAIMS[data["id"]]
        if not accepts(other, claim):
            refused += 1
            continue
        about = {key: value for key, value in header(claim).items() if key != "id"}
        assert about.items() <= other.items(), (data["id"], other)
    assert refused > DAMAGED * 3 / 4
