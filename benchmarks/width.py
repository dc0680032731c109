"""Gaussian mean widths: time and scatter beside a linear program a draw and beside plain sampling.

    OPENBLAS_NUM_THREADS=1 python benchmarks/width.py

Ratios in one run, one BLAS thread, the fastest of several calls.
"""

from __future__ import annotations

import math
from collections.abc import Callable
from time import perf_counter

import numpy as np
from pandas import DataFrame
from scipy.integrate import quad
from scipy.optimize import linprog
from scipy.stats import trim_mean

from perturb.networks.relu import draw_widths, mean_width, operator_width, relu_width

SETS = ((100, 20), (1000, 100), (1000, 784), (20, 784))
DRAWS = 100
REPEATED = 2000  # draws from which scatter is measured
SQUARES = (3, 10, 30, 100)
LAYERS = (2, 4, 10)


def seconds(f: Callable[[], object], budget: float = 0.3) -> float:
    """The fastest of at least three calls within the budget."""
    times: list[float] = []
    while len(times) < 3 or sum(times) < budget:
        start = perf_counter()
        f()
        times.append(perf_counter() - start)
    return min(times)


def program(K: np.ndarray, g: np.ndarray) -> float:
    """(27) of Dittmer, King and Maass as printed: the width of the hull in direction g."""
    values = K @ g
    sums = np.kron(np.eye(2), np.ones(len(K)))
    return -linprog(np.concatenate([-values, values]), A_eq=sums, b_eq=[1.0, 1.0], method="highs").fun


def by_programs(K: np.ndarray, draws: int = DRAWS) -> float:
    """A mean without the extremes over that many Gaussian vectors, one program each."""
    g = np.random.default_rng(0).standard_normal((draws, K.shape[1]))
    return float(trim_mean([program(K, x) for x in g], 0.1))


def plain(K: np.ndarray, draws: int = DRAWS) -> np.ndarray:
    """Largest less least inner product with Gaussian vectors."""
    products = np.random.default_rng(0).standard_normal((draws, K.shape[1])) @ K.T
    return products.max(axis=1) - products.min(axis=1)


def of_set(count: int, n: int) -> dict[str, float]:
    """One row: milliseconds, ratios, and how many plain draws one draw of ours is worth."""
    K = np.random.default_rng(count + n).standard_normal((count, n))
    ours, theirs, sampled = (
        seconds(f) for f in (lambda: mean_width(K), lambda: by_programs(K, 5), lambda: plain(K))
    )
    theirs *= DRAWS / 5
    worth = plain(K, REPEATED).var() / draw_widths(K, REPEATED).var()
    low, high = mean_width(K).floats
    return {
        "ms": 1e3 * ours,
        "programs ms": 1e3 * theirs,
        "programs / ours": theirs / ours,
        "plain / ours": sampled / ours,
        "plain draws a draw": worth,
        "band": (high - low) / (high + low),
    }


def by_quadrature(s: np.ndarray) -> float:
    """2 E sqrt(sum s^2 g^2) by adaptive quadrature in float64, with an estimate of its error."""

    def f(x: float) -> float:
        return -math.expm1(-0.5 * float(np.log1p(2 * math.exp(x) * s * s).sum())) * math.exp(-x / 2)

    return quad(f, -80, 80, limit=400)[0] / math.sqrt(math.pi)


def of_matrix(n: int) -> dict[str, float]:
    """One row: milliseconds, and the draws that plain sampling needs for the same error, with their time."""
    A = np.random.default_rng(n).standard_normal((n, n))
    low, high = operator_width(A).floats
    ours = seconds(lambda: operator_width(A))
    quadrature = seconds(lambda: by_quadrature(np.linalg.svd(A, compute_uv=False)))
    g = np.random.default_rng(0).standard_normal((REPEATED, n))
    sampled = seconds(lambda: np.linalg.norm(g @ A, axis=1).mean())
    return {
        "ms": 1e3 * ours,
        "relative error": (high - low) / high,
        "svd ms": 1e3 * seconds(lambda: np.linalg.svd(A)),
        "quad / ours": quadrature / ours,
        "plain draws in our time": REPEATED * ours / sampled,
        "their relative error": float(
            np.linalg.norm(g @ A, axis=1).std() / low * 2 / math.sqrt(REPEATED * ours / sampled)
        ),
    }


def of_layer(n: int) -> dict[str, float]:
    """One row: milliseconds for 100 directions, and upper over lower end."""
    A = np.random.default_rng(n).standard_normal((n, n))
    low, high = relu_width(A).floats
    return {"ms": 1e3 * seconds(lambda: relu_width(A)), "upper / lower": high / low}


if __name__ == "__main__":
    sets = DataFrame({str(size): of_set(*size) for size in SETS}).T
    print("finite sets, 100 draws", sets.to_string(float_format=lambda x: f"{x:.3g}"), sep="\n")
    table = DataFrame({n: of_matrix(n) for n in SQUARES}).T
    print("\nmatrices n x n", table.to_string(float_format=lambda x: f"{x:.3g}"), sep="\n")
    print("\nReLU layers n x n", DataFrame({n: of_layer(n) for n in LAYERS}).T.round(2), sep="\n")
