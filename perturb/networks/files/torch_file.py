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
from typing import IO, Any

import numpy as np

from perturb.networks.files.archives import archive, member
from perturb.networks.files.pickles import SIZE, Made, Name, Outer, unpickled
from perturb.networks.files.reader import MOST, BadWeights, Open, Tensor, at, bfloat16, checked_shape, stored
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
TENSORS = {"_rebuild_tensor": 4, "_rebuild_tensor_v2": 4}  # how many arguments say where its entries are
PARAMETERS = ("_rebuild_parameter", "_rebuild_parameter_with_state")
# What a call would make that is no tensor, and nothing else but data.
HARMLESS = frozenset(
    (
        "collections.OrderedDict collections.defaultdict collections.Counter collections.deque "
        + "builtins.set builtins.frozenset builtins.complex builtins.slice builtins.bytearray "
        + "builtins.range __builtin__.set __builtin__.frozenset __builtin__.complex "
        + "__builtin__.slice copy_reg._reconstructor copyreg._reconstructor _codecs.encode "
        + "numpy.dtype numpy.core.multiarray.scalar numpy._core.multiarray.scalar "
        + "numpy.core.multiarray._reconstruct numpy._core.multiarray._reconstruct pathlib.PosixPath "
        + "pathlib.WindowsPath pathlib.PurePosixPath pathlib.PureWindowsPath datetime.datetime "
        + "datetime.date datetime.timedelta decimal.Decimal fractions.Fraction uuid.UUID "
        + "argparse.Namespace types.SimpleNamespace torch.Size torch.device "
        + "torch.serialization._get_layout torch._utils._rebuild_qtensor "
        + "torch._utils._rebuild_sparse_tensor torch._utils._rebuild_device_tensor_from_numpy "
        + "torch._utils._rebuild_meta_tensor_no_storage"
    ).split()
)
DEEP = 200  # containers within each other, as far as they are looked into
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
        big = f"{folder}byteorder" in sizes and found.read(f"{folder}byteorder")[:8] == b"big"
        state = unpickled(io.BytesIO(found.read(lists[0])))

    def place(key: str, dtype: str) -> tuple[Open, int] | None:
        name = f"{folder}data/{key}"
        return (member(path, name), sizes[name]) if name in sizes else None

    return _listed(state, place, ENDS[not big])


MAGIC, PROTOCOL = 0x1950A86A20F9469CFC6C, 1001


def _old(path: Path) -> Iterator[Tensor]:
    """Four pickles, a list of keys, and the storages in that order, each behind its number of entries."""
    size = path.stat().st_size
    with path.open("rb") as stream:
        if size < 16 or _whole(stream) != MAGIC:
            raise BadWeights("no file of PyTorch: neither a zip archive nor one as before version 1.6")
        if (version := _whole(stream)) != PROTOCOL:
            raise BadWeights(
                f"a file of PyTorch of protocol {str(version)[:20]}, and only {PROTOCOL} is known"
            )
        system = unpickled(stream)
        state, keys, offset = unpickled(stream), unpickled(stream), stream.tell()
        if not isinstance(keys, list) or not isinstance(system, dict):
            raise BadWeights("no list of storages")
        kinds = dict(_storages(state))
        places: dict[str, tuple[int, int]] = {}
        order = ENDS[bool(system.get("little_endian", True))]
        for key in map(str, keys):
            stream.seek(offset)
            count = int.from_bytes(stream.read(8), "little" if order == "<" else "big")
            length = count * int(TYPES.get(kinds.get(key, ""), "u1")[1])
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


def _storages(state: Any) -> Iterator[tuple[str, str]]:
    """The type of each storage by its key."""
    for one in _everything(state):
        if isinstance(one, Outer) and (found := _storage(one)) is not None:
            yield found[1], found[0]


def _everything(state: Any) -> Iterator[Any]:
    """Every value once, in any depth."""
    left, seen = [state], set[int]()
    while left:
        one = left.pop()
        if id(one) in seen:
            continue
        seen.add(id(one))
        yield one
        if isinstance(one, dict):
            left += one.values()
        elif isinstance(one, list | tuple):
            left += one
        elif isinstance(one, Made):
            left += [one.by, one.args, one.state, one.entries, one.listed]
        elif isinstance(one, Outer):
            left.append(one.about)


def _storage(one: Outer) -> tuple[str, str] | None:
    """Type and key of a storage; a part of another one, as files before 0.4 have, has none."""
    about = one.about
    if not (isinstance(about, tuple) and len(about) in (5, 6) and about[0] in ("storage", b"storage")):
        return None
    kind = about[1]
    if not isinstance(kind, Name) or (len(about) == 6 and about[5] is not None):
        return None
    return kind.name.removesuffix("Storage"), str(about[2])[:80]


