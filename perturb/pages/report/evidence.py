"""What the engine found of a claim: verdict, distance to equality, counts."""

from __future__ import annotations

from dataclasses import asdict

from perturb.pages.markdown import folded, inline, joined, prose, table, values
from perturb.pages.records import (
    RED,
    certificate,
    held,
    mismatch,
    outcome,
    violated,
)
from perturb.pages.report.slack import told
from perturb.results.records import ClaimRecord
from perturb.results.store import current
from perturb.statements.claim import Claim


def sides(claim: Claim, record: ClaimRecord | None) -> str:
    """What people say and what the engine found, in a line."""
    says = str(claim.status) if claim.status else "nothing asserted"
    finds = outcome(record) + (f" ({certificate(record)})" if certificate(record) else "")
    if record is not None and current(record, claim) is None:
        finds += "; of an older statement"
    mark = f"{RED} " if mismatch(record) else ""
    return f"People say: **{says}**. The engine found: {mark}**{finds}**."


def evidence(claim: Claim, record: ClaimRecord | None) -> str:
    """The distance to equality, and folded beneath it how the verdict was come by."""
    if record is None:
        return "Not computed yet: there is no record of this claim."
    counts = joined(
        f"Profile {record.profile}, seed {record.seed}, fingerprint `{claim.fingerprint}`. {_drawn(record)}",
        _counts(record),
        _hypotheses(claim, record),
    )
    return joined(prose(record.note), _slack(claim, record), folded("Points and verdicts", counts))


def _drawn(record: ClaimRecord) -> str:
    replayed = "The stored witness was decided again" if record.witness else ""
    if not record.drawn and not sum(record.points.values()):
        return f"{replayed}; the statement was not searched anew." if replayed else "Nothing was searched."
    return " ".join(part for part in (f"{replayed}." if replayed else "", _searched(record)) if part)


def _searched(record: ClaimRecord) -> str:
    """What decides comes first; the large numbers are float64 screening and are said to be."""
    broken = f", {violated(record):,} of them violations" if violated(record) else ""
    return (
        f"{held(record) + violated(record):,} certified points decided{broken}, of {record.drawn:,} points "
        f"drawn and {record.inside:,} of these inside the statement (vacuous below a share of "
        f"{record.floor:g}). Drawn and inside are float64 screening, which decides nothing."
    )


def _counts(record: ClaimRecord) -> str:
    counted = {
        "points": record.points,
        "verdicts": asdict(record.verdicts),
        "open because": record.undecided,
        "decided by": record.kernels,
    }
    rows = []
    for title, counts in counted.items():
        each = ", ".join(f"{name} {k:,}" for name, k in counts.items() if k)
        rows += [[title, each, f"{sum(counts.values()):,}"]] if each else []
    return table(["", "counts", "total"], rows, "llr") if rows else ""


def _hypotheses(claim: Claim, record: ClaimRecord) -> str:
    rows = [
        [inline(link.latex(claim.names)), f"{counts.met:,}", f"{counts.missed:,}"]
        for link, counts in zip(claim.hypotheses, record.hypotheses, strict=False)
        if counts.met or counts.missed
    ]
    return table(["hypothesis", "met", "missed"], rows, "lrr") if rows else ""


def _slack(claim: Claim, record: ClaimRecord) -> str:
    if not record.slack.points:
        return ""
    beside = f", beside {violated(record):,} violations" if violated(record) else ""
    lines = [f"{told(record.slack)}{beside}."]
    tightest = record.slack.tightest
    if tightest:
        worst = float(tightest.margin) < 0
        lead = "Worst violation of the search" if worst else "Tightest point that is not an equality"
        lines.append(f"{lead}: relative margin {tightest.margin}, at")
        lines.append(values(tightest.inputs, letters=claim.names.letters))
    return joined(*lines)
