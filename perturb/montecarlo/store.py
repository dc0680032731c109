"""What is kept of a run: its chunks in one SQLite file, and for those who ask the values themselves.

A chunk is one transaction, and one process writes. Values are one Parquet file a chunk, whole or not there.
"""

from __future__ import annotations

import hashlib
import os
import sqlite3
import struct
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path
from typing import Self

from perturb.montecarlo.chunk import Chunk, Columns
from perturb.montecarlo.tally import Part
from perturb.statements.experiment import Experiment

# "pert" in the header of the file: what holds chunks and what is somebody else's database.
APPLICATION = 0x70657274
TABLES = """
CREATE TABLE about (key TEXT PRIMARY KEY, value TEXT NOT NULL);
CREATE TABLE part (
    "case" TEXT, n INTEGER, chunk INTEGER, draws INTEGER, "column" TEXT,
    total REAL, squares REAL, smallest REAL, largest REAL, counts BLOB, checksum TEXT,
    PRIMARY KEY ("case", n, chunk, draws, "column")
);
"""
DELETE = 'DELETE FROM part WHERE "case" = ? AND n = ? AND chunk = ? AND draws = ?'
INSERT = "INSERT INTO part VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)"
SELECT = (
    'SELECT "column", draws, total, squares, smallest, largest, counts, checksum FROM part '
    'WHERE "case" = ? AND n = ? AND chunk = ? AND draws = ?'
)
REASONS = {
    "SQLITE_BUSY": "in use by another run, which has to end first",
    "SQLITE_FULL": "the disk is full",
    "SQLITE_NOTADB": "no store of chunks: no SQLite database",
    "SQLITE_CORRUPT": "damaged: move it away to start afresh",
    "SQLITE_READONLY": "cannot be written",
    "SQLITE_CANTOPEN": "cannot be opened",
    "SQLITE_IOERR": "input or output failed",
    "SQLITE_ERROR": "no store of chunks of this format: move it away to start afresh",
}


class StoreError(ValueError):
    """The store cannot be used or written; what it holds is left as it is."""


class ChunkStore:
    """The chunks of one experiment that are done. A kill at any point loses only the chunks in flight.

    `about` says what fixes the bits of a chunk; a file made for anything else is refused (StoreError), as is
    one that another process has open. With `repair`, damaged chunks count as not drawn.
    """

    def __init__(self, path: Path, about: Mapping[str, str], repair: bool = False) -> None:
        self.path, self.repair = path, repair
        path.parent.mkdir(parents=True, exist_ok=True)
        with self._clear():
            self.base = sqlite3.connect(path, timeout=0.2, isolation_level=None)
        try:
            with self._clear():
                self._open(about)
        except BaseException:
            self.base.close()
            raise

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self.base.close()

    def get(self, chunk: Chunk) -> tuple[Part, ...] | None:
        """What is stored of this chunk, None if it is not there; StoreError when it is damaged."""
        with self._clear():
            rows = self.base.execute(SELECT, (chunk.case, chunk.n, chunk.index, chunk.draws)).fetchall()
        parts = {row[0]: Part(*row[:-1]) for row in rows if row[-1] == checksum(chunk, Part(*row[:-1]))}
        if len(parts) < len(rows) or (rows and set(parts) != set(chunk.columns)):
            if self.repair:
                return None
            raise StoreError(
                f"{self.path}: {chunk.where} is damaged (checksum); nothing was changed; "
                "--repair draws it again"
            )
        return tuple(parts[name] for name in chunk.columns) if parts else None

    def put(self, chunk: Chunk, parts: tuple[Part, ...]) -> None:
        """Store one chunk in one transaction."""
        key = chunk.case, chunk.n, chunk.index, chunk.draws
        rows = [(*key, part.column, *part[2:], checksum(chunk, part)) for part in parts]
        with self._clear(), self._transaction():
            self.base.execute(DELETE, key)
            self.base.executemany(INSERT, rows)

    def _open(self, about: Mapping[str, str]) -> None:
        # In this mode the lock of the first transaction is kept until the file is closed or the process dies.
        self.base.execute("PRAGMA locking_mode = EXCLUSIVE")
        with self._transaction():
            new = not self.base.execute("SELECT count(*) FROM sqlite_master").fetchone()[0]
            if new:
                self._create(about)
            elif self.base.execute("PRAGMA application_id").fetchone()[0] != APPLICATION:
                raise StoreError(f"{self.path}: no store of chunks: a database of another program")
        self._compare(about)
        self.base.execute("PRAGMA journal_mode = WAL")
        self.base.execute("PRAGMA synchronous = NORMAL")

    def _create(self, about: Mapping[str, str]) -> None:
        for statement in TABLES.split(";")[:-1]:
            self.base.execute(statement)
        self.base.executemany("INSERT INTO about VALUES (?, ?)", about.items())
        self.base.execute(f"PRAGMA application_id = {APPLICATION}")

    def _compare(self, about: Mapping[str, str]) -> None:
        there = dict(self.base.execute("SELECT key, value FROM about").fetchall())
        for key in sorted(there.keys() | about.keys()):
            if (old := there.get(key)) != (new := about.get(key)):
                raise StoreError(
                    f"{self.path}: made by another experiment: {key} is {old} there and {new} here; "
                    "nothing was changed; name another file or move this one away"
                )

    @contextmanager
    def _transaction(self) -> Iterator[None]:
        self.base.execute("BEGIN EXCLUSIVE")
        try:
            yield
            self.base.execute("COMMIT")
        except BaseException:
            # SQLite may have rolled back by itself.
            if self.base.in_transaction:
                self.base.execute("ROLLBACK")
            raise

    @contextmanager
    def _clear(self) -> Iterator[None]:
        try:
            yield
        except sqlite3.Error as error:
            name = getattr(error, "sqlite_errorname", "")
            reason = next((text for code, text in REASONS.items() if name.startswith(code)), str(error))
            raise StoreError(f"{self.path}: {reason}; what it holds is kept") from None


