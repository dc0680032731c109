"""The exact limits of I + W for a Gaussian W: the extreme singular values, kappa, and what the bounds say.

With W = sigma G, entries of G independent N(0, 1/n), the singular values of I + W with both signs converge to
(delta_-1 + delta_1)/2 [+] semicircle(a), a = sigma^2: I + sigma c has the singular values of u + sigma c for
a Haar unitary u free from the circular c, both are R-diagonal, and symmetrised distributions of such add
freely (U. Haagerup and H. Schultz, Math. Scand. 100, 2007; the equation is that of R. B. Dozier and J. W.
Silverstein, J. Multivariate Anal. 98, 2007). So z = w + a w / (w^2 - 1), and dz/dw = 0 is a quadratic in x =
w^2, x^2 - (2 + a) x + 1 - a = 0, whose roots x_+ > x_- give z = 2 x^(3/2) / (1 + x):

    s_1 -> 2 x_+^(3/2) / (1 + x_+),   s_n -> 2 x_-^(3/2) / (1 + x_-),   x_+ + x_- = 2 + a,   x_+ x_- = 1 - a,
    s_1^2, s_n^2 = (8 + 20 a - a^2 +- a^(1/2) (8 + a)^(3/2)) / 8.

The gap closes at a = 1, where s_1^2 = 27/4; beyond it s_n -> 0. Nothing is left outside the edges, almost
surely: the spectrum lies within O(n^(-1/4) (log n)^(3/4)) of that of the free model (A. Bandeira, M.
Boedihardjo and R. van Handel, Invent. Math. 234, 2023; complex entries: P. Loubaton and P. Vallet,
Electron. J. Probab. 16, 2011). Both signs occur equally often, so none can be lost through the gap.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property
from math import cbrt, inf, sqrt
from typing import NamedTuple

import numpy as np
from numpy.typing import ArrayLike

from perturb.laws.distributions.free import NODES, WEIGHTS, SemicircleSum, semicircle_sum
from perturb.laws.distributions.protocol import exactly
from perturb.laws.distributions.scipy_like import draws
from perturb.laws.distributions.tabled import TabledDistribution
from perturb.types import BoolArray, ComplexArray, FloatArray

NEWTON = 16


class ShiftedLimits(NamedTuple):
    """Almost sure limits of the largest and the smallest (non-zero) singular value and of their quotient."""

    s_1: float
    s_n: float
    kappa: float


def shifted_limits(r: float, rho: float = 1.0) -> ShiftedLimits:
    """The limits for rho I + W, the entries of W independent N(0, 1/(8 n r^2)): W = K/(r sqrt(8n)).

    For r |rho| <= 1/sqrt(8) (and rho = 0) s_n tends to 0 and kappa to inf. ValueError unless r > 0.
    """
    a, size = _noise(r, rho), abs(rho)
    if size == 0:
        return ShiftedLimits(1 / (sqrt(2) * r), 0.0, inf)
    top, bottom = _squares(a)
    if bottom <= 0:
        return ShiftedLimits(size * _edge(top), 0.0, inf)
    return ShiftedLimits(size * _edge(top), size * _edge(bottom), _edge(top) / _edge(bottom))


def shifted_scales(r: float, rho: float = 1.0) -> tuple[float, float]:
    """(c_1, c_n): n^(2/3) (s_1 - limit) / c_1 and n^(2/3) (limit - s_n) / c_n converge to the distribution
    TW_1.

    From the curvature of z(w) at the square-root edges: c = |x - 1| (sqrt(x) (x + 3) / 4)^(1/3) / (1 + x).
    For the top edge see Z. Zhang, Y. Liu and G. Pan, Bernoulli 30, 2024 (with their conditions); at the
    bottom it is what simulations show, no theorem is claimed. c_n is NaN when the gap is closed.
    ValueError for rho = 0 or r <= 0.
    """
    a = _noise(r, rho)
    if rho == 0:
        raise ValueError(f"rho must not be 0, got {rho}")
    top, bottom = _squares(a)
    return abs(rho) * _scale(top), abs(rho) * _scale(bottom) if bottom > 0 else np.nan


def bounds_at(r: float) -> dict[str, float]:
    """The limits of what the bounds on kappa(W + I) are made of and say at r, and the truth "kappa".

    Keys are equation numbers of R. Riedi, R. Balestriero and R. Baraniuk, Singular Value Perturbation and
    Deep Network Optimization: (114) is (76), (116) is (77) without s_n^2(W) -> 0; their first bounds converge
    to (122) and (121). A bound is inf where its hypothesis fails in the limit: s_1(W) < 1 or tau > -1.
    ValueError unless r > 0.
    """
    truth, s, tau = shifted_limits(r), 1 / (sqrt(2) * r), 1 / r
    top, slack = sqrt(1 + tau + s * s), 1 - tau
    return {
        "s_1(W)": s, "tau": tau, "s_1": truth.s_1, "s_n": truth.s_n, "kappa": truth.kappa,
        "(115) s_1": top, "(115) s_n": sqrt(max(slack, 0.0)),
        "(114) first": top / (1 - s) if s < 1 else inf, "(114) second": (1 + s) / (1 - s) if s < 1 else inf,
        "(116) first": top / sqrt(slack) if slack > 0 else inf,
        "(116) second": (1 + s) / sqrt(slack) if slack > 0 else inf,
        "(121)": sqrt((r * r + r + 0.5) / (r * r - r)) if r > 1 else inf,
        "(122)": sqrt(r * r + r + 0.5) / (r - sqrt(0.5)) if r > sqrt(0.5) else inf,
    }  # fmt: skip


def _noise(r: float, rho: float) -> float:
    """The variance a of the noise relative to rho."""
    if not 0 < r < inf:
        raise ValueError(f"r must be positive and finite, got {r}")
    if not abs(rho) < inf:
        raise ValueError(f"rho must be finite, got {rho}")
    return 1 / (8 * (r * rho) ** 2) if rho else inf


def _squares(a: float) -> tuple[float, float]:
    """x_+ and x_-; the product, not the difference, gives the small one."""
    top = (2 + a + sqrt(a * (a + 8))) / 2
    return top, (1 - a) / top


def _edge(x: float) -> float:
    return 2 * x * sqrt(x) / (1 + x)


def _scale(x: float) -> float:
    return abs(x - 1) / (1 + x) * cbrt(sqrt(x) * (x + 3) / 4)


@dataclass(frozen=True)
class ShiftedSingularValues(TabledDistribution):
    """The limit of the n singular values of I + sigma G, entries of G independent N(0, 1/n)."""

    sigma: float

    def __post_init__(self) -> None:
        if not 1e-12 <= self.sigma <= 1e100:
            raise ValueError(f"sigma must be positive and finite, 1e-12 to 1e100, got {self.sigma}")

    @property
    def name(self) -> str:
        return f"singular values of I + {exactly(self.sigma)} G"

    @property
    def latex(self) -> str:
        return rf"s(I + {exactly(self.sigma)}\,G)"

    @cached_property
    def symmetrised(self) -> SemicircleSum:
        """The distribution of the singular values with both signs."""
        return semicircle_sum([-1.0, 1.0], [0.5, 0.5], self.sigma**2)

    @property
    def cdf_error(self) -> float:
        return 2 * self.symmetrised.cdf_error

    @property
    def support(self) -> tuple[float, float]:
        low, high = self.symmetrised.bands[-1]
        return max(low, 0.0), high

    @property
    def ends(self) -> tuple[float, float]:
        return 2 * sqrt(max(self.sigma**2 - 1, 0)) / (np.pi * self.sigma**2), 0.0

    def _pdf(self, x: FloatArray) -> FloatArray:
        out, near = 2 * self.symmetrised._pdf(x), self._near_zero(x)
        out[near] = 2 / (np.pi * self.sigma**2) * self._from_zero(x[near])[1].imag
        return out

    def _sf(self, x: FloatArray) -> FloatArray:
        return np.minimum(2 * self.symmetrised.parts(x)[1], 1)

    def _cdf(self, x: FloatArray) -> FloatArray:
        left, right = self.symmetrised.parts(x)
        out, near = 2 * left if self.support[0] > 0 else 1 - 2 * right, self._near_zero(x)
        step, w = self._from_zero(x[near])
        path = w[:, None] + step[:, None] * (NODES - 1)
        a, square = self.sigma**2, path**2
        form = path * (square * (square - 2 - a) + 1 - a) / (square - 1) ** 3  # G dz/dw
        out[near] = -2 / np.pi * (form @ WEIGHTS * step).imag
        return out

    def _near_zero(self, x: FloatArray) -> BoolArray:
        """Where the integral of G dz from 0 is taken, for relative accuracy; nowhere when there is a gap."""
        return np.asarray((self.support[0] == 0) & (x < 0.25 * self.support[1]))

    def _from_zero(self, x: FloatArray) -> tuple[ComplexArray, ComplexArray]:
        """w(x) - w(0) and w(x) = u + iv for a >= 1, accurate at small x.

        v^2 = A - 1 - u^2 and x = 2 u (A - 1) / A with A = (a + sqrt(a^2 + 16 u^2)) / 2, which grows like a
        power of u between 1 and 3: Newton's method in logarithms, with A - 1 as a sum of positive terms.
        """
        a, u = self.sigma**2, np.cbrt(x) / 2  # so that no square underflows at a = 1
        for _ in range(NEWTON):
            S = np.hypot(a, 4 * u)
            A, less = (a + S) / 2, (a - 1) + 8 * u**2 / (S + a)
            power = 1 + 8 * u**2 / (S * A * less)
            u = u * (x * A / (2 * u * less)) ** (1 / power)
        rise, start = u**2 * (8 / (np.hypot(a, 4 * u) + a) - 1), np.sqrt(max(a - 1, 0))
        v = np.sqrt(a - 1 + rise)
        return u + 1j * rise / (v + start), u + 1j * v

    def moment(self, order: int) -> float:
        """E X^order; 1 + a and 1 + 4 a + 2 a^2 for orders 2 and 4, by quadrature otherwise."""
        a = self.sigma**2
        exact = {0: 1.0, 2: 1 + a, 4: 1 + 4 * a + 2 * a * a}
        return exact[order] if order in exact else super().moment(order)

    def fit(self, data: ArrayLike) -> ShiftedSingularValues:
        """With the second moment of the data: E X^2 = 1 + sigma^2.

        ValueError for data that are negative, not finite or all equal, or whose squares have a mean of 1 or
        less, which no sigma > 0 gives.
        """
        second = float(np.mean(draws(data, 0.0) ** 2))
        if not second > 1:
            raise ValueError(f"data: the mean of their squares is {second:g}, and 1 + sigma^2 is more than 1")
        return ShiftedSingularValues(sqrt(second - 1))

    def rvs(self, size: int | tuple[int, ...], rng: np.random.Generator) -> FloatArray:
        """Draws of shape `size`: sizes of draws from the symmetrised distribution."""
        return np.abs(self.symmetrised.rvs(size, rng))


def shifted_singular_values(sigma: float) -> ShiftedSingularValues:
    """The limit for the singular values of I + sigma G; ValueError unless 1e-12 <= sigma <= 1e100."""
    return ShiftedSingularValues(float(sigma))
