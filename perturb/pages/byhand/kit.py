"""What checks by hand paste into themselves: matrices of fractions, exact counts of eigenvalues.

Each one is printed as it stands here, so this file uses nothing but `fractions` and itself.
"""

from __future__ import annotations

from fractions import Fraction as F  # noqa: N817 (printed a hundred times on a page)

Matrix = list[list[F]]


def plus(A: Matrix, B: Matrix) -> Matrix:
    return [[A[i][j] + B[i][j] for j in range(len(A[0]))] for i in range(len(A))]


def scaled(c: F, A: Matrix) -> Matrix:
    return [[c * x for x in row] for row in A]


def minus(A: Matrix, B: Matrix) -> Matrix:
    return plus(A, scaled(F(-1), B))


def transpose(A: Matrix) -> Matrix:
    return [list(column) for column in zip(*A, strict=True)]


def times(A: Matrix, B: Matrix) -> Matrix:
    columns = list(zip(*B, strict=True))
    return [[sum((x * y for x, y in zip(row, column, strict=True)), F(0)) for column in columns] for row in A]


def identity(n: int) -> Matrix:
    return [[F(int(i == j)) for j in range(n)] for i in range(n)]


def kron(A: Matrix, B: Matrix) -> Matrix:
    return [[x * y for x in row for y in other] for row in A for other in B]


def hadamard(A: Matrix, B: Matrix) -> Matrix:
    return [[A[i][j] * B[i][j] for j in range(len(A[0]))] for i in range(len(A))]


def blocks(A: Matrix, B: Matrix, C: Matrix, D: Matrix) -> Matrix:
    return [A[i] + B[i] for i in range(len(A))] + [C[i] + D[i] for i in range(len(C))]


def inverse(A: Matrix) -> Matrix:
    """Gauss and Jordan."""
    n = len(A)
    W = [A[i] + identity(n)[i] for i in range(n)]
    for k in range(n):
        pivot = next(i for i in range(k, n) if W[i][k] != 0)
        W[k], W[pivot] = W[pivot], W[k]
        W[k] = [x / W[k][k] for x in W[k]]
        for i in range(n):
            if i != k:
                W[i] = [x - W[i][k] * y for x, y in zip(W[i], W[k], strict=True)]
    return [row[n:] for row in W]


def charpoly(A: Matrix) -> list[F]:
    """The coefficients of det(x I - A), leading one first (Faddeev and LeVerrier)."""
    n = len(A)
    p, M = [F(1)], [[F(0)] * n for _ in A]
    for k in range(1, n + 1):
        M = times(A, [[M[i][j] + p[-1] * (i == j) for j in range(n)] for i in range(n)])
        p.append(-sum((M[i][i] for i in range(n)), F(0)) / k)
    return p


def above(S: Matrix, t: F) -> tuple[int, int]:
    """How many eigenvalues of the symmetric matrix S are > t, and how many are >= t.

    Signs of the coefficients of det(x I - (S - t I)): all its roots are real, so Descartes' rule is exact.
    """
    n = len(S)
    p = charpoly([[S[i][j] - t * (i == j) for j in range(n)] for i in range(n)])
    signs = [c > 0 for c in p if c != 0]
    more = sum(signs[k] != signs[k - 1] for k in range(1, len(signs)))
    zeros = n - max(k for k, c in enumerate(p) if c != 0)
    return more, more + zeros


def inside(A: Matrix, r: F) -> int:
    """How many eigenvalues of A have |z| < r, by the Schur-Cohn matrix of p(z) = det(r z I - A).

    When that matrix is not singular its positive eigenvalues are as many as the zeros of p in the unit disc.
    """
    n = len(A)
    p = [c * r ** (n - k) for k, c in enumerate(charpoly(A))]
    U = [[p[i - j] if i >= j else F(0) for j in range(n)] for i in range(n)]
    V = [[p[n - i + j] if i >= j else F(0) for j in range(n)] for i in range(n)]
    more, least = above(minus(times(U, transpose(U)), times(V, transpose(V))), F(0))
    assert more == least
    return more


def determinant(A: Matrix) -> F:
    return charpoly(A)[-1] if len(A) % 2 == 0 else -charpoly(A)[-1]


def permanent(A: Matrix) -> F:
    """By the first row."""
    if not A:
        return F(1)
    return sum((x * permanent([row[:j] + row[j + 1 :] for row in A[1:]]) for j, x in enumerate(A[0])), F(0))
