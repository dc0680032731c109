"""Functions of matrices: exponential, square root, absolute value, determinant, logarithm; eigenvectors.

The logarithm of a positive definite matrix.

With V near orthogonal and d > 0 (proposals that nothing is trusted of), let Q be the orthogonal factor of V
and B = Q diag(d) Q'. Then log B = Q diag(log d) Q', and |log A - log B|_F <= |A - B|_F / c where all
eigenvalues of A and B are at least c > 0: in bases of eigenvectors of A and of B the entries of log A - log B
are those of A - B times differences (log a - log b) / (a - b) <= 1/c. |V - Q|_F <= |V'V - I|_F = g, because
|h - 1| <= |h^2 - 1| for the singular values h of V; so Q diag(e) Q' is off V diag(e) V' by at most
g (1 + |V|) max |e|, with |V| <= sqrt(1 + g).

Eigenvectors of symmetric matrices at simple eigenvalues.

The projection on the i-th eigenspace is the product of (S - x_j I) / (x_i - x_j) over all j != i, x the
eigenvalues with multiplicity, as one sees in a basis of eigenvectors. It is evaluated in balls around the
eigenvalues, or exactly where all of them are rational.
"""

from __future__ import annotations

from collections.abc import Collection, Sequence
from fractions import Fraction
from functools import reduce
from math import isfinite, prod
from typing import Any

from flint import arb, arb_mat, ctx, fmpq, fmpq_mat

from perturb.numbers import charpoly, factors, residual
from perturb.numbers.complex_eigenvalues import ball_eigen_moduli
from perturb.numbers.errors import Unavailable, Undefined
from perturb.numbers.radius import numerical_radius
from perturb.numbers.residual import norm_bound
from perturb.numbers.scalar import Matrix, Scalar, as_matrix_balls, hull, log, sqrt, sqrt_nonneg, to_arb

