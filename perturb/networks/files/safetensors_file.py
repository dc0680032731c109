"""Files of safetensors: a length, a header in JSON, and the numbers, without gaps and without overlaps."""

from __future__ import annotations

import json
import math
import struct
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path
from typing import Any

import numpy as np

from perturb.networks.files.reader import (
    MOST,
    BadWeights,
    Open,
    Tensor,
    Widen,
    at,
    bfloat16,
    checked_shape,
    stored,
)
from perturb.types import AnyArray

HEADER = 2**23  # bytes: 8 MiB
SIZES = {"F64": 8, "F32": 4, "F16": 2, "BF16": 2, "F8_E4M3": 1, "F8_E5M2": 1}
SIZES |= {"I64": 8, "U64": 8, "I32": 4, "U32": 4, "I16": 2, "U16": 2, "I8": 1, "U8": 1, "BOOL": 1}
ABOUT = "__metadata__"  # the place of words in the header
EXACT = {f"{kind}{8 * size}": f"<{kind.lower()}{size}" for kind in "FIU" for size in (1, 2, 4, 8)}


def read(path: Path) -> Iterator[Tensor]:
    """BadWeights for what breaks the format."""
    header, data, size = _header(path)
    header.pop(ABOUT, None)
    if len(header) > MOST:
        raise BadWeights(f"{len(header)} tensors, more than {MOST}")
    end = 0
    for name, about in sorted(header.items(), key=_start):
        shape, kind, start = _entry(name, about)
        if start != end:
            raise BadWeights(f"{name}: starts at {start} and not at {end}, where what is before it ends")
        end = start + SIZES.get(kind, 0) * math.prod(shape) if kind in SIZES else about["data_offsets"][1]
        if end != about["data_offsets"][1]:
            raise BadWeights(f"{name}: {about['data_offsets']} is not as long as {kind} of shape {shape}")
        if data + end > size:
            raise BadWeights(f"{name}: ends at {data + end}, and the file at {size}")
    if data + end != size:
        raise BadWeights(f"the file has {size - data - end} bytes more than its tensors")
    for name, about in header.items():
        shape, kind, start = _entry(name, about)
        yield _tensor(name, shape, kind, at(path, data + start))


def read_index(path: Path) -> Iterator[Tensor]:
    """The tensors of a model in several files, by model.safetensors.index.json beside them, in its order.

    BadWeights for a file that is not in the same folder, and for a tensor that is not in its file.
    """
    if path.stat().st_size > HEADER:
        raise BadWeights(f"an index of more than {HEADER} bytes")
    listed = _json(path.read_bytes()).get("weight_map")
    if not isinstance(listed, dict) or not all(isinstance(x, str) for x in listed.values()):
        raise BadWeights("no index of safetensors: it has no weight_map from names to files")
    if len(listed) > MOST:
        raise BadWeights(f"{len(listed)} tensors, more than {MOST}")
    shards: dict[str, dict[str, Tensor]] = {}
    for name in dict.fromkeys(listed.values()):
        shard = beside(path, name)
        try:
            shards[name] = {one.name: one for one in read(shard)}
        except BadWeights as error:
            raise BadWeights(f"{name}: {error}") from None
    for name, shard_name in listed.items():
        if name not in shards[shard_name]:
            raise BadWeights(f"{name} is not in {shard_name}, where the index has it")
        yield shards[shard_name][name]


def beside(path: Path, name: str) -> Path:
    """The file of that name in the folder of `path`. BadWeights for one elsewhere, a link to one, too.

    In the cache of Hugging Face the files of a model are links into its folder blobs: these are followed.
    """
    folder, place = path.parent.resolve(), path.parent / name
    found = place.resolve()
    blobs = folder.parent.parent / "blobs"
    inside = found.parent == folder or (found.parent == blobs and folder.parent.name == "snapshots")
    if Path(name).name != name or not inside or not found.is_file():
        raise BadWeights(f"{name[:60]!r} is no file beside {path.name}")
    return place


