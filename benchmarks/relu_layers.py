"""Norms, distances and ReLU singular values of layers beside the published way and naive ones, in one run.

    OPENBLAS_NUM_THREADS=1 python benchmarks/relu_layers.py

Processor time, the best of several repetitions, of one Gaussian matrix each. The naive norm asks numpy for
an eigenvector of every principal block, the naive distance takes the best of as many sphere points as fit
into our time, ten times over; the published singular values are (9)-(10) of Dittmer, King and Maass (2019)
with 2000 points. Neither certifies anything; `off` is how far they are below our certified lower end, or
above our upper one.
"""

from __future__ import annotations

from collections.abc import Callable
from itertools import combinations
from time import process_time

import numpy as np
from pandas import DataFrame

from perturb.networks.relu import relu_distance, relu_norm, relu_singular_values, relu_singular_values_sampled
from perturb.networks.relu.two_layers import values

REPETITIONS = 3
NORMS = {8: (0.3, True), 12: (0.3, True), 15: (0.3, False), 17: (2.0, False)}  # rows: target, naive too
DISTANCES = {4: 0.03, 6: 1.5, 8: 10.0, 12: 10.0}
POINTS = 2000
HEAD = ["work", "ours, ms", "width", "other, ms", "off", "target, ms"]
Row = tuple[str, float, float, float | None, float | None, float]


def timed(f: Callable[[], object], repetitions: int = REPETITIONS) -> tuple[float, object]:
    times, found = [], None
    for _ in range(repetitions):
        start = process_time()
        found = f()
        times.append(process_time() - start)
    return min(times), found


def every_block(A: np.ndarray) -> float:
    """The largest eigenvalue over all principal blocks of AA' with an eigenvector of one sign."""
    G, best = A @ A.T, 0.0
    for size in range(1, len(A) + 1):
        blocks = [np.array(rows) for rows in combinations(range(len(A)), size)]
        roots, vectors = np.linalg.eigh(np.stack([G[np.ix_(rows, rows)] for rows in blocks]))
        top = vectors[:, :, -1]
        fits = (top >= 0).all(axis=1) | (top <= 0).all(axis=1)
        best = max([best, *roots[fits, -1]])
    return best**0.5


def norm(m: int, target: float, naive: bool) -> Row:
    A = np.random.default_rng(m).standard_normal((m, m))
    seconds, found = timed(lambda: relu_norm(A))
    lo, hi = found.floats
    slow, value = timed(lambda: every_block(A), 1) if naive else (None, None)
    off = None if value is None else max(lo - value, value - hi, 0) / lo
    return f"norm, {m} rows", 1e3 * seconds, (hi - lo) / lo, slow and 1e3 * slow, off, 1e3 * target


def truncated(n: int) -> tuple[np.ndarray, np.ndarray]:
    A = np.random.default_rng(n).standard_normal((n, n))
    U, d, V = np.linalg.svd(A)
    k = n // 2
    return A, (U[:, :k] * d[:k]) @ V[:k]


def sampled(A: np.ndarray, L: np.ndarray, seconds: float) -> float:
    rng, best, start = np.random.default_rng(0), 0.0, process_time()
    while process_time() - start < seconds:
        X = rng.standard_normal((10_000, A.shape[1]))
        best = max(best, float((values(A, L, X) / np.linalg.norm(X, axis=1)).max()))
    return best


def distance(n: int, target: float) -> Row:
    A, L = truncated(n)
    seconds, found = timed(lambda: relu_distance(A, L))
    lo, hi = found.floats
    slow, value = timed(lambda: sampled(A, L, 10 * seconds), 1)
    return f"distance, {n} x {n}", 1e3 * seconds, (hi - lo) / lo, 1e3 * slow, (lo - value) / lo, 1e3 * target


def singular(n: int) -> list[Row]:
    A = np.random.default_rng(n).standard_normal((n, n))
    seconds, found = timed(lambda: relu_singular_values(A), 1)
    slow, numbers = timed(lambda: relu_singular_values_sampled(A, POINTS), 1)
    rows = []
    for k, (enclosed, value) in enumerate(zip(found, numbers, strict=True)):
        lo, hi = enclosed.floats
        off = max(lo - value, value - hi, 0) / lo
        rows.append((f"s_{k}, {n} x {n} (time of all)", 1e3 * seconds, hi / lo - 1, 1e3 * slow, off, 6e4))
    return rows


if __name__ == "__main__":
    table = [norm(m, *wanted) for m, wanted in NORMS.items()]
    table += [distance(n, target) for n, target in DISTANCES.items()]
    table += [row for n in (3, 4) for row in singular(n)]
    frame = DataFrame(table, columns=HEAD)
    print(frame.to_string(index=False, float_format=lambda x: f"{x:.3g}", na_rep=""))
