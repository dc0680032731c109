"""What a reader of files is: it gets a path, gives the named arrays there, and runs nothing that stands
there.

There is one for each format, and `perturb.networks.files.tensors` has the table of them by suffix. Below
the protocol is what readers share: the entries of a tensor, read when they are asked for, a little at a
time, and as they are.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from pathlib import Path
from reprlib import repr  # what lies within each other is cut short
from typing import IO, Any, Literal, Protocol

import numpy as np

from perturb.networks.machine import room
from perturb.types import AnyArray, FloatArray

MOST = 20_000  # tensors of a file
LARGEST = 2**36  # bytes of one tensor as float64: 64 GiB
LONGEST = 1024  # signs of a name, with the way to it


class BadWeights(ValueError):
    """A file of weights that cannot be read, in one line."""


class BadEntry(BadWeights):
    """A tensor that is not finite: the others of its file can be read all the same."""


@dataclass(frozen=True)
class Tensor:
    """A named array of a file. `load` gives it as float64, anew at each call, to be overwritten; None where
    its numbers are not real floats. `own` gives it in its own type of numpy, not to be overwritten, with what
    is not finite; None where numpy has no such type. `role` is what a graph has it for (layer, bias, scale,
    embedding, gate, constant), empty where nothing tells, and `why` how that is known.
    """

    name: str
    shape: tuple[int, ...]
    dtype: str
    load: Callable[[], FloatArray] | None
    own: Callable[[], AnyArray] | None = None
    role: str = ""
    why: str = ""


class FileReader(Protocol):
    """Reads the files of one format."""

    def __call__(self, path: Path, /) -> Iterator[Tensor]:
        """The tensors of a file that is there, in its order.

        It looks at what the file says of them: their numbers are read when `load` or `own` is called. It
        must not run, unpickle or import what a file names, open another file outside of its folder, or
        believe a size: of at most MOST tensors each has at most LARGEST bytes, and the file has them. What
        breaks the format is BadWeights, in one line without the path; any other exception will become one.
        """


AT_ONCE = 2**18  # entries that are widened at a time
EXACT = {"f2", "f4", "f8", "i1", "i2", "i4", "u1", "u2", "u4"}  # numpy types that float64 holds exactly

Open = Callable[[], IO[bytes]]
Widen = Callable[[AnyArray], AnyArray]


def real(name: str, A: Any) -> FloatArray:
    """A copy as float64, exactly. BadEntry for NaN, infinities and numbers that float64 has not, with their
    place.
    """
    given = np.asarray(A)
    if given.dtype == object or given.dtype.kind == "c":
        given = np.asarray(A, dtype=np.float64)
    found = room(given.shape)
    with np.errstate(invalid="ignore"):  # NaN of any kind, which is told below
        found[...] = given
    return _same(name, finite(name, found), np.asarray(A))


def _same(name: str, found: FloatArray, given: AnyArray) -> FloatArray:
    """The first. BadEntry where it is not what was given: a third, or an integer of more than 53 bits."""
    if given.dtype.kind == "b" or given.dtype.str[1:] in EXACT:
        return found
    other = given if given.dtype.kind == "f" else given.astype(object)
    if (off := np.argwhere(found != other)).size:
        at = tuple(int(i) for i in off[0])
        raise BadEntry(f"{name}: entry {at} is {given[at]}, which float64 has not exactly")
    return found


def finite(name: str, A: FloatArray) -> FloatArray:
    """A itself. BadEntry where an entry is NaN or infinite."""
    if A.size and not (math.isfinite(A.max()) and math.isfinite(A.min())):
        at = tuple(int(i) for i in np.argwhere(~np.isfinite(A))[0])
        raise BadEntry(f"{name}: entry {at} is {A[at]}")
    return A


def stored(
    name: str,
    shape: tuple[int, ...],
    dtype: str,
    start: Open,
    widen: Widen | None = None,
    *,
    fortran: bool = False,
) -> Tensor:
    """Numbers that lie one after the other in a stream, which `start` opens where they begin.

    `dtype` is numpy's name for them ("<f4"); `widen` makes numbers of what numpy has no type for.
    """
    order: Literal["C", "F"] = "F" if fortran else "C"

    def numbers(stream: IO[bytes], count: int) -> AnyArray:
        raw = stream.read(count * np.dtype(dtype).itemsize)
        if len(raw) < count * np.dtype(dtype).itemsize:
            raise BadWeights(f"{name}: the file ends before its last entry")
        found = np.frombuffer(raw, dtype)
        return found if widen is None else widen(found)

    def load() -> FloatArray:
        found = room(shape, order)
        flat = found.reshape(-1, order=order)
        with start() as stream:
            for k in range(0, flat.size, AT_ONCE):
                part = flat[k : k + AT_ONCE]
                with np.errstate(invalid="ignore"):
                    part[...] = numbers(stream, part.size)
        return finite(name, found)

    def own() -> AnyArray:
        with start() as stream:
            return numbers(stream, math.prod(shape)).reshape(shape, order=order)

    exact = widen is not None or np.dtype(dtype).str[1:] in EXACT
    return Tensor(name, shape, np.dtype(dtype).name, load if exact else None, own)


def as_stored(one: Tensor) -> AnyArray:
    """The numbers in their own type, integers of 64 bits too. BadWeights where numpy has no such type."""
    if one.own is None:
        raise BadWeights(f"{one.name}: entries of type {one.dtype}")
    return one.own()


def at(path: Path, offset: int) -> Open:
    """Opens a file at a place."""

    def start() -> IO[bytes]:
        stream = path.open("rb")
        stream.seek(offset)
        return stream

    return start


def bfloat16(x: AnyArray) -> AnyArray:
    """The upper halves of float32."""
    return (x.astype("<u4") << 16).view("<f4")


def is_vector(shape: tuple[int, ...], size: int) -> bool:
    """Whether so many numbers lie along one axis, the others being of length 1."""
    return math.prod(shape) == size and max(shape, default=0) == size


def way(*parts: str) -> str:
    """The parts of a name one behind the other. BadWeights where it is too long: many may share it."""
    if sum(map(len, parts)) > LONGEST:
        raise BadWeights(f"a name of more than {LONGEST} signs, which begins with {''.join(parts)[:60]!r}")
    return "".join(parts)


def checked_shape(name: str, shape: Any) -> tuple[int, ...]:
    """A tuple of whole numbers, none negative. BadWeights, also for more than 64 GiB of float64."""
    if not isinstance(shape, list | tuple) or len(shape) > 64 or not all(_counts(k) for k in shape):
        raise BadWeights(f"{name}: {repr(shape)[:60]} is no shape")
    if 8 * math.prod(shape) > LARGEST:
        raise BadWeights(f"{name} has shape {str(tuple(shape))[:60]}, more than {LARGEST >> 30} GiB")
    return tuple(shape)


def _counts(k: Any) -> bool:
    return isinstance(k, int) and not isinstance(k, bool) and 0 <= k < 2**63
