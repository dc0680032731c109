"""Levels and power of the test of one spectrum (`perturb law --spectrum`): prints a table.

    OPENBLAS_NUM_THREADS=1 python benchmarks/spectrum.py [PART OF A ROW'S NAME]

Of each ensemble RUNS spectra are judged at three levels. Up to n = 100 they are those of dense matrices; what
they are held against are draws of the tridiagonal model: both have to be the same ensemble. Each run is
held against draws of its own, taken from a pool of twice as many: with always the same ones the counts would
vary more, as the level is exact on average over them. The last columns are what the Gaussian limits alone
would refute.
"""

from __future__ import annotations

import sys
from collections.abc import Callable
from dataclasses import dataclass, replace
from time import perf_counter

import numpy as np
from scipy.stats import binom

from perturb.laws.spectrum.gaussian_spectra import Ensemble, Ginibre, Wigner, Wishart
from perturb.laws.spectrum.judge import SpectralStatistics, _limit, _rank, table

RUNS, DRAWS, SEED, DENSE = 2_000, 999, 2027, 100
LEVELS, FAR = (0.05, 0.01, 0.001), (0.01, 0.001, 1e-4)


def entries(shape: tuple[int, ...], beta: int, rng: np.random.Generator) -> np.ndarray:
    real = rng.standard_normal(shape)
    return real if beta == 1 else (real + 1j * rng.standard_normal(shape)) / np.sqrt(2)


def wigner(one: Wigner, rng: np.random.Generator) -> np.ndarray:
    G = entries((one.n, one.n), one.beta, rng)
    return np.linalg.eigvalsh((G + G.conj().T) / np.sqrt(2 * one.n))


def wishart(one: Wishart, rng: np.random.Generator) -> np.ndarray:
    X = entries((one.n, one.m), one.beta, rng)
    return np.linalg.eigvalsh(X @ X.conj().T / one.m)


def ginibre(one: Ginibre, rng: np.random.Generator) -> np.ndarray:
    return np.sort(np.abs(np.linalg.eigvals(entries((one.n, one.n), one.beta, rng)))) / np.sqrt(one.n)


@dataclass(frozen=True)
class Row:
    """`true`: what is judged, by default the ensemble itself; `dense`, one spectrum from a dense matrix."""

    name: str
    held: Ensemble
    dense: Callable | None = None
    true: Ensemble | None = None


ROWS = [
    *(Row(f"{'GOE' if b == 1 else 'GUE'} {n}", Wigner(n, b), wigner if n <= DENSE else None)
      for n in (50, 300, 1_000) for b in (1, 2)),
    *(Row(f"Wishart {n} x {m} {'real' if b == 1 else 'complex'}", Wishart(n, m, b),
          wishart if n <= DENSE else None)
      for n, m in ((50, 100), (50, 50), (300, 600), (300, 300), (1_000, 2_000)) for b in (1, 2)),
    *(Row(f"Ginibre radii {n} complex", Ginibre(n, 2), ginibre if n <= DENSE else None)
      for n in (50, 100, 300, 1_000)),
    *(Row(f"Ginibre radii {n} real", Ginibre(n, 1), ginibre) for n in (50, 100)),
    Row("power: 300 x 500 for 300 x 600", Wishart(300, 600, 1), None, Wishart(300, 500, 1)),
]  # fmt: skip


def spectra(row: Row, rng: np.random.Generator) -> np.ndarray:
    true = row.true or row.held
    if row.dense is None:
        return true.draw(RUNS, rng)
    return np.stack([row.dense(true, rng) for _ in range(RUNS)])


def measured(row: Row, rng: np.random.Generator) -> tuple[np.ndarray, np.ndarray]:
    """The probabilities of each run, by draws and by the limits."""
    ours = table(row.held, spectra(row, rng))
    own = row.dense is None and row.true is None  # the others of the runs are draws of the model as well
    pool = ours if own else table(row.held, row.held.draw(2 * DRAWS, rng))

    def one(k: int) -> tuple[float, float]:
        chosen = rng.choice(len(pool.values) - own, DRAWS, replace=False)
        chosen += own & (chosen >= k)
        drawn: SpectralStatistics = replace(pool, values=pool.values[chosen])
        this = replace(ours, values=ours.values[k : k + 1])
        return _rank(this, drawn)[0], _limit(this, drawn)

    by_draws, by_limit = np.array([one(k) for k in range(RUNS)]).T
    return by_draws, by_limit


def main() -> None:
    wanted = " ".join(sys.argv[1:])
    bands = ", ".join(f"{binom.ppf(5e-4, RUNS, a):.0f} to {binom.isf(5e-4, RUNS, a):.0f}" for a in LEVELS)
    print(f"{RUNS:,} runs, {DRAWS} draws; refuted at {LEVELS}: bands of 99.9 % {bands}; limits at {FAR}")
    for k, row in sorted(enumerate(ROWS), key=lambda one: one[1].held.n):
        if wanted not in row.name:
            continue
        start = perf_counter()
        by_draws, by_limit = measured(row, np.random.default_rng([SEED, k]))
        counts = [int(np.count_nonzero(by_draws <= a)) for a in LEVELS]
        far = [int(np.count_nonzero(by_limit <= a)) for a in FAR]
        how = "dense" if row.dense else "model"
        print(f"{row.name:<34} {how}  {counts}  {far}  {perf_counter() - start:.0f} s", flush=True)


if __name__ == "__main__":
    main()
