"""Where records are kept: FOLDER/records, a file a kind, a line a statement, in the order of ids.

So one changed statement is one changed line. A file is always replaced whole: whatever interrupts a run
leaves every record that was put, and no half of one.

Dataclasses as plain JSON data and back: what is read has to fit the annotations, field by field.
"""

from __future__ import annotations

import json
import math
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass, fields, is_dataclass
from enum import Enum
from functools import cache, partial
from pathlib import Path
from types import NoneType, UnionType
from typing import Any, Generic, Literal, Protocol, TypeVar, get_args, get_origin, get_type_hints

from perturb.montecarlo.result import Results
from perturb.process.output import alone, json_text, write_whole
from perturb.results.records import ClaimRecord, ConstantsRecord, LawRecord, MutantsRecord, ProblemRecord

R = TypeVar("R")


@dataclass(frozen=True)
class RecordFile(Generic[R]):
    """Records of one class in one file; `key` is the field that names the statement."""

    file: str
    record: type[R]
    key: str = "id"


CLAIMS = RecordFile("claims.jsonl", ClaimRecord)
LAWS = RecordFile("laws.jsonl", LawRecord)  # tails and means too
MUTANTS = RecordFile("mutants.jsonl", MutantsRecord)
CONSTANTS = RecordFile("constants.jsonl", ConstantsRecord)
PROBLEMS = RecordFile("open.jsonl", ProblemRecord)  # of the board, kept from run to run
SIMULATIONS = RecordFile("simulations.jsonl", Results, "experiment")
FULL_SIMULATIONS = RecordFile("simulations-full.jsonl", Results, "experiment")
RUNS = {"quick": SIMULATIONS, "full": FULL_SIMULATIONS}  # of experiments, by profile


class Stated(Protocol):
    """A statement, as far as its records go."""

    @property
    def id(self) -> str: ...

    @property
    def fingerprint(self) -> str: ...


class RecordError(ValueError):
    """A line that is no record: names file, line and what is wrong."""


