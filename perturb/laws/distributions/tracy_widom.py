"""Tracy-Widom distributions, beta = 1, 2, 4, from tables that were computed in ball arithmetic.

log F and log(1 - F) are tabulated as polynomials of degree 7 on cells of 1/16 and continued by their
expansions; the tables come from Fredholm determinants (`tools.tracy_widom.build`). Cubics on finer
cells, made from them at first use, serve the bulk of a large array.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache, cached_property
from pathlib import Path

import numpy as np

from perturb.laws.distributions.base import ContinuousDistribution
from perturb.laws.distributions.piecewise import Dyadic, Piecewise
from perturb.types import BoolArray, FloatArray, Function

# beta = 4 is printed in three scales: the factors of the variable with cdf (det(1 - B_s) + det(1 + B_s)) / 2.
CONVENTIONS = {"goe": 1.0, "tracy-widom": 2**-0.5, "stochastic-airy": 2 ** (-2 / 3)}
TABLES = Path(__file__).parent / "tables" / "tracy_widom.npz"
OCTAVES = 10  # the fast tables reach down to the levels 2^-10 on both sides
FINE = 2048  # their cells per unit
LEVELS = 11  # 2^-11 of an octave is the width of a cell of the quantile
# Newton steps in log q, from linear interpolation between knots this far apart.
STEPS, KNOT = 3, 1 / 64
# The knots end where the tail is below the smallest float, for every beta.
FAR_LEFT, FAR_RIGHT = -27.0, 109.0


@dataclass(frozen=True)
class TracyWidom(ContinuousDistribution):
    """The limit distribution of the largest eigenvalue at the soft edge of the Gaussian ensembles.

    For beta = 1 (real symmetric) and 2 (complex Hermitian), entries off the diagonal of variance 1, it is the
    limit of n^(1/6) (largest - 2 sqrt(n)). F_1(s) = det(1 - B_s) (P. L. Ferrari and H. Spohn, J. Phys. A 38,
    L557, 2005), F_2(s) = det(1 - B_s) det(1 + B_s) (C. A. Tracy and H. Widom, Commun. Math. Phys. 159, 1994)
    with B_s of kernel Ai(x + y + s) on L2(0, inf). Let G(s) = (det(1 - B_s) + det(1 + B_s)) / 2. For beta = 4
    three distributions go by the name, and `convention` must say which:

    - "stochastic-airy", mean -2.05520: F_4(s) = G(2^(2/3) s), the case beta = 4 of the limit of
      n^(1/6) (largest - 2 sqrt(n)) for the density prod |l_i - l_j|^beta exp(-beta sum l_i^2 / 4)
      (J. Ramirez, B. Rider, B. Virag, J. Amer. Math. Soc. 24, 2011).
    - "tracy-widom", mean -2.30688: F_4(s) = G(sqrt(2) s), as printed by Tracy and Widom (Commun. Math.
      Phys. 177, 1996) and tabulated by F. Bornemann (Markov Processes Relat. Fields 16, 2010); the limit of
      (2n)^(1/6) (largest - 2 sqrt(n)) for the same density.
    - "goe", mean -3.26243: F_4 = G. In the scale of beta = 1 the second largest eigenvalue of a real
      symmetric matrix has it (P. J. Forrester and E. M. Rains, MSRI Publ. 40, 2001).

    `cdf` is within `cdf_error` everywhere. The relative error is below 1e-12 of cdf and pdf in the left tail
    and of sf and pdf in the right one, as far as floats reach; the logarithms go on beyond. ValueError for
    another beta, for beta = 4 without a convention, and for beta = 1 or 2 with one.
    """

    beta: int
    convention: str | None = None

    def __post_init__(self) -> None:
        if self.beta not in (1, 2, 4):
            raise ValueError(f"beta must be 1, 2 or 4, got {self.beta}")
        if self.beta == 4 and self.convention not in CONVENTIONS:
            known = ", ".join(CONVENTIONS)
            raise ValueError(f"beta = 4 needs a convention ({known}), got {self.convention!r}")
        if self.beta != 4 and self.convention is not None:
            raise ValueError(f"only beta = 4 has a convention, got {self.convention!r} for {self.beta}")

    @property
    def name(self) -> str:
        return f"TW_{self.beta}" + (f" ({self.convention})" if self.convention else "")

    @property
    def latex(self) -> str:
        of = rf"^{{\mathrm{{{self.convention}}}}}" if self.convention else ""
        return rf"\mathrm{{TW}}_{self.beta}{of}"

    @property
    def cdf_error(self) -> float:
        return 1e-15

    @property
    def tail_error(self) -> float:
        return 1e-11

    @property
    def support(self) -> tuple[float, float]:
        return -np.inf, np.inf

    @property
    def _factor(self) -> float:
        return CONVENTIONS[self.convention] if self.convention else 1.0

    @property
    def _edge(self) -> SoftEdge:
        return edge(self.beta)

    def _scaled(self, x: FloatArray) -> FloatArray:
        if self.beta != 4:
            return x
        with np.errstate(over="ignore"):
            scaled: FloatArray = x / self._factor
        return scaled

    def _cdf(self, x: FloatArray) -> FloatArray:
        s, table = self._scaled(x), self._edge.central
        out = table(s)
        tails = np.flatnonzero((s < table.low) | (s >= table.high))
        if tails.size:
            out[tails] = self._edge.cdf(s[tails])
        return out

    def _sf(self, x: FloatArray) -> FloatArray:
        return self._edge.sf(self._scaled(x))

    def _pdf(self, x: FloatArray) -> FloatArray:
        return self._edge.pdf(self._scaled(x)) / self._factor

    def _logcdf(self, x: FloatArray) -> FloatArray:
        return self._edge.logcdf(self._scaled(x))

    def _logsf(self, x: FloatArray) -> FloatArray:
        return self._edge.logsf(self._scaled(x))

    def _logpdf(self, x: FloatArray) -> FloatArray:
        density: FloatArray = self._edge.logpdf(self._scaled(x)) - np.log(self._factor)
        return density

    def _ppf(self, q: FloatArray) -> FloatArray:
        return self._quantile(q, q <= 0.5, self._edge.quantiles(q))

    def _isf(self, q: FloatArray) -> FloatArray:
        return self._quantile(q, q > 0.5, self._edge.quantiles(q, survival=True))

    def _quantile(self, q: FloatArray, lower: BoolArray, out: FloatArray) -> FloatArray:
        """`out` with the tails solved for, in the scale of the convention."""
        smallest = self._edge.quantiles.smallest
        tails = np.flatnonzero((q < smallest) | (q > 1 - smallest))
        if tails.size:
            level = np.log(np.minimum(q[tails], 1 - q[tails]))
            out[tails] = self._edge.solve(level, lower[tails])
        return out if self.beta != 4 else out * self._factor

    def mean(self) -> float:
        return self._edge.moments[0] * self._factor

    def var(self) -> float:
        return self._edge.moments[1] * self._factor**2

    def skewness(self) -> float:
        return self._edge.moments[2]

    def kurtosis(self) -> float:
        return self._edge.moments[3]


def tracy_widom(beta: int = 1, *, convention: str | None = None) -> TracyWidom:
    """The Tracy-Widom distribution of index beta = 1, 2 or 4; 4 needs a convention (see TracyWidom)."""
    return TracyWidom(beta, convention)


class LogTail:
    """The logarithm of one tail and its slope: the table inside, the expansion beyond it.

    With y = |s| and z = y^(3/2) the expansion is a z^2 + b z + p log y + c + d_1 / z + d_2 / z^2 + ...
    """

    def __init__(self, table: Piecewise, expansion: FloatArray, left: bool) -> None:
        self.table, self.left, self._slopes = table, left, table.derivative()
        (self._a, self._b, self._p, self._c), self._d = expansion[:4].tolist(), expansion[4:]

    def value(self, s: FloatArray) -> FloatArray:
        return self._joined(s, self.table, self._expanded)

    def slope(self, s: FloatArray) -> FloatArray:
        return self._joined(s, self._slopes, self._expanded_slope)

    def density(self, s: FloatArray) -> FloatArray:
        return np.exp(self.value(s)) * np.abs(self.slope(s))

    def log_density(self, s: FloatArray) -> FloatArray:
        return self.value(s) + np.log(np.abs(self.slope(s)))

    @cached_property
    def knots(self) -> tuple[FloatArray, FloatArray]:
        """Values, increasing, and their places, down to the smallest float."""
        if self.left:
            where = np.arange(FAR_LEFT, self.table.high, KNOT)
        else:
            where = np.arange(FAR_RIGHT, self.table.low, -KNOT)
        return self.value(where), where

    def _joined(self, s: FloatArray, inside: Piecewise, beyond: Function) -> FloatArray:
        out = inside(s)
        far = np.flatnonzero(s < inside.low if self.left else s >= inside.high)
        if far.size:
            out[far] = beyond(np.abs(s[far]))
        return out

    def _expanded(self, y: FloatArray) -> FloatArray:
        with np.errstate(over="ignore"):
            z = y * np.sqrt(y)
            lead = z * (self._a * z + self._b) if self._a else self._b * z
        value: FloatArray = lead + (self._p * np.log(y) + self._c + np.polyval(self._d[::-1], 1 / z) / z)
        return value

    def _expanded_slope(self, y: FloatArray) -> FloatArray:
        y = np.minimum(y, 1e100)  # where the tail itself is 0 and the slope only has to stay finite
        z = y * np.sqrt(y)
        powers = np.arange(1, len(self._d) + 1)
        rest = np.polyval((self._d * powers)[::-1], 1 / z) / z
        slope: FloatArray = (1.5 * (2 * self._a * z * z + self._b * z - rest) + self._p) / y
        return -slope if self.left else slope


class SoftEdge:
    """One distribution in the scale of its determinants: tails, and the fast tables between them."""

    def __init__(self, beta: int) -> None:
        with np.load(TABLES) as data:
            per_unit, self.split = int(data["per_unit"]), float(data[f"split_{beta}"])
            self.moments: list[float] = data[f"moments_{beta}"].tolist()
            self.left, self.right = (
                LogTail(
                    Piecewise(int(data[f"first_{side}_{beta}"]), per_unit, data[f"{side}_{beta}"]),
                    data[f"expansion_{side}_{beta}"],
                    side == "left",
                )
                for side in ("left", "right")
            )

    def by_side(self, s: FloatArray, below: Function, above: Function) -> FloatArray:
        """below(s) left of the split, above(s) right of it."""
        out, low = np.empty(s.shape), s < self.split
        out[low], out[~low] = below(s[low]), above(s[~low])
        return out

    def cdf(self, s: FloatArray) -> FloatArray:
        """Good to a relative 1e-12 in the left tail."""
        return self.by_side(s, lambda v: np.exp(self.left.value(v)), lambda v: -np.expm1(self.right.value(v)))

    def sf(self, s: FloatArray) -> FloatArray:
        return self.by_side(s, lambda v: -np.expm1(self.left.value(v)), lambda v: np.exp(self.right.value(v)))

    def pdf(self, s: FloatArray) -> FloatArray:
        return self.by_side(s, self.left.density, self.right.density)

    def logpdf(self, s: FloatArray) -> FloatArray:
        return self.by_side(s, self.left.log_density, self.right.log_density)

    def logcdf(self, s: FloatArray) -> FloatArray:
        return self.by_side(s, self.left.value, lambda v: np.log1p(-np.exp(self.right.value(v))))

    def logsf(self, s: FloatArray) -> FloatArray:
        return self.by_side(s, lambda v: np.log1p(-np.exp(self.left.value(v))), self.right.value)

    @cached_property
    def central(self) -> Piecewise:
        ends = self.solve(np.full(2, -OCTAVES * np.log(2.0)), np.array([True, False]))
        first, last = int(np.floor(ends[0] * FINE)), int(np.ceil(ends[1] * FINE))
        return Piecewise.fitted(self.cdf, first, last, FINE)

    @cached_property
    def quantiles(self) -> Dyadic:
        return Dyadic(
            lambda p: self.solve(np.log(p), np.full(p.shape, True)),
            lambda p: self.solve(np.log(p), np.full(p.shape, False)),
            OCTAVES,
            LEVELS,
        )

    def solve(self, log_level: FloatArray, lower: BoolArray) -> FloatArray:
        """Where log cdf (where `lower`) or log sf is `log_level`, at most log(1/2)."""
        out = np.empty(log_level.shape)
        for tail, mine in ((self.left, lower), (self.right, ~lower)):
            wanted = log_level[mine]
            if wanted.size:
                s = np.interp(wanted, *tail.knots)
                for _ in range(STEPS):
                    s -= (tail.value(s) - wanted) / tail.slope(s)
                out[mine] = s
        return out


@cache
def edge(beta: int) -> SoftEdge:
    """The tables of beta = 1, 2 or 4, read once."""
    return SoftEdge(beta)
