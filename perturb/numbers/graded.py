"""Singular values of graded matrices of full column rank to high relative accuracy, by A = L D U.

Elimination with complete pivoting in balls gives, up to the order of rows and columns, A = L D U for each
member of A: L unit lower trapezoidal (m x n, m >= n), D diagonal, U unit upper triangular. From midpoints
    L = (I + X) L0,  D U = D0 U0 (I + Z) (I + Y),  X = (L - L0) [L1^-1, 0],  Y = U0^-1 (U - U0),
    Z = U0^-1 (D/D0 - I) U0,  L1 the upper square of L0.
By Ostrowski s_i(A) = s_i(L0 D0 U0) theta, theta in [(1-x)(1-y)(1-z), (1+x)(1+y)(1+z)], where x, y, z < 1
bound the norms. L and U are well conditioned although A is not (Demmel and others 1999), so theta is close
to 1; soundness does not rest on that. L0 D0 U0 goes to a kernel at a precision that covers the spread of D.
"""

from __future__ import annotations

from typing import NamedTuple

from flint import arb, arb_mat, ctx

from perturb.numbers.norm import norm_bound
from perturb.numbers.scalar import hull

SPREAD_LIMIT = 4096


class Reduced(NamedTuple):
    """s_i(A) in s_i(matrix) theta; `bits` resolve the smallest singular value of the matrix."""

    matrix: arb_mat
    theta: arb
    bits: int


def reduce(A: arb_mat) -> Reduced | None:
    """What to compute with, for m >= n; None where a pivot may be 0, theta useless or D too spread."""
    found = _ldu(A)
    if found is None:
        return None
    L, d, U = found
    theta = _theta(L, d, U)
    spread = max(_exponent(x) for x in d) - min(_exponent(x) for x in d)
    if theta is None or spread > SPREAD_LIMIT:
        return None
    bits = ctx.prec + spread + 16
    with ctx.workprec(2 * bits):
        DU = arb_mat([[x.mid() * y for y in row] for x, row in zip(d, U.mid().tolist(), strict=True)])
        return Reduced(L.mid() * DU, theta, bits)


def _exponent(x: arb) -> int:
    m, e = x.mid().man_exp()
    return int(m).bit_length() + int(e)


def _ldu(A: arb_mat) -> tuple[arb_mat, list[arb], arb_mat] | None:
    """L, the diagonal of D, and U; None where no remaining entry is certainly different from 0."""
    rest, n = A.tolist(), A.ncols()
    lower: list[list[arb]] = []
    upper: list[list[arb]] = []
    pivots: list[arb] = []
    for k in range(n):
        _exchange(rest, lower, upper, k)
        pivot = rest[k][k]
        if not pivot.abs_lower() > 0:
            return None
        column = [arb(int(r == k)) if r <= k else row[k] / pivot for r, row in enumerate(rest)]
        for r in range(k + 1, len(rest)):
            rest[r] = [x - column[r] * y for x, y in zip(rest[r], rest[k], strict=True)]
        lower.append(column)
        upper.append([arb(int(c == k)) if c <= k else x / pivot for c, x in enumerate(rest[k])])
        pivots.append(pivot)
    return arb_mat(lower).transpose(), pivots, arb_mat(upper)


def _exchange(rest: list[list[arb]], lower: list[list[arb]], upper: list[list[arb]], k: int) -> None:
    """Bring the largest remaining entry to (k, k): rows of A and L change places, columns of A and U."""
    i, j = _largest(rest, k)
    rest[k], rest[i] = rest[i], rest[k]
    for column in lower:
        column[k], column[i] = column[i], column[k]
    for row in (*rest, *upper):
        row[k], row[j] = row[j], row[k]


def _largest(rest: list[list[arb]], k: int) -> tuple[int, int]:
    """The place of the entry of largest certain size, at or beyond (k, k)."""
    places = [(i, j) for i in range(k, len(rest)) for j in range(k, len(rest[0]))]
    return max(places, key=lambda place: rest[place[0]][place[1]].abs_lower())


def _theta(L: arb_mat, d: list[arb], U: arb_mat) -> arb | None:
    n = len(d)
    L0, U0 = L.mid(), U.mid()
    try:
        L1 = arb_mat(L0.tolist()[:n]).inv()
        V = U0.inv()
    except ZeroDivisionError:
        return None
    relative = max((abs(x / x.mid() - 1).upper() for x in d), default=arb(0))
    x = norm_bound(L - L0) * norm_bound(L1)
    y = norm_bound(V * (U - U0))
    z = norm_bound(V) * norm_bound(U0) * relative
    if not (x < 1 and y < 1 and z < 1):
        return None
    return hull((1 - x) * (1 - y) * (1 - z), (1 + x) * (1 + y) * (1 + z))
