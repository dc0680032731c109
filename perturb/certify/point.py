"""One exact input: screened in float64 among others, then certified in ever stronger number systems.

Certifying one exact input: hypotheses, then conclusions, in ever stronger number systems.

Float64 screening of batches: which points look inside the hypotheses, and how small their margin looks.
"""

from __future__ import annotations

import sys
from collections.abc import Iterable, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass, field, replace
from typing import Any, NamedTuple

import numpy as np
from flint import arb, ctx

from perturb.domains.space import Batch, Point
from perturb.enclosure import WHOLE_LINE, Enclosure, Verdict
from perturb.numbers.errors import Undefined
from perturb.statements.claim import Claim
from perturb.vocab.relations.decide import Finding, Gap, assignments, beside_nought, decide, shapes_of, terms
from perturb.vocab.relations.order import Link, fits, left_out
from perturb.vocab.systems.certified import CharPoly, Exact, Field, Residual
from perturb.vocab.systems.evaluate import Evaluation, Floats


@dataclass(frozen=True)
class Reason:
    """A gap, its details, and the number of the hypothesis (from 0) where it is one that has it.

    `missing`: what later steps of the ladder had no method for.
    """

    gap: Gap = Gap.NONE
    detail: str = ""
    hypothesis: int | None = None
    missing: tuple[str, ...] = ()

    @classmethod
    def of(cls, found: Finding, hypothesis: int | None = None) -> Reason:
        return cls(found.gap, found.detail, hypothesis)

    @property
    def heading(self) -> str:
        """Without the details: what points are counted by."""
        later = self.missing and not self.detail
        return f"{self._short}; {Gap.UNAVAILABLE.value}" if later else self._short

    def __str__(self) -> str:
        own = f"{self._short}: {self.detail}" if self.detail else self._short
        return "; ".join([own, *[f"{Gap.UNAVAILABLE.value}: {what}" for what in self.missing]])

    @property
    def _short(self) -> str:
        if self.hypothesis is None:
            return self.gap.value
        return f"hypothesis {self.hypothesis + 1} {self.gap.value}".rstrip()


Step = tuple[type[Field], int]
# What 106 bits leave open is nearly always an equality, which no number of bits decides: exact arithmetic
# is asked before more bits are. They still help where it has no method.
LADDER: tuple[Step, ...] = ((Residual, 53), (CharPoly, 106), (Exact, 64), (CharPoly, 212), (CharPoly, 424))
SECOND_KERNEL: tuple[Step, ...] = LADDER[1:]
BALLS: tuple[Step, ...] = tuple(step for step in LADDER if step[0] is not Exact)
NOT_COMPUTED = Reason(Gap.NOT_COMPUTED)
TRUSTED = Reason(Gap.CIRCULAR, "the kernel trusts the statement")


@dataclass(frozen=True)
class Certificate:
    """What decided: a kernel and its precision, which exact arithmetic does not have."""

    kernel: str
    bits: int | None


@dataclass(frozen=True)
class PointVerdict:
    """What is certified about a statement at one point, by which kernel at how many bits.

    VACUOUS: the point lies outside the statement, because hypothesis number `failed` is certified false, or
    (None) no instance exists at this size, or (`undefined`) some part has no value there. VIOLATED:
    conclusion number `failed` is certified false at the indices `at`, every hypothesis certified true and
    every part certainly defined. UNDECIDED and `agreed`: the hypotheses hold, and all that is open has sides
    that agree to 60 digits. `kernel` and `bits` are those of the weakest step that the verdict rests on,
    `trusts` the theorems of all of them.
    """

    verdict: Verdict = Verdict.UNDECIDED
    why: Reason = NOT_COMPUTED
    kernel: str = "none"
    bits: int = 0
    failed: int | None = None
    at: Mapping[str, int] = field(default_factory=dict)
    lhs: Enclosure = WHOLE_LINE
    rhs: Enclosure = WHOLE_LINE
    margin: float = float("inf")
    trusts: frozenset[str] = frozenset()
    agreed: bool = False

    @property
    def reason(self) -> str:
        return str(self.why)

    @property
    def undefined(self) -> bool:
        return self.why.gap is Gap.UNDEFINED

    @property
    def certificate(self) -> str:
        return "exact" if self.kernel == "exact" else f"{self.kernel}@{self.bits}"


