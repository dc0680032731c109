"""Files that lie: one line each, soon, in little memory, and nothing of them is run."""

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

from perturb.networks.files.tensors import tensors
from perturb.networks.weights import BadWeights
from tests.networks.weights import weight_files as files

MUTANTS = 10_000 if settings().max_examples >= 2_000 else 200
WHOLE = {".safetensors": files.safetensors, ".npy": files.npy, ".npz": files.npz, ".pt": files.torch}
if find_spec("onnx") is not None:
    WHOLE[".onnx"] = files.onnx


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
