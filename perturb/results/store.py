"""Where records are kept: FOLDER/records, a file a kind, a line a statement, in the order of ids.

So one changed statement is one changed line. A file is always replaced whole: whatever interrupts a run
leaves every record that was put, and no half of one.
"""

from __future__ import annotations

import json
from collections.abc import Iterable
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Generic, Protocol, TypeVar

from perturb.montecarlo.result import Results
from perturb.process.output import alone, json_text, write_whole
from perturb.results.plain import Unfit, from_plain, to_plain
from perturb.results.records import ClaimRecord, ConstantsRecord, LawRecord, MutantsRecord

R = TypeVar("R")


@dataclass(frozen=True)
class RecordFile(Generic[R]):
    """Records of one class in one file; `key` is the field that names the statement."""

    file: str
    record: type[R]
    key: str = "id"


CLAIMS = RecordFile("claims.jsonl", ClaimRecord)
LAWS = RecordFile("laws.jsonl", LawRecord)  # tails and means too
MUTANTS = RecordFile("mutants.jsonl", MutantsRecord)
CONSTANTS = RecordFile("constants.jsonl", ConstantsRecord)
SIMULATIONS = RecordFile("simulations.jsonl", Results, "experiment")
FULL_SIMULATIONS = RecordFile("simulations-full.jsonl", Results, "experiment")
RUNS = {"quick": SIMULATIONS, "full": FULL_SIMULATIONS}  # of experiments, by profile


class Stated(Protocol):
    """A statement, as far as its records go."""

    @property
    def id(self) -> str: ...

    @property
    def fingerprint(self) -> str: ...


class RecordError(ValueError):
    """A line that is no record: names file, line and what is wrong."""


class Store:
    """The records under a folder of reports. Methods raise OSError, and RecordError for a damaged file."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder / "records"
        # By file its bytes when it was last read: a run that adds a line at a time takes it apart once.
        self._seen: dict[str, tuple[bytes, dict[str, str]]] = {}

    def path(self, kind: RecordFile[R]) -> Path:
        return self.folder / kind.file

    def read(self, kind: RecordFile[R]) -> dict[str, R]:
        """Every record of a kind by id; empty without a file."""
        found = {}
        for number, (name, (_, data)) in enumerate(self._lines(kind).items(), 1):
            try:
                found[name] = from_plain(kind.record, data)
            except Unfit as error:
                raise RecordError(f"{self.path(kind)}, line {number}: {error}") from None
        return found

    def of(self, kind: RecordFile[R], statement: Stated) -> R | None:
        """The record of this very statement; None where there is none, or one of an older statement."""
        return current(self.read(kind).get(statement.id), statement)

    def put(self, kind: RecordFile[R], *records: R) -> None:
        """Add records, or replace those of the same statement; they are in the file when this returns."""
        new = {getattr(record, kind.key): _line(record) for record in records}
        with alone(self.folder):
            self._write(kind, self._texts(kind) | new)

    def keep_only(self, kind: RecordFile[R], identifiers: Iterable[str]) -> None:
        """Remove the records of this kind that are of none of these statements; other kinds stay."""
        known = set(identifiers)
        with alone(self.folder):
            texts = self._texts(kind)
            if not texts.keys() <= known:
                self._write(kind, {name: text for name, text in texts.items() if name in known})

    def _write(self, kind: RecordFile[R], texts: dict[str, str]) -> None:
        whole = "".join(f"{texts[name]}\n" for name in sorted(texts)).encode()
        write_whole(self.path(kind), whole)
        self._seen[kind.file] = whole, texts

    def _texts(self, kind: RecordFile[R]) -> dict[str, str]:
        """The lines by id; not taken apart again while the file holds the bytes that were put last."""
        path, (known, texts) = self.path(kind), self._seen.get(kind.file, (None, {}))
        if known is not None and path.is_file() and path.read_bytes() == known:
            return texts
        return {name: text for name, (text, _) in self._lines(kind).items()}

    def _lines(self, kind: RecordFile[R]) -> dict[str, tuple[str, Any]]:
        """Text and data of each line by its id; whether the data are such a record is not looked at."""
        path, found = self.path(kind), dict[str, tuple[str, Any]]()
        lines = path.read_bytes().splitlines() if path.is_file() else []
        for number, line in enumerate(lines, 1):
            try:
                text = line.decode()
                data = json.loads(text, parse_constant=_no_number)
                name = data.get(kind.key) if isinstance(data, dict) else None
                if not isinstance(name, str):
                    raise ValueError(f"{kind.key} is missing")
                if name in found:
                    raise ValueError(f"{name} stands on an earlier line already")
            except (ValueError, RecursionError) as error:
                raise RecordError(f"{path}, line {number}: {error}") from None
            found[name] = text, data
        return found


def current(record: R | None, statement: Stated) -> R | None:
    """The record if it is of the statement as it stands."""
    fingerprint = getattr(record, "fingerprint", None)
    return record if fingerprint == statement.fingerprint else None


def _line(record: Any) -> str:
    return json_text(to_plain(record), strict=True, ensure_ascii=False)


def _no_number(name: str) -> None:
    raise ValueError(f"{name} is not JSON")
