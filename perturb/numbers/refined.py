"""Approximate factors beyond float64 by refining LAPACK's: nothing about them is trusted.

Each step of Ogita and Aishima (Iterative refinement for symmetric eigenvalue decomposition, Japan Journal
of Industrial and Applied Mathematics 35, 2018) doubles the number of correct digits by four products, which
flint makes a hundred times faster than mpmath makes a decomposition. None where that does not lead to
the working precision: eigenvalues that are close but not equal, small singular values.
"""

from __future__ import annotations

from flint import arb, arb_mat, ctx

STEPS = 8
LOST = 16  # bits that factors may be short of the working precision
SPREAD = 48  # bits between the largest and the smallest singular value


def eigh(S: arb_mat, start: arb_mat) -> tuple[list[arb], arb_mat] | None:
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


def svd(A: arb_mat, start: arb_mat) -> tuple[arb_mat, list[arb], arb_mat] | None:
    """Dyadic U (m x n), d and V with A V near U diag(d), m >= n, from V near `start`: by A'A in more bits."""
    A = A.mid()
    with ctx.workprec(ctx.prec + 2 * SPREAD):
        found = eigh((A.transpose() * A).mid(), start)
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
