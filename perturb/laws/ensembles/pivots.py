"""On which side of a number a singular value or a condition number lies, decided by counts of pivots.

The k-th singular value of each matrix A, against t:

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
from flint import arb, ctx, fmpq, fmpq_mat

from perturb.laws.ensembles.certified import UP, U, checked_stack
from perturb.laws.ensembles.ends import Squares, exact
from perturb.laws.ensembles.gaussian_extremes import extremes_of_models, models
from perturb.laws.ensembles.truth import Number, Span, Truth, at_most
from perturb.numbers import residual, scalar
from perturb.types import AnyArray, BoolArray, FloatArray, IntArray

ASIDE = 2.0**-32  # of |A|^2: how far from the number t is, so that e does not matter
BITS = (106, 212)
NEAR, BESIDE = 2.0**-24, 2.0**-46  # values found for the largest eigenvalue have eight digits
USUAL = 2.0**200  # the largest eigenvalue is in this range, else nothing is said in float64
HALVINGS = 200


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


def kappa_above(n: int, t: float, draws: int, rng: np.random.Generator) -> AnyArray:
    """A column (draws,): is kappa > t > 0 for a real n x n matrix of independent N(0, 1) entries?

    Decided for the entries that are drawn, those of `kappa_ginibre`; OPEN where neither side is certain.

    T = B'B is tridiagonal with a_k = q_k + e_(k-1) and squares q_k e_k beside them (see `tridiagonal`). In
    float64 the pivots d_k = ((a_k - x)(1 + r) - b_k^2 (1 + r') / d_(k-1)) (1 + r''), |r| <= u, have the signs
    of exact ones with the same a_k - x and each b_k^2 changed by a factor within (1 + u)^4 / (1 - u)^4:
    divide d_k by (1 + r)(1 + r''). With the roundings of a_k and b_k^2 the signs count the eigenvalues below
    x of a matrix that is off T by at most u (max a + 7 max b), by less than 2^-49 lambda_max as a_k, b_k <=
    lambda_max; quotients that underflow are nothing beside it. So for L within 2^-24 of lambda_max, which two
    counts certify, kappa > t where T - x I has a negative pivot, x = L (1 - 2^-23) / t^2 - 2^-46 L: then
    lambda_min is at most x + 2^-48 L < lambda_max / t^2. Likewise kappa < t where all are positive at
    L (1 + 2^-23) / t^2 + 2^-46 L. Roundings of L, t^2 and x, a few u, are far less than these margins. The
    rest is counted in rational numbers.
    """
    found = Truth(np.zeros(draws, dtype=bool), np.zeros(draws, dtype=bool))
    for part, q, e in models(n, n, draws, rng, 1):
        s_1, s_n = extremes_of_models(n, n, q, e, 1)
        found.yes[part], found.no[part] = _decided(q, e, s_1**2 / 2, s_1 > t * s_n, t)
    return found.column()


def _decided(
    q: FloatArray, e: FloatArray, L: FloatArray, above: BoolArray, t: float
) -> tuple[BoolArray, ...]:
    """Yes and no for each; L is what float64 has for lambda_max, `above` what it has for the answer."""
    a, b2 = q.copy(), q[:-1] * e
    a[1:] += e
    sign = np.where(above, -1.0, 1.0)
    some, every = _signs(a, b2, L * (1 + sign * 2 * NEAR) / t**2 + sign * BESIDE * L)
    inside = _signs(-a, b2, -L * (1 + NEAR))[1] & _signs(-a, b2, -L * (1 - NEAR))[0]
    inside &= (1 / USUAL < L) & (L < USUAL)
    yes, no = inside & above & some, inside & ~above & every
    for k in np.flatnonzero(~(yes | no)):
        yes[k], no[k] = _exactly([_exact(x) for x in q[:, k]], [_exact(x) for x in e[:, k]], _exact(t))
    return yes, no


def _signs(a: FloatArray, b2: FloatArray, x: FloatArray) -> tuple[BoolArray, BoolArray]:
    """Is some pivot of T - x I negative, are all positive? Neither where one is 0 or not finite."""
    pivot = a[0] - x
    low, sure = pivot.copy(), pivot != 0
    with np.errstate(all="ignore"):
        for row, square in zip(a[1:], b2, strict=True):
            pivot = (row - x) - square / pivot
            np.minimum(low, pivot, out=low)
            sure &= np.isfinite(pivot) & (pivot != 0)
    return sure & (low < 0), sure & (low > 0)


def _exactly(q: list[fmpq], e: list[fmpq], t: fmpq) -> tuple[bool, bool]:
    """By halving an interval that holds lambda_max, until lambda_max / t^2 is on one side of lambda_min."""
    a = [x + y for x, y in zip(q, [fmpq(0), *e], strict=True)]
    b2 = [x * y for x, y in zip(q[:-1], e, strict=True)]
    low, high = max(a), sum(a, fmpq(0))
    for _ in range(HALVINGS):
        if _side(a, b2, low / t**2) < 0:
            return True, False
        if _side(a, b2, high / t**2) > 0:
            return False, True
        middle = (low + high) / 2
        low, high = (low, middle) if _side([-x for x in a], b2, -middle) > 0 else (middle, high)
    return False, False


def _side(a: list[fmpq], b2: list[fmpq], x: fmpq) -> int:
    """1 if all eigenvalues are above x, -1 if one is certainly below, else 0: one is at most x."""
    pivot = a[0] - x
    for row, square in zip(a[1:], b2, strict=True):
        if pivot <= 0:
            break
        pivot = row - x - square / pivot
    return int(pivot > 0) - int(pivot < 0)


def _exact(x: float) -> fmpq:
    return fmpq(*float(x).as_integer_ratio())
