"""Functions of matrices: exact where the entries are rational, else 150 digits with an error bound.

The exponential, the root and the absolute value, exact where they are found to be rational; and the
numerical radius of a real matrix: closed forms where there are some, else directions, halved.
"""

from __future__ import annotations

from fractions import Fraction
from itertools import pairwise
from typing import Any

import numpy as np

from tests.fuzz import algebra
from tests.fuzz.algebra import Matrix, descending
from tests.fuzz.tower import (
    ONE,
    UNDEFINED,
    UNIT,
    UNKNOWN,
    ZERO,
    Approx,
    Number,
    Special,
    Unsupported,
    absolute,
    add,
    approx,
    ctx,
    div,
    larger,
    mpf,
    mul,
    neg,
    rounded,
    sign,
    sqrt,
    sub,
)


class Refused(Exception):
    """The engine raises ValueError: eigenvalues of a matrix that is not symmetric."""


def exact(A: Matrix) -> bool:
    return all(isinstance(x, Fraction) for row in A for x in row)


def total(xs: Any) -> Number:
    result: Number = ZERO
    for x in xs:
        result = add(result, x)
    return result


def transpose(A: Matrix) -> Matrix:
    return [list(col) for col in zip(*A, strict=True)]


def identity(n: int) -> Matrix:
    return [[Fraction(i == j) for j in range(n)] for i in range(n)]


def multiply(A: Matrix, B: Matrix) -> Matrix:
    columns = transpose(B)
    return [[total(map(mul, row, col)) for col in columns] for row in A]


def scale(A: Matrix, x: Number) -> Matrix:
    return [[mul(x, a) for a in row] for row in A]


def plus(A: Matrix, B: Matrix) -> Matrix:
    return [[add(a, b) for a, b in zip(r, q, strict=True)] for r, q in zip(A, B, strict=True)]


def matpow(A: Matrix, k: int) -> Matrix | Special:
    if k < 0:
        return UNDEFINED
    if k > 60:
        raise Unsupported("matpow")
    result = identity(len(A))
    for _ in range(k):
        result = multiply(result, A)
    return result


def _expand(A: Matrix, signed: bool) -> Number:
    """The sum over permutations, row by row: the table has one of the first rows for each set of columns."""
    n = len(A)
    if n > algebra.ORDER:
        raise Unsupported("a large determinant")
    table: dict[int, Number] = {0: ONE}
    for row in A:
        following: dict[int, Number] = {}
        for columns, value in table.items():
            for j in range(n):
                if columns >> j & 1 or row[j] == ZERO:
                    continue
                term = mul(value, row[j])
                if signed and (columns >> j).bit_count() % 2:
                    term = neg(term)
                key = columns | 1 << j
                following[key] = add(following.get(key, ZERO), term)
        table = following
    return table.get((1 << n) - 1, ZERO)


def det(A: Matrix) -> Number:
    return _expand(A, True)


def permanent(A: Matrix) -> Number:
    return _expand(A, False)


def _minor(A: Matrix, i: int, j: int) -> Matrix:
    return [[*row[:j], *row[j + 1 :]] for row in (*A[:i], *A[i + 1 :])]


def inv(A: Matrix) -> Matrix | Special:
    """Cramer: cofactors over the determinant."""
    d, n = det(A), len(A)
    if sign(d) == 0:
        return UNDEFINED
    if sign(d) is None:
        return UNKNOWN
    if n > 6:
        raise Unsupported("a large inverse")
    cofactors = [[det(_minor(A, i, j)) if n > 1 else ONE for j in range(n)] for i in range(n)]
    return [[div(mul(Fraction((-1) ** (i + j)), cofactors[j][i]), d) for j in range(n)] for i in range(n)]


def centre(A: Matrix) -> tuple[Any, Any, Any]:
    """A in 150 digits, its Frobenius norm, and a bound on its error, later rounding included."""
    if len(A) > algebra.ORDER or len(A[0]) > algebra.ORDER:
        raise Unsupported("a large matrix")
    entries = [[approx(x) for x in row] for row in A]
    norm = ctx.sqrt(sum(abs(x.v) ** 2 for row in entries for x in row))
    error = ctx.sqrt(sum(x.e**2 for row in entries for x in row))
    return ctx.matrix([[x.v for x in row] for row in entries]), norm, error + UNIT * norm


