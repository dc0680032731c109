"""One claim, examined: replay what is known to refute it, otherwise attack it; keep the witnesses.

First, what points say of a statement: when it "survived", is vacuous, or stays open, and why, in sentences.
Then the examination: a search that found violations is followed by the way to the simplest point, in what is
left of the time.
"""

from __future__ import annotations

import math
import time
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any, TypeVar

from perturb.certify import witness as witnesses
from perturb.certify.point import SECOND_KERNEL, Certificate, PointVerdict, certify
from perturb.certify.witness import Witness
from perturb.domains.space import Point, written_values
from perturb.enclosure import Verdict
from perturb.process.pool import TimeIsOver, limited
from perturb.process.signals import keeping
from perturb.results import stored
from perturb.results.claim_evidence import Evidence
from perturb.search.attack import Progress, search
from perturb.search.found import SearchResult
from perturb.search.method import Effort
from perturb.search.shrink import complexity, free_entries, simplest
from perturb.sharpen.tighten import implied
from perturb.statements.claim import Claim
from perturb.statements.paper import Outcome
from perturb.vocab.printing.readable import readable
from perturb.vocab.systems.evaluate import DIGITS

# What "survived" takes: conventions, no theorems; the README says them too ("How to read a verdict").
# A domain is built to meet its hypotheses, so that fewer than one draw in a hundred inside means that nobody
# has looked at what the statement says; enough certified points make up for that.
FLOOR = 0.01
# One point decided at each of a few sizes shows little. Every profile certifies more than twenty points of a
# statement that the kernels can decide, so that fewer say that they cannot.
ENOUGH = 20
# Open points at equality are expected of a sharp "<=". Away from it they mean that no kernel gets here, and
# then the points that were decided may be the harmless ones: at most one for each ten that hold.
OPEN_SHARE = 0.1


def vacuous(found: SearchResult) -> bool:
    """Not one certified point inside the hypotheses, and none that may be."""
    return found.verdicts["vacuous"] > 0 and not found.verdicts["holds"] and not found.verdicts["undecided"]


def nothing_inside(found: SearchResult) -> str:
    for counts, what in ((found.undefined, "has no value"), (found.unsaid, "says nothing")):
        if counts:
            (why, _), *_ = counts.most_common(1)
            return f"the statement {what} at {counts.total()} of {found.points} points ({why})"
    return "no certified point lies inside the hypotheses"


def survived(claim: Claim, found: SearchResult) -> bool:
    """Enough certified points, more of them than open ones, and few open ones away from equality.

    A point that no kernel decides may touch equality, which breaks no "<=" but would break a "<". Where both
    sides agree to 60 digits it counts among the points that were looked at, beside one at least that holds.
    """
    strict = any(link.op in ("<", ">", "!=") for link in claim.conclusions)
    held = found.verdicts["holds"]
    seen = held + found.agreed
    enough = held > 0 and seen >= max(ENOUGH, found.doubtful / OPEN_SHARE) and seen > found.left
    return enough and not (strict and (found.touching or found.near.open < math.inf))


def doubt(claim: Claim, found: SearchResult) -> str:
    held, reasons = found.verdicts["holds"], ", ".join(found.reasons)
    alike = equal(found)
    if held + found.agreed < ENOUGH:
        left = f"; {found.left} undecided: {reasons}" if found.left else ""
        told = filter(None, (alike, sparse(claim, found, FLOOR), failing(claim, found)))
        return "; ".join([f"only {held} points certified, {ENOUGH} are needed{left}", *told])
    if held + found.agreed <= found.left:
        counts = f"{held} points certified, {found.left} undecided"
        return f"{counts}: more must be decided than are open ({reasons})" + (f"; {alike}" if alike else "")
    if found.doubtful > OPEN_SHARE * (held + found.agreed):
        return f"{found.doubtful} points undecided though not at equality: {reasons}"
    if found.touching:
        return f"{found.touching} points touch a strict inequality to all digits and stay undecided"
    return f"comes within {found.near.open:.1g} of equality, which is neither found nor excluded"


def failing(claim: Claim, found: SearchResult) -> str:
    """The hypotheses with the draws that meet each, the rarest first; empty where nothing was drawn."""
    if not found.screened:
        return ""
    rarest = sorted(range(len(claim.hypotheses)), key=lambda k: found.met[k])
    return "; ".join(
        f"hypothesis {k + 1}, {readable(claim.hypotheses[k].latex(claim.names))}, "
        f"is met by {found.met[k]:,} of {found.screened:,} draws"
        for k in rarest
    )


def sparse(claim: Claim, found: SearchResult, floor: float) -> str:
    """A sentence where less than a share `floor` of the draws were inside; empty elsewhere.

    Without hypotheses every point at which the statement has a value is.
    """
    if not found.drawn or found.inside >= floor * found.drawn:
        return ""
    solved = found.origins["solved"]
    more = f"; {solved:,} more points by solving the equations" if solved else ""
    where = "meet the hypotheses" if claim.hypotheses else "give the statement a value"
    return f"thin: {found.inside:,} of {found.drawn:,} draws {where}, {_share(found)}{more}"


