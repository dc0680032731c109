"""Files of Keras, which are HDF5: their arrays by the way to them. Links are not followed.

A `.keras` archive holds such a file, model.weights.h5.
"""

from __future__ import annotations

import io
import math
import zlib
from collections.abc import Iterator
from importlib import import_module
from pathlib import Path
from typing import Any

import numpy as np

from perturb.networks.files.archives import RATIO, UNPACKED, archive, content
from perturb.networks.files.reader import EXACT, MOST, BadWeights, Tensor, checked_shape, real, way
from perturb.types import AnyArray

DEEP = 64  # groups within groups
INNER = "model.weights.h5"
OPTIMIZER = "optimizer"
# Filters of chunks, by HDF5's numbers: deflate, shuffle, checksum. For another one it may load a plugin.
DEFLATE, PLAIN = 1, (2, 3)
DENSE = 1032  # bytes that a deflated one becomes at most


def read(path: Path) -> Iterator[Tensor]:
    """The arrays of a .h5 file in the order of their names; what an optimizer keeps is named in one line.

    BadWeights; ImportError without the package h5py.
    """
    yield from _arrays(path, path.stat().st_size)


def read_keras(path: Path) -> Iterator[Tensor]:
    """Those of a .keras archive. BadWeights; ImportError without the package h5py."""
    with archive(path) as found:
        names = [one for one in found.infolist() if one.filename == INNER]
        if not names:
            raise BadWeights(f"no archive of Keras: it has no {INNER}")
        held = content(found, names[0], max(UNPACKED, names[0].compress_size))
    yield from _arrays(io.BytesIO(held), len(held))


def _arrays(source: Any, size: int) -> Iterator[Tensor]:
    try:
        h5py = import_module("h5py")
    except ImportError:
        raise ImportError("this needs h5py: pip install 'perturb[networks]'") from None
    with h5py.File(source, "r") as file:
        for count, one in enumerate(_walk(h5py, source, file, "", size, set())):
            if count >= MOST:
                raise BadWeights(f"more than {MOST} arrays")
            yield one


def _walk(
    h5py: Any, source: Any, group: Any, there: str, size: int, seen: set[tuple[int, ...]]
) -> Iterator[Tensor]:
    """A group that stands in several places is looked into once."""
    about = h5py.h5o.get_info(group.id)
    if (about.fileno, about.addr) in seen:
        return
    seen.add((about.fileno, about.addr))
    if there.count("/") > DEEP:
        raise BadWeights(f"groups within groups, more than {DEEP}")
    for key in group:
        name = way(there, key)
        link = group.get(key, getlink=True)
        if not isinstance(link, h5py.HardLink):
            yield Tensor(name, (), "a link, not followed", None)
            continue
        one = group[key]
        if isinstance(one, h5py.Group):
            if not there and OPTIMIZER in key:
                yield Tensor(name, (), "of the training, no weights", None)
            else:
                yield from _walk(h5py, source, one, f"{name}/", size, seen)
        elif isinstance(one, h5py.Dataset):
            yield _tensor(source, name, one, size)


def _tensor(source: Any, name: str, one: Any, size: int) -> Tensor:
    if one.is_virtual or one.external:  # before its shape: to ask for that may open the other file
        return Tensor(name, (), "entries in another file, not read", None)
    if one.shape is None:
        return Tensor(name, (), "empty", None)
    shape = checked_shape(name, [int(k) for k in one.shape])
    if one.dtype.kind not in "fiub":
        return Tensor(name, shape, str(one.dtype)[:40], None)
    if one.size * one.dtype.itemsize > max(UNPACKED, RATIO * size):
        raise BadWeights(f"{name}: {one.size} entries in a file of {size} bytes: not read")
    if (why := _packed(one, size)) is not None:
        return Tensor(name, shape, why, None)
    own = _opened(source, name)
    exact = np.dtype(one.dtype).str[1:] in EXACT or one.dtype.kind == "b"
    return Tensor(name, shape, str(one.dtype), (lambda: real(name, own())) if exact else None, own)


def _packed(one: Any, size: int) -> str | None:
    """Why the chunks of an array are not unpacked; None where each becomes as much as it is to be.

    The library unpacks a chunk until it ends, whatever the array says of its size.
    """
    if one.chunks is None:
        return None
    kept = one.id.get_create_plist()
    filters = [kept.get_filter(k)[0] for k in range(kept.get_nfilters())]
    if sum(x not in PLAIN for x in filters) > 1 or not set(filters) <= {DEFLATE, *PLAIN}:
        return "packed in another way than by one deflate, not read"
    each = math.prod(one.chunks) * one.dtype.itemsize
    if each > max(UNPACKED, one.size * one.dtype.itemsize):
        return f"in pieces of {each} bytes, not read"
    large: list[Any] = []
    one.id.chunk_iter(lambda x: large.append(x) if DENSE * x.size > UNPACKED else None)
    if sum(x.size for x in large) > size:
        return "in pieces that lie on each other, not read"
    ends = DEFLATE not in filters or all(
        _ends(one.id.read_direct_chunk(x.chunk_offset)[1], each) for x in large
    )
    return None if ends else f"in pieces of more than {each} bytes, not read"


def _ends(held: bytes, most: int) -> bool:
    """Whether what is deflated has at most so many bytes; what is not deflated the library will refuse."""
    try:
        inflating = zlib.decompressobj()
        inflating.decompress(held, most + 1)
    except zlib.error:
        return len(held) <= most
    return inflating.eof


def _opened(source: Any, name: str) -> Any:
    """Reads the entries of one array when they are asked for."""

    def own() -> AnyArray:
        with import_module("h5py").File(source, "r") as file:
            return np.asarray(file[name][()])

    return own