def _clipped(x: Any, e: Any) -> Number:
    return Approx(max(x, ctx.mpf(0)), e)


def singular_values(A: Matrix) -> list[Number]:
    if exact(A):
        return algebra.singular_values(A)
    V, _, e = centre(A if len(A) >= len(A[0]) else transpose(A))
    return descending([_clipped(x, e) for x in ctx.svd_r(V, compute_uv=False)])


def rank(A: Matrix) -> Number:
    """Exact for a rational matrix; else between the values that are certain and all of them."""
    values = singular_values(A)
    sure, all_of_them = sum(sign(x) == 1 for x in values), sum(sign(x) != 0 for x in values)
    if sure == all_of_them:
        return Fraction(sure)
    return Approx(ctx.mpf(sure + all_of_them) / 2, ctx.mpf(all_of_them - sure) / 2)


def require_symmetric(A: Matrix) -> None:
    """Raises Refused for a matrix that is certainly not symmetric; one that may be is taken for symmetric."""
    if any(sign(sub(A[i][j], A[j][i])) not in (0, None) for i in range(len(A)) for j in range(i)):
        raise Refused("not symmetric")


def eigenvalues(A: Matrix) -> list[Number]:
    require_symmetric(A)
    if exact(A):
        return algebra.eigenvalues(A)
    V, _, e = centre(A)
    return descending([Approx(x, e) for x in ctx.eigsy((V + V.T) / 2, eigvals_only=True)])


def moduli(A: Matrix) -> list[Number]:
    """Elsner: eigenvalues of A and B match within (2n - 1) (|A| + |B|)^(1 - 1/n) |A - B|^(1/n)."""
    if exact(A):
        return algebra.moduli(A)
    V, norm, e = centre(A)
    n = len(A)
    radius = (2 * n - 1) * (2 * norm + e) ** (1 - ctx.mpf(1) / n) * ctx.root(e, n)
    found = ctx.eig(V, left=False, right=False)
    return descending([Approx(abs(x), radius) for x in found])


# The exponential, the root and the absolute value of a matrix, exact where they are found to be rational.


def mat_exp(A: Matrix) -> Matrix:
    """The finite sum for a nilpotent rational matrix, else Taylor after halving, then squaring."""
    if exact(A) and all(x == ZERO for row in algebra.multiply(A, matpow(A, len(A) - 1)) for x in row):
        return _finite_exp(A)
    V, norm, e = centre(A)
    if norm > 300 or e > 1:
        raise Unsupported("mat_exp")
    halvings = max(0, int(ctx.log(norm, 2)) + 4) if norm else 0
    with ctx.workdps(150 + int(norm)):
        X = _taylor(V / 2**halvings)
        for _ in range(halvings):
            X = X * X
    error = (e + UNIT) * 4 * ctx.exp(norm + e)
    return [[Approx(X[i, j], error) for j in range(len(A))] for i in range(len(A))]


def _taylor(V: Any) -> Any:
    term = X = ctx.eye(V.rows)
    k = 0
    while ctx.mnorm(term, 1) > ctx.eps * ctx.eps or k < 3:
        k += 1
        term = term * V / k
        X = X + term
    return X


def _finite_exp(A: Matrix) -> Matrix:
    X = term = identity(len(A))
    for k in range(1, len(A)):
        term = scale(algebra.multiply(term, A), Fraction(1, k))
        X = plus(X, term)
    return X


def mat_sqrt(A: Matrix) -> Matrix | Special:
    """Through the eigenvectors. |sqrt(A) - sqrt(B)| <= |A - B|^(1/2), or |A - B| / (2 sqrt(lambda_min))."""
    least = eigenvalues(A)[-1]
    if sign(least) == -1:
        return UNDEFINED
    if sign(least) is None:
        return UNKNOWN
    return _root(A, least)


def _root(A: Matrix, least: Number) -> Matrix:
    digits = 400 if exact(A) else 150
    with ctx.workdps(digits):
        V, norm, e = _centre_exactly(A) if exact(A) else centre(A)
        values, Q = ctx.eigsy((V + V.T) / 2)
        roots = ctx.diag([ctx.sqrt(max(x, ctx.mpf(0))) for x in values])
        X = Q * roots * Q.T
        bound = ctx.sqrt(e)
        if sign(least) == 1:
            bound = min(bound, e / (2 * ctx.sqrt(max(approx(least).v - approx(least).e - e, e))))
    n = range(len(A))
    found = [[rounded(X[i, j], bound + UNIT * UNIT * norm) for j in n] for i in n]
    return _recognised(A, found) or found


