"""The exact limits behind ReLU and leaky ReLU masks: extreme singular values of (D_1 W + I) D.

More generally B_ij = d_i W_ij e_j + t_i delta_ij, the entries of W independent N(0, a/n), indices in groups
of fraction p with the same (d, e, t): information plus noise, sample covariances (t = 0), rectangles (d or e
= 0). With x = z^2, P = 1 + d^2 q, Y = e^2 s - x the block Dyson equation of [[0, B], [B', 0]] is two scalars:

    q = a sum p e^2 P / (t^2 + P Y),    s = a sum p d^2 Y / (t^2 + P Y).

On the real line q/a is the normalised trace of e^2 (B'B - x)^(-1), so left and right of the spectrum q
increases with x, and x is an analytic function of q. Its first stationary point on the way from x = -inf
(q = 0+) or from x = +inf (q = 0-) is the edge: were dx/dq > 0 at an edge, q would go on being real and
analytic beyond it (the argument of J. Silverstein and S. Choi, J. Multivariate Anal. 54, 1995). If q reaches
+inf first, x has run into an atom, at x = 0 when the gap is closed. Nothing stays outside the edges, almost
surely: A. Bandeira, M. Boedihardjo and R. van Handel, Invent. Math. 234, 2023; and nothing crosses an open
gap while the noise grows from 0.
"""

from __future__ import annotations

from dataclasses import dataclass
from math import cbrt, inf, nan, sqrt

import numpy as np
from numpy.typing import ArrayLike

from perturb.laws.distributions.shifted import ShiftedLimits
from perturb.types import FloatArray

Pair = tuple[float, float]

FAR = 1e3  # |x| at which the path starts, in units of the squared norm
RATIO = 1.08  # the step in q, and in 1 + d^2 q close to its end
HARD = 1e6  # beyond this q an edge counts as hard, or as an atom: no square root, no scale
ATOM = 1e12  # a q that only an atom reaches
NEWTON = 40


@dataclass(frozen=True)
class SpectralEdge:
    """An end x of the spectrum of B'B.

    Where the density starts as a square root, n^(2/3) (s - sqrt(x)) / scale at the upper edge, and minus that
    at the lower one, is of order 1 for the extreme singular value s: Tracy-Widom (beta = 1) in simulations,
    no theorem is claimed. The scale is NaN at an atom, at a hard edge and at x = 0.
    """

    x: float
    scale: float


def masked_limits(
    r: float, kept_in: float, kept_out: float, overlap: float | None = None, slope: float = 0.0
) -> ShiftedLimits:
    """Limits of the largest and smallest non-zero singular value of (D_1 W + I) D, and of their quotient.

    W has independent N(0, 1/(8 n r^2)) entries; the masks do not depend on W (in a network they do).
    `kept_in` in (0, 1] is the fraction of ones in D (on the input), `kept_out` in [0, 1] that in D_1,
    `overlap` the fraction of indices kept by both, kept_in kept_out unless given. The others are `slope`:
    0 for ReLU; -1 gives the limits of I + W, since D_1 W is distributed as W and D_1, D are orthogonal.

    The gap is closed (s_n = 0, kappa = inf) for ReLU when overlap = kept_out >= 8 r^2: with no noisy row
    outside D the matrix is block triangular around a square I + W; any further fraction of rows opens it. For
    other slopes it is closed when kept_out + (1 - kept_out) slope^2 >= 8 r^2. Whatever the masks, and even if
    they depend on W, kappa <= (1 + s_1(W)) / (1 - s_1(W)) for ReLU when s_1(W) < 1: the kept columns of M =
    D_1 W + I have singular values between s_n(M) >= 1 - s_1(W) and s_1(M) <= 1 + s_1(W).
    ValueError for r <= 0, fractions that do not fit together, or slope outside [-1, 1].
    """
    low, high = (sqrt(end.x) for end in masked_edges(r, kept_in, kept_out, overlap, slope))
    return ShiftedLimits(high, low, high / low if low > 0 else inf)


