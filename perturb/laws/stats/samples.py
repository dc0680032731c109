"""Samples from files: .npy, .csv, Parquet, or text with one number a line; "-" is standard input.

What is known of the values of a sample: numbers, and how far each may be from the exact one.
"""

from __future__ import annotations

import csv
import io
import math
import sys
import warnings
from array import array
from collections.abc import Iterator, Sequence
from itertools import chain, islice
from pathlib import Path
from typing import Any, BinaryIO

import numpy as np
from numpy.lib import format as npy
from numpy.typing import NDArray

from perturb.types import FloatArray, Function, whole

Row = tuple[int, list[str]]  # line number, cells
REAL = "the values must be real numbers"
MOST = 2**28  # bytes
VALUES = MOST // 8  # as many as these bytes hold in float64
BLOCK = 2**16
STDIN = Path("-")


class BadSamples(ValueError):
    """The file holds no usable sample; the message is one line that names the place."""


def read_samples(path: Path, column: str | None = None) -> FloatArray:
    """The values of a file, shape (m,), m >= 2, finite and not all equal.

    `column` is a name of the header or a number from 1 on; it is needed where there is more than one column.
    Lines that are empty or start with # are skipped, a first line that holds no number is the header.
    ValueError (BadSamples) for anything else, OSError where the file cannot be read.
    """
    try:
        if is_parquet(path):
            return checked(parquet(path, column), str(path))
        data = content(path)
    except BadSamples:
        raise
    except ValueError as error:
        raise BadSamples(str(error)) from None
    if data.startswith(b"\x93NUMPY"):
        if column is not None:
            raise BadSamples(f"{path}: --column is for text files, this is a .npy array")
        return checked(_array(data, path), str(path))
    if data.startswith(b"PK\x03\x04") or path.suffix == ".npz":
        raise BadSamples(f"{path}: an archive, save one array with numpy.save")
    if path.suffix == ".npy":
        raise BadSamples(f"{path}: not a .npy file (pickles are refused)")
    if column is None and (values := plain_column(data)) is not None:
        return checked(values, str(path))
    return _text(data, path, column)


def checked(values: NDArray[np.generic], name: str, lines: Sequence[int] | None = None) -> FloatArray:
    """A sample as float64; BadSamples unless it is a vector of real finite numbers that are not all equal.

    One row or column of a matrix is a vector; `lines` are those of the file that the values stand on.
    """
    if values.dtype.kind not in "fiu":
        kind = "complex" if values.dtype.kind == "c" else str(values.dtype)
        raise BadSamples(f"{name}: {REAL}, these are {kind}")
    if values.ndim == 2 and 1 in values.shape:
        values = values.ravel()
    if values.ndim != 1:
        raise BadSamples(f"{name}: a vector is needed, this has shape {values.shape}")
    if len(values) == 0:
        raise BadSamples(f"{name}: no values")
    real = values.astype(np.float64)
    bad = np.flatnonzero(~np.isfinite(real))
    if bad.size:
        place = f"row {bad[0] + 1}" if lines is None else f"line {lines[bad[0]]}"
        first = f"the first at {place}: {real[bad[0]]}"
        raise BadSamples(f"{name}: {bad.size:,} of {len(real):,} values are not finite, {first}")
    if len(real) == 1:
        raise BadSamples(f"{name}: one value only")
    if real.min() == real.max():
        raise BadSamples(f"{name}: all {len(real):,} values equal {real[0]:g}")
    return real


def _array(data: bytes, path: Path) -> NDArray[np.generic]:
    try:
        found = npy.read_array(io.BytesIO(data), allow_pickle=False)
    except (ValueError, EOFError, OverflowError, MemoryError, SyntaxError, TypeError) as error:
        what = "pickled objects are refused" if "pickle" in str(error).lower() else "a damaged .npy file"
        raise BadSamples(f"{path}: {what}") from None
    try:
        few_enough(path, found.size)
    except ValueError as error:
        raise BadSamples(str(error)) from None
    return found


