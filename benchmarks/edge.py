"""Samples a second of the largest eigenvalue of the GOE, and the peers that are importable, on one core.

    OPENBLAS_NUM_THREADS=1 python benchmarks/edge.py

Processor time, the best of several repetitions. DPPy (`dppy.beta_ensembles`) draws all eigenvalues.
"""

from __future__ import annotations

from collections.abc import Callable
from importlib import import_module
from math import ceil
from time import process_time

import numpy as np
from pandas import DataFrame, Series

from perturb.laws.ensembles import gaussian_extremes as gaussian
from perturb.laws.ensembles import goe_largest

TARGETS = {10**3: 150_000, 10**4: 70_000, 10**6: 15_000, 10**8: 2_000}
REPETITIONS = 3


def rate(f: Callable[[int], object], draws: int) -> float:
    """Draws a second of processor time, the best of the repetitions."""
    times = []
    for _ in range(REPETITIONS):
        start = process_time()
        f(draws)
        times.append(process_time() - start)
    return draws / min(times)


def ours(n: int) -> float:
    rows = min(n, ceil(gaussian.ROWS * n ** (1 / 3)))
    return rate(lambda draws: goe_largest(n, draws, np.random.default_rng(0)), 6 * gaussian.lanes(rows))


def dense(n: int) -> float:
    """One np.linalg.eigvalsh a matrix."""
    rng = np.random.default_rng(0)

    def loop(draws: int) -> None:
        for _ in range(draws):
            K = rng.standard_normal((n, n))
            np.linalg.eigvalsh((K + K.T) / 2**0.5)

    return rate(loop, 2)


def dppy(n: int) -> float | None:
    try:
        ensemble = import_module("dppy.beta_ensembles").HermiteEnsemble(beta=1)
    except ImportError:
        return None
    return rate(lambda draws: [ensemble.sample_banded_model(size_N=n) for _ in range(draws)], 3)


if __name__ == "__main__":
    table = DataFrame({"target": TARGETS})
    table["ours, 1/s"] = [ours(n) for n in table.index]
    table["/ target"] = table["ours, 1/s"] / table["target"]
    for name, peer in {"eigvalsh": dense, "DPPy": dppy}.items():
        table[name] = Series({n: peer(n) for n in table.index if n <= 1000}, dtype=float)
    print(table.round(2).to_string(na_rep="", index_names=False))
