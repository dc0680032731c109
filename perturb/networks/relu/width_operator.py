"""E |A'g|, half the width of the image of the unit ball, from float64 singular values and their error."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from flint import arb, ctx

from perturb.networks.relu.width_integral import BITS, ROUNDING, mean_length
from perturb.types import FloatArray

# Far above the underflow of any product here, for matrices with largest entry 1/2 to 1.
UNDERFLOW = 1e-290


@dataclass(frozen=True)
class Factors:
    """A = 2^power (U diag(s) V + E) with |E|_F <= residual; |U'U - I|_F <= a and |V V' - I|_F <= b, in balls:
    stretch holds sqrt((1 +- a)(1 +- b))."""

    s: FloatArray
    stretch: arb
    residual: arb
    power: int

    def mean_image(self) -> arb:
        """E |A'g| in a ball, g standard Gaussian in R^m.

        U'g has a covariance between 1 - a and 1 + a, and E |C^(1/2) h| increases with C. Hence it lies within
        |E|_F of sqrt((1 +- a)(1 +- b)) E |diag(s) h|.
        """
        return (self.stretch * mean_length(self.s) + arb(0, 1) * self.residual) * arb(2) ** self.power

    def norm(self) -> arb:
        """A bound of the operator norm |A|."""
        return (self.stretch.upper() * arb(float(self.s[0])) + self.residual) * arb(2) ** self.power


def factors(A: FloatArray) -> Factors:
    """Singular values of a finite A, shape (m, n), in float64, with what they err by."""
    if not A.any():
        return Factors(np.zeros(1), arb(1), arb(0), 0)
    power = int(np.frexp(np.abs(A).max())[1])
    scaled = np.ldexp(A, -power)
    U, s, V = np.linalg.svd(scaled, full_matrices=False)
    with ctx.workprec(BITS):
        a, b = _defect(U.T), _defect(V)
        stretch = (
            ((1 - a) * (1 - b)).sqrt().union(((1 + a) * (1 + b)).sqrt()) if a < 1 and b < 1 else arb.nan()
        )
        return Factors(s, stretch, _residual(scaled, U, s, V), power)


def _defect(V: FloatArray) -> arb:
    """A bound of |V V' - I| in the Frobenius norm; an inner product of n terms errs by n roundings."""
    r, n = V.shape
    size = np.abs(V) @ np.abs(V.T)
    rounding: arb = (n + 4) * ROUNDING * (_norm(size) + 2 * _norm(np.eye(r)))
    return _norm(V @ V.T - np.eye(r)) + rounding


def _residual(A: FloatArray, U: FloatArray, s: FloatArray, V: FloatArray) -> arb:
    """A bound of |A - U diag(s) V| in the Frobenius norm, rounding included."""
    left = U * s
    size = np.abs(A) + np.abs(left) @ np.abs(V)
    return _norm(A - left @ V) + (len(s) + 6) * ROUNDING * _norm(size) + UNDERFLOW


def _norm(M: FloatArray) -> arb:
    """A bound of the Frobenius norm of M, M >= 0 or not, from a float64 sum of squares."""
    return arb(float(np.linalg.norm(M))) * (1 + 4 * M.size * ROUNDING) + UNDERFLOW
