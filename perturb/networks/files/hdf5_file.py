"""Files of Keras, which are HDF5: their arrays by the way to them. Links are not followed.

A `.keras` archive holds such a file, model.weights.h5.
"""

from __future__ import annotations

import io
from collections.abc import Iterator
from importlib import import_module
from pathlib import Path
from typing import Any

import numpy as np

from perturb.networks.files.archives import RATIO, UNPACKED, archive
from perturb.networks.files.reader import EXACT, MOST, BadWeights, Tensor, checked_shape, real
from perturb.types import AnyArray

DEEP = 64  # groups within groups
INNER = "model.weights.h5"
OPTIMIZER = "optimizer"


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
        held = found.read(names[0])
    yield from _arrays(io.BytesIO(held), len(held))


def _arrays(source: Any, size: int) -> Iterator[Tensor]:
    try:
        h5py = import_module("h5py")
    except ImportError:
        raise ImportError("this needs h5py: pip install 'perturb[networks]'") from None
    with h5py.File(source, "r") as file:
        for count, one in enumerate(_walk(h5py, source, file, "", size)):
            if count >= MOST:
                raise BadWeights(f"more than {MOST} arrays")
            yield one


def _walk(h5py: Any, source: Any, group: Any, way: str, size: int) -> Iterator[Tensor]:
    if way.count("/") > DEEP:
        raise BadWeights(f"groups within groups, more than {DEEP}")
    for key in group:
        name = f"{way}{key}"
        link = group.get(key, getlink=True)
        if not isinstance(link, h5py.HardLink):
            yield Tensor(name, (), "a link, not followed", None)
            continue
        one = group[key]
        if isinstance(one, h5py.Group):
            if not way and OPTIMIZER in key:
                yield Tensor(name, (), "of the training, no weights", None)
            else:
                yield from _walk(h5py, source, one, f"{name}/", size)
        elif isinstance(one, h5py.Dataset):
            yield _tensor(source, name, one, size)


def _tensor(source: Any, name: str, one: Any, size: int) -> Tensor:
    if one.shape is None:
        return Tensor(name, (), "empty", None)
    shape = checked_shape(name, [int(k) for k in one.shape])
    if one.is_virtual or one.external:
        return Tensor(name, shape, "entries in another file, not read", None)
    if one.dtype.kind not in "fiub":
        return Tensor(name, shape, str(one.dtype)[:40], None)
    if one.size * one.dtype.itemsize > max(UNPACKED, RATIO * size):
        raise BadWeights(f"{name}: {one.size} entries in a file of {size} bytes: not read")
    own = _opened(source, name)
    exact = np.dtype(one.dtype).str[1:] in EXACT or one.dtype.kind == "b"
    return Tensor(name, shape, str(one.dtype), (lambda: real(name, own())) if exact else None, own)


def _opened(source: Any, name: str) -> Any:
    """Reads the entries of one array when they are asked for."""

    def own() -> AnyArray:
        with import_module("h5py").File(source, "r") as file:
            return np.asarray(file[name][()])

    return own
