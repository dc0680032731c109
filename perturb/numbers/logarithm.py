"""The logarithm of a positive definite matrix.

With V near orthogonal and d > 0 (proposals that nothing is trusted of), let Q be the orthogonal factor of V
and B = Q diag(d) Q'. Then log B = Q diag(log d) Q', and |log A - log B|_F <= |A - B|_F / c where all
eigenvalues of A and B are at least c > 0: in bases of eigenvectors of A and of B the entries of log A - log B
are those of A - B times differences (log a - log b) / (a - b) <= 1/c. |V - Q|_F <= |V'V - I|_F = g, because
|h - 1| <= |h^2 - 1| for the singular values h of V; so Q diag(e) Q' is off V diag(e) V' by at most
g (1 + |V|) max |e|, with |V| <= sqrt(1 + g).
"""

from __future__ import annotations

from flint import arb, arb_mat, ctx, fmpq, fmpq_mat

from perturb.numbers import charpoly, factors, residual
from perturb.numbers.errors import Undefined
from perturb.numbers.scalar import Matrix, as_matrix_balls, hull, log, to_arb


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
        gap = _frobenius(V.transpose() * V - _identity(V.nrows()))
        turn = gap * (1 + (1 + gap).sqrt())
        logs = [to_arb(log(x)) for x in d]
        apart = _frobenius(A - _conjugated(V, d)) + turn * _largest(d)
        lowest = min([least.lower(), *(x.lower() for x in d)])
        error = apart / lowest + turn * _largest(logs)
        return _conjugated(V, logs) + _around(error, V.nrows())


def _conjugated(V: arb_mat, d: list[arb]) -> arb_mat:
    return residual.scaled_columns(V, d) * V.transpose()


def _frobenius(E: arb_mat) -> arb:
    """An upper bound of the Frobenius norm."""
    sizes = [x.abs_upper() for x in E.entries()]
    return sum((x * x for x in sizes), arb(0)).abs_upper().sqrt().abs_upper()


def _largest(values: list[arb]) -> arb:
    return max(x.abs_upper() for x in values)


def _around(error: arb, n: int) -> arb_mat:
    bound = error.abs_upper()
    return arb_mat(n, n, [hull(-bound, bound)] * (n * n))


def _identity(n: int) -> arb_mat:
    return arb_mat(n, n, [fmpq(int(i == j)) for i in range(n) for j in range(n)])
