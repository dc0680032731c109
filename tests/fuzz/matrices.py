"""Functions of matrices: exact where the entries are rational, else 150 digits with an error bound."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

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
    add,
    approx,
    ctx,
    div,
    mul,
    neg,
    sign,
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
