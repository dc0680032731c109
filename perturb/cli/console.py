"""What the command line prints of a claim: the evidence for people, the same as JSON for programs."""

from __future__ import annotations

import json
from collections.abc import Iterable
from pathlib import Path
from typing import Any

from rich.console import Console
from rich.markup import escape

from perturb import say, sources
from perturb.certify.witness import Witness
from perturb.enclosure import Verdict
from perturb.examine.chance import ChanceEvidence
from perturb.examine.claims import Evidence
from perturb.examine.plain import to_plain
from perturb.prove.proved import phrase, proofs_of
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
    return json.dumps(
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
    """me/commutator (printed)  VIOLATED  how."""
    status = f" ({statement.status.value})" if statement.status else ""
    word = f"[{COLOURS[outcome]}]{say.headline(outcome)}[/]"
    console.print(f"[bold]{escape(statement.id)}[/]{status}  {word}  {how}", highlight=False)


def print_misfit(console: Console, evidence: Evidence | ChanceEvidence, statement: Statement) -> None:
    """A line where what people assert and what was found contradict each other."""
    if not evidence.agrees and statement.status is not None:
        word = f"status {statement.status.value} and outcome {evidence.outcome} do not fit"
        console.print(f"  [red]{word}[/]", highlight=False)


def print_evidence(console: Console, evidence: Evidence, saved: Path | None) -> None:
    found, worst, constant = evidence.found, evidence.worst, evidence.constant
    lines = [say.shares(found.verdicts)] if found.points else []
    if evidence.outcome == "survived":
        tight = f"; least relative margin {found.tightest[0]:.2g}" if found.tightest[1] else ""
        lines.append(f"{found.equality:,} at equality{tight}")
        universal = proofs_of(evidence.claim)
        lines += [f"{phrase(universal)}, for every input: {universal[-1].path}"] if universal else []
    if evidence.simplest is not None and evidence.outcome == "refuted":
        lines += witness_lines("simplest witness", evidence.simplest)
    if worst is not None and evidence.outcome == "refuted":
        lines.append(f"worst found: relative violation {worst.data['relative_violation']}")
    if constant is not None and constant.refuted is not None:
        lines.append(say.best_constant(constant.refuted, constant.printed))
    lines += [evidence.note] if evidence.note else []
    lines += [f"replay: perturb replay {saved}"] if saved is not None else []
    print_head(console, evidence.claim, evidence.outcome, _how(evidence))
    for line in lines:
        console.print(f"  {escape(line)}", soft_wrap=True, highlight=False)
    print_misfit(console, evidence, evidence.claim)


def _how(evidence: Evidence) -> str:
    decided, found = say.certificate(evidence.certificate), evidence.found
    if evidence.stored is not None:
        return f"stored witness replayed ({decided or 'none'}), {evidence.seconds:.1f} s"
    name = f"certified ({decided})" if decided else "nothing certified"
    return f"{name} after {found.drawn:,} points drawn, {found.inside:,} inside, {evidence.seconds:.1f} s"


def witness_lines(title: str, witness: Witness) -> list[str]:
    """The inputs, what is certified there, and which entries may vary."""
    data = witness.data
    inputs = ", ".join(f"{name} = {plain(entry['value'])}" for name, entry in data["inputs"].items())
    at = "".join(f"{name} = {value}, " for name, value in data["at"].items())
    sides = f"left side {data['lhs']}, right side {data['rhs']} ({data['rigour']})"
    vary = [f"may vary: {', '.join(data['vary'])}"] if data["vary"] else []
    return [f"{title}  {inputs}", f"there: {at}{sides}", *vary]


def plain(value: Any) -> str:
    """[[0, 1], [0, 1/2]] without quotes."""
    return json.dumps(value).replace('"', "")


def print_changed(console: Console, judged: Iterable[Statement]) -> None:
    """A line for each file, of these statements or imported by them, that is no longer what was judged."""
    for source in changed(judged):
        text = f"{source.file} is no longer what was judged: sha256 {source.sha256}"
        console.print(text, soft_wrap=True, highlight=False, markup=False)
