"""One claim, examined: replay what is known to refute it, otherwise attack it; the evidence as a value."""

from __future__ import annotations

import math
import time
from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from perturb.certify import witness as witnesses
from perturb.certify.point import SECOND_KERNEL, Certificate, PointVerdict, certify
from perturb.certify.witness import Witness
from perturb.domains.base import Point
from perturb.domains.exact import written_values
from perturb.enclosure import Verdict
from perturb.process.signals import keeping
from perturb.results import stored
from perturb.results.policy import FLOOR, doubt, nothing_inside, survived, vacuous
from perturb.results.simplify import TimeLeft, confirmed
from perturb.results.thin import equal, failing, sparse
from perturb.results.told import ToldEvidence
from perturb.search.attack import Effort, Progress, search
from perturb.search.found import SearchResult
from perturb.search.shrink import complexity, free_entries
from perturb.sharpen.implied import implied
from perturb.sharpen.tighten import ConstantBracket
from perturb.statements.claim import Claim
from perturb.statements.outcome import Outcome
from perturb.statements.status import Status

LOOKED_AT = 10  # violations whose constants are compared for the best one


class KernelsDisagree(AssertionError):
    """The two kernels contradict each other at one point: a defect of the engine, never a verdict."""


@dataclass(repr=False)
class Evidence(ToldEvidence):
    """What the engine found about a claim: survived, refuted, vacuous or unresolved; never "true".

    `found` counts the certified points by their verdict (`verdicts`) and those where both sides are equal
    (`equality`); `certificate` names the kernel that decided and its bits; `simplest` and `worst` are the
    witnesses of a claim that is refuted.
    """

    claim: Claim
    outcome: Outcome = Outcome.UNRESOLVED
    found: SearchResult = field(default_factory=SearchResult)
    certificate: Certificate | None = None
    simplest: Witness | None = None
    worst: Witness | None = None
    stored: Path | None = None
    note: str = ""
    constant: ConstantBracket | None = None
    seconds: float = 0.0
    interrupted: bool = False

    @property
    def agrees(self) -> bool:
        """Do what people assert and what the engine found fit?"""
        return self.outcome is (self.claim.status or Status.PRINTED).expects

    @property
    def inputs(self) -> dict[str, Any]:
        """The exact inputs of the simplest witness by name, rows in lists; empty where nothing is refuted."""
        return {} if self.simplest is None else self.simplest.shown


def stored_witness(claim: Claim) -> Path:
    """Where the catalogue keeps the simplest witness of a claim: beside the file that declares it."""
    assert claim.file is not None
    return claim.file.parent / "witnesses" / f"{claim.slug}.json"


def examine(
    claim: Claim,
    effort: Effort,
    seed: int = 0,
    anew: bool = False,
    progress: Progress = lambda found: None,
) -> Evidence:
    """Replay the stored witness of a refuted claim; otherwise (or with `anew`) search."""
    start = time.monotonic()
    evidence = None if anew or not _said_false(claim) else from_store(claim)
    if evidence is None:
        evidence = attack(claim, effort, seed, progress)
    evidence.seconds = time.monotonic() - start
    return evidence


def _said_false(claim: Claim) -> bool:
    return claim.status is not None and claim.status.expects is Outcome.REFUTED


def from_store(claim: Claim) -> Evidence | None:
    """The evidence of a stored witness, decided again; None where none is stored."""
    path = stored_witness(claim)
    if not path.exists():
        return None
    found = stored.about(claim, path)
    if found is None:
        return Evidence(claim, note=f"{path.name} is about another statement: the claim has changed since")
    witness, replayed = found
    decided = replayed.violation
    return Evidence(
        claim,
        Outcome.REFUTED if replayed.refutes else Outcome.UNRESOLVED,
        certificate=_certificate(decided) if decided and replayed.refutes else None,
        simplest=stored.as_decided(claim, witness, replayed),
        worst=_worst(claim, path.with_name(f"{claim.slug}-worst.json")),
        stored=path,
        note=_beyond(claim, witness) if replayed.refutes else f"{path.name} no longer replays",
    )


