"""The numerical radius of a real matrix, from below by one angle and from above by one certificate.

w(A) = max |x*Ax| over complex unit x = max over t of h(t), h(t) = lambda_max(Re(e^(-it) A)).
Below: any h(t). Above: for every symmetric Z, w(A) <= lambda_max([[Z, A'], [A, -Z]]), because the unit vector
(x, cx)/sqrt(2), with |c| = 1 and conj(c) x*Ax = |x*Ax|, has Rayleigh quotient |x*Ax|: the terms in Z cancel.
Some Z gives equality (Ando 1973), so the bound loses nothing but the accuracy of a float computation of Z.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import cast

import numpy as np
from flint import arb, arb_mat, ctx, fmpq, fmpq_mat
from numpy.typing import NDArray

from perturb.balls import charpoly, factors, residual
from perturb.balls.scalar import Matrix, as_matrix_balls, hull, maximum, to_arb

Floats = NDArray[np.float64]
SLACKS = tuple(2.0**-k for k in (26, 34, 42))


def numerical_radius(A: Matrix) -> arb:
    """w(A) for a real square A, to about 2^-40 relative at any precision; for an exact symmetric A the
    largest |lambda|, to full precision. NaN on failure, ValueError where A is not square."""
    if A.nrows() != A.ncols():
        raise ValueError("the matrix is not square")
    if isinstance(A, fmpq_mat) and A.transpose() == A:
        return to_arb(maximum([cast("fmpq | arb", abs(x)) for x in charpoly.symmetric_eigenvalues(A)]))
    with ctx.workprec(53):  # the certificate's factor is a float matrix: more digits would not be used
        return _enclose(as_matrix_balls(A))


def _enclose(A: arb_mat) -> arb:
    scaled = factors.scale(A)
    if scaled is None:
        return arb.nan()
    try:
        angle, size = _best_angle(scaled.floats)
    except np.linalg.LinAlgError:
        return arb.nan()
    lower = residual.symmetric_eigenvalues(_rotated(scaled.matrix, arb(angle)))[0].lower()
    uppers = [_upper_bound(scaled.matrix, Z) for Z in _certificates(scaled.floats, size)]
    upper = min((x for x in uppers if x.is_finite()), default=arb.nan())
    return hull(lower.max(arb(0)), upper) * arb((1, scaled.exponent))


def _rotated(A: arb_mat, t: arb) -> arb_mat:
    """The symmetric 2n x 2n form of cos t H + sin t iK: [[cH, -sK], [sK, cH]] up to the sign of s."""
    H, K = (A + A.transpose()) / 2, (A - A.transpose()) / 2
    s, c = t.sin_cos()
    return _blocks(H * c, K * -s, K * s, H * c)


def _blocks(A: arb_mat, B: arb_mat, C: arb_mat, D: arb_mat) -> arb_mat:
    top = [a + b for a, b in zip(A.tolist(), B.tolist(), strict=True)]
    return arb_mat(top + [c + d for c, d in zip(C.tolist(), D.tolist(), strict=True)])


def _upper_bound(A: arb_mat, Z: Floats) -> arb:
    exact = factors.from_floats(Z)
    return residual.symmetric_eigenvalues(_blocks(exact, A.transpose(), A, -exact))[0].upper()


def _support(A: Floats, angles: Floats) -> Floats:
    rotated = np.exp(-1j * angles)[:, None, None] * A
    return np.linalg.eigvalsh((rotated + rotated.conj().transpose(0, 2, 1)) / 2)[:, -1]


def _best_angle(A: Floats) -> tuple[float, float]:
    """An angle in [0, pi] where h is nearly largest, and h there: a grid, then finer grids about the best."""
    centre, width = np.pi / 2, np.pi / 2
    for points in (65, 17, 17, 17, 17, 17):
        angles = np.linspace(centre - width, centre + width, points)
        heights = _support(A, angles)
        centre, width = float(angles[heights.argmax()]), 2 * width / (points - 1)
    return centre, float(heights.max())


def _certificates(A: Floats, size: float) -> Iterator[Floats]:
    """Candidates Z = X - gI with X + A'X^-1 A = 2gI, g just above w(A); first Z = 0, which gives |A|."""
    yield np.zeros_like(A)
    for slack in SLACKS:
        g = size * (1 + slack)
        with np.errstate(all="ignore"):
            Z = _maximal_solution(A, g) - g * np.eye(len(A))
        if np.isfinite(Z).all():
            yield Z


def _maximal_solution(A: Floats, g: float) -> Floats:
    """The maximal X with X + A'X^-1 A = 2gI, by cyclic reduction (Meini 2002); NaN on breakdown."""
    Q = 2 * g * np.eye(len(A))
    X = Q.copy()
    for _ in range(40):
        try:
            left, right = A.T @ np.linalg.solve(Q, A), A @ np.linalg.solve(Q, A.T)
            A = A @ np.linalg.solve(Q, A)
        except np.linalg.LinAlgError:
            return np.full_like(Q, np.nan)
        X, Q = X - (left + left.T) / 2, Q - (left + left.T) / 2 - (right + right.T) / 2
        if np.abs(left).max() <= 1e-17 * g:
            break
    return X
