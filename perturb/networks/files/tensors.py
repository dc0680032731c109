"""Tensors that a user gives: of a file, by the reader for its suffix, of a mapping, or of a list."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from pathlib import Path
from typing import Any, TypeVar

import numpy as np

from perturb.networks.files import archives, hdf5_file, onnx_file, safetensors_file, torch_file
from perturb.networks.files.reader import BadEntry, BadWeights, FileReader, Tensor, real

T = TypeVar("T")
READERS: dict[str, FileReader] = {
    ".safetensors": safetensors_file.read,
    ".npz": archives.read_arrays,
    ".npy": archives.read_array,
    ".h5": hdf5_file.read,
    ".hdf5": hdf5_file.read,
    ".keras": hdf5_file.read_keras,
    ".onnx": onnx_file.read,
    ".pt": torch_file.read,
    ".pth": torch_file.read,
    ".bin": torch_file.read,
    ".ckpt": torch_file.read,
    ".json": safetensors_file.read_index,
}


INDEX = ".safetensors.index.json"


def tensors(path: Path | str) -> list[Tensor]:
    """What a file holds, in its order. BadWeights for what is no such file, or breaks its own format."""
    path = Path(path)
    if path.suffix not in READERS:
        raise BadWeights(f"{path}: a file of weights ends in {', '.join(READERS)}")
    if path.suffix == ".json" and not path.name.endswith(INDEX):
        raise BadWeights(f"{path}: of JSON there is the index of a model in several files, *{INDEX}")
    if not path.is_file():
        raise BadWeights(f"{path}: no such file")
    reader = READERS[path.suffix]
    there = told(path, lambda: [_written(x) for x in reader(path)])()
    return [replace(x, load=x.load and told(path, x.load), own=x.own and told(path, x.own)) for x in there]


def _written(one: Tensor) -> Tensor:
    """With its words in signs that a file of text can have. BadWeights for a name that is no word."""
    if not isinstance(one.name, str):
        raise BadWeights(f"the name {str(one.name)[:60]} is no UTF-8")
    name, dtype, why = (
        word.encode("utf-8", "backslashreplace").decode("utf-8") for word in (one.name, one.dtype, one.why)
    )
    return replace(one, name=name, dtype=dtype, why=why)


def told(path: Path, work: Callable[[], T]) -> Callable[[], T]:
    """What goes wrong while a file is read (a checksum, a file that has changed), in one line."""

    def line() -> T:
        try:
            return work()
        except BadEntry:
            raise
        except Exception as error:  # a hostile file may break its library in any way
            said = " ".join(str(error).split())[:400] or type(error).__name__
            raise BadWeights(f"{path}: {said}") from None

    return line


def listed(weights: Any) -> list[Tensor]:
    """The tensors of a file, of a mapping, or of a sequence, named by their places there. BadWeights."""
    if isinstance(weights, (str, Path)):
        return tensors(weights)
    if isinstance(weights, Mapping):
        pairs = [(str(name), A) for name, A in weights.items()]
    elif isinstance(weights, Sequence):
        pairs = [(str(k), A) for k, A in enumerate(weights)]
    else:
        raise BadWeights(f"weights: a {type(weights).__name__} is no file, no mapping and no list of arrays")
    return [_given(name, A) for name, A in pairs]


def _given(name: str, A: Any) -> Tensor:
    """Numbers are copied when they are asked for, and not before."""
    try:
        array = np.asarray(A)
        if array.dtype.kind == "c":
            raise BadWeights(f"{name}: complex numbers")
        if np.ma.is_masked(A):
            raise BadWeights(f"{name}: masked entries")
        if array.dtype.kind not in "fiub":
            numbers = np.asarray(A, dtype=np.float64)
            if array.dtype.kind in "USMm":
                raise BadWeights(f"{name}: entries of type {array.dtype} are no numbers")
            array = array if array.dtype.kind == "O" else numbers  # types of others, of fewer bits
    except (TypeError, ValueError, RuntimeError, OverflowError) as error:
        raise error if isinstance(error, BadWeights) else BadWeights(f"{name}: {error}") from None
    return Tensor(name, array.shape, str(array.dtype), lambda: real(name, array))
