"""Pickles as data: what a pickle says that it would make is noted, and nothing of it is called or imported.

A pickle is a program for a small machine with a stack. `unpickled` runs the part of it that builds numbers,
words, lists and dictionaries; a name of a module is a `Name`, a call of one a `Made`, and what lies outside
of the pickle an `Outer`. No value is hashed, compared or printed but numbers and words, so that tuples within
tuples, each twice in the next, cost nothing.
"""

from __future__ import annotations

import pickletools
from dataclasses import dataclass, field
from typing import IO, Any

from perturb.networks.files.reader import BadWeights

STEPS = 1_000_000  # instructions of one pickle
CALLS = 200_000  # of one pickle, and references to what lies outside of it
PLACES = 2**32  # of the memo
SIZE = 2**24  # its bytes
LONG = 2**20  # bytes of one number or word
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
        + "torch.serialization._get_layout torch._utils._rebuild_qtensor torch._utils._rebuild_tensor_v3 "
        + "torch._utils._rebuild_sparse_tensor torch._utils._rebuild_device_tensor_from_numpy "
        + "torch._utils._rebuild_meta_tensor_no_storage"
    ).split()
)
WHOLE = 2**60  # keys that are integers are smaller: those that differ by 2^61 - 1 have one hash, and cost n^2


@dataclass(eq=False, slots=True)
class Name:
    """A name of a module, which is not imported."""

    module: str
    name: str

    @property
    def full(self) -> str:
        return f"{self.module}.{self.name}"[:120]


@dataclass(eq=False, slots=True)
class Made:
    """What would come of a call of `by`, with the state that it would be given."""

    by: Any
    args: Any = ()
    called: bool = True  # else made without its constructor
    state: Any = None
    entries: dict[Any, Any] = field(default_factory=dict)  # items that it would be given
    listed: list[Any] = field(default_factory=list)


@dataclass(eq=False, slots=True)
class Outer:
    """What the pickle refers to outside of itself."""

    about: Any


@dataclass
class Looked:
    """Into what, and into how many entries more: a pickle of little may name one again and again."""

    seen: dict[int, Any] = field(default_factory=dict)
    left: int = 2 * STEPS

    def into(self, count: int) -> None:
        self.left -= count
        if self.left < 0:
            raise BadWeights("a pickle whose containers hold each other too often")


class _Mark:
    __slots__ = ()


MARK = _Mark()


class _Limited:
    """A stream of which no more is read than a pickle may be long."""

    def __init__(self, stream: IO[bytes]) -> None:
        self.stream, self.left = stream, SIZE

    def read(self, count: int) -> bytes:
        if count > self.left:
            raise BadWeights(f"a pickle of more than {SIZE} bytes")
        self.left -= count
        return self.stream.read(count)

    def readline(self) -> bytes:
        found = self.stream.readline(LONG)
        self.left -= len(found)
        return found


def unpickled(stream: IO[bytes], noted: list[Made | Outer] | None = None) -> Any:
    """The value of the pickle that begins here; the stream is left behind it. BadWeights.

    Keys that are no numbers or words are dropped with their values: what a tensor is called is a word.
    `noted` gets every call and every reference, those that the pickle drops again, too.
    """
    machine = _Machine([] if noted is None else noted)
    try:
        limited: Any = _Limited(stream)
        for count, (code, given, _) in enumerate(pickletools.genops(limited)):
            if count > STEPS:
                raise BadWeights(f"a pickle of more than {STEPS} instructions")
            if code.name == "STOP":
                return machine.pop()
            machine.step(code.name, given)
    except (ValueError, IndexError, KeyError, TypeError, OverflowError, RecursionError) as error:
        if isinstance(error, BadWeights):
            raise
        raise BadWeights(f"a damaged pickle ({' '.join(str(error).split())[:80]})") from None
    raise BadWeights("a pickle that does not end")


WORDS = frozenset(
    (
        "INT BININT BININT1 BININT2 LONG LONG1 LONG4 FLOAT BINFLOAT STRING BINSTRING SHORT_BINSTRING "
        + "BINBYTES SHORT_BINBYTES BINBYTES8 BYTEARRAY8 UNICODE BINUNICODE SHORT_BINUNICODE BINUNICODE8"
    ).split()
)
NAMED: dict[str, Any] = {"NONE": None, "NEWTRUE": True, "NEWFALSE": False}
IGNORED = ("PROTO", "FRAME")
TUPLES = {"TUPLE1": 1, "TUPLE2": 2, "TUPLE3": 3}


