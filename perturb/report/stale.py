"""Which reports do not match the catalogue."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from pathlib import Path

from perturb.examine.store import CONSTANTS, MUTANTS, Store
from perturb.report import chance as law_statements
from perturb.report import papers
from perturb.report.figures import landscape
from perturb.report.figures.slack import has_slack, is_of
from perturb.report.pages import distributions as laws
from perturb.report.pages.grid import LIBRARIES, SIMULATIONS
from perturb.report.records import Record, current, read_records, witness
from perturb.report.site import EMPTY, INDEX, Extra, pages, strangers
from perturb.statements.claim import Claim
from perturb.statements.shelf import Shelf


def stale(
    claims: Sequence[Claim], folder: Path, extra: Extra | None = None, shelf: Shelf = EMPTY
) -> list[str]:
    """What in `folder` does not match the catalogue, one line each; empty when all of it does.

    A claim without a record, a record (also of mutants and constants) of an older statement or of no claim, a
    missing witness file, a page that is missing, extra or differs from a fresh one, a figure that is missing
    or of other data. Without
    `extra` the further pages are those that the index names, and they must be there.
    """
    records = read_records(folder)
    further = _named(folder) if extra is None else extra
    texts = pages(claims, records, folder, further, shelf)
    problems = [line for claim in claims for line in _record(claim, records.get(claim.id), folder)]
    known = {claim.id for claim in claims}
    problems += [f"{which}: a record of no claim" for which in sorted(records.keys() - known)]
    problems += _adversary(claims, folder)
    problems += _texts(texts, folder)
    problems += [line for claim in claims for line in _picture(claim, records.get(claim.id), texts, folder)]
    problems += papers.stale(claims, shelf, folder) + laws.stale(folder, shelf.limits)
    problems += law_statements.stale(shelf.statements, folder)
    problems += [f"{name}: missing" for _, name in further if not (folder / name).is_file()]
    return problems + [f"{path.name}: no such claim" for path in strangers(folder, set(texts))]


def _texts(texts: Mapping[str, str], folder: Path) -> list[str]:
    problems: list[str] = []
    for name, text in texts.items():
        path = folder / name
        if not path.is_file():
            problems.append(f"{name}: missing")
        elif _plain(path.read_text(encoding="utf-8")) != _plain(text):
            problems.append(f"{name}: differs from a fresh rendering")
    return problems


def _plain(text: str) -> str:
    """Without the versions of libraries: other versions do not make a page untrue."""
    return re.sub(rf"^\| ({'|'.join(LIBRARIES)}) \|.*$", "", text, flags=re.MULTILINE)


def _record(claim: Claim, record: Record | None, folder: Path) -> list[str]:
    if record is None:
        return [f"{claim.id}: no record"]
    problems: list[str] = []
    if not current(claim, record):
        problems.append(f"{claim.id}: the statement has changed since its record (fingerprint)")
    for kind in ("witness", "worst"):
        if record.get(kind) and witness(claim, record[kind], folder) is None:
            problems.append(f"{claim.id}: witness file {record[kind]} is missing")
    if has_slack(record) and not is_of(record, folder / f"{claim.slug}.png"):
        problems.append(f"{claim.slug}.png: missing or of other data")
    return problems


def _adversary(claims: Sequence[Claim], folder: Path) -> list[str]:
    """Records of mutants and constants that speak of no claim, or of an older statement."""
    known, store = {claim.id: claim.fingerprint for claim in claims}, Store(folder)
    found = [("mutants", name, record.fingerprint) for name, record in store.read(MUTANTS).items()]
    found += [("constants", name, record.fingerprint) for name, record in store.read(CONSTANTS).items()]
    problems: list[str] = []
    for what, name, fingerprint in found:
        if name not in known:
            problems.append(f"{name}: a record of {what} of no claim")
        elif fingerprint != known[name]:
            problems.append(f"{name}: the statement has changed since its {what} (fingerprint)")
    return problems


def _picture(claim: Claim, record: Record | None, texts: Mapping[str, str], folder: Path) -> list[str]:
    """The picture of the margin that a fresh page shows."""
    found, name = witness(claim, (record or {}).get("witness"), folder), landscape.name_of(claim)
    shown = f"({name})" in texts[f"{claim.slug}.md"]
    if found is None or not shown or landscape.is_of(claim, found, folder / name):
        return []
    return [f"{name}: missing or of other data"]


def _named(folder: Path) -> list[tuple[str, str]]:
    """The further pages in the index that is there."""
    path = folder / INDEX
    text = path.read_text(encoding="utf-8") if path.is_file() else ""
    section = text.partition(SIMULATIONS)[2].partition("\n## ")[0]
    return re.findall(r"^- \[(.*)\]\((.*)\)$", section, re.MULTILINE)
