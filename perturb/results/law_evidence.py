"""The evidence about a law, tail or mean, and every word said of it: console, notebook, table, JSON."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from math import inf
from typing import Any

from perturb.laws.stats.account import Check, Ledger
from perturb.process import sources
from perturb.process.output import json_text
from perturb.results import pictures, say
from perturb.results.chance import ChanceEvidence
from perturb.results.claim_evidence import head
from perturb.results.say import Told
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
        status = one.status.value if one.status else None
        why = [self.evidence.explanation] if self.evidence.explanation else []
        first = head(one.id, status, self.outcome, on_what(self.evidence))
        means = say.by_chance(self.outcome, self.alpha)
        return [first, *(f"  {line}" for line in [means, *self._checks(), *why])]

    def _checks(self) -> list[str]:
        kind, lines = self.evidence.statement.kind, []
        for c in self.evidence.checks:
            band = say.measured(kind, c.label, c.measured.lo, c.measured.hi, c.op, c.bound)
            lines.append(f"{band}: {c.verdict.value} ({len(c.sample):,} draws)")
        return lines

    def markdown(self) -> str:
        one = self.evidence.statement
        means = f"**{self.outcome}**: {say.by_chance(self.outcome, self.alpha)}"
        found = "\n".join(f"- {line}" for line in self._checks())
        return "\n\n".join([f"**{one.id}**", one.title, _stated(one), means, found, *self._picture()])

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


def law_json(evidence: ChanceEvidence) -> str:
    """One line; ends are floats, rounded outwards, null where not known; `source` is the hash of the file."""
    statement = evidence.statement
    return json_text(
        {
            "id": statement.id,
            "kind": statement.kind,
            "fingerprint": statement.fingerprint,
            "source": sources.sha256_of(statement.file),
            "status": statement.status.value if statement.status else None,
            "outcome": evidence.outcome,
            "alpha": evidence.alpha,
            "drawn": sum(len(check.sample) for check in evidence.checks),
            "checks": [_check_record(check) for check in evidence.checks],
            "usable": {str(t): n for t, n in evidence.usable.items()},
            "explanation": evidence.explanation,
            "seconds": round(evidence.seconds, 3),
            "agrees": evidence.agrees,
        },
        ensure_ascii=False,
    )


def _check_record(check: Check) -> dict[str, Any]:
    lo, hi = check.measured.floats
    return {
        "at": check.label,
        "draws": len(check.sample),
        "lo": lo,
        "hi": hi,
        "op": check.op,
        "bound": check.bound,
        "verdict": check.verdict.value,
    }


def on_what(evidence: ChanceEvidence) -> str:
    """At which error probability, after how much time."""
    return f"at alpha {evidence.alpha:.0e}, {evidence.seconds:.1f} s"


def check_line(kind: str, check: Check) -> str:
    """n = 20: sup distance in [0.0312, 0.0715] <= 0.1105: holds (8,000 draws)."""
    band = check.measured
    said = say.measured(kind, check.label, band.lo, band.hi, check.op, check.bound)
    return f"{said}: {check.verdict.value} ({len(check.sample):,} {'runs' if kind == 'record' else 'draws'})"


def notes(evidence: ChanceEvidence) -> list[str]:
    """What else the bands say: where the limit is usable, how fast it is approached, why it is wrong."""
    if evidence.explanation:
        return [f"hint: {evidence.explanation}"]
    if not isinstance(evidence.statement, Law) or evidence.outcome == "refuted":
        return []
    lines = [say.usable(f"{tolerance:g}", n) for tolerance, n in evidence.usable.items() if n is not None]
    return lines + ([say.exponent(*evidence.exponent)] if evidence.exponent is not None else [])


def ledger_lines(ledger: Ledger) -> Iterator[str]:
    """Who spent what; equal entries in one line."""
    groups: dict[float, list[str]] = {}
    for name, alpha in ledger.entries.items():
        groups.setdefault(alpha, []).append(name)
    for alpha, names in sorted(groups.items(), reverse=True):
        who = names[0] if len(names) == 1 else f"{len(names)} statements"
        yield f"alpha {alpha:.3g} each: {who}"
    yield ledger.lines()[-1]
