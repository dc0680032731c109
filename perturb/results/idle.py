"""Which hypotheses of a claim are idle, in words: `examined` looks at those of a claim that survived.

That a statement survives without a hypothesis is no proof that it is not needed. Where the statement without
it is derived, or is a theorem of the catalogue, that is a proof, and then it says so.
"""

from __future__ import annotations

import math
from collections.abc import Iterator
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

from perturb.domains.space import written_values
from perturb.process.signals import keeping
from perturb.results.claim_evidence import Evidence, spread
from perturb.results.claims import examine
from perturb.results.counterexample import pmatrix
from perturb.search.attack import Progress
from perturb.search.method import Effort
from perturb.sharpen.idle import Dropped, Need, dropped
from perturb.statements.claim import Claim
from perturb.statements.paper import Outcome
from perturb.vocab.printing.readable import prose
from perturb.vocab.relations.quantifier import relation

if TYPE_CHECKING:
    from perturb.derive.deriver import Attempted

# Beside the work of `check`: a needed hypothesis falls at the first points that are looked at.
LOOK = Effort(rounds=6, certified=4, corners=10, grid=1_000, climb_every=6, terms=300)
SHARE = 0.2  # of the seconds of a search, for all hypotheses together
DERIVE = 5.0  # seconds of processor time, for the statement without a hypothesis


@dataclass(frozen=True)
class Hypothesis:
    """What is known of one hypothesis: what became of the claim without it, and is that derived?"""

    claim: Claim
    dropped: Dropped
    derived: Attempted | None = None

    @property
    def number(self) -> int:
        """From 1 on."""
        return self.dropped.hypothesis + 1

    @property
    def idle(self) -> bool:
        """Derived without it, true without it by its author's proof, or survived without it."""
        return self.dropped.need is Need.SURVIVES

    @property
    def proof(self) -> str:
        """Why the statement holds without it, where that is known; empty elsewhere."""
        if self.derived is not None and self.derived.data is not None:
            cited = ", ".join(sorted(self.derived.data["lemmas"]))
            return f"derived for every size{f', from {cited}' if cited else ', by calculation alone'}"
        if self.derived is not None and self.derived.outcome == "textbook":
            return f"a named theorem ({self.derived.why.removeprefix('textbook, cited: ')})"
        return self.claim.true_mutants.get(f"hypothesis-{self.number}:dropped", "")

    @property
    def formula(self) -> str:
        return relation(self.claim.hypotheses[self.dropped.hypothesis], self.claim.names)

    @property
    def sentence(self) -> str:
        """With formulas between dollar signs."""
        return f"hypothesis {self.number}, ${self.formula}$, {self._found}"

    def __str__(self) -> str:
        """For a terminal."""
        return prose(self.sentence)

    @property
    def _found(self) -> str:
        if self.proof:
            return f"is not needed: the statement without it is {self.proof}"
        found = self.dropped
        match found.need:
            case Need.NEEDED:
                return f"is needed: without it the statement fails at {self.witness}"
            case Need.SURVIVES:
                where = f", {told}" if (told := spread(found.sizes)) else ""
                return (
                    f"may be idle: no violation at {found.held:,} certified points that fail it{where}, "
                    f"which is no proof that it is not needed"
                )
            case Need.UNDEFINED:
                return "keeps the statement defined: at no point seen that fails it all parts have a value"
            case Need.IMPLIED:
                return "stays open: no point was found that fails it and meets all others, which may imply it"
        return "stays open: where it fails, too few points were decided"

    @property
    def witness(self) -> str:
        """The point that needs it, as a formula between dollar signs; empty without one."""
        point, letter = self.dropped.point, self.claim.names.letter
        given = {} if point is None else written_values(point.values)
        return ", ".join(f"${letter(name)} = {pmatrix(value)}$" for name, value in given.items())


def examined(
    claim: Claim,
    effort: Effort,
    seed: int = 0,
    anew: bool = False,
    progress: Progress = lambda found: None,
) -> Evidence:
    """`claims.examine`, and of a claim that survived also which hypotheses may be idle."""
    evidence = examine(claim, effort, seed, anew, progress)
    if evidence.outcome is Outcome.SURVIVED and not evidence.interrupted:
        found = list[Hypothesis]()
        with keeping() as kept:
            for one in hypotheses(claim, within(LOOK, SHARE * effort.seconds, claim), seed):
                found += [one] if one.idle else []
        evidence.idle, evidence.interrupted = tuple(str(one) for one in found), kept.interrupted
    return evidence


def within(effort: Effort, seconds: float, claim: Claim) -> Effort:
    """The same work, but for so many seconds at the most for all hypotheses of the claim."""
    return replace(effort, seconds=seconds / max(len(claim.hypotheses), 1))


def hypotheses(claim: Claim, effort: Effort, seed: int = 0, simplify: float = 0.0) -> Iterator[Hypothesis]:
    """What is known of each, one after the other; what survives without one is tried to be derived."""
    for k in range(len(claim.hypotheses)):
        found = dropped(claim, k, effort, seed, simplify)
        tried = _derived(found.claim, min(DERIVE, effort.seconds)) if found.need is Need.SURVIVES else None
        yield Hypothesis(claim, found, tried)


def _derived(claim: Claim, seconds: float) -> Attempted:
    """The deriver is loaded only where something survives without a hypothesis."""
    from perturb.derive.known import Citable
    from perturb.derive.trying import tried

    assert seconds < math.inf
    return tried(claim, Citable(), seconds)
