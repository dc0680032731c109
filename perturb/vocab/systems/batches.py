"""Singular values and eigenvalues of batches of real and complex matrices in float64: for screening only.

Formulas for n <= 2, vectorised algorithms for large batches of sizes 3 to 6, LAPACK else
and wherever those do not reach (widely spread entries, several small singular values). Accurate to some
units in the last place of the largest value; which route a matrix takes depends on its batch alone.
"""

from __future__ import annotations

from collections.abc import Callable
from itertools import pairwise
from typing import Any

import numpy as np

SIZES = range(3, 7)
LONGER = 8  # the longer side of a rectangular matrix
PIECE = 4096  # matrices at once: what the processor's caches hold
WORTH = {3: 288, 4: 400, 5: 512, 6: 576}  # from so many singular values on a batch is faster than LAPACK
WORTH_SYMMETRIC = {3: 640, 4: 768, 5: 1152, 6: 1280}
LEAST, MOST = 1e-30, 1e40  # fourth powers of entries neither vanish nor overflow
APART = 1 / 100  # of the largest: the least value but one that may be taken from a square
ROUNDED = 1e-30  # of the squared Frobenius norm: what rounding leaves of zeros


def singular_values(A: Any) -> Any:
    """Shape (B, k), descending, of a finite batch (B, m, n). Raises LinAlgError as LAPACK does."""
    m, n = A.shape[-2:]
    if A.ndim != 3 or min(m, n) > SIZES[-1]:
        return np.linalg.svd(A, compute_uv=False)
    if min(m, n) == 1:
        return _length(A)
    if m == n == 2:
        return _two_complex(A) if np.iscomplexobj(A) else _two(A)
    if min(m, n) not in WORTH or max(m, n) > LONGER or len(A) < WORTH[min(m, n)]:
        return np.linalg.svd(A, compute_uv=False)
    return _piecewise(A if m >= n else np.swapaxes(A, -1, -2), _many, _lapack)


def symmetric_eigenvalues(S: Any) -> Any:
    """Shape (B, n), descending, of a finite batch (B, n, n), symmetric or Hermitian. LinAlgError as above."""
    n = S.shape[-1]
    if S.ndim == 3 and n == 1:
        return S[..., 0].real
    if S.ndim == 3 and n == 2:
        return _two_symmetric(S)
    if S.ndim != 3 or n not in SIZES or len(S) < WORTH_SYMMETRIC[n]:
        return np.linalg.eigvalsh(S)[..., ::-1]
    return _piecewise(S, lambda X: eigenvalues(*tridiagonal(X)), lambda X: np.linalg.eigvalsh(X)[..., ::-1])


def _conjugate(x: Any) -> Any:
    return np.conj(x) if np.iscomplexobj(x) else x


def _squared(x: Any) -> Any:
    """|x|^2, entry by entry."""
    return x.real * x.real + x.imag * x.imag if np.iscomplexobj(x) else x * x


def _lapack(A: Any) -> Any:
    return np.linalg.svd(A, compute_uv=False)


