"""A model of ONNX without the entries of its tensors, which stay in the file until they are asked for.

Protobuf reads a message whole. Of a model only what is long is left out: the raw data of the initializers
(ModelProto.graph = 7, GraphProto.initializer = 5, TensorProto.raw_data = 9). A field is a number, 8 times its
name plus its kind, and then a number, 8 or 4 bytes, or a length and so many bytes.
"""

from __future__ import annotations

import mmap
from collections.abc import Iterator
from pathlib import Path
from typing import NamedTuple

from perturb.networks.files.reader import BadWeights

GRAPH, INITIALIZER, RAW = 7, 5, 9
NUMBER, EIGHT, BYTES, FOUR = 0, 1, 2, 5
SHORT = 4096  # bytes of raw data that are left where they are


class Raw(NamedTuple):
    """Where the raw data of a tensor lie in a file."""

    offset: int
    length: int


class Entry(NamedTuple):
    """The name of a field, its kind, where it begins, and where its content begins and ends."""

    name: int
    kind: int
    begin: int
    start: int
    end: int


def without_entries(path: Path) -> tuple[bytes, list[Raw | None]]:
    """The message, and for each initializer where its raw data are; None for those that still have them.

    BadWeights for what is no message. OSError.
    """
    with path.open("rb") as stream:
        if not path.stat().st_size:
            raise BadWeights("an empty file")
        with mmap.mmap(stream.fileno(), 0, access=mmap.ACCESS_READ) as file:
            places: list[Raw | None] = []
            parts = []
            for one in fields(file, 0, len(file)):
                if (one.name, one.kind) == (GRAPH, BYTES):
                    parts.append(_bytes(GRAPH, _graph(file, one, places)))
                else:
                    parts.append(file[one.begin : one.end])
            return b"".join(parts), places


def _graph(file: mmap.mmap, graph: Entry, places: list[Raw | None]) -> bytes:
    parts = []
    for one in fields(file, graph.start, graph.end):
        if (one.name, one.kind) == (INITIALIZER, BYTES):
            tensor, place = _tensor(file, one)
            places.append(place)
            parts.append(_bytes(INITIALIZER, tensor))
        else:
            parts.append(file[one.begin : one.end])
    return b"".join(parts)


def _tensor(file: mmap.mmap, tensor: Entry) -> tuple[bytes, Raw | None]:
    """The last raw data count, as in protobuf."""
    parts, place = [], None
    for one in fields(file, tensor.start, tensor.end):
        if (one.name, one.kind) == (RAW, BYTES):
            place = Raw(one.start, one.end - one.start)
        else:
            parts.append(file[one.begin : one.end])
    if place is not None and place.length <= SHORT:
        parts.append(_bytes(RAW, file[place.offset : place.offset + place.length]))
        place = None
    return b"".join(parts), place


def fields(file: mmap.mmap, start: int, end: int) -> Iterator[Entry]:
    """The fields between two places. BadWeights where they are not filled exactly."""
    at = start
    while at < end:
        begin = at
        key, at = _number(file, at, end)
        kind = key & 7
        length = {EIGHT: 8, FOUR: 4}.get(kind, 0)
        if kind == BYTES:
            length, at = _number(file, at, end)
        elif kind == NUMBER:
            _, at = _number(file, at, end)
        elif kind not in (EIGHT, FOUR):
            raise BadWeights("no message of ONNX")
        if at + length > end:
            raise BadWeights("no message of ONNX: a field ends beyond its message")
        yield Entry(key >> 3, kind, begin, at, at + length)
        at += length


def _number(file: mmap.mmap, at: int, end: int) -> tuple[int, int]:
    """Seven bits a byte, the lowest first; the highest bit says that more follow."""
    value = 0
    for shift in range(0, 70, 7):
        if at >= end:
            break
        byte = file[at]
        at += 1
        value |= (byte & 127) << shift
        if byte < 128:
            return value, at
    raise BadWeights("no message of ONNX: a number does not end")


def _bytes(name: int, content: bytes) -> bytes:
    return _written(name << 3 | BYTES) + _written(len(content)) + content


def _written(value: int) -> bytes:
    found = bytearray()
    while value > 127:
        found.append(value & 127 | 128)
        value >>= 7
    return bytes([*found, value])
