"""Approximate factors, nothing about them trusted: LAPACK up to 64 bits; above, at any precision, mpmath, or
LAPACK's refined where the matrix is large.

Approximate factors beyond float64 by refining LAPACK's: nothing about them is trusted.

Each step of Ogita and Aishima (Iterative refinement for symmetric eigenvalue decomposition, Japan Journal
of Industrial and Applied Mathematics 35, 2018) doubles the number of correct digits by four products, which
flint makes a hundred times faster than mpmath makes a decomposition. None where that does not lead to
the working precision: eigenvalues that are close but not equal, small singular values.
"""

from __future__ import annotations

import math
from typing import NamedTuple

import numpy as np
from flint import arb, arb_mat, ctx
from numpy.typing import NDArray

STEPS = 8
LOST = 16  # bits that factors may be short of the working precision
SPREAD = 48  # bits between the largest and the smallest singular value


def refined_eigh(S: arb_mat, start: arb_mat) -> tuple[list[arb], arb_mat] | None:
    """Dyadic d and V with S V near V diag(d), from V near `start`."""
    S, V, wanted = S.mid(), start, ctx.prec - LOST
    with ctx.workprec(ctx.prec + 16):
        for _ in range(STEPS):
            R, T = defect(V), (V.transpose() * (S * V)).mid()
            d = [(T[i, i] / (1 - R[i, i])).mid() for i in range(V.ncols())]
            error = _largest_off(T, R, d)
            if error is None:
                return None
            if error < _size(d) * arb((1, -wanted)):
                return d, V
            V = (V + V * correction(T, R, d, 4 * error)).mid()
    return None


def refined_svd(A: arb_mat, start: arb_mat) -> tuple[arb_mat, list[arb], arb_mat] | None:
    """Dyadic U (m x n), d and V with A V near U diag(d), m >= n, from V near `start`: by A'A in more bits."""
    A = A.mid()
    with ctx.workprec(ctx.prec + 2 * SPREAD):
        found = refined_eigh((A.transpose() * A).mid(), start)
        if found is None:
            return None
        squares, V = found
        least = max(squares, key=float) * arb((1, -2 * SPREAD))
        if not all(x > least for x in squares):
            return None
        d = [x.sqrt().mid() for x in squares]
        columns = [[x / y for x, y in zip(row, d, strict=True)] for row in (A * V).tolist()]
        return arb_mat(columns).mid(), d, V


def defect(V: arb_mat) -> arb_mat:
    """I - V'V."""
    R = -(V.transpose() * V)
    for i in range(R.nrows()):
        R[i, i] = R[i, i] + 1
    return R.mid()


def correction(T: arb_mat, R: arb_mat, d: list[arb], close: arb) -> arb_mat:
    """What V is to be multiplied by, less I; a pair of close eigenvalues is made orthogonal only."""
    n, half, middle = len(d), arb(1) / 2, [float(x) for x in d]
    rows, defects, limit = T.tolist(), R.tolist(), float(close)
    out = [[r * half for r in row] for row in defects]
    for i in range(n):
        for j in range(n):
            if i != j and abs(middle[i] - middle[j]) > limit:
                out[i][j] = (rows[i][j] + d[j] * defects[i][j]) / (d[j] - d[i])
    return arb_mat(out).mid()


def _largest_off(T: arb_mat, R: arb_mat, d: list[arb]) -> arb | None:
    """How far V is from what it should be: entries of T off the diagonal, and of the defect."""
    size, n = _size(d), len(d)
    rows, defects = T.tolist(), R.tolist()
    off = [abs(rows[i][j]) for i in range(n) for j in range(n) if i != j] + [arb(0)]
    largest = max(off, key=_order) + size * max((abs(x) for row in defects for x in row), key=_order)
    return largest if largest.is_finite() else None


def _order(x: arb) -> tuple[int, float]:
    """Of sizes that no float has: exponent, then leading digits."""
    mantissa, exponent = x.man_exp()
    bits = int(mantissa).bit_length()
    return (int(exponent) + bits, int(mantissa) / (1 << bits)) if bits else (-(10**9), 0.0)


def _size(d: list[arb]) -> arb:
    return max((abs(x) for x in d), key=_order)


LAPACK_BITS = 64
LARGE = 12  # from this size on refining is tried first
SAFE = 1e140  # squares of sizes between 1/SAFE and SAFE neither overflow nor vanish


class Scaled(NamedTuple):
    """A = 2^exponent * matrix, with floats near the midpoints of matrix."""

    matrix: arb_mat
    floats: NDArray[np.float64]
    exponent: int


