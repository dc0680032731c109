"""What `perturb check` prints of one statement, made where it was examined: here or in a worker."""

from __future__ import annotations

from collections.abc import Mapping
from io import StringIO
from pathlib import Path
from typing import NamedTuple

from rich.console import Console

from perturb.cli import console, console_chance
from perturb.cli.terminal import OUT, kept, made
from perturb.process.output import write_whole
from perturb.results import pictures, saving
from perturb.results.chance import ChanceEvidence
from perturb.results.claims import Evidence
from perturb.statements.outcome import Outcome
from perturb.statements.recorded import Recorded


class Answer(NamedTuple):
    """What is printed of one statement; its outcome, and does it fit the status; the alpha that it cost.

    `error` is what kept it from a verdict, or its witness from being saved: the rest goes on, and
    the exit code is 2.
    """

    text: str
    outcome: Outcome
    agrees: bool
    booked: Mapping[str, float]
    error: str = ""


def answer_of(evidence: Evidence | ChanceEvidence, as_json: bool, store: bool, plot: Path | None) -> Answer:
    """After the witnesses were saved; the text has colours where the output shows them."""
    text = Console(file=StringIO(), soft_wrap=True, force_terminal=OUT.is_terminal, width=OUT.width)
    assert isinstance(text.file, StringIO)
    if isinstance(evidence, ChanceEvidence):
        recorded = isinstance(evidence.statement, Recorded)  # its alpha is no part of the account
        booked = {} if recorded else {evidence.statement.id: evidence.alpha}
        if as_json:
            text.file.write(console_chance.as_json(evidence) + "\n")
        else:
            console_chance.print_law(text, evidence)
        return Answer(text.file.getvalue(), evidence.outcome, evidence.agrees, booked)
    saved, error = _saved(evidence, store, plot)
    if as_json:
        text.file.write(console.as_json(evidence, saved) + "\n")
    else:
        console.print_evidence(text, evidence, saved)
    return Answer(text.file.getvalue(), evidence.outcome, evidence.agrees, {}, error)


def _saved(evidence: Evidence, store: bool, plot: Path | None) -> tuple[Path | None, str]:
    """The file of the witness; where it or the picture cannot be written, why."""
    saved, error = kept(lambda: saving.save(evidence, store))
    if plot is not None and evidence.found.margins:
        _, unseen = kept(lambda: _plotted(evidence, plot))
        error = error or unseen
    return saved, error


def _plotted(evidence: Evidence, folder: Path) -> None:
    write_whole(made(folder) / f"{evidence.claim.slug}.svg", pictures.margins(evidence.found.margins))
