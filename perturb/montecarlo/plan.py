"""What is drawn: the chunks of an experiment in their order, and those of a law, tail or mean."""

from __future__ import annotations

import hashlib
import inspect
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import replace

import numpy as np
import scipy

from perturb.laws.stats.bins import Bins, Column, Probability
from perturb.montecarlo.chunk import Chunk
from perturb.statements.chance import Bound, Case, Law, Tail, written
from perturb.statements.experiment import Draws, Experiment, label

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