OPEN, CIRCULAR = PointVerdict(), PointVerdict(why=TRUSTED)


def certify(claim: Claim, point: Point, ladder: Iterable[Step] = LADDER) -> PointVerdict:
    """The verdict on a claim at one point of its domain. ValueError where the statement has no meaning."""
    return certify_links(claim.hypotheses, claim.conclusions, point.values, ladder, claim.presupposes)


def certify_links(
    hypotheses: Sequence[Link],
    conclusions: Sequence[Link],
    values: Mapping[str, Any],
    ladder: Iterable[Step] = LADDER,
    presupposes: frozenset[str] = frozenset(),
) -> PointVerdict:
    """Climb the ladder until the statement is decided; what a step has settled is not computed again."""
    refuse_misfits(hypotheses, conclusions, values)
    settled: dict[Link, Basis] = {}
    best = OPEN
    for kind, bits in ladder:
        rung = Rung(kind(values, bits), settled)
        with ctx.workprec(bits):
            best = _clearer(best, rung.verdict(hypotheses, conclusions))
        if rung.system.trusts & presupposes:
            settled, best = {}, CIRCULAR
        elif best.verdict is not Verdict.UNDECIDED:
            return best
    return best


def _clearer(before: PointVerdict, now: PointVerdict) -> PointVerdict:
    """A step that has no method at all (size, kind) does not hide what the steps before it saw, nor the next
    step that there was none.
    """
    lacking, seen = now.why, before.why
    concluding = now.verdict is Verdict.UNDECIDED and lacking.hypothesis is None
    if not (concluding and lacking.gap is Gap.UNAVAILABLE and before.kernel != "none"):
        return replace(now, why=replace(lacking, missing=seen.missing)) if concluding else now
    if lacking.detail in (seen.detail, *seen.missing):
        return before
    return replace(before, why=replace(seen, missing=(*seen.missing, lacking.detail)))


class Basis(NamedTuple):
    """What a settled relation rests on."""

    kernel: str
    bits: int
    trusts: frozenset[str]


