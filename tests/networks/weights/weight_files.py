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
        self.state: Any = None


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
            self.write(pickle.NEWOBJ if isinstance(one, Module) else pickle.REDUCE)
            if one.state is not None:
                self.save(one.state)
                self.write(pickle.BUILD)
        else:
            super().save(one, save_persistent_id)


def tensor(
    key: str, shape: tuple[int, ...], strides: tuple[int, ...], kind: str = "FloatStorage", more: Any = ()
) -> Any:
    storage = _Storage(("storage", _Global("torch", kind), key, "cpu", 12, *more))
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


def old_torch(state: Any = None, keys: Any = ("0",), count: int = 12, big: bool = False) -> bytes:
    """As PyTorch wrote files before it took zip archives."""
    stream, order = io.BytesIO(), "big" if big else "little"
    state = state or OrderedDict(a=tensor("0", (3, 4), (4, 1), more=(None,)), n=3)
    system = {"protocol_version": 1001, "little_endian": not big, "type_sizes": {}}
    for one in (0x1950A86A20F9469CFC6C, 1001, system, state, list(keys)):
        _Writer(stream, 2).dump(one)
    stream.write(count.to_bytes(8, order) + W.astype(">f4" if big else "<f4").tobytes())
    return stream.getvalue()


class Module(_Call):
    """An object of a class that need not be there, with its attributes."""


def whole_model() -> Any:
    """What torch.save makes of a network, not of its state_dict."""
    layer = Module(_Global("torch.nn.modules.linear", "Linear"), ())
    layer.state = {
        "training": True,
        "_parameters": OrderedDict(weight=tensor("0", (3, 4), (4, 1)), bias=None),
    }
    net = Module(_Global("my.own", "Net"), ())
    net.state = {"_modules": OrderedDict(fc=layer), "_backward_hooks": OrderedDict()}
    return net


def hdf5(write: Any = None) -> bytes:
    """As Keras writes it, or as `write` fills it."""
    import h5py

    stream = io.BytesIO()
    with h5py.File(stream, "w") as file:
        if write is None:
            file["layers/dense/vars/0"] = W
            file["layers/dense/vars/1"] = np.ones(4)
            file["optimizer/vars/0"] = np.ones((4, 4))
        else:
            write(file)
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
