"""Eigenvalues and singular values of samples with certified radii, bounds of them, exact counts of events.

LAPACK supplies factors and is not trusted. With R = A V - U D, |U'U - I| <= a < 1, |V'V - I| <= b < 1 the
i-th value lies where the kernel `residual` proves it to lie (Ostrowski and Weyl). Here these norms are
computed in float64 and bounded from above, as follows, u = 2^-53, g_k = k u / (1 - k u).
 1. In any order of summation, fused or not, |fl(X Y) - X Y| <= g_n |X| |Y| entrywise for n terms (N. J.
    Higham, Accuracy and Stability, 2002, (3.13)), hence at most g_n |X|_F |Y|_F in the Frobenius norm, which
    bounds the spectral one. Less a product rounded once: g_(n+2) (|A|_F |V|_F + |U|_F |D|_F).
 2. Each norm itself is a sum of at most N squares and a root: relative error g_(N+2) <= 2^-20 for N < 2^32.
    `UP` = 1 + 2^-16 covers the norm, the products with u and the sums of the bounds.
 3. The largest entry lies in [2^-200, 2^200], so nothing overflows, and what underflows, below n 2^-537 even
    after a root, is far inside the 2^-16 of a rounding term, which is at least 2^-253.
Radii are about n^(3/2) u |A|_F, some 1e-13 at n = 20. An event within a radius of its threshold is decided by
the exact inertia of a rational matrix, so that a count holds no rounding at all.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Literal, NamedTuple

import numpy as np
from flint import fmpq, fmpq_mat
from numpy.typing import ArrayLike

from perturb.numbers import charpoly
from perturb.types import BoolArray, FloatArray

Extreme = Literal["s_1", "s_n", "tau", "tau_low"]

U = 2.0**-53
UP = 1 + 2.0**-16
LARGEST = 2.0**200
SIDES = {"<": (-1,), "<=": (-1, 0), ">": (1,), ">=": (0, 1)}
OFF = 2.0**-40  # how far beside the value t is, in units of |G|: far above roundings, far below what matters
SMALL = 25  # up to this size plain arithmetic side by side wins
BLOCK = 2**17  # entries that are side by side at a time


class Spectra(NamedTuple):
    """Values, shape (draws, n), and for each a certified bound of its error."""

    values: FloatArray
    radius: FloatArray


class EventCount(NamedTuple):
    """Samples in the event, samples outside, and how many of both exact arithmetic had to decide."""

    yes: int
    no: int
    adjudicated: int


class Events(NamedTuple):
    """The statistic, shape (draws,), whether it meets each threshold, (draws, thresholds), and the number of
    those answers that exact arithmetic had to give.
    """

    values: FloatArray
    holds: BoolArray
    adjudicated: int


def singular_values(A: ArrayLike) -> Spectra:
    """Singular values of real matrices, shape (draws, m, n), decreasing, with radii: (draws, min(m, n)) each.

    ValueError for another shape, and for entries that are not finite or outside 2^-200..2^200 in size.
    """
    A = checked_stack(A)
    if A.shape[1] < A.shape[2]:
        A = A.swapaxes(-1, -2)
    P, d, Vt = np.linalg.svd(A, full_matrices=False)
    V = Vt.swapaxes(-1, -2)
    a, b = _defect(P), _defect(V)
    e = _product_defect(A, V, P * d[:, None, :], _norm(P) * _norm(d[:, None, :]))
    with np.errstate(invalid="ignore"):
        low, high = np.sqrt(1 - a) / np.sqrt(1 + b), np.sqrt(1 + a) / np.sqrt(1 - b)
        return Spectra(d, _radius(-d, d, low, high, e / np.sqrt(1 - b)))


def symmetric_eigenvalues(S: ArrayLike) -> Spectra:
    """Eigenvalues of real symmetric matrices, shape (draws, n, n), increasing, with radii; (draws, n) each.

    ValueError as for `singular_values`, and for a matrix that is not symmetric.
    """
    S = checked_stack(S)
    if S.shape[1] != S.shape[2] or not np.array_equal(S, S.swapaxes(-1, -2)):
        raise ValueError("matrices: symmetric ones expected")
    d, V = np.linalg.eigh(S)
    b = _defect(V)
    e = _product_defect(S, V, V * d[:, None, :], _norm(V) * _norm(d[:, None, :]))
    # V'SV = D + E, E = V'(SV - VD) + (V'V - I) D; lambda_i(V'SV) = theta lambda_i(S), |theta - 1| <= b.
    error = UP * (e * np.sqrt(1 + b) + b * _norm(d[:, None, :]))
    with np.errstate(invalid="ignore"):
        return Spectra(d, _radius(d, d, 1 / (1 + b), 1 / (1 - b), error / (1 - b)))


def checked_stack(A: ArrayLike) -> FloatArray:
    array = np.asarray(A, dtype=np.float64)
    if array.ndim != 3 or 0 in array.shape[1:]:
        raise ValueError(f"matrices: shape (draws, m, n) expected, got {array.shape}")
    size = np.abs(array).reshape(len(array), -1).max(axis=1)
    if not np.isfinite(size).all():
        raise ValueError("matrices: an entry is not finite")
    if not ((size == 0) | ((size >= 1 / LARGEST) & (size <= LARGEST))).all():
        raise ValueError("matrices: the largest entry of each must lie between 2^-200 and 2^200, or be 0")
    return array


def _norm(X: FloatArray) -> FloatArray:
    """Frobenius norms, from above; shape (draws, 1)."""
    return np.asarray(UP * np.sqrt(np.square(X).sum(axis=(-2, -1)))[:, None])


def _gamma(k: int) -> float:
    return UP * k * U


def _product_defect(A: FloatArray, V: FloatArray, UD: FloatArray, size: FloatArray) -> FloatArray:
    """Upper bounds of |A V - U D|, UD being U D rounded; size: |U|_F |D|_F."""
    rounding = _gamma(A.shape[2] + 2) * (_norm(A) * _norm(V) + size)
    return np.asarray(UP * (_norm(A @ V - UD) + rounding))


def _defect(V: FloatArray) -> FloatArray:
    """Upper bounds of |V'V - I|; inf where that is not below 1/2."""
    n = V.shape[2]
    G = V.swapaxes(-1, -2) @ V
    found = UP * (_norm(G - np.eye(n)) + _gamma(V.shape[1] + 1) * (_norm(V) ** 2 + n))
    return np.where(found < 0.5, found, np.inf)


