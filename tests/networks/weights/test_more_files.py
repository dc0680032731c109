"""Files of PyTorch of every age, models in several files, files of Keras: read as they are, or refused."""

from __future__ import annotations

import json
import os
import tracemalloc
import zipfile
import zlib
from collections import OrderedDict
from importlib.util import find_spec
from pathlib import Path
from time import perf_counter
from typing import Any

import numpy as np
import pytest

from perturb.networks.files.reader import as_stored
from perturb.networks.files.tensors import tensors
from perturb.networks.weights import BadWeights
from tests.networks.weights import weight_files as files
from tests.networks.weights.test_files import complaint, loaded


def entries(path: Path) -> dict[str, Any]:
    return {one.name: one.load().tolist() if one.load else one.dtype for one in tensors(path)}


def test_torch_of_every_age_and_kind(tmp_path: Path) -> None:
    """Without PyTorch: zipped or not, a state dict by itself or within, whole modules, lists, cut columns."""
    path, plain = tmp_path / "f.pt", files.W.tolist()
    weight, strided = files.tensor("0", (3, 4), (4, 1)), files.tensor("0", (3, 2), (4, 1))
    for data in (files.old_torch(), files.old_torch(big=True)):
        path.write_bytes(data)
        assert entries(path) == {"a": plain, "n": "int, no tensor"}
    inner = OrderedDict(weight=weight)
    for state, found in (
        ({"state_dict": inner, "epoch": 3}, {"weight": plain}),
        ({"model": inner, "optimizer": {"state": {0: weight}}, "lr": 0.5}, None),
        ({"a": {"b": [inner]}}, {"a.b.0.weight": plain}),
        ([weight], {"0": plain}),
        (files.whole_model(), {"fc.weight": plain}),
        ({"cut": strided}, {"cut": files.W[:, :2].tolist()}),
        ({"same": files.tensor("0", (2, 3), (0, 1))}, {"same": [files.W[0, :3].tolist()] * 2}),
    ):
        path.write_bytes(files.torch(state))
        wanted = found or {
            "model.weight": plain,
            "optimizer": "of the training, no weights",
            "lr": "float, no tensor",
        }
        assert entries(path) == wanted


def test_old_files_of_torch_that_lie(tmp_path: Path) -> None:
    path = tmp_path / "f.pth"
    for data, line in (
        (files.old_torch(count=13), "storage 0 ends at"),
        (files.old_torch(count=2**62), "storage 0 ends at"),
        (files.old_torch(keys=()), "too few for shape"),
        (files.old_torch(keys=("0", "1")), "storage 1 has no known type"),
        (files.old_torch({"a": files.tensor("0", (3, 4), (5, 1), more=(None,))}), "too few for strides"),
        (files.old_torch({"a": files.tensor("0", (3, 4), (-4, 1), more=(None,))}), "are no strides"),
        (files.old_torch(files.call("os", "system", "true")), "names os.system"),
        (files.old_torch()[:60], "no file of PyTorch|pickle"),
        (b"GIF89a" + bytes(99), "no file of PyTorch"),
        (b"", "no file of PyTorch"),
    ):
        path.write_bytes(data)
        with pytest.raises(BadWeights, match=line):
            loaded(path)


def test_containers_that_hold_each_other_end_soon(tmp_path: Path) -> None:
    """Tuples and dictionaries each twice in the next, a list within itself, a chain of 100,000."""
    twice: Any = ("x",)
    for _ in range(90):
        twice = (twice, twice)
    nest: Any = {"w": files.tensor("0", (3, 4), (4, 1))}
    for _ in range(90):
        nest = {"a": nest, "b": nest}
    itself: list[Any] = []
    itself.append(itself)
    start = perf_counter()
    for state in ({"t": twice}, nest, {"l": itself}, {"w": nest["a"], "t": twice}):
        (tmp_path / "f.pt").write_bytes(files.torch(state))
        complaint(tmp_path / "f.pt")
    deep = b"\x80\x02}X\x01\0\0\0a" + b"]" * 10**5 + b"a" * (10**5 - 1) + b"s."
    with zipfile.ZipFile(tmp_path / "f.pt", "w") as archive:
        archive.writestr("m/data.pkl", deep)
    complaint(tmp_path / "f.pt")
    assert perf_counter() - start < 20