def scale(A: arb_mat) -> Scaled | None:
    """A brought to order one by an exact power of two where its size is extreme; None if not finite."""
    entries = A.entries()
    if not all([x.is_finite() for x in entries]):
        return None
    near = [*map(float, entries)]
    if 1 / SAFE < max(map(abs, near)) < SAFE:
        return Scaled(A, np.array(near).reshape(A.nrows(), A.ncols()), 0)
    shift = exponent(A)
    A = A * arb((1, -shift))
    far = floats(A)
    return Scaled(A, far, shift) if np.isfinite(far).all() else None


def floats(A: arb_mat) -> NDArray[np.float64]:
    """The midpoints, rounded to float64."""
    return np.array([*map(float, A.entries())]).reshape(A.nrows(), A.ncols())


def exponent(A: arb_mat) -> int:
    """e with every entry of a finite A below 2^e in size; 0 for a zero matrix."""
    ends = [x.abs_upper().man_exp() for x in A.entries()]
    return max((int(e) + int(m).bit_length() for m, e in ends if m), default=0)


def from_floats(F: NDArray[np.float64]) -> arb_mat:
    """The exact matrix of the given floats."""
    return arb_mat(F.shape[0], F.shape[1], F.ravel().tolist())


def svd(A: Scaled) -> tuple[arb_mat, list[arb], arb_mat] | None:
    """Exact dyadic U (m x n), d, V (n x n) with A V near U diag(d), m >= n; None where the method fails."""
    if ctx.prec <= LAPACK_BITS:
        return _svd_lapack(A.floats)
    near = _svd_lapack(A.floats) if A.matrix.ncols() >= LARGE else None
    return (near and refined_svd(A.matrix, near[2])) or _svd_mpmath(A.matrix)


def _svd_lapack(A: NDArray[np.float64]) -> tuple[arb_mat, list[arb], arb_mat] | None:
    try:
        U, d, Vt = np.linalg.svd(A, full_matrices=False)
    except np.linalg.LinAlgError:
        return None
    left, values, right = U.ravel().tolist(), d.tolist(), Vt.ravel().tolist()
    if not _finite(left, values, right):
        return None
    return (
        arb_mat(U.shape[0], U.shape[1], left),
        [*map(arb, values)],
        arb_mat(Vt.shape[0], Vt.shape[1], right).transpose(),
    )


def eigh(A: Scaled) -> tuple[list[arb], arb_mat] | None:
    """Exact dyadic d and V with A V near V diag(d), for symmetric A; None where the method fails."""
    if ctx.prec <= LAPACK_BITS:
        return _eigh_lapack(A.floats)
    near = _eigh_lapack(A.floats) if A.matrix.ncols() >= LARGE else None
    return (near and refined_eigh(A.matrix, near[1])) or _eigh_mpmath(A.matrix)


def _eigh_lapack(A: NDArray[np.float64]) -> tuple[list[arb], arb_mat] | None:
    try:
        d, V = np.linalg.eigh(A)
    except np.linalg.LinAlgError:
        return None
    values, vectors = d.tolist(), V.ravel().tolist()
    return (
        ([*map(arb, values)], arb_mat(V.shape[0], V.shape[1], vectors)) if _finite(values, vectors) else None
    )


def _finite(*numbers: list[float]) -> bool:
    """No NaN and no infinity: a sum keeps both."""
    return all([math.isfinite(sum(xs)) for xs in numbers])


def _to_mpmath(A: arb_mat) -> object:
    from mpmath import mp

    rows = [[mp.make_mpf(x.mid()._mpf_) for x in row] for row in A.tolist()]
    return mp.matrix(rows)


def _from_mpmath(M: object) -> arb_mat:
    return arb_mat([[arb(x) for x in row] for row in M.tolist()]).mid()  # type: ignore[attr-defined]


def _svd_mpmath(A: arb_mat) -> tuple[arb_mat, list[arb], arb_mat] | None:
    from mpmath import mp  # a tenth of a start, which few commands need

    with mp.workprec(ctx.prec + 16):
        try:
            U, d, Vt = mp.svd_r(_to_mpmath(A))
        except (RuntimeError, ZeroDivisionError, ValueError):
            return None
        return _from_mpmath(U), [arb(x).mid() for x in d], _from_mpmath(Vt).transpose()


def _eigh_mpmath(A: arb_mat) -> tuple[list[arb], arb_mat] | None:
    from mpmath import mp

    with mp.workprec(ctx.prec + 16):
        try:
            d, V = mp.eigsy(_to_mpmath(A))
        except (RuntimeError, ZeroDivisionError, ValueError):
            return None
        return [arb(x).mid() for x in d], _from_mpmath(V)
