"""Singular values and symmetric eigenvalues of batches of matrices in float64: for screening only.

Formulas for n <= 2, the vectorised algorithms of `tridiagonal` for large batches of sizes 3 to 6, LAPACK else
and wherever those do not reach (widely spread entries, several small singular values). Accurate to some
units in the last place of the largest value; which route a matrix takes depends on its batch alone.
"""

from __future__ import annotations

from collections.abc import Callable
from itertools import pairwise
from typing import Any

import numpy as np

from perturb.vocab.tridiagonal import bidiagonal, eigenvalues, tridiagonal

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
        return _two(A)
    if min(m, n) not in WORTH or max(m, n) > LONGER or len(A) < WORTH[min(m, n)]:
        return np.linalg.svd(A, compute_uv=False)
    return _piecewise(A if m >= n else np.swapaxes(A, -1, -2), _many, _lapack)


def symmetric_eigenvalues(S: Any) -> Any:
    """Shape (B, n), descending, of a finite symmetric batch (B, n, n). Raises LinAlgError as LAPACK does."""
    n = S.shape[-1]
    if S.ndim == 3 and n == 1:
        return S[..., 0]
    if S.ndim == 3 and n == 2:
        return _two_symmetric(S)
    if S.ndim != 3 or n not in SIZES or len(S) < WORTH_SYMMETRIC[n]:
        return np.linalg.eigvalsh(S)[..., ::-1]
    return _piecewise(S, lambda X: eigenvalues(*tridiagonal(X)), lambda X: np.linalg.eigvalsh(X)[..., ::-1])


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
            size = np.einsum("ijb,ijb->b", columns, columns)
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


def _two_symmetric(S: Any) -> Any:
    scale = _scale(S)
    a, b, d = S[:, 0, 0] / scale, S[:, 0, 1] / scale, S[:, 1, 1] / scale
    middle, root = (a + d) / 2, np.sqrt(((a - d) / 2) ** 2 + b * b)
    return _pair(middle + root, middle - root, a, d, b == 0, scale)


def _pair(first: Any, second: Any, a: Any, d: Any, diagonal: Any, scale: Any) -> Any:
    """Two values, descending; those of a diagonal matrix to the last bit."""
    first, second = np.where(diagonal, a, first), np.where(diagonal, d, second)
    return np.stack([np.maximum(first, second), np.minimum(first, second)], axis=-1) * scale[:, None]


def _scale(A: Any) -> Any:
    """A power of two near the largest entry of each matrix: squares of what is divided by it are floats."""
    top = np.abs(A).max(axis=(-2, -1))
    return np.ldexp(1.0, np.frexp(top)[1] - 1)
