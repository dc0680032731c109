"""Certifying one exact input: hypotheses, then conclusions, in ever stronger number systems."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Any

from flint import ctx

from perturb.claim import Claim
from perturb.domains.base import Point
from perturb.enclosure import WHOLE_LINE, Enclosure, Rigour, Verdict
from perturb.vocab.certified import CharPoly, Exact, Field, Residual
from perturb.vocab.decide import Finding, decide
from perturb.vocab.evaluate import Evaluation
from perturb.vocab.order import Link

Step = tuple[type[Field], int]
LADDER: tuple[Step, ...] = ((Residual, 53), (CharPoly, 106), (CharPoly, 212), (CharPoly, 424), (Exact, 64))
SECOND_KERNEL: tuple[Step, ...] = LADDER[1:]


@dataclass(frozen=True)
class PointVerdict:
    """What is certified about a statement at one point, by which kernel at how many bits.

    VACUOUS: hypothesis number `failed` is certified false (None: no instance exists at this size). VIOLATED:
    conclusion number `failed` is certified false at the indices `at`, every hypothesis certified true.
    """

    verdict: Verdict = Verdict.UNDECIDED
    reason: str = "not computed"
    kernel: str = "none"
    bits: int = 0
    failed: int | None = None
    at: Mapping[str, int] = field(default_factory=dict)
    lhs: Enclosure = WHOLE_LINE
    rhs: Enclosure = WHOLE_LINE
    margin: float = float("inf")
    trusts: frozenset[str] = frozenset()

    @property
    def certificate(self) -> str:
        return "exact" if self.kernel == "exact" else f"{self.kernel}@{self.bits}"


def certify(claim: Claim, point: Point, ladder: Sequence[Step] = LADDER) -> PointVerdict:
    """The verdict on a claim at one point of its domain. ValueError where the statement has no meaning."""
    return certify_links(claim.hypotheses, claim.conclusions, point.values, ladder, claim.presupposes)


def certify_links(
    hypotheses: Sequence[Link],
    conclusions: Sequence[Link],
    values: Mapping[str, Any],
    ladder: Sequence[Step] = LADDER,
    presupposes: frozenset[str] = frozenset(),
) -> PointVerdict:
    """Climb the ladder until the statement is decided; what a step has settled is not computed again."""
    settled: set[Link] = set()
    best = PointVerdict()
    for kind, bits in ladder:
        number_system = kind(values, bits)
        with ctx.workprec(bits):
            best = _clearer(best, _climb(hypotheses, conclusions, number_system, settled))
        if number_system.trusts & presupposes:
            settled, best = set(), PointVerdict(reason="circular: the kernel trusts the statement")
        elif best.verdict is not Verdict.UNDECIDED or best.reason.startswith("undefined"):
            return best
    return best


def _clearer(before: PointVerdict, now: PointVerdict) -> PointVerdict:
    """A step that has no method at all (size, kind) does not hide what the step before it saw."""
    if now.verdict is Verdict.UNDECIDED and now.reason.startswith("unavailable") and before.kernel != "none":
        return replace(before, reason=f"{before.reason}; {now.reason}")
    return now


def _climb(
    hypotheses: Sequence[Link], conclusions: Sequence[Link], system: Field, settled: set[Link]
) -> PointVerdict:
    """One step of the ladder."""
    read = Evaluation(system)
    for number, link in enumerate(hypotheses):
        found = _find(link, system, read, settled)
        if found.verdict is Verdict.VIOLATED:
            return _verdict(Verdict.VACUOUS, f"hypothesis {number + 1}", number, found, system)
        if found.verdict is Verdict.VACUOUS and not link.free:
            # "for all i" over nothing is true; a subscript that does not exist makes no statement at all.
            return _verdict(Verdict.VACUOUS, f"hypothesis {number + 1} has no meaning", None, found, system)
        if found.verdict is Verdict.UNDECIDED:
            return _verdict(
                Verdict.UNDECIDED, f"hypothesis {number + 1} {found.reason}", number, found, system
            )
    return _conclude(list(_findings(conclusions, system, read, settled)), system)


def _findings(
    links: Sequence[Link], system: Field, read: Evaluation, settled: set[Link]
) -> Iterator[tuple[int, Finding]]:
    for number, link in enumerate(links):
        found = _find(link, system, read, settled)
        yield number, found
        if found.verdict is Verdict.VIOLATED:
            return


def _find(link: Link, system: Field, read: Evaluation, settled: set[Link]) -> Finding:
    if link in settled:
        return Finding(Verdict.HOLDS)
    found = decide(link, system, read)
    if found.verdict is Verdict.HOLDS and found.margin > 1e-9:
        settled.add(link)
    return found


def _conclude(findings: list[tuple[int, Finding]], system: Field) -> PointVerdict:
    """Violated if one conclusion is; else open if one is; else it holds (or says nothing at this size)."""
    for wanted in (Verdict.VIOLATED, Verdict.UNDECIDED, Verdict.HOLDS, Verdict.VACUOUS):
        hits = [(number, f) for number, f in findings if f.verdict is wanted]
        if hits:
            number, tightest = min(hits, key=lambda hit: hit[1].margin)
            reason = tightest.reason or ("no instance at this size" if wanted is Verdict.VACUOUS else "")
            failed = None if wanted is Verdict.VACUOUS else number
            return _verdict(wanted, reason, failed, tightest, system)
    return PointVerdict(reason="no conclusion")


def _verdict(
    verdict: Verdict, reason: str, number: int | None, found: Finding, system: Field
) -> PointVerdict:
    instance = found.instance
    lhs = system.enclose(instance.lhs) if instance else WHOLE_LINE
    rhs = system.enclose(instance.rhs) if instance else WHOLE_LINE
    at = dict(instance.at) if instance else {}
    trusts = frozenset(system.trusts)
    rational = not trusts and lhs.rigour == rhs.rigour == Rigour.EXACT
    kernel, bits = ("exact", 64) if rational else (system.kernel, system.bits)
    return PointVerdict(verdict, reason, kernel, bits, number, at, lhs, rhs, found.margin, trusts)
