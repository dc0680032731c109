"""Files of PyTorch: state dicts, checkpoints that hold them, whole models, TorchScript; zipped, or as PyTorch
wrote them before 1.6. PyTorch is not needed, and nothing is run: a pickle says which tensors there are, in
which storages, and under which names (`pickles`).
"""

from __future__ import annotations

import io
import math
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, replace
from itertools import islice
from pathlib import Path
from reprlib import repr  # what lies within each other is cut short
from typing import IO, Any
from zipfile import ZipFile

import numpy as np

from perturb.networks.files.archives import archive, content, member
from perturb.networks.files.pickles import HARMLESS, SIZE, Looked, Made, Name, Outer, shown, unpickled
from perturb.networks.files.reader import (
    MOST,
    BadWeights,
    Open,
    Tensor,
    at,
    bfloat16,
    checked_shape,
    real,
    stored,
    way,
)
from perturb.types import AnyArray

TYPES = {
    "Double": "f8",
    "Float": "f4",
    "Half": "f2",
    "BFloat16": "u2",
    "Long": "i8",
    "Int": "i4",
    "Short": "i2",
}
TYPES |= {"Char": "i1", "Byte": "u1", "Bool": "b1"}
# How many bytes an entry has of what is not read.
OTHERS = {"ComplexHalf": 4, "ComplexFloat": 8, "ComplexDouble": 16, "Untyped": 1}
OTHERS |= {"QInt8": 1, "QUInt8": 1, "QInt32": 4, "QUInt4x2": 1, "QUInt2x4": 1}
TENSORS = {"_rebuild_tensor": 4, "_rebuild_tensor_v2": 4}  # how many arguments say where its entries are
PARAMETERS = ("_rebuild_parameter", "_rebuild_parameter_with_state")
DEEP = 200  # containers within each other, as far as they are looked into
REBUILT = "torch._utils._rebuild_"
SCRIPT = ("__torch__", "torch.jit._pickle")
ASIDE = ("optim", "lr_sched", "sched", "scaler", "rng", "ema_optim")  # of the training, not of the network
ENDS = {True: "<", False: ">"}

Place = Callable[[str, str], tuple[Open, int] | None]  # where a storage is, and its bytes


@dataclass(frozen=True)
class View:
    """A tensor: a part of the storage `key` with entries of type `kind`."""

    kind: str
    key: str
    first: int
    shape: tuple[int, ...]
    strides: Any
    negated: bool = False  # the storage holds the entries with the other sign


def read(path: Path) -> Iterator[Tensor]:
    """The tensors of a file: those of a state dict by their names there, others by the way to them.

    BadWeights for what is no such file, for a pickle that calls what no list of tensors needs, and for
    storages that are too short.
    """
    with path.open("rb") as stream:
        start = stream.read(2)
    return _zipped(path) if start == b"PK" else _old(path)


def _zipped(path: Path) -> Iterator[Tensor]:
    with archive(path) as found:
        lists = [one for one in found.infolist() if one.filename.split("/")[-1] == "data.pkl"]
        if len(lists) != 1 or lists[0].file_size > SIZE:
            raise BadWeights(f"no archive of PyTorch: {len(lists)} lists of tensors of at most {SIZE} bytes")
        folder = lists[0].filename.removesuffix("data.pkl")
        sizes = {one.filename: one.file_size for one in found.infolist()}
        big = f"{folder}byteorder" in sizes and _big(found, f"{folder}byteorder")
        noted: list[Made | Outer] = []
        state = unpickled(io.BytesIO(content(found, lists[0], SIZE)), noted)
        _harmless(noted)

    def place(key: str, dtype: str) -> tuple[Open, int] | None:
        name = f"{folder}data/{key}"
        return (member(path, name), sizes[name]) if name in sizes else None

    return _listed(state, place, ENDS[not big])


def _big(found: ZipFile, name: str) -> bool:
    with found.open(name) as stream:
        return stream.read(8) == b"big"


MAGIC, PROTOCOL = 0x1950A86A20F9469CFC6C, 1001