def _radius(key: FloatArray, d: FloatArray, low: FloatArray, high: FloatArray, e: FloatArray) -> FloatArray:
    """Of the intervals [d low - e, d high + e] about d; inf where `key` is not in order."""
    stretch = np.maximum(high - 1, 1 - low) + 8 * U
    radius = UP * (np.abs(d) * stretch + e)
    ordered = (np.diff(key, axis=1) >= 0).all(axis=1, keepdims=True)
    return np.where(ordered & np.isfinite(radius), radius, np.inf)


def extreme(statistic: Extreme, W: ArrayLike) -> Spectra:
    """One extreme value a matrix: s_1, s_n, or tau and tau_low, the ends of the spectrum of W + W'."""
    if statistic in ("s_1", "s_n"):
        s = singular_values(W)
        k = 0 if statistic == "s_1" else -1
        return Spectra(s.values[:, k], s.radius[:, k])
    if statistic not in ("tau", "tau_low"):
        raise ValueError(f"statistic = {statistic!r} is none of s_1, s_n, tau, tau_low")
    W = checked_stack(W)
    S = W + W.swapaxes(-1, -2)
    found, k = symmetric_eigenvalues(S), -1 if statistic == "tau" else 0
    # The sum is rounded: an error of u |S| entrywise, which Weyl's inequality lets through.
    return Spectra(found.values[:, k], found.radius[:, k] + UP**2 * U * _norm(S)[:, 0])


def count_certified(statistic: Extreme, op: str, threshold: float, W: ArrayLike) -> EventCount:
    """How many of the matrices W, shape (draws, n, n), have `statistic op threshold`; exact.

    op: <, <=, > or >=. The threshold is the rational number that the float is. ValueError for another
    statistic or op, or a threshold that is not finite.
    """
    found = decided(statistic, op, [threshold], W)
    yes = int(found.holds.sum())
    return EventCount(yes, len(found.holds) - yes, found.adjudicated)


