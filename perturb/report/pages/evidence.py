"""What the engine found of a claim: verdict, distance to equality, counts."""

from __future__ import annotations

from perturb.report.markdown import display, folded, inline, joined, prose, table, value
from perturb.report.pages.slack import has_slack, sparkline
from perturb.report.records import (
    RED,
    Record,
    certificate,
    current,
    held,
    mismatch,
    outcome,
    total,
    violated,
)
from perturb.statements.claim import Claim

COUNTS = {"points": "points", "verdicts": "verdicts", "undecided": "open because", "kernels": "decided by"}


def sides(claim: Claim, record: Record | None) -> str:
    """What people say and what the engine found, in a line."""
    says = str(claim.status) if claim.status else "nothing asserted"
    finds = outcome(record) + (f" ({certificate(record)})" if certificate(record) else "")
    if record is not None and not current(claim, record):
        finds += "; of an older statement"
    mark = f"{RED} " if mismatch(record) else ""
    return f"People say: **{says}**. The engine found: {mark}**{finds}**."


def evidence(claim: Claim, record: Record | None) -> str:
    """The distance to equality, and folded beneath it how the verdict was come by."""
    if record is None:
        return "Not computed yet: there is no record of this claim."
    counts = joined(
        f"Profile {record.get('profile')}, seed {record.get('seed')}, fingerprint `{claim.fingerprint}`. "
        f"{_drawn(record)}",
        _counts(record),
        _hypotheses(claim, record),
    )
    return joined(prose(str(record.get("note") or "")), _slack(record), folded("Points and verdicts", counts))


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
        "Drawn and inside are float64 screening, which decides nothing."
    )


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


def _slack(record: Record) -> str:
    if not has_slack(record):
        return ""
    beside = f", beside {violated(record):,} violations" if violated(record) else ""
    lines = [f"Points where it holds, by relative margin{beside}: `{sparkline(record['slack'])}`"]
    tightest = record["slack"].get("tightest")
    if tightest:
        worst = float(tightest["margin"]) < 0
        lead = "Worst violation of the search" if worst else "Tightest point that is not an equality"
        lines.append(f"{lead}: relative margin {tightest['margin']}, at")
        lines.append(display(r",\quad ".join(value(name, x) for name, x in tightest["inputs"].items())))
    return joined(*lines)
