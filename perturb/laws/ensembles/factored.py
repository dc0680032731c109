"""Numbers that symmetric matrices have no eigenvalue above or below, by factorisations that are checked.

The argument is that of `ends`: R'R is positive semidefinite whatever R is.
"""

from __future__ import annotations

import numpy as np

from perturb.laws.ensembles.certified import UP, U
from perturb.types import FloatArray

OFF = 2.0**-40  # how far beside the value t is, in units of |G|: far above roundings, far below what matters
SMALL = 25  # up to this size plain arithmetic side by side wins
BLOCK = 2**17  # entries that are side by side at a time


def above(G: FloatArray, value: FloatArray, size: FloatArray) -> tuple[FloatArray, FloatArray]:
    """No eigenvalue of symmetric G as it is in float64 is above the first, shape (draws,); a vector that
    nearly belongs to the largest. `value` is found for that one, and `size` at least |G|.
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
