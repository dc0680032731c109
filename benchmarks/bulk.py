"""A million cdf values and quantiles of bulk laws beside what a user of scipy would write.

    OPENBLAS_NUM_THREADS=1 python benchmarks/bulk.py

Processor time of one core, the best of several interleaved repetitions, tables made before (how long that
takes is a column). The cdf is taken at draws, and at uniform points of the support and of twice as much: in
gaps, on atoms and outside. Beside it: the semicircle is `scipy.stats.semicircular`, the quarter circle and
Marchenko-Pastur are the arcsine formulas, with quantiles by `scipy.optimize.elementwise.find_root`; a free
sum is the fixed point w = z - v G(w), z a little above the line, its density summed up by trapezoids on a
grid and interpolated. That grid has three or four digits and its making is not counted; ours has what
`cdf_error` says.
"""

from __future__ import annotations

from collections.abc import Callable
from time import process_time

import numpy as np
from pandas import DataFrame
from scipy.integrate import cumulative_trapezoid
from scipy.optimize.elementwise import find_root
from scipy.stats import semicircular

from perturb.laws.distributions import (
    ContinuousDistribution,
    marchenko_pastur,
    masked_singular_values,
    quarter_circle,
    semicircle,
)
from perturb.laws.distributions.free import SemicircleSum, semicircle_sum
from perturb.laws.distributions.shifted import shifted_singular_values
from perturb.laws.distributions.tabled import _table

COUNT, REPETITIONS = 10**6, 3
FEW = 10**5  # values of the plain side, whose time is scaled
GRID, STEPS, ABOVE = 4001, 300, 1e-4
TARGETS = {"cdf": 20.0, "ppf": 60.0}
Function = Callable[[np.ndarray], np.ndarray]


def seconds(f: Function, x: np.ndarray) -> float:
    start = process_time()
    f(x)
    return process_time() - start


def solved(cdf: Function, support: tuple[float, float]) -> Function:
    low, high = support
    return lambda q: (
        find_root(lambda x, q: cdf(x) - q, (np.full(q.shape, low), np.full(q.shape, high)), args=(q,)).x
    )


def quarter() -> tuple[Function, Function]:
    def cdf(x: np.ndarray) -> np.ndarray:
        return (x / 2 * np.sqrt(4 - x * x) + 2 * np.arcsin(x / 2)) / np.pi

    return cdf, solved(cdf, (0.0, 2.0))


def pastur(c: float) -> tuple[Function, Function]:
    """The arcsine formula for a ratio c below 1, on the closed support."""
    a, b = (1 - c**0.5) ** 2, (1 + c**0.5) ** 2

    def cdf(x: np.ndarray) -> np.ndarray:
        root = np.sqrt(np.maximum((b - x) * (x - a), 0))
        first = np.arcsin(np.clip((2 * x - a - b) / (b - a), -1, 1))
        second = np.arcsin(np.clip(((a + b) * x - 2 * a * b) / (x * (b - a)), -1, 1))
        return 0.5 + (root + (1 + c) * first - (1 - c) * second) / (2 * np.pi * c)

    return cdf, solved(cdf, (a, b))


def summed(dist: SemicircleSum) -> tuple[Function, Function]:
    p, a, x = np.array(dist.weights), np.array(dist.points), np.linspace(*dist.support, GRID)
    w = x + 1j
    for _ in range(STEPS):
        w = (w + x + 1j * ABOVE - dist.variance * (p / (w[:, None] - a)).sum(1)) / 2
    F = cumulative_trapezoid(w.imag / (np.pi * dist.variance), x, initial=0)
    return lambda t: np.interp(t, x, F / F[-1]), lambda q: np.interp(q, F / F[-1], x)


BANDS, ONE = semicircle_sum([-1, 1], [0.5, 0.5], 0.25), semicircle_sum([-1, 0, 1], [0.3, 0.3, 0.4], 1.0)
PLAIN: tuple[tuple[ContinuousDistribution, Callable[[], tuple[Function, Function]] | None], ...] = (
    (semicircle(), lambda: (semicircular(scale=2).cdf, semicircular(scale=2).ppf)),
    (quarter_circle(), quarter),
    (marchenko_pastur(0.5), lambda: pastur(0.5)),
    (marchenko_pastur(2.5), None),
    (marchenko_pastur(50), None),
    (BANDS, lambda: summed(BANDS)),
    (ONE, lambda: summed(ONE)),
    (semicircle_sum(6 * np.arange(10.0), np.full(10, 0.1), 0.5), None),
    (shifted_singular_values(0.5), None),
    (masked_singular_values(1.1, 0.5, 0.5), None),
    (masked_singular_values(1.1, 0.9, 0.3, 0.25), None),
)


def points(dist: ContinuousDistribution) -> list[tuple[str, str, np.ndarray]]:
    """What is asked, of which method, where."""
    rng, (low, high) = np.random.default_rng(0), dist.support
    q, u = rng.random((2, COUNT))
    return [
        ("cdf of draws", "cdf", dist.ppf(q)),
        ("cdf on the support", "cdf", low + (high - low) * u),
        ("cdf on twice as much", "cdf", (low + high) / 2 + (high - low) * (2 * u - 1)),
        ("quantiles", "ppf", q),
    ]


def rows(dist: ContinuousDistribution, plain: tuple[Function, Function] | None) -> list[list[object]]:
    found = []
    for name, method, given in points(dist):
        f, other = getattr(dist, method), plain[method == "ppf"] if plain and "twice" not in name else None
        _table.cache_clear()
        first = seconds(f, given)
        ours, theirs = np.inf, np.inf if other else np.nan
        for _ in range(REPETITIONS):
            ours = min(ours, seconds(f, given))
            if other:
                theirs = min(theirs, seconds(other, given[:FEW]) * COUNT / FEW)
        made, ms = 1e3 * (first - ours), 1e3 * ours
        found.append([dist.name, name, ms, TARGETS[method], made, 1e3 * theirs, theirs / ours])
    return found


if __name__ == "__main__":
    head = ["law", "10^6 of", "ours, ms", "target", "made once, ms", "plain, ms", "ratio"]
    lines = [line for dist, plain in PLAIN for line in rows(dist, plain() if plain else None)]
    print(DataFrame(lines, columns=head).round(1).to_string(index=False))
