"""Writing the reports from records, and telling which of them are out of date."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from pathlib import Path

from perturb.claim import Claim
from perturb.report.figures import has_slack, is_of, save_slack
from perturb.report.index import index
from perturb.report.page import page
from perturb.report.records import Record, current, read_records, witness

INDEX = "README.md"


def render(claims: Sequence[Claim], folder: Path, extra: Sequence[tuple[str, str]] = ()) -> list[Path]:
    """Write README.md (the status grid), one page a claim and its figure into `folder`; returns their paths.

    Reads `folder/records/*.json` and the witness files beside the theorems; `extra` lists further pages of
    the folder as (title, file name). The same records give the same bytes. Raises ValueError for a broken record.
    """
    records = read_records(folder)
    written: list[Path] = []
    for name, text in _texts(claims, records, folder, extra).items():
        (folder / name).write_text(text, encoding="utf-8")
        written.append(folder / name)
    for claim in claims:
        record = records.get(claim.id)
        if record is not None and has_slack(record):
            save_slack(record, folder / f"{claim.slug}.png")
            written.append(folder / f"{claim.slug}.png")
    return written


def _texts(
    claims: Sequence[Claim], records: Mapping[str, Record], folder: Path, extra: Sequence[tuple[str, str]]
) -> dict[str, str]:
    """Every page by file name."""
    mine = {claim.id: records[claim.id] for claim in claims if claim.id in records}
    texts = {INDEX: index(claims, mine, extra)}
    for claim in claims:
        record = records.get(claim.id)
        found = {kind: witness(claim, (record or {}).get(kind), folder) for kind in ("witness", "worst")}
        texts[f"{claim.slug}.md"] = page(claim, record, found, claims)
    return texts


def stale(claims: Sequence[Claim], folder: Path, extra: Sequence[tuple[str, str]] = ()) -> list[str]:
    """What in `folder` does not match the catalogue, one line each; empty when all of it does.

    A claim without a record, a record of an older statement or of no claim, a missing witness file, a page that
    is missing, extra or differs from a fresh one, a figure that is missing or of other data.
    """
    records = read_records(folder)
    problems = _records(claims, records, folder)
    texts = _texts(claims, records, folder, extra)
    for name, text in texts.items():
        path = folder / name
        if not path.is_file():
            problems.append(f"{name}: missing")
        elif path.read_text(encoding="utf-8") != text:
            problems.append(f"{name}: differs from a fresh rendering")
    expected = {*texts, *[name for _, name in extra]}
    problems += [f"{p.name}: no such claim" for p in sorted(folder.glob("*.md")) if p.name not in expected]
    return problems


def _records(claims: Sequence[Claim], records: Mapping[str, Record], folder: Path) -> list[str]:
    problems: list[str] = []
    for claim in claims:
        record = records.get(claim.id)
        if record is None:
            problems.append(f"{claim.id}: no record")
            continue
        if not current(claim, record):
            problems.append(f"{claim.id}: the statement has changed since its record (fingerprint)")
        for kind in ("witness", "worst"):
            if record.get(kind) and witness(claim, record[kind], folder) is None:
                problems.append(f"{claim.id}: witness file {record[kind]} is missing")
        if has_slack(record) and not is_of(record, folder / f"{claim.slug}.png"):
            problems.append(f"{claim.slug}.png: missing or of other data")
    known = {claim.id for claim in claims}
    return problems + [f"{which}: a record of no claim" for which in sorted(records.keys() - known)]