def _text(data: bytes, path: Path, column: str | None) -> FloatArray:
    """Only the numbers are held, not the cells: those take twenty times the memory of the file."""
    values, places = array("d"), array("q")
    try:
        rows = _rows(data, path)
        first = next(rows, None)
        if first is None:
            raise BadSamples(f"{path}: no values")
        header = None if any(_is_number(cell) or _is_complex(cell) for cell in first[1]) else first[1]
        place, columns = _place(first[1], header, column, path), len(first[1])
        for line, cells in rows if header is not None else chain([first], rows):
            values.append(_number(cells, place, columns, line, path))
            places.append(line)
    except UnicodeDecodeError:
        raise BadSamples(f"{path}: neither a .npy array nor text") from None
    if header is not None and columns == 1 and column is None and not values:
        raise BadSamples(f"{path}, line {first[0]}: {_short(header[0])} is not a number")
    return checked(np.array(values), str(path), places)


def _lines(data: bytes) -> Iterator[tuple[int, str]]:
    """Those that are neither empty nor begin with #, with their numbers."""
    for k, line in enumerate(io.TextIOWrapper(io.BytesIO(data), encoding="utf-8-sig"), start=1):
        if line.strip() and not line.lstrip().startswith("#"):
            yield k, line.rstrip("\r\n")


def _rows(data: bytes, path: Path) -> Iterator[Row]:
    """Their cells, stripped; separated by comma, semicolon, tabulator or blanks."""
    start = [line for _, line in islice(_lines(data), 2)]
    blanks = len(start) > 1 and all(len(line.split()) > 1 for line in start)
    mark = next((mark for mark in "\t;," if mark in "".join(start)), None if blanks else ",")
    for k, line in _lines(data):
        try:
            yield k, _cells(line, mark)
        except csv.Error as error:
            raise BadSamples(f"{path}, line {k}: {error}") from None


def _cells(line: str, mark: str | None) -> list[str]:
    """Separated by `mark`, or by blanks where the file has no other mark."""
    return [cell.strip() for cell in next(csv.reader([line], delimiter=mark))] if mark else line.split()


def _place(first: list[str], header: list[str] | None, column: str | None, path: Path) -> int:
    """The index of the column."""
    if column is None:
        if len(first) == 1:
            return 0
        names = ", ".join(map(_short, header)) if header else f"1 to {len(first)}"
        raise BadSamples(f"{path}: {len(first)} columns, choose one with --column: {names}")
    if header is not None and (many := header.count(column)) > 1:
        raise BadSamples(f"{path}: {many} columns are called {_short(column)}, give its number")
    if header is not None and column in header:
        return header.index(column)
    if column.isdecimal() and 1 <= int(column) <= len(first):
        return int(column) - 1
    names = ", ".join(map(_short, header)) if header else f"1 to {len(first)}"
    raise BadSamples(f"{path}: no column {_short(column)}; there are {names}")


def _number(cells: list[str], place: int, columns: int, line: int, path: Path) -> float:
    if place >= len(cells):
        raise BadSamples(f"{path}, line {line}: column {place + 1} is missing")
    if len(cells) > columns:
        raise BadSamples(f"{path}, line {line}: {len(cells)} columns where the first line has {columns}")
    if _is_complex(cells[place]):
        raise BadSamples(f"{path}, line {line}: {REAL}, {_short(cells[place])} is complex")
    if not _is_number(cells[place]):
        raise BadSamples(f"{path}, line {line}: {_short(cells[place])} is not a number")
    return float(cells[place])


def _is_number(cell: str) -> bool:
    """Python would take 1_000, and digits of any script: no program writes such a sample."""
    if "_" in cell or not cell.isascii():
        return False
    try:
        float(cell)
    except ValueError:
        return False
    return True


