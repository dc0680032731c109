"""Principal square root and logarithm of a real matrix with no eigenvalue on the closed negative half-axis.

The root is the only X with X^2 = A whose eigenvalues have positive real parts (Higham, Functions of Matrices,
Theorem 1.29). Let X be near it (a proposal that nothing is trusted of), R = A - X^2, and L the linear map
E -> X E + E X, whose inverse has the norm m at most. E solves (X + E)^2 = A where E = L^(-1)(R - E^2), a map
that takes |E| <= r to itself when m (|R| + r^2) <= r; so with 4 m^2 |R| <= 1 it has a fixed point,
|E| <= r = 2 m |R| (Brouwer), for every A in the balls that R was made of. Let P and Y'P + PY be positive
definite for every Y with |Y - X| <= r: eigenvalues of Y, so of X + E, have positive real parts (Lyapunov).
So X + E is the root, and no eigenvalue of A, being the square of one, lies on the half-axis.

The logarithm is 2^k times that of B = A^(1/2^k), by its series: |B - I| = q < 1 leaves at most
q^(m+1) / (m+1) / (1 - q) after m terms. The eigenvalues of B have arguments below pi / 2^k, those of log B
imaginary parts below that, so the product is the principal one (Higham, Theorem 11.3).

All norms are Frobenius norms. Whether an exact A has an eigenvalue on the half-axis is seen from the real
roots of its characteristic polynomial.
"""

from __future__ import annotations

from math import isfinite

import numpy as np
from flint import arb, arb_mat, ctx, fmpq_mat

from perturb.numbers import residual
from perturb.numbers.errors import Unavailable, Undefined
from perturb.numbers.functions import around, frobenius, identity, simple
from perturb.numbers.roots import distinct_real_roots
from perturb.numbers.scalar import Matrix, as_matrix_balls

LARGEST = 10  # rows, of which the map L has the square
STEPS, HALVINGS, TERMS = 60, 32, 400
MORE = 320  # bits for the logarithm of an exact matrix: each root loses some of those of the last one
TRUSTS = frozenset({"brouwer-root", "lyapunov"})


def principal_sqrt(A: Matrix) -> Matrix:
    """A^(1/2), n x n; exact where A is rational and the root has small rational entries.

    Undefined for an exact A that has an eigenvalue on the closed negative half-axis; NaN where balls do not
    tell. ValueError for a matrix that is not square, Unavailable above the size that is enclosed.
    """
    _look_at(A)
    root = _root(as_matrix_balls(A))
    return root if not isinstance(A, fmpq_mat) else _rational(A, root) or root


def principal_log(A: Matrix) -> arb_mat:
    """log A, n x n, eigenvalues with imaginary parts between -pi and pi. Raises as `principal_sqrt` does."""
    _look_at(A)
    with ctx.extraprec(MORE if isinstance(A, fmpq_mat) else HALVINGS):
        balls, one = as_matrix_balls(A), identity(A.nrows())
        for k in range(HALVINGS + 1):
            q = frobenius(balls - one)
            if q < arb(1) / 4:
                return _series(balls - one, q) * arb(2**k)
            if not q.is_finite():
                break
            balls = _root(balls)
    return _nothing(A.nrows())


def _look_at(A: Matrix) -> None:
    n = A.nrows()
    if n != A.ncols():
        raise ValueError(f"a square matrix is needed, not {n} x {A.ncols()}")
    if n > LARGEST:
        raise Unavailable(f"size {n} exceeds {LARGEST}")
    if isinstance(A, fmpq_mat) and any(x.value <= 0 for x in distinct_real_roots(A.charpoly())):
        raise Undefined("a principal power of a matrix with an eigenvalue that is negative or 0")


def _nothing(n: int) -> arb_mat:
    return arb_mat(n, n, [arb.nan()] * (n * n))


