"""What tells distributions apart: type and exact parameters; a name is for people."""

from __future__ import annotations

import hashlib
from collections import Counter
from collections.abc import Sequence
from dataclasses import fields, is_dataclass
from typing import Any

from perturb.process import public

FEW = 4  # atoms that a name can hold
# Stored runs may hold an identity: a class keeps the place where it was when they were drawn.
ONCE = {"Kappa2x2": "kappa_2x2", "ScaledDistribution": "scaled"}


def identity(distribution: Any) -> str:
    """Its type with its parameters, digit by digit; equal where two are one distribution.

    Of a class of somebody else's, which is no dataclass, its attributes are the parameters.
    """
    kind = type(distribution)
    if is_dataclass(distribution):
        given = {field.name: getattr(distribution, field.name) for field in fields(distribution)}
    else:
        given = getattr(distribution, "__dict__", {"": id(distribution)})
    inner = ", ".join(f"{name}={_parameter(value)}" for name, value in sorted(given.items()))
    return f"{_place(kind)}.{kind.__qualname__}({inner})"


def _place(kind: type) -> str:
    """Its module, one of ours by its public name."""
    room, _, file = kind.__module__.rpartition(".")
    known = public.known_as(room)
    return kind.__module__ if known == room else f"{known}.{ONCE.get(kind.__name__, file)}"


def keyed_by_name(distributions: Sequence[Any]) -> dict[str, Any]:
    """Each once, by its name; by its identity too where several that differ share a name."""
    different = {identity(one): one for one in distributions}
    shared = Counter(one.name for one in different.values())
    return {
        one.name if shared[one.name] == 1 else f"{one.name}: {key}": one for key, one in different.items()
    }


def exactly(x: float, digits: int = 6) -> str:
    """A parameter as short as it reads back: 0.2, 1, 0.17677669529663687."""
    short = f"{x:.{digits}g}"
    return short if float(short) == x else repr(float(x))


def atoms(points: Sequence[float], weights: Sequence[float]) -> str:
    """A discrete distribution in words: few atoms with their weights, many by eight digits of a digest."""
    if len(points) > FEW:
        return f"{len(points)} atoms {hashlib.sha256(repr((points, weights)).encode()).hexdigest()[:8]}"
    pairs = zip(points, weights, strict=True)
    return f"atoms {', '.join(f'{exactly(a)} ({exactly(p)})' for a, p in pairs)}"


def _parameter(value: Any) -> str:
    return identity(value) if hasattr(value, "cdf") else repr(value)
