"""Files of weights, whole, broken, and such as lie: one line each, soon, and nothing of them is run."""

from __future__ import annotations

import io
import json
import os
import struct
import zipfile
from importlib.util import find_spec
from pathlib import Path

import numpy as np
import pytest
from hypothesis import settings

from perturb.networks.files.reader import as_stored
from perturb.networks.files.tensors import tensors
from perturb.networks.weights import BadWeights, audit
from tests.networks.weights import weight_files as files

MUTANTS = 10_000 if settings().max_examples >= 2_000 else 200
WHOLE = {".safetensors": files.safetensors, ".npy": files.npy, ".npz": files.npz, ".pt": files.torch}
WHOLE[".pth"] = files.old_torch
if find_spec("onnx") is not None:
    WHOLE[".onnx"] = files.onnx
if find_spec("h5py") is not None:
    WHOLE[".h5"] = files.hdf5


def loaded(path: Path) -> int:
    """How many tensors were read."""
    return sum(one.load().size > 0 for one in tensors(path) if one.load is not None and 0 not in one.shape)


@pytest.mark.parametrize("kind", sorted(WHOLE))
def test_mutated_files_are_read_or_refused(kind: str, tmp_path: Path) -> None:
    """Bytes changed, cut out, doubled and cut off."""
    whole, path = WHOLE[kind](), tmp_path / f"f{kind}"
    path.write_bytes(whole)
    assert loaded(path) >= 1
    rng, refused = np.random.default_rng(0), 0
    for _ in range(MUTANTS):
        path.write_bytes(mutated(whole, rng))
        said = complaint(path)
        refused += bool(said)
        assert "\n" not in said
        assert len(said) < 800
    assert refused > MUTANTS / 10


def complaint(path: Path) -> str:
    try:
        loaded(path)
    except BadWeights as error:
        return str(error)
    return ""


def mutated(data: bytes, rng: np.random.Generator) -> bytes:
    one = bytearray(data)
    for _ in range(int(rng.integers(1, 4))):
        at = int(rng.integers(len(one)))
        match rng.integers(5):
            case 0:
                one[at] = rng.integers(256)
            case 1:
                one[at] ^= 1 << int(rng.integers(8))
            case 2:
                del one[at : at + int(rng.integers(1, 20))]
            case 3:
                one[at:at] = one[at : at + int(rng.integers(1, 20))]
            case _:
                del one[max(at, 8) :]
        if not one:
            return b""
    return bytes(one)


def entry(shape: object = (3, 4), offsets: object = (0, 48), dtype: object = "F32") -> dict[str, object]:
    return {"dtype": dtype, "shape": shape, "data_offsets": offsets}


def raw(header: bytes, data: bytes = b"") -> bytes:
    return struct.pack("<Q", len(header)) + header + data


LIES = {
    "length": (struct.pack("<Q", 10**9) + b"{}", "the header is to have 1000000000 bytes"),
    "deep": (raw(b"[" * 10**6), "nested too deeply"),
    "deep objects": (raw(b'{"a":' * 10**6), "nested too deeply"),
    "twice": (raw(b'{"a":{},"a":{}}'), "a: named twice"),
    "negative": (files.safetensors({"a": entry((-3, -4))}), r"a: \[-3, -4\] is no shape"),
    "huge": (files.safetensors({"a": entry((2**40, 2**40))}), "more than 64 GiB"),
    "lie": (files.safetensors({"a": entry((30, 40))}), "is not as long as F32"),
    "gap": (files.safetensors({"a": entry(offsets=(12, 60))}), "starts at 12 and not at 0"),
    "overlap": (
        files.safetensors({"a": entry(), "b": entry(offsets=(12, 60))}),
        "starts at 12 and not at 48",
    ),
    "short": (files.safetensors({"a": entry()}, bytes(10)), "and the file at"),
    "float offsets": (files.safetensors({"a": entry(offsets=(0.0, 48.0))}), "are no offsets"),
    "many": (
        files.safetensors({f"t{k}": entry((0,), (0, 0)) for k in range(200_000)}, b""),
        "tensors, more|bytes",
    ),
    "no object": (raw(b"[1, 2]"), "no JSON object"),
    "NaN": (raw(b'{"a": NaN}'), "dtype, shape and data_offsets are needed"),
    "bytes": (raw(b"\xff\xfe"), "no JSON"),
}


@pytest.mark.parametrize("lie", sorted(LIES))
def test_safetensors_that_lie(lie: str, tmp_path: Path) -> None:
    data, line = LIES[lie]
    (tmp_path / "f.safetensors").write_bytes(data)
    with pytest.raises(BadWeights, match=line) as error:
        tensors(tmp_path / "f.safetensors")
    assert "\n" not in str(error.value)


