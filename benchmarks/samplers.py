"""The batched sampler against the loop that an author would write, in one run."""

from __future__ import annotations

from time import perf_counter

import numpy as np

from perturb.ensembles import symmetrised_largest

SIZES = (5, 10, 25, 50, 100)


def plain(n: int, draws: int, rng: np.random.Generator) -> list[float]:
    values = []
    for _ in range(draws):
        K = rng.standard_normal((n, n))
        values.append(np.linalg.eigvalsh(K + K.T)[-1])
    return values


def seconds(sampler, n: int, draws: int) -> float:
    start = perf_counter()
    sampler(n, draws, np.random.default_rng(0))
    return perf_counter() - start


if __name__ == "__main__":
    print(f"largest eigenvalue of K + K'\n{'n':>6}{'us a draw':>12}{'x plain loop':>14}")
    for n in SIZES:
        draws = 50_000 // n
        batched = min(seconds(symmetrised_largest, n, draws) for _ in range(3))
        loop = min(seconds(plain, n, draws) for _ in range(3))
        print(f"{n:>6}{1e6 * batched / draws:>12.1f}{loop / batched:>14.1f}")
