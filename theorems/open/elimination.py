"""Growth in elimination, iterations, inverses."""

from __future__ import annotations

from fractions import Fraction
from itertools import combinations
from typing import Any

from perturb import claim, given, index, then
from perturb.domains import (
    bounded,
    box,
    rectangular,
    together,
    vector,
)
from perturb.statements.problem import problem
from perturb.vocab import (
    T,
    column,
    diag,
    diagonal,
    entries,
    entrywise_abs,
    eye,
    inv,
    largest,
    leading,
    max_entry,
    norm,
    row,
    row_sums,
    schur,
    smallest,
    sq,
    strict_lower,
    strict_upper,
    total,
    without_columns,
)
from theorems.open import COLLECTION, OPEN


@claim(
    OPEN,
    "The largest growth of orthogonal matrices",
    id="orthogonal-growth",
    domain=bounded(n=8),
    problem=problem(
        "J. Peca-Medlin, Growth factors of orthogonal matrices, SIAM J. Matrix Anal. Appl. 45 (2024) "
        "1599-1620, "
        "section 3.2",
        "refuted",
        "2026-09-11",
        said=f"{COLLECTION}, IE-05 (G. Stepaniants)",
        known="false at n = 8: 5272/63, 83.68, against 83.07",
        encodes="order 8; Q = L R^-1 with all |l_ij| <= 1, so that no row is exchanged; the squares of the "
        "growth",
        second="tools/open_second.py",
    ),
)
def growth_of_orthogonal_matrices(B):
    """Partial pivoting grows on orthogonal matrices of order 8 at most as on the factor of the matrix
    of -1.
    """
    L = strict_lower(B) + eye(B)
    G = L.T @ L
    top = []
    for j in range(1, 9):
        H = inv(leading(G, j))
        c = column(H, j)
        top.append(largest(sq(without_columns(L, 8 - j) @ c)) / c[j])
    yield then(row(inv(G), 8)[8], "<=", Fraction(17948132, 2601) * largest(top))


def pivots(L: Any, U: Any, n: int) -> list[Any]:
    """The least pivots with which L D U is pivoted completely as it stands, the last being 1; interior
    multipliers.
    """
    low = [[row(L, i)[j] for j in range(1, n + 1)] for i in range(1, n + 1)]
    up = [[row(U, i)[j] for j in range(1, n + 1)] for i in range(1, n + 1)]
    S: list[list[Any]] = [[1]]
    found: list[Any] = [1]
    for k in range(n - 2, -1, -1):
        rest = range(n - 1 - k)
        m = [[low[k + 1 + i][k] * up[k][k + 1 + j] for j in rest] for i in rest]
        d = largest(
            [x for i in rest for j in rest for x in (S[i][j] / (1 - m[i][j]), -S[i][j] / (1 + m[i][j]))]
        )
        block = [[d * m[i][j] + S[i][j] for j in rest] for i in rest]
        S = [[d, *(d * up[k][k + 1 + j] for j in rest)], *([d * low[k + 1 + i][k], *block[i]] for i in rest)]
        found.insert(0, d)
    return found


@claim(
    OPEN,
    "The fifth growth factor of complete pivoting",
    id="complete-pivoting-five",
    domain=bounded(count=2, n=5),
    problem=problem(
        "A. Chen, A. Edelman and J. Urschel, The largest 5th pivot may be the root of a 61st degree "
        "polynomial, "
        "arXiv:2602.20390 (2026), Conjecture 2.1",
        "open",
        "2026-09-08",
        said=f"{COLLECTION}, IE-11",
        known="g_3 = 9/4, g_4 = 4",
        least="4.13251707863247",
        most="4.84",
        encodes="multipliers inside (-1, 1), each pivot the least that the entries below it allow",
    ),
)
def complete_pivoting_of_order_five(L, U):
    """With complete pivoting no pivot of a matrix of order five exceeds 4.1325170786324729 times the
    first.
    """
    d = pivots(L, U, 5)
    yield then(largest(d), "<=", Fraction(41325170786324729, 10**16) * d[0])


@claim(
    OPEN,
    "Rook pivoting of order four",
    id="rook-pivoting-four",
    domain=together(L=bounded(), U=bounded(), d=vector(), n=4),
    problem=problem(
        "N. J. Higham, Accuracy and Stability of Numerical Algorithms, second edition, SIAM (2002), "
        "Problem 9.18",
        "proved",
        "2026-09-11",
        said=f"{COLLECTION}, IE-15 (G. Stepaniants)",
        known="2, 3 and 14/3 for orders 2, 3 and 4",
        least="14/3",
        most="14/3",
    ),
)
def rook_pivoting_of_order_four(L, U, d):
    """Rook pivoting lets no entry of a matrix of order four grow by more than 14/3."""
    A = (strict_lower(L) + eye(L)) @ diag(d) @ (strict_upper(U) + eye(U))
    for k in (1, 2, 3):
        yield then(max_entry(schur(A, k)), "<=", Fraction(14, 3) * max_entry(A))