def masked_edges(
    r: float, kept_in: float, kept_out: float, overlap: float | None = None, slope: float = 0.0
) -> tuple[SpectralEdge, SpectralEdge]:
    """The ends of the non-zero spectrum of B'B for the model of `masked_limits`, 0 for a closed gap."""
    if not 0 < r < inf:
        raise ValueError(f"r must be positive and finite, got {r}")
    if not abs(slope) <= 1:
        raise ValueError(f"slope must be in [-1, 1], got {slope}")
    p, out, into = masked_groups(kept_in, kept_out, overlap, slope)
    if kept_out == slope == 0:
        return SpectralEdge(1.0, nan), SpectralEdge(1.0, nan)
    return noise_edges(p, out, into, into, 1 / (8 * r * r))


def masked_groups(
    kept_in: float, kept_out: float, overlap: float | None, slope: float
) -> tuple[FloatArray, FloatArray, FloatArray]:
    """Fractions of indices kept by both masks, on the output alone, on the input alone, by none; entries of
    D_1, and of D. ValueError for fractions that do not fit together.
    """
    both = kept_in * kept_out if overlap is None else overlap
    p = np.array([both, kept_out - both, kept_in - both, 1 - kept_in - kept_out + both])
    p[np.abs(p) < 1e-15] = 0  # 1 - 0.7 - 0.3 is not 0
    if not (kept_in > 0 and (p >= 0).all()):
        raise ValueError(f"kept_in, kept_out, overlap do not fit: {kept_in}, {kept_out}, {overlap}")
    return p, np.array([1, 1, slope, slope]), np.array([1, slope, 1, slope])


def noise_edges(
    fractions: ArrayLike, out: ArrayLike, into: ArrayLike, signal: ArrayLike, variance: float
) -> tuple[SpectralEdge, SpectralEdge]:
    """The ends of the non-zero limiting spectrum of B'B, B_ij = out_i W_ij into_j + signal_i delta_ij.

    Shapes (groups,): fractions >= 0 of sum 1 and what their indices share; W_ij is N(0, variance/n). Every
    column that is not 0 must carry noise (ValueError), else its signal may stick out as a spike. B is
    transposed where it has more such columns than rows.
    """
    p, d, e, t = (np.asarray(value, dtype=float) for value in (fractions, out, into, signal))
    if not (p.ndim == 1 and p.shape == d.shape == e.shape == t.shape and np.isfinite(d + e + t).all()):
        raise ValueError(f"fractions, out, into, signal must be of one shape, got {p}, {d}, {e}, {t}")
    if not ((p >= 0).all() and abs(p.sum() - 1) < 1e-12 and 0 < variance < inf):
        raise ValueError(f"fractions must sum to 1 and variance be positive, got {p}, {variance}")
    p, d, e, t = p[p > 0], d[p > 0] ** 2, e[p > 0] ** 2, t[p > 0] ** 2
    if p @ ((e > 0) | (t > 0)) > p @ ((d > 0) | (t > 0)) + 1e-12:
        d, e = e, d
    if not (d > 0).any() or not (e > 0).any() or ((e == 0) & (t > 0)).any():
        raise ValueError(f"every column that is not 0 must carry noise, got {out!r}, {into!r}, {signal!r}")
    curve = _Curve(p * variance, d, e, t)
    return curve.lower(), curve.upper()


