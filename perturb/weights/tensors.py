"""The tensors of a file of weights: nothing in it is run, and each is read when it is asked for."""

from __future__ import annotations

import json
import math
import struct
import zipfile
from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace
from importlib import import_module
from pathlib import Path
from typing import Any

import numpy as np

from perturb.types import FloatArray

KINDS = (".safetensors", ".npz", ".npy", ".onnx", ".pt", ".pth", ".bin")
FLOATS = "fiu"  # kinds of numpy types that are real numbers
KNOWN = {"F64", "F32", "F16", "I32", "I16", "I8", "U32", "U16", "U8"}  # of safetensors, exact as float64
LARGEST = 2**36  # bytes of one tensor as float64: 64 GiB


class BadWeights(ValueError):
    """A file of weights that cannot be read, in one line."""


@dataclass(frozen=True)
class Tensor:
    """A named array of a file. `load` gives it as float64, anew at each call, to be
    overwritten; None where its numbers are not real floats."""

    name: str
    shape: tuple[int, ...]
    dtype: str
    load: Callable[[], FloatArray] | None


def tensors(path: Path | str) -> list[Tensor]:
    """What a file holds, in its order. BadWeights for what is no such file, or breaks its own format."""
    path = Path(path)
    readers = {".npy": _npy, ".npz": _npz, ".safetensors": _safetensors, ".onnx": _onnx}
    if path.suffix not in KINDS:
        raise BadWeights(f"{path}: a file of weights ends in {', '.join(KINDS)}")
    if not path.is_file():
        raise BadWeights(f"{path}: no such file")
    try:
        found = list(readers.get(path.suffix, _torch)(path))
    except BadWeights:
        raise
    except ImportError as error:
        raise BadWeights(f"{path}: {error}") from None
    except Exception as error:  # a hostile file may break its library in any way
        raise BadWeights(f"{path}: {_line(error)}") from None
    for one in found:
        if 8 * math.prod(one.shape) > LARGEST:
            raise BadWeights(f"{path}: {one.name} has shape {one.shape}, more than {LARGEST >> 30} GiB")
    return [replace(one, load=one.load and _told(path, one.load)) for one in found]


def _told(path: Path, load: Callable[[], FloatArray]) -> Callable[[], FloatArray]:
    """What goes wrong while a tensor is read (a wrong checksum, a file that has changed) in one line, too."""

    def told() -> FloatArray:
        try:
            return load()
        except BadWeights:
            raise
        except Exception as error:
            raise BadWeights(f"{path}: {_line(error)}") from None

    return told


def real(name: str, A: Any) -> FloatArray:
    """A copy as float64, exactly. BadWeights for NaN and infinities, whose place is named."""
    found = np.array(A, dtype=np.float64)
    if not np.isfinite(found).all():
        at = tuple(int(i) for i in np.argwhere(~np.isfinite(found))[0])
        raise BadWeights(f"{name}: entry {at} is {found[at]}")
    return found


def _line(error: Exception) -> str:
    return " ".join(str(error).split())[:200] or type(error).__name__


def _library(module: str, package: str) -> Any:
    try:
        return import_module(module)
    except ImportError:
        raise ImportError(f"this needs {package}") from None


def _npy(path: Path) -> Iterator[Tensor]:
    A = np.load(path, mmap_mode="r", allow_pickle=False)
    yield _array(path.stem, A.shape, A.dtype, lambda: A)


def _npz(path: Path) -> Iterator[Tensor]:
    """Headers only; a member whose size is not that of its shape is refused before it is unpacked."""
    with zipfile.ZipFile(path) as archive:
        for member in archive.infolist():
            with archive.open(member) as stream:
                version = np.lib.format.read_magic(stream)
                read = np.lib.format.read_array_header_1_0 if version == (1, 0) else None
                shape, _, dtype = (read or np.lib.format.read_array_header_2_0)(stream)
                if member.file_size - stream.tell() != math.prod(shape) * dtype.itemsize:
                    raise BadWeights(f"{path}: {member.filename} is not as long as its shape {shape} says")
            name = member.filename.removesuffix(".npy")
            yield _array(name, shape, dtype, _member(path, name))


def _member(path: Path, name: str) -> Callable[[], Any]:
    def load() -> Any:
        with np.load(path, allow_pickle=False) as archive:
            return archive[name]

    return load


def _safetensors(path: Path) -> Iterator[Tensor]:
    """The library checks the offsets; of bfloat16, which numpy lacks, the bytes are widened here."""
    library = _library("safetensors", "safetensors: pip install 'perturb[networks]'")
    with library.safe_open(str(path), framework="numpy") as file:
        names = list(file.keys())
    with path.open("rb") as stream:
        (length,) = struct.unpack("<Q", stream.read(8))
        header = json.loads(stream.read(length))
    for name in names:
        about = header[name]
        shape, start = tuple(about["shape"]), 8 + length + about["data_offsets"][0]
        if about["dtype"] == "BF16":
            yield Tensor(name, shape, "bfloat16", _widened(path, name, shape, start))
        else:
            yield Tensor(
                name, shape, about["dtype"], _stored(path, name) if about["dtype"] in KNOWN else None
            )


def _stored(path: Path, name: str) -> Callable[[], Any]:
    def load() -> Any:
        library = _library("safetensors", "safetensors")
        with library.safe_open(str(path), framework="numpy") as file:
            return real(name, file.get_tensor(name))

    return load


def _widened(path: Path, name: str, shape: tuple[int, ...], start: int) -> Callable[[], FloatArray]:
    def load() -> FloatArray:
        halves = np.fromfile(path, "<u2", math.prod(shape), offset=start)
        return real(name, (halves.astype(np.uint32) << 16).view(np.float32).reshape(shape))

    return load


def _onnx(path: Path) -> Iterator[Tensor]:
    onnx = _library("onnx", "onnx: pip install 'perturb[networks]'")
    for one in onnx.load(str(path)).graph.initializer:
        A = onnx.numpy_helper.to_array(one)
        yield _array(one.name, A.shape, A.dtype, _same(A))


def _same(A: Any) -> Callable[[], Any]:
    return lambda: A


def _torch(path: Path) -> Iterator[Tensor]:
    """A state_dict, or one under the key "state_dict"; no pickled code is run."""
    torch = _library("torch", "torch: pip install torch")
    state = torch.load(str(path), map_location="cpu", weights_only=True)
    state = state.get("state_dict", state) if isinstance(state, dict) else {}
    for name, one in state.items():
        if torch.is_tensor(one):
            kind = str(one.dtype).removeprefix("torch.")
            wide = one.is_floating_point()
            yield Tensor(str(name), tuple(one.shape), kind, _doubled(str(name), one) if wide else None)


def _doubled(name: str, tensor: Any) -> Callable[[], FloatArray]:
    return lambda: real(name, tensor.detach().double().numpy())


def _array(name: str, shape: Any, dtype: Any, load: Callable[[], Any]) -> Tensor:
    wide = dtype.kind in FLOATS and dtype.itemsize <= 8
    exact = wide and (dtype.kind == "f" or dtype.itemsize <= 4)
    return Tensor(name, tuple(shape), str(dtype), (lambda: real(name, load())) if exact else None)
