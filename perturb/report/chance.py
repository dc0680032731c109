"""Laws, tails and means that the catalogue states: their page, their pictures, what of it is out of date."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

import numpy as np

from perturb.examine.plain import to_plain
from perturb.examine.probe import probe
from perturb.examine.store import LAWS, Store
from perturb.files import slug
from perturb.report.figures import chance as pictures
from perturb.report.markdown import joined
from perturb.report.pages.chance import (
    NAME,
    QUANTITY,
    anchor,
    bound,
    figure_of,
    found,
    interval,
    page,
    telling,
)
from perturb.report.records import RED, mismatch
from perturb.statements.chance import Law, Statement

Record = Mapping[str, Any]


def read_records(folder: Path) -> dict[str, Record]:
    """Records by id. ValueError names a line that is no record."""
    return {name: to_plain(record) for name, record in Store(folder).read(LAWS).items()}


def pages(statements: Sequence[Statement], folder: Path) -> dict[str, str]:
    """The page by file name; none without statements. ValueError when two would share their files."""
    twice = [name for name, k in Counter(slug(s.id) for s in statements).items() if k > 1]
    if twice:
        raise ValueError(f"two statements share their files: {', '.join(twice)}")
    return {NAME: page(statements, read_records(folder))} if statements else {}


def link(statements: Sequence[Statement], records: Mapping[str, Record]) -> str:
    """The section of the index that names the page; empty without statements."""
    if not statements:
        return ""
    counts = Counter(found(s, records.get(s.id)) for s in statements)
    said = ", ".join(f"{k} {kind}" for kind, k in sorted(counts.items()))
    line = f"[{len(statements)} laws, tails and means]({NAME}): {said}."
    return joined("## Statements about distributions", line)


def verdict(identifier: str, record: Record | None) -> str:
    """For a table of another page: the outcome, linked, with its alpha; empty without a record."""
    if record is None:
        return ""
    mark = f"{RED} " if mismatch(record) else ""
    return f"{mark}[{record['outcome']}]({anchor(identifier)}) at alpha {record['alpha']:.1g}"


def measured(record: Record | None) -> str:
    """For a table of another page: the telling band and its bound; empty without a record."""
    if record is None:
        return ""
    shown = telling(record["checks"])
    return f"{shown['at']}: {QUANTITY[record['kind']]} in {interval(shown)} {bound(shown)}"


def save(statements: Sequence[Statement], folder: Path) -> list[Path]:
    """Write the pictures of the laws and remove those of none; returns the paths written."""
    for path in strangers(folder, statements):
        path.unlink()
    records, written = read_records(folder), []
    for law in _laws(statements):
        if law.id in records and records[law.id]["histogram"]:
            written.append(folder / figure_of(law.id))
            pictures.save(law, records[law.id], written[-1])
    return written


def stale(statements: Sequence[Statement], folder: Path) -> list[str]:
    """Records that are missing, of an older statement or sampler, or of none; pictures of other data.

    One line each. The page itself is among `pages`, which are compared as texts.
    """
    records = read_records(folder)
    problems = [line for s in statements for line in _record(s, records.get(s.id))]
    known = {s.id for s in statements}
    problems += [f"{which}: a record of no law, tail or mean" for which in sorted(records.keys() - known)]
    for law in _laws(statements):
        record, path = records.get(law.id), folder / figure_of(law.id)
        if record and record["histogram"] and not pictures.is_of(law, record, path):
            problems.append(f"{path.name}: missing or of other data")
    return problems + [f"{path.name}: no such law" for path in strangers(folder, statements)]


def _record(statement: Statement, record: Record | None) -> list[str]:
    if record is None:
        return [f"{statement.id}: no record"]
    if record.get("fingerprint") != statement.fingerprint:
        return [f"{statement.id}: the statement has changed since its record (fingerprint)"]
    if not np.allclose(record["probe"], probe(statement), rtol=1e-6, atol=0):
        return [f"{statement.id}: its sampler gives other values than at the time of its record"]
    if record["status"] != (statement.status.value if statement.status else None):
        return [f"{statement.id}: the status has changed since its record"]
    return []


def strangers(folder: Path, statements: Sequence[Statement]) -> list[Path]:
    """Pictures of laws that the catalogue does not have."""
    known = {figure_of(law.id) for law in _laws(statements)}
    return [path for path in sorted(folder.glob("distribution-*.png")) if path.name not in known]


def _laws(statements: Sequence[Statement]) -> list[Law]:
    return [s for s in statements if isinstance(s, Law)]
