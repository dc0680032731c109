"""The tensors of a file of weights: nothing in it is run, and each is read when it is asked for."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import replace
from importlib import import_module
from pathlib import Path
from typing import Any, TypeVar

from perturb.networks.weights import numpy_file, safetensors_file, torch_file
from perturb.networks.weights.onnx_file import read as onnx_read
from perturb.networks.weights.tensor import MOST, BadEntry, BadWeights, Tensor, checked_shape, is_vector, real
from perturb.types import FloatArray

__all__ = ["BadEntry", "BadWeights", "Tensor", "is_vector", "real", "tensors"]
T = TypeVar("T")
KINDS = (".safetensors", ".npz", ".npy", ".onnx", ".pt", ".pth", ".bin")


def tensors(path: Path | str) -> list[Tensor]:
    """What a file holds, in its order. BadWeights for what is no such file, or breaks its own format."""
    path = Path(path)
    readers = {
        ".npy": numpy_file.read,
        ".npz": numpy_file.read_archive,
        ".safetensors": safetensors_file.read,
        ".onnx": onnx_read,
    }
    if path.suffix not in KINDS:
        raise BadWeights(f"{path}: a file of weights ends in {', '.join(KINDS)}")
    if not path.is_file():
        raise BadWeights(f"{path}: no such file")
    return [
        replace(one, load=one.load and told(path, one.load))
        for one in _all(path, readers.get(path.suffix, _torch))
    ]


def _all(path: Path, reader: Callable[[Path], Iterator[Tensor]]) -> list[Tensor]:
    return told(path, lambda: list(reader(path)))()


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


def _torch(path: Path) -> Iterator[Tensor]:
    """A state_dict; one that is no zip archive, as PyTorch wrote them before 1.6, needs PyTorch itself."""
    with path.open("rb") as stream:
        zipped = stream.read(2) == b"PK"
    return torch_file.read(path) if zipped else _old_torch(path)


def _old_torch(path: Path) -> Iterator[Tensor]:
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
