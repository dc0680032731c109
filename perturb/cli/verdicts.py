"""What commands share that decide statements: verdicts in colours, and one bad claim that stops no other.

The words of a verdict are in perturb.results. With `whole_files` a bad claim in a file is named at its line,
the others are answered, and the exit code is 2; `alone` does that for what shows only when it is decided.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager
from functools import wraps
from pathlib import Path
from typing import Any

import click
from rich.console import Console
from rich.markup import escape
from rich.text import Text

from perturb.laws.stats.account import Ledger
from perturb.results import say
from perturb.results.chance import ChanceEvidence
from perturb.results.claim_evidence import Evidence, evidence_lines, head, how
from perturb.results.claims import KernelsDisagree
from perturb.results.law_evidence import check_line, ledger_lines, notes, on_what
from perturb.results.store import RecordError
from perturb.statements.catalogue import Statement, changed, leaving_out

COLOURS = {
    "refuted": "bold red",
    "survived": "green",
    "consistent": "green",
    "vacuous": "yellow",
    "unresolved": "yellow",
}


def print_head(console: Console, statement: Statement, outcome: str, how: str) -> None:
    """The line `head`, the name in it bold and the outcome in its colour."""
    status = statement.status.value if statement.status else None
    line, word = Text(head(statement.id, status, outcome, how)), say.headline(outcome)
    start = line.plain.index(f"  {word}  ", len(statement.id)) + 2
    line.stylize("bold", 0, len(statement.id))
    line.stylize(COLOURS[outcome], start, start + len(word))
    console.print(line)


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
    means = say.by_chance(evidence.outcome, evidence.alpha)
    for line in [means, *(check_line(statement.kind, one) for one in evidence.checks), *notes(evidence)]:
        console.print(f"  {escape(line)}", highlight=False)
    print_misfit(console, evidence, statement)


def print_ledger(console: Console, ledger: Ledger) -> None:
    for line in ledger_lines(ledger):
        console.print(escape(line), highlight=False)


ENDED = (130, 143)  # by Ctrl-C or SIGTERM, which say more than what is amiss
_amiss: list[str] = []


def whole_files(command: Callable[..., Any]) -> Callable[..., Any]:
    """Of a command with the argument `target` or `targets`: it sees the statements that can be declared.

    What could not be, and every `alone` that failed, is said when it is done (UsageError).
    """

    @wraps(command)
    def answered(**given: Any) -> Any:
        _amiss.clear()
        targets = given["targets"] if "targets" in given else (given["target"],)
        with leaving_out() as failed:
            try:
                found = command(**given)
            except SystemExit as end:
                if end.code not in ENDED:
                    _say(targets, failed)
                raise
            except click.UsageError as error:
                _say(targets, failed, error.message)
                raise
        _say(targets, failed)
        return found

    return answered


@contextmanager
def alone(claim: Statement) -> Iterator[None]:
    """What makes no sense in this statement leaves the others as they are."""
    try:
        yield
    except (KernelsDisagree, RecordError):
        raise
    except (ValueError, TypeError) as error:
        _amiss.append(f"{claim.kind} {claim.id}: {error}")


def _say(targets: tuple[str, ...], failed: dict[str, str], *more: str) -> None:
    """One that is asked for by its name says itself why it is not there."""
    broken = failed.values() if any("::" not in target for target in targets) else ()
    if said := [*broken, *_amiss]:
        raise click.UsageError("; ".join(dict.fromkeys([*said, *more]))) from None
