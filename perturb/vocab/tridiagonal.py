"""Spectra of many small matrices at once, in float64: for screening only.

LAPACK takes a microsecond or two for each matrix of size 3 to 6, most of it bookkeeping. Here a step of the
same algorithms is one numpy call for a whole batch, whose number runs along the last axis: (m, n, B).
Householder reflections lead to a tridiagonal or bidiagonal form, from where the rational QL iteration of Pal,
Walker and Kahan needs no square roots (LAPACK's dsterf; Parlett, The Symmetric Eigenvalue Problem, 8.15).
"""

from __future__ import annotations

from typing import Any

import numpy as np

NEGLIGIBLE = 1e-34  # of the squared Frobenius norm: the square of a coupling that is left out
NUDGE = 1e-150  # in the place of a pivot that is 0; its square is still a float
FIRST, LATER = (4, 3), (3, 3)  # steps for an eigenvalue: at once, and as long as it is not found
NETWORKS = {  # comparators that sort so many numbers (Knuth, volume 3, section 5.3.4)
    2: ((0, 1),),
    3: ((0, 1), (1, 2), (0, 1)),
    4: ((0, 1), (2, 3), (0, 2), (1, 3), (1, 2)),
    5: ((0, 1), (3, 4), (2, 4), (2, 3), (0, 3), (0, 2), (1, 4), (1, 3), (1, 2)),
    6: (((1, 2), (4, 5), (0, 2), (3, 5), (0, 1), (3, 4), (2, 5), (0, 3), (1, 4), (2, 4), (1, 3), (2, 3))),
}


def tridiagonal(S: Any) -> tuple[Any, Any]:
    """Diagonal (n, B) and squared off-diagonal (n - 1, B) of a form of symmetric S (n, n, B), overwritten."""
    n = len(S)
    squared = np.empty((n - 1, S.shape[-1]))
    for k in range(n - 2):
        v, beta, squared[k] = reflector(S[k + 1 :, k])
        block = S[k + 1 :, k + 1 :]
        p = np.einsum("ijb,jb->ib", block, v) * beta
        w = p - v * ((v * p).sum(axis=0) * (beta / 2))
        both = v[:, None] * w
        block -= both
        block -= both.swapaxes(0, 1)
    squared[-1] = S[-1, -2] ** 2
    return np.array([S[k, k] for k in range(n)]), squared


def bidiagonal(A: Any) -> tuple[Any, Any]:
    """Squared diagonal (n, B) and superdiagonal (n - 1, B) of a form of A (m, n, B), m >= n; overwritten."""
    n = A.shape[1]
    diagonal, above = np.empty((n, A.shape[-1])), np.empty((n - 1, A.shape[-1]))
    for k in range(n):
        v, beta, diagonal[k] = reflector(A[k:, k])
        rest = A[k:, k + 1 :]
        if k < n - 1:
            rest -= v[:, None] * (np.einsum("ijb,ib->jb", rest, v) * beta)
            v, beta, above[k] = reflector(rest[0])
            below = rest[1:]
            below -= (np.einsum("ijb,jb->ib", below, v) * beta)[:, None] * v
    return diagonal, above


def reflector(x: Any) -> tuple[Any, Any, Any]:
    """v and beta with (I - beta v v') x along the first axis, and |x|^2; beta = 0 where x lies there."""
    size = (x * x).sum(axis=0)
    v = x.copy()
    rest = size - x[0] ** 2 if len(x) == 1 else (x[1:] * x[1:]).sum(axis=0)
    v[0] += np.copysign(np.sqrt(size), x[0])
    away = rest > 0
    length = np.where(away, rest + v[0] ** 2, 1.0)
    return v, np.where(away, 2.0 / length, 0.0), size


def eigenvalues(d: Any, e: Any) -> Any:
    """Ascending eigenvalues (n, B) of tridiagonal matrices with diagonal d and squared off-diagonal e.

    NaN where an eigenvalue is not found. What is diagonal keeps its entries to the last bit.
    """
    found = _iterated(d.copy(), e.copy())
    np.copyto(found, d, where=(e == 0).all(axis=0))
    return ascending(found)


def _iterated(d: Any, e: Any) -> Any:
    least = NEGLIGIBLE * ((d * d).sum(axis=0) + 2 * e.sum(axis=0))
    for top in range(len(d) - 2):
        _deflate(d[top:], e[top:], least, *(FIRST if top == 0 else LATER))
    middle, half = (d[-2] + d[-1]) / 2, (d[-2] - d[-1]) / 2
    root = np.sqrt(half * half + e[-1])
    apart = e[-1] > 0
    last = np.where(apart, middle - root, d[-2]), np.where(apart, middle + root, d[-1])
    d[-2], d[-1] = last
    return d


def _deflate(d: Any, e: Any, least: Any, sure: int, more: int) -> None:
    """Steps until the uppermost entries are eigenvalues: some for all, then more for those that need them.

    A matrix is stepped until it is done, whatever its neighbours do: its values depend on it alone.
    """
    for _ in range(sure):
        _step(d, e)
    left = np.flatnonzero(e[0] > least)
    if not left.size:
        return
    if not more:
        d[0, left] = np.nan
        return
    some, couplings = d.take(left, axis=1), e.take(left, axis=1)
    _deflate(some, couplings, least[left], 1, more - 1)
    d[:, left], e[:, left] = some, couplings


def _step(d: Any, e: Any) -> None:
    """One sweep upwards, shifted by the eigenvalue of the uppermost 2 x 2 block next to its corner."""
    half = d[1] - d[0]
    half *= 0.5
    half += NUDGE
    root = half * half
    root += e[0]
    np.sqrt(root, out=root)
    half += np.copysign(root, half, out=root)
    shift = d[0] - np.divide(e[0], half, out=half)
    d -= shift
    g = np.where(d[-1] == 0, NUDGE, d[-1])
    p = g * g
    s: Any = None
    for i in range(len(d) - 2, -1, -1):
        r = p + e[i]
        if s is not None:
            np.multiply(s, r, out=e[i + 1])
        c = np.divide(p, r, out=p)
        s = np.divide(e[i], r, out=r)
        old = g
        g = c * d[i]
        g -= s * old
        np.copyto(g, NUDGE, where=g == 0)
        old += d[i]
        np.subtract(old, g, out=d[i + 1])
        p = np.multiply(g, g, out=old)
        p /= c
    np.multiply(s, p, out=e[0])
    d[0] = g
    d += shift


def ascending(values: Any) -> Any:
    """Sorted along the first axis by a network."""
    for low, high in NETWORKS.get(len(values), ()):
        least = np.minimum(values[low], values[high])
        np.maximum(values[low], values[high], out=values[high])
        values[low] = least
    return values
