"""Which reports do not match the catalogue."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path

import numpy as np

from perturb.pages import runs
from perturb.pages.material import KINDS, Extra, Material, gather
from perturb.pages.places import INDEX, sheet_of
from perturb.pages.render import EMPTY, drawings, pages, strangers
from perturb.pages.report.grid import FURTHER, LIBRARIES
from perturb.pages.report.paper import SIMULATED
from perturb.results.records import LawRecord
from perturb.results.run import probe
from perturb.results.store import CONSTANTS, MUTANTS, Store, current
from perturb.statements.chance import ChanceStatement
from perturb.statements.claim import Claim
from perturb.statements.shelf import Shelf, papers


def stale(
    claims: Sequence[Claim], folder: Path, extra: Extra | None = None, shelf: Shelf = EMPTY
) -> list[str]:
    """What in `folder` does not match the catalogue, one line each; empty when all of it does.

    A statement without a record, a record (also of mutants, constants and runs of experiments) of an older
    statement or of none, a missing witness file, a page that is missing, extra or differs from a fresh one, a
    picture that is missing or of other data. Without `extra` the further pages are those that the index
    names; they must be there.
    """
    of = gather(claims, shelf, folder, _named(claims, folder) if extra is None else extra)
    texts, drawn = pages(of), drawings(of)
    known = {*texts, *(one.file for one in drawn)}
    return [
        *_records(of),
        *_adversary(claims, folder),
        *runs.stale(shelf, of.runs, folder),
        *_texts(texts, folder),
        *[f"{one.file}: {_picture(folder / one.file)}" for one in drawn if not one.is_in(folder)],
        *[f"{name}: missing" for _, name in of.extra if not (folder / name).is_file()],
        *[f"{p.relative_to(folder).as_posix()}: of no statement" for p in strangers(folder, known)],
    ]


def _records(of: Material) -> Iterator[str]:
    yield from (line for claim in of.claims for line in _record(claim, of))
    known = {claim.id for claim in of.claims}
    yield from (f"{which}: a record of no claim" for which in sorted(of.records.keys() - known))
    yield from _chances(of.statements, of.law_records)


def _record(claim: Claim, of: Material) -> Iterator[str]:
    record = of.records.get(claim.id)
    if record is None:
        yield f"{claim.id}: no record"
        return
    if current(record, claim) is None:
        yield f"{claim.id}: the statement has changed since its record (fingerprint)"
    for kind, name in zip(KINDS, (record.witness, record.worst), strict=True):
        if name is not None and of.files[claim.id][kind] is None:
            yield f"{claim.id}: witness file {name} is missing, or refutes it no longer"


def _chances(statements: Sequence[ChanceStatement], records: Mapping[str, LawRecord]) -> list[str]:
    """Records that are missing, of an older statement or sampler, or of none, one line each."""
    known = {s.id for s in statements}
    strangers = [f"{which}: a record of no law, tail or mean" for which in sorted(records.keys() - known)]
    return [line for s in statements for line in _chance(s, records.get(s.id))] + strangers


def _chance(statement: ChanceStatement, record: LawRecord | None) -> list[str]:
    if record is None:
        return [f"{statement.id}: no record"]
    if current(record, statement) is None:
        return [f"{statement.id}: the statement has changed since its record (fingerprint)"]
    if not np.allclose(record.probe, probe(statement), rtol=1e-6, atol=0):
        return [f"{statement.id}: its sampler gives other values than at the time of its record"]
    if record.status is not statement.status:
        return [f"{statement.id}: the status has changed since its record"]
    return []


def _adversary(claims: Sequence[Claim], folder: Path) -> Iterator[str]:
    """Records of mutants and constants that speak of no claim, or of an older statement."""
    known, store = {claim.id: claim.fingerprint for claim in claims}, Store(folder)
    found = [("mutants", name, record.fingerprint) for name, record in store.read(MUTANTS).items()]
    found += [("constants", name, record.fingerprint) for name, record in store.read(CONSTANTS).items()]
    for what, name, fingerprint in found:
        if name not in known:
            yield f"{name}: a record of {what} of no claim"
        elif fingerprint != known[name]:
            yield f"{name}: the statement has changed since its {what} (fingerprint)"


def _texts(texts: Mapping[str, str], folder: Path) -> Iterator[str]:
    for name, text in texts.items():
        path = folder / name
        if not path.is_file():
            yield f"{name}: missing"
        elif _plain(path.read_text(encoding="utf-8")) != _plain(text):
            yield f"{name}: differs from a fresh rendering{_where(path.read_text(encoding='utf-8'), text)}"


def _where(old: str, new: str) -> str:
    """The section in which two pages part."""
    title = ""
    for was, now in zip(old.splitlines(), new.splitlines(), strict=False):
        if was != now:
            break
        title = was.lstrip("# ") if was.startswith("##") else title
    return f", from the section {title!r} on" if title else ""


def _picture(path: Path) -> str:
    return "drawn from other data" if path.is_file() else "missing"


def _plain(text: str) -> str:
    """Without the versions of libraries: other versions do not make a page untrue."""
    return re.sub(rf"^\| ({'|'.join(LIBRARIES)}) \|.*$", "", text, flags=re.MULTILINE)


def _named(claims: Sequence[Claim], folder: Path) -> list[tuple[str, str]]:
    """The further pages in the index and in the pages of papers that are there."""
    heads = {INDEX: FURTHER, **{sheet_of(paper.key): SIMULATED for paper in papers(claims)}}
    return [pair for page, head in heads.items() for pair in _listed(folder, page, head)]


def _listed(folder: Path, page: str, head: str) -> Iterator[tuple[str, str]]:
    path = folder / page
    text = path.read_text(encoding="utf-8") if path.is_file() else ""
    section = text.partition(f"{head}\n")[2].partition("\n## ")[0]
    for title, link in re.findall(r"^- \[(.*)\]\((.*)\)$", section, re.MULTILINE):
        yield title, (Path(page).parent / link).as_posix()
