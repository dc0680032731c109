"""Time per matrix of each spectral kernel, and as a ratio to numpy and mpmath in the same run."""

from __future__ import annotations

from collections.abc import Callable
from time import perf_counter

import numpy as np
from flint import ctx, fmpq, fmpq_mat
from mpmath import mp
from pandas import DataFrame, Series

from perturb.numbers import algebraic, charpoly, functions, residual

SIZES = (2, 5, 10, 20)
ALGEBRAIC_LIMIT = 10


def seconds(f: Callable[[], object], budget: float = 0.15) -> float:
    """The fastest of at least three calls within the budget."""
    times: list[float] = []
    while len(times) < 3 or sum(times) < budget:
        start = perf_counter()
        f()
        times.append(perf_counter() - start)
    return min(times)


def exact(F: np.ndarray) -> fmpq_mat:
    return fmpq_mat([[fmpq(*x.as_integer_ratio()) for x in row] for row in F.tolist()])


def jobs(F: np.ndarray) -> dict[str, Callable[[], object]]:
    A = exact(F)
    S, M = A + A.transpose(), mp.matrix(F.tolist())
    table = {
        "numpy svd": lambda: np.linalg.svd(F),
        "mpmath svd, 53 bits": lambda: mp.svd_r(M),
        "residual singular values": lambda: residual.singular_values(A),
        "residual eigenvalues": lambda: residual.symmetric_eigenvalues(S),
        "charpoly singular values": lambda: charpoly.singular_values(A),
        "charpoly eigenvalues": lambda: charpoly.symmetric_eigenvalues(S),
        "inertia": lambda: charpoly.inertia(S),
        "matrix square root": lambda: functions.matrix_sqrt(A.transpose() * A),
        "numerical radius": lambda: functions.numerical_radius(A),
    }
    if len(F) <= ALGEBRAIC_LIMIT:
        table["algebraic singular values"] = lambda: algebraic.algebraic_singular_values(A)
    return table


def report(n: int) -> None:
    rng = np.random.default_rng(n)
    times = {name: seconds(f) for name, f in jobs(rng.standard_normal((n, n))).items()}
    t = Series(times)
    ratios = {"/ numpy": t / t["numpy svd"], "/ mpmath": t / t["mpmath svd, 53 bits"]}
    print(f"\nn = {n}", DataFrame({"ms": 1e3 * t, **ratios}).round(4), sep="\n")


if __name__ == "__main__":
    with ctx.workprec(53):
        for size in SIZES:
            report(size)
