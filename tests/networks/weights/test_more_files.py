"""Files of PyTorch of every age, models in several files, files of Keras: read as they are, or refused."""

from __future__ import annotations

import json
import os
import zipfile
from collections import OrderedDict
from importlib.util import find_spec
from pathlib import Path
from time import perf_counter
from typing import Any

import pytest

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
        (files.old_torch(keys=("0", "1")), "ends at"),
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