def decided(statistic: Extreme, op: str, thresholds: Sequence[float], W: ArrayLike) -> Events:
    """Which of the matrices have `statistic op threshold`, for each threshold; as `count_certified`."""
    if op not in SIDES:
        raise ValueError(f"op = {op!r} is none of <, <=, >, >=")
    for threshold in thresholds:
        if not np.isfinite(threshold):
            raise ValueError(f"threshold = {threshold} must be finite")
    W = checked_stack(W)
    found = extreme(statistic, W)
    least = np.nextafter(found.values - found.radius, -np.inf)[:, None]
    most = np.nextafter(found.values + found.radius, np.inf)[:, None]
    below, above = most < np.asarray(thresholds), least > np.asarray(thresholds)
    holds = below.copy() if op in ("<", "<=") else above.copy()
    open_ones = np.argwhere(~(below | above))
    for k, j in open_ones:
        holds[k, j] = _side(statistic, W[k], thresholds[j]) in SIDES[op]
    return Events(found.values, holds, len(open_ones))


def _side(statistic: Extreme, W: FloatArray, threshold: float) -> int:
    """The sign of statistic - threshold, from the exact inertia of a rational matrix."""
    A = fmpq_mat([[fmpq(*float(x).as_integer_ratio()) for x in row] for row in W])
    t = fmpq(*float(threshold).as_integer_ratio())
    if statistic in ("s_1", "s_n"):
        if t < 0:
            return 1
        S, t = charpoly.gram(A), t * t
    else:
        S = A + A.transpose()
    for i in range(S.nrows()):
        S[i, i] = S[i, i] - t
    negative, zero, positive = charpoly.inertia(S)
    if statistic in ("s_1", "tau"):
        return 1 if positive > 0 else 0 if zero > 0 else -1
    return -1 if negative > 0 else 0 if zero > 0 else 1


def above(G: FloatArray, value: FloatArray, size: FloatArray) -> tuple[FloatArray, FloatArray]:
    """No eigenvalue of symmetric G as it is in float64 is above the first, shape (draws,); a vector that
    nearly belongs to the largest. `value` is found for that one, and `size` at least |G|.

    By a factorisation that is checked; the argument is that of `ends`: R'R is positive semidefinite whatever
    R is.
    """
    t = value + OFF * size
    more, x = _shifted(-G, t)
    return up(t + more), x


def below(G: FloatArray, value: FloatArray, size: FloatArray) -> tuple[FloatArray, FloatArray]:
    """The same of the smallest."""
    t = value - OFF * size
    more, x = _shifted(G, -t)
    return -up(more - t), x


def _shifted(G: FloatArray, t: FloatArray) -> tuple[FloatArray, FloatArray]:
    """e with G + t I + e I positive semidefinite, shape (draws,), and a vector nearly in its kernel."""
    method, step = (_side_by_side, BLOCK // G[0].size) if G.shape[1] <= SMALL else (_by_lapack, len(G))
    blocks = [slice(k, k + step) for k in range(0, len(G), step)]
    with np.errstate(all="ignore"):
        parts = [method(G[k], t[k]) for k in blocks]
    more, x = (np.concatenate(part) for part in zip(*parts, strict=True))
    return more, x


def up(x: FloatArray) -> FloatArray:
    """The next float above: a sum is rounded once."""
    return np.nextafter(x, np.inf)


def _side_by_side(G: FloatArray, t: FloatArray) -> tuple[FloatArray, FloatArray]:
    """`_shifted` by Cholesky's method in plain arithmetic.

    M = R'R + E with |E| <= g_(n+1) trace M / (1 - g_(n+1)) where it comes to its end (Higham, Theorem 10.3;
    S. M. Rump, BIT 46, 433, 2006). NaN where it does not.
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
    left = norms(product)
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


def norms(X: FloatArray) -> FloatArray:
    """Frobenius norms, from above; shape (draws,)."""
    flat = X.reshape(len(X), -1)
    return np.asarray(UP * np.sqrt(np.einsum("di,di->d", flat, flat)))
