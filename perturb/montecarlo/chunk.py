"""The unit of work: one chunk of draws at one size or case, from a stream of its own."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field, replace
from functools import cache
from typing import Any

import numpy as np
from threadpoolctl import threadpool_limits

from perturb.laws.stats.bins import Column, Probability, is_event
from perturb.types import AnyArray

Columns = dict[str, AnyArray]
# What a statistic may run into at sizes it was not declared for; other errors keep their traceback.
FAILURES = (ArithmeticError, ValueError, IndexError, MemoryError)


@dataclass(frozen=True)
class Chunk:
    """`draws` values by column, with all that a worker on another machine needs to know.

    `statistic(*at, draws, rng, **options)` draws them, the stream is that of `key`, `seed`, `n` and `index`.
    `columns` are those that are kept, the name of a single one is empty: how each is counted, or None for
    values that are used as they are. With `raw` the values come back beside their counts.
    """

    statistic: Callable[..., Any]
    at: tuple[float, ...]
    key: str
    seed: int
    n: int
    index: int
    draws: int
    columns: Mapping[str, Column | None]
    case: str = ""
    options: Mapping[str, Any] = field(default_factory=dict)
    raw: bool = False

    @property
    def where(self) -> str:
        size = f"n = {self.n}" if self.n else ""
        return ", ".join(part for part in (self.case, size, f"chunk {self.index}") if part)


def chunk_stream(key: str, seed: int, n: int, index: int) -> np.random.Generator:
    """The generator of one chunk. Each key is one 32-bit word, so no two keys can run together."""
    spawn = (int(key[:8], 16), int(key[8:], 16), n, index)
    return np.random.Generator(np.random.PCG64DXSM(np.random.SeedSequence(seed, spawn_key=spawn)))


def draw(chunk: Chunk) -> Columns:
    """The values of each column, shape (draws,): events for a Probability, float64 for all others.

    ValueError for a missing column, a wrong shape or type, a value not finite, a statistic that fails here.
    """
    one_blas_thread()
    rng = chunk_stream(chunk.key, chunk.seed, chunk.n, chunk.index)
    try:
        values = chunk.statistic(*chunk.at, chunk.draws, rng, **chunk.options)
    except FAILURES as error:
        raise ValueError(f"{chunk.where}: {type(error).__name__}: {error}") from error
    found = _split(values)
    if missing := [name for name in chunk.columns if name not in found]:
        given = ", ".join(map(repr, found))
        raise ValueError(f"{chunk.where}: the statistic gave no column {missing[0]!r}, but {given}")
    return {name: _checked(chunk, name, found[name]) for name in chunk.columns}


class Prefixes:
    """The first m values of the stream that a chunk of one column starts, each chunk drawn once."""

    def __init__(self, first: Chunk) -> None:
        self.start = first
        self.kept: list[AnyArray] = []

    def first(self, m: int) -> AnyArray:
        while len(self.kept) * self.start.draws < m:
            self.kept.append(draw(replace(self.start, index=len(self.kept)))[""])
        return np.concatenate(self.kept)[:m]


def _split(values: Any) -> Columns:
    if isinstance(values, Mapping):
        return {name: np.asarray(column) for name, column in values.items()}
    array = np.asarray(values)
    if array.dtype.names:
        return {name: array[name] for name in array.dtype.names}
    return {"": array}


def _checked(chunk: Chunk, name: str, values: AnyArray) -> AnyArray:
    where = chunk.where + (f", column {name}" if name else "")
    if isinstance(chunk.columns[name], Probability):
        if not is_event(values):
            raise ValueError(f"{where}: an event must be boolean, got {values.dtype}")
    elif values.dtype.kind not in "fiu":
        raise ValueError(f"{where}: values must be real numbers, got {values.dtype}")
    else:
        values = values.astype(np.float64)
    if values.shape != (chunk.draws,):
        raise ValueError(f"{where}: the statistic gave shape {values.shape}, expected ({chunk.draws},)")
    if not np.isfinite(values).all():
        # A value that is no number would silently shrink the sample under the band.
        raise ValueError(f"{where}: the statistic gave a value that is not finite")
    return values


@cache
def one_blas_thread() -> None:
    """In this process from now on: chunks are the parallelism, and threads would change the last bits."""
    threadpool_limits(1, user_api="blas")
