"""Writing the reports from records."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from concurrent.futures import Executor, Future
from pathlib import Path

from perturb.montecarlo.executors import local
from perturb.report import chance as law_statements
from perturb.report import papers
from perturb.report.figures import landscape
from perturb.report.figures.slack import has_slack, save_slack
from perturb.report.markdown import joined
from perturb.report.pages import distributions as laws
from perturb.report.pages import vocabulary
from perturb.report.pages.adversary import read_notes
from perturb.report.pages.claim import MARK, page
from perturb.report.pages.grid import grid
from perturb.report.pages.power import power
from perturb.report.records import Record, WitnessFile, read_records, witness
from perturb.statements.claim import Claim
from perturb.statements.shelf import Shelf

INDEX = "README.md"
Extra = Sequence[tuple[str, str]]
EMPTY = Shelf()


def render(
    claims: Sequence[Claim], folder: Path, extra: Extra = (), shelf: Shelf = EMPTY, workers: int = 1
) -> list[Path]:
    """Write README.md (the status grid), the vocabulary, a page and a figure a claim; returns their paths.

    All of it goes into `folder`, from the records in `folder/records` and the witness files beside the
    theorems; `extra` lists further pages as (title, path from the folder), `shelf` what stands beside
    claims. Pages of claims that are gone are removed. The same records give the same bytes, whatever the
    number of `workers` that draw. Raises ValueError for a broken record.
    """
    records = read_records(folder)
    texts = pages(claims, records, folder, extra, shelf)
    for path in strangers(folder, set(texts)):
        path.unlink()
        for figure in (path.with_suffix(".png"), path.with_name(f"{path.stem}-margin.png")):
            figure.unlink(missing_ok=True)
    for name, text in texts.items():
        (folder / name).write_text(text, encoding="utf-8")
    with local(workers) as pool:
        drawing = _slack_figures(claims, records, folder, pool) | laws.save(folder, shelf.limits, pool)
        drawn = [path for claim in claims for path in _margin(claim, records.get(claim.id), folder)]
        drawn += papers.save(claims, shelf, folder) + law_statements.save(shelf.statements, folder)
        for job in drawing.values():
            job.result()
    return [folder / name for name in texts] + list(drawing) + drawn


def pages(
    claims: Sequence[Claim],
    records: Mapping[str, Record],
    folder: Path,
    extra: Extra,
    shelf: Shelf = EMPTY,
) -> dict[str, str]:
    """Every page by file name."""
    mine = {claim.id: records[claim.id] for claim in claims if claim.id in records}
    notes, files = read_notes(claims, folder), {c.id: _files(c, mine.get(c.id), folder) for c in claims}
    simplest = {name: found["witness"] for name, found in files.items()}
    score = power(claims, notes, simplest)
    drawn = law_statements.read_records(folder)
    links = joined(law_statements.link(shelf.statements, drawn), laws.link(shelf.limits))
    index = grid(claims, mine, extra, score, links.strip())
    texts = {INDEX: index, vocabulary.NAME: vocabulary.vocabulary()}
    for claim in claims:
        found = files[claim.id]
        pictured = landscape.landscape(claim, found["witness"]) is not None
        texts[f"{claim.slug}.md"] = page(claim, mine.get(claim.id), found, claims, notes[claim.id], pictured)
    texts |= papers.pages(claims, {**drawn, **mine}, simplest, shelf)
    return texts | laws.pages(shelf.limits) | law_statements.pages(shelf.statements, folder)


def _files(claim: Claim, record: Record | None, folder: Path) -> dict[str, WitnessFile | None]:
    """The witness files of a claim."""
    return {kind: witness(claim, (record or {}).get(kind), folder) for kind in ("witness", "worst")}


def _slack_figures(
    claims: Sequence[Claim], records: Mapping[str, Record], folder: Path, pool: Executor
) -> dict[Path, Future[None]]:
    found = {folder / f"{claim.slug}.png": records.get(claim.id) for claim in claims}
    shown = {path: record for path, record in found.items() if record is not None and has_slack(record)}
    return {path: pool.submit(save_slack, record, path) for path, record in shown.items()}


def _margin(claim: Claim, record: Record | None, folder: Path) -> list[Path]:
    """The picture of the margin; one that is there and says nothing any more is removed."""
    found, path = _files(claim, record, folder)["witness"], folder / landscape.name_of(claim)
    shown = landscape.landscape(claim, found)
    if found is None or shown is None:
        path.unlink(missing_ok=True)
        return []
    landscape.save(claim, found, shown, path)
    return [path]


def strangers(folder: Path, known: set[str]) -> list[Path]:
    """Generated pages of claims that the catalogue does not have."""
    found = [path for path in sorted(folder.glob("*.md")) if path.name not in known]
    return [path for path in found if MARK in path.read_text(encoding="utf-8")]
