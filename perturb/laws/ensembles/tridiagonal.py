"""Exact tridiagonal and bidiagonal models of Gaussian matrices; their extreme eigenvalues, one matrix a lane.

Householder reflections that depend on one row at a time turn Gaussian matrices into matrices of independent
entries (I. Dumitriu and A. Edelman, J. Math. Phys. 43, 2002): the GOE with variance 1 off the diagonal and 2
on it becomes tridiagonal with N(0, 2) on the diagonal and chi_(n-1), ..., chi_1 beside it; an m x n matrix of
N(0, 1) entries, m >= n, becomes bidiagonal, chi_m, ..., chi_(m-n+1) on the diagonal and chi_(n-1), ..., chi_1
above it. Complex entries of variance 1: chi_(2k)/sqrt(2) for chi_k, N(0, 1) on the diagonal of the GUE.
Both are divided by sqrt(2/beta), beta = 1 real and 2 complex: N(0, 1) on the diagonal, and the square of
chi_k becomes a Gamma variable of shape beta k/2. Arrays have shape (rows, draws): a row of all matrices lies
together. Squares are kept: counts need no roots.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Self

import numpy as np

from perturb.types import BoolArray, FloatArray, PlaceArray

LARGE = 200.0  # shapes of gamma variables that are drawn side by side
TOGETHER = 2**16  # of them at a time: 512 kB
STRIP = 16  # rows whose diagonals and signs are done in one call
PAIRED = 2**15  # normal variables at a time: 256 kB


def gammas(
    shapes: Sequence[float], draws: int, rng: np.random.Generator, out: FloatArray | None = None
) -> FloatArray:
    """Row k: Gamma variables of the k-th shape, halves of chi-squares of twice as many degrees of freedom.

    The shapes must not increase. Result (rows, draws).
    """
    shape, rows = np.array(shapes, dtype=float), np.empty((len(shapes), draws)) if out is None else out
    large = int(np.searchsorted(-shape, -LARGE, side="right"))
    step = max(1, TOGETHER // max(1, draws))
    for k in range(0, large, step):
        part = slice(k, min(k + step, large))
        _large_gammas(shape[part, None], rng, rows[part])
    for k in range(large, len(shape)):
        rng.standard_gamma(shape[k], out=rows[k])
    return rows


def _large_gammas(shapes: FloatArray, rng: np.random.Generator, out: FloatArray) -> None:
    """Gamma variables, one shape (`LARGE` at least) a row: G. Marsaglia and W. W. Tsang, ACM TOMS 26, 2000.

    With d = shape - 1/3, c = (9d)^(-1/2), normal x and y = cx they take d (1 + y)^3 with the probability
    exp(h) below. As dh/dy = -3d y^3/(1 + y), 1 - exp(h) is at most x^4/(108 d (1 - |y|)): so few are refused
    that only a thinned set is looked at.
    """
    d = shapes - 1 / 3
    c, root = 1 / np.sqrt(9 * d), np.cbrt(d)
    standard_normal(rng, out)
    reach = max(out.max(initial=0.0), -out.min(initial=0.0))
    most = float(reach**4 / (108 * d.min() * (1 - reach * c.max())))
    suspects = rng.choice(out.size, rng.binomial(out.size, most), replace=False, shuffle=False)
    row, lane = np.divmod(suspects, out.shape[1])
    x, u = out[row, lane], 1 - most * rng.random(len(suspects))
    refused = np.log(u) > _log_taken(x, d[row, 0])
    out *= c * root
    out += root
    squared = out * out
    out *= squared
    out[row[refused], lane[refused]] = rng.standard_gamma(shapes[row[refused], 0])


def _log_taken(x: FloatArray, d: FloatArray) -> FloatArray:
    """h = x^2/2 + d (1 - (1 + y)^3 + 3 log(1 + y)), y = x (9d)^(-1/2)."""
    y = x / np.sqrt(9 * d)
    return np.asarray(x**2 / 2 + d * (1 - (1 + y) ** 3 + 3 * np.log1p(y)))


@dataclass(frozen=True)
class Tridiagonal:
    """Symmetric tridiagonal matrices; a: diagonals, (n, draws); b2: squares beside them, (n - 1, draws).

    As a `Family` it is 1 / [(x - T)^-1]_kk, k = `row`, which is closest to a fraction where the leading
    eigenvector is large.
    """

    a: FloatArray
    b2: FloatArray
    row: int = 0

    def take(self, lanes: PlaceArray) -> Self:
        return type(self)(self.a[:, lanes], self.b2[:, lanes], self.row)

    def join(self, others: Sequence[Self]) -> Self:
        models = [self, *others]
        return type(self)(np.hstack([m.a for m in models]), np.hstack([m.b2 for m in models]), self.row)

    def coarse(self, mesh: int, coupling: float) -> Self:
        """Every `mesh`-th row (mesh odd) of a model whose b are near `coupling`, for a guess of its roots.

        u'(x - T)u = sum (x - a_k - b_(k-1) - b_k) u_k^2 + sum b_k (u_(k+1) - u_k)^2. Let u be linear between
        0, the nodes `mesh`, 2 `mesh`, ... and 0 again; count in the first sum each row for the node next to
        it (the few that are next to a 0 not at all), put b = coupling in the second, divide by `mesh`. Values
        of the family are smaller by this factor.
        """
        half, lanes = mesh // 2, self.a.shape[1]
        nodes = (len(self.a) - 1 - half) // mesh
        start, stop = half, half + nodes * mesh
        around = (self.b2[start - 1 : stop - mesh : mesh] - self.b2[start + mesh - 1 : stop : mesh]) / 2
        for k in range(start, start + mesh):  # a reduction would add in another order where there is one lane
            around += self.b2[k:stop:mesh]
        around /= coupling  # b_(k-1) + b_k, as b is nearly (b^2 / coupling + coupling) / 2
        for k in range(start, start + mesh):
            around += self.a[k:stop:mesh]
        around /= mesh
        around += coupling - 2 * coupling / mesh**2
        beside = np.broadcast_to(np.float64(coupling / mesh**2) ** 2, (nodes - 1, lanes))
        return type(self)(around, beside, min(nodes, round((self.row + 1) / mesh)) - 1)

    def __call__(self, x: FloatArray) -> tuple[FloatArray, BoolArray]:
        """The twisted factorisation of x - T: pivots from either end, which meet at `row`."""
        low = np.full_like(x, np.inf)
        with np.errstate(divide="ignore", over="ignore", invalid="ignore"):
            above = self._sweep(x, range(self.row), low)
            below = self._sweep(x, range(len(self.a) - 1, self.row, -1), low)
            twist = x - self.a[self.row]
            twist -= self.b2[self.row - 1] / above if self.row > 0 else 0.0
            twist -= self.b2[self.row] / below if self.row < len(self.a) - 1 else 0.0
        return twist, (low > 0) & np.isfinite(twist)

    def _sweep(self, x: FloatArray, rows: range, low: FloatArray) -> FloatArray:
        """The last pivot of x - T along `rows`; the least one goes into `low`."""
        pivot, work, divide, subtract = x, np.empty_like(x), np.divide, np.subtract
        strip = np.empty((min(STRIP, len(rows)), *x.shape))
        for start in range(0, len(rows), STRIP):
            part = rows[start : start + STRIP]
            pivots = strip[: len(part)]
            diagonals = self.a[part.start : part.stop : part.step]
            np.subtract(x, diagonals, out=pivots)
            for k, row in zip(part, pivots, strict=True):
                if k != rows[0]:
                    divide(self.b2[min(k, k - rows.step)], pivot, work)
                    subtract(row, work, row)
                pivot = row
            np.minimum(low, pivots.min(axis=0), out=low)
            pivot = pivot.copy()
        return pivot


@dataclass(frozen=True)
class Smallest:
    """B'B of upper bidiagonal B, as a family in -x: its outermost root is minus the smallest eigenvalue, and
    1 / [(B'B + x)^-1]_nn the last pivot of B'B + x.

    q: squares of the diagonals, (n, draws); e: squares above them, (n - 1, draws). The stationary qd
    transform of B'B + x in the quotients u_k = Q_k / q_k. A rounding is one of e_k / q_(k+1) or 1 / q_k: the
    counts are those of a bidiagonal matrix that differs in the last bits of its entries, so small
    eigenvalues keep their relative accuracy (J. Demmel and W. Kahan, SIAM J. Sci. Stat. Comput. 11, 1990).
    """

    inverse: FloatArray
    ratio: FloatArray

    @classmethod
    def of(cls, q: FloatArray, e: FloatArray) -> Self:
        return cls(1 / q, e / q[1:])

    def take(self, lanes: PlaceArray) -> Self:
        return type(self)(self.inverse[:, lanes], self.ratio[:, lanes])

    def join(self, others: Sequence[Self]) -> Self:
        models = [self, *others]
        return type(self)(np.hstack([m.inverse for m in models]), np.hstack([m.ratio for m in models]))

    def __call__(self, x: FloatArray) -> tuple[FloatArray, BoolArray]:
        s = x * self.inverse[0]
        u, work, low = 1 + s, np.empty_like(s), np.full_like(s, np.inf)
        with np.errstate(divide="ignore", over="ignore", invalid="ignore"):
            for inverse, ratio in zip(self.inverse[1:], self.ratio, strict=True):
                np.minimum(low, u, out=low)
                np.divide(s, u, out=s)
                np.multiply(s, ratio, out=s)
                np.multiply(x, inverse, out=work)
                np.add(s, work, out=s)
                np.add(s, 1.0, out=u)
        return u / self.inverse[-1], (low > 0) & np.isfinite(u)

    def inverse_trace(self) -> FloatArray:
        """The trace of (B'B)^-1: its reciprocal is a lower bound of the smallest eigenvalue."""
        term = self.inverse[0].copy()
        total = term.copy()
        for inverse, ratio in zip(self.inverse[1:], self.ratio, strict=True):
            term *= ratio
            term += inverse
            total += term
        return np.asarray(total)


def standard_normal(rng: np.random.Generator, out: FloatArray) -> None:
    """Fill `out`, any shape, with independent N(0, 1) variables. ValueError unless it is C-contiguous.

    Side by side, for half the price of one by one where numpy's loops use vectors.
    G. E. P. Box and M. E. Muller, Ann. Math. Stat. 29, 1958: r cos 2p and r sin 2p for r^2 = -2 log of a
    uniform variable and p uniform in (-pi/2, pi/2), here by t = tan p. None of these is beyond
    (106 log 2)^(1/2) = 8.57 in absolute value, where N(0, 1) has a mass of 1e-17. An odd last one is numpy's.
    """
    if not out.flags.c_contiguous:
        raise ValueError(f"out: strides {out.strides} of shape {out.shape} are not those of a whole array")
    flat = out.reshape(-1)
    even = flat.size // 2 * 2
    for k in range(0, even, PAIRED):
        _pairs(rng, flat[k : min(k + PAIRED, even)])
    flat[even:] = rng.standard_normal(flat.size - even)


def _pairs(rng: np.random.Generator, out: FloatArray) -> None:
    r, t = pair = out.reshape(2, -1)
    rng.random(out=pair)
    np.subtract(1, r, out=r)
    np.log(r, out=r)
    r *= -2
    np.sqrt(r, out=r)
    t -= 0.5
    t *= np.pi
    np.tan(t, out=t)
    part = t * t
    part += 1
    np.divide(r, part, out=part)
    part *= 2
    t *= part
    np.subtract(part, r, out=r)
