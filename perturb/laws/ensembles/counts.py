"""On which side of a number the k-th singular value of each matrix lies, decided by counts of pivots.

Elimination without pivoting makes M = G - t I, G = A'A, into L D L' + E. The signs of D are those of the
eigenvalues of L D L' (Sylvester), and |E| <= (n + 2) u' sum_k |u_k|^2 / |d_k| in the Frobenius norm, u_k the
k-th row that is eliminated with, d_k its first entry: for the upper triangle this is the backward error of
Gaussian elimination (Higham, Theorem 9.3), one more rounding for u_kj / d_k; the lower one mirrors it; u' is
a little above u for terms of second order. So if D has p positive entries, p of the eigenvalues of G are
above t - e and the others at most t + e, e = |E| and what G and t I are rounded by. A small pivot makes e
large and decides nothing; then all singular values are certified, and after that balls are asked.
"""

from __future__ import annotations

import numpy as np
from flint import arb, ctx, fmpq_mat

from perturb.laws.ensembles.certified import UP, U, checked_stack
from perturb.laws.ensembles.ends import exact
from perturb.laws.ensembles.truth import Number, Span, Truth, at_most
from perturb.laws.ensembles.whole import Squares
from perturb.numbers import residual, scalar
from perturb.types import AnyArray, FloatArray, IntArray

ASIDE = 2.0**-32  # of |A|^2: how far from the number t is, so that e does not matter
BITS = (106, 212)


def squares_at_most(W: FloatArray, M: FloatArray, k: IntArray, found: FloatArray, threshold: arb) -> AnyArray:
    """A column: is the k-th singular value (from 0, decreasing) of W M, squared, at most `threshold` > 0?

    W (draws, m, r), M (draws, r, n), m >= n; k (draws,); `found`, (draws,): the squares, not trusted.
    """
    A = checked_stack(W @ M)
    size = UP * np.sqrt(np.einsum("dij,dij->d", A, A))
    lost = UP * (W.shape[2] + 1) * U * np.linalg.norm(W, axis=(1, 2)) * np.linalg.norm(M, axis=(1, 2))
    # Of |A'A|: the product, and A itself.
    off = UP * ((A.shape[1] + 4) * U * size**2 + lost * (2 * size + lost))
    T = Span.around(threshold)
    truth = _by_counts(A, off, size, k, found, T)
    left = np.flatnonzero(truth.open)
    if left.size:
        every = Squares(A[left]).spans
        lo, hi = (np.array([getattr(one, end) for one in every]) for end in ("lo", "hi"))
        place = (k[left], np.arange(left.size))
        closer = at_most(Span(lo[place] - off[left], hi[place] + off[left]) + 0, T)
        truth.yes[left], truth.no[left] = closer.yes, closer.no
    for d in np.flatnonzero(truth.open):
        truth.yes[d], truth.no[d] = _by_balls(exact(W[d]) * exact(M[d]), int(k[d]), threshold)
    return truth.column()


def _by_counts(
    A: FloatArray, off: FloatArray, size: FloatArray, k: IntArray, found: FloatArray, T: Span
) -> Truth:
    low = found <= T.lo
    t = np.where(low, T.lo - ASIDE * size**2, T.hi + ASIDE * size**2)
    above, e = _positive(A.swapaxes(-1, -2) @ A, t)
    e = UP * (e + off + 2 * U * (size**2 + np.abs(t)))
    return Truth(low & (above <= k) & (t + e <= T.lo), ~low & (above > k) & (t - e > T.hi))


def _positive(G: FloatArray, t: FloatArray) -> tuple[IntArray, FloatArray]:
    """How many pivots of G - t I are positive, shape (draws,), and a bound of |E|, or nothing finite."""
    n = G.shape[1]
    R = G.transpose(1, 2, 0).copy()
    R[np.arange(n), np.arange(n)] -= t
    above, e = np.zeros(len(t), dtype=np.int64), np.zeros(len(t))
    with np.errstate(all="ignore"):
        for k in range(n):
            above += R[k, k] > 0
            e += np.einsum("jd,jd->d", R[k, k:], R[k, k:]) / np.abs(R[k, k])
            factors = R[k, k + 1 :] / R[k, k]
            for i in range(k + 1, n):
                R[i, i:] -= factors[i - k - 1] * R[k, i:]
    return above, UP * (n + 4) * U * e


def _by_balls(A: fmpq_mat, k: int, threshold: Number) -> tuple[bool, bool]:
    for bits in BITS:
        with ctx.workprec(bits):
            found = at_most(scalar.square(residual.singular_values(A)[k]), threshold)
        if not found.open:
            break
    return bool(found.yes), bool(found.no)
