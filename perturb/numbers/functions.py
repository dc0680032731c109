"""Functions of matrices: exponential, square root, absolute value, determinant, permanent, radius."""

from __future__ import annotations

from fractions import Fraction
from math import isfinite, prod

from flint import arb, arb_mat, ctx, fmpq, fmpq_mat

from perturb.numbers import charpoly, factors, residual
from perturb.numbers.errors import Unavailable, Undefined
from perturb.numbers.moduli import ball_eigen_moduli
from perturb.numbers.norm import norm_bound
from perturb.numbers.powers import sqrt, sqrt_nonneg
from perturb.numbers.radius import numerical_radius
from perturb.numbers.scalar import Matrix, as_matrix_balls, hull, to_arb

__all__ = [
    "ball_eigen_moduli",
    "complex_permanent",
    "determinant",
    "matrix_abs",
    "matrix_exp",
    "matrix_sqrt",
    "numerical_radius",
    "permanent",
]

PERMANENT_LIMIT = 12


def _require_square(A: Matrix) -> None:
    if A.nrows() != A.ncols():
        raise ValueError("the matrix is not square")


def matrix_exp(A: Matrix) -> arb_mat:
    """e^A for square A, by Arb."""
    _require_square(A)
    return as_matrix_balls(A).exp()


def determinant(A: Matrix) -> fmpq | arb:
    """det A for square A: exact for an exact matrix."""
    _require_square(A)
    return A.det()


def permanent(A: fmpq_mat) -> fmpq:
    """per A by Glynn's formula, exact; Unavailable above n = 12.

    2^(n-1) per A = sum over signs d with d_1 = 1 of (prod d_i) prod_j sum_i d_i a_ij.
    """
    _require_square(A)
    n = A.nrows()
    if n > PERMANENT_LIMIT:
        raise Unavailable(f"size {n} exceeds {PERMANENT_LIMIT}")
    numerators, denominator = A.numer_denom()
    rows = [[int(x) for x in row] for row in numerators.tolist()]
    sums = [sum(column) for column in zip(*rows, strict=True)]
    signs, sign, total = [1] * n, 1, prod(sums)
    for step in range(1, 2 ** (n - 1)):
        i = (step & -step).bit_length()  # Gray code: the one sign to flip, never the first
        sums = [s - 2 * signs[i] * x for s, x in zip(sums, rows[i], strict=True)]
        signs[i], sign = -signs[i], -sign
        total += sign * prod(sums)
    return fmpq(total, 2 ** (n - 1)) / fmpq(denominator) ** n


def complex_permanent(rows: list[list[tuple[fmpq, fmpq]]]) -> tuple[fmpq, fmpq]:
    """per of a square matrix of complex rationals (real, imaginary), by Glynn's formula; n up to 12."""
    n = len(rows)
    if n > PERMANENT_LIMIT:
        raise Unavailable(f"size {n} exceeds {PERMANENT_LIMIT}")
    real, imaginary = fmpq(0), fmpq(0)
    for code in range(2 ** (n - 1)):
        signs = [1] + [-1 if code >> k & 1 else 1 for k in range(n - 1)]
        x, y = fmpq(prod(signs)), fmpq(0)
        for column in zip(*rows, strict=True):
            a = sum((s * z[0] for s, z in zip(signs, column, strict=True)), fmpq(0))
            b = sum((s * z[1] for s, z in zip(signs, column, strict=True)), fmpq(0))
            x, y = x * a - y * b, x * b + y * a
        real, imaginary = real + x, imaginary + y
    return real / 2 ** (n - 1), imaginary / 2 ** (n - 1)


def matrix_sqrt(P: Matrix) -> Matrix:
    """The positive semidefinite root of a symmetric positive semidefinite n x n P.

    Exact where P is rational and its root has small rational entries. Undefined where P is certainly not
    positive semidefinite, ValueError where not symmetric. A matrix of balls stands for its positive
    semidefinite members. NaN balls on failure.
    """
    _require_square(P)
    balls = as_matrix_balls(P)
    if not balls.overlaps(balls.transpose()):
        raise ValueError("the matrix is not symmetric")
    if isinstance(P, fmpq_mat):
        diagonal = _diagonal_sqrt(P)
        if diagonal is not None:
            return diagonal
        if charpoly.inertia(P)[0]:
            raise Undefined("square root of a matrix that is not positive semidefinite")
        root = _ball_sqrt(P, balls)
        return rational_root(P, root) or root
    return _ball_sqrt(P, balls)