@dataclass(frozen=True)
class _Curve:
    """The solutions (q, s, x): fractions times a, and the squares of d, e, t, each of shape (groups,)."""

    p: FloatArray
    d: FloatArray
    e: FloatArray
    t: FloatArray

    def lower(self) -> SpectralEdge:
        q, s, x = float(self.p @ self.e) / self._far(), float(self.p @ self.d), -self._far()
        s, x = self._solve(q, s, x)
        while q < ATOM and self._tangent(q, s, x)[1] > 0:
            last, q = q, q * RATIO
            s, x = self._solve(q, *self._euler(last, s, x, q - last))
        if q > HARD:
            return SpectralEdge(x if x > 1e-9 else 0.0, nan)
        return self._fold(last, q, s, x)

    def upper(self) -> SpectralEdge:
        q, s, x = -float(self.p @ self.e) / self._far(), float(self.p @ self.d), self._far()
        s, x, end = *self._solve(q, s, x), -1 / self.d.max()
        while self._tangent(q, s, x)[1] > 0:
            last, q = q, max(q * RATIO, end + (q - end) / RATIO)
            s, x = self._solve(q, *self._euler(last, s, x, q - last))
        return self._fold(q, last, s, x)

    def _far(self) -> float:
        return FAR * float(self.t.max() + 4 * self.p.sum() * self.d.max() * self.e.max())

    def _fold(self, low: float, high: float, s: float, x: float) -> SpectralEdge:
        """Where dx/dq = 0 between low and high, from a solution (s, x) at one of them."""
        from scipy.optimize import brentq  # loaded where it is used: a third of a second of every start

        def rise(q: float) -> float:
            return self._tangent(q, *self._solve(q, s, x))[1]

        q = float(brentq(rise, low, high, xtol=1e-300, rtol=1e-14))
        s, x = self._solve(q, s, x)
        h = 1e-3 * (high - low)
        bend = abs(rise(q + h) - rise(q - h)) / (2 * h)
        return SpectralEdge(x, cbrt(bend / 2 / self._count(q, s, x) ** 2) / (2 * sqrt(x)) if x > 0 else nan)

    def _count(self, q: float, s: float, x: float) -> float:
        """The density of the n eigenvalues over Im q / pi; (1, ds) is the singular direction at an edge."""
        _, (f_q, _), (f_s, _), _ = self._system(q, s, x)
        P, d, e, ds = 1 + self.d * q, self.d, self.e, -f_q / f_s
        change = (d * self.t - e * P * P * ds) / (self.t + P * (e * s - x)) ** 2
        return float(self.p @ change / self.p.sum())

    def _solve(self, q: float, s: float, x: float) -> Pair:
        """Newton's method in (s, x) at fixed q, until the steps stop shrinking."""
        last = inf
        for _ in range(NEWTON):
            (f, g), _, (f_s, g_s), (f_x, g_x) = self._system(q, s, x)
            det = f_s * g_x - g_s * f_x
            ds, dx = (f_x * g - g_x * f) / det, (g_s * f - f_s * g) / det
            s, x, size = s + ds, x + dx, abs(ds) + abs(dx)
            if size == 0 or (size >= last and size < 1e-9 * (1 + abs(s) + abs(x))):
                break
            last = size
        return s, x

    def _euler(self, q: float, s: float, x: float, step: float) -> Pair:
        ds, dx = self._tangent(q, s, x)
        return s + ds * step, x + dx * step

    def _tangent(self, q: float, s: float, x: float) -> Pair:
        """ds/dq and dx/dq along the curve."""
        _, (f_q, g_q), (f_s, g_s), (f_x, g_x) = self._system(q, s, x)
        det = f_s * g_x - g_s * f_x
        return (g_q * f_x - f_q * g_x) / det, (f_q * g_s - g_q * f_s) / det

    def _system(self, q: float, s: float, x: float) -> tuple[Pair, Pair, Pair, Pair]:
        """The two equations (left minus right side) and their derivatives in q, s and x."""
        p, d, e, t = self.p, self.d, self.e, self.t
        P, Y = 1 + d * q, e * s - x
        over = 1 / (t + P * Y)
        P, Y, mixed = P * over, Y * over, t * over * over
        value = q - float(p @ (e * P)), s - float(p @ (d * Y))
        same = 1 - float(p @ (d * e * mixed))
        in_q, in_s = (same, float(p @ (d * Y) ** 2)), (float(p @ (e * P) ** 2), same)
        return value, in_q, in_s, (-float(p @ (e * P * P)), float(p @ (d * mixed)))
