"""Certified ends of spectra without singular vectors: at most as much time again as the values alone take.

LAPACK is not trusted. Let t be a little above the value found for lambda_max(G), M = t I - G, and R the upper
factor that a Cholesky factorisation gives. R'R is positive semidefinite whatever R is, so with M = R'R + E
    lambda_max(G) <= t + |E|,      and as well lambda_min(G) >= t - |E|,  M = G - t I, from a t below.
Any vector x bounds from the other side: lambda_max(G) >= x'Gx / x'x >= lambda_min(G), s_1(A) >= |Ax| / |x|
>= s_n(A). M is nearly singular, so R x = e_n, one step of inverse iteration, gives a good x.
G = A'A for singular values, A + A' for eigenvalues. What rounding does is bounded as in `certified`, in
Frobenius norms: g_n |X| |Y| for a product of n terms, u |.| for sums that are rounded once, which are the
entries of A + plus, of A + A' and of M. A factorisation that stops leaves the Frobenius norm as an end.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property
from typing import NamedTuple

import numpy as np
from flint import fmpq, fmpq_mat

from perturb.balls import residual
from perturb.ensembles.certified import LARGEST, UP, U, checked_stack
from perturb.ensembles.spectra import singular_values, symmetric_eigenvalues
from perturb.ensembles.truth import Number, Span
from perturb.types import FloatArray

OFF = 2.0**-40  # how far beside the value t is, in units of |G|: far above roundings, far below what matters
SMALL = 25  # up to this size plain arithmetic side by side wins
BLOCK = 2**17  # entries that are side by side at a time


class Extent(NamedTuple):
    """The largest and the smallest value of a spectrum: arrays, spans or balls."""

    largest: Number
    smallest: Number


@dataclass(frozen=True, eq=False)
class Singular:
    """The extreme singular values of A + plus, A of shape (draws, m, n), `plus` of 0 and 1, or None."""

    A: FloatArray
    plus: FloatArray | None = None

    @cached_property
    def matrix(self) -> FloatArray:
        """In float64: each entry is rounded once."""
        return self.A if self.plus is None else self.A + self.plus

    @cached_property
    def values(self) -> Extent:
        """In float64, shape (draws,)."""
        s = singular_values(self.matrix)
        return Extent(s[:, 0], s[:, -1])

    @cached_property
    def spans(self) -> Extent:
        """Certified, shape (draws,). ValueError for entries that are not finite or beyond 2^-200..2^200."""
        A = checked_stack(self.matrix)
        if A.shape[1:] == (1, 1):
            # Exact; of a sum that is rounded once 2 U is an ulp at least, twice too much.
            only = np.abs(A[:, 0, 0])
            off = 0.0 if self.plus is None else 2 * U * only
            return Extent(Span(only - off, only + off), Span(only - off, only + off))
        A = A.swapaxes(-1, -2) if A.shape[1] < A.shape[2] else A
        size, (top, least) = _size(A), self.values
        outer = _outer(A.swapaxes(-1, -2) @ A, top**2, least**2, size**2)
        squares, entries = UP * (A.shape[1] + 4) * U * size**2, UP * U * size
        high = np.sqrt(outer.high + squares) * (1 + 4 * U) + entries
        low = np.sqrt(np.maximum(outer.low - squares, 0.0)) * (1 - 4 * U) - entries
        (above, far), (below, near) = _stretch(A, outer.upper, size), _stretch(A, outer.lower, size)
        largest = Span(np.fmax(above - far - entries, 0.0), np.fmin(high, size))
        below = np.fmin(below + near + entries, _least_column(A) + entries)
        return Extent(largest, Span(np.fmax(low, 0.0), np.fmin(below, size)))

    def balls(self, k: int) -> Extent:
        """Of the k-th matrix, at the working precision."""
        A = exact(self.A[k])
        found = residual.singular_values(A if self.plus is None else A + exact(self.plus))
        return Extent(found[0], found[-1])


@dataclass(frozen=True, eq=False)
class Symmetric:
    """The extreme eigenvalues of A + A', A of shape (draws, n, n)."""

    A: FloatArray

    @cached_property
    def matrix(self) -> FloatArray:
        """In float64: each entry is rounded once."""
        return self.A + self.A.swapaxes(-1, -2)

    @cached_property
    def values(self) -> Extent:
        """In float64, shape (draws,)."""
        found = symmetric_eigenvalues(self.matrix)
        return Extent(found[:, -1], found[:, 0])

    @cached_property
    def spans(self) -> Extent:
        """Certified, shape (draws,); ValueError as for singular values."""
        S = checked_stack(self.matrix)
        if S.shape[1] == 1:  # a doubling is exact
            return Extent(Span(S[:, 0, 0], S[:, 0, 0]), Span(S[:, 0, 0], S[:, 0, 0]))
        size = _size(S)
        outer, entries = _outer(S, *self.values, size), UP * U * size
        (above, far), (below, near) = _quotient(S, outer.upper, size), _quotient(S, outer.lower, size)
        high, low = _up(outer.high + entries), -_up(entries - outer.low)
        largest = Span(np.fmax(above - far - entries, -size), np.fmin(high, size))
        return Extent(largest, Span(np.fmax(low, -size), np.fmin(below + near + entries, size)))

    def balls(self, k: int) -> Extent:
        """Of the k-th matrix, at the working precision."""
        A = exact(self.A[k])
        found = residual.symmetric_eigenvalues(A + A.transpose())
        return Extent(found[0], found[-1])


class Outer(NamedTuple):
    """All eigenvalues lie from low to high, shape (draws,); vectors that nearly belong to either end."""

    high: FloatArray
    low: FloatArray
    upper: FloatArray
    lower: FloatArray


