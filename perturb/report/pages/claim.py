"""One page a claim: what is said, who says it, what the engine found, and how to check that by hand."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from perturb.byhand.script import by_hand
from perturb.report.figures.landscape import name_of
from perturb.report.figures.slack import has_slack
from perturb.report.markdown import display, fence, inline, joined, prose, table, value
from perturb.report.pages.adversary import Notes, sections
from perturb.report.records import (
    EXACT,
    RED,
    Record,
    WitnessFile,
    certificate,
    current,
    held,
    is_exact,
    mismatch,
    outcome,
    total,
    violated,
)
from perturb.statements.claim import Claim
from perturb.vocab.order import Link
from perturb.vocab.word import Kind

MARK = "[All claims](README.md)"


def page(
    claim: Claim,
    record: Record | None,
    found: Mapping[str, WitnessFile | None],
    others: Sequence[Claim],
    notes: Notes | None = None,
    pictured: bool = False,
) -> str:
    """Markdown. `found` holds the witness files by "witness" and "worst"; `others` is the catalogue.

    `notes` are the records of the adversary; `pictured`: there is a picture of the margin at the witness.
    """
    return joined(
        f"# {prose(claim.label[:1].upper() + claim.label[1:])}",
        f"`{claim.id}`, fingerprint `{claim.fingerprint}`. {MARK}",
        prose(claim.doc),
        statement(claim),
        _sides(claim, record),
        _variants(claim, others),
        _evidence(claim, record),
        _witness(claim, "witness", found.get("witness")),
        f"![margin]({name_of(claim)})" if pictured else "",
        _witness(claim, "worst", found.get("worst")),
        sections(claim, notes) if notes else "",
        _source(claim),
        _again(claim, found),
    )


def statement(claim: Claim) -> str:
    """The statement in LaTeX, from the code that is checked."""
    sizes = ", ".join(f"{name} = {low}..{high}" for name, (low, high) in claim.domain.all_ranges().items())
    parts = ["## Statement", "For all", display(claim.domain.describe())]
    if claim.hypotheses:
        parts += ["with", *[relation(link) for link in claim.hypotheses], "it is claimed that"]
    else:
        parts.append("it is claimed that")
    parts += [relation(link) for link in claim.conclusions]
    if sizes:
        parts.append(f"Searched with {sizes}; the statement is not limited to these sizes.")
    return joined(*parts)


def relation(link: Link) -> str:
    names = set(link.free)
    if link.shown is None and Kind.VECTOR in (link.lhs.kind, link.rhs.kind):
        names.add("i")
    quantifier = rf" \qquad \text{{for all }} {', '.join(sorted(names))}" if names else ""
    return display(link.latex() + quantifier)


def _sides(claim: Claim, record: Record | None) -> str:
    says = str(claim.status) if claim.status else "nothing asserted"
    finds = outcome(record) + (f" ({certificate(record)})" if certificate(record) else "")
    if record is not None and not current(claim, record):
        finds += "; of an older statement"
    rows = [[says, f"{RED} {finds}" if mismatch(record) else finds]]
    return joined("## Status and evidence", table(["What people say", "What the engine found"], rows))


def link_to(claim_id: str, others: Sequence[Claim]) -> str:
    slug = next((c.slug for c in others if c.id == claim_id), None)
    return f"[`{claim_id}`]({slug}.md)" if slug else f"`{claim_id}`"


def variants(claim: Claim, others: Sequence[Claim]) -> list[tuple[str, str]]:
    """(how, id): what this claim corrects and sharpens, and what does that to it."""
    mine = [("corrects", claim.corrects), ("sharpens", claim.sharpens)]
    theirs = [("corrected by", c.id) for c in others if c.corrects == claim.id]
    theirs += [("sharpened by", c.id) for c in others if c.sharpens == claim.id]
    return [(how, which) for how, which in [*mine, *theirs] if which]


def _variants(claim: Claim, others: Sequence[Claim]) -> str:
    return "\n".join(f"- {how} {link_to(which, others)}" for how, which in variants(claim, others))


def _evidence(claim: Claim, record: Record | None) -> str:
    if record is None:
        return "Not computed yet: there is no record of this claim."
    return joined(
        "## Evidence",
        f"Profile {record.get('profile')}, seed {record.get('seed')}. {_drawn(record)}",
        prose(str(record.get("note") or "")),
        _counts(record),
        _hypotheses(claim, record),
        _slack(claim, record),
    )


def _drawn(record: Record) -> str:
    replayed = "The stored witness was decided again" if record.get("witness") else ""
    if not record.get("drawn") and not total(record.get("points")):
        return f"{replayed}; the statement was not searched anew." if replayed else "Nothing was searched."
    return " ".join(part for part in (f"{replayed}." if replayed else "", _searched(record)) if part)


def _searched(record: Record) -> str:
    """What decides comes first; the large numbers are float64 screening and are said to be."""
    drawn, inside, floor = record.get("drawn", 0), record.get("inside", 0), record.get("floor", 0)
    broken = f", {violated(record):,} of them violations" if violated(record) else ""
    return (
        f"{held(record) + violated(record):,} certified points decided{broken}, of {drawn:,} points drawn "
        f"and {inside:,} of these inside the statement (vacuous below a share of {floor:g}). "
        "Drawn and inside are float64 screening, which orders points and decides nothing; what counts "
        "are the certified points."
    )


COUNTS = {"points": "points", "verdicts": "verdicts", "undecided": "open because", "kernels": "decided by"}


def _counts(record: Record) -> str:
    rows = []
    for key, title in COUNTS.items():
        counts = {name: k for name, k in (record.get(key) or {}).items() if k}
        if counts:
            each = ", ".join(f"{name} {k:,}" for name, k in counts.items())
            rows.append([title, each, f"{total(counts):,}"])
    return table(["", "counts", "total"], rows, "llr") if rows else ""


def _hypotheses(claim: Claim, record: Record) -> str:
    rows = [
        [inline(link.latex()), f"{counts.get('met', 0):,}", f"{counts.get('missed', 0):,}"]
        for link, counts in zip(claim.hypotheses, record.get("hypotheses") or [], strict=False)
        if counts.get("met") or counts.get("missed")
    ]
    return table(["hypothesis", "met", "missed"], rows, "lrr") if rows else ""


def _slack(claim: Claim, record: Record) -> str:
    if not has_slack(record):
        return ""
    slack = record["slack"]
    tightest = slack.get("tightest")
    parts = [f"![slack]({claim.slug}.png)"]
    if slack.get("equality"):
        parts.append(f"Equality at {slack['equality']:,} points.")
    if tightest:
        worst = float(tightest["margin"]) < 0
        lead = "Worst violation of the search" if worst else "Tightest point that is not an equality"
        parts.append(f"{lead}: relative margin {tightest['margin']}, at")
        parts.append(display(r",\quad ".join(value(name, x) for name, x in tightest["inputs"].items())))
    return joined(*parts)


TITLES = {"witness": "Simplest witness", "worst": "Worst witness"}


def _witness(claim: Claim, kind: str, found: WitnessFile | None) -> str:
    if found is None:
        return ""
    content = found.content
    vary = content.get("vary") or []
    shown = [value(name, given["value"], vary) for name, given in content["inputs"].items()]
    at = ", ".join(f"{name} = {k}" for name, k in found.at.items())
    number = (content.get("failed") or 0) + 1
    failed = f"Conclusion {number} fails{' at ' + at if at else ''}, certified by {_kernel(content)}."
    bounds = [["left side", str(content.get("lhs"))], ["right side", str(content.get("rhs"))]]
    bounds.append(["rigour", str(content.get("rigour"))])
    return joined(
        f"## {TITLES[kind]}",
        display(r",\quad ".join(shown)),
        "Underlined entries may vary." if vary else "",
        failed,
        table(["", "enclosure"], [*bounds, ["relative violation", str(content.get("relative_violation"))]]),
        _check(claim, found) if kind == "witness" else "",
        f"File: [{found.from_root}]({found.from_reports})",
    )


def _kernel(content: Mapping[str, Any]) -> str:
    return EXACT if is_exact(content) else f"{content.get('kernel')} at {content.get('bits')} bits"


def _check(claim: Claim, found: WitnessFile) -> str:
    content = found.content
    code = by_hand(claim, found.point(claim), content.get("failed") or 0, found.at)
    if code is None:
        return "No check by hand: fractions do not reach a quantity of this statement; replay the file."
    lead = "By hand, with nothing but fractions (paste it into Python; its last line says what it has shown):"
    return joined(lead, fence(code, "python"))


def _source(claim: Claim) -> str:
    source = claim.paper
    said = [part.rstrip(".") for part in (source.authors, source.title, source.reference) if part]
    lines = [". ".join([*said, claim.label]) + "."]
    if claim.covers:
        lines.append("Covers " + ", ".join(claim.covers) + ".")
    if claim.presupposes:
        lines.append(f"Not certified by kernels that rest on: {', '.join(sorted(claim.presupposes))}.")
    return joined("## Source", prose(" ".join(lines)))


def _again(claim: Claim, found: Mapping[str, WitnessFile | None]) -> str:
    files = [found[kind] for kind in ("witness", "worst")]
    commands = [f"perturb check {claim.id}", *[f"perturb replay {f.from_root}" for f in files if f]]
    return joined("## Again", fence("\n".join(commands), "bash"))
