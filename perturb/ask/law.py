"""The evidence about a law, tail or mean, as `perturb.check` gives it back."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from perturb import say
from perturb.examine.chance import ChanceEvidence
from perturb.examine.told import Told, head
from perturb.statements.outcome import Outcome


@dataclass(frozen=True, repr=False)
class LawEvidence(Told):
    """`evidence` has the checks with their samples and bands; the rest says what it comes to."""

    evidence: ChanceEvidence

    @property
    def outcome(self) -> Outcome:
        return self.evidence.outcome

    @property
    def agrees(self) -> bool:
        return self.evidence.agrees

    @property
    def alpha(self) -> float:
        """The probability with which some verdict is wrong by chance is at most this."""
        return self.evidence.alpha

    def lines(self) -> list[str]:
        one = self.evidence.statement
        how = f"at alpha {self.alpha:.0e}, {self.evidence.seconds:.1f} s"
        status = one.status.value if one.status else None
        why = [self.evidence.explanation] if self.evidence.explanation else []
        return [head(one.id, status, self.outcome, how), *(f"  {line}" for line in [*self._checks(), *why])]

    def _checks(self) -> list[str]:
        kind, lines = self.evidence.statement.kind, []
        for c in self.evidence.checks:
            band = say.measured(kind, c.label, c.measured.lo, c.measured.hi, c.op, c.bound)
            lines.append(f"{band}: {c.verdict.value} ({len(c.sample):,} draws)")
        return lines

    def markdown(self) -> str:
        one = self.evidence.statement
        first = f"**{one.id}**: **{self.outcome}** at alpha {self.alpha:.0e}"
        return "\n\n".join([first, one.title, "\n".join(f"- {line}" for line in self._checks())])

    def rows(self) -> list[dict[str, Any]]:
        """A row for each size or case."""
        found = []
        for c in self.evidence.checks:
            lo, hi = c.measured.floats
            band = {"lo": lo, "hi": hi, "op": c.op, "bound": c.bound, "verdict": c.verdict.value}
            found.append({"id": self.evidence.statement.id, "at": c.label, "draws": len(c.sample), **band})
        return found
