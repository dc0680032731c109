"""Harmonic pruning of a trained network, and beside it what else so many parameters can do."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any

from perturb.networks.relu.arguments import whole
from perturb.networks.relu.dense import DenseStack, accuracy
from perturb.networks.relu.pruning import (
    PruningStep,
    nonzero_parameters,
    printed_criteria,
    prune,
    prune_by_magnitude,
    truncate,
    truncate_to,
)
from perturb.networks.training.examples import Examples
from perturb.networks.training.learn import retrainer
from perturb.networks.training.run import rounded


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
