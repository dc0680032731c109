"""Files of numpy, one array or an archive of them; objects, which would be unpickled, are not read."""

from __future__ import annotations

import math
from collections.abc import Iterator
from pathlib import Path
from typing import IO, Any

import numpy as np

from perturb.networks.files.entries import at, checked_shape, stored
from perturb.networks.files.reader import BadWeights, Tensor
from perturb.networks.files.zipped import archive, member


def read(path: Path) -> Iterator[Tensor]:
    """The array of a .npy file. BadWeights."""
    with path.open("rb") as stream:
        yield _array(path.stem, stream, path.stat().st_size, lambda skip: at(path, skip))


def read_archive(path: Path) -> Iterator[Tensor]:
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
