"""Singular values of batches and of the bidiagonal model against the loop that an author would write.

    OPENBLAS_NUM_THREADS=1 python benchmarks/samplers.py

Ratios in one run, one BLAS thread; the best of several interleaved repetitions. The plain loop is one
`np.linalg.svd(A)` a matrix, on one core. Processor time of one core on our side too, except where a row says
"two workers": those are seconds by the clock, of chunks on two processes. Matrices are given in the rows on
all singular values and drawn in the others, on both sides.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from concurrent.futures import Executor
from time import perf_counter, process_time

import numpy as np
from pandas import DataFrame

from perturb.laws.ensembles import ginibre_extremes, kappa_ginibre, shifted_extremes, singular_values
from perturb.laws.ensembles.certified import singular_values as certified_singular_values
from perturb.montecarlo.run import local

REPETITIONS = 3
ENTRIES = 8_000_000  # of the matrices of one measurement: 64 MB
ALL = {5: 10, 10: 6, 25: 6, 50: 6, 100: 5}
EXTREMES = {25: 20, 100: 60, 400: 400}
HEAD = ["work", "ours, us", "plain loop, us", "ratio", "target"]
Row = tuple[str, float, float, float, float | None]


def seconds(f: Callable[[], object]) -> float:
    start = process_time()
    f()
    return process_time() - start


def rng() -> np.random.Generator:
    return np.random.default_rng(0)


def versus(
    ours: Callable[[], object], count: int, plain: Callable[[], object], few: int
) -> tuple[float, float]:
    """Seconds a matrix of either side, each the best of interleaved repetitions."""
    times = [(seconds(ours) / count, seconds(plain) / few) for _ in range(REPETITIONS)]
    best, loop = (min(side) for side in zip(*times, strict=True))
    return best, loop


def row(work: str, best: float, loop: float, target: float | None) -> Row:
    return work, 1e6 * best, 1e6 * loop, loop / best, target


def spectra(n: int, target: float) -> Iterator[Row]:
    count = min(20_000, ENTRIES // n**2)
    A = rng().standard_normal((count, n, n))
    few = A[: max(10, 20_000 // n**2)]
    loop = versus(lambda: singular_values(A), count, lambda: [np.linalg.svd(a) for a in few], len(few))
    yield row(f"all singular values, n = {n}", *loop, target)
    part = A[: len(few) * 4]
    loop = versus(
        lambda: certified_singular_values(part), len(part), lambda: [np.linalg.svd(a) for a in few], len(few)
    )
    yield row(f"with certified radii, n = {n}", *loop, None)


def chunk(n: int, count: int, seed: int) -> np.ndarray:
    return singular_values(np.random.default_rng(seed).standard_normal((count, n, n)))


def side_by_side(n: int, target: float, executor: Executor) -> Row:
    """Chunks on two workers that draw their matrices, as a campaign has it; the loop draws its own too."""
    count, few = max(16, min(20_000, ENTRIES // n**2)), max(10, 20_000 // n**2)

    def ours() -> None:
        list(executor.map(chunk, [n] * 6, [count] * 6, range(6)))

    def plain() -> None:
        g = rng()
        for _ in range(few):
            np.linalg.svd(g.standard_normal((n, n)))

    ours()
    times = [(clock(ours) / (6 * count), clock(plain) / few) for _ in range(REPETITIONS)]
    best, loop = (min(side) for side in zip(*times, strict=True))
    return row(f"drawn, two workers, n = {n}", best, loop, target)


def clock(f: Callable[[], object]) -> float:
    start = perf_counter()
    f()
    return perf_counter() - start


def extremes(n: int, target: float) -> Iterator[Row]:
    few = max(4, 4_000 // n)

    def plain() -> None:
        g = rng()
        for _ in range(few):
            s = np.linalg.svd(g.standard_normal((n, n)))[1]
            _ = s[0], s[-1], s[0] / s[-1]

    both = versus(lambda: ginibre_extremes(n, 8192, rng()), 8192, plain, few)
    yield row(f"s_1, s_n, n = {n}", *both, target)
    ratio = versus(lambda: kappa_ginibre(n, 8192, rng()), 8192, plain, few)
    yield row(f"kappa, n = {n}", *ratio, target)


def shifted(n: int) -> Row:
    """Singular values of W and W + I, eigenvalues of W + W'."""
    few, count = max(4, 2_000 // n), 40_000 // n

    def plain() -> None:
        for W in rng().standard_normal((few, n, n)) / n**0.5:
            np.linalg.svd(W), np.linalg.svd(W + np.eye(n)), np.linalg.eigh(W + W.T)

    times = versus(lambda: shifted_extremes(n, count, rng(), 1.0), count, plain, few)
    return row(f"six extremes of W, W + I, n = {n}", *times, None)


def rows() -> Iterator[Row]:
    with local(2) as pool:
        for n, target in ALL.items():
            yield from spectra(n, target)
            yield side_by_side(n, target, pool)
    for n, target in EXTREMES.items():
        yield from extremes(n, target)
    yield from map(shifted, (10, 50))


if __name__ == "__main__":
    print(DataFrame(rows(), columns=HEAD).round(2).to_string(index=False, na_rep=""))
