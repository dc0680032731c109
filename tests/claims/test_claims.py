"""Every claim of the catalogue, every question: one test each, made from the catalogue.

pytest -k thm-22 runs those of one theorem.
"""

from __future__ import annotations

from dataclasses import replace

import pytest
from hypothesis import settings

from perturb.certify.point import certify
from perturb.certify.properties import PropertyRun, run_property
from perturb.domains.draws import corners
from perturb.enclosure import Verdict
from perturb.results.claims import FLOOR, from_store
from perturb.sharpen.wins import at_least_as_strong
from perturb.statements.catalogue import catalogue
from perturb.statements.claim import Claim
from perturb.statements.paper import Status
from perturb.vocab.relations.order import then

CATALOGUE = catalogue()
LONG = 400
TRUE = [Status.PROVED, Status.CORRECTED, Status.SHARPENED, Status.GAP]


def cases(wanted):
    return [pytest.param(c, id=c.id) for c in CATALOGUE.values() if wanted(c)]


def looked_at(c: Claim) -> PropertyRun:
    """A short run, and a long one where that met nothing inside: rare is not the same as never."""
    run = run_property(c, settings().max_examples)
    return run if run.inside or run.violation else run_property(c, LONG)


def believed(c: Claim) -> bool:
    return c.status in TRUE


@pytest.mark.parametrize("c", cases(believed))
def test_holds(c: Claim) -> None:
    """Hypothesis and the corners find no violation, and certify that the statement holds somewhere."""
    run = looked_at(c)
    assert run.violation is None, f"{c.id} violated at {run.violation}"
    verdicts = [certify(c, point).verdict for point in corners(c.domain, 6)]
    assert Verdict.VIOLATED not in verdicts
    assert run.verdicts[Verdict.HOLDS] + verdicts.count(Verdict.HOLDS) > 0


@pytest.mark.parametrize("c", cases(lambda c: believed(c) and c.equality))
def test_equality(c: Claim) -> None:
    """Each declared equality case is inside, and the statement is tight there to all digits or exactly."""
    for point in c.equality:
        found = certify(c, point)
        assert c.domain.contains(point)
        assert found.verdict is Verdict.HOLDS or (
            found.verdict is Verdict.UNDECIDED and abs(found.margin) < 1e-12
        )
        assert abs(found.margin) < 1e-12, f"slack {found.margin} at {dict(point.values)}"


@pytest.mark.parametrize("c", cases(lambda c: c.status.expects == "refuted"))
def test_replays(c: Claim) -> None:
    """The stored witness of a refuted claim is about this very statement and is certified again."""
    evidence = from_store(c)
    assert evidence is not None, f"{c.id} has no stored witness: perturb check {c.id} --search --store"
    assert evidence.outcome == "refuted", evidence.note


@pytest.mark.parametrize("c", cases(lambda c: c.status is Status.VACUOUS))
def test_vacuous(c: Claim) -> None:
    """No point certified to meet the hypotheses, though many were certified to miss them."""
    run = run_property(c, settings().max_examples)
    assert run.violation is None
    assert run.verdicts[Verdict.HOLDS] == 0
    assert run.verdicts[Verdict.VACUOUS] > 0


def hypotheses_alone(c: Claim) -> Claim:
    """The same hypotheses over the same domain, with nothing to conclude."""
    return replace(c, conclusions=then(0, "<=", 1).links)


@pytest.mark.parametrize("c", cases(lambda c: c.hypotheses and c.status is not Status.VACUOUS))
def test_not_vacuous(c: Claim) -> None:
    """Enough points meet the hypotheses, and each hypothesis is missed by something inside or on the rim.

    What is refuted needs no second proof that its hypotheses matter.
    """
    of = hypotheses_alone(c)
    run = looked_at(of)
    assert run.inside >= FLOOR * run.drawn
    if c.status.expects != "refuted":
        missed = set(run.missed)
        if len(missed) < len(of.hypotheses):
            missed |= _missed_at_corners(of)
        for examples in (60, LONG):
            if len(missed) < len(of.hypotheses):
                missed |= set(run_property(of, examples, of.domain.rim()).missed)
        assert missed == set(range(len(of.hypotheses))), f"{c.id}: a hypothesis is never missed"


def _missed_at_corners(c: Claim) -> set[int]:
    found = [certify(c, point) for point in corners(c.domain, 20)]
    return {v.failed for v in found if v.verdict is Verdict.VACUOUS and v.failed is not None}


@pytest.mark.parametrize("c", cases(lambda c: True))
def test_documented(c: Claim) -> None:
    """A sentence, a source, a status; links to claims that exist; a proof for what is corrected or
    sharpened.
    """
    assert len(c.doc) > 20
    assert c.label
    assert c.paper.title
    assert c.status is not None
    for other in (c.corrects, c.sharpens):
        assert other is None or other in CATALOGUE
    if c.status in (Status.CORRECTED, Status.SHARPENED):
        assert c.corrects or c.sharpens
    if c.status in (Status.CORRECTED, Status.SHARPENED, Status.GAP):
        assert "Proof" in c.doc


@pytest.mark.parametrize("c", cases(lambda c: c.sharpens))
def test_sharpens(c: Claim) -> None:
    """Where bounds can be compared, the sharpened one is never the weaker."""
    relation = at_least_as_strong(c, CATALOGUE[c.sharpens])
    if relation is not None:
        run = run_property(relation, settings().max_examples)
        assert run.violation is None, f"weaker than its parent at {run.violation}"
