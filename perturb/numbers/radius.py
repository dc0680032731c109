"""The numerical radius of a real matrix, from below by one angle and from above by one certificate.

This is the way up to 64 bits, where a certificate in floats is worth its digits; above, `levels`.

w(A) = max |x*Ax| over complex unit x = max over t of h(t), h(t) = lambda_max(Re(e^(-it) A)).
Below: any h(t). Above: for every symmetric Z, w(A) <= lambda_max([[Z, A'], [A, -Z]]), because the unit vector
(x, cx)/sqrt(2), with |c| = 1 and conj(c) x*Ax = |x*Ax|, has Rayleigh quotient |x*Ax|: the terms in Z cancel.
Some Z gives equality (Ando 1973), so the bound loses nothing but the accuracy of a float computation of Z.

The numerical radius of a rational matrix to any precision, by exact level sets (Mengi and Overton 2005).

w(A) = max over t of h(t), h(t) = lambda_max(Re(e^(-it) A)), and h(-t) = h(t) for real A. With z = e^(it) let
    q(g, c) = det(gI - (A/z + z A')/2) = det(2gz I - A - z^2 A') / (2z)^n,  c = cos t = (z + 1/z)/2.
The numerator P(z) is a polynomial of degree at most 2n with z^(2n) P(1/z) = P(z) (transpose the matrix). So q
is a polynomial in g and c, of degree at most n in c, and n + 1 real z determine it exactly.
Below: w(A) >= h(t), the largest root of q(., c), at any rational c in [-1, 1].
Above: if g exceeds every root of q(., 1) and q(g, .) has no root in [-1, 1], then the largest eigenvalue,
continuous in t and below g at t = 0, never reaches g: w(A) < g. Only polynomials are trusted.
"""

from __future__ import annotations

from collections.abc import Iterator
from itertools import pairwise
from typing import cast

import numpy as np
from flint import arb, arb_mat, ctx, fmpq, fmpq_mat, fmpq_poly
from numpy.typing import NDArray

from perturb.numbers import charpoly, factors, residual
from perturb.numbers.residual import norm_bound
from perturb.numbers.roots import distinct_real_roots
from perturb.numbers.scalar import Matrix, as_matrix_balls, hull, maximum, to_arb

GUARD_BITS = 32
ROUNDS = 24


def level_polynomial(A: fmpq_mat) -> list[fmpq_poly]:
    """The coefficients of q(g, c) by powers of c, as polynomials in g; interpolated at z = 1, ..., n + 1."""
    At, nodes = A.transpose(), [fmpq(z) for z in range(1, A.nrows() + 2)]
    values = [((A + At * z**2) / (2 * z)).charpoly() for z in nodes]
    cosines = [(z + 1 / z) / 2 for z in nodes]
    q = [fmpq_poly([0])] * len(nodes)
    for k, value in enumerate(values):
        weights = _lagrange(cosines, k)
        q = [total + value * weights[j] for j, total in enumerate(q)]
    return q


def _lagrange(nodes: list[fmpq], k: int) -> fmpq_poly:
    """The polynomial that is 1 at the k-th node and 0 at the others."""
    basis = fmpq_poly([1])
    for j, x in enumerate(nodes):
        if j != k:
            basis = basis * fmpq_poly([-x, 1]) / (nodes[k] - x)
    return basis


def height(q: list[fmpq_poly], c: fmpq) -> fmpq | arb:
    """h at cos t = c, -1 <= c <= 1: the largest of n real roots."""
    p = fmpq_poly([0])
    for coefficient in reversed(q):
        p = p * c + coefficient
    return distinct_real_roots(p)[0].value


def radius_by_levels(A: fmpq_mat, near: fmpq) -> arb | None:
    """w(A) of a nonzero n x n A, to full precision; `near` is a guess of cos t at the maximum, |near| <= 1.

    None where the search does not end.
    """
    with ctx.extraprec(GUARD_BITS):
        q = level_polynomial(A)
        below = max(_floor(height(q, c)) for c in (near, fmpq(0), fmpq(1), fmpq(-1)))
        slack = 1 / fmpq(2) ** (ctx.prec - GUARD_BITS)
        for _ in range(ROUNDS):
            above = below * (1 + slack)
            roots = _crossings(q, above)
            if not roots and height(q, fmpq(1)) < above:
                return hull(arb(below), arb(above))
            higher = max([below, *[_floor(height(q, c)) for c in _middles(roots)]])
            slack, below = slack * 16 if higher == below else slack, higher
    return None


