"""What is measured of trained networks: observed while they are trained, and pruned beside rivals.

Widths and bounds are those for data that a network classifies correctly and not. Beside harmonic pruning
stands what else so many parameters can do.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import replace
from decimal import ROUND_CEILING, ROUND_FLOOR, Context, Decimal
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

import numpy as np

from perturb.enclosure import Enclosure
from perturb.networks.relu.arguments import whole
from perturb.networks.relu.dense import DenseStack, accuracy
from perturb.networks.relu.on_data import Observation, SeenByLayer, observe
from perturb.networks.relu.pruning import (
    PruningStep,
    nonzero_parameters,
    printed_criteria,
    prune,
    prune_by_magnitude,
    truncate,
    truncate_to,
)
from perturb.networks.training.examples import Examples, load
from perturb.networks.training.learn import retrainer
from perturb.networks.training.run import TrainingRun, TrainingSettings, rounded, train

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


def pruning_record(
    stack: DenseStack,
    examples: Examples,
    *,
    seed: int = 0,
    every: int = 10,
    batches: int = 50,
    batch: int = 128,
    progress: Callable[[PruningStep], None] | None = None,
) -> dict[str, Any]:
    """Harmonic pruning to rank 0, retrained when the paper does; its rivals after every `every` cuts.

    A rival gets the trained network and as many parameters. It is measured as it is, and after as many
    retrainings as the pruning has had so far. Accuracies are pairs (training part, test part).
    """
    whole("every", every, 1)
    how: dict[str, Any] = {"batches": batches, "batch": batch, "seed": seed}
    found: list[dict[str, Any]] = []
    times = 0
    again = retrainer(examples.X, examples.y, **how)
    for step in prune(stack, (examples.X, examples.y), retrain=again, when=printed_criteria):
        times += step.retrained
        found.append(_step_record(step, examples))
        if step.iteration and step.iteration % every == 0:
            cuts = _rivals(stack, step)
            found[-1]["rivals"] = {name: _rival_record(cut, name, examples, times, how) for name, cut in cuts}
        if progress is not None:
            progress(step)
    return {"retraining": how, "steps": found}


def _step_record(step: PruningStep, examples: Examples) -> dict[str, Any]:
    return {
        "layer": step.layer,
        "ranks": list(step.ranks),
        "parameters": step.parameters,
        "retrained": step.retrained,
        "accuracy": _both(step.network, examples),
    }


def _rivals(stack: DenseStack, step: PruningStep) -> Iterator[tuple[str, DenseStack]]:
    """The same ranks by one truncation, ranks by their share of the energy, and weights by size."""
    yield "same ranks", truncate(stack, [*step.ranks[:-1], None])
    yield "energy", truncate_to(stack, step.parameters)
    yield "magnitude", prune_by_magnitude(stack, step.parameters)


def _rival_record(
    stack: DenseStack, name: str, examples: Examples, times: int, how: dict[str, Any]
) -> dict[str, Any]:
    again = retrainer(examples.X, examples.y, keep_zeros=name == "magnitude", **how)
    trained = stack
    for _ in range(times):
        trained = again(trained)
    return {
        "ranks": list(stack.ranks),
        "parameters": nonzero_parameters(stack),
        "accuracy": _both(stack, examples),
        "retrained": _both(trained, examples),
    }


def _both(stack: DenseStack, examples: Examples) -> list[float]:
    parts = ((examples.X, examples.y), (examples.X_test, examples.y_test))
    return rounded(accuracy(stack(X), y) for X, y in parts)
