"""What the command line prints: one claim's evidence for people, the same as JSON for programs."""

from __future__ import annotations

import json
from collections.abc import Iterable
from decimal import ROUND_CEILING, ROUND_FLOOR, Decimal, localcontext
from pathlib import Path
from typing import Any

from rich.console import Console
from rich.markup import escape

from perturb import sources
from perturb.adversary.tighten import ConstantBracket
from perturb.certify.witness import Replay, Witness
from perturb.enclosure import Verdict
from perturb.examine.claims import Evidence
from perturb.examine.plain import to_plain
from perturb.examine.records import Certificate
from perturb.search.attack import SearchResult
from perturb.statements.chance import Bound, Law
from perturb.statements.claim import Claim
from perturb.statements.registry import Statement, changed

WORDS = {
    "refuted": "[bold red]VIOLATED[/]",
    "survived": "[green]SURVIVED[/]",
    "vacuous": "[yellow]VACUOUS[/]",
    "unresolved": "[yellow]UNRESOLVED[/]",
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


def listed(claim: Claim) -> dict[str, Any]:
    """One row of `perturb list --json`."""
    return {
        "id": claim.id,
        "paper": claim.paper.key,
        "label": claim.label,
        "kind": claim.kind,
        "status": claim.status.value if claim.status else None,
        "covers": list(claim.covers),
        "corrects": claim.corrects,
        "sharpens": claim.sharpens,
    }


def listed_law(law: Law | Bound) -> dict[str, Any]:
    """The same row for a law, tail or mean; its paper is the first part of its name."""
    status = law.status.value if law.status else None
    row = {"id": law.name, "paper": law.name.partition("/")[0], "label": law.title, "kind": law.kind}
    return {**row, "status": status, "covers": list(law.covers), "corrects": None, "sharpens": None}


def print_evidence(console: Console, evidence: Evidence, saved: Path | None) -> None:
    claim, found = evidence.claim, evidence.found
    status = f" ({claim.status.value})" if claim.status else ""
    console.print(f"[bold]{escape(claim.id)}[/]{status}  {WORDS[evidence.outcome]}  {_how(evidence)}")
    if found.points:
        console.print(f"  {share(found)}", highlight=False)
    if evidence.outcome == "survived":
        tight = f"; least relative margin {found.tightest[0]:.2g}" if found.tightest[1] else ""
        console.print(f"  {found.equality:,} at equality{tight}")
    if evidence.simplest is not None and evidence.outcome == "refuted":
        print_witness(console, "simplest witness", evidence.simplest)
    if evidence.worst is not None and evidence.outcome == "refuted":
        console.print(
            f"  worst found: relative violation {evidence.worst.data['relative_violation']}", highlight=False
        )
    if evidence.constant is not None and evidence.constant.refuted is not None:
        console.print(f"  {constant(evidence.constant)}", highlight=False)
    if evidence.note:
        console.print(f"  {escape(evidence.note)}")
    if saved is not None:
        console.print(f"  replay: perturb replay {saved}", soft_wrap=True, highlight=False)
    if not evidence.agrees and claim.status is not None:
        console.print(f"  [red]status {claim.status.value} and outcome {evidence.outcome} do not fit[/]")


def share(found: SearchResult) -> str:
    """373 of 400 points certified to hold, 5 undecided, 22 outside the statement."""
    words = {"violated": "violated", "undecided": "undecided", "vacuous": "outside the statement"}
    rest = [f", {found.verdicts[key]:,} {word}" for key, word in words.items() if found.verdicts[key]]
    return f"{found.verdicts['holds']:,} of {found.points:,} points certified to hold{''.join(rest)}"


def print_changed(console: Console, judged: Iterable[Statement]) -> None:
    """A line for each file, of these statements or imported by them, that is no longer what was judged."""
    for source in changed(judged):
        text = f"{source.file} is no longer what was judged: sha256 {source.sha256}"
        console.print(text, soft_wrap=True, highlight=False, markup=False)


def constant(found: ConstantBracket) -> str:
    """What the violations prove of the constant, rounded to the safe side."""
    assert found.refuted is not None
    larger = found.refuted > found.printed
    with localcontext(prec=12, rounding=ROUND_FLOOR if larger else ROUND_CEILING):
        end = Decimal(found.refuted.numerator) / Decimal(found.refuted.denominator)
    sign = ">=" if larger else "<="
    return f"best constant {sign} {end.normalize()} (certified), printed {float(found.printed):.12g}"


def _how(evidence: Evidence) -> str:
    if evidence.stored is not None:
        return f"stored witness replayed ({certificate(evidence.certificate)}), {evidence.seconds:.1f} s"
    found = evidence.found
    name = f"certified ({certificate(evidence.certificate)})" if evidence.certificate else "nothing certified"
    return f"{name} after {found.drawn:,} points drawn, {found.inside:,} inside, {evidence.seconds:.1f} s"


def certificate(found: Certificate | None) -> str:
    if found is None:
        return "none"
    return f"{found.kernel}, {found.bits} bits" if found.bits else found.kernel


def print_witness(console: Console, title: str, witness: Witness) -> None:
    inputs = ", ".join(f"{name} = {plain(entry['value'])}" for name, entry in witness.data["inputs"].items())
    console.print(f"  {title}  {escape(inputs)}", soft_wrap=True, highlight=False)
    at = "".join(f"{name} = {value}, " for name, value in witness.data["at"].items())
    sides = f"left side {witness.data['lhs']}, right side {witness.data['rhs']} ({witness.data['rigour']})"
    console.print(f"  there: {escape(at + sides)}", soft_wrap=True, highlight=False)
    if witness.data["vary"]:
        console.print(
            f"  may vary: {escape(', '.join(witness.data['vary']))}", soft_wrap=True, highlight=False
        )


def plain(value: Any) -> str:
    """[[0, 1], [0, 1/2]] without quotes."""
    return json.dumps(value).replace('"', "")


def print_replay(console: Console, witness: Witness, replayed: Replay) -> None:
    elsewhere = "" if replayed.as_saved else ": not the violation that the file describes"
    word = (
        "[bold red]VIOLATED[/], as saved"
        if replayed.refutes
        else f"[bold yellow]NOT REPRODUCED[/]{elsewhere}"
    )
    console.print(f"[bold]{escape(witness.claim)}[/]  {word}")
    print_witness(console, "witness", witness)
    console.print(f"  in the domain: {'yes, certified' if replayed.member else 'NO'}")
    for verdict in replayed.verdicts:
        detail = f" ({escape(verdict.reason)})" if verdict.reason else ""
        bits = f" at {verdict.bits} bits" if verdict.kernel != "exact" else ""
        trusts = f"; trusts {', '.join(sorted(verdict.trusts))}" if verdict.trusts else ""
        console.print(
            f"  kernel {verdict.kernel}{bits}: {verdict.verdict.value}{detail}{trusts}", highlight=False
        )
