"""The unit of work: one chunk of draws at one size, from a stream of its own, and how large it is."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from perturb.statements.chance import Statistic
from perturb.types import FloatArray

# For samples that are drawn until decided. Fixed: streams are keyed by chunk, another size is another sample.
CHUNK = 500


@dataclass(frozen=True)
class Task:
    statistic: Statistic
    key: str
    seed: int
    n: int
    index: int
    draws: int


def chunk_stream(key: str, seed: int, n: int, index: int) -> np.random.Generator:
    """The generator of one chunk. Each key is one 32-bit word, so no two keys can run together."""
    spawn = (int(key[:8], 16), int(key[8:], 16), n, index)
    return np.random.Generator(np.random.PCG64DXSM(np.random.SeedSequence(seed, spawn_key=spawn)))


def draw(task: Task) -> FloatArray:
    """The values of one chunk, shape (task.draws,); ValueError for another shape or a value not finite."""
    rng = chunk_stream(task.key, task.seed, task.n, task.index)
    values = np.asarray(task.statistic(task.n, task.draws, rng), dtype=float)
    check(values, f"n = {task.n}, chunk {task.index}", task.draws)
    return values


def check(values: FloatArray, where: str, draws: int) -> None:
    if values.shape != (draws,):
        raise ValueError(f"{where}: the statistic gave shape {values.shape}, expected ({draws},)")
    if not np.isfinite(values).all():
        # A value that is no number would silently shrink the sample under the band.
        raise ValueError(f"{where}: the statistic gave a value that is not finite")