def _centre_exactly(A: Matrix) -> tuple[Any, Any, Any]:
    V = ctx.matrix([[mpf(x) for x in row] for row in A])
    norm = ctx.sqrt(sum(abs(x) ** 2 for x in V))
    return V, norm, norm * ctx.mpf(10) ** -380


def _recognised(A: Matrix, X: Matrix) -> Matrix | None:
    """A rational root within 1e-60 of the psd one whose square is A is the psd one."""
    if not exact(A):
        return None
    near = [[_near(x.v) for x in row] for row in X]
    return near if algebra.multiply(near, near) == A else None


def _near(x: Any) -> Fraction:
    return Fraction(int(ctx.nint(x * 10**60)), 10**60).limit_denominator(10**15)


def mat_abs(A: Matrix) -> Matrix:
    """The root of A'A, which is psd also where that cannot be told from approximate entries."""
    gram = multiply(transpose(A), A)
    return _root(gram, eigenvalues(gram)[-1])


# The numerical radius of a real matrix: closed forms where there are some, else directions, halved.


def numerical_radius(A: Matrix) -> Number:
    if len(A) == 1:
        return absolute(A[0][0])
    if exact(A) and transpose(A) == A:
        return algebra.moduli(A)[0]
    if exact(A) and len(A) == 2:
        return _radius_of_ellipse(A)
    V, norm, e = centre(A)
    if norm == 0:
        return Approx(norm, e)
    found, error = widest(np.array([[float(x / norm) for x in row] for row in V.tolist()]))
    return Approx(norm * found, norm * error + e)


def _radius_of_ellipse(A: Matrix) -> Number:
    """Elliptic range: W(A) has the eigenvalues as foci; a real A has it symmetric about the real line."""
    (a, b), (c, d) = A
    centre = (a + d) / 2
    # In coordinates x + iy: half axes from the symmetric part (real) and the skew part (imaginary).
    across, up = sqrt(((a - d) / 2) ** 2 + ((b + c) / 2) ** 2), abs(b - c) / 2
    return _farthest(abs(centre), across, up)


def _farthest(a: Fraction, p: Number, q: Fraction) -> Number:
    """max |a + p cos t + i q sin t|, a >= 0: at t = 0, or at cos t = a p / (q^2 - p^2) where that is < 1."""
    end, gap = add(a, p), sub(mul(q, q), mul(p, p))
    if sign(gap) != 1 or sign(sub(mul(a, p), gap)) != -1:
        return end
    cos = div(mul(a, p), gap)
    sin2 = sub(ONE, mul(cos, cos))
    along = add(a, mul(p, cos))
    return larger(end, sqrt(add(mul(along, along), mul(mul(q, q), sin2))))


def _support(A: Any, angles: Any) -> Any:
    turned = np.exp(-1j * angles)[:, None, None] * A[None]
    return np.linalg.eigvalsh((turned + np.conj(np.swapaxes(turned, 1, 2))) / 2)[:, -1]


def widest(A: Any, turn: float = np.pi) -> tuple[float, float]:
    """The largest modulus in W(A), and an error; half a turn is enough for a real A.

    A point of W(A) in a direction of [a, b] has modulus at most max(f(a), f(b)) / cos((b - a) / 2).
    """
    angles = np.linspace(0.0, turn, 33)
    ends = list(pairwise(angles))
    best, bound, width = 0.0, np.inf, turn / 32
    while width > 1e-7 and len(ends) <= 2048:
        low, high = (np.array(x) for x in zip(*ends, strict=True))
        f = np.maximum(_support(A, low), _support(A, high))
        best, bound = max(best, float(f.max())), float(f.max()) / np.cos(width / 2)
        kept = f / np.cos(width / 2) >= best - 1e-13
        middle, width = (low + high) / 2, width / 2
        parts = [(low[kept], middle[kept]), (middle[kept], high[kept])]
        ends = [pair for a, b in parts for pair in zip(a, b, strict=True)]
    return best, max(bound - best, 0.0) + 1e-12