def equal(found: SearchResult) -> str:
    """A sentence where sides agree to all digits asked for, and no kernel decides; empty elsewhere."""
    if not found.agreed:
        return ""
    held = found.verdicts["holds"]
    return f"{held:,} points decided, {found.agreed:,} more with sides equal to {DIGITS} digits, left open"


def _share(found: SearchResult) -> str:
    return f"{100 * found.inside / found.drawn:.2g} %"


GRACE = 0.7  # seconds, or that share of a fifth of the limit, after the search
LEAST = 0.3  # seconds to confirm the simplest violation, however late it is: most take a thousandth
MOST = 2.0  # seconds for one simplification where there is a limit
Found = TypeVar("Found")
Confirm = Callable[[Claim, Point], PointVerdict | None]
LOOKED_AT = 10  # violations whose constants are compared for the best one


class KernelsDisagree(AssertionError):
    """The two kernels contradict each other at one point: a defect of the engine, never a verdict."""


@dataclass(frozen=True)
class TimeLeft:
    """Of a limit in seconds that began at `start`, a grace included; `kept` seconds are for what is last."""

    start: float
    seconds: float
    kept: float = 0.0

    def __call__(self) -> float:
        """Seconds for the next of several steps: half of what is left; infinity without a limit."""
        return self.whole() if self.whole() == math.inf else min(MOST, self.whole() / 2)

    def whole(self) -> float:
        """Seconds until the end; infinity without a limit."""
        end = self.start + self.seconds + max(GRACE, GRACE * self.seconds / 5) - self.kept
        return math.inf if end == math.inf else max(end - time.monotonic(), 0.0)

    def within(self, work: Callable[[], Found], least: float = 0.0) -> Found | None:
        """What the work returns; None where time is over before. It has `least` seconds in any case."""
        seconds = max(self.whole(), least)
        try:
            with limited(seconds):
                return work() if seconds else None
        except TimeIsOver:
            return None


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
    path, line = stored_witness(claim), None
    if not path.exists():
        line = stored.of_lines(claim)
        if line is None:
            return None
        path = line[0]
    found = stored.about(claim, path) if line is None else stored.replayed(claim, line[1])
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


def confirmed(
    claim: Claim, violations: Sequence[tuple[Point, PointVerdict]], left: TimeLeft, confirm: Confirm
) -> tuple[Point, PointVerdict] | None:
    """The simplest point that `confirm` gives a verdict on; None where it gives none, or not in time.

    With a limit the simplest of the violations is confirmed first: there may be no time for it after they
    were simplified, and this tells how much that takes.
    """
    known: tuple[Point, PointVerdict] | None = None
    if left.seconds < math.inf:
        first = min((point for point, _ in violations), key=complexity)
        began = time.monotonic()
        verdict = left.within(lambda: confirm(claim, first), LEAST)
        known = None if verdict is None else (first, verdict)
        simpler = replace(left, kept=left.kept + 2 * (time.monotonic() - began))
    else:
        simpler = left
    point = simplest_of(claim, violations, simpler)
    if known is not None and complexity(point) == complexity(known[0]):
        return known
    verdict = left.within(lambda: confirm(claim, point))
    return known if verdict is None else (point, verdict)


def simplest_of(
    claim: Claim, violations: Sequence[tuple[Point, PointVerdict]], left: Callable[[], float]
) -> Point:
    """The simplest point that the simplest violations and the worst lead to: a descent may stop early."""
    return min((simplest(claim, one, left()) for one in _starts(violations)), key=complexity)


def _starts(violations: Sequence[tuple[Point, PointVerdict]], count: int = 4) -> list[Point]:
    plain = sorted((point for point, _ in violations), key=complexity)[:count]
    worst = [point for point, _ in sorted(violations, key=lambda pair: pair[1].margin)[:count]]
    return list({id(point): point for point in plain + worst}.values())


def save(evidence: Evidence, store: bool = False) -> Path | None:
    """Write the simplest and the worst witness; the path of the first, None without one. Raises OSError."""
    if evidence.stored is not None:
        return nearby(evidence.stored)
    if evidence.simplest is None:
        return None
    claim = evidence.claim
    path = (
        stored_witness(claim) if store else Path("witnesses") / f"{claim.slug}-{claim.fingerprint[:4]}.json"
    )
    if evidence.worst is not None:
        witnesses.save(evidence.worst, path.with_name(f"{path.stem}-worst.json"))
    saved = witnesses.save(evidence.simplest, path)
    if store:
        stored.keep(claim, evidence.seconds)
    return nearby(saved)


def nearby(path: Path) -> Path:
    """Relative to the current folder where it lies below it."""
    return path.relative_to(Path.cwd()) if path.is_relative_to(Path.cwd()) else path