def test_a_model_in_several_files(tmp_path: Path) -> None:
    """By its index; a file that leaves the folder is refused, by its name or by a link."""
    index, folder = tmp_path / "m" / "model.safetensors.index.json", tmp_path / "m"
    folder.mkdir()
    one = {"a": {"dtype": "F32", "shape": [3, 4], "data_offsets": [0, 48]}}
    for name, where in (("p1", folder), ("p2", folder), ("out", tmp_path)):
        data = files.safetensors({key.replace("a", name): x for key, x in one.items()}, files.W.tobytes())
        (where / f"{name}.safetensors").write_bytes(data)
    os.symlink(tmp_path / "out.safetensors", folder / "link.safetensors")

    def listed(**names: str) -> None:
        index.write_text(json.dumps({"weight_map": {k: f"{v}.safetensors" for k, v in names.items()}}))

    listed(p2="p2", p1="p1")
    assert [one.name for one in tensors(index)] == ["p2", "p1"]
    assert entries(index)["p1"] == files.W.tolist()
    for bad, line in (("../out", "no file beside"), ("link", "no file beside"), ("none", "no file beside")):
        listed(p1="p1", out=bad)
        with pytest.raises(BadWeights, match=line):
            tensors(index)
    listed(p1="p2")
    with pytest.raises(BadWeights, match="p1 is not in p2"):
        tensors(index)
    for text in ("[]", "{}", '{"weight_map": {"a": 3}}', "{"):
        index.write_text(text)
        with pytest.raises(BadWeights):
            tensors(index)
    (folder / "config.json").write_text("{}")
    with pytest.raises(BadWeights, match="index of a model"):
        tensors(folder / "config.json")


@pytest.mark.skipif(find_spec("h5py") is None, reason="files need the extra `networks`")
def test_files_of_keras(tmp_path: Path) -> None:
    path, archive = tmp_path / "w.h5", tmp_path / "m.keras"
    path.write_bytes(files.hdf5())
    found = {
        "layers/dense/vars/0": files.W.tolist(),
        "layers/dense/vars/1": [1.0] * 4,
        "optimizer": "of the training, no weights",
    }
    assert entries(path) == found
    with zipfile.ZipFile(archive, "w") as out:
        out.writestr("model.weights.h5", files.hdf5())
    assert entries(archive) == found

    def elsewhere(file: Any) -> None:
        import h5py

        file["w"] = files.W
        file["soft"], file["far"] = h5py.SoftLink("/w"), h5py.ExternalLink(str(path), "layers")
        file.create_dataset("raw", (2,), "f4", external=[(str(path), 0, 8)])
        file.create_dataset("big", (2**31,), "f4", chunks=(2**16,), compression="gzip")

    path.write_bytes(files.hdf5(elsewhere))
    with pytest.raises(BadWeights, match="big: 2147483648 entries in a file of"):
        tensors(path)

    def without_big(file: Any) -> None:
        elsewhere(file)
        del file["big"]

    path.write_bytes(files.hdf5(without_big))
    told = entries(path)
    assert told["soft"] == told["far"] == "a link, not followed"
    assert (told["raw"], told["w"]) == ("entries in another file, not read", files.W.tolist())


def raw(path: Path, listed: bytes, how: int = zipfile.ZIP_STORED) -> Path:
    """A file of PyTorch with this pickle."""
    with zipfile.ZipFile(path, "w", how) as archive:
        archive.writestr("m/data.pkl", b"\x80\x02" + listed)
        archive.writestr("m/byteorder", "little")
        archive.writestr("m/data/0", files.W.tobytes())
    return path


def word(x: str) -> bytes:
    data = x.encode("utf-8", "surrogatepass")
    return b"X" + len(data).to_bytes(4, "little") + data


def one_tensor(shape: bytes = b"K\x03K\x04\x86", key: bytes = word("0")) -> bytes:
    storage = b"(" + word("storage") + b"ctorch\nFloatStorage\n" + key + word("cpu") + b"K\x0ctQ"
    return b"ctorch._utils\n_rebuild_tensor_v2\n(" + storage + b"K\0" + shape + b"K\x04K\x01\x86\x89}tR"