def _outer(G: FloatArray, top: FloatArray, least: FloatArray, size: FloatArray) -> Outer:
    """Of symmetric G as they are in float64; `top` and `least` are found values, `size` at least |G|."""
    high, low = top + OFF * size, least - OFF * size
    method, step = (_side_by_side, BLOCK // G[0].size) if G.shape[1] <= SMALL else (_by_lapack, len(G))
    blocks = [slice(k, k + step) for k in range(0, len(G), step)]
    with np.errstate(all="ignore"):
        parts = [(*method(-G[k], high[k]), *method(G[k], -low[k])) for k in blocks]
    above, x, below, y = (np.concatenate(part) for part in zip(*parts, strict=True))
    return Outer(_up(high + above), -_up(below - low), x, y)


def _up(x: FloatArray) -> FloatArray:
    """The next float above: a sum is rounded once."""
    return np.nextafter(x, np.inf)


def _side_by_side(G: FloatArray, t: FloatArray) -> tuple[FloatArray, FloatArray]:
    """e with G + t I + e I positive semidefinite, shape (draws,), and a vector that is nearly in its kernel.

    Cholesky's method in plain arithmetic: M = R'R + E with |E| <= g_(n+1) trace M / (1 - g_(n+1)) where it
    comes to its end (Higham, Theorem 10.3; S. M. Rump, BIT 46, 433, 2006). NaN where it does not.
    """
    n = G.shape[1]
    R = G.transpose(1, 2, 0).copy()
    R[np.arange(n), np.arange(n)] += t
    trace = np.einsum("iid->id", R).sum(axis=0)
    for k in range(n):
        np.sqrt(R[k, k], out=R[k, k])
        R[k, k + 1 :] /= R[k, k]
        for i in range(k + 1, n):
            R[i, i:] -= R[k, i] * R[k, i:]
    x = np.zeros((n, len(t)))
    x[-1] = 1
    for i in range(n - 2, -1, -1):
        x[i] = -np.einsum("kd,kd->d", R[i, i + 1 :], x[i + 1 :]) / R[i, i]
    return UP * (n + 3) * U * trace + 0 * R[-1, -1], x.T


def _by_lapack(G: FloatArray, t: FloatArray) -> tuple[FloatArray, FloatArray]:
    """The same from what LAPACK gives, which is not trusted."""
    n = G.shape[1]
    M, index = G.copy(), np.arange(n)
    M[:, index, index] += t[:, None]
    R = _factors(M)
    product = R.swapaxes(-1, -2) @ R
    trace = np.einsum("dii->d", product)
    product -= M
    left = _size(product)
    # |R|^2 is the trace, |M| <= |R|^2 + what is left; one more term for the diagonal of M.
    return UP * (left + (n + 3) * U * (2 * trace + left)), _nearly_null(R)


def _factors(M: FloatArray) -> FloatArray:
    """Upper Cholesky factors, NaN where there is none."""
    try:
        return np.asarray(np.linalg.cholesky(M, upper=True), dtype=np.float64)
    except np.linalg.LinAlgError:
        if len(M) == 1:
            return np.full_like(M, np.nan)
        half = len(M) // 2
        return np.concatenate((_factors(M[:half]), _factors(M[half:])))


def _nearly_null(R: FloatArray) -> FloatArray:
    """x with R x a multiple of e_n, row by row from the last; shape (draws, n)."""
    x = np.zeros(R.shape[:2])
    x[:, -1] = 1
    for i in range(R.shape[1] - 2, -1, -1):
        x[:, i] = -np.einsum("dk,dk->d", R[:, i, i + 1 :], x[:, i + 1 :]) / R[:, i, i]
    return x


def _stretch(A: FloatArray, x: FloatArray, size: FloatArray) -> tuple[FloatArray, FloatArray]:
    """|A x| / |x| and a bound of its error."""
    m, n = A.shape[1:]
    with np.errstate(over="ignore", invalid="ignore"):
        y = (A @ x[:, :, None])[:, :, 0]
        found = np.sqrt(np.einsum("di,di->d", y, y) / _square(x))
    return found, UP * (m + 2 * n + 8) * U * size


def _least_column(A: FloatArray) -> FloatArray:
    """The least |A e_j|, from above: at least s_n, and known where no factorisation comes to its end."""
    return np.asarray(UP * np.sqrt(np.einsum("dij,dij->dj", A, A).min(axis=1)))


def _quotient(S: FloatArray, x: FloatArray, size: FloatArray) -> tuple[FloatArray, FloatArray]:
    """x'Sx / x'x and a bound of its error."""
    n = S.shape[1]
    with np.errstate(over="ignore", invalid="ignore"):
        y = (S @ x[:, :, None])[:, :, 0]
        found = np.einsum("di,di->d", x, y) / _square(x)
    return found, UP * (3 * n + 8) * U * size


def _square(x: FloatArray) -> FloatArray:
    """|x|^2, at least 1; NaN where something might overflow."""
    found = np.einsum("di,di->d", x, x)
    return np.where(found < LARGEST**2, found, np.nan)


def _size(X: FloatArray) -> FloatArray:
    """Frobenius norms, from above; shape (draws,)."""
    flat = X.reshape(len(X), -1)
    return np.asarray(UP * np.sqrt(np.einsum("di,di->d", flat, flat)))


def exact(A: FloatArray) -> fmpq_mat:
    """The rational numbers that the floats are."""
    return fmpq_mat([[fmpq(*float(x).as_integer_ratio()) for x in row] for row in A])