def _is_complex(cell: str) -> bool:
    """1+2j or (1+2j), also with i; a column may be called j."""
    if not (cell.isascii() and any(map(str.isdigit, cell))) or "_" in cell or _is_number(cell):
        return False
    try:
        complex(cell.replace("i", "j").replace(" ", ""))
    except ValueError:
        return False
    return True


def _short(cell: str) -> str:
    return repr(cell if len(cell) <= 30 else f"{cell[:27]}...")


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


# What a computation in float64 may lose, as a share of the largest value: LAPACK at sizes of some thousands.
ROUNDING = 1e-12
# As much for a shorter floating type, in units of its last digit.
SHORT = 64
# More probability than this so close to a value is an atom beside it.
JUMP = 1e-6


def vector(sample: Any) -> FloatArray:
    """A sample as float64, shape (m,); ValueError or TypeError where it is none."""
    values = whole("sample", sample)
    if values.dtype.kind not in "fiub":
        raise TypeError(f"sample: entries must be real numbers, got {values.dtype}")
    if values.ndim != 1 or len(values) == 0:
        raise ValueError(f"sample: a vector with at least one value is needed, got shape {values.shape}")
    return values.astype(np.float64)


def left(distribution: Any) -> Function:
    """x -> P(X < x). Where a distribution gives none: the cdf one float to the left."""
    given = getattr(distribution, "cdf_left", None)
    return given or (lambda x: np.asarray(distribution.cdf(np.nextafter(x, -np.inf))))


def value_error(sample: Any, distribution: Any, declared: float | None = None) -> float:
    """A bound of |value - exact value| for each of a sample: as declared, else computed.

    It matters at atoms and at the ends of the support. Computed: 0 unless a value lies beside an atom and not
    on it, or at an end or beyond it, within what roundings in the type of the sample lose; then that. So
    values that hit atoms digit by digit count as exact, while an eigenvalue 1e-16 may be 0 or not, and a 0
    where no draw is 0 may be one of 1e-16. Other roundings are far below any band, and left out.
    ValueError for a declared error that is negative or not finite.
    """
    if declared is not None:
        return checked_error(declared)
    values = vector(sample)
    # An infinite value is exact; the largest of the others says how far they are off. NaN stays what it is.
    near = rounding(np.asarray(sample).dtype) * float(np.max(np.abs(values[~np.isinf(values)]), initial=0.0))
    if not 0 < near < math.inf:
        return 0.0
    if _at_an_end(values, distribution, near):
        return near
    if without_atoms(distribution):
        return 0.0
    beside = around(values, distribution, near) - around(values, distribution, 0.0)
    return near if np.any(beside > JUMP) else 0.0


def _at_an_end(values: FloatArray, distribution: Any, near: float) -> bool:
    """Is one at an end of the support that is no atom, or beyond it by `near` at most?"""
    atoms = [point for point, _ in getattr(distribution, "atoms", ())]
    low, high = getattr(distribution, "support", (-math.inf, math.inf))
    below, above = (values <= low) & (values >= low - near), (values >= high) & (values <= high + near)
    return bool((low not in atoms and np.any(below)) or (high not in atoms and np.any(above)))


def checked_error(declared: float) -> float:
    if not 0 <= declared < math.inf:
        raise ValueError(f"value_error must be finite and not negative, got {declared}")
    return declared


def rounding(kind: np.dtype[Any]) -> float:
    """What values of this type may lose, as a share of the largest."""
    if kind.kind != "f":
        return 0.0
    return max(ROUNDING, SHORT * float(np.finfo(kind).eps)) if kind.itemsize < 8 else ROUNDING


def without_atoms(distribution: Any) -> bool:
    """Is it known to have none? A distribution that does not say may have some."""
    return getattr(distribution, "atoms", None) == ()


def around(x: FloatArray, distribution: Any, near: float) -> FloatArray:
    """The probability of [x - near, x + near], ends included."""
    return np.asarray(distribution.cdf(x + near)) - np.asarray(left(distribution)(x - near))
