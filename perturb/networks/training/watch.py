"""A network observed while it is trained: widths and bounds for data that it classifies correctly and not."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace
from decimal import ROUND_CEILING, ROUND_FLOOR, Context, Decimal
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

import numpy as np

from perturb.enclosure import Enclosure
from perturb.networks.relu.observing import Observation, SeenByLayer, observe
from perturb.networks.training.examples import Examples, load
from perturb.networks.training.run import TrainingRun, train
from perturb.networks.training.settings import TrainingSettings

DIGITS = 5


def watched(
    settings: TrainingSettings, epochs: Sequence[int], *, folder: Path | None = None, **how: Any
) -> Iterator[tuple[TrainingRun, Observation]]:
    """The run after so many epochs, for each of `epochs` in their order, with what is observed then.

    The data are all examples, those for tests too; sets and directions are drawn from (seed, epochs). `how`
    goes to `perturb.relu.observe`. Checkpoints are kept in `folder`, or for as long as it takes.
    Errors as in `train` and `observe`.
    """
    everything = both_parts(load(settings.data))
    with TemporaryDirectory() as scratch:
        place = Path(scratch) if folder is None else folder
        for count in epochs:
            run = train(replace(settings, epochs=count), folder=place)
            rng = np.random.default_rng([settings.seed, 3, count])
            yield run, observe(run.after, everything, rng=rng, **how)


def both_parts(examples: Examples) -> tuple[Any, Any]:
    """Inputs and labels of the training part, then those for tests."""
    X = np.concatenate([examples.X, examples.X_test])
    return X, np.concatenate([examples.y, examples.y_test])


def observation_record(seen: Observation) -> dict[str, Any]:
    """JSON: pairs [lower end, upper end], rounded outwards to 5 digits; null for an empty set.

    Widths are those of the inputs and of the images in each hidden layer. A layer's `bounds` of s_{k,X} are
    upper ends.
    """
    sets = {"correct": 0, "wrong": 1}
    return {
        "count": seen.count,
        "total": list(seen.total),
        **{name: _set_record(seen, i) for name, i in sets.items()},
    }


def layer_ends(seen: Observation) -> list[dict[str, Any]]:
    """Of each hidden layer the certified singular values and the bounds of its ReLU singular values."""
    return [
        {
            "singular_values": [ends(x) for x in layer.singular_values],
            "relu_bounds": [ends(x) for x in layer.relu_bounds],
        }
        for layer in seen.layers
    ]


def _set_record(seen: Observation, kind: int) -> dict[str, Any] | None:
    inputs = seen.widths[kind]
    layers: list[SeenByLayer] = [x for x in ((la.correct, la.wrong)[kind] for la in seen.layers) if x]
    if inputs is None:
        return None
    return {
        "widths": [ends(inputs), *(ends(layer.width) for layer in layers)],
        "norms": [ends(layer.norm) for layer in layers],
        "bounds": [[ends(x)[1] for x in layer.bounds] for layer in layers],
    }


def ends(x: Enclosure) -> list[float]:
    """Both ends of a bounded enclosure to 5 significant digits, rounded outwards."""
    down, up = (Context(prec=DIGITS, rounding=way) for way in (ROUND_FLOOR, ROUND_CEILING))
    lo, hi = x.floats
    assert lo is not None
    assert hi is not None
    return [float(down.create_decimal(Decimal(lo))), float(up.create_decimal(Decimal(hi)))]