def header_of(shape: str, descr: str = "'<f4'") -> bytes:
    text = f"{{'descr': {descr}, 'fortran_order': False, 'shape': {shape}, }}".encode().ljust(117) + b"\n"
    return b"\x93NUMPY\x01\x00" + struct.pack("<H", len(text)) + text


@pytest.mark.parametrize(
    ("data", "line"),
    [
        (header_of("(-1, 4)"), "is no shape"),
        (header_of("(1000000000, 1000000000)"), "more than 64 GiB"),
        (header_of("(1000, 1000)") + bytes(100), "not as long as its shape"),
        (header_of("(1, 1)", "'|O'") + bytes(8), "objects are pickled"),
        (header_of("(__import__('os').system('x'), 1)"), "f.npy: "),
        (files.npy()[:50], "f.npy: "),
        (b"", "f.npy: "),
    ],
)
def test_numpy_files_that_lie(data: bytes, line: str, tmp_path: Path) -> None:
    (tmp_path / "f.npy").write_bytes(data)
    with pytest.raises(BadWeights, match=line):
        tensors(tmp_path / "f.npy")


def test_archives_that_unpack_to_much(tmp_path: Path) -> None:
    stream = io.BytesIO()
    with zipfile.ZipFile(stream, "w", zipfile.ZIP_DEFLATED) as archive, archive.open("a.npy", "w") as member:
        member.write(header_of("(8192, 8192)"))
        for _ in range(256):
            member.write(bytes(2**20))
    (tmp_path / "bomb.npz").write_bytes(stream.getvalue())
    with pytest.raises(BadWeights, match=r"bomb.npz: a.npy: \d+ bytes that unpack to 268435584: not read"):
        tensors(tmp_path / "bomb.npz")
    lists = struct.pack("<4s4H2LH", b"PK\5\6", 0, 0, 65535, 65535, 2**30, 0, 0)
    (tmp_path / "list.npz").write_bytes(lists)
    with pytest.raises(BadWeights, match="a list of members of 1073741824 bytes"):
        tensors(tmp_path / "list.npz")


def test_pickles_call_nothing(tmp_path: Path) -> None:
    path, touched = tmp_path / "f.pt", tmp_path / "touched"
    for state, line in (
        (files.call("os", "system", f"touch {touched}"), "names os.system"),
        (files.call("posix", "system", f"touch {touched}"), "names posix.system"),
        (files.call("builtins", "eval", "1"), "names builtins.eval"),
        (files.call("torch", "FloatStorage", 3), "calls Float"),
        (files.call("torch._utils", "_rebuild_tensor_v2", 1, 2, 3, 4), "is no shape"),
        (files.call("torch", "load", "x"), "names torch.load"),
        ({"a": files.tensor("0", (30, 40), (40, 1))}, "too few for shape"),
        ({"a": files.tensor("../../etc/passwd", (1,), (1,))}, "too few for shape"),
        ([1], "a list is no state_dict"),
    ):
        path.write_bytes(files.torch(state))
        with pytest.raises(BadWeights, match=line):
            tensors(path)
    assert not touched.exists()
    for program in (
        b"\x80\x02r\xff\xff\xff\xff.",
        b"\x80\x02]r\xff\xff\xff\xff.",
        b"\x80\x02" + b"]" * 10**5 + b".",
    ):
        with zipfile.ZipFile(path, "w") as archive:
            archive.writestr("m/data.pkl", program)
        with pytest.raises(BadWeights):
            tensors(path)


def test_names_links_and_folders(tmp_path: Path) -> None:
    """A name with escape sequences is kept as it is, to be shown with care; a link is what it leads to."""
    names = {"\x1b[31mred\n": entry(), "": entry(offsets=(48, 96))}
    (tmp_path / "f.safetensors").write_bytes(files.safetensors(names, bytes(96)))
    assert [one.name for one in tensors(tmp_path / "f.safetensors")] == list(names)
    (tmp_path / "dir.npy").mkdir()
    os.symlink(tmp_path / "nowhere", tmp_path / "broken.npy")
    os.symlink(tmp_path / "loop.npy", tmp_path / "loop.npy")
    os.mkfifo(tmp_path / "pipe.npy")
    for name in ("dir", "broken", "loop", "pipe"):
        with pytest.raises(BadWeights, match="no such file"):
            tensors(tmp_path / f"{name}.npy")


def test_what_a_state_dict_holds(tmp_path: Path) -> None:
    (tmp_path / "f.pt").write_bytes(files.torch())
    found = {one.name: one for one in tensors(tmp_path / "f.pt")}
    assert (found["n"].load, found["n"].dtype) == (None, "int, no tensor")
    for name, A in (("a", files.W), ("t", files.W.T)):
        load = found[name].load
        assert load is not None
        assert load().tolist() == A.tolist()
    assert json.dumps(found["a"].shape) == "[3, 4]"


# Files of weights, whole and broken.


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