TWICE = b")" + b"2\x86" * 60  # a tuple twice in a tuple, 60 times
MANY = b"".join(b"J" + k.to_bytes(4, "little") + b"N" for k in range(50_000))
PARAMETERS = b"ctorch._utils\n_rebuild_parameter\nq\x010" + b"h\x01" * 50_000 + b"N" + b"\x85R" * 50_000
OBJECTS = (
    b"cmy\nOwn\nq\x010}(" + MANY + b"uq\x020}(" + word("a") + b"(" + b"h\x01)\x81h\x02b" * 50_000 + b"tu."
)
DEARER = {
    "a shape": b"}(" + word("w") + one_tensor(shape=TWICE) + b"u.",
    "a key": b"}(" + word("w") + one_tensor(key=TWICE) + b"u.",
    "a name": b"}(" + word("w") + TWICE + TWICE + b"\x93u.",
    "parameters": PARAMETERS + b"q\x020}(" + b"".join(word(f"{k}") + b"h\x02" for k in range(9999)) + b"u.",
    "objects with one state": OBJECTS,
    "places of the memo": b"".join(b"Np%d\n0" % (k * (2**61 - 1)) for k in range(1, 50_000)) + b"}.",
    "sets": b"(" + b"\x8f" * 500_000 + b"t.",
    "long names": word("k" * 2**20) + b"q\x010" + b"}h\x01" * 150 + one_tensor() + b"s" * 150 + b".",
}


@pytest.mark.parametrize("kind", DEARER)
def test_pickles_that_would_cost_more_than_they_hold(kind: str, tmp_path: Path) -> None:
    """Printed, looked into or named again and again they would take hours or all memory."""
    start = perf_counter()
    with pytest.raises(BadWeights):
        loaded(raw(tmp_path / "f.pt", DEARER[kind]))
    assert perf_counter() - start < 20


def test_keys_of_one_hash_are_no_names(tmp_path: Path) -> None:
    keys = [(k * (2**61 - 1)).to_bytes(10, "little") for k in range(1, 50_000)]
    many = b"}(" + b"".join(b"\x8a\x0a" + key + b"N" for key in keys) + b"u"
    start = perf_counter()
    found = tensors(raw(tmp_path / "f.pt", b"}(" + word("w") + one_tensor() + word("m") + many + b"u."))
    assert [one.name for one in found] == ["w"]
    assert perf_counter() - start < 20


def test_what_a_pickle_drops_again_is_looked_at_all_the_same(tmp_path: Path) -> None:
    """A call before all, one under a key that is no word; in an old file a storage there has its place."""
    path, call = tmp_path / "f.pt", b"cos\nsystem\n" + word("true") + b"\x85R"
    for listed in (call + b"0}.", b"}(" + word("w") + one_tensor() + b")\x85" + call + b"u."):
        with pytest.raises(BadWeights, match=r"names os\.system"):
            loaded(raw(path, listed))
    firsts: tuple[dict[Any, Any], ...] = (
        {(1, 2): files.tensor("9", (2, 1), (1, 1), "DoubleStorage", (None,))},
        {"c": files.tensor("9", (2, 1), (1, 1), "ComplexFloatStorage", (None,))},
    )
    for first in firsts:
        state = {**first, "a": files.tensor("0", (3, 4), (4, 1), more=(None,))}
        data = files.old_torch(state, keys=("9", "0"))
        split = len(data) - 8 - files.W.nbytes
        path.write_bytes(data[:split] + (2).to_bytes(8, "little") + bytes(16) + data[split:])
        assert entries(path)["a"] == files.W.tolist()
    path.write_bytes(files.old_torch({"a": files.tensor("0", (3, 4), (4, 1), "OwnStorage", (None,))}))
    with pytest.raises(BadWeights, match="storage 0 has no known type"):
        tensors(path)


