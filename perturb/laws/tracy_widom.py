"""Tracy-Widom laws F_1 and F_2 from Fredholm determinants, interpolated once.

With B_s the integral operator on L2(0, inf) of kernel Ai(x + y + s):
F_1(s) = det(1 - B_s) (P. L. Ferrari and H. Spohn, J. Phys. A 38, L557, 2005) and
F_2(s) = det(1 - B_s) det(1 + B_s), since B_s^2 is the Airy kernel shifted by s (C. A. Tracy and H. Widom,
Commun. Math. Phys. 159, 1994). Gauss-Legendre quadrature turns each determinant into one of a matrix, with
exponential convergence (F. Bornemann, Math. Comp. 79, 871, 2010).
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache

import numpy as np
from numpy.polynomial import Chebyshev
from numpy.polynomial.legendre import leggauss
from numpy.typing import ArrayLike, NDArray
from scipy.special import airy

from perturb.laws.base import ContinuousLaw

FloatArray = NDArray[np.float64]

# Outside the window F is 0 or 1 to 1e-15: F_1(-10) < 1e-21 and 1 - F_1(14) < 1e-16.
WINDOW = (-10.0, 14.0)
DEGREE = 120
NODES = 60
# Half-line cut where the kernel is below 1e-15 even at the left end of the window: Ai(24 - 10) < 1e-15.
CUT = 24.0


def determinants(s: ArrayLike, beta: int, nodes: int = NODES) -> FloatArray:
    """F_beta at each point of `s` (any shape) by quadrature with `nodes` points; beta is 1 or 2."""
    x, w = leggauss(nodes)
    x, root = (x + 1) * CUT / 2, np.sqrt(w * CUT / 2)
    kernel = airy(x[:, None] + x + np.asarray(s, dtype=float)[..., None, None])[0]
    weighted = root[:, None] * kernel * root
    minus: FloatArray = np.linalg.det(np.eye(nodes) - weighted)
    plus = 1.0 if beta == 1 else np.linalg.det(np.eye(nodes) + weighted)
    return minus * plus


@cache
def _interpolant(beta: int) -> tuple[Chebyshev, Chebyshev]:
    cdf = Chebyshev.interpolate(lambda s: determinants(s, beta), DEGREE, WINDOW)
    return cdf, cdf.deriv()


@dataclass(frozen=True)
class TracyWidom(ContinuousLaw):
    """The law of the largest eigenvalue at the soft edge, symmetric (beta = 1) or Hermitian (beta = 2).

    Normalised as for the Gaussian ensembles with off-diagonal variance 1:
    n^(1/6) (largest - 2 sqrt(n)). `cdf` is within `cdf_error` everywhere; `pdf` is its derivative, good to
    about 1e-8. Both take any shape and give NaN for NaN.
    """

    beta: int

    def __post_init__(self) -> None:
        if self.beta not in (1, 2):
            raise ValueError(f"beta must be 1 or 2, got {self.beta}")

    @property
    def name(self) -> str:
        return f"TW_{self.beta}"

    @property
    def latex(self) -> str:
        return rf"\mathrm{{TW}}_{self.beta}"

    @property
    def cdf_error(self) -> float:
        return 1e-11

    @property
    def support(self) -> tuple[float, float]:
        return -np.inf, np.inf

    def _cdf(self, x: FloatArray) -> FloatArray:
        inside = _interpolant(self.beta)[0](np.clip(x, *WINDOW))
        return np.where(x < WINDOW[0], 0.0, np.where(x > WINDOW[1], 1.0, np.clip(inside, 0, 1)))

    def _pdf(self, x: FloatArray) -> FloatArray:
        inside = _interpolant(self.beta)[1](np.clip(x, *WINDOW))
        return np.where((x < WINDOW[0]) | (x > WINDOW[1]), 0.0, np.maximum(inside, 0))


def tracy_widom(beta: int = 1) -> TracyWidom:
    """The Tracy-Widom law F_beta, beta = 1 (default) or 2; ValueError otherwise."""
    return TracyWidom(beta)