def _floor(x: fmpq | arb) -> fmpq:
    return x if isinstance(x, fmpq) else x.lower().fmpq()


def _crossings(q: list[fmpq_poly], g: fmpq) -> list[arb]:
    """Enclosures of the c in [-1, 1] where an eigenvalue is g, descending; those in doubt are kept."""
    p = fmpq_poly([f(g) for f in q])
    if p.degree() < 0:
        return [arb(1), arb(-1)]
    found = [arb(r.value) for r in distinct_real_roots(p)]
    return [x for x in found if not (x > 1 or x < -1)]


def _middles(roots: list[arb]) -> list[fmpq]:
    """The cosines half way, in t, between neighbouring crossings: guesses, kept within [-1, 1]."""
    angles = [x.mid().min(arb(1)).max(arb(-1)).acos() for x in roots]
    cosines = [((s + t) / 2).cos().mid().fmpq() for s, t in pairwise(angles)]
    return [min(max(c, fmpq(-1)), fmpq(1)) for c in cosines]


Floats = NDArray[np.float64]
SIZE_LIMIT, BITS_LIMIT = 16, 10_000  # of the matrix, and of its size times the length of its entries
SLACKS = tuple(2.0**-k for k in (26, 34, 42))


def numerical_radius(A: Matrix) -> arb:
    """w(A) for a real square A: to about 2^-40 up to 64 bits, above to the precision or to its balls.

    For an exact symmetric A the largest |lambda|, to full precision. NaN on failure, ValueError where A is
    not square.
    """
    value = by_polynomials(A)
    return by_residuals(A) if value is None else value


def by_residuals(A: Matrix) -> arb:
    """w(A) to about 2^-40 relative; trusts the residual kernel. NaN on failure."""
    with ctx.workprec(53):  # the certificate's factor is a float matrix: more digits would not be used
        return _enclose(as_matrix_balls(A))


def by_polynomials(A: Matrix) -> arb | None:
    """w(A) by exact polynomials alone; None where these are not worth it (up to 64 bits) or too large.

    For a matrix of balls, of the midpoint M: |w(A) - w(M)| <= w(A - M) <= |A - M|.
    """
    if A.nrows() != A.ncols():
        raise ValueError("the matrix is not square")
    if isinstance(A, fmpq_mat) and A.transpose() == A:
        return _symmetric(A)
    balls = as_matrix_balls(A)
    if ctx.prec <= factors.LAPACK_BITS or not all(x.is_finite() for x in balls.entries()):
        return None
    shift = factors.exponent(balls)
    M = _writable(A, shift)
    value = None if M is None else _of_rational(M)
    if M is None or value is None or isinstance(A, fmpq_mat):
        return None if value is None else value * arb((1, shift))
    error = norm_bound(balls * arb((1, -shift)) - M)
    return hull((value.lower() - error).lower().max(arb(0)), value.upper() + error) * arb((1, shift))


def _symmetric(S: fmpq_mat) -> arb:
    return to_arb(maximum([cast("fmpq | arb", abs(x)) for x in charpoly.symmetric_eigenvalues(S)]))


def _writable(A: Matrix, shift: int) -> fmpq_mat | None:
    """2^-shift A, or the exact midpoint of it; None where its digits or its size are too many."""
    if A.nrows() > SIZE_LIMIT:
        return None
    if isinstance(A, fmpq_mat):
        M = A / fmpq(2) ** shift
    else:
        parts = [x.mid().man_exp() for x in A.entries()]
        if any(m != 0 and e < shift - BITS_LIMIT for m, e in parts):
            return None
        M = fmpq_mat(A.nrows(), A.ncols(), [m * fmpq(2) ** int(e - shift) if m else 0 for m, e in parts])
    return M if M.nrows() * M.numer_denom()[1].bit_length() <= BITS_LIMIT else None


def _of_rational(M: fmpq_mat) -> arb | None:
    if M.transpose() == M:
        return _symmetric(M)
    try:
        cosine = float(np.cos(_best_angle(factors.floats(as_matrix_balls(M)))[0]))
    except np.linalg.LinAlgError:
        cosine = 1.0
    return radius_by_levels(M, arb(min(max(cosine, -1.0), 1.0)).fmpq())


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
