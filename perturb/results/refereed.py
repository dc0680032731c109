"""All that can be said of one claim within a limit of time, for the page of a referee.

The stages run one after the other, each for a share of the seconds: a search, proofs, hypotheses left out,
equality, constants from both sides. Those of fixed work end as they would without a limit where time allows,
so the same seed finds the same; a stage for which no time is left is named as such. Ctrl-C keeps what is
found.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass, field, replace
from functools import cached_property
from typing import Any

from flint import fmpq

from perturb.certify.point import certify, certify_links
from perturb.derive.accepted import derivation_of
from perturb.derive.known import Citable
from perturb.derive.trying import CITED, tried
from perturb.domains.draws import corners
from perturb.domains.space import Point, numbers
from perturb.enclosure import Verdict
from perturb.process.pool import TimeIsOver, limited
from perturb.process.signals import interrupt, keeping
from perturb.prove.judging import confirmed
from perturb.prove.proved import proofs_of
from perturb.prove.prover import attempt
from perturb.results.answers import constants
from perturb.results.between import Between, TwoSided
from perturb.results.claim_evidence import Evidence
from perturb.results.claims import examine
from perturb.results.idle import Hypothesis, hypotheses, within
from perturb.search.method import PROFILES
from perturb.search.shrink import complexity
from perturb.sharpen.directions import sites
from perturb.statements.claim import Claim
from perturb.statements.paper import Outcome
from perturb.vocab.grammar.kinds import Kind
from perturb.vocab.relations.order import Link, then

SECONDS = 60.0  # by default, for each statement
SEARCH, DERIVE, PROVE, IDLE, EQUAL, CONSTANTS = 0.35, 0.15, 0.1, 0.15, 0.05, 0.2  # shares of the seconds
SEARCHING, DERIVING, PROVING = "search", "derivation", "proof at small sizes"  # the stages by name
LEAVING_OUT, EQUATING, BOUNDING = "hypotheses left out", "equality", "constants"
WORK = PROFILES["quick"]
LEAST = 0.2  # seconds without which a stage is not begun
PROOF_SIZES = (1, 2)
CASES, CORNERS = 3, 60  # cases of equality that are shown; corners that are looked at for them, a size
FIRST = 4  # points of equality of one size, of which the plainest is shown
SIMPLIFY = 2.0  # seconds for the witness that a hypothesis is needed
STEPS = 4  # derivations, about, that a constant takes from above

ATTAINABLE = ("<=", ">=")  # relations that may be equalities, and say more than that

Progress = Callable[[str], None]
Equality = tuple[Point, tuple[int, ...]]  # where, and the conclusions, counted from 0, with equal sides


@dataclass
class Refereed:
    """What was found of a claim. `derivation` has the steps where there is one, stored or found now;
    `derived` is the statement that they derive: the claim, or the claim without a hypothesis. `textbook` says
    of which named theorem it is an instance; `proved` has the sizes at which it is proved, if it has any.

    `done` names the stages that came to their end, `late` those for which no time was left, or that were cut
    short; `spent` is in seconds.
    """

    claim: Claim
    seconds: float
    seed: int
    evidence: Evidence
    derivation: dict[str, Any] | None = None
    derived: Claim | None = None
    textbook: str = ""
    proved: tuple[int, ...] = ()
    hypotheses: list[Hypothesis] = field(default_factory=list)
    equalities: list[Equality] = field(default_factory=list)
    constants: list[Between] = field(default_factory=list)
    done: list[str] = field(default_factory=list)
    late: list[str] = field(default_factory=list)
    spent: float = 0.0
    interrupted: bool = False

    @cached_property
    def known(self) -> Citable:
        """The lemmas; they are read when something is derived, not before the search."""
        return Citable()

    @property
    def outcome(self) -> Outcome:
        return self.evidence.outcome

    @property
    def every(self) -> str:
        """What holds for every input: derived for every n; proved for n = 1, 2; empty where nothing does."""
        found = ["derived for every n"] if self.derivation else []
        found += [self.textbook] if self.textbook else []
        found += [self.proved_said] if self.proved else []
        return "; ".join(found)

    @property
    def proved_said(self) -> str:
        """proved for n = 1, 2"""
        if not self.claim.domain.ranges:
            return "proved for every input"
        return f"proved for n = {', '.join(map(str, self.proved))}"

    def derive(self, one: Claim, data: Mapping[str, Any] | None) -> None:
        """Take the steps of a statement that says the same or more, where there were none."""
        if self.derivation is None and data is not None:
            self.derivation, self.derived = dict(data), one


def refereed(
    claim: Claim, seconds: float = SECONDS, seed: int = 0, progress: Progress = lambda stage: None
) -> Refereed:
    """Run every stage within the seconds. KernelsDisagree, and ValueError for a claim without a meaning."""
    found = Refereed(claim, seconds, seed, Evidence(claim))
    run = Stages(found, progress)
    with keeping() as kept:
        for name, stage, share in run.stages():
            left = run.left()
            if left < LEAST:
                found.late.append(name)
                continue
            progress(name)
            stage(min(share * seconds, left))
            found.done.append(name)
    found.interrupted, found.spent = kept.interrupted, time.monotonic() - run.start
    return found


Stage = tuple[str, Callable[[float], None], float]


class Stages:
    """The stages of an examination, in their order; each takes the seconds that it has."""

    def __init__(self, found: Refereed, progress: Progress) -> None:
        self.found, self.claim, self.start = found, found.claim, time.monotonic()
        self.progress = progress

    def left(self) -> float:
        return self.found.seconds - (time.monotonic() - self.start)

    def stages(self) -> Iterator[Stage]:
        """What a stage finds decides which come after it."""
        yield SEARCHING, self.search, SEARCH
        if self.found.outcome is Outcome.SURVIVED:
            yield DERIVING, self.derive, DERIVE
            if not self.found.derivation:
                yield PROVING, self.prove, PROVE
            if self.claim.hypotheses:
                yield LEAVING_OUT, self.hypotheses, IDLE
        if self.found.outcome is not Outcome.VACUOUS:
            if self.found.outcome is not Outcome.REFUTED and attainable(self.claim):
                yield EQUATING, self.equality, EQUAL
            if sites(self.claim):
                yield BOUNDING, self.constants, CONSTANTS

    def search(self, seconds: float) -> None:
        self.found.evidence = examine(self.claim, replace(WORK, seconds=seconds), self.found.seed)
        if self.found.evidence.found.cut_short and self.found.outcome is not Outcome.REFUTED:
            self.found.late.append(SEARCHING)
        if self.found.evidence.interrupted:
            interrupt()

    def derive(self, seconds: float) -> None:
        stored = derivation_of(self.claim, known=self.found.known)
        if stored is not None:
            self.found.derive(self.claim, stored.data or {})
            return
        tried_now = tried(self.claim, self.found.known, seconds / 2)
        self.found.derive(self.claim, tried_now.data)
        if tried_now.outcome == "textbook":
            own = tried_now.why == CITED
            self.found.textbook = "a named theorem, which derivations cite" if own else tried_now.why
        if tried_now.why == "out of time":
            self.found.late.append(DERIVING)

    def prove(self, seconds: float) -> None:
        """Stored proofs, else attempts at the sizes one and two; a claim about numbers has two for all."""
        self.found.proved = tuple(one.n for one in proofs_of(self.claim))
        if self.found.proved:
            return
        tries = PROOF_SIZES if self.claim.domain.ranges else PROOF_SIZES[-1:]
        for n in tries:
            tried_now = confirmed(self.claim, attempt(self.claim, n, seconds / len(tries)))
            if tried_now.outcome == "proved":
                self.found.proved = (*self.found.proved, n)

    def hypotheses(self, seconds: float) -> None:
        effort = within(PROFILES["ci"], seconds, self.claim)
        simplify = min(SIMPLIFY, effort.seconds / 2)
        for one in hypotheses(self.claim, effort, self.found.seed, simplify):
            self.found.hypotheses.append(one)
            if one.derived is not None:
                self.found.derive(one.dropped.claim, one.derived.data)
            self.progress(f"hypotheses, {one.number} of {len(self.claim.hypotheses)}")

    def equality(self, seconds: float) -> None:
        """Declared cases, and of each size a plain point at which both sides are certified to be equal."""
        plain = (point for point in corners(self.claim.domain, CORNERS) if not _nought(point))
        try:
            with limited(seconds):
                known = [(one, equal) for one in self.claim.equality if (equal := equal_in(self.claim, one))]
                self.found.equalities = known[:CASES]
                self.found.equalities = [*known, *one_a_size(self.claim, plain)][:CASES]
        except TimeIsOver:
            self.found.late.append(EQUATING)

    def constants(self, seconds: float) -> None:
        each = max(seconds, self.left()) / max(len(sites(self.claim)), 1)
        effort = TwoSided(each / 2, self.found.seed, above=max(each / (2 * STEPS), 1.0))
        try:
            with limited(max(self.left(), LEAST)):
                for one in constants(self.claim, self.found.known, effort):
                    self.found.constants.append(one)
                    self.take(one)
                    self.progress(f"constants, {len(self.found.constants)} of {len(sites(self.claim))}")
                    if self.left() <= 0 and len(self.found.constants) < len(sites(self.claim)):
                        raise TimeIsOver  # a part within may have taken the ring for its own
        except TimeIsOver:
            self.found.late.append(BOUNDING)

    def take(self, one: Between) -> None:
        """Of a claim with one conclusion its derivation, where the printed constant is the one derived."""
        upper = one.upper
        whole = len(self.claim.conclusions) == 1 and self.found.outcome is Outcome.SURVIVED
        if whole and upper.claim is not None and upper.found and upper.number == one.bracket.printed:
            self.found.derive(upper.claim, upper.found.data)


def attainable(claim: Claim) -> bool:
    """Is an inequality concluded that can be an equality? Of equations every point is one."""
    return any(link.op in ATTAINABLE for link in claim.conclusions)


def equal_in(claim: Claim, point: Point) -> tuple[int, ...]:
    """The inequalities concluded, counted from 0, that are certified to be equalities there.

    Of "for all i" one instance is enough; of a Loewner order the matrices are equal, of a majorization the
    sums for every k.
    """
    if certify(claim, point).verdict is not Verdict.HOLDS:
        return ()
    links = enumerate(claim.conclusions)
    return tuple(k for k, link in links if link.op in ATTAINABLE and _equal(link, point))


def instances(link: Link) -> bool:
    """Is it one of numbers for each choice of indices?"""
    return not link.shown and bool(link.free or Kind.VECTOR in (link.lhs.kind, link.rhs.kind))


def _equal(link: Link, point: Point) -> bool:
    if link.loewner and link.shown is not None:
        asked = then(link.shown[0], "==", link.shown[1]).links
    else:
        asked = (replace(link, op="==") if link.shown else link,)
    found = certify_links((), asked, point.values)
    return found.verdict is Verdict.HOLDS and found.margin == 0


def one_a_size(claim: Claim, points: Iterable[Point]) -> list[Equality]:
    """Of each combination of sizes the plainest point of equality of the first few; single numbers last."""
    found = dict[tuple[tuple[str, int], ...], list[Equality]]()
    for point in points:
        known = found.setdefault(tuple(point.sizes.items()), [])
        if len(known) < FIRST and (equal := equal_in(claim, point)):
            known.append((point, equal))
    best = [min(known, key=_plain) for known in found.values() if known]
    return sorted(best, key=lambda one: (max(one[0].sizes.values(), default=1) == 1, _plain(one)))


def _plain(one: Equality) -> Any:
    return complexity(one[0])


def _nought(point: Point) -> bool:
    """Is an input zero? There most statements are equalities that tell nothing."""
    return any(all(x == fmpq(0) for x in numbers(value)) for value in point.values.values())
