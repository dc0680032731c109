"""The evidence about a law, tail or mean, as `perturb.check` gives it back."""

from __future__ import annotations

from dataclasses import dataclass
from math import inf
from typing import Any

from perturb.results import pictures, say
from perturb.results.chance import ChanceEvidence
from perturb.results.told import Told, head
from perturb.statements.chance import Bound, Law
from perturb.statements.paper import Outcome

SIGNS = {"<=": r"\le", ">=": r"\ge", "<": "<", ">": ">"}
STATED = {"tail": r"\mathbb{P}", "mean": r"\mathbb{E}", "record": r"\mathbb{P}"}


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
        found = "\n".join(f"- {line}" for line in self._checks())
        return "\n\n".join([first, one.title, _stated(one), found, *self._picture()])

    def _picture(self) -> list[str]:
        rows = [
            (c.label, _end(c.measured.floats[0], -inf), _end(c.measured.floats[1], inf), c.bound)
            for c in self.evidence.checks
            if c.bound is not None
        ]
        return [pictures.shown(pictures.bands(rows), pictures.BANDS)] if rows else []

    def rows(self) -> list[dict[str, Any]]:
        """A row for each size or case."""
        found = []
        for c in self.evidence.checks:
            lo, hi = c.measured.floats
            band = {"lo": lo, "hi": hi, "op": c.op, "bound": c.bound, "verdict": c.verdict.value}
            found.append({"id": self.evidence.statement.id, "at": c.label, "draws": len(c.sample), **band})
        return found


def _stated(one: Law | Bound) -> str:
    """The statement in LaTeX, as far as it is a formula; the title says the rest."""
    if isinstance(one, Law):
        limit = rf"\sup_x \lvert F_n(x) - F(x) \rvert \le r(n), \qquad F = {one.reference.latex}"
        return f"$${limit}$$" if one.rate is not None else f"$${one.reference.latex}$$"
    return rf"$${STATED[one.kind]} {SIGNS[one.op]} b(n)$$"


def _end(x: float | None, infinite: float) -> float:
    return infinite if x is None else x