def _root(A: arb_mat) -> arb_mat:
    """An enclosure of the principal root of every matrix in the balls, or NaN."""
    n = A.nrows()
    X = _near(_middle(A))
    if X is None:
        return _nothing(n)
    with ctx.extraprec(residual.GUARD_BITS):
        rest = frobenius(A - X * X)
        inverse = _inverted(X)
        if inverse is None:
            return _nothing(n)
        m = frobenius(inverse)
        r = (2 * m * rest).abs_upper()
        if not 4 * m * m * rest <= 1 or not in_right_half_plane(X + around(r, n)):
            return _nothing(n)
        return X + around(r, n)


def _middle(A: arb_mat) -> arb_mat:
    return arb_mat(A.nrows(), A.ncols(), [x.mid() for x in A.entries()])


def _near(A: arb_mat) -> arb_mat | None:
    """The iteration of Denman and Beavers, Y -> (Y + Z^(-1)) / 2, Z -> (Z + Y^(-1)) / 2, from A and I."""
    Y, Z, last = A, identity(A.nrows()), None
    with ctx.extraprec(residual.GUARD_BITS):
        for _ in range(STEPS):
            try:
                Y, Z = _middle((Y + Z.inv()) * (arb(1) / 2)), _middle((Z + Y.inv()) * (arb(1) / 2))
            except ZeroDivisionError:
                return None
            if not all(x.is_finite() for x in Y.entries()):
                return None
            step = frobenius(A - Y * Y)
            if last is not None and not step < last / 2 and step < frobenius(A) / 2**40:
                break
            last = step
        return Y


def _inverted(X: arb_mat) -> arb_mat | None:
    """The inverse of E -> X E + E X on the n^2 entries, row by row."""
    n = X.nrows()
    places = [(i, j) for i in range(n) for j in range(n)]
    zero = arb(0)
    rows = [
        [(X[i, k] if j == m else zero) + (X[m, j] if i == k else zero) for k, m in places] for i, j in places
    ]
    try:
        found = arb_mat(rows).inv()
    except ZeroDivisionError:
        return None
    return found if all(x.is_finite() for x in found.entries()) else None


def in_right_half_plane(Y: arb_mat) -> bool:
    """Have all eigenvalues of all matrices in the balls positive real parts?"""
    P = _lyapunov(_middle(Y))
    if P is None:
        return False
    S = Y.transpose() * P + P * Y
    return bool(residual.symmetric_eigenvalues(P)[-1] > 0 and residual.symmetric_eigenvalues(S)[-1] > 0)


def _lyapunov(X: arb_mat) -> arb_mat | None:
    """A symmetric P with X'P + PX near I, of float64 numbers; they are proposed only."""
    n = X.nrows()
    A = np.array([float(x) for x in X.entries()]).reshape(n, n)
    if not np.isfinite(A).all():
        return None
    one = np.eye(n)
    try:
        P = np.linalg.solve(np.kron(A.T, one) + np.kron(one, A.T), one.ravel()).reshape(n, n)
    except np.linalg.LinAlgError:
        return None
    return arb_mat(((P + P.T) / 2).tolist()) if np.isfinite(P).all() else None


def _rational(A: fmpq_mat, near: arb_mat) -> fmpq_mat | None:
    """The root, where it is rational with small denominators; X^2 = A in the enclosure makes X the root."""
    middles = [float(x.mid()) for x in near.entries()]
    if not all(map(isfinite, middles)):
        return None
    X = fmpq_mat(A.nrows(), A.ncols(), [simple(x) for x in middles])
    return X if X * X == A and in_right_half_plane(arb_mat(X)) else None


def _series(D: arb_mat, q: arb) -> arb_mat:
    """log(I + D), |D| <= q < 1, to the digits that are at work."""
    total, power, bound = D, D, q * q
    for k in range(2, TERMS):
        if bound / k < arb(2) ** -(ctx.prec + 8):
            break
        power, bound = power * D, bound * q
        total = total + power * (arb((-1) ** (k + 1)) / k)
    return total + around((bound / (1 - q)).abs_upper(), D.nrows())