def _old(path: Path) -> Iterator[Tensor]:
    """Four pickles, a list of keys, and the storages in that order, each behind its number of entries."""
    size = path.stat().st_size
    with path.open("rb") as stream:
        if size < 16 or _whole(stream) != MAGIC:
            raise BadWeights("no file of PyTorch: neither a zip archive nor one as before version 1.6")
        if (version := _whole(stream)) != PROTOCOL:
            raise BadWeights(f"a file of PyTorch of protocol {shown(version)}, and only {PROTOCOL} is known")
        noted: list[Made | Outer] = []
        system, state = unpickled(stream, noted), unpickled(stream, noted)
        keys, offset = unpickled(stream, noted), stream.tell()
        if not isinstance(keys, list) or not isinstance(system, dict):
            raise BadWeights("no list of storages")
        _harmless(noted)
        kinds = _sizes(noted)
        places: dict[str, tuple[int, int]] = {}
        order = ENDS[bool(system.get("little_endian", True))]
        for key in map(shown, keys):
            if key not in kinds:
                raise BadWeights(f"storage {key[:40]} has no known type, and so none behind it a known place")
            stream.seek(offset)
            count = int.from_bytes(stream.read(8), "little" if order == "<" else "big")
            length = count * kinds[key]
            if offset + 8 + length > size:
                raise BadWeights(f"storage {key[:40]} ends at {offset + 8 + length}, and the file at {size}")
            places[key] = offset + 8, length
            offset += 8 + length

    def place(key: str, dtype: str) -> tuple[Open, int] | None:
        return None if key not in places else (at(path, places[key][0]), places[key][1])

    return _listed(state, place, order)


def _whole(stream: IO[bytes]) -> Any:
    """The first pickles are numbers; what else stands there is no file of PyTorch."""
    try:
        return unpickled(stream)
    except BadWeights:
        return None


def _sizes(noted: list[Made | Outer]) -> dict[str, int]:
    """How many bytes an entry of each storage has, by its key. BadWeights where two say otherwise."""
    found: dict[str, int] = {}
    for kind, key in filter(None, (_storage(one) for one in noted if isinstance(one, Outer))):
        each = int(TYPES[kind][1]) if kind in TYPES else OTHERS.get(kind)
        if each is not None and found.setdefault(key, each) != each:
            raise BadWeights(f"storage {key[:40]} has two types")
    return found


def _storage(one: Outer) -> tuple[str, str] | None:
    """Type and key of a storage; a part of another one, as files before 0.4 have, has none."""
    about = one.about
    if not (isinstance(about, tuple) and len(about) in (5, 6) and about[0] in ("storage", b"storage")):
        return None
    kind = about[1]
    if not isinstance(kind, Name) or (len(about) == 6 and about[5] is not None):
        return None
    return kind.name.removesuffix("Storage"), shown(about[2])


def _listed(state: Any, place: Place, order: str) -> Iterator[Tensor]:
    inner = _plain(state)
    if isinstance(inner, dict) and isinstance(_plain(inner.get("state_dict")), dict):
        inner = _plain(inner["state_dict"])
    found = list(islice(_walk("", inner, 0, Looked()), MOST + 1))
    if len(found) > MOST:
        raise BadWeights(f"more than {MOST} tensors")
    if not isinstance(inner, dict) and not any(isinstance(one, View) for _, one in found):
        raise BadWeights(f"a {_called(inner)} is no state_dict")
    for name, one in found:
        if isinstance(one, View):
            yield _tensor(name or "tensor", one, place, order)
        elif isinstance(inner, dict):
            yield Tensor(name, (), one, None)


def _harmless(noted: list[Made | Outer]) -> None:
    """BadWeights for a call or a reference that no list of tensors needs."""
    for call in noted:
        if isinstance(call, Made) and call.called:
            _known(call.by)
        if isinstance(call, Outer) and _storage(call) is None and _module(call) is None:
            raise BadWeights("the pickle refers to what is no storage")


