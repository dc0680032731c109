"""Files of weights, whole and broken."""

from __future__ import annotations

import struct
from importlib.util import find_spec
from pathlib import Path

import numpy as np
import pytest

from perturb.networks.files.reader import as_stored
from perturb.networks.files.tensors import tensors
from perturb.networks.weights import BadWeights, audit

stored = pytest.mark.skipif(find_spec("safetensors") is None, reason="files need the extra `networks`")
W = np.arange(6, dtype=np.float32).reshape(2, 3) / 4


def test_numpy_files(tmp_path: Path) -> None:
    np.save(tmp_path / "w.npy", W)
    np.savez_compressed(tmp_path / "w.npz", a=W, b=np.ones(3), c=np.array(["x"]), d=np.ones((2, 2), complex))
    (one,) = tensors(tmp_path / "w.npy")
    assert one.load is not None
    assert (one.name, one.shape, one.load().tolist()) == ("w", (2, 3), W.tolist())
    many = tensors(tmp_path / "w.npz")
    assert [(x.name, x.shape, x.load is None) for x in many] == [
        ("a", (2, 3), False),
        ("b", (3,), False),
        ("c", (1,), True),
        ("d", (2, 2), True),
    ]


@stored
def test_safetensors_and_half_precision(tmp_path: Path) -> None:
    """bfloat16 is the upper half of a float32."""
    from safetensors.numpy import save_file

    save_file({"w": W, "h": W.astype(np.float16), "i": np.arange(3)}, tmp_path / "w.safetensors")
    found = {x.name: x for x in tensors(tmp_path / "w.safetensors")}
    for name in ("w", "h"):
        load = found[name].load
        assert load is not None
        assert load().tolist() == W.tolist()
    assert found["i"].load is None
    assert as_stored(found["i"]).tolist() == [0, 1, 2]
    halves = (W.view(np.uint32) >> 16).astype("<u2").tobytes()
    header = b'{"w":{"dtype":"BF16","shape":[2,3],"data_offsets":[0,12]}}'
    (tmp_path / "b.safetensors").write_bytes(struct.pack("<Q", len(header)) + header + halves)
    (one,) = tensors(tmp_path / "b.safetensors")
    assert one.load is not None
    assert (one.dtype, one.load().tolist()) == ("bfloat16", W.tolist())


@stored
def test_onnx(tmp_path: Path) -> None:
    from perturb.networks import dense, exchange

    exchange.save_onnx(dense([W, W.T], [[0, 0], [0, 0, 0]]), tmp_path / "n.onnx")
    assert [layer.values.shape for layer in audit(tmp_path / "n.onnx").layers] == [(2, 3), (3, 2)]


@stored
def test_broken_files_are_one_line(tmp_path: Path) -> None:
    def refused(name: str, data: bytes, line: str) -> None:
        (tmp_path / name).write_bytes(data)
        with pytest.raises(BadWeights, match=line) as error:
            [x.load() for x in tensors(tmp_path / name) if x.load is not None]
        assert "\n" not in str(error.value)

    np.savez(tmp_path / "w.npz", a=W)
    whole = (tmp_path / "w.npz").read_bytes()
    refused("cut.npz", whole[:100], "cut.npz: ")
    refused("long.npz", whole.replace(b"(2, 3)", b"(9, 9)"), "cut|as long as its shape|[Bb]ad")
    entry = b'"%s":{"dtype":"F32","shape":[2],"data_offsets":[%d,%d]}'
    overlap = b"{" + entry % (b"a", 0, 8) + b"," + entry % (b"b", 4, 12) + b"}"
    refused("o.safetensors", struct.pack("<Q", len(overlap)) + overlap + bytes(12), "o.safetensors: ")
    refused("huge.safetensors", struct.pack("<Q", 2**60) + b"{}", "huge.safetensors: ")
    refused("x.txt", b"", "ends in .safetensors, .npz")
    at = whole.index(W.tobytes())
    refused("torn.npz", whole[:at] + b"\xff" + whole[at + 1 :], "torn.npz: .*CRC")
    strange = b'{"a":{"dtype":"F4","shape":[4],"data_offsets":[0,2]}}'
    (tmp_path / "f4.safetensors").write_bytes(struct.pack("<Q", len(strange)) + strange + bytes(2))
    assert [x.load for x in tensors(tmp_path / "f4.safetensors")] == [None]
    np.save(tmp_path / "nan.npy", np.array([[1.0, np.inf]]))
    refused("nan.npy", (tmp_path / "nan.npy").read_bytes(), r"nan: entry \(0, 1\) is inf")
    np.save(tmp_path / "p.npy", np.array([{}]), allow_pickle=True)
    refused("p.npy", (tmp_path / "p.npy").read_bytes(), "p.npy: ")
    with pytest.raises(BadWeights, match=r"none\.npy: no such file"):
        tensors(tmp_path / "none.npy")
