"""What determines a training run, and the network that it starts from."""

from __future__ import annotations

from dataclasses import asdict, dataclass

import numpy as np

from perturb.networks.relu.arguments import positive
from perturb.networks.relu.dense import DenseStack, dense_stack
from perturb.networks.relu.double_layers import double_product
from perturb.networks.training.examples import DATA
from perturb.process.output import digest
from perturb.types import FloatArray


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
