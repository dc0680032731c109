"""The unit of work, one chunk of draws, and the plan that lists them.

The unit of work: one chunk of draws at one size or case, from a stream of its own.

What is drawn: the chunks of an experiment in their order, and those of a law, tail or mean.
"""

from __future__ import annotations

import hashlib
import inspect
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import cache
from typing import Any

import numpy as np
import scipy
from threadpoolctl import threadpool_limits

from perturb.laws.stats.bins import Bins, Column, Probability, is_event
from perturb.statements.chance import Bound, Case, Law, Tail, written
from perturb.statements.experiment import Draws, Experiment, label
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


# Draws in a chunk of a sample that is drawn until decided: of a law, and of a tail or mean, which cost less.
# Fixed, as streams are keyed by chunk: another size is another sample.
OF_LAW, OF_BOUND = 500, 4_000


def chunks(experiment: Experiment, raw: bool = False) -> Iterator[Chunk]:
    """Every chunk of an experiment, case by case, size by size."""
    columns = {name: column.sent() for name, column in experiment.columns.items()}
    for case in experiment.cases:
        key = experiment.stream_key_of(case)
        for n in experiment.sizes:
            step, draws = experiment.chunk_draws(n), experiment.plan()[n]
            for index, start in enumerate(range(0, draws, step)):
                yield Chunk(
                    experiment.statistic,
                    (n,),
                    key,
                    experiment.seed,
                    n,
                    index,
                    min(step, draws - start),
                    columns,
                    label(case),
                    case,
                    raw,
                )


def first_of_law(law: Law, n: int, seed: int) -> Chunk:
    """The first chunk of a law's sample at size n."""
    return Chunk(law.statistic, (n,), law.stream_key, seed, n, 0, OF_LAW, {"": None})


def first_of_case(bound: Bound, case: Case, seed: int) -> Chunk:
    """The first chunk of the sample of a tail or mean at one case."""
    columns = {"": Probability() if isinstance(bound, Tail) else None}
    return Chunk(bound.sampler, case, bound.stream_key_of(case), seed, 0, 0, OF_BOUND, columns, written(case))


def replaced(
    experiment: Experiment, draws: Draws | None, sizes: Sequence[int] | None, seed: int | None
) -> Experiment:
    """The experiment that draws just this; ValueError for a size that has no number of draws."""
    draws = experiment.draws if draws is None else draws
    if isinstance(draws, Mapping):
        chosen = tuple(draws) if sizes is None else tuple(sizes)
        if missing := set(chosen) - set(draws):
            raise ValueError(f"draws must be given for n = {min(missing)}, a size beside the declared ones")
        draws = {n: draws[n] for n in chosen}
    else:
        chosen = experiment.sizes if sizes is None else tuple(sizes)
    return replace(
        experiment,
        draws=draws,
        full=experiment.plan("full"),
        sizes=chosen,
        seed=experiment.seed if seed is None else seed,
    )


def about(experiment: Experiment) -> dict[str, str]:
    """What fixes the bits of a chunk beside its own key: a store holds chunks of one such description.

    The text of the statistic is part of it (not that of functions it calls: for those there is `version`).
    """
    return {
        "format": "1",
        "experiment": experiment.name,
        "version": str(experiment.version),
        "seed": str(experiment.seed),
        "bins": repr({name: _counted(column) for name, column in experiment.columns.items()}),
        "statistic": _digest(experiment.statistic),
        "libraries": f"numpy {np.__version__}, scipy {scipy.__version__}",
    }


def _counted(column: Column) -> object:
    """Bins as they are; of a probability its bound does not matter to what is counted."""
    return column if isinstance(column, Bins) else "event"


def _digest(statistic: Callable[..., object]) -> str:
    try:
        text = inspect.getsource(statistic)
    except (OSError, TypeError):
        # Built in, or an object with a call: only its name is known.
        text = getattr(statistic, "__qualname__", type(statistic).__qualname__)
    return hashlib.sha256(text.encode()).hexdigest()[:16]
