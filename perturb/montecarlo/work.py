"""What a worker does: draw one chunk, split it into columns, summarise each."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from functools import cache
from typing import Any

import numpy as np
from threadpoolctl import threadpool_limits

from perturb.montecarlo.chunk import check, chunk_stream
from perturb.montecarlo.part import Part, summarise
from perturb.stats.bins import Column, Probability
from perturb.types import AnyArray

Columns = dict[str, AnyArray]
# What a statistic may run into at sizes it was not declared for; other errors keep their traceback.
FAILURES = (ArithmeticError, ValueError, IndexError, MemoryError)


@dataclass(frozen=True)
class Job:
    """One chunk of one case at one size, with all that a worker on another machine needs to know.

    `key` is what its streams are keyed by. With `raw` the values come back beside the summary.
    """

    statistic: Callable[..., Any]
    options: Mapping[str, Any]
    case: str
    key: str
    seed: int
    n: int
    index: int
    draws: int
    columns: Mapping[str, Column]
    raw: bool = False

    @property
    def where(self) -> str:
        return f"{self.case + ', ' if self.case else ''}n = {self.n}, chunk {self.index}"


@dataclass(frozen=True)
class Output:
    parts: tuple[Part, ...]
    raw: Columns | None = None


def perform(job: Job) -> Output:
    """Draw and summarise.

    ValueError for a missing column, a wrong shape or type, a value not finite, a statistic that fails at n.
    """
    one_blas_thread()
    rng = chunk_stream(job.key, job.seed, job.n, job.index)
    try:
        values = job.statistic(job.n, job.draws, rng, **job.options)
    except FAILURES as error:
        raise ValueError(f"{job.where}: {type(error).__name__}: {error}") from error
    drawn = _columns(job, values)
    parts = tuple(summarise(name, drawn[name], bins) for name, bins in job.columns.items())
    return Output(parts, drawn if job.raw else None)


def _columns(job: Job, values: Any) -> Columns:
    found = _split(values)
    if missing := [name for name in job.columns if name not in found]:
        raise ValueError(
            f"{job.where}: the statistic gave no column {missing[0]!r}, but {', '.join(map(repr, found))}"
        )
    return {name: _checked(job, name, found[name], bins) for name, bins in job.columns.items()}


def _split(values: Any) -> Columns:
    if isinstance(values, Mapping):
        return {name: np.asarray(column) for name, column in values.items()}
    array = np.asarray(values)
    if array.dtype.names:
        return {name: array[name] for name in array.dtype.names}
    return {"": array}


def _checked(job: Job, name: str, values: AnyArray, bins: Column) -> AnyArray:
    where = job.where + (f", column {name}" if name else "")
    if isinstance(bins, Probability):
        if values.dtype != np.bool_:
            raise ValueError(f"{where}: an event must be boolean, got {values.dtype}")
    elif values.dtype.kind not in "fiu":
        raise ValueError(f"{where}: values must be real numbers, got {values.dtype}")
    else:
        values = values.astype(np.float64)
    check(values, where, job.draws)
    return values


@cache
def one_blas_thread() -> None:
    """In this process from now on: chunks are the parallelism, and threads would change the last bits."""
    threadpool_limits(1, user_api="blas")