def dot(x: Any, y: Any) -> Any:
    return total(x * y)


def backward_error(A: Any, b: Any, x: Any) -> Any:
    """The square of |x| times the approximate optimal backward error of a least squares solution x."""
    N = T(A) @ A
    r = b - A @ x
    g = T(A) @ r
    return dot(g, inv(sq(norm(x)) * N + sq(norm(r)) * eye(N)) @ g)


@claim(
    OPEN,
    "Backward errors along LSMR",
    id="lsmr-backward-error",
    domain=together(A=rectangular(), b=vector("m"), m=(3, 4), n=3),
    problem=problem(
        "D. C.-L. Fong, Minimum-residual methods for sparse least-squares using Golub-Kahan "
        "bidiagonalization, PhD "
        "thesis, Stanford (2011), section 7.2.1",
        "refuted",
        "2026-09-11",
        said=f"{COLLECTION}, IE-17 (M. J. Colbrook)",
        known="false for a 4 x 3 system",
        encodes="the approximate error, steps 1 and 2, three columns",
        second="tools/open_second.py",
    ),
)
def backward_errors_along_lsmr(A, b):
    """The approximate optimal backward error does not grow from the first to the second iterate of LSMR."""
    N = T(A) @ A
    g = T(A) @ b
    u, v = N @ g, N @ (N @ g)
    x1 = (dot(g, u) / dot(u, u)) * g
    d = dot(u, u) * dot(v, v) - sq(dot(u, v))
    y = (dot(g, u) * dot(v, v) - dot(g, v) * dot(u, v)) / d
    z = (dot(g, v) * dot(u, u) - dot(g, u) * dot(u, v)) / d
    yield then(backward_error(A, b, y * g + z * u), "<=", backward_error(A, b, x1))


@claim(
    OPEN,
    "Four steps of restarted Anderson acceleration",
    id="anderson-four-steps",
    domain=together(m=box(0, 1, "n"), v=vector(), n=3),
    problem=problem(
        "O. A. Krzysik, H. De Sterck and A. Smith, Asymptotic convergence of restarted Anderson "
        "acceleration for certain "
        "normal linear systems, SIAM J. Sci. Comput. 47 (2025), Conjecture 10",
        "refuted",
        "2026-09-11",
        said=f"{COLLECTION}, IE-18 (M. J. Colbrook)",
        known="n = 2; false at n = 3",
        encodes="order 3, eigenvalues in [0, 1), as squares",
        second="tools/open_second.py",
    ),
)
def four_steps_of_anderson(m, v):
    """Two restarts amplify a residual at most as on two eigenvectors of the iteration matrix."""
    yield given(largest(m), "<", 1)
    a = 1 - m

    def step(x: Any) -> Any:
        y = a * x
        return m * (x - dot(x, y) / dot(y, y) * y)

    pairs = [
        sq(sq(m[i] * m[j] * (m[j] - m[i]) / (m[i] * a[i] + m[j] * a[j])))
        for i, j in combinations((1, 2, 3), 2)
    ]
    w = step(step(v))
    yield then(dot(w, w), "<=", largest(pairs) * dot(v, v))


@claim(
    OPEN,
    "The inverse of a bounded dominant matrix",
    id="dominant-inverse",
    domain=together(d=box(0, 2, "n"), U=bounded(1, "n", "n"), n=3),
    problem=problem(
        "C. J. Hillar, S. Lin and A. Wibisono, Inverses of symmetric, diagonally dominant positive "
        "matrices and "
        "applications, arXiv:1203.6812 (2012), Conjecture 8.1",
        "refuted",
        "2026-09-12",
        said=f"{COLLECTION}, IE-19 (M. J. Colbrook; checked in Lean)",
        known="false at n = 3: 7/9 against 5/4; the infimum is 1 / (alpha + m)",
        encodes="n = 3, alpha = m = 1",
        second="tools/open_second.py",
    ),
)
def inverse_of_a_dominant_matrix(d, U):
    """A positive dominant matrix with entries below those of S has an inverse of at least the norm of that of
    S.
    """
    i = index("i", 1, 3)
    off = strict_upper(entrywise_abs(U))
    J = diag(d) + off + T(off)
    yield given(smallest(entries(J)), ">", 0)
    yield given(2 * diagonal(J)[i], ">=", row_sums(J)[i])
    yield then(largest(row_sums(entrywise_abs(inv(J)))), ">=", Fraction(5, 4))