class Store:
    """The records under a folder of reports. Methods raise OSError, and RecordError for a damaged file."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder / "records"
        # By file its bytes when it was last read: a run that adds a line at a time takes it apart once.
        self._seen: dict[str, tuple[bytes, dict[str, str]]] = {}

    def path(self, kind: RecordFile[R]) -> Path:
        return self.folder / kind.file

    def read(self, kind: RecordFile[R]) -> dict[str, R]:
        """Every record of a kind by id; empty without a file."""
        found = {}
        for number, (name, (_, data)) in enumerate(self._lines(kind).items(), 1):
            try:
                found[name] = from_plain(kind.record, data)
            except Unfit as error:
                raise RecordError(f"{self.path(kind)}, line {number}: {error}") from None
        return found

    def of(self, kind: RecordFile[R], statement: Stated) -> R | None:
        """The record of this very statement; None where there is none, or one of an older statement."""
        return current(self.read(kind).get(statement.id), statement)

    def put(self, kind: RecordFile[R], *records: R) -> None:
        """Add records, or replace those of the same statement; they are in the file when this returns."""
        new = {getattr(record, kind.key): _line(record) for record in records}
        with alone(self.folder):
            self._write(kind, self._texts(kind) | new)

    def keep_only(self, kind: RecordFile[R], identifiers: Iterable[str]) -> None:
        """Remove the records of this kind that are of none of these statements; other kinds stay."""
        known = set(identifiers)
        with alone(self.folder):
            texts = self._texts(kind)
            if not texts.keys() <= known:
                self._write(kind, {name: text for name, text in texts.items() if name in known})

    def _write(self, kind: RecordFile[R], texts: dict[str, str]) -> None:
        whole = "".join(f"{texts[name]}\n" for name in sorted(texts)).encode()
        write_whole(self.path(kind), whole)
        self._seen[kind.file] = whole, texts

    def _texts(self, kind: RecordFile[R]) -> dict[str, str]:
        """The lines by id; not taken apart again while the file holds the bytes that were put last."""
        path, (known, texts) = self.path(kind), self._seen.get(kind.file, (None, {}))
        if known is not None and path.is_file() and path.read_bytes() == known:
            return texts
        return {name: text for name, (text, _) in self._lines(kind).items()}

    def _lines(self, kind: RecordFile[R]) -> dict[str, tuple[str, Any]]:
        """Text and data of each line by its id; whether the data are such a record is not looked at."""
        path, found = self.path(kind), dict[str, tuple[str, Any]]()
        lines = path.read_bytes().splitlines() if path.is_file() else []
        for number, line in enumerate(lines, 1):
            try:
                text = line.decode()
                data = json.loads(text, parse_constant=_no_number)
                name = data.get(kind.key) if isinstance(data, dict) else None
                if not isinstance(name, str):
                    raise ValueError(f"{kind.key} is missing")
                if name in found:
                    raise ValueError(f"{name} stands on an earlier line already")
            except (ValueError, RecursionError) as error:
                raise RecordError(f"{path}, line {number}: {error}") from None
            found[name] = text, data
        return found


def current(record: R | None, statement: Stated) -> R | None:
    """The record if it is of the statement as it stands."""
    fingerprint = getattr(record, "fingerprint", None)
    return record if fingerprint == statement.fingerprint else None


def _line(record: Any) -> str:
    return json_text(to_plain(record), strict=True, ensure_ascii=False)


def _no_number(name: str) -> None:
    raise ValueError(f"{name} is not JSON")


T = TypeVar("T")
Reader = Callable[[Any, str], Any]  # data and where they stand -> the value
CALLED = {str: "a text", int: "a whole number", float: "a finite number", bool: "true or false"}


class Unfit(ValueError):
    """Data that do not fit: where, as in `slack.counts[3]`, and what is wrong."""


def to_plain(value: Any) -> Any:
    """Dictionaries, lists, texts, numbers and None, for json.dumps; fields in their order."""
    if is_dataclass(value) and not isinstance(value, type):
        return {field.name: to_plain(getattr(value, field.name)) for field in fields(value)}
    if isinstance(value, Mapping):
        return {key: to_plain(each) for key, each in value.items()}
    if isinstance(value, (list, tuple)):
        return [to_plain(each) for each in value]
    return value.value if isinstance(value, Enum) else value


def from_plain(kind: type[T], data: Any) -> T:
    """The dataclass of this data. Unfit for a field that is missing, unknown or of another type."""
    annotation: Any = kind
    found: T = _reader(annotation)(data, "")
    return found


@cache
def _reader(kind: Any) -> Reader:
    """`kind` is an annotation: a dataclass, an Enum, a scalar type, or one of these in | tuple list dict.

    It is taken apart once and not for each of the numbers of a long list.
    """
    origin, parts = get_origin(kind), get_args(kind)
    if origin is Literal:
        return lambda data, at: data if data in parts else _refuse(data, at, f"one of {', '.join(parts)}")
    if origin in (UnionType, dict, list, tuple):
        return partial({UnionType: _either, dict: _dict, list: _list, tuple: _tuple}[origin], parts)
    if is_dataclass(kind):
        return partial(_fields, kind)
    return partial(_member if issubclass(kind, Enum) else _scalar, kind)


def _either(kinds: tuple[Any, ...], data: Any, at: str) -> Any:
    """The first that fits; None is tried by itself, so that the message is about what should be there."""
    if data is None and NoneType in kinds:
        return None
    *others, last = (kind for kind in kinds if kind is not NoneType)
    for kind in others:
        try:
            return _reader(kind)(data, at)
        except Unfit:
            continue
    return _reader(last)(data, at)


def _dict(kinds: tuple[Any, ...], data: Any, at: str) -> dict[str, Any]:
    read = _reader(kinds[1])
    return {key: read(each, f"{at}.{key}") for key, each in _checked(dict, data, at).items()}


def _list(kinds: tuple[Any, ...], data: Any, at: str) -> list[Any]:
    read = _reader(kinds[0])
    return [read(*each) for each in _listed(data, at)]


def _tuple(kinds: tuple[Any, ...], data: Any, at: str) -> tuple[Any, ...]:
    if kinds[-1] is Ellipsis:
        return tuple(_list(kinds, data, at))
    given = list(_listed(data, at))
    if len(given) != len(kinds):
        _refuse(data, at, f"a list of {len(kinds)}")
    return tuple(_reader(kind)(*each) for kind, each in zip(kinds, given, strict=True))


def _listed(data: Any, at: str) -> Iterator[tuple[Any, str]]:
    return ((each, f"{at}[{k}]") for k, each in enumerate(_checked(list, data, at)))


def _fields(kind: Any, data: Any, at: str) -> Any:
    given, wanted = _checked(dict, data, at), _annotations(kind)
    if missing := wanted.keys() - given.keys():
        raise Unfit(f"{_within(at, min(missing))} is missing")
    if unknown := given.keys() - wanted.keys():
        raise Unfit(f"{_within(at, min(unknown))} is unknown")
    return kind(**{name: read(given[name], _within(at, name)) for name, read in wanted.items()})


@cache
def _annotations(kind: type) -> dict[str, Reader]:
    hints = get_type_hints(kind)
    return {field.name: _reader(hints[field.name]) for field in fields(kind)}


def _member(kind: Any, data: Any, at: str) -> Any:
    known = [member.value for member in kind]
    return kind(data) if data in known else _refuse(data, at, f"one of {', '.join(known)}")


def _scalar(kind: Any, data: Any, at: str) -> Any:
    if kind is float and type(data) is int and abs(data) < 2**53:
        return float(data)
    if type(data) is not kind or (kind is float and not math.isfinite(data)):
        return _refuse(data, at, CALLED[kind])
    return data


def _checked(kind: type, data: Any, at: str) -> Any:
    return data if isinstance(data, kind) else _refuse(data, at, "a list" if kind is list else "an object")


def _refuse(data: Any, at: str, wanted: str) -> Any:
    shown = repr(data) if len(repr(data)) <= 40 else f"{repr(data)[:37]}..."
    raise Unfit(f"{at.lstrip('.') or 'the whole'}: {shown} is not {wanted}")


def _within(at: str, name: str) -> str:
    return f"{at}.{name}" if at else name
