"""Are n values the spectrum of one matrix? Draws of its ensemble decide; below their reach a limit does.

Statistics of a whole spectrum, nearly normal each, shape (draws,) from increasing values (draws, n).

Which ensemble has a distribution as the limit of its spectrum, and how the values go into its units.

The largest eigenvalue of one matrix may lie just beyond the support of that limit.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property, lru_cache
from math import inf

import numpy as np
import scipy

from perturb.enclosure import Rigour
from perturb.laws.distributions.base import ContinuousDistribution, ScaledDistribution
from perturb.laws.distributions.bulk import CircularRadius, QuarterCircle, Semicircle
from perturb.laws.distributions.marchenko_pastur import MarchenkoPastur
from perturb.laws.spectrum.gaussian_spectra import FIELDS, Ensemble, Ginibre, Wigner, Wishart
from perturb.laws.stats.samples import ROUNDING, rounding, vector
from perturb.types import FloatArray

MOST, FEWEST = 9_999, 99  # draws
WORK = 2e10  # floating-point operations that are spent on draws beyond the fewest
LARGEST = 10_000  # values: as many take minutes
SMALLEST = 10  # values that a Gaussian limit is asked of
HEAVY = 1e-2  # less, over the number of draws, is the smallest probability of normal ones once in 100
LEAST = 1e-300
SHORT = rounding(np.dtype(np.float32))


@dataclass(frozen=True)
class Deviation:
    """A statistic of the values, its mean over the draws, and how many standard deviations lie between."""

    name: str
    seen: float
    mean: float
    deviation: float


@dataclass(frozen=True)
class SpectrumFit:
    """What was measured. `by_draws` is the rank of the values among `draws` spectra of the ensemble, as a
    probability: exact at every size, at least 1/(draws + 1). `by_limit` rests on Gaussian limits (and that of
    Tracy and Widom at the edges), and is None where there are too few values. `impossible` says what has
    probability 0 in the ensemble, and is mostly empty.
    """

    distribution: ContinuousDistribution
    asked: SpectralQuestion
    n: int
    alpha: float
    draws: int
    by_draws: float
    by_limit: float | None
    deviations: tuple[Deviation, ...] = ()
    impossible: str = ""

    @property
    def reach(self) -> float:
        """The smallest level of so many draws."""
        return 1 / (self.draws + 1)

    @cached_property
    def rigour(self) -> Rigour:
        if self.impossible:
            return Rigour.EXACT
        return Rigour.CONFIDENCE if self.alpha >= self.reach else Rigour.ASYMPTOTIC

    @property
    def verdict(self) -> str:
        """refuted, not refuted, or unresolved where neither draws nor a limit reach so far.

        Below the reach of the draws a limit refutes only what is further off than all draws, too.
        """
        if self.impossible:
            return "refuted"
        if self.rigour is Rigour.CONFIDENCE:
            return "refuted" if self.by_draws <= self.alpha else "not refuted"
        if self.by_draws > self.reach:
            return "not refuted"
        if self.by_limit is None:
            return "unresolved"
        return "refuted" if self.by_limit <= self.alpha else "not refuted"


def judge_spectrum(
    values: FloatArray,
    distribution: ContinuousDistribution,
    alpha: float,
    beta: int = 1,
    draws: int | None = None,
) -> SpectrumFit:
    """Hold all n eigenvalues of one matrix, shape (n,), against the ensemble whose limit `distribution` is.

    "refuted" is wrong with probability at most alpha: values and draws are exchangeable under the ensemble,
    so the rank of the largest of their deviations is uniform, whatever the statistics are. The draws are
    always the same. ValueError (NoEnsemble) for a distribution without an ensemble, too many values, fewer
    than 19 draws.
    """
    x = vector(values)
    if not 0 < alpha < 1:
        raise ValueError(f"alpha must lie strictly between 0 and 1, got {alpha}")
    if len(x) > LARGEST:
        raise NoEnsemble(f"{len(x):,} values: a spectrum is drawn here up to {LARGEST:,}")
    if draws is not None and not (_whole(draws) and 19 <= draws <= 10**6):
        raise NoEnsemble(f"draws must lie between 19 and 10^6, a whole number, got {draws!r}")
    if not _whole(beta):
        raise NoEnsemble(f"beta must be a whole number, 1, 2 or 4, got {beta!r}")
    found = asked(distribution, len(x), beta)
    count = _count(found) if draws is None else draws
    why, rest, floor = _possible(found, x)
    if why:
        return SpectrumFit(distribution, found, len(x), alpha, count, 1 / (count + 1), None, (), why)
    ours, drawn = table(found.ensemble, rest[None], floor), null(found.ensemble, count, floor)
    by_limit = _limit(ours, drawn) if len(rest) >= SMALLEST else None
    rank, deviations = _rank(ours, drawn)
    return SpectrumFit(distribution, found, len(x), alpha, count, rank, by_limit, deviations)


def _whole(number: object) -> bool:
    return isinstance(number, (int, np.integer)) and not isinstance(number, bool)


def _count(found: SpectralQuestion) -> int:
    return int(min(MOST, max(FEWEST, WORK / found.ensemble.cost)))


def _possible(found: SpectralQuestion, values: FloatArray) -> tuple[str, FloatArray, float]:
    """What the ensemble has with probability 0, if the values have it; those that it draws, in its units; and
    below which floor they are rounding alone.

    Values that only roundings of float32 make possible were computed in it, whatever type holds them now.
    """
    moved = found.units(values)
    if not found.positive:
        return "", moved, -inf
    largest = min(FAR, float(np.abs(values).max()) / found.factor)
    top = found.ensemble.limit.support[1]
    for share in _shares(values):
        why = _impossible(found, moved, (share * largest) ** found.power)
        if not why:
            return "", moved[found.zeros :], share**found.power * top
    return why, moved, -inf


def _impossible(found: SpectralQuestion, moved: FloatArray, size: float) -> str:
    if moved[0] < -size:
        return f"{np.count_nonzero(moved < -size)} of {len(moved)} values are negative"
    zero = int(np.count_nonzero(moved <= size))
    return f"{found.zeros} of {len(moved)} values must be 0, and {zero} are" if zero < found.zeros else ""


def _shares(values: FloatArray) -> tuple[float, ...]:
    """What roundings cost, as a share of the largest, where values have the digits of float64; of float32."""
    with np.errstate(all="ignore"):
        short = np.array_equal(values, values.astype(np.float32))
    return (SHORT,) if short else (ROUNDING, SHORT)


def _rank(ours: SpectralStatistics, drawn: SpectralStatistics) -> tuple[float, tuple[Deviation, ...]]:
    """The share of all spectra, this one among them, whose largest deviation is no smaller; deviations from
    all, the mean and standard deviation of all taken: a rule in which no spectrum is special.
    """
    together = np.vstack([ours.values, drawn.values])
    mean, spread = together.mean(axis=0), together.std(axis=0)
    off = np.divide(together - mean, spread, out=np.zeros_like(together), where=spread > 0)
    largest = np.abs(off).max(axis=1)
    alone = drawn.values.mean(axis=0), drawn.values.std(axis=0, ddof=1)
    told = zip(drawn.names, ours.values[0], *alone, off[0], strict=True)
    deviations = [
        Deviation(name, float(x), float(m), float((x - m) / s if s > 0 else z)) for name, x, m, s, z in told
    ]
    rank = float(np.count_nonzero(largest >= largest[0])) / len(largest)
    return rank, tuple(sorted(deviations, key=lambda one: -abs(one.deviation)))


def _limit(ours: SpectralStatistics, drawn: SpectralStatistics) -> float:
    """Bounds the probability of being so far off, were the statistics normal.

    Where they are not, as of few values of square matrices, the draws are far off themselves: then the
    probability to that power which makes the smallest one of the draws 1/draws.
    """
    (chance,), count = _chances(ours, drawn), len(drawn.values)
    least = max(float(_chances(drawn, drawn).min()), LEAST)
    return float(chance if least * count > HEAVY else chance ** (np.log(count) / -np.log(least)))


def _chances(ours: SpectralStatistics, drawn: SpectralStatistics) -> FloatArray:
    """For each row: all linear ones together by Hotelling's T^2 with the mean and covariance of the draws,
    each edge by Student's t, the smallest counts.
    """
    count, linear = len(drawn.values), drawn.of(drawn.linear)
    off = ours.of(drawn.linear) - linear.mean(axis=0)
    k = off.shape[1]
    square = (off * np.linalg.solve(np.cov(linear.T), off.T).T).sum(axis=1) * count / (count + 1)
    chances = [scipy.special.fdtrc(k, count - k, square * (count - k) / (k * (count - 1)))]
    for name in drawn.edges:
        column = drawn.of((name,))[:, 0]
        t = (ours.of((name,))[:, 0] - column.mean()) / (column.std(ddof=1) * (1 + 1 / count) ** 0.5)
        chances.append(2 * scipy.special.stdtr(count - 1, -np.abs(t)))
    return np.asarray(np.minimum(1.0, len(chances) * np.min(chances, axis=0)))


DEGREES = (1, 2, 3, 4)
SEED = 1967


@dataclass(frozen=True)
class SpectralStatistics:
    """`values`: a row for each spectrum, a column for each of `names`.

    `linear` are linear statistics with a Gaussian limit, `edges` single values that are nearly normal.
    """

    names: tuple[str, ...]
    values: FloatArray
    linear: tuple[str, ...]
    edges: tuple[str, ...]

    def of(self, names: tuple[str, ...]) -> FloatArray:
        return self.values[:, [self.names.index(name) for name in names]]


def table(ensemble: Ensemble, values: FloatArray, floor: float = -inf) -> SpectralStatistics:
    """Traces of Chebyshev polynomials on the limit's support: those of different degree are independent in
    the limit (K. Johansson, Duke Math. J. 91, 1998); the extreme values; the distance to the limit; the
    spacings, which tell real from complex. Values below the `floor`, which roundings hide, are raised to it.
    """
    values = np.maximum(values, floor)
    at = ensemble.centred(values)
    traces = dict(zip((f"sum of T_{k}" for k in DEGREES), _chebyshev(at), strict=True))
    edges = ensemble.edges(values)
    rest = {"distance": np.log(_distance(ensemble, values)), "spacings": spacing_ratio(values)}
    found = {**traces, **edges, **rest}
    found = {name: column for name, column in found.items() if not np.isnan(column).any()}
    linear = (*traces, *(name for name in ensemble.normal if name == "alone"))
    extreme = tuple(name for name in ensemble.normal if name != "alone")
    return SpectralStatistics(tuple(found), np.stack([*found.values()], axis=1), linear, extreme)


def _chebyshev(t: FloatArray) -> list[FloatArray]:
    """Sums of T_1, ..., T_4 over the rows, by their recurrence."""
    t = np.clip(t, -1, 1)
    before, now, sums = np.ones_like(t), t, []
    for _ in DEGREES:
        sums.append(now.sum(axis=1))
        before, now = now, 2 * t * now - before
    return sums


def _distance(ensemble: Ensemble, values: FloatArray) -> FloatArray:
    """The sup distance between the values of each row and the limit."""
    n = values.shape[1]
    level, steps = np.asarray(ensemble.limit.cdf(values)), np.arange(n + 1) / n
    return np.asarray(np.maximum((steps[1:] - level).max(axis=1), (level - steps[:-1]).max(axis=1)))


def spacing_ratio(values: FloatArray) -> FloatArray:
    """Mean of min/max of two neighbouring gaps of increasing values, rows; NaN for fewer than three values.

    2 log 2 - 1 = .386 for independent values, about .531 for eigenvalues of real symmetric matrices and .600
    of complex Hermitian ones (Y. Y. Atas et al., Phys. Rev. Lett. 110, 084101, 2013). A pair of gaps of 0
    counts as 0.
    """
    gaps = np.diff(values, axis=1)
    if gaps.shape[1] < 2:
        return np.full(len(values), np.nan)
    small, large = np.minimum(gaps[:, 1:], gaps[:, :-1]), np.maximum(gaps[:, 1:], gaps[:, :-1])
    return np.asarray(np.divide(small, large, out=np.zeros_like(large), where=large > 0).mean(axis=1))


@lru_cache(maxsize=16)
def null(ensemble: Ensemble, draws: int, floor: float = -inf) -> SpectralStatistics:
    """Of spectra that are drawn from the ensemble, always the same ones."""
    return table(ensemble, ensemble.draw(draws, np.random.default_rng([SEED, ensemble.n, draws])), floor)


FAR = 1e50  # in units of the ensemble: values beyond are all alike
KNOWN = "semicircle, quarter-circle, marchenko-pastur and circular-radius"
REACH = 4.5  # standard deviations of the normal variable at the level of the extreme value


class NoEnsemble(ValueError):
    """The spectrum of no ensemble that is drawn here has this limit."""


@dataclass(frozen=True)
class SpectralQuestion:
    """`ensemble` is held against ((x - shift) / factor)^power; `zeros` of the values must be 0.

    Where all values are to be positive, `positive`. `note` says which matrix is meant, in a clause.
    """

    ensemble: Ensemble
    factor: float = 1.0
    shift: float = 0.0
    power: int = 1
    zeros: int = 0
    positive: bool = True
    note: str = ""

    def units(self, values: FloatArray) -> FloatArray:
        """Values (n,), increasing, in the units of the ensemble; its zeros are still among them."""
        with np.errstate(over="ignore"):
            moved = np.clip((np.sort(values) - self.shift) / self.factor, -FAR, FAR)
        return np.asarray(np.sign(moved) * np.abs(moved) ** self.power)


def asked(distribution: ContinuousDistribution, n: int, beta: int = 1) -> SpectralQuestion:
    """For n values. NoEnsemble (ValueError) for a distribution without one, or a beta that it does not have:
    1 real, 2 complex, 4 quaternion entries.
    """
    base, factor, shift = distribution, 1.0, 0.0
    while isinstance(base, ScaledDistribution):
        factor, shift = factor * base.factor, shift + factor * base.shift
        base = base.distribution
    known = (1, 2) if isinstance(base, CircularRadius) else tuple(FIELDS)
    if beta not in known:
        raise NoEnsemble(f"beta = {beta} is none of {', '.join(map(str, known))} for {distribution.name}")
    if isinstance(base, Semicircle):
        return SpectralQuestion(Wigner(n, beta), factor * base.variance**0.5, shift, positive=False)
    if isinstance(base, QuarterCircle):
        note = "the squares of the values are held against it"
        return SpectralQuestion(Wishart(n, n, beta), factor * base.variance**0.5, shift, power=2, note=note)
    if isinstance(base, CircularRadius):
        return SpectralQuestion(Ginibre(n, beta), factor, shift)
    if isinstance(base, MarchenkoPastur):
        return _covariance(base, n, beta, factor, shift)
    raise NoEnsemble(f"no spectrum of one matrix is known here for {distribution.name}; it is for {KNOWN}")


def _covariance(base: MarchenkoPastur, n: int, beta: int, factor: float, shift: float) -> SpectralQuestion:
    """X X*/m, X n x m with n/m = ratio; for more rows than columns the other values are those of X* X/m."""
    exact = n / base.ratio
    m = round(exact)
    if m < 1:
        raise NoEnsemble(f"{n} values at ratio {base.ratio:g} would be of a matrix of {exact:.3g} columns")
    note = "" if abs(exact - m) < 1e-9 * m else f"{n}/{base.ratio:g} = {exact:.6g} columns, rounded to {m}"
    scale = factor * base.variance
    if m >= n:
        return SpectralQuestion(Wishart(n, m, beta), scale, shift, note=note)
    more = f"of the {n} values {n - m} are 0, the others those of X* X/{m}, in units of {n}/{m}"
    return SpectralQuestion(
        Wishart(m, n, beta), scale * n / m, shift, zeros=n - m, note="; ".join(filter(None, (note, more)))
    )


def beyond_the_edge(values: FloatArray, distribution: ContinuousDistribution) -> str:
    """Why values, shape (m,), may be the eigenvalues of one matrix although no draw of the limit lies where
    some of them do, as a clause; empty where none is outside the support or one is too far.

    At the soft edge of a spectrum of n values the largest one goes beyond the support as often as not, by
    n^(-2/3) in the units of Tracy and Widom; there is no such ensemble for most distributions.
    """
    try:
        found = asked(distribution, len(values))
    except NoEnsemble:
        return ""
    x = found.units(values)[found.zeros :]
    low, high = found.ensemble.limit.support
    scores = found.ensemble.edges(x[None])
    out = [scores.get(name) for name, far in (("smallest", x[0] < low), ("largest", x[-1] > high)) if far]
    if not out or any(score is None or not abs(float(score[0])) <= REACH for score in out):
        return ""
    beyond = np.count_nonzero((x < low) | (x > high))
    count = "1 value lies" if beyond == 1 else f"{beyond} values lie"
    return f"{count} beyond the support, no further than eigenvalues of a matrix of this size do"
