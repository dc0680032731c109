"""Writing the reports from records."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from pathlib import Path

from perturb.claim import Claim
from perturb.report import vocabulary
from perturb.report.figures import has_slack, save_slack
from perturb.report.grid import grid
from perturb.report.page import MARK, page
from perturb.report.records import Record, read_records, witness

INDEX = "README.md"
Extra = Sequence[tuple[str, str]]


def render(claims: Sequence[Claim], folder: Path, extra: Extra = ()) -> list[Path]:
    """Write README.md (the status grid), the vocabulary, a page and a figure a claim; returns their paths.

    All of it goes into `folder`, from `folder/records/*.json` and the witness files beside the theorems;
    `extra` lists further pages as (title, path from the folder). Pages of claims
    that are gone are removed. The same records give the same bytes. Raises ValueError for a broken record.
    """
    records = read_records(folder)
    texts = pages(claims, records, folder, extra)
    for path in strangers(folder, set(texts)):
        path.unlink()
        path.with_suffix(".png").unlink(missing_ok=True)
    for name, text in texts.items():
        (folder / name).write_text(text, encoding="utf-8")
    return [folder / name for name in texts] + _figures(claims, records, folder)


def pages(
    claims: Sequence[Claim], records: Mapping[str, Record], folder: Path, extra: Extra
) -> dict[str, str]:
    """Every page by file name."""
    mine = {claim.id: records[claim.id] for claim in claims if claim.id in records}
    texts = {INDEX: grid(claims, mine, extra), vocabulary.NAME: vocabulary.vocabulary()}
    for claim in claims:
        record = records.get(claim.id)
        found = {kind: witness(claim, (record or {}).get(kind), folder) for kind in ("witness", "worst")}
        texts[f"{claim.slug}.md"] = page(claim, record, found, claims)
    return texts


def _figures(claims: Sequence[Claim], records: Mapping[str, Record], folder: Path) -> list[Path]:
    written: list[Path] = []
    for claim in claims:
        record, path = records.get(claim.id), folder / f"{claim.slug}.png"
        if record is not None and has_slack(record):
            save_slack(record, path)
            written.append(path)
    return written


def strangers(folder: Path, known: set[str]) -> list[Path]:
    """Generated pages of claims that the catalogue does not have."""
    found = [path for path in sorted(folder.glob("*.md")) if path.name not in known]
    return [path for path in found if MARK in path.read_text(encoding="utf-8")]