def test_views_of_torch_have_the_numbers_that_torch_gives(tmp_path: Path) -> None:
    """The sign apart, as in z.conj().imag; NaN between the entries; one entry for several is not read."""
    path, turned = tmp_path / "f.pt", files.tensor("0", (3, 4), (4, 1))
    turned.given = (*turned.given, {"neg": True})
    state = {"t": turned, "cut": files.tensor("0", (3, 2), (4, 1)), "one": files.tensor("0", (9, 4), (0, 1))}
    path.write_bytes(files.torch(state))
    numbers = files.W.copy()
    numbers[1, 3] = np.nan
    with zipfile.ZipFile(path.with_suffix(".bin"), "w") as archive, zipfile.ZipFile(path) as old:
        for name in ("model/data.pkl", "model/byteorder"):
            archive.writestr(name, old.read(name))
        archive.writestr("model/data/0", numbers.tobytes())
    path = path.with_suffix(".bin")
    found = {one.name: one for one in tensors(path)}
    assert np.array_equal(as_stored(found["t"]), -numbers, equal_nan=True)
    cut = found["cut"].load
    assert cut is not None
    assert np.array_equal(cut(), numbers[:, :2])
    assert (found["one"].load, found["one"].shape) == (None, (9, 4))


def test_archives_that_say_little_and_hold_much(tmp_path: Path) -> None:
    """What is read ends where it is to end, not where the packed member does."""
    path = raw(tmp_path / "f.pt", b"}.", zipfile.ZIP_BZIP2)
    with pytest.raises(BadWeights, match="packed in another way"):
        tensors(path)
    for name, file in (("m/data.pkl", "f.pt"), ("model.weights.h5", "f.keras")):
        with zipfile.ZipFile(tmp_path / file, "w", zipfile.ZIP_DEFLATED) as archive:
            archive.writestr(name, bytes(2**26))
            archive.writestr("m/byteorder", "little")
        lying = (tmp_path / file).read_bytes().replace((2**26).to_bytes(4, "little"), b"\x64\0\0\0")
        (tmp_path / file).write_bytes(lying)
        tracemalloc.start()
        with pytest.raises((BadWeights, ImportError)):
            tensors(tmp_path / file)
        peak = tracemalloc.get_traced_memory()[1]
        tracemalloc.stop()
        assert peak < 2**25


def test_names_can_be_written(tmp_path: Path) -> None:
    found = tensors(raw(tmp_path / "f.pt", b"}(" + word("a\ud800") + one_tensor() + b"u."))
    assert [one.name for one in found] == ["a\\ud800"]


def test_files_of_keras_that_would_cost_more_than_they_hold(tmp_path: Path) -> None:
    """Groups in each other many times, pieces that unpack to more than they say, an array in other files."""
    h5py = pytest.importorskip("h5py")
    path, packed = tmp_path / "w.h5", zlib.compressobj(9)
    bomb = b"".join([*(packed.compress(bytes(2**24)) for _ in range(10)), packed.flush()])

    def write(file: Any) -> None:
        group = file.create_group("g")
        for _ in range(50):
            group["a"] = group.create_group("b")
            group = group["a"]
        file.create_dataset("wide", (4, 4), "f4", chunks=(2**14,) * 2, maxshape=(None, None), compression=1)
        one = file.create_dataset("bomb", (4, 4), "f4", chunks=(4, 4), compression="gzip")
        one.id.write_direct_chunk((0, 0), bomb)
        file.create_dataset("lzf", data=files.W, compression="lzf")
        rest = {"chunks": (3, 4), "compression": "gzip", "shuffle": True, "fletcher32": True}
        file.create_dataset("right", data=files.W, **rest)
        layout = h5py.VirtualLayout((3, 4), "f4", maxshape=(None, 4))
        layout[...] = h5py.VirtualSource("other.h5", "d", shape=(3, 4))
        file.create_virtual_dataset("virtual", layout)

    path.write_bytes(files.hdf5(write))
    start, told = perf_counter(), entries(path)
    assert told.pop("right") == files.W.tolist()
    assert told == {
        "wide": "in pieces of 1073741824 bytes, not read",
        "bomb": "in pieces of more than 64 bytes, not read",
        "lzf": "packed in another way than by one deflate, not read",
        "virtual": "entries in another file, not read",
    }
    assert perf_counter() - start < 20
