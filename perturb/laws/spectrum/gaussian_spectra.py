"""Gaussian ensembles whose whole spectra are drawn at their very size, in the units of their limits.

Each gives its values increasing, shape (draws, n); `centred`, the values moved so that the limit's support is
[-1, 1]; `limit`, the distribution that the values have for large n; and `edges`, statistics of the extreme
values that are nearly normal, some of them (`normal`) near enough to stand for small probabilities.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property
from math import log, sqrt
from typing import Protocol

import numpy as np
import scipy

from perturb.laws.distributions.base import ContinuousDistribution
from perturb.laws.distributions.bulk import circular_law_radius, semicircle
from perturb.laws.distributions.marchenko_pastur import marchenko_pastur
from perturb.laws.distributions.spectral_radius import ginibre_spectral_radius
from perturb.laws.distributions.tracy_widom import tracy_widom
from perturb.laws.ensembles.dense import ginibre
from perturb.laws.ensembles.gaussian_extremes import models
from perturb.laws.ensembles.spectra import LANES, LARGE, tridiagonal_eigenvalues
from perturb.laws.ensembles.tridiagonal import gammas, standard_normal
from perturb.types import FloatArray

FIELDS = {1: "real", 2: "complex", 4: "quaternion"}
SOFT = 0.2  # the width of an edge as a share of its place, up to which it is no hard edge
LEAST = 1e-300
MANY = 1_000  # matrices from which on they are done side by side, however large
SAME = 1e-9  # relative: two moduli of a conjugate pair

Edges = dict[str, FloatArray]


class Ensemble(Protocol):
    """See above. `n` values a matrix; `cost` of one draw, in floating-point operations, roughly."""

    @property
    def n(self) -> int: ...
    @property
    def beta(self) -> int: ...
    @property
    def name(self) -> str: ...
    @property
    def cost(self) -> float: ...
    @property
    def limit(self) -> ContinuousDistribution: ...
    @property
    def normal(self) -> tuple[str, ...]: ...
    def draw(self, draws: int, rng: np.random.Generator) -> FloatArray: ...
    def centred(self, values: FloatArray) -> FloatArray: ...
    def edges(self, values: FloatArray) -> Edges: ...
    def __hash__(self) -> int: ...


@dataclass(frozen=True)
class Wigner:
    """Eigenvalues of G/sqrt(n), G of the GOE, GUE or GSE: E|entry|^2 = 1 off the diagonal, 2/beta on it."""

    n: int
    beta: int

    normal = ("largest", "smallest", "spacings")

    @property
    def name(self) -> str:
        kind = {1: "GOE", 2: "GUE", 4: "GSE"}[self.beta]
        return f"{kind} of size {self.n}, entries of variance 1/n"

    @property
    def cost(self) -> float:
        return 20.0 * self.n**2

    @property
    def limit(self) -> ContinuousDistribution:
        return semicircle()

    def draw(self, draws: int, rng: np.random.Generator) -> FloatArray:
        a = np.empty((self.n, draws))
        standard_normal(rng, a)
        b2 = gammas([self.beta * k / 2 for k in range(self.n - 1, 0, -1)], draws, rng)
        return _eigenvalues(a, b2) / sqrt(self.beta * self.n / 2)

    def centred(self, values: FloatArray) -> FloatArray:
        return values / 2

    def edges(self, values: FloatArray) -> Edges:
        far, law = self.n ** (2 / 3), _tracy_widom(self.beta)
        top, bottom = (values[:, -1] - 2) * far, (-2 - values[:, 0]) * far
        return {"largest": normal_score(law, top), "smallest": -normal_score(law, bottom)}


@dataclass(frozen=True)
class Wishart:
    """Eigenvalues of X X*/m, X n x m (n <= m) of independent Gaussian entries, E|entry|^2 = 1."""

    n: int
    m: int
    beta: int

    @property
    def name(self) -> str:
        return f"X X*/{self.m} of a {self.n} x {self.m} matrix X of {FIELDS[self.beta]} N(0, 1) entries"

    @property
    def cost(self) -> float:
        return 20.0 * self.n**2

    @property
    def limit(self) -> ContinuousDistribution:
        return marchenko_pastur(self.n / self.m)

    @property
    def normal(self) -> tuple[str, ...]:
        return ("largest", "spacings", *(["smallest"] if self._soft else []))

    @cached_property
    def _lower(self) -> tuple[float, float]:
        """Where the lower edge lies, and its width."""
        gap = sqrt(self.m) - sqrt(self.n)
        width = gap * abs(1 / sqrt(self.n) - 1 / sqrt(self.m)) ** (1 / 3)
        return gap**2 / self.m, width / self.m

    @property
    def _soft(self) -> bool:
        place, width = self._lower
        return width < SOFT * place

    def draw(self, draws: int, rng: np.random.Generator) -> FloatArray:
        found = np.empty((draws, self.n))
        for part, q, e in models(self.m, self.n, draws, rng, self.beta):
            a = q.copy()
            a[1:] += e
            found[part] = _eigenvalues(a, q[:-1] * e)
        return found / (self.beta * self.m / 2)

    def centred(self, values: FloatArray) -> FloatArray:
        ratio = self.n / self.m
        return (values - 1 - ratio) / (2 * sqrt(ratio))

    def edges(self, values: FloatArray) -> Edges:
        """The lower edge by its logarithm (Z. Ma, Bernoulli 18, 2012), where it is soft."""
        root, law = sqrt(self.m) + sqrt(self.n), _tracy_widom(self.beta)
        width = root * (1 / sqrt(self.n) + 1 / sqrt(self.m)) ** (1 / 3)
        least = np.maximum(values[:, 0], LEAST)
        found = {"largest": normal_score(law, (values[:, -1] * self.m - root**2) / width)}
        if self._soft:
            place, unit = self._lower
            found["smallest"] = -normal_score(law, (log(place) - np.log(least)) * place / unit)
        else:
            found["smallest"] = np.sqrt(least)
        return found | {"log det": np.log(np.maximum(values, LEAST)).sum(axis=1)}


@dataclass(frozen=True)
class Ginibre:
    """Moduli of the eigenvalues of G/sqrt(n), G n x n of independent Gaussian entries, E|entry|^2 = 1."""

    n: int
    beta: int

    @property
    def name(self) -> str:
        return f"|eigenvalues| of a matrix of size {self.n} of {FIELDS[self.beta]} N(0, 1/n) entries"

    @property
    def cost(self) -> float:
        return 25.0 * self.n**3 if self.beta == 1 else 20.0 * self.n

    @property
    def limit(self) -> ContinuousDistribution:
        return circular_law_radius()

    @property
    def normal(self) -> tuple[str, ...]:
        return ("largest", "alone") if self.beta == 1 else ("largest",)

    def draw(self, draws: int, rng: np.random.Generator) -> FloatArray:
        """Complex: the set of n |eigenvalue|^2 is that of independent Gamma variables of shapes 1, ..., n (E.
        Kostlan, Linear Algebra Appl. 162-164, 1992). Real ones have no such model known.
        """
        if self.beta == 2:
            squares = gammas([float(k) for k in range(self.n, 0, -1)], draws, rng).T
            return np.sort(np.sqrt(squares / self.n), axis=1)
        moduli = (np.abs(np.linalg.eigvals(ginibre(self.n, 1, rng)[0])) for _ in range(draws))
        return np.sort(np.stack([*moduli]), axis=1) / sqrt(self.n)

    def centred(self, values: FloatArray) -> FloatArray:
        return 2 * values**2 - 1

    def edges(self, values: FloatArray) -> Edges:
        found = {"largest": normal_score(ginibre_spectral_radius(self.n), values[:, -1])}
        return found | {"alone": alone(values)}


def alone(values: FloatArray) -> FloatArray:
    """How many of increasing values, shape (draws, n), have no equal: of real Ginibre matrices the real ones,
    as the others come in conjugate pairs.
    """
    same = np.diff(values, axis=1) <= SAME * values[:, 1:]
    return np.asarray(values.shape[1] - 2.0 * same.sum(axis=1))


def normal_score(law: ContinuousDistribution, x: FloatArray) -> FloatArray:
    """The normal quantile at the level of x, from the nearer tail: N(0, 1) if x has the law."""
    below, above = np.maximum(law.cdf(x), LEAST), np.maximum(law.sf(x), LEAST)
    return np.asarray(np.where(below < above, scipy.special.ndtri(below), -scipy.special.ndtri(above)))


def _tracy_widom(beta: int) -> ContinuousDistribution:
    return tracy_widom(beta, convention="stochastic-airy" if beta == 4 else None)


def _eigenvalues(a: FloatArray, b2: FloatArray) -> FloatArray:
    """Of tridiagonal matrices, diagonals (n, draws), squares beside them; (draws, n), increasing."""
    found = np.empty(a.shape[::-1])
    if len(a) <= LARGE or len(found) >= MANY:
        for k in range(0, len(found), LANES):
            found[k : k + LANES] = tridiagonal_eigenvalues(a[:, k : k + LANES], b2[:, k : k + LANES]).T
        return np.sort(found, axis=1)
    for k, row in enumerate(found):
        row[:] = scipy.linalg.lapack.dsterf(a[:, k].copy(), np.sqrt(b2[:, k]))[0]
    return found
