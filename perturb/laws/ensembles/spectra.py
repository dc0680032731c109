"""All eigenvalues or singular values of a batch of matrices, values only, many times faster than a loop.

Singular values are square roots of eigenvalues of the smaller of A'A and AA'; where s_n < s_1 / 10^4 those
of that matrix are computed directly. Relative errors are then below about 1e-7, and 1e-15 (s_1/s_i)^2 in
general. Matrices of very large or small entries are scaled by a power of 2 first. Small matrices are reduced
to tridiagonal form side by side, larger ones by LAPACK; the QL iteration is side by side. Beyond `LARGE`
LAPACK does it all, one matrix after the other: few of them fit into memory. The method depends on the size
alone, so the values of a matrix depend on its neighbours by roundings at most.
"""

from __future__ import annotations

from collections.abc import Callable

import numpy as np
import scipy
from numpy.typing import ArrayLike, NDArray

from perturb.types import FloatArray, Function

SMALL = 11  # up to this size the reduction side by side wins
LARGE = 128  # beyond this size LAPACK wins
CHUNK = 2**18  # entries of a batch that is reduced at a time: 2 MB
LANES = 4096  # tridiagonal matrices side by side
DIRECT = 1e-4  # s_n/s_1 below which the Gram matrix is not good enough
SAFE = 1e60  # beyond this, and below its reciprocal, matrices are scaled
NEGLIGIBLE = 2.0**-108  # square of an off-diagonal entry, of a matrix whose largest entry is 1
TINY = 1e-290  # no divisor is 0
PIVOT = 1e-140  # what a first pivot of 0 becomes
OFF = 1e-15  # a shift that misses an exact value by this
SWEEPS = 80


def singular_values(A: ArrayLike, gram: Callable[[], FloatArray] | None = None) -> FloatArray:
    """Singular values of matrices, shape (draws, m, n), decreasing; shape (draws, min(m, n)).

    `gram` gives the smaller of A'A and AA' to who has it at hand; it is asked for where it neither overflows
    nor vanishes.
    ValueError for another shape or an entry that is not finite, TypeError for complex ones.
    """
    A, power = _scaled(_stack("A", A))
    return np.ldexp(_singular_values(A, None if power.any() else gram), power)


def _singular_values(A: FloatArray, gram: Callable[[], FloatArray] | None) -> FloatArray:
    if min(A.shape[1:]) > LARGE:
        return np.asarray(np.linalg.svd(A, compute_uv=False))
    squares = _values(gram(), np.copy) if gram else _values(tall(A), small_gram)
    s = np.sqrt(np.maximum(squares, 0.0))[:, ::-1]
    poor = np.flatnonzero(~(s[:, -1] > DIRECT * s[:, 0]))
    if len(poor) > 0:
        s[poor] = np.linalg.svd(A[poor], compute_uv=False)
    return s


def tall(A: FloatArray) -> FloatArray:
    """A or A', whichever has no more columns than rows."""
    return A.swapaxes(-1, -2) if A.shape[1] < A.shape[2] else A


def small_gram(A: FloatArray) -> FloatArray:
    """A'A."""
    return np.asarray(A.swapaxes(-1, -2) @ A)


def symmetric_eigenvalues(S: ArrayLike) -> FloatArray:
    """Eigenvalues of symmetric matrices, shape (draws, n, n), increasing; shape (draws, n).

    The lower triangles are used. ValueError for another shape or an entry that is not finite, TypeError for
    complex ones.
    """
    S, power = _scaled(_stack("S", S))
    if S.shape[1] != S.shape[2]:
        raise ValueError(f"S: square matrices expected, got shape {S.shape}")
    return np.ldexp(np.linalg.eigvalsh(S) if S.shape[1] > LARGE else _values(S, np.copy), power)


