"""Zip archives and files of numpy, read without running anything in them.

Archives may be hostile: their size is looked at before they are read. Of numpy there are single arrays and
archives of them; objects, which would be unpickled, are not read.
"""

from __future__ import annotations

import math
import zipfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import IO, Any

import numpy as np

from perturb.networks.files.reader import (
    MOST,
    BadWeights,
    Open,
    Tensor,
    at,
    checked_shape,
    stored,
)

DIRECTORY = 2**24  # bytes of the list of members
PACKED = (zipfile.ZIP_STORED, zipfile.ZIP_DEFLATED)  # what is unpacked no further than is asked for
UNPACKED, RATIO = 2**27, 200  # a member of more than 128 MiB has at most 200 bytes to a stored one


@contextmanager
def archive(path: Path) -> Iterator[zipfile.ZipFile]:
    """BadWeights for an archive of too many members, and for one that unpacks to far more than it holds."""
    _few(path)
    with zipfile.ZipFile(path) as found:
        members = found.infolist()
        if len(members) > MOST:
            raise BadWeights(f"{len(members)} members, more than {MOST}")
        names: set[str] = set()
        for one in members:
            if one.filename in names:
                raise BadWeights(f"{one.filename}: named twice")
            names.add(one.filename)
            if one.compress_type not in PACKED:
                raise BadWeights(f"{one.filename}: packed in another way than stored or deflated: not read")
            if one.file_size > max(UNPACKED, RATIO * one.compress_size):
                raise BadWeights(
                    f"{one.filename}: {one.compress_size} bytes that unpack to {one.file_size}: not read"
                )
        yield found


def member(path: Path, name: str, skip: int = 0) -> Open:
    """Opens a member after its first `skip` bytes; the archive is closed with it."""

    def start() -> IO[bytes]:
        with zipfile.ZipFile(path) as found:
            stream = found.open(name)  # which keeps the file open
        stream.read(skip)
        return stream

    return start


def content(found: zipfile.ZipFile, one: zipfile.ZipInfo, most: int) -> bytes:
    """Of a member, whatever it says of its size. BadWeights where it has more than `most` bytes."""
    with found.open(one) as stream:
        held = stream.read(min(most, one.file_size) + 1)
    if len(held) > most:
        raise BadWeights(f"{one.filename}: more than {most} bytes")
    return held


def _few(path: Path) -> None:
    """The list of members is read as a whole: its length is looked at first, where the archive ends."""
    size = path.stat().st_size
    with path.open("rb") as stream:
        stream.seek(max(0, size - 2**16 - 22 - 76))
        tail = stream.read()
    at, wide = tail.rfind(b"PK\5\6"), tail.rfind(b"PK\6\6")
    length = int.from_bytes(tail[at + 12 : at + 16], "little") if at >= 0 else 0
    if length == 2**32 - 1 and wide >= 0:
        length = int.from_bytes(tail[wide + 40 : wide + 48], "little")
    if length > DIRECTORY:
        raise BadWeights(f"a list of members of {length} bytes, more than {DIRECTORY}")


def read_array(path: Path) -> Iterator[Tensor]:
    """The array of a .npy file. BadWeights."""
    with path.open("rb") as stream:
        yield _array(path.stem, stream, path.stat().st_size, lambda skip: at(path, skip))


def read_arrays(path: Path) -> Iterator[Tensor]:
    """The arrays of a .npz file in their order; a member that is none is named. BadWeights."""
    with archive(path) as found:
        for one in found.infolist():
            if one.is_dir():
                continue
            name = one.filename
            with found.open(one) as stream:
                starts = lambda skip, name=name: member(path, name, skip)  # noqa: E731
                yield _array(name.removesuffix(".npy"), stream, one.file_size, starts)


def _array(name: str, stream: IO[bytes], size: int, starts: Any) -> Tensor:
    version = np.lib.format.read_magic(stream)
    if version not in ((1, 0), (2, 0), (3, 0)):
        raise BadWeights(f"{name}: version {version} of .npy")
    header = np.lib.format.read_array_header_1_0 if version == (1, 0) else np.lib.format.read_array_header_2_0
    given, fortran, dtype = header(stream)
    shape = checked_shape(name, given)
    if dtype.hasobject:
        raise BadWeights(f"{name}: objects are pickled, and not read")
    if size - stream.tell() != math.prod(shape) * dtype.itemsize:
        raise BadWeights(f"{name}: not as long as its shape {shape} of {dtype} says")
    if dtype.kind not in "fiu":
        return Tensor(name, shape, str(dtype), None)
    return stored(name, shape, dtype.str, starts(stream.tell()), fortran=bool(fortran))
