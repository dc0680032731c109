"""A training run, epoch by epoch, kept in a checkpoint: the same bits however often it was broken off;
and what is kept of it: small JSON, so that pages are drawn without training again.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import asdict, dataclass
from importlib.metadata import version
from pathlib import Path
from time import monotonic
from typing import Any

from perturb.networks.relu.dense import Dense, DenseStack, accuracy, cross_entropy
from perturb.networks.training.checkpoint import read, write
from perturb.networks.training.examples import Examples, load
from perturb.networks.training.learn import Learner, shuffled
from perturb.networks.training.settings import TrainingSettings, initial_network
from perturb.process.pool import processes
from perturb.types import IntArray

SECONDS = 5  # between checkpoints
Epoch = tuple[float, float, float]
DIGITS = 8


@dataclass(frozen=True, eq=False)
class TrainingRun:
    """The network before and after training; `history` has for the start and for each epoch the cross-entropy
    and the accuracy on the training part, and the accuracy on the test part.
    """

    settings: TrainingSettings
    before: DenseStack
    after: DenseStack
    history: tuple[Epoch, ...]


def train(
    settings: TrainingSettings,
    *,
    folder: Path | None = None,
    progress: Callable[[int, int], None] | None = None,
) -> TrainingRun:
    """Train from `settings` alone. With a `folder` the run is kept there, and goes on from what it finds.

    `progress(done, epochs)` is called before the first epoch and after each. Ctrl-C keeps the last whole
    epoch and is passed on. A checkpoint of more epochs than asked for is not used. ImportError without the
    extra `train`, ValueError for ranks that do not fit or a damaged checkpoint, OSError for data that
    cannot be had.
    """
    if not isinstance(settings, TrainingSettings):
        raise ValueError(f"settings = {settings!r} are no TrainingSettings")
    examples = load(settings.data)
    before = initial_network(settings, examples.width, examples.classes)
    learner, history = Learner(before, settings.rate), [measured(before, examples)]
    place = None if folder is None else folder / f"{settings.data}-{settings.key}.npz"
    if place is not None and place.exists():
        history = read(place, settings.epochs, learner) or history
    saved, tell = monotonic(), progress or (lambda done, epochs: None)
    tell(len(history) - 1, settings.epochs)
    try:
        while (done := len(history) - 1) < settings.epochs:
            learner.epoch(examples.X, examples.y, _order(settings, done, examples))
            history.append(measured(learner.stack, examples))
            tell(done + 1, settings.epochs)
            if place is not None and monotonic() - saved > SECONDS:
                write(place, learner, history)
                saved = monotonic()
    finally:
        if place is not None:
            write(place, learner, history)
    return TrainingRun(settings, before, learner.stack, tuple(history))


def _order(settings: TrainingSettings, epoch: int, examples: Examples) -> IntArray:
    return shuffled(len(examples.y), settings.batch, [settings.seed, 1, epoch])


def measured(stack: DenseStack, examples: Examples) -> Epoch:
    """Cross-entropy and accuracy on the training part, accuracy on the test part."""
    logits = stack(examples.X)
    seen = cross_entropy(logits, examples.y), accuracy(logits, examples.y)
    return *seen, accuracy(stack(examples.X_test), examples.y_test)


def train_all(
    runs: Sequence[TrainingSettings], workers: int = 1, folder: Path | None = None
) -> Iterator[TrainingRun]:
    """The runs in their order, `workers` at a time in processes of their own, with the same bits."""
    if workers == 1:
        yield from (train(settings, folder=folder) for settings in runs)
        return
    with processes(workers) as pool:
        yield from pool.map(_train, runs, [folder] * len(runs))


def _train(settings: TrainingSettings, folder: Path | None) -> TrainingRun:
    return train(settings, folder=folder)


def run_record(run: TrainingRun) -> dict[str, Any]:
    """Settings, what was measured epoch by epoch, and the singular values of every layer before and after."""
    return {
        "settings": asdict(run.settings),
        "versions": {name: version(name) for name in ("jax", "numpy", "optax", "scikit-learn")},
        "parameters": run.after.parameters,
        "history": [rounded(epoch) for epoch in run.history],
        "before": [layer_record(layer) for layer in run.before.layers],
        "after": [layer_record(layer) for layer in run.after.layers],
    }


def layer_record(layer: Dense) -> dict[str, Any]:
    return {"shape": list(layer.shape), "singular_values": rounded(layer.svd[1])}


def rounded(values: Any) -> list[float]:
    """To 8 significant digits."""
    return [float(f"{value:.{DIGITS}g}") for value in values]
