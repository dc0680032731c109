"""Dataclasses as plain JSON data and back: what is read has to fit the annotations, field by field."""

from __future__ import annotations

import math
from collections.abc import Callable, Iterator, Mapping
from dataclasses import fields, is_dataclass
from enum import Enum
from functools import cache, partial
from types import NoneType, UnionType
from typing import Any, Literal, TypeVar, get_args, get_origin, get_type_hints

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
