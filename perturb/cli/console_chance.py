"""What the command line prints of laws, tails and means, for people and for programs."""

from __future__ import annotations

import json
import math
from typing import Any

import click
from rich.console import Console
from rich.markup import escape

from perturb import sources
from perturb.enclosure import Enclosure, Verdict
from perturb.examine.chance import ChanceEvidence
from perturb.statements.chance import Bound, Law, Mean, written
from perturb.stats.account import Ledger
from perturb.stats.sequential import Check

WORDS = {
    "refuted": "[bold red]VIOLATED[/]",
    "consistent": "[green]CONSISTENT[/]",
    "unresolved": "[yellow]UNRESOLVED[/]",
}
QUANTITY = {"law": "distance", "tail": "probability", "mean": "mean"}


def as_json(evidence: ChanceEvidence) -> str:
    """One line; numbers are floats, an end that is not known is null; `source` is the hash of the file."""
    statement = evidence.statement
    return json.dumps(
        {
            "id": statement.id,
            "kind": statement.kind,
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
    lo, hi = ends(check.measured)
    return {
        "at": check.label,
        "draws": len(check.sample),
        "lo": None if math.isinf(lo) else lo,
        "hi": None if math.isinf(hi) else hi,
        "op": check.op,
        "bound": check.bound,
        "verdict": check.verdict.value,
    }


def print_law(console: Console, evidence: ChanceEvidence) -> None:
    statement = evidence.statement
    status = f" ({statement.status.value})" if statement.status else ""
    console.print(
        f"[bold]{escape(statement.id)}[/]{status}  {WORDS[evidence.outcome]}  "
        f"at alpha {evidence.alpha:.0e}, {evidence.seconds:.1f} s",
        highlight=False,
    )
    for check in evidence.checks:
        console.print(f"  {check_line(statement, check)}", highlight=False)
    for note in notes(evidence):
        console.print(f"  {escape(note)}", highlight=False)
    if not evidence.agrees and statement.status is not None:
        word = statement.status.value
        console.print(f"  [red]status {word} and outcome {evidence.outcome} do not fit[/]")


def check_line(statement: Law | Bound, check: Check) -> str:
    """n = 20: distance in [0.031, 0.071] <= 0.11: holds (8,000 draws)."""
    lo, hi = (f"{end:.3g}" for end in ends(check.measured))
    bound = "no rate declared" if check.bound is None else f"{check.op} {check.bound:.3g}"
    verdict = check.verdict.value if check.verdict is not Verdict.VIOLATED else "[bold]violated[/]"
    quantity = QUANTITY[statement.kind]
    return f"{check.label}: {quantity} in \\[{lo}, {hi}] {bound}: {verdict} ({len(check.sample):,} draws)"


def notes(evidence: ChanceEvidence) -> list[str]:
    """What else the bands say: where the limit is usable, how fast it is approached, why it is wrong."""
    if evidence.explanation:
        return [evidence.explanation]
    if not isinstance(evidence.statement, Law) or evidence.outcome == "refuted":
        return []
    lines = [
        f"usable within {tolerance:g}: from n = {n} on, at the sizes drawn"
        for tolerance, n in evidence.usable.items()
        if n is not None
    ]
    return lines + ([_exponent(*evidence.exponent)] if evidence.exponent is not None else [])


def _exponent(least: float, most: float) -> str:
    if least > most:
        return "distance as a power of n: none fits the bands"
    low = f"p >= {least:.2f}" if math.isinf(most) else f"p in [{least:.2f}, {most:.2f}]"
    text = f"p <= {most:.2f}" if math.isinf(least) else low
    return f"distance as a power of n: n^-p with {text} (asymptotic: if it is a power)"


def print_ledger(console: Console, ledger: Ledger) -> None:
    """Who spent what; equal entries in one line."""
    groups: dict[float, list[str]] = {}
    for name, alpha in ledger.entries.items():
        groups.setdefault(alpha, []).append(name)
    for alpha, names in sorted(groups.items(), reverse=True):
        who = names[0] if len(names) == 1 else f"{len(names)} statements"
        console.print(f"alpha {alpha:.3g} each: {escape(who)}", highlight=False)
    console.print(ledger.lines()[-1], highlight=False)


def print_statement(console: Console, statement: Law | Bound) -> None:
    """What `perturb show` says of a law, tail or mean."""
    word = statement.status.value if statement.status else "no status"
    console.print(f"[bold]{escape(statement.id)}[/]  {word}", highlight=False)
    for line in dict.fromkeys((statement.title, statement.source)):
        click.echo(line)
    click.echo(f"\n{statement.doc}\n")
    for line in _said(statement):
        click.echo(line)
    if statement.covers:
        click.echo(f"covers: {', '.join(statement.covers)}")
    click.echo(f"file: {statement.file}\n")


def _said(statement: Law | Bound) -> list[str]:
    if isinstance(statement, Law):
        name, rate = statement.reference.name, statement.rate
        if rate is None:
            return [f"limit   {name}; no rate, so nothing is decided"]
        at = ", ".join(f"{rate(n):.3g} at n = {n}" for n in statement.sizes)
        return [f"then    sup |F_n - {name}| <= rate(n): {at}", f"rate    {statement.rate_source}"]
    left = "E" if isinstance(statement, Mean) else "P"
    bounds = (f"{statement.bound(*case):.3g} at {written(case)}" for case in statement.cases)
    return [f"then    {left} {statement.op} bound: {'; '.join(bounds)}"]


def ends(e: Enclosure) -> tuple[float, float]:
    return (-math.inf if e.lo is None else float(e.lo), math.inf if e.hi is None else float(e.hi))