def _worst(claim: Claim, path: Path) -> Witness | None:
    """The worst violation that is stored, where its file still holds it."""
    found = stored.about(claim, path) if path.exists() else None
    return stored.as_decided(claim, *found) if found and found[1].refutes else None


def attack(
    claim: Claim, effort: Effort, seed: int, progress: Progress, stop_at_first: bool = True
) -> Evidence:
    """Search, then judge what was found. Without `stop_at_first` all the time goes into a worse violation."""
    evidence, start = Evidence(claim), time.monotonic()
    found = evidence.found
    with keeping() as kept:
        search(claim, effort, seed, stop_at_first, progress, found)
    evidence.interrupted = kept.interrupted
    if found.violations:
        _refute(evidence, {"drawn": found.drawn, "seed": seed}, TimeLeft(start, effort.seconds))
    elif vacuous(found):
        evidence.outcome = Outcome.VACUOUS
        evidence.note = "; ".join(filter(None, (nothing_inside(found), failing(claim, found))))
    elif survived(claim, found):
        evidence.outcome = Outcome.SURVIVED
        evidence.certificate = _weakest(found)
        evidence.note = "; ".join(filter(None, (sparse(claim, found, FLOOR), equal(found))))
    elif found.verdicts["holds"]:
        evidence.note = doubt(claim, found)
    else:
        evidence.note = "; ".join(
            f"{count} points: {reason}" for reason, count in found.reasons.most_common(3)
        )
    return evidence


def _weakest(found: SearchResult) -> Certificate:
    """The weakest of the kernels that the points rest on; exact arithmetic has no bits and beats them all."""
    pairs = (name.partition("@") for name in sorted(found.kernels))
    known = [Certificate(kernel, int(bits) if bits else None) for kernel, _, bits in pairs]
    return min(known, key=lambda one: math.inf if one.bits is None else one.bits)


def _refute(evidence: Evidence, effort: Mapping[str, Any], left: TimeLeft) -> None:
    """Both kernels must certify the simplest witness before the claim is called refuted."""
    claim, violations = evidence.claim, evidence.found.violations
    known = confirmed(claim, violations, left, cross_checked)
    if known is None:
        late = ": no time was left" if left.whole() == 0 else ""
        evidence.note = f"one kernel sees {len(violations)} violations, the second cannot confirm them{late}"
        return
    point, verdict = known
    evidence.outcome, evidence.certificate = Outcome.REFUTED, _certificate(verdict)
    evidence.simplest = witnesses.make(claim, point, verdict, free_entries(claim, point, left()), effort)
    evidence.note = _beyond(claim, evidence.simplest)
    assert verdict.failed is not None
    failed = verdict.failed
    same = sorted((v for v in violations if v[1].failed == failed), key=lambda pair: pair[1].margin)
    if same[0][1].margin < 0:  # an equality tells nothing of another constant
        evidence.constant = left.within(
            lambda: implied(claim, failed, [point, *[p for p, _ in same[:LOOKED_AT]]])
        )
    worst, found = min(violations, key=lambda pair: (round(pair[1].margin, 6), complexity(pair[0])))
    if found.margin < verdict.margin - 1e-6:
        evidence.worst = witnesses.make(claim, worst, found, search=effort)


def _beyond(claim: Claim, witness: Witness) -> str:
    """That the sizes of a witness are beyond those that are searched; the statement speaks of them, too."""
    return claim.domain.beyond(claim.domain.point(witness.values))


def cross_checked(claim: Claim, point: Point) -> PointVerdict | None:
    """The verdict at a witness, confirmed by the second kernel; KernelsDisagree if that denies it."""
    first, second = certify(claim, point), certify(claim, point, SECOND_KERNEL)
    where = f"{claim.id} at {written_values(point.values)}"
    if Verdict.HOLDS in (first.verdict, second.verdict):
        raise KernelsDisagree(where)
    if not claim.domain.contains(point):
        raise AssertionError(f"the witness is not in the domain: {where}")
    if Verdict.UNDECIDED in (first.verdict, second.verdict):
        return None
    return second if second.lhs.is_point and second.rhs.is_point else first


def _certificate(verdict: PointVerdict) -> Certificate:
    return Certificate(verdict.kernel, None if verdict.kernel == "exact" else verdict.bits)