class _Machine:
    """Its stack and its memo; one method for a kind of instructions."""

    def __init__(self, noted: list[Made | Outer]) -> None:
        self.noted = noted
        self.stack: list[Any] = []
        self.memo: dict[int, Any] = {}

    def note(self, one: Made | Outer) -> None:
        if len(self.noted) >= CALLS:
            raise BadWeights(f"a pickle with more than {CALLS} calls")
        self.noted.append(one)
        self.stack.append(one)

    def pop(self) -> Any:
        found = self.stack.pop()
        if found is MARK:
            raise ValueError("a mark where a value should be")
        return found

    def above_mark(self) -> list[Any]:
        """What lies above the last mark, which goes with it."""
        for k in range(len(self.stack) - 1, -1, -1):
            if self.stack[k] is MARK:
                found = self.stack[k + 1 :]
                del self.stack[k:]
                return found
        raise ValueError("no mark")

    def step(self, name: str, given: Any) -> None:
        if name in WORDS:
            if isinstance(given, str | bytes | bytearray) and len(given) > LONG:
                raise BadWeights(f"a word of {len(given)} bytes")
            self.stack.append(given)
        elif name in NAMED:
            self.stack.append(NAMED[name])
        elif name in TUPLES:
            parts = [self.pop() for _ in range(TUPLES[name])]
            self.stack.append(tuple(reversed(parts)))
        elif name not in IGNORED:
            does = getattr(self, f"do_{name.lower()}", None)
            if does is None:
                raise BadWeights(f"a pickle with {name}, which no list of tensors needs")
            does(given)

    def do_mark(self, _: Any) -> None:
        self.stack.append(MARK)

    def do_pop(self, _: Any) -> None:
        self.stack.pop()

    def do_pop_mark(self, _: Any) -> None:
        self.above_mark()

    def do_dup(self, _: Any) -> None:
        self.stack.append(self.stack[-1])

    # Containers.

    def do_empty_list(self, _: Any) -> None:
        self.stack.append([])

    def do_empty_tuple(self, _: Any) -> None:
        self.stack.append(())

    def do_empty_dict(self, _: Any) -> None:
        self.stack.append({})

    def do_empty_set(self, _: Any) -> None:
        self.note(Made(Name("builtins", "set")))

    def do_list(self, _: Any) -> None:
        self.stack.append(self.above_mark())

    def do_tuple(self, _: Any) -> None:
        self.stack.append(tuple(self.above_mark()))

    def do_frozenset(self, _: Any) -> None:
        self.note(Made(Name("builtins", "frozenset"), tuple(self.above_mark())))

    def do_dict(self, _: Any) -> None:
        found: dict[Any, Any] = {}
        _put(found, self.above_mark())
        self.stack.append(found)

    def do_append(self, _: Any) -> None:
        value = self.pop()
        _listed(self.stack[-1]).append(value)

    def do_appends(self, _: Any) -> None:
        values = self.above_mark()
        _listed(self.stack[-1]).extend(values)

    def do_additems(self, _: Any) -> None:
        values = self.above_mark()
        _listed(self.stack[-1]).extend(values)

    def do_setitem(self, _: Any) -> None:
        value, key = self.pop(), self.pop()
        _put(_entries(self.stack[-1]), [key, value])

    def do_setitems(self, _: Any) -> None:
        values = self.above_mark()
        _put(_entries(self.stack[-1]), values)

    # What would be looked up, called or filled.

    def do_global(self, given: str) -> None:
        module, _, name = given.partition(" ")
        self.stack.append(Name(module, name))

    def do_stack_global(self, _: Any) -> None:
        name, module = self.pop(), self.pop()
        if not (isinstance(name, str) and isinstance(module, str)):
            raise ValueError("a name that is no word")
        self.stack.append(Name(module[:200], name[:200]))

    def do_reduce(self, _: Any) -> None:
        args, by = self.pop(), self.pop()
        self.note(Made(by, args))

    def do_newobj(self, _: Any) -> None:
        args, by = self.pop(), self.pop()
        self.note(Made(by, args, called=False))

    def do_newobj_ex(self, _: Any) -> None:
        self.pop()
        self.do_newobj(_)

    def do_inst(self, given: str) -> None:
        args = tuple(self.above_mark())
        self.do_global(given)
        self.note(Made(self.pop(), args))

    def do_obj(self, _: Any) -> None:
        by, *args = self.above_mark()
        self.note(Made(by, tuple(args)))

    def do_build(self, _: Any) -> None:
        state = self.pop()
        if not isinstance(self.stack[-1], Made):
            raise BadWeights("the pickle sets an attribute of what has none")
        self.stack[-1].state = state

    def do_binpersid(self, _: Any) -> None:
        self.note(Outer(self.pop()))

    # The memo.

    def do_memoize(self, _: Any) -> None:
        self.memo[len(self.memo)] = self.stack[-1]

    def do_put(self, place: int) -> None:
        if not 0 <= place < PLACES:
            raise ValueError(f"no place of the memo beyond {PLACES}")
        self.memo[place] = self.stack[-1]

    do_binput = do_long_binput = do_put

    def do_get(self, place: int) -> None:
        self.stack.append(self.memo[place])

    do_binget = do_long_binget = do_get


def _listed(x: Any) -> list[Any]:
    found = x.listed if isinstance(x, Made) else x
    if not isinstance(found, list):
        raise TypeError("entries of what is no list")
    return found


def _entries(x: Any) -> dict[Any, Any]:
    found = x.entries if isinstance(x, Made) else x
    if not isinstance(found, dict):
        raise TypeError("entries of what is no dictionary")
    return found


def _put(into: dict[Any, Any], pairs: list[Any]) -> None:
    if len(pairs) % 2:
        raise ValueError("a key without a value")
    for key, value in zip(pairs[::2], pairs[1::2], strict=True):
        if isinstance(key, str | float | bytes) or (isinstance(key, int) and abs(key) < WHOLE):
            into[key] = value


def shown(x: Any) -> str:
    """A number or word; of what may hold others, however often each, the kind alone."""
    return str(x)[:80] if isinstance(x, str | int | float | bytes) else f"a {type(x).__name__}"
