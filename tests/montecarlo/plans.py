"""Small experiments for the tests; importable by name, so that workers find their statistics."""

from __future__ import annotations

import time

import numpy as np

from perturb.laws.distributions import tracy_widom
from perturb.montecarlo import Bins, Experiment, Probability

# 512 draws a chunk.
CHUNK = 512


def costly(n):
    return 500_000 / CHUNK


def gaussian(n, draws, rng):
    return rng.standard_normal(draws) * n


def napping(n, draws, rng):
    """Long enough to be killed in the middle of a chunk."""
    time.sleep(0.01)
    return rng.standard_normal(draws)


def pair(n, draws, rng, r=1):
    """Two columns and an event of one pass over n + 1 normals a draw."""
    x = rng.standard_normal((draws, n + 1)) * r
    return {"first": x[:, 0], "top": x.max(axis=1), "unused": x[:, 0], "positive": x[:, 0] > 0}


def record(n, draws, rng):
    """The same as a structured array."""
    found = pair(n, draws, rng)
    values = np.empty(draws, dtype=[("first", "f8"), ("top", "f8"), ("positive", "?")])
    for name in values.dtype.names:
        values[name] = found[name]
    return values


PLAN = Experiment(
    name="test/gaussian",
    title="a multiple of a normal",
    source="none",
    statistic=gaussian,
    symbol="n x",
    sizes=(1, 3),
    draws=5 * CHUNK + 17,
    bins=Bins(-4, 4, 8),
    reference=tracy_widom(1),
    cost=costly,
)

COLUMNS = {"first": Bins(-4, 4, 8), "top": Bins(-2, 6, 8), "positive": Probability(lambda n, r: 0.5 + r / 10)}

MANY = Experiment(
    name="test/many",
    title="Two columns, an event, two cases",
    source="none",
    statistic=pair,
    symbol={"first": "x_0", "top": r"\max_i x_i", "positive": "x_0 > 0"},
    sizes=(1, 2),
    draws=2 * CHUNK,
    bins=COLUMNS,
    cases=({"r": 1}, {"r": 2}),
    marks={"r": lambda n, r: float(r), "zero": 0.0},
    cost=costly,
)