def _known(by: Any) -> None:
    """BadWeights for a call of what no list of tensors needs."""
    full = by.full if isinstance(by, Name) else "what is no name"
    torch = isinstance(by, Name) and by.module == "torch._utils" and by.name in (*TENSORS, *PARAMETERS)
    storage = isinstance(by, Name) and by.module in ("torch", "torch.storage") and by.name.endswith("Storage")
    if storage:
        raise BadWeights(f"the pickle calls {by.name.removesuffix('Storage')}")
    if not (torch or full in HARMLESS or full.startswith(SCRIPT)):
        raise BadWeights(f"the pickle names {full}, which no list of tensors needs; nothing was run"[:200])


def _module(one: Outer) -> Any:
    """The class of a module, which old files keep with its source."""
    about = one.about
    return about[1] if isinstance(about, tuple) and len(about) == 4 and about[0] == "module" else None


def _plain(x: Any) -> Any:
    """An OrderedDict as a dictionary, and a parameter as its tensor. BadWeights for one of one of one."""
    for _ in range(DEEP):
        if not (isinstance(x, Made) and isinstance(x.by, Name)):
            return x
        if x.by.name in PARAMETERS and isinstance(x.args, tuple) and x.args:
            x = x.args[0]
        elif x.by.name in ("OrderedDict", "defaultdict"):
            _take_pairs(x)
            return x.entries
        else:
            return x
    raise BadWeights(f"a parameter of a parameter, more than {DEEP}")


def _take_pairs(x: Made) -> None:
    """OrderedDict([[key, value], ...]), as Python 2 wrote it; the list is of no other."""
    if isinstance(x.args, tuple) and x.args and isinstance(x.args[0], list):
        for pair in x.args[0]:
            if isinstance(pair, list | tuple) and len(pair) == 2 and isinstance(pair[0], str):
                x.entries.setdefault(*pair)
        x.args[0].clear()


def _is_container(x: Any) -> bool:
    return isinstance(x, dict | list | tuple) or (isinstance(x, Made) and x.state is not None)


def _inside(x: Made, looked: Looked) -> dict[Any, Any] | None:
    """What an object holds by name: its attributes, those of a module of PyTorch as it names them."""
    if _view(x) is not None:
        return None
    state = _plain(x.state)
    if isinstance(state, tuple) and len(state) == 2:
        state = _plain(state[0]) or _plain(state[1])
    if not isinstance(state, dict):
        return None
    found: dict[Any, Any] = {}
    looked.into(len(state))
    for key, value in state.items():
        inner = _plain(value)
        if key in ("_parameters", "_buffers", "_modules") and isinstance(inner, dict):
            found |= inner
        elif not (isinstance(key, str) and key.startswith("_")):
            found[key] = value
    return found


def _view(x: Any) -> View | None:
    """A tensor; None for something else. BadWeights for one without a storage."""
    if not (isinstance(x, Made) and isinstance(x.by, Name) and x.by.module == "torch._utils"):
        return None
    if x.by.name not in TENSORS:
        return None
    if not isinstance(x.args, tuple) or len(x.args) < TENSORS[x.by.name]:
        raise BadWeights(f"the pickle calls {x.by.name} with too few arguments")
    storage, first, shape, strides = x.args[:4]
    sides = (
        shape.args[0] if isinstance(shape, Made) and isinstance(shape.args, tuple) and shape.args else shape
    )
    sides = checked_shape("a tensor", sides)
    found = _storage(storage) if isinstance(storage, Outer) else None
    if found is None or type(first) is not int:
        raise BadWeights("a tensor without a storage")
    more = _plain(x.args[6]) if len(x.args) > 6 else None
    return View(*found, first, sides, strides, isinstance(more, dict) and bool(more.get("neg")))