def matrix_abs(A: Matrix) -> Matrix:
    """|A| = (A'A)^(1/2), n x n for A m x n."""
    return matrix_sqrt(A.transpose() * A)


def _diagonal_sqrt(P: fmpq_mat) -> Matrix | None:
    """Entry by entry for a diagonal P, exact where every root is rational; None for any other P."""
    n = P.nrows()
    if any(P[i, j] != 0 for i in range(n) for j in range(n) if i != j):
        return None
    roots = [sqrt(P[i, i]) for i in range(n)]
    exact = [x for x in roots if isinstance(x, fmpq)]
    if len(exact) == n:
        return fmpq_mat([[x if i == j else fmpq(0) for j in range(n)] for i, x in enumerate(exact)])
    return arb_mat([[to_arb(x) if i == j else arb(0) for j in range(n)] for i, x in enumerate(roots)])


def _ball_sqrt(P: Matrix, balls: arb_mat) -> arb_mat:
    """Normalised by an exact power of four, so that errors are measured against entries of order one."""
    if not all(x.is_finite() for x in balls.entries()):
        return arb_mat(balls.nrows(), balls.ncols(), [arb.nan()] * len(balls.entries()))
    half = (factors.exponent(balls) + 1) // 2
    unit = balls * arb((1, -2 * half))
    smallest = residual.symmetric_eigenvalues(unit)[-1]
    if smallest < 0:
        raise Undefined("square root of a matrix that is not positive semidefinite")
    if isinstance(P, fmpq_mat) and not smallest > arb((1, -ctx.prec // 4)):
        # A singular P leaves |P - X^2|^(1/2) as the only bound: twice the digits make up for the root.
        with ctx.workprec(2 * ctx.prec + 16):
            root = _enclose_sqrt(arb_mat(P) * arb((1, -2 * half)), smallest)
    else:
        root = _enclose_sqrt(unit, smallest)
    return root * arb((1, half))


def _enclose_sqrt(P: arb_mat, smallest: arb) -> arb_mat:
    """Balls around sqrt(P) from a Gram matrix X = GG', G = V diag(d)^(1/4), and R = P - X^2.

    With Y = sqrt(P): YZ + ZX = R for Z = Y - X, so |Z| <= |R| / (lambda_min(Y) + lambda_min(X)); and
    |Z| <= |R|^(1/2), the square root being operator monotone. X >= 0 because X is a Gram matrix.
    """
    found = factors.eigh(factors.Scaled(P, factors.floats(P), 0))
    if found is None:
        return P * arb.nan()
    d, V = found
    fourths = [sqrt_nonneg(sqrt_nonneg(x.max(arb(0)))).mid() for x in d]
    with ctx.extraprec(residual.GUARD_BITS):
        G = residual.scaled_columns(V, fourths)
        X = G * G.transpose()
        r = norm_bound(P - X * X)
        least = min(fourths) ** 2 * (1 - residual.orthogonality_defect(V)) + sqrt_nonneg(smallest).lower()
        error = r.sqrt().min(r / least) if least > 0 else r.sqrt()
    return X + arb_mat(P.nrows(), P.ncols(), [hull(-error, error)] * len(P.entries()))


DENOMINATOR = 2**20


def rational_root(P: fmpq_mat, near: arb_mat) -> fmpq_mat | None:
    """The positive semidefinite root of a symmetric P, where it is rational with small denominators.

    `near` only proposes it. X symmetric without a negative eigenvalue and X^2 = P make X the root: there is
    only one (Horn and Johnson, Matrix Analysis, Theorem 7.2.6).
    """
    if not isinstance(sqrt(P.det()), fmpq):  # det X would be that root
        return None
    middles = [float(x.mid()) for x in near.entries()]
    if not all(map(isfinite, middles)):
        return None
    X = fmpq_mat(P.nrows(), P.ncols(), [_simple(x) for x in middles])
    if X * X != P or X.transpose() != X or charpoly.inertia(X)[0]:
        return None
    return X


def _simple(x: float) -> fmpq:
    found = Fraction(x).limit_denominator(DENOMINATOR)
    return fmpq(found.numerator, found.denominator)
