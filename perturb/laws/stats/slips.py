"""Slips of normalisation, which a sample would have to undergo to fit, and the hints that come of them.

One of them is another variance on the diagonal of a matrix whose largest eigenvalues a sample holds: matrices
with the other variance are drawn, tridiagonal and dense, and compared with the sample.

The shift and scale that bring a distribution closest to a sample: a search, measured afterwards.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache
from math import exp, inf, log, sqrt
from typing import Any, Literal

import numpy as np
import scipy

from perturb.laws.distributions.base import ContinuousDistribution, ScaledDistribution
from perturb.laws.distributions.marchenko_pastur import MarchenkoPastur
from perturb.laws.distributions.names import NamedDistribution, at_size
from perturb.laws.stats.bands import sup_distance
from perturb.laws.stats.samples import left, vector
from perturb.types import FloatArray, Function

Change = Function
EDGE = {"tracy-widom-1": 2.0, "tracy-widom-2": 1.0}  # the variance on the diagonal that each limit goes with
VARIANCES = (0.0, 0.5, 1.0, 2.0, 4.0)
DENSE = 60  # up to this size dense matrices are drawn: the first order is too far off for them
CENTRES = {"sqrt(n)": 1.0, "sqrt(2 n)": sqrt(2), "2 sqrt(n)": 2.0, "sqrt(8 n)": sqrt(8), "4 sqrt(n)": 4.0}
# Logarithms of densities at which one draw, out of place or on a pole, does not outvote all others: the most
# beside the median of the draws.
LEAST, MOST = -50.0, 10.0


@dataclass(frozen=True)
class Slip:
    """`change` undoes it: the changed sample is judged again. `kind` is a word, `text` a clause."""

    kind: str
    text: str
    change: Change


def slips(named: NamedDistribution, distribution: ContinuousDistribution, n: int | None) -> Iterator[Slip]:
    """All that make sense for the distribution; those that depend on the size need n."""
    yield Slip("sign", f"minus the values fit {distribution.name}", np.negative)
    for word, factor in SIMPLE.items():
        yield Slip("scale", f"fits {word} {distribution.name}", affine(1 / factor))
    if distribution.support[0] >= 0:
        yield from powers(distribution)
    if n is not None and named.base in EDGE:
        yield from _signed(edge(named.factor, n))
        if n > DENSE:
            yield from diagonals(named, n)
    elif n is not None:
        yield from sizes(named.base, n)


def affine(a: float, b: float = 0.0) -> Change:
    return lambda x: a * x + b


def power(a: float, exponent: float) -> Change:
    """(a x)^exponent; what is not defined is left NaN."""
    return lambda x: np.float_power(a * x, exponent)


def powers(distribution: ContinuousDistribution) -> Iterator[Slip]:
    for word, exponent in (("squares", 2.0), ("square roots", 0.5), ("reciprocals", -1.0)):
        yield Slip("power", f"the {word} of the values fit {distribution.name}", power(1.0, exponent))


def edge(c: float, n: int) -> Iterator[Slip]:
    """Ways to miss c n^(1/6) (largest - 2 sqrt(n)), largest eigenvalue for entries of variance 1."""
    small, large, root = n ** (1 / 6), n ** (2 / 3), sqrt(n)
    centre = 2 * c * large  # of y
    for word, s in (("1/2", sqrt(0.5)), ("1", 1.0), ("2", sqrt(2)), ("4", 2.0)):
        text = f"raw largest eigenvalues, off-diagonal variance {word}, neither centred nor scaled"
        yield Slip("raw", text, affine(c * small / s, -centre))
        if s != c:
            text = f"off-diagonal variance {word}, but centred at 2 sqrt(n)"
            yield Slip("centring", text, affine(c / s, 2 * large * c / s - centre))
    text = "raw largest eigenvalues, off-diagonal variance 1/n, neither centred nor scaled"
    yield Slip("raw", text, affine(c * large, -centre))
    yield Slip("centring", "scaled by n^(1/6) but not centred", affine(1.0, -centre))
    for word, f in CENTRES.items():
        if f != 2 * c:
            yield Slip("centring", f"centred at {word}", affine(1.0, (f - 2 * c) * large))
    yield Slip("scale", "the factor n^(1/6) is missing", affine(small))
    yield Slip("scale", "the factor n^(2/3) is missing (entries of variance 1/n)", affine(large))
    yield Slip("scale", "factor n^(2/3) where n^(1/6) belongs", affine(1 / root))
    yield Slip("scale", "factor n^(1/6) where n^(2/3) belongs (entries of variance 1/n)", affine(root))


def diagonals(named: NamedDistribution, n: int) -> Iterator[Slip]:
    """Another variance v on the diagonal moves the largest eigenvalue by (v - v_0)/sqrt(n), to first order.

    By second-order perturbation theory its mean moves by (v - v_0) E sum_k 1/(lambda - lambda_k) / n, as the
    eigenvectors are uniform, and the Stieltjes transform of the semicircle at its edge is 1.
    """
    right = EDGE[named.base]
    for v in VARIANCES:
        if v != right:
            shift = named.factor * (v - right) * n ** (-1 / 3)
            text = f"variance {v:g} instead of {right:g} on the diagonal, dense matrix"
            yield Slip("diagonal", text, affine(1.0, -shift))


def sizes(base: str, n: int) -> Iterator[Slip]:
    """A power of n too much or too little; for n s_n^2 also s_n itself."""
    for word, factor in (("n", float(n)), ("sqrt(n)", sqrt(n)), ("n^2", float(n) ** 2)):
        yield Slip("scale", f"a factor 1/{word} is missing", affine(1 / factor))
        yield Slip("scale", f"a factor {word} is missing", affine(factor))
    if base == "smallest-singular":
        yield Slip("power", "these are s_n, not n s_n^2", power(sqrt(n), 2.0))
        yield Slip("power", "these are s_n for entries of variance 1/n, not n s_n^2", power(float(n), 2.0))


def _signed(found: Iterator[Slip]) -> Iterator[Slip]:
    """Each, and the same for the smallest eigenvalue, which is distributed as minus the largest."""
    for slip in found:
        yield slip
        smallest = slip.text.replace("largest", "smallest")
        text = smallest if smallest != slip.text else f"minus sign, and {slip.text}"
        yield Slip("sign" if smallest == slip.text else slip.kind, text, _minus(slip.change))


def _minus(change: Change) -> Change:
    return lambda x: change(-x)


@dataclass(frozen=True)
class Explanation:
    """A hint: with the change undone the sample is not refuted.

    `distance` is the sup distance that is left, `p` bounds the probability of one as large. `likelihood` is
    the mean logarithm of the density at the draws: what hints are ranked by.
    """

    kind: str
    text: str
    distance: float
    p: float
    likelihood: float


def likelihood(
    values: FloatArray, distribution: ContinuousDistribution, change: Function | None, fitted: int = 0
) -> float:
    """Mean log-density of values whose change has the distribution, finite; `LEAST` for one that cannot be.

    At an atom its mass counts. A density has no bound at a pole, such as that of Marchenko and Pastur at 0: a
    value there, mostly one that was rounded to it, counts for no more than `MOST` above the median. Each
    parameter that was `fitted` to the m values costs log(m) / (2 m) (G. Schwarz, Ann. Statist. 6, 1978).
    """
    with np.errstate(all="ignore"):
        at = values if change is None else change(values)
        log = np.asarray(distribution.logpdf(at), dtype=np.float64)
        for point, mass in getattr(distribution, "atoms", ()):
            log = np.where(at == point, np.log(mass), log)
        if change is not None:
            step = 1e-6 * (np.abs(values) + 1)
            log = log + np.log(np.abs(change(values + step) - change(values - step)) / (2 * step))
    log = np.fmax(log, LEAST)
    usual = log[(log > LEAST) & (log < np.inf)]
    most = (np.median(usual) if len(usual) else 0.0) + MOST
    return float(np.mean(np.minimum(log, most)) - fitted * np.log(len(log)) / (2 * len(log)))


FEW = 300  # draws that rule out most variances
LARGEST_MODEL = 10_000  # beyond, drawing the tridiagonal model takes seconds
DRAWS = 8_000
BLOCK = 500  # dense matrices at a time
SEED = 2002


def diagonal(values: FloatArray, named: NamedDistribution, alpha: float, n: int | None) -> list[Explanation]:
    """Another variance on the diagonal, against draws of our own.

    Their density is that of the right model, moved to their mean and deviation.
    """
    found: list[Explanation] = []
    if n is None or n > LARGEST_MODEL or named.base not in EDGE:
        return found
    right, exact = EDGE[named.base], at_size(named, n)
    assert exact is not None
    for variance, model, draws in _models(values, named, alpha, n):
        seen, p = two_samples(values, draws)
        if p >= alpha:
            text = f"variance {variance:g} instead of {right:g} on the diagonal, {model}"
            scale = float(draws.std()) / exact.std()
            near = scaled(exact, float(draws.mean()) - scale * exact.mean(), scale)
            found.append(Explanation("diagonal", text, seen, p, likelihood(values, near, None)))
    return found


def _models(
    values: FloatArray, named: NamedDistribution, alpha: float, n: int
) -> Iterator[tuple[float, str, FloatArray]]:
    """Variance, model and draws; of dense matrices only where a few draws do not rule them out."""
    right = EDGE[named.base]
    beta = int(2 / right)
    for factor in (0.5, 2.0):
        yield right * factor, "tridiagonal model", named.factor * largest_with(beta, n, factor)
    for variance in VARIANCES if n <= DENSE else ():
        few = named.factor * dense_largest(beta, n, variance, FEW)
        if variance != right and two_samples(values, few)[1] >= alpha:
            yield variance, "dense matrix", named.factor * dense_largest(beta, n, variance, DRAWS // 2)


@cache
def largest_with(beta: int, n: int, factor: float) -> FloatArray:
    """n^(1/6) (largest - 2 sqrt(n)) of DRAWS tridiagonal matrices, sorted, `factor` times the right diagonal.

    I. Dumitriu and A. Edelman, J. Math. Phys. 43, 5830 (2002): diagonal N(0, 2/beta), beside it
    chi(beta k) / sqrt(beta), k = n - 1, ..., 1. Only the top 12 n^(1/3) + 12 rows matter at the edge. Unlike
    in a dense matrix, another variance on the diagonal (`factor` times 2/beta) changes the limit distribution
    itself: the noise of the stochastic Airy operator has variance 2/beta from the diagonal, as much from
    beside it.
    """
    rng = np.random.default_rng([SEED, beta, n])
    rows = min(n, int(12 * n ** (1 / 3)) + 12)
    diagonal = rng.normal(0.0, sqrt(2 * factor / beta), (DRAWS, rows))
    beside = np.sqrt(rng.chisquare(beta * (n - np.arange(1, rows)), (DRAWS, rows - 1)) / beta)
    top = [_top(d, e) for d, e in zip(diagonal, beside, strict=True)]
    return np.sort(n ** (1 / 6) * (np.array(top) - 2 * sqrt(n)))


@cache
def dense_largest(beta: int, n: int, variance: float, draws: int) -> FloatArray:
    """n^(1/6) (largest - 2 sqrt(n)) of dense matrices, sorted: off-diagonal entries have E |x|^2 = 1."""
    rng, index = np.random.default_rng([SEED, beta, n, 1]), np.arange(n)
    top = np.empty(draws)
    for start in range(0, draws, BLOCK):
        part = top[start : start + BLOCK]
        X = rng.standard_normal((len(part), n, n))
        if beta == 2:
            X = (X + 1j * rng.standard_normal(X.shape)) / sqrt(2)
        X = (X + X.conj().swapaxes(1, 2)) / sqrt(2)
        X[:, index, index] = sqrt(variance) * rng.standard_normal((len(part), n))
        part[:] = np.linalg.eigvalsh(X)[:, -1]
    return np.sort(n ** (1 / 6) * (top - 2 * sqrt(n)))


def _top(diagonal: FloatArray, beside: FloatArray) -> float:
    last = len(diagonal) - 1
    if last == 0:
        return float(diagonal[0])
    return float(
        scipy.linalg.eigvalsh_tridiagonal(diagonal, beside, select="i", select_range=(last, last))[0]
    )


def two_samples(sample: FloatArray, other: FloatArray) -> tuple[float, float]:
    """The sup distance d between two samples (`other` sorted), and a bound of the chance of one as large.

    By two bands of Dvoretzky, Kiefer, Wolfowitz and Massart that share the chance and meet at d.
    """

    def share(x: FloatArray, side: Literal["left", "right"]) -> FloatArray:
        return np.searchsorted(other, x, side=side) / len(other)

    seen = sup_distance(sample, lambda x: share(x, "right"), lambda x: share(x, "left"))
    unit = seen / (len(sample) ** -0.5 + len(other) ** -0.5)
    return seen, min(1.0, 4 * exp(-2 * unit * unit))


POINTS = 4_000  # order statistics that the search looks at
ENOUGH = 100_000  # and a likelihood
SIMPLE = {"1/2": 0.5, "1/sqrt(2)": sqrt(0.5), "sqrt(2)": sqrt(2), "2": 2.0}


@dataclass(frozen=True)
class Fit:
    """The sample looks like shift + scale X for X of the distribution; `distance` before any band."""

    shift: float
    scale: float
    distance: float


def fit(sample: Any, distribution: ContinuousDistribution, move: str = "both") -> Fit:
    """Least sup distance over the shift, the positive scale, or both (`move`), from matched quartiles.

    By Nelder and Mead. ValueError for a sample whose quartiles coincide. The DKW band holds for every
    distribution at once, so `distance(sample, scaled(distribution, shift, scale), alpha)` is as good for this
    fit as for a distribution named before.
    """
    if move not in ("shift", "scale", "both"):
        raise ValueError(f"move = {move!r} is not shift, scale or both")
    values = np.sort(vector(sample))
    from scipy.optimize import minimize  # loaded where it is used: a third of a second of every start

    values = values[:: max(1, len(values) // POINTS)]
    y = distribution.ppf(np.array([0.25, 0.5, 0.75]))
    with np.errstate(over="ignore"):  # values of both signs near the largest float
        x = np.quantile(values, (0.25, 0.5, 0.75))
        spread = x[2] - x[0]
    if not 0 < spread < inf:
        raise ValueError("sample: its quartiles coincide or are not finite, no scale can be fitted")

    def moved(p: FloatArray) -> tuple[float, float]:
        scale = 1.0 if move == "shift" else spread / (y[2] - y[0]) * exp(min(max(p[-1], -20.0), 20.0))
        shift = 0.0 if move == "scale" else x[1] - scale * y[1] + spread * p[0]
        return float(shift), float(scale)

    def distance_at(p: FloatArray) -> float:
        shift, scale = moved(p)
        return sup_distance((values - shift) / scale, distribution.cdf, left(distribution))

    simplex = np.array([[0.0, 0.0], [0.05, 0.0], [0.0, 0.1]]) if move == "both" else np.array([[0.0], [0.05]])
    best = minimize(distance_at, simplex[0], method="Nelder-Mead", options={"initial_simplex": simplex})
    return Fit(*moved(best.x), float(best.fun))


def refit(sample: FloatArray, distribution: ContinuousDistribution) -> list[Any]:
    """Marchenko-Pastur with the likeliest ratio and variance, as a hint, where another ratio was named."""
    if not isinstance(distribution, MarchenkoPastur):
        return []
    try:
        found = distribution.fit(thinned(sample))
    except ValueError:
        return []
    text = f"fits the ratio {found.ratio:.3g} at variance {found.variance:.3g}"
    return [("ratio and scale", text, None, found)]


def thinned(sample: FloatArray) -> FloatArray:
    """At most ENOUGH order statistics, the extremes among them: a fit to these is one to all, nearly."""
    places = np.linspace(0, len(sample) - 1, min(len(sample), ENOUGH)).round().astype(int)
    return np.asarray(np.sort(sample)[places])


def scaled(
    distribution: ContinuousDistribution, shift: float, scale: float, word: str = ""
) -> ContinuousDistribution:
    """The distribution of shift + scale X; `word` names the scale."""
    factor = word or ("" if scale == 1 else f"{scale:.4g}")
    name = " ".join(part for part in (factor, distribution.name) if part)
    start = f"{shift:.4g} + " if shift else ""
    return ScaledDistribution(
        distribution, scale, f"{start}{name}", f"{start}{factor}\\,{distribution.latex}", shift
    )


def simple(scale: float, relative: float = 0.15) -> str | None:
    """The simple constant next to a fitted scale, within `relative` in the logarithm; None for none."""
    word = min(SIMPLE, key=lambda name: abs(log(SIMPLE[name] / scale)))
    return word if abs(log(SIMPLE[word] / scale)) < relative else None
