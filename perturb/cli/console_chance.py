"""What the command line prints of laws, tails and means, for people and for programs."""

from __future__ import annotations

from typing import Any

from rich.console import Console
from rich.markup import escape

from perturb.cli.console import print_head, print_misfit
from perturb.laws.stats.account import Ledger
from perturb.laws.stats.sequential import Check
from perturb.process import sources
from perturb.process.output import json_text
from perturb.results import say
from perturb.results.chance import ChanceEvidence
from perturb.statements.chance import Law


def as_json(evidence: ChanceEvidence) -> str:
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


def print_law(console: Console, evidence: ChanceEvidence) -> None:
    statement = evidence.statement
    how = f"at alpha {evidence.alpha:.0e}, {evidence.seconds:.1f} s"
    print_head(console, statement, evidence.outcome, how)
    for check in evidence.checks:
        console.print(f"  {escape(check_line(statement.kind, check))}", highlight=False)
    for note in notes(evidence):
        console.print(f"  {escape(note)}", highlight=False)
    print_misfit(console, evidence, statement)


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


def print_ledger(console: Console, ledger: Ledger) -> None:
    """Who spent what; equal entries in one line."""
    groups: dict[float, list[str]] = {}
    for name, alpha in ledger.entries.items():
        groups.setdefault(alpha, []).append(name)
    for alpha, names in sorted(groups.items(), reverse=True):
        who = names[0] if len(names) == 1 else f"{len(names)} statements"
        console.print(f"alpha {alpha:.3g} each: {escape(who)}", highlight=False)
    console.print(ledger.lines()[-1], highlight=False)
