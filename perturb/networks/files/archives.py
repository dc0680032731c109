"""Zip archives, files of numpy and state dicts of PyTorch, read without running anything in them.

Archives may be hostile: their size is looked at before they are read. Of numpy there are single arrays and
archives of them; objects, which would be unpickled, are not read. State dicts in a zip archive are read
without PyTorch. Their `data.pkl` is a pickle, which may call whatever it names. Here it may name the
functions that rebuild tensors, for which stand-ins note shapes and places, and OrderedDict; any other name
ends the reading.
"""

from __future__ import annotations

import io
import math
import pickle
import zipfile
from collections import OrderedDict
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import replace
from importlib import import_module
from pathlib import Path
from typing import IO, Any

import numpy as np

from perturb.networks.files.reader import (
    MOST,
    BadWeights,
    Open,
    Tensor,
    at,
    bfloat16,
    checked_shape,
    real,
    stored,
)
from perturb.types import AnyArray, FloatArray

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


PICKLE = 2**24  # bytes of data.pkl
TYPES = {
    "Double": "f8",
    "Float": "f4",
    "Half": "f2",
    "BFloat16": "u2",
    "Long": "i8",
    "Int": "i4",
    "Short": "i2",
}
TYPES |= {"Char": "i1", "Byte": "u1", "Bool": "b1"}


class StandIn:
    """What a name in the pickle stands for. It has no attributes that the pickle could set."""

    __slots__ = ("name",)
    name: str

    def __init__(self, name: str) -> None:
        object.__setattr__(self, "name", name)

    def __setattr__(self, name: str, value: Any) -> None:
        raise BadWeights("data.pkl sets an attribute")

    def __call__(self, *given: Any) -> Any:
        if self.name == "_rebuild_parameter":
            return given[0]
        if self.name != "_rebuild_tensor_v2" or len(given) < 4:
            raise BadWeights(f"data.pkl calls {self.name}")
        return View(*given[:4])


class View:
    """A tensor: a part of a storage."""

    __slots__ = ("first", "shape", "storage", "strides")

    def __init__(self, storage: Any, first: Any, shape: Any, strides: Any) -> None:
        self.storage, self.first, self.shape, self.strides = storage, first, shape, strides


def read_state(path: Path) -> Iterator[Tensor]:
    """The tensors of a state_dict, or of one under the key "state_dict". BadWeights.

    What is no zip archive, as PyTorch wrote them before 1.6, needs PyTorch itself.
    """
    with path.open("rb") as stream:
        zipped = stream.read(2) == b"PK"
    return _zipped(path) if zipped else _old(path)


def _zipped(path: Path) -> Iterator[Tensor]:
    with archive(path) as found:
        lists = [one for one in found.infolist() if one.filename.split("/")[-1] == "data.pkl"]
        if len(lists) != 1 or lists[0].file_size > PICKLE:
            raise BadWeights(
                f"no archive of PyTorch: {len(lists)} lists of tensors of at most {PICKLE} bytes"
            )
        folder = lists[0].filename.removesuffix("data.pkl")
        sizes = {one.filename: one.file_size for one in found.infolist()}
        big = f"{folder}byteorder" in sizes and found.read(f"{folder}byteorder")[:8] == b"big"
        state = _Reader(io.BytesIO(found.read(lists[0]))).load()
    if isinstance(state, dict) and isinstance(state.get("state_dict"), dict):
        state = state["state_dict"]
    if not isinstance(state, dict):
        raise BadWeights(f"a {type(state).__name__} is no state_dict")
    if len(state) > MOST:
        raise BadWeights(f"{len(state)} tensors, more than {MOST}")
    for name, one in state.items():
        if isinstance(one, View):
            yield _tensor(path, str(name), one, folder, sizes, ">" if big else "<")
        else:
            yield Tensor(str(name), (), f"{type(one).__name__}, no tensor", None)


def _tensor(path: Path, name: str, one: View, folder: str, sizes: dict[str, int], order: str) -> Tensor:
    shape = checked_shape(name, one.shape)
    if not (isinstance(one.storage, tuple) and len(one.storage) == 2 and type(one.first) is int):
        raise BadWeights(f"{name}: a tensor without a storage")
    kind, key = one.storage
    if kind not in TYPES:
        return Tensor(name, shape, kind, None)
    dtype, file = order + TYPES[kind], f"{folder}data/{key}"
    size, each = sizes.get(file, -1), int(TYPES[kind][1])
    if one.first < 0 or each * (one.first + math.prod(shape)) > size:
        raise BadWeights(f"{name}: {file} has {size} bytes, too few for shape {shape} from entry {one.first}")
    along = list(one.strides) if isinstance(one.strides, tuple | list) else []
    fortran = len(shape) > 1 and along == _strides(shape[::-1])[::-1]
    if along != _strides(shape) and not fortran and 0 not in shape:
        return Tensor(name, shape, f"{kind} in strides {along}"[:80], None)
    if kind == "Bool":
        return Tensor(name, shape, "bool", None)
    start = member(path, file, each * one.first)
    widen = _upper if kind == "BFloat16" else None
    found = stored(name, shape, dtype, start, widen, fortran=fortran and along != _strides(shape))
    return replace(found, dtype="bfloat16") if widen else found


def _upper(x: AnyArray) -> AnyArray:
    return bfloat16(x.astype("<u2"))


def _strides(shape: tuple[int, ...]) -> list[int]:
    """Of an array in one piece; an axis of length 1 counts like any."""
    return [math.prod(shape[k + 1 :]) for k in range(len(shape))]


class _Reader(pickle._Unpickler):
    """In Python: the memo of the one in C may be asked for 2^32 places."""

    def find_class(self, module: str, name: str) -> Any:
        if (module, name) == ("collections", "OrderedDict"):
            return OrderedDict
        if module == "torch._utils" and name in ("_rebuild_tensor_v2", "_rebuild_parameter"):
            return StandIn(name)
        if module == "torch" and name.endswith("Storage"):
            return StandIn(name.removesuffix("Storage"))
        raise BadWeights(
            f"data.pkl names {module}.{name}, which no list of tensors needs; nothing was run"[:200]
        )

    def persistent_load(self, about: Any) -> Any:
        if not (isinstance(about, tuple) and len(about) == 5 and isinstance(about[1], StandIn)):
            raise BadWeights("data.pkl refers to what is no storage")
        return about[1].name, str(about[2])[:40]


def _old(path: Path) -> Iterator[Tensor]:
    """By PyTorch, with `weights_only`: no pickled code is run."""
    try:
        torch = import_module("torch")
    except ImportError:
        raise ImportError("no zip archive of PyTorch; an older file needs torch: pip install torch") from None
    state = torch.load(str(path), map_location="cpu", weights_only=True)
    state = state.get("state_dict", state) if isinstance(state, dict) else {}
    if len(state) > MOST:
        raise BadWeights(f"{len(state)} tensors, more than {MOST}")
    for name, one in state.items():
        if torch.is_tensor(one):
            kind = str(one.dtype).removeprefix("torch.")
            load = _doubled(str(name), one) if one.is_floating_point() else None
            yield Tensor(str(name), checked_shape(str(name), tuple(one.shape)), kind, load)


def _doubled(name: str, tensor: Any) -> Callable[[], FloatArray]:
    return lambda: real(name, tensor.detach().double().numpy())
