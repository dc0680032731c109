"""Two hundred random networks for the flow, listed by seed before it was run on any of them.

Number k has the seed 7000 + k: two hidden layers for k < 100, three after that, of three neurons each, three
inputs, one output; without biases for even k. The loss is squared for k % 4 < 2, else logistic. All numbers
are standard normal, in the order of weights, biases, the five examples; labels are signs of such numbers.
"""

from __future__ import annotations

from itertools import pairwise
from typing import Any, NamedTuple

import numpy as np

NUMBERS = tuple(range(200))
FIRST_SEED = 7000
EXAMPLES = 5
TIMES = tuple(k / 8 for k in range(17))  # to t = 2


class Case(NamedTuple):
    """weights[k] (m, n) and biases[k] (m,), or None; x (EXAMPLES, 3), y of signs; the name of the loss."""

    weights: list[Any]
    biases: list[Any] | None
    x: Any
    y: Any
    loss: str


def case(number: int) -> Case:
    """The network with this number, with its examples."""
    sizes = (3, 3, 3, 1) if number < 100 else (3, 3, 3, 3, 1)
    rng = np.random.default_rng(FIRST_SEED + number)
    weights = [rng.standard_normal((m, n)) for n, m in pairwise(sizes)]
    biases = [rng.standard_normal(m) for m in sizes[1:]] if number % 2 else None
    x, y = rng.standard_normal((EXAMPLES, 3)), np.sign(rng.standard_normal(EXAMPLES))
    return Case(weights, biases, x, y, "squared" if number % 4 < 2 else "logistic")
