"""A training run: what determines it, the network it starts from, and how it goes, epoch by epoch.

It is kept in a checkpoint, a file of all arrays of its state and of what was measured so far: the same bits
however often it was broken off. What is kept of it in the end is small JSON, so that pages are drawn without
training again.
"""

from __future__ import annotations

import io
from collections.abc import Callable, Iterator, Sequence
from dataclasses import asdict, dataclass
from importlib.metadata import version
from pathlib import Path
from time import monotonic
from typing import Any
from zipfile import BadZipFile

import numpy as np

from perturb.networks.relu.arguments import positive
from perturb.networks.relu.dense import (
    Dense,
    DenseStack,
    accuracy,
    cross_entropy,
    dense_stack,
    double_product,
)
from perturb.networks.training.examples import DATA, Examples, load
from perturb.networks.training.learn import Learner, shuffled
from perturb.process.output import digest, write_whole
from perturb.process.pool import processes
from perturb.types import FloatArray, IntArray


@dataclass(frozen=True)
class TrainingSettings:
    """A multilayer perceptron with hidden layers of `widths`, ReLU between, logits at the end, and how it
    learns.

    `ranks` has a number for each hidden layer that is a double one, None for a single one; without it all
    are single. Adam at its usual settings but for `rate`; an epoch takes each example once, in an order
    that `seed` draws, in batches of `batch`, and leaves out those that fill no batch. ValueError that names
    the argument.
    """

    data: str = "digits"
    widths: tuple[int, ...] = (100, 100, 100)
    ranks: tuple[int | None, ...] | None = None
    p: int = 1
    epochs: int = 30
    batch: int = 64
    rate: float = 1e-3
    seed: int = 0

    def __post_init__(self) -> None:
        if self.data not in DATA:
            raise ValueError(f"data = {self.data!r} is none of {', '.join(DATA)}")
        for name in ("p", "batch"):
            _whole(name, getattr(self, name), 1)
        for name in ("epochs", "seed"):
            _whole(name, getattr(self, name), 0)
        positive("rate", self.rate)
        for name in ("widths", "ranks"):
            if not isinstance(getattr(self, name), tuple) and (name == "widths" or self.ranks is not None):
                raise ValueError(f"{name} = {getattr(self, name)!r} is not a tuple")
        for width in self.widths:
            _whole("widths", width, 1)
        if self.ranks is not None and len(self.ranks) != len(self.widths):
            raise ValueError(f"ranks = {self.ranks} for {len(self.widths)} hidden layers")
        for rank in self.ranks or ():
            if rank is not None:
                _whole("ranks", rank, 1)

    @property
    def key(self) -> str:
        """16 hexadecimal digits that name all settings but the number of epochs."""
        return digest({name: value for name, value in asdict(self).items() if name != "epochs"})


def _whole(name: str, value: object, least: int) -> None:
    if isinstance(value, bool) or not isinstance(value, int) or value < least:
        raise ValueError(f"{name}: {value!r} is not an integer from {least} on")


def initial_network(settings: TrainingSettings, width: int, classes: int) -> DenseStack:
    """Definition 15 (with m + n) for double layers, Glorot's uniform law for single ones, biases 0.

    ValueError for a rank above min(m, n).
    """
    sizes = (width, *settings.widths, classes)
    ranks = (*(settings.ranks or (None,) * len(settings.widths)), None)
    layers = []
    for i, (n, m, k) in enumerate(zip(sizes, sizes[1:], ranks, strict=False)):
        rng = np.random.default_rng([settings.seed, 0, i])
        if k is not None and k > min(m, n):
            raise ValueError(f"ranks: {k} for hidden layer {i}, which takes up to {min(m, n)}")
        weight = glorot(m, n, rng) if k is None else double_product(m, n, k, settings.p, rng)
        layers.append((weight, np.zeros(m)))
    return dense_stack(layers)


def glorot(m: int, n: int, rng: np.random.Generator) -> FloatArray:
    """Independent entries, uniform with variance 2/(m + n)."""
    reach = (6 / (m + n)) ** 0.5
    return rng.uniform(-reach, reach, (m, n))


History = list[tuple[float, float, float]]


def write(path: Path, learner: Learner, history: History) -> None:
    """Replace the file, whole or not at all. OSError where it cannot be written."""
    arrays = {f"leaf-{i}": leaf for i, leaf in enumerate(learner.leaves())}
    stream = io.BytesIO()
    np.savez(stream, history=np.array(history), **arrays)
    path.parent.mkdir(parents=True, exist_ok=True)
    write_whole(path, stream.getvalue())


def read(path: Path, epochs: int, learner: Learner) -> History | None:
    """Put the learner where the file says, and return its history; None if that is longer than `epochs`.

    ValueError that names the file where it is damaged, or of another network.
    """
    try:
        with np.load(io.BytesIO(path.read_bytes()), allow_pickle=False) as stored:
            history = [(float(a), float(b), float(c)) for a, b, c in stored["history"]]
            leaves = [stored[f"leaf-{i}"] for i in range(len(stored.files) - 1)]
        if len(history) - 1 > epochs:
            return None
        learner.restore(leaves)
    except (BadZipFile, KeyError, ValueError, EOFError) as error:
        raise ValueError(f"{path} is no checkpoint of this run: {error}") from None
    return history


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
