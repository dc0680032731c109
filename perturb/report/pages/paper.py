"""The page of a paper: every printed item, its verdict, what mends it and what sharpens it."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence

from perturb.report import chance as law_statements
from perturb.report.figures import depends
from perturb.report.items import Item, silent
from perturb.report.markdown import inline, joined, prose, table, value
from perturb.report.pages.claim import MARK, link_to
from perturb.report.records import RED, Record, WitnessFile, held
from perturb.statements.claim import Claim
from perturb.statements.paper import Paper

HEAD = ["Item", "As printed", "Verdict", "Witness or margin", "Corrected", "Sharpened", "Win factor"]
# The item is encoded in a mended or stronger form only, because another one already falls as printed.
MENDED = "see its correction"
SMALL = 12  # entries of a witness that fits into a cell


def sheet(
    paper: Paper,
    found: Sequence[Item],
    claims: Sequence[Claim],
    records: Mapping[str, Record],
    witnesses: Mapping[str, WitnessFile | None],
    figures: Sequence[tuple[str, str, str]] = (),
) -> str:
    """Markdown. `witnesses` has the simplest witness files by claim id; `figures` are (title, file, note)."""
    rows = [_row(item, claims, records, witnesses) for item in found]
    missing = silent(found)
    return joined(
        f"# {prose(paper.title)}",
        f"{prose(paper.authors)}. {prose(paper.reference)}. {MARK} · [Errata sheet]({paper.key}-errata.md)",
        _counts(found),
        f"{RED} Nothing speaks of: " + ", ".join(missing) if missing else "",
        "## Every item",
        "One row an item of the paper, in its order. The verdict is what people assert after examining it, "
        "with what the engine found beside it where the two differ. The win factor is the printed bound over "
        "the sharpened one (its median over random points, and the value that one point in ten exceeds); it "
        "describes, it decides nothing. A margin is relative; at 0 the bound is attained. What samples "
        "decide has its alpha beside it: it bounds the chance that the verdict is wrong.",
        table(HEAD, rows),
        depends.section(paper, found),
        _pictures(figures),
    )


def _counts(found: Sequence[Item]) -> str:
    counts = Counter(_kind(item) for item in found)
    rows = [[kind, str(number)] for kind, number in counts.most_common()]
    return table([f"{len(found)} items", ""], rows, "lr")


def _kind(item: Item) -> str:
    if item.status is not None:
        return item.status.value
    if item.laws:
        return "decided by samples"
    if item.remark is not None:
        return f"not checkable at a point: {item.remark.kind}"
    return MENDED if item.corrected or item.sharpened else "silent"


def _row(
    item: Item,
    claims: Sequence[Claim],
    records: Mapping[str, Record],
    witnesses: Mapping[str, WitnessFile | None],
) -> list[str]:
    shown = "; ".join(dict.fromkeys(prose(c.label) for c in item.printed))
    return [
        f"`{item.id.partition('/')[2]}`",
        shown or "; ".join(prose(law.title) for law in item.laws),
        _verdict(item, claims, records),
        _evidence(item, records, witnesses),
        ", ".join(_short(c, claims) for c in item.corrected),
        ", ".join(_short(c, claims) for c in item.sharpened),
        _win(item, records),
    ]


def _verdict(item: Item, claims: Sequence[Claim], records: Mapping[str, Record]) -> str:
    readings = [link_to(c.id, claims).replace(f"`{c.id}`", str(c.status)) for c in item.printed]
    readings += [law_statements.verdict(law.id, records.get(law.id)) for law in item.laws]
    if any(readings):
        return ", ".join(dict.fromkeys(filter(None, readings)))
    if item.laws:
        return "decided by samples"
    if item.remark is not None:
        return f"not checkable ({item.remark.kind})"
    return MENDED if item.corrected or item.sharpened else f"{RED} silent"


def _short(claim: Claim, claims: Sequence[Claim]) -> str:
    name = claim.id.partition("/")[2]
    return link_to(claim.id, claims).replace(f"`{claim.id}`", f"`{name}`")


def _evidence(item: Item, records: Mapping[str, Record], witnesses: Mapping[str, WitnessFile | None]) -> str:
    parts = [
        _witness(witnesses.get(c.id)) for c in item.printed if c.status and c.status.expects == "refuted"
    ]
    parts += [_margin(records.get(c.id)) for c in item.printed if c.status and c.status.expects == "survived"]
    parts += [law_statements.measured(records.get(law.id)) for law in item.laws]
    parts = [part for part in parts if part]
    if not parts and item.remark is not None:
        seen = (
            f" See {', '.join(f'`{name}`' for name in item.remark.seen_by)}." if item.remark.seen_by else ""
        )
        return prose(item.remark.reason) + seen
    return "; ".join(dict.fromkeys(parts))


def _witness(found: WitnessFile | None) -> str:
    if found is None:
        return ""
    given = {name: inputs["value"] for name, inputs in found.content["inputs"].items()}
    if sum(map(_size, given.values())) > SMALL:
        return f"[witness]({found.from_reports})"
    return inline(r",\ ".join(value(name, x) for name, x in given.items()))


def _size(given: object) -> int:
    return sum(map(_size, given)) if isinstance(given, list) else 1


def _margin(record: Record | None) -> str:
    if record is None:
        return ""
    slack = record.get("slack") or {}
    if slack.get("equality"):
        return f"attained; holds at {held(record):,} points"
    tightest = slack.get("tightest")
    return f"{tightest['margin']} over {held(record):,} points" if tightest else f"{held(record):,} points"


def _win(item: Item, records: Mapping[str, Record]) -> str:
    wins = [(records.get(c.id) or {}).get("win") for c in item.sharpened]
    best = max((w for w in wins if w), key=lambda w: (w["high"] or 1.0, w["wider"]), default=None)
    if best is None:
        return ""
    parts = [] if best["median"] is None else [f"{best['median']:g} ({best['high']:g})"]
    if best["wider"]:
        parts.append(
            f"applies to {best['wider']:.0%} more" if parts else f"{best['wider']:.0%} newly covered"
        )
    return "; ".join(parts)


def _pictures(figures: Sequence[tuple[str, str, str]]) -> str:
    parts = [joined(f"### {prose(title)}", f"![{title}]({name})", note) for title, name, note in figures]
    return joined("## Printed bound, sharpened bound, truth", *parts) if parts else ""