def _listed(state: Any, place: Place, order: str) -> Iterator[Tensor]:
    for one in _everything(state):
        if isinstance(one, Made) and one.called:
            _known(one.by)
        if isinstance(one, Outer) and _storage(one) is None and _module(one) is None:
            raise BadWeights("the pickle refers to what is no storage")
    inner = _plain(state)
    if isinstance(inner, dict) and isinstance(_plain(inner.get("state_dict")), dict):
        inner = _plain(inner["state_dict"])
    found = list(islice(_walk("", inner, 0, {}), MOST + 1))
    if len(found) > MOST:
        raise BadWeights(f"more than {MOST} tensors")
    if not isinstance(inner, dict) and not any(isinstance(one, View) for _, one in found):
        raise BadWeights(f"a {_called(inner)} is no state_dict")
    for name, one in found:
        if isinstance(one, View):
            yield _tensor(name or "tensor", one, place, order)
        elif isinstance(inner, dict):
            yield Tensor(name, (), one, None)


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
    """An OrderedDict as a dictionary, and a parameter as its tensor."""
    while isinstance(x, Made) and isinstance(x.by, Name):
        if x.by.name in PARAMETERS and isinstance(x.args, tuple) and x.args:
            x = x.args[0]
        elif x.by.name in ("OrderedDict", "defaultdict"):
            return x.entries or _pairs(x.args)
        else:
            break
    return x


def _pairs(args: Any) -> dict[Any, Any]:
    """OrderedDict([[key, value], ...]), as Python 2 wrote it."""
    found: dict[Any, Any] = {}
    for pair in args[0] if isinstance(args, tuple) and args and isinstance(args[0], list) else ():
        if isinstance(pair, list | tuple) and len(pair) == 2 and isinstance(pair[0], str | int):
            found[pair[0]] = pair[1]
    return found


def _is_container(x: Any) -> bool:
    return isinstance(x, dict | list | tuple) or (isinstance(x, Made) and _inside(x) is not None)


def _inside(x: Made) -> dict[Any, Any] | None:
    """What an object holds by name: its attributes, those of a module of PyTorch as it names them."""
    if _view(x) is not None:
        return None
    state = _plain(x.state)
    if isinstance(state, tuple) and len(state) == 2:
        state = _plain(state[0]) or _plain(state[1])
    if not isinstance(state, dict):
        return None
    found: dict[Any, Any] = {}
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
    return View(*found, first, sides, strides)


def _walk(name: str, x: Any, depth: int, seen: dict[int, Any]) -> Iterator[tuple[str, View | str]]:
    """Tensors by their names, in the order of the file; beside them, one level deep, what is no tensor.

    A container that stands in two places is looked into once.
    """
    x = _plain(x)
    view = _view(x)
    if view is not None:
        yield name, view
        return
    if depth > DEEP or id(x) in seen:
        return
    if isinstance(x, Made | dict | list | tuple):
        seen[id(x)] = x
    inner = _inside(x) if isinstance(x, Made) else x
    if isinstance(inner, list | tuple):
        inner = dict(enumerate(inner))
    if not isinstance(inner, Mapping):
        if depth == 1:
            yield name, f"{_called(x)}, no tensor"
        return
    for key, value in inner.items():
        own = f"{name}.{key}" if name else str(key)
        if depth == 0 and own.lower().startswith(ASIDE) and _is_container(_plain(value)):
            yield own, "of the training, no weights"
        else:
            yield from _walk(own, value, depth + 1, seen)


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
    if start is None or one.first < 0 or each * (one.first + math.prod(shape)) > size:
        raise BadWeights(
            f"{name}: storage {one.key} has {size} bytes, too few for shape {shape} from entry {one.first}"
        )
    along = list(one.strides) if isinstance(one.strides, tuple | list) else []
    if len(along) != len(shape) or not all(type(k) is int and k >= 0 for k in along):
        raise BadWeights(f"{name}: {str(one.strides)[:60]} are no strides of shape {shape}")
    if one.kind == "Bool":
        return Tensor(name, shape, "bool", None)
    widen = _upper if one.kind == "BFloat16" else None
    first = _behind(start, each * one.first)
    fortran = len(shape) > 1 and along == _strides(shape[::-1])[::-1]
    if along == _strides(shape) or fortran or 0 in shape:
        found = stored(name, shape, dtype, first, widen, fortran=fortran and along != _strides(shape))
    else:
        length = 1 + sum((n - 1) * k for n, k in zip(shape, along, strict=True))
        if each * (one.first + length) > size:
            raise BadWeights(f"{name}: storage {one.key} has {size} bytes, too few for strides {along}")
        found = _strided(stored(name, (length,), dtype, first, widen), shape, along)
    return replace(found, dtype="bfloat16") if widen else found


def _strided(flat: Tensor, shape: tuple[int, ...], along: list[int]) -> Tensor:
    """Every so-many-th entry of a storage: columns of a matrix, or one row again and again."""

    def of(x: AnyArray) -> AnyArray:
        seen = np.lib.stride_tricks.as_strided(x, shape, [x.itemsize * k for k in along], writeable=False)
        return seen.copy()

    load, own = flat.load, flat.own
    assert own is not None
    return replace(
        flat, shape=shape, load=None if load is None else lambda: of(load()), own=lambda: of(own())
    )


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
