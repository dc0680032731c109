"""Small whole files of weights of each format, as bytes, to be broken."""

from __future__ import annotations

import io
import json
import pickle
import struct
import zipfile
from collections import OrderedDict
from typing import Any

import numpy as np

W = (np.arange(12, dtype=np.float32).reshape(3, 4) - 5) / 4


def safetensors(entries: dict[str, Any] | None = None, data: bytes | None = None) -> bytes:
    entries = entries or {
        "a": {"dtype": "F32", "shape": [3, 4], "data_offsets": [0, 48]},
        "b": {"dtype": "BF16", "shape": [2, 3], "data_offsets": [48, 60]},
    }
    header = json.dumps(entries).encode()
    return struct.pack("<Q", len(header)) + header + (W.tobytes() + bytes(12) if data is None else data)


def npy(A: Any = W) -> bytes:
    stream = io.BytesIO()
    np.save(stream, A, allow_pickle=True)
    return stream.getvalue()


def npz() -> bytes:
    stream = io.BytesIO()
    np.savez_compressed(stream, a=W, b=np.ones(3))
    return stream.getvalue()


class _Global:
    """Pickled as a name of a module that need not be there."""

    def __init__(self, module: str, name: str) -> None:
        self.module, self.name = module, name


class _Call:
    def __init__(self, what: _Global, given: tuple[Any, ...]) -> None:
        self.what, self.given = what, given


class _Storage(tuple[Any, ...]):
    __slots__ = ()


class _Writer(pickle._Pickler):
    """Writes what PyTorch writes, without PyTorch."""

    def persistent_id(self, one: Any) -> Any:
        return tuple(one) if isinstance(one, _Storage) else None

    def save(self, one: Any, save_persistent_id: bool = True) -> None:
        if isinstance(one, _Global):
            self.write(pickle.GLOBAL + f"{one.module}\n{one.name}\n".encode())
        elif isinstance(one, _Call):
            self.save(one.what)
            self.save(one.given)
            self.write(pickle.REDUCE)
        else:
            super().save(one, save_persistent_id)


def tensor(key: str, shape: tuple[int, ...], strides: tuple[int, ...], kind: str = "FloatStorage") -> Any:
    storage = _Storage(("storage", _Global("torch", kind), key, "cpu", 12))
    given = (storage, 0, shape, strides, False, OrderedDict())
    return _Call(_Global("torch._utils", "_rebuild_tensor_v2"), given)


def torch(state: Any = None) -> bytes:
    listed, stream = io.BytesIO(), io.BytesIO()
    state = state or OrderedDict(a=tensor("0", (3, 4), (4, 1)), t=tensor("0", (4, 3), (1, 4)), n=3)
    _Writer(listed, 2).dump(state)
    with zipfile.ZipFile(stream, "w") as archive:
        archive.writestr("model/data.pkl", listed.getvalue())
        archive.writestr("model/byteorder", "little")
        archive.writestr("model/data/0", W.tobytes())
        archive.writestr("model/version", "3\n")
    return stream.getvalue()


def call(module: str, name: str, *given: Any) -> Any:
    """A call of anything, where a tensor should be."""
    return OrderedDict(a=_Call(_Global(module, name), given))


def onnx() -> bytes:
    """Relu(x A' + b) + x for a square A, written as x W."""
    from onnx import helper, numpy_helper

    nodes = [
        helper.make_node("MatMul", ["x", "w"], ["h"]),
        helper.make_node("Add", ["h", "b"], ["k"]),
        helper.make_node("Relu", ["k"], ["r"]),
        helper.make_node("Add", ["r", "x"], ["y"]),
        helper.make_node("Gemm", ["y", "v"], ["z"], transB=1),
    ]
    weights = {"v": W, "b": np.ones(4, np.float32), "w": np.diag([1.0, 2.0, 3.0, 4.0]).astype(np.float32)}
    weights["w"][0, 1] = 7
    graph = helper.make_graph(
        nodes, "net", [], [], [numpy_helper.from_array(A, k) for k, A in weights.items()]
    )
    return bytes(helper.make_model(graph).SerializeToString())
