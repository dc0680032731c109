"""Which ensemble has a distribution as the limit of its spectrum, and how the values go into its units.

The largest eigenvalue of one matrix may lie just beyond the support of that limit.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from perturb.laws.distributions.base import ContinuousDistribution, ScaledDistribution
from perturb.laws.distributions.bulk import CircularRadius, QuarterCircle, Semicircle
from perturb.laws.distributions.marchenko_pastur import MarchenkoPastur
from perturb.laws.spectrum.gaussian_spectra import FIELDS, Ensemble, Ginibre, Wigner, Wishart
from perturb.types import FloatArray

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