def _values(A: FloatArray, own: Function) -> FloatArray:
    """Eigenvalues, increasing, of the symmetric matrices that `own` makes of A, which may be spoilt."""
    draws, n = len(A), min(A.shape[1:])
    step = max(1, CHUNK // (A.shape[1] * A.shape[2]))
    reduced = [_reduce(own(A[k : k + step])) for k in range(0, draws, step)]
    if not reduced:
        return np.empty((0, n))
    d, e2 = (np.hstack(parts) for parts in zip(*reduced, strict=True))
    blocks = [slice(k, k + LANES) for k in range(0, draws, LANES)]
    values = [tridiagonal_eigenvalues(d[:, block], e2[:, block]) for block in blocks]
    return np.sort(np.hstack(values).T.copy(), axis=1)


def _reduce(S: FloatArray) -> tuple[FloatArray, FloatArray]:
    """Diagonals and squares of the entries beside them of similar tridiagonal matrices, one a lane."""
    return _reduce_side_by_side(S) if S.shape[1] <= SMALL else _reduce_by_lapack(S)


def _stack(name: str, A: ArrayLike) -> FloatArray:
    if np.iscomplexobj(A):
        raise TypeError(f"{name}: real matrices expected, got complex ones")
    array = np.asarray(A, dtype=np.float64)
    if array.ndim != 3 or 0 in array.shape[1:]:
        raise ValueError(f"{name}: shape (draws, m, n) expected, got {array.shape}")
    if not np.isfinite(array).all():
        raise ValueError(f"{name}: an entry is not finite")
    return array


def _scaled(A: FloatArray) -> tuple[FloatArray, NDArray[np.intc]]:
    """Matrices whose fourth powers neither overflow nor vanish, and the powers of 2 that they lack."""
    size = np.abs(A).max(axis=(1, 2), initial=0.0)
    far = (size > 0) & ~((size > 1 / SAFE) & (size < SAFE))
    power = np.where(far, np.frexp(size)[1], 0).astype(np.intc)[:, None]
    return (np.ldexp(A, -power[:, :, None]) if far.any() else A), power


def _reduce_by_lapack(S: FloatArray) -> tuple[FloatArray, FloatArray]:
    draws, n, _ = S.shape
    d, e = np.empty((draws, n)), np.empty((draws, n - 1))
    work = int(scipy.linalg.lapack.dsytrd_lwork(n)[0])
    for k, matrix in enumerate(S):
        # The transpose is in the order of Fortran, and its upper triangle is the lower one.
        d[k], e[k] = scipy.linalg.lapack.dsytrd(matrix.T, lower=0, lwork=work, overwrite_a=1)[1:3]
    return d.T.copy(), np.square(e.T)


def _reduce_side_by_side(S: FloatArray) -> tuple[FloatArray, FloatArray]:
    """Householder reflections of all matrices at once; A. S. Householder, J. ACM 5, 1958."""
    L = np.ascontiguousarray(S.transpose(1, 2, 0))
    n, lanes = len(L), L.shape[2]
    d, e2 = np.empty((n, lanes)), np.zeros((n - 1, lanes))
    for k in range(n - 1):
        d[k] = L[k, k]
        if k < n - 2:
            _reflect(L[k + 1 :, k], L[k + 1 :, k + 1 :], e2[k])
        else:
            np.square(L[k + 1, k], out=e2[k])
    d[-1] = L[-1, -1]
    return d, e2


def _reflect(v: FloatArray, L: FloatArray, e2: FloatArray) -> None:
    """Reflect the column v to a multiple of the first unit vector, and L with it; e2: its squared norm."""
    np.einsum("ib,ib->b", v, v, out=e2)
    norm = np.sqrt(e2)
    half = e2 + np.abs(v[0]) * norm  # |v|^2 / 2 of the new v
    v[0] += np.copysign(norm, v[0])
    scale = np.divide(1.0, half, out=np.zeros_like(half), where=half > 0)
    w = np.einsum("ijb,jb->ib", L, v)
    w *= scale
    w -= np.einsum("ib,ib->b", w, v) * scale / 2 * v
    work = np.empty_like(w)
    for i in range(len(v)):
        for x, y in ((v, w), (w, v)):
            np.multiply(x[i], y[: i + 1], out=work[: i + 1])
            np.subtract(L[i, : i + 1], work[: i + 1], out=L[i, : i + 1])
        L[:i, i] = L[i, :i]


def tridiagonal_eigenvalues(d: FloatArray, e2: FloatArray) -> FloatArray:
    """Eigenvalues of symmetric tridiagonal matrices, one a lane, in no order; shape (n, lanes).

    d: diagonals, (n, lanes); e2: squares of the entries beside them. The QL iteration without square roots
    of Pal, Walker and Kahan (B. N. Parlett, The Symmetric Eigenvalue Problem, 8.15), Wilkinson's shifts.
    Absolute errors are some units in the last place of the norm. LinAlgError after `SWEEPS` for one value.
    """
    size = np.maximum(np.abs(d).max(axis=0), np.sqrt(e2.max(axis=0, initial=0.0)))
    size[size == 0] = 1.0
    values, left = d / size, e2 / size**2
    with np.errstate(divide="ignore", invalid="ignore"):
        moved = _iterate(values, left)
    values = (values + moved) * size
    for k in np.flatnonzero(np.isnan(values).any(axis=0)):  # a pivot was exactly 0
        values[:, k] = scipy.linalg.eigvalsh_tridiagonal(d[:, k], np.sqrt(e2[:, k]))
    return np.asarray(values)


def _iterate(d: FloatArray, e2: FloatArray) -> FloatArray:
    """Make d the eigenvalues, less the returned shifts; NaN in lanes where a pivot was 0."""
    moved = np.zeros_like(d[0])
    for first in range(len(d) - 1):
        after = min(first + 1, len(d) - 2)
        for _ in range(SWEEPS):
            wide = e2[first] > NEGLIGIBLE
            if not wide.any():
                break
            e2[first] *= wide
            # Lanes that are done with this value get on with the next; off an exact value, no pivot is 0.
            shift = np.where(wide, _wilkinson(d, e2, first), _wilkinson(d, e2, after) + OFF)
            d -= shift
            moved += shift
            _sweep(d[first:], e2[first:])
        else:
            raise np.linalg.LinAlgError(f"QL: no convergence in {SWEEPS} sweeps")
    return np.asarray(moved)


def _wilkinson(d: FloatArray, e2: FloatArray, k: int) -> FloatArray:
    """The eigenvalue of rows k and k + 1 that is closer to d[k]."""
    half = (d[k + 1] - d[k]) / 2
    return np.asarray(d[k] - np.copysign(e2[k] / (np.abs(half) + np.sqrt(half**2 + e2[k]) + TINY), half))


def _sweep(d: FloatArray, e2: FloatArray) -> None:
    """One QL sweep with shift 0 from the last row to the first."""
    gamma = d[-1] + PIVOT
    p, c = gamma * gamma, np.ones_like(gamma)
    r, s, new, work = (np.empty_like(gamma) for _ in range(4))
    for i in range(len(d) - 2, -1, -1):
        row, square = d[i], e2[i]
        np.add(p, square, out=r)
        if i < len(d) - 2:
            np.multiply(s, r, out=e2[i + 1])
        np.divide(p, r, out=c)
        np.divide(square, r, out=s)
        np.multiply(c, row, out=new)
        np.multiply(s, gamma, out=work)
        np.subtract(new, work, out=new)
        np.add(gamma, row, out=gamma)
        np.subtract(gamma, new, out=d[i + 1])
        gamma, new = new, gamma
        np.multiply(gamma, gamma, out=p)
        np.divide(p, c, out=p)
    np.multiply(s, p, out=e2[0])
    d[0] = gamma