def _walk(name: str, x: Any, depth: int, looked: Looked) -> Iterator[tuple[str, View | str]]:
    """Tensors by their names, in the order of the file; beside them, one level deep, what is no tensor.

    A container that stands in two places is looked into once.
    """
    x = _plain(x)
    view = _view(x)
    if view is not None:
        yield name, view
        return
    if isinstance(x, Made) and isinstance(x.by, Name) and x.by.full.startswith(REBUILT):
        yield name, f"{x.by.full}, a tensor of a kind that is not read"
        return
    if depth > DEEP or id(x) in looked.seen:
        return
    if isinstance(x, Made | dict | list | tuple):
        looked.seen[id(x)] = x
    inner = _inside(x, looked) if isinstance(x, Made) else x
    if isinstance(inner, list | tuple):
        inner = dict(enumerate(inner))
    if not isinstance(inner, Mapping):
        if depth == 1:
            yield name, f"{_called(x)}, no tensor"
        return
    looked.into(len(inner))
    for key, value in inner.items():
        own = way(name, ".", str(key)) if name else way(str(key))
        if depth == 0 and own.lower().startswith(ASIDE) and _is_container(_plain(value)):
            yield own, "of the training, no weights"
        else:
            yield from _walk(own, value, depth + 1, looked)


def _called(x: Any) -> str:
    if isinstance(x, Made):
        return x.by.full if isinstance(x.by, Name) else "object"
    return "object" if isinstance(x, Name | Outer) else type(x).__name__


def _tensor(name: str, one: View, place: Place, order: str) -> Tensor:
    shape = checked_shape(name, one.shape)
    if one.kind not in TYPES:
        return Tensor(name, shape, one.kind[:40], None)
    dtype, each = order + TYPES[one.kind], int(TYPES[one.kind][1])
    start, size = place(one.key, dtype) or (None, -1)
    along = list(one.strides) if isinstance(one.strides, tuple | list) else []
    if len(along) != len(shape) or not all(type(k) is int and k >= 0 for k in along):
        raise BadWeights(f"{name}: {repr(one.strides)[:60]} are no strides of shape {shape}")
    length = 0 if 0 in shape else 1 + sum((n - 1) * k for n, k in zip(shape, along, strict=True))
    shared = each * math.prod(shape) > size >= each * (one.first + length)
    if start is None or one.first < 0 or (each * (one.first + math.prod(shape)) > size and not shared):
        raise BadWeights(
            f"{name}: storage {one.key} has {size} bytes, too few for shape {shape} from entry {one.first}"
        )
    if shared:
        return Tensor(name, shape, "entries that stand for several, not read", None)
    if one.kind == "Bool":
        return Tensor(name, shape, "bool", None)
    widen = _upper if one.kind == "BFloat16" else None
    first = _behind(start, each * one.first)
    fortran = len(shape) > 1 and along == _strides(shape[::-1])[::-1]
    if along == _strides(shape) or fortran or 0 in shape:
        found = stored(name, shape, dtype, first, widen, fortran=fortran and along != _strides(shape))
    else:
        if each * (one.first + length) > size:
            raise BadWeights(f"{name}: storage {one.key} has {size} bytes, too few for strides {along}")
        found = _strided(stored(name, (length,), dtype, first, widen), shape, along)
    if one.negated:
        found = _negated(found)
    return replace(found, dtype="bfloat16") if widen else found


def _negated(one: Tensor) -> Tensor:
    load, own = one.load, one.own
    return replace(one, load=load and (lambda: -load()), own=own and (lambda: -own()))


def _strided(flat: Tensor, shape: tuple[int, ...], along: list[int]) -> Tensor:
    """Every so-many-th entry of a storage: columns of a matrix, or one row again and again."""

    def of(x: AnyArray) -> AnyArray:
        seen = np.lib.stride_tricks.as_strided(x, shape, [x.itemsize * k for k in along], writeable=False)
        return seen.copy()

    own = flat.own
    assert own is not None  # what lies between the entries need not be finite
    load = None if flat.load is None else lambda: real(flat.name, of(own()))
    return replace(flat, shape=shape, load=load, own=lambda: of(own()))


def _behind(start: Open, skip: int) -> Open:
    """Opens a storage after its first `skip` bytes."""

    def opened() -> IO[bytes]:
        stream = start()
        stream.seek(skip, io.SEEK_CUR)
        return stream

    return opened


def _upper(x: AnyArray) -> AnyArray:
    return bfloat16(x.astype("<u2"))


def _strides(shape: tuple[int, ...]) -> list[int]:
    """Of an array in one piece; an axis of length 1 counts like any."""
    return [math.prod(shape[k + 1 :]) for k in range(len(shape))]