def checksum(chunk: Chunk, part: Part) -> str:
    """Of the key and the content of one row."""
    key = repr((chunk.case, chunk.n, chunk.index, part.draws, part.column)).encode()
    numbers = (part.total, part.squares, part.smallest, part.largest)
    # A damaged row may hold anything.
    if not all(isinstance(x, float) for x in numbers) or not isinstance(part.counts, bytes):
        return "damaged"
    return hashlib.sha256(key + struct.pack("<4d", *numbers) + part.counts).hexdigest()


class RawFolder:
    """Files such as FOLDER/riedi2022-fig-4-seed-33/[case/]n-100/chunk-000003-256.parquet, 256 rows.

    A single column is called `value`. The folder of a seed holds what all runs with it drew, each chunk once:
    a longer run adds to it. An experiment of version 2 or more has it in the name of its folder, as what it
    drew before is not to be mixed with it. ImportError without the extra `raw`.
    """

    def __init__(self, folder: Path, experiment: Experiment) -> None:
        try:
            import pyarrow.parquet  # noqa: F401 (fail before anything is drawn)
        except ImportError:
            raise ImportError("raw samples need the extra: pip install 'perturb[raw]'") from None
        version = f"-version-{experiment.version}" if experiment.version > 1 else ""
        self.folder = folder / f"{experiment.name.replace('/', '-')}{version}-seed-{experiment.seed}"

    def path(self, chunk: Chunk) -> Path:
        case = [chunk.case.replace("/", "-")] if chunk.case else []
        return self.folder.joinpath(*case, f"n-{chunk.n}", f"chunk-{chunk.index:06}-{chunk.draws}.parquet")

    def has(self, chunk: Chunk) -> bool:
        return self.path(chunk).is_file()

    def put(self, chunk: Chunk, values: Columns) -> None:
        import pyarrow
        from pyarrow import parquet

        path = self.path(chunk)
        path.parent.mkdir(parents=True, exist_ok=True)
        part = path.with_suffix(".part")
        parquet.write_table(pyarrow.table({name or "value": column for name, column in values.items()}), part)
        os.replace(part, path)
        for shorter in path.parent.glob(f"chunk-{chunk.index:06}-*.parquet"):
            if shorter != path:
                shorter.unlink()