__all__ = [
    "ball_eigen_moduli",
    "complex_permanent",
    "determinant",
    "eigenprojection",
    "eigenvector",
    "matrix_abs",
    "matrix_exp",
    "matrix_log",
    "matrix_sqrt",
    "numerical_radius",
    "permanent",
    "spectral_projection",
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


def complex_determinant(rows: list[list[tuple[Any, Any]]]) -> tuple[Any, Any]:
    """det of a square matrix of exact complex numbers (real, imaginary), by elimination."""
    left, x, y = [list(row) for row in rows], fmpq(1), fmpq(0)
    while left:
        pivot = next((row for row in left if row[0][0] != 0 or row[0][1] != 0), None)
        if pivot is None:
            return fmpq(0), fmpq(0)
        if left.index(pivot) % 2:
            x, y = -x, -y
        left.remove(pivot)
        (a, b), rest = pivot[0], pivot[1:]
        x, y = x * a - y * b, x * b + y * a
        square = a * a + b * b
        for k, row in enumerate(left):
            c, d = row[0]  # (c + id) / (a + ib) times the pivot's row is taken off
            u, v = (c * a + d * b) / square, (d * a - c * b) / square
            left[k] = [
                (p - (u * r - v * t), q - (u * t + v * r))
                for (p, q), (r, t) in zip(row[1:], rest, strict=True)
            ]
    return x, y


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
    X = fmpq_mat(P.nrows(), P.ncols(), [simple(x) for x in middles])
    if X * X != P or X.transpose() != X or charpoly.inertia(X)[0]:
        return None
    return X


def simple(x: float) -> fmpq:
    found = Fraction(x).limit_denominator(DENOMINATOR)
    return fmpq(found.numerator, found.denominator)


def matrix_log(A: Matrix) -> Matrix:
    """log A for a symmetric positive definite n x n A; exactly 0 at the identity.

    ValueError where A is certainly not symmetric, Undefined where it is certainly not positive definite; NaN
    where that is in doubt. A matrix of balls stands for its symmetric members.
    """
    if A.nrows() != A.ncols():
        raise ValueError("the matrix is not square")
    balls = as_matrix_balls(A)
    if not balls.overlaps(balls.transpose()) or (isinstance(A, fmpq_mat) and A.transpose() != A):
        raise ValueError("the matrix is not symmetric")
    if isinstance(A, fmpq_mat):
        if charpoly.inertia(A)[2] < A.nrows():
            raise Undefined("logarithm of a matrix that is not positive definite")
        if A == A**0:
            return A - A
    return _enclosed(balls)


def _enclosed(A: arb_mat) -> arb_mat:
    nothing = arb_mat(A.nrows(), A.ncols(), [arb.nan()] * len(A.entries()))
    if not all(x.is_finite() for x in A.entries()):
        return nothing
    least = residual.symmetric_eigenvalues(A)[-1]
    if least <= 0:
        raise Undefined("logarithm of a matrix that is not positive definite")
    unit = factors.scale(A)
    found = None if unit is None else factors.eigh(unit)
    if found is None or unit is None or not least > 0:
        return nothing
    d, V = found
    d = [x * arb((1, unit.exponent)) for x in d]
    if not all(x > 0 for x in d):
        return nothing
    with ctx.extraprec(residual.GUARD_BITS):
        gap = frobenius(V.transpose() * V - identity(V.nrows()))
        turn = gap * (1 + (1 + gap).sqrt())
        logs = [to_arb(log(x)) for x in d]
        apart = frobenius(A - _conjugated(V, d)) + turn * _largest(d)
        lowest = min([least.lower(), *(x.lower() for x in d)])
        error = apart / lowest + turn * _largest(logs)
        return _conjugated(V, logs) + around(error, V.nrows())


def _conjugated(V: arb_mat, d: list[arb]) -> arb_mat:
    return residual.scaled_columns(V, d) * V.transpose()


def frobenius(E: arb_mat) -> arb:
    """An upper bound of the Frobenius norm."""
    sizes = [x.abs_upper() for x in E.entries()]
    return sum((x * x for x in sizes), arb(0)).abs_upper().sqrt().abs_upper()


def _largest(values: list[arb]) -> arb:
    return max(x.abs_upper() for x in values)


def around(error: arb, n: int) -> arb_mat:
    bound = error.abs_upper()
    return arb_mat(n, n, [hull(-bound, bound)] * (n * n))


def identity(n: int) -> arb_mat:
    return arb_mat(n, n, [fmpq(int(i == j)) for i in range(n) for j in range(n)])


NOT_SIMPLE = "the eigenvector of a repeated eigenvalue"


def eigenprojection(S: Matrix, values: Sequence[Scalar], i: int) -> Matrix:
    """The n x n projection on the eigenspace of the i-th of the eigenvalues (from 0), all in `values`.

    Undefined where two exact eigenvalues agree; NaN where the enclosures do not separate them.
    """
    exact = isinstance(S, fmpq_mat) and all(isinstance(x, fmpq) for x in values)
    numbers: list[Any] = list(values) if exact else [to_arb(x) for x in values]
    A, n = S if exact else as_matrix_balls(S), S.nrows()
    product: Any = type(A)([[int(p == q) for q in range(n)] for p in range(n)])
    for j, x in enumerate(numbers):
        if j == i:
            continue
        gap = numbers[i] - x
        if exact and gap == 0:
            raise Undefined(NOT_SIMPLE)
        if not (exact or gap > 0 or gap < 0):
            return arb_mat(n, n, [arb.nan()] * (n * n))
        shift = type(A)([[x if p == q else 0 for q in range(n)] for p in range(n)])
        product = product * (A - shift) * (1 / gap)
    projection: Matrix = product
    return projection


def spectral_projection(S: Matrix, values: Sequence[Scalar], i: int, j: int) -> Matrix:
    """The n x n projection on the eigenvectors of the i-th to j-th eigenvalue (from 0), all in `values`.

    They are descending. Undefined where exact eigenvalues of the group and of the rest agree; NaN where the
    enclosures do not separate them. By Lagrange's polynomials for rational eigenvalues, else half the
    difference of two matrix signs, sign(B) = B |B|^(-1).
    """
    n = S.nrows()
    rational = [x for x in values if isinstance(x, fmpq)]
    if isinstance(S, fmpq_mat) and len(rational) == n:
        group, rest = set(rational[i : j + 1]), {*rational[:i], *rational[j + 1 :]}
        if group & rest:
            raise Undefined(NOT_SIMPLE)
        return sum((_lagrange(S, x, (group | rest) - {x}) for x in group), fmpq_mat(n, n))
    A, ends = as_matrix_balls(S), [to_arb(x) for x in values]
    after, before = _sign_at(A, ends, j + 1), _sign_at(A, ends, i)
    if after is None or before is None:
        return arb_mat(n, n, [arb.nan()] * (n * n))
    return (after - before) * (arb(1) / 2)


def _lagrange(S: fmpq_mat, x: fmpq, others: Collection[fmpq]) -> fmpq_mat:
    n = S.nrows()
    one = fmpq_mat(n, n, [int(p == q) for p in range(n) for q in range(n)])
    return reduce(lambda product, y: product * (S - y * one) * (1 / (x - y)), others, one)


def _sign_at(A: arb_mat, values: Sequence[arb], k: int) -> arb_mat | None:
    """sign(A - c I) for some c between the first k eigenvalues and the rest; None where balls meet."""
    n = A.nrows()
    one = arb_mat(n, n, [int(p == q) for p in range(n) for q in range(n)])
    if k in (0, n):
        return one * (1 if k else -1)
    c = ((values[k - 1] + values[k]) / 2).mid()
    if not values[k - 1] > c > values[k]:
        return None
    shifted = A - one * c
    try:
        return shifted * matrix_abs(shifted).inv()
    except ZeroDivisionError:  # some matrix in the balls may be singular; more digits may tell
        return None


def eigenvector(S: Matrix, values: Sequence[Scalar], i: int) -> tuple[Scalar, ...]:
    """The unit eigenvector of the i-th eigenvalue (from 0), its first non-zero component positive.

    NaN where balls do not tell which component that is.
    """
    P = eigenprojection(S, values, i)
    n = P.nrows()
    for k in range(n):
        size = P[k, k]
        if size > 0:
            return tuple(P[j, k] / sqrt(size) if j != k else sqrt(size) for j in range(n))
        if not (isinstance(size, fmpq) and size == 0):
            return (arb.nan(),) * n
    raise AssertionError("a projection on an eigenspace is not zero")
