"""What the command line prints of a claim: the evidence for people, the same as JSON for programs."""

from __future__ import annotations

from collections.abc import Iterable
from pathlib import Path

from rich.console import Console
from rich.markup import escape

from perturb.enclosure import Verdict
from perturb.process import sources
from perturb.process.output import json_text
from perturb.results import say
from perturb.results.chance import ChanceEvidence
from perturb.results.claims import Evidence
from perturb.results.plain import to_plain
from perturb.results.told import evidence_lines, how
from perturb.statements.catalogue import Statement
from perturb.statements.loading import changed

COLOURS = {
    "refuted": "bold red",
    "survived": "green",
    "consistent": "green",
    "vacuous": "yellow",
    "unresolved": "yellow",
}


def as_json(evidence: Evidence, saved: Path | None) -> str:
    """One line; `source` is the hash of the file that was run, null where it is not known.

    Counts are of points of a search: `points` were certified, one by one, with a verdict each. Where a stored
    witness was replayed nothing was searched, and all counts are 0.
    """
    found, claim = evidence.found, evidence.claim
    return json_text(
        {
            "id": claim.id,
            "fingerprint": claim.fingerprint,
            "source": sources.sha256_of(claim.file),
            "status": claim.status.value if claim.status else None,
            "outcome": evidence.outcome,
            "certificate": to_plain(evidence.certificate),
            "drawn": found.drawn,
            "inside": found.inside,
            "points": sum(found.verdicts[v.value] for v in Verdict),
            **{v.value: found.verdicts[v.value] for v in Verdict},
            "replayed": evidence.stored is not None,
            "seconds": round(evidence.seconds, 3),
            "witness": str(saved) if saved else None,
            "agrees": evidence.agrees,
            "note": evidence.note,
        },
        ensure_ascii=False,
    )


def print_head(console: Console, statement: Statement, outcome: str, how: str) -> None:
    """me/commutator (printed)  REFUTED  how."""
    status = f" ({statement.status.value})" if statement.status else ""
    word = f"[{COLOURS[outcome]}]{say.headline(outcome)}[/]"
    console.print(f"[bold]{escape(statement.id)}[/]{status}  {word}  {how}", highlight=False)


def print_misfit(console: Console, evidence: Evidence | ChanceEvidence, statement: Statement) -> None:
    """A line where what people assert and what was found contradict each other."""
    if not evidence.agrees and statement.status is not None:
        word = f"status {statement.status.value} and outcome {evidence.outcome} do not fit"
        console.print(f"  [red]{word}[/]", highlight=False)


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