def about(path: Path) -> dict[str, str]:
    """The words that whoever wrote the file left beside its tensors. BadWeights."""
    found = _header(path)[0].get(ABOUT, {})
    if not isinstance(found, dict) or not all(isinstance(x, str) for x in found.values()):
        raise BadWeights(f"{ABOUT}: {str(found)[:60]} are no words")
    return found


def _header(path: Path) -> tuple[dict[str, Any], int, int]:
    """What it says, where the numbers begin, and the size of the file."""
    with path.open("rb") as stream:
        size = path.stat().st_size
        (length,) = struct.unpack("<Q", stream.read(8).ljust(8, b"\0"))
        if length > min(HEADER, size - 8):
            raise BadWeights(
                f"the header is to have {length} bytes; the file has {size}, a header up to {HEADER}"
            )
        return _json(stream.read(length)), 8 + length, size


def _tensor(name: str, shape: tuple[int, ...], kind: str, start: Open) -> Tensor:
    special: dict[str, tuple[str, Widen]] = {
        "BF16": ("<u2", bfloat16),
        "F8_E5M2": ("<u1", lambda x: (x.astype("<u2") << 8).view("<f2")),
        "F8_E4M3": ("<u1", lambda x: E4M3[x]),
    }
    if kind in special:
        found = stored(name, shape, special[kind][0], start, special[kind][1])
        return replace(found, dtype="bfloat16" if kind == "BF16" else kind)
    if kind == "BOOL":
        return replace(stored(name, shape, "|b1", start), dtype=kind)
    return stored(name, shape, EXACT[kind], start) if kind in EXACT else Tensor(name, shape, kind, None)


def _e4m3() -> AnyArray:
    """All numbers of 8 bits with 4 of exponent (bias 7) and 3 of mantissa; two are NaN, none is infinite."""
    low = np.arange(128)
    power, part = low >> 3, (low & 7) / 8
    found = np.where(power > 0, np.ldexp(1 + part, power - 7), np.ldexp(part, -6))
    found[127] = np.nan
    return np.concatenate([found, -found])


E4M3 = _e4m3()


def _json(raw: bytes) -> dict[str, Any]:
    try:
        header = json.loads(raw.decode("utf-8"), object_pairs_hook=_once)
    except RecursionError:
        raise BadWeights("the header is nested too deeply") from None
    except ValueError as error:
        raise (
            error if isinstance(error, BadWeights) else BadWeights(f"the header is no JSON: {error}")
        ) from None
    if not isinstance(header, dict):
        raise BadWeights("the header is no JSON object")
    return header


def _once(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    found = dict(pairs)
    if len(found) < len(pairs):
        seen: set[str] = set()
        twice = next(name for name, _ in pairs if name in seen or seen.add(name))  # type: ignore[func-returns-value]
        raise BadWeights(f"{twice}: named twice in the header")
    return found


def _entry(name: str, about: Any) -> tuple[tuple[int, ...], str, int]:
    if not isinstance(about, dict) or not {"dtype", "shape", "data_offsets"} <= set(about):
        raise BadWeights(f"{name}: dtype, shape and data_offsets are needed")
    kind, offsets = about["dtype"], about["data_offsets"]
    if not isinstance(kind, str):
        raise BadWeights(f"{name}: {str(kind)[:60]} is no dtype")
    if not (isinstance(offsets, list) and len(offsets) == 2 and all(type(x) is int for x in offsets)):
        raise BadWeights(f"{name}: {str(offsets)[:60]} are no offsets")
    if not 0 <= offsets[0] <= offsets[1]:
        raise BadWeights(f"{name}: {offsets} are no offsets")
    return checked_shape(name, about["shape"]), kind, offsets[0]


def _start(item: tuple[str, Any]) -> tuple[int, int]:
    _, _, start = _entry(*item)
    return start, item[1]["data_offsets"][1]