class Rung:
    """One step of the ladder: a number system at one point, beside what the steps before it have settled."""

    def __init__(self, system: Field, settled: dict[Link, Basis]) -> None:
        self.system, self.settled = system, settled
        self.read = Evaluation(system)
        self.used: list[Basis] = []

    def verdict(self, hypotheses: Sequence[Link], conclusions: Sequence[Link]) -> PointVerdict:
        """Outside, open, or what the conclusions say."""
        open_one: PointVerdict | None = None
        for number, link in enumerate(hypotheses):
            found = self.find(link, whole=False)
            why = Reason.of(found, number)
            if found.verdict is Verdict.VIOLATED:
                return self._verdict(Verdict.VACUOUS, why, number, found)
            if found.gap in (Gap.UNDEFINED, Gap.MEANINGLESS):
                # "for all i" over nothing is true; a subscript that does not exist makes no statement at all.
                return self._verdict(Verdict.VACUOUS, why, None, found)
            if found.verdict is Verdict.UNDECIDED and open_one is None:
                open_one = self._verdict(Verdict.UNDECIDED, why, number, found)
        # All of them, also beyond a violation: what has no value there would put the point outside.
        return open_one or self._conclude([self.find(link) for link in conclusions])

    def find(self, link: Link, whole: bool = True) -> Finding:
        if link in self.settled:
            self.used.append(self.settled[link])
            return Finding(Verdict.HOLDS)
        found = decide(link, self.system, self.read, whole)
        basis = self._basis(found)
        # A hypothesis that is an equality between irrational numbers is decided by exact arithmetic alone.
        final = found.margin > CLEAR or (isinstance(self.system, Exact) and not whole)
        if found.verdict is Verdict.HOLDS and final:
            self.settled[link] = basis
        self.used.append(basis)
        return found

    def _basis(self, found: Finding) -> Basis:
        """Rational sides that trust nothing are exact whatever the number system.

        Balls are not: the exact system has nothing else for e^x.
        """
        trusts = frozenset(self.system.trusts)
        if found.exact and not trusts:
            return EXACTLY
        sides = (found.instance.lhs, found.instance.rhs) if found.instance else ()
        balls = isinstance(self.system, Exact) and any(isinstance(x, arb) for x in sides)
        return Basis(NOT_EXACT if balls else self.system.kernel, self.system.bits, trusts)

    def _conclude(self, findings: list[Finding]) -> PointVerdict:
        """Violated if one conclusion is; else open if one is; else it holds, or says nothing here."""
        undefined = next((found for found in findings if found.gap is Gap.UNDEFINED), None)
        if undefined is not None:
            return self._verdict(Verdict.VACUOUS, Reason.of(undefined), None, undefined)
        violated = next((k for k, found in enumerate(findings) if found.verdict is Verdict.VIOLATED), None)
        if violated is not None and all(found.defined for found in findings):
            return self._verdict(Verdict.VIOLATED, Reason(), violated, findings[violated])
        if violated is not None:
            return self._verdict(Verdict.UNDECIDED, Reason(Gap.DOUBT), violated, findings[violated])
        for wanted in (Verdict.UNDECIDED, Verdict.HOLDS):
            hits = [(k, found) for k, found in enumerate(findings) if found.verdict is wanted]
            if hits:
                number, found = min(hits, key=lambda hit: hit[1].margin)
                seen = self._verdict(wanted, Reason.of(found), number, found)
                return replace(seen, agreed=all(one.agreed for _, one in hits))
        return self._verdict(Verdict.VACUOUS, Reason(Gap.NO_INSTANCE), None, Finding(Verdict.VACUOUS))

    def _verdict(self, verdict: Verdict, why: Reason, number: int | None, found: Finding) -> PointVerdict:
        instance = found.instance
        lhs = self.system.enclose(instance.lhs) if instance else WHOLE_LINE
        rhs = self.system.enclose(instance.rhs) if instance else WHOLE_LINE
        at = dict(instance.at) if instance else {}
        trusts = frozenset[str]().union(*[basis.trusts for basis in self.used])
        kernel, bits, _ = min(self.used, key=_strength, default=EXACTLY)
        return PointVerdict(verdict, why, kernel, bits, number, at, lhs, rhs, found.margin, trusts)


CLEAR = 1e-9  # a relation that holds by less may be an equality: it is looked at again, for its margin
NOT_EXACT = "balls"
EXACTLY = Basis("exact", 64, frozenset())


def _strength(basis: Basis) -> tuple[bool, int]:
    """Exact beats every precision."""
    return basis.kernel == "exact", basis.bits


def refuse_misfits(
    hypotheses: Sequence[Link], conclusions: Sequence[Link], values: Mapping[str, Any]
) -> None:
    """ValueError where sizes do not fit, whatever the values: sizes come before values.

    Hypotheses are looked at in their order. One about sizes alone, such as that a matrix is square, keeps out
    the sizes at which it is false, and so what would not fit there in what follows it.
    """
    read = Evaluation(Field(values))
    for link in hypotheses:
        sizes = shapes_of(link, read)
        fits(link, sizes)
        if left_out(link, sizes):
            return
    for link in conclusions:
        fits(link, shapes_of(link, read))


LARGEST = sys.float_info.max
HALF = 0.5  # of the points inside, or fewer: the conclusions are read at those alone


@dataclass(frozen=True)
class Screened:
    """For each point of a batch: does it look inside, and the least relative margin of the conclusions.

    A margin below zero is a suspicion. NaN counts as +infinity: it is no information. The last `late` points
    were not looked at, for want of time.
    """

    inside: Any
    margin: Any
    met: list[Any]
    late: int = 0