def _piecewise(A: Any, many: Callable[[Any], Any], one: Callable[[Any], Any]) -> Any:
    """`many` of pieces (m, n, B), ascending along the first axis; `one` of what is out of scale, or NaN."""
    found = np.empty((len(A), A.shape[-1]))
    pieces = -(-len(A) // PIECE)
    ends = [len(A) * k // pieces for k in range(pieces + 1)]
    for start, end in pairwise(ends):
        columns = A[start:end].transpose(1, 2, 0).copy()
        with np.errstate(all="ignore"):
            size = np.einsum("ijb,ijb->b", columns, _conjugate(columns)).real
            beyond = ~((size > LEAST**2) & (size < MOST**2))
            if beyond.any():
                beyond[beyond] = columns[..., beyond].any(axis=(0, 1))
                columns[..., beyond] = 0.0
            found[start:end] = many(columns)[::-1].T
        found[start:end][beyond] = np.nan
    left = np.isnan(found).any(axis=-1)
    if left.any():
        found[left] = one(A[left])
    return found


def _many(A: Any) -> Any:
    """Ascending singular values (n, B) of A (m, n, B), overwritten.

    They are roots of the eigenvalues of B'B, B bidiagonal. Squares hide a least value that is small; the
    product of all of them, |det B|, still tells it. NaN where more values are small than that one and those
    of a null space.
    """
    q, e = bidiagonal(A)
    d = q.copy()
    d[1:] += e
    values = np.sqrt(np.maximum(eigenvalues(d, q[:-1] * e), 0.0))
    coupled = (e > 0).any(axis=0)
    _mend_least(values, np.sqrt(q).prod(axis=0), coupled)
    small = np.flatnonzero((values[1] < APART * values[-1]) & coupled)
    if small.size:
        values[:, small] = _of_low_rank(values[:, small], q[:, small], e[:, small])
    return values


def _mend_least(values: Any, product: Any, where: Any) -> None:
    """The first of ascending values becomes the product of all over the product of the others."""
    others = values[1:].prod(axis=0)
    np.divide(product, others, out=values[0], where=where & (others > 0))


def _of_low_rank(values: Any, q: Any, e: Any) -> Any:
    """Values where B is zero, but for rounding, below its first r rows, for some r < n; NaN elsewhere.

    Those rows C are bidiagonal, r x (r + 1): det CC' is the sum of its squared minors (Cauchy and Binet), and
    column j left out leaves the product of the diagonal before it and of what is above the diagonal after it.
    """
    n, mended = len(q), np.full_like(values, np.nan)
    whole = q.sum(axis=0) + e.sum(axis=0)
    for r in range(n - 1, 0, -1):
        rest = q[r:].sum(axis=0) + e[r:].sum(axis=0)
        own = values[n - r :].copy()
        if r > 1:
            minors: Any = 1.0
            for k in range(r):
                minors = minors * e[k] + q[: k + 1].prod(axis=0)
            _mend_least(own, np.sqrt(minors), np.ones(len(whole), dtype=bool))
        fits = (rest <= ROUNDED * whole) & ((own[min(1, r - 1)] >= APART * own[-1]) | (r < 3))
        mended[:, fits] = np.concatenate([np.repeat(np.sqrt(rest)[None], n - r, axis=0), own])[:, fits]
    return mended


def _length(A: Any) -> Any:
    """Of one row or column: its Euclidean length, scaled against overflow."""
    flat = np.abs(A.reshape(len(A), -1))
    top = flat.max(axis=-1, keepdims=True)
    scale = np.where(top > 0, top, 1.0)
    return top * np.sqrt(((flat / scale) ** 2).sum(axis=-1, keepdims=True)) if flat.shape[-1] > 1 else flat


def _two(A: Any) -> Any:
    """Half the sum of two lengths, and |det| over it (Blinn 1996)."""
    scale = _scale(A)
    a, b, c, d = (A[:, i, j] / scale for i in (0, 1) for j in (0, 1))
    first = (np.sqrt((a + d) ** 2 + (b - c) ** 2) + np.sqrt((a - d) ** 2 + (b + c) ** 2)) / 2
    second = np.abs(a * d - b * c) / np.where(first > 0, first, 1.0)
    return _pair(first, second, np.abs(a), np.abs(d), (b == 0) & (c == 0), scale)


def _two_complex(A: Any) -> Any:
    """As of real ones: with u the direction of det, |a +- u d*|^2 + |b -+ u c*|^2 is |A|_F^2 +- 2 |det|."""
    scale = _scale(A)
    a, b, c, d = (A[:, i, j] / scale for i in (0, 1) for j in (0, 1))
    whole = a * d - b * c
    area, u = np.abs(whole), _signed(1.0, whole)
    x, y = u * np.conj(d), u * np.conj(c)
    first = (np.sqrt(_squared(a + x) + _squared(b - y)) + np.sqrt(_squared(a - x) + _squared(b + y))) / 2
    second = area / np.where(first > 0, first, 1.0)
    return _pair(first, second, np.abs(a), np.abs(d), (b == 0) & (c == 0), scale)


def _two_symmetric(S: Any) -> Any:
    scale = _scale(S)
    a, b, d = S[:, 0, 0].real / scale, S[:, 0, 1] / scale, S[:, 1, 1].real / scale
    middle, root = (a + d) / 2, np.sqrt(((a - d) / 2) ** 2 + _squared(b))
    return _pair(middle + root, middle - root, a, d, b == 0, scale)


def _pair(first: Any, second: Any, a: Any, d: Any, diagonal: Any, scale: Any) -> Any:
    """Two values, descending; those of a diagonal matrix to the last bit."""
    first, second = np.where(diagonal, a, first), np.where(diagonal, d, second)
    return np.stack([np.maximum(first, second), np.minimum(first, second)], axis=-1) * scale[:, None]


def _scale(A: Any) -> Any:
    """A power of two near the largest entry of each matrix: squares of what is divided by it are floats."""
    top = np.abs(A).max(axis=(-2, -1))
    return np.ldexp(1.0, np.frexp(top)[1] - 1)


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
        w = p - v * ((_conjugate(v) * p).sum(axis=0) * (beta / 2))
        both = v[:, None] * _conjugate(w)
        block -= both
        block -= _conjugate(both.swapaxes(0, 1))
    squared[-1] = _squared(S[-1, -2])
    return np.array([S[k, k].real for k in range(n)]), squared


def bidiagonal(A: Any) -> tuple[Any, Any]:
    """Squared diagonal (n, B) and superdiagonal (n - 1, B) of a form of A (m, n, B), m >= n; overwritten."""
    n = A.shape[1]
    diagonal, above = np.empty((n, A.shape[-1])), np.empty((n - 1, A.shape[-1]))
    for k in range(n):
        v, beta, diagonal[k] = reflector(A[k:, k])
        rest = A[k:, k + 1 :]
        if k < n - 1:
            rest -= v[:, None] * (np.einsum("ijb,ib->jb", rest, _conjugate(v)) * beta)
            v, beta, above[k] = reflector(_conjugate(rest[0]))
            below = rest[1:]
            below -= (np.einsum("ijb,jb->ib", below, v) * beta)[:, None] * _conjugate(v)
    return diagonal, above


def reflector(x: Any) -> tuple[Any, Any, Any]:
    """v and beta with (I - beta v v*) x along the first axis, and |x|^2; beta = 0 where x lies there."""
    size = _squared(x).sum(axis=0)
    v = x.copy()
    rest = size - _squared(x[0]) if len(x) == 1 else _squared(x[1:]).sum(axis=0)
    v[0] += _signed(np.sqrt(size), x[0])
    away = rest > 0
    length = np.where(away, rest + _squared(v[0]), 1.0)
    return v, np.where(away, 2.0 / length, 0.0), size


def _signed(size: Any, x: Any) -> Any:
    """Of this size, in the direction of x."""
    if not np.iscomplexobj(x):
        return np.copysign(size, x)
    length = np.abs(x)
    return np.where(length > 0, x * (size / np.where(length > 0, length, 1.0)), size)


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
