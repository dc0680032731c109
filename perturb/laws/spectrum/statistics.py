"""Statistics of a whole spectrum, nearly normal each, shape (draws,) from increasing values (draws, n)."""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache
from math import inf

import numpy as np

from perturb.laws.spectrum.gaussian_spectra import Ensemble
from perturb.types import FloatArray

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