def screen(claim: Claim, batch: Batch) -> Screened:
    """Screen a batch, unless it is the one of the last call; both arrays have shape (batch.count,)."""
    last = _last[0]
    if last[0] is not claim or last[1] is not batch:
        last = _last[0] = claim, batch, _screened(claim, batch)
    found: Screened = last[2]
    return found


_last: list[tuple[Any, Any, Any]] = [(None, None, None)]  # certified, climbed from and stepped from in turn


def _screened(claim: Claim, batch: Batch) -> Screened:
    inputs = claim.domain.inputs(batch)
    read = Evaluation(Floats(inputs))
    with np.errstate(all="ignore"):
        met = [_spread(margins(h, read), batch.count) for h in claim.hypotheses]
        inside = np.ones(batch.count, dtype=bool)
        for hypothesis, link in zip(met, claim.hypotheses, strict=True):
            inside &= (hypothesis > 0) | (hypothesis == 0) & (link.op not in ("<", ">", "!="))
        margin = np.full(batch.count, np.inf)
        some = int(np.count_nonzero(inside))
        if 0 < some <= HALF * batch.count:  # what the hypotheses share with the conclusions is read again
            read = Evaluation(Floats({name: _those(values, inside) for name, values in inputs.items()}))
            margin[inside] = _concluded(claim, read, some)
        elif some:
            margin = np.where(inside, _concluded(claim, read, batch.count), np.inf)
    return Screened(inside, margin, met)


def _concluded(claim: Claim, read: Evaluation, count: int) -> Any:
    """The least margin of the conclusions."""
    return np.min([_spread(margins(c, read), count) for c in claim.conclusions], axis=0)


def _those(values: Any, inside: Any) -> Any:
    """An input at the points inside; integers and what the domain fixes are the same at all points."""
    return values if isinstance(values, int) or len(values) < len(inside) else values[inside]


def margins(link: Link, read: Evaluation) -> Any:
    """The least relative margin over all instances of a link; +infinity where there is none."""
    least: Any = np.inf
    for at in assignments(link, read):
        with suppress(Undefined):
            lhs, rhs = (reachable(read(side, at)) for side in link.parts)
            least = np.minimum(least, _relative(lhs, link.op, rhs, _terms(link, read, at)))
    return least


def reachable(value: Any) -> Any:
    """A constant that no float reaches as the largest float: what is smaller stays comparable with it."""
    if isinstance(value, int) and abs(value) > LARGEST:
        return LARGEST if value > 0 else -LARGEST
    return value


def _terms(link: Link, read: Evaluation, at: Mapping[str, int]) -> Any:
    """What a relation with 0 is measured by; 0 elsewhere, and where floats overflow."""
    side = beside_nought(link)
    return 0.0 if side is None else np.nan_to_num(terms(side, read, at), nan=0.0, posinf=0.0)


def _relative(lhs: Any, op: str, rhs: Any, of_terms: Any) -> Any:
    """(rhs - lhs) / max(|lhs|, |rhs|, terms), the least over components; NaN becomes +infinity."""
    gap = np.subtract(rhs, lhs, dtype=float)
    gap = -gap if op in (">=", ">") else -np.abs(gap) if op == "==" else np.abs(gap) if op == "!=" else gap
    size = np.maximum(np.abs(lhs), np.abs(rhs))
    # Two zero sides say nothing of "<=" and contradict "<": no bait for a climb, but a sure suspicion.
    both_zero = -1.0 if op in ("<", ">", "!=") else np.inf
    measure = np.where(size > 0, np.maximum(size, of_terms), 1.0)
    relative = np.where(size > 0, gap / measure, both_zero)
    relative = np.where(np.isnan(relative), np.inf, relative)
    if relative.size == 0:  # vectors without components
        return np.inf
    return relative.min(axis=tuple(range(1, relative.ndim))) if relative.ndim > 1 else relative


def _spread(values: Any, count: int) -> Any:
    return np.broadcast_to(values, (count,))
