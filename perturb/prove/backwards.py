"""A plan carried out from the goal backwards: only lemmas that are used are proved, by only what they use."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING, Any

from perturb.prove.memory import key, needed
from perturb.prove.plans import Plan, Way
from perturb.prove.ring import Unsupported
from perturb.prove.statement import Goal, SizedClaim
from perturb.prove.unfinished import Unfinished

if TYPE_CHECKING:
    from perturb.prove.explore import Explorer

Proof = dict[str, Any]
GOAL, STEP = 0.4, 0.6  # of the time


class Backwards:
    """The lemmas of a plan and its goal; Unfinished or Unsupported where a step fails."""

    def __init__(self, explorer: Explorer, plan: Plan, ways: list[Way]) -> None:
        self.explorer, self.plan, self.ways = explorer, plan, ways
        self.statement: SizedClaim = explorer.statement.knowing(plan.lemmas)
        self.before = len(self.statement.claim.hypotheses)

    def proved(self, goal: Goal) -> tuple[list[Explorer], Proof]:
        """The explorers, that of the goal first, and the certificate of the goal with its lemmas."""
        by, found = self._thrifty(goal, self.ways[-1], GOAL)
        explorers, proofs = [by], {len(self.plan.lemmas): found}
        for k in range(len(self.plan.lemmas) - 1, -1, -1):
            if any(self.before + k in proof["use"] for proof in proofs.values()):
                by, proofs[k] = self._remembered(Goal(-1 - k, (), None), self.ways[k])
                explorers.append(by)
        *kept, _ = sorted(proofs)
        number = {self.before + k: self.before + place for place, k in enumerate(kept)}
        for k, proof in proofs.items():
            proofs[k] = {**proof, "use": [number.get(one, one) for one in proof["use"]]}
        lemmas = [{"state": self.plan.lemmas[k].canonical(), "goal": proofs[k]} for k in kept]
        return explorers, {**proofs[len(self.plan.lemmas)], "lemmas": lemmas}

    def _remembered(self, goal: Goal, way: Way) -> tuple[Explorer, Proof]:
        """As a lemma was proved that says the same; else anew."""
        use, known = self._numbers(goal, way), self.explorer.known
        same = key(self.statement, goal, use, way.parts)
        if same not in known:
            by, found = self._thrifty(goal, way, STEP)
            known[same] = by, {**found, "use": [use.index(k) for k in found["use"]]}
        by, found = known[same]
        return by, {**found, "use": [use[k] for k in found["use"]], "let": [str(part) for part in way.parts]}

    def _thrifty(self, goal: Goal, way: Way, share: float) -> tuple[Explorer, Proof]:
        """By the lemmas that a first proof has used."""
        by, found = self._by(goal, way, share)
        used = [k - self.before for k in by.used_of(found["use"]) if k >= self.before]
        if len(used) == len(way.use):
            return by, found
        try:
            return self._by(goal, Way(way.parts, used), share)
        except (Unfinished, Unsupported):
            return by, found

    def _by(self, goal: Goal, way: Way, share: float) -> tuple[Explorer, Proof]:
        use = self._numbers(goal, way)
        other = self.explorer.about(self.statement.assuming(goal, use, way.parts), share)
        return other, other.one(goal, use)

    def _numbers(self, goal: Goal, way: Way) -> list[int]:
        """Of the hypotheses and lemmas that are used."""
        lemmas = [self.before + k for k in sorted(way.use)]
        return [*needed(self.statement, goal, lemmas, way.parts), *lemmas]


def integers(certificate: Any) -> Iterator[int]:
    """All whole numbers in it, those of constraints among them."""
    if type(certificate) is int:
        yield certificate
    elif isinstance(certificate, dict | list):
        for part in certificate.values() if isinstance(certificate, dict) else certificate:
            yield from integers(part)
