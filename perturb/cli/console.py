"""Prints the verdicts on statements, whose words are in perturb.results, in colours."""

from __future__ import annotations

from collections.abc import Iterable
from pathlib import Path

from rich.console import Console
from rich.markup import escape

from perturb.laws.stats.account import Ledger
from perturb.results import say
from perturb.results.chance import ChanceEvidence
from perturb.results.claim_evidence import Evidence, evidence_lines, how
from perturb.results.law_evidence import check_line, ledger_lines, notes, on_what
from perturb.statements.catalogue import Statement
from perturb.statements.loading import changed

COLOURS = {
    "refuted": "bold red",
    "survived": "green",
    "consistent": "green",
    "vacuous": "yellow",
    "unresolved": "yellow",
}


def print_head(console: Console, statement: Statement, outcome: str, how: str) -> None:
    """me/commutator (printed)  REFUTED  how."""
    status = f" ({statement.status.value})" if statement.status else ""
    word = f"[{COLOURS[outcome]}]{say.headline(outcome)}[/]"
    console.print(f"[bold]{escape(statement.id)}[/]{status}  {word}  {how}", highlight=False)


def print_misfit(console: Console, evidence: Evidence | ChanceEvidence, statement: Statement) -> None:
    """A line where what people assert and what was found contradict each other."""
    if not evidence.agrees and statement.status is not None:
        console.print(f"  [red]{say.misfit(statement.status, evidence.outcome)}[/]", highlight=False)


def print_evidence(console: Console, evidence: Evidence, saved: Path | None) -> None:
    print_head(console, evidence.claim, evidence.outcome, how(evidence))
    for line in evidence_lines(evidence, saved):
        console.print(f"  {escape(line)}", soft_wrap=True, highlight=False)
    print_misfit(console, evidence, evidence.claim)


def print_changed(console: Console, judged: Iterable[Statement]) -> None:
    """A line for each file, of these statements or imported by them, that is no longer what was judged."""
    for source in changed(judged):
        text = f"{source.file} is no longer what was judged: sha256 {source.sha256}"
        console.print(text, soft_wrap=True, highlight=False, markup=False)


def print_law(console: Console, evidence: ChanceEvidence) -> None:
    statement = evidence.statement
    print_head(console, statement, evidence.outcome, on_what(evidence))
    for line in [*(check_line(statement.kind, check) for check in evidence.checks), *notes(evidence)]:
        console.print(f"  {escape(line)}", highlight=False)
    print_misfit(console, evidence, statement)


def print_ledger(console: Console, ledger: Ledger) -> None:
    for line in ledger_lines(ledger):
        console.print(escape(line), highlight=False)
