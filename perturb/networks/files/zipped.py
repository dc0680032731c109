"""Zip archives that may be hostile: their size is looked at before they are read."""

from __future__ import annotations

import zipfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import IO

from perturb.networks.files.entries import Open
from perturb.networks.files.reader import MOST, BadWeights

DIRECTORY = 2**24  # bytes of the list of members
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
