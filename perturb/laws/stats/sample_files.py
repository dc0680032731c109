"""The bytes of a file of samples or of standard input, as many as can be held; columns of Parquet."""

from __future__ import annotations

import io
import sys
import warnings
from pathlib import Path
from typing import Any, BinaryIO

import numpy as np

from perturb.types import FloatArray

MOST = 2**28  # bytes
VALUES = MOST // 8  # as many as these bytes hold in float64
BLOCK = 2**16
STDIN = Path("-")


def content(path: Path) -> bytes:
    """The bytes of a file, or of standard input for "-".

    ValueError for more than can be held and for nothing but zeros, as /dev/zero has them; OSError.
    """
    if path == STDIN:
        data = _most(sys.stdin.buffer, path)
    elif path.is_file() and path.stat().st_size > MOST:
        raise ValueError(f"{path}: {too_much()}")
    else:
        with path.open("rb") as stream:
            data = _most(stream, path)
    few_enough(path, 1 + data.count(b"\n") if not data.startswith(b"\x93NUMPY") else 0)
    return data


def too_much() -> str:
    return f"more than {MOST >> 20} MB or {VALUES:,} values; take a part of them"


def few_enough(path: Path, count: int) -> None:
    """ValueError for more values than are held; a packed file has many more than it has bytes."""
    if count > VALUES:
        raise ValueError(f"{path}: {too_much()}")


def _most(stream: BinaryIO, path: Path) -> bytes:
    """All of it, if it can be held; zeros without end are noticed at once."""
    data = bytearray(stream.read(BLOCK))
    if len(data) == BLOCK and not data.strip(b"\0"):
        raise ValueError(f"{path}: it begins with {BLOCK:,} zero bytes, as no file of samples does")
    while block := stream.read(BLOCK):
        data += block
        if len(data) > MOST:
            raise ValueError(f"{path}: {too_much()}")
    return bytes(data)


def plain_column(data: bytes) -> FloatArray | None:
    """The finite numbers of a text that has one a line and nothing else; None for any other.

    A cell a time takes twenty times the memory of the file.
    """
    if data.translate(None, b"0123456789+-.eE\r\n"):
        return None
    try:
        with warnings.catch_warnings():
            warnings.simplefilter("error")
            values = np.fromstring(data, sep="\n")
    except (DeprecationWarning, ValueError):
        return None
    # Two numbers on a line would be two values: as many values as lines means one on each.
    lines = sum(1 for line in io.BytesIO(data) if line.strip())
    return values if len(values) == lines and np.isfinite(values).all() else None


def is_parquet(path: Path) -> bool:
    """A Parquet file by its first bytes, or a folder of them, as `perturb simulate --raw` writes it."""
    if path.is_dir():
        return any(path.rglob("*.parquet"))
    return path.suffix == ".parquet" and path.is_file()


def parquet(path: Path, column: str | None) -> Any:
    """One column of a Parquet file, or of all in a folder, in the order of their names.

    ValueError for what is none, for several columns without a choice, ImportError without the extra `raw`.
    """
    try:
        import pyarrow
        from pyarrow import parquet as reader
    except ImportError:
        raise ValueError(f"{path}: Parquet needs the extra: pip install 'perturb[raw]'") from None
    files = sorted(path.rglob("*.parquet")) if path.is_dir() else [path]
    if sum(file.stat().st_size for file in files) > MOST:
        raise ValueError(f"{path}: {too_much()}")
    try:
        few_enough(path, sum(reader.read_metadata(file).num_rows for file in files))
        tables = [reader.read_table(file) for file in files]
    except (pyarrow.ArrowException, OSError) as error:
        raise ValueError(f"{path}: a damaged Parquet file ({str(error).splitlines()[0]})") from None
    name = _column(path, tables[0].column_names, column)
    if any(name not in table.column_names for table in tables):
        raise ValueError(f"{path}: not every file has the column {name!r}")
    return np.concatenate([table.column(name).to_numpy() for table in tables])


def _column(path: Path, names: list[str], column: str | None) -> str:
    if column is None and len(names) == 1:
        return names[0]
    if column is None:
        raise ValueError(f"{path}: {len(names)} columns, choose one with --column: {', '.join(names)}")
    if column not in names:
        raise ValueError(f"{path}: no column {column!r}; there are {', '.join(names)}")
    return column
