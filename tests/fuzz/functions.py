"""The exponential, the root and the absolute value of a matrix, exact where they are found to be rational."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

from tests.fuzz import algebra
from tests.fuzz.algebra import Matrix
from tests.fuzz.matrices import centre, eigenvalues, exact, identity, matpow, multiply, plus, scale, transpose
from tests.fuzz.tower import (
    UNDEFINED,
    UNIT,
    UNKNOWN,
    ZERO,
    Approx,
    Number,
    Special,
    Unsupported,
    approx,
    ctx,
    mpf,
    rounded,
    sign,
)


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
