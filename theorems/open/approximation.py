"""Low-rank approximation and matrices of a structure that functions keep."""

from __future__ import annotations

from fractions import Fraction
from itertools import combinations
from typing import Any

from perturb import claim, given, then
from perturb.domains import (
    binary,
    bounded,
    box,
    m_matrix,
    nonnegative,
    orthogonal,
    positive_definite,
    psd,
    square,
    together,
)
from perturb.statements.problem import problem
from perturb.vocab import (
    I,
    absolute,
    column,
    column_matrix,
    det,
    diag,
    diagonal,
    eigenprojection,
    entries,
    entrywise_abs,
    eye,
    fro,
    hadamard,
    inv,
    kron,
    lam,
    largest,
    mat_abs,
    mul,
    nuclear,
    ones_matrix,
    op,
    power,
    row,
    rows,
    s,
    s_min,
    smaller,
    smallest,
    sq,
    sqrt,
    strict_lower,
    strict_upper,
    total,
)
from theorems.open import COLLECTION, OPEN


def pivoted(A: Any, n: int) -> Any:
    """|A|_F^2 times the mean square of what random pivoting leaves, a sum over the pivots."""
    out: Any = 0
    for i in range(1, n + 1):
        for j in range(1, n + 1):
            outer = column_matrix(column(A, j)) @ column_matrix(row(A, i)).T
            out = out + sq(fro(row(A, i)[j] * A - outer))
    return out


@claim(
    OPEN,
    "One step of randomly pivoted LU",
    id="random-pivots",
    domain=square(n=3),
    problem=problem(
        "M. A. Gilles and H. Wilber, Low-rank approximation by randomly pivoted LU, arXiv:2601.22344 "
        "(2026), after "
        "Theorem 3",
        "refuted",
        "2026-09",
        said=f"{COLLECTION}, RA-03, where versions of September 2026 differ: open in one, refuted in a "
        "newer one",
        known="4^k in place of 2^k (Gilles and Wilber)",
        encodes="k = 1, order 3, matrices without zeros",
        second="tools/open_second.py",
    ),
)
def one_random_pivot(A):
    """The mean square of what a random pivot leaves is at most twice the least of rank one."""
    yield given(smallest(absolute(entries(A))), ">", 0)
    yield then(pivoted(A, 3), "<=", 2 * sq(fro(A)) * (sq(s(A)[2]) + sq(s(A)[3])))


def elementary(x: Any, n: int, j: int) -> Any:
    """The j-th elementary symmetric function of the components."""
    out: Any = 0
    for c in combinations(range(1, n + 1), j):
        term: Any = 1
        for i in c:
            term = term * x[i]
        out = out + term
    return out


@claim(
    OPEN,
    "Convex errors of volume sampling",
    id="volume-sampling",
    domain=box(0, 50, n=5),
    problem=problem(
        "OpenProblemsInNLA, RA-07 (2026)",
        "proved",
        "2026-09-11",
        said=f"{COLLECTION}, RA-07 (M. J. Colbrook)",
        encodes="order 5",
    ),
)
def errors_of_volume_sampling(x):
    """(j + 1) e_(j+1) / e_j of positive numbers is convex in j."""
    f = [None, *((j + 1) * elementary(x, 5, j + 1) / elementary(x, 5, j) for j in range(1, 5)), 0]
    for j in range(2, 5):
        yield then(f[j - 1] + f[j + 1], ">=", 2 * f[j])


def cut(X: Any) -> Any:
    """min(X, 1) of a positive semidefinite matrix."""
    return (X + eye(X) - mat_abs(X - eye(X))) / 2


TRANSFER = (
    "D. Persson, R. A. Meyer and C. Musco, Algorithm-agnostic low-rank approximation of operator monotone "
    "matrix "
    "functions, SIAM J. Matrix Anal. Appl. 46 (2025) 1-21"
)


@claim(
    OPEN,
    "Concave functions and spectral low-rank errors",
    id="transfer-spectral",
    domain=psd(count=2, n=4),
    problem=problem(
        f"{TRANSFER}, table 1 and section 5",
        "refuted",
        "2026-09-11",
        said=f"{COLLECTION}, RA-08 (M. J. Colbrook)",
        known="operator monotone functions (the source); false for min(x, 1) at n = 6, k = 3",
        encodes="f(x) = min(x, 1), n = 4, k = 2",
        second="tools/open_second.py",
    ),
)
def transfer_of_spectral_errors(P, Q):
    """With A = P + Q >= Q a rank-two part of Q is as good for min(A, 1) as for A, in the operator norm."""
    A, x = P + Q, lam(P + Q)
    E, F, b = eigenprojection(Q, 1), eigenprojection(Q, 2), lam(Q)
    left = op(cut(A) - smaller(b[1], 1) * E - smaller(b[2], 1) * F)
    yield then(left * x[3], "<=", op(A - b[1] * E - b[2] * F) * smaller(x[3], 1))


@claim(
    OPEN,
    "Concave functions and Frobenius low-rank errors",
    id="transfer-frobenius",
    domain=psd(count=2, n=(2, 3)),
    problem=problem(
        f"{TRANSFER}, table 1 and section 5",
        "proved",
        "2026-09-11",
        said=f"{COLLECTION}, RA-09 (M. J. Colbrook)",
        encodes="f(x) = min(x, 1), k = 1",
    ),
)
def transfer_of_frobenius_errors(P, Q):
    """With A = P + Q >= Q a rank-one part of Q is as good for min(A, 1) as for A, in squares of Frobenius
    norms.
    """
    A = P + Q
    E, b, a = eigenprojection(Q, 1), lam(Q)[1], lam(A)
    fa = smaller(a, 1)
    left = sq(fro(cut(A) - smaller(b, 1) * E)) * (total(sq(a)) - sq(a[1]))
    yield then(left, "<=", (sq(fro(A)) - sq(b)) * (total(sq(fa)) - sq(fa[1])))


@claim(
    OPEN,
    "Operator monotone functions and nuclear errors without an order",
    id="transfer-nuclear",
    domain=psd(count=2, n=(2, 3)),
    problem=problem(
        f"{TRANSFER}, section 5",
        "partly",
        "2026-09-11",
        said=f"{COLLECTION}, RA-10",
        known="commuting matrices, with the factor 2",
        least="2",
        encodes="f(x) = x / (1 + x), k = 1, factor 8: is there any?",
    ),
)
def transfer_of_nuclear_errors(A, B):
    """The relative excess of a rank-one part of B for A/(1 + A) is at most eight times that for A, in nuclear
    norm.
    """
    E, b, a = eigenprojection(B, 1), lam(B)[1], lam(A)
    fa = a / (1 + a)
    tail, f_tail = total(a) - a[1], total(fa) - fa[1]
    f_error = nuclear(eye(A) - inv(A + I) - b / (1 + b) * E)
    yield then((f_error - f_tail) * tail, "<=", 8 * (nuclear(A - b * E) - tail) * f_tail)


@claim(
    OPEN,
    "Well conditioned square submatrices",
    id="best-submatrix",
    domain=orthogonal(n=6),
    problem=problem(
        "S. A. Goreinov, E. E. Tyrtyshnikov and N. L. Zamarashkin, A theory of pseudoskeleton "
        "approximations, Linear "
        "Algebra Appl. 261 (1997) 1-21, (2.6)",
        "partly",
        "2026-09-11",
        said=f"{COLLECTION}, RA-18",
        known="r = 1; r = 2 (R. Sengupta and M. Pautov, arXiv:2604.05944); so n - r = 1, 2",
        least="sqrt n where r + 1 divides n",
        most="sqrt(r (n - r) + 1)",
        encodes="n = 6, r = 3",
    ),
)
def best_submatrix(Q):
    """Three orthonormal columns of length 6 have three rows whose least singular value is at least
    1/sqrt 6.
    """
    U = mul(Q, [[int(i == j) for j in range(3)] for i in range(6)])
    parts = [mul([[int(j == i) for j in range(6)] for i in rows_], U) for rows_ in combinations(range(6), 3)]
    yield then(largest([s_min(X) for X in parts]), ">=", 1 / sqrt(6))


@claim(
    OPEN,
    "The critical exponent of generalised doubly nonnegative matrices",
    id="critical-exponent",
    domain=together(S=square(), x=box(0, 4, "n"), n=5),
    problem=problem(
        "X. Han, C. R. Johnson and P. Paparella, The critical exponent for generalized doubly nonnegative "
        "matrices, "
        "Linear Multilinear Algebra 65 (2017) 1035-1044, Question 4.7",
        "partly",
        "2026-09-11",
        said=f"{COLLECTION}, MF-15",
        known="n = 3, n = 4; at least 2n - 4 for every n (M. J. Colbrook)",
        encodes="order 5, the power 13/2, just above 2n - 4",
    ),
)
def critical_exponent(S, x):
    """A nonnegative matrix of order 5 with eigenvalues >= 0 has a nonnegative power 13/2."""
    R = inv(S)
    yield given(smallest(entries(S @ diag(x) @ R)), ">=", 0)
    yield then(smallest(entries(S @ diag(power(x, Fraction(13, 2))) @ R)), ">=", 0)


def derivative_of_word(X: Any, B: Any, k: int) -> Any:
    """The derivative of X B X^k B X in X as a map of symmetric matrices of order 2."""
    word = [X, B, *([X] * k), B, X]
    out: Any = None
    for place, letter in enumerate(word):
        if letter is not B:
            left, right = eye(X), eye(X)
            for w in word[:place]:
                left = left @ w
            for w in word[place + 1 :]:
                right = right @ w
            term = kron(left, right.T)
            out = term if out is None else out + term
    return mul(
        [[1, 0, 0, 0], [0, 1, 0, 0], [0, 0, 0, 1]], mul(out, [[1, 0, 0], [0, 1, 0], [0, 1, 0], [0, 0, 1]])
    )


@claim(
    OPEN,
    "Word equations in two positive definite letters",
    id="word-equation",
    domain=positive_definite(count=2, n=2),
    problem=problem(
        "C. J. Hillar and C. R. Johnson, Symmetric word equations in two positive definite letters, Proc. "
        "Amer. Math. "
        "Soc. 132 (2004) 945-953, Conjecture 2.3; S. N. Armstrong and C. J. Hillar 2007, Conjecture 11.5",
        "refuted",
        "2026-09-11",
        said=f"{COLLECTION}, MF-16 (M. J. Colbrook)",
        known="false for X B X^12 B X",
        encodes="X B X^12 B X, whose derivative would keep a positive determinant if solutions were unique",
        second="tools/open_second.py",
    ),
)
def word_equations(X, B):
    """The derivative of X B X^12 B X in X has a positive determinant, X and B positive definite of
    order 2.
    """
    yield then(det(derivative_of_word(X, B, 12)), ">", 0)


def comparison(X: Any) -> Any:
    """The comparison matrix: |x_ii| on the diagonal, -|x_ij| beside it."""
    return 2 * entrywise_abs(diag(diagonal(X))) - entrywise_abs(X)


@claim(
    OPEN,
    "Newton's iterates for the root of an H-matrix",
    id="newton-h-matrix",
    domain=together(M=m_matrix(), S=binary(), n=(2, 4)),
    problem=problem(
        "N. J. Higham, Functions of Matrices, SIAM (2008), Research Problem 6.25",
        "partly",
        "2026-09-08",
        said=f"{COLLECTION}, SF-01, where versions of September 2026 differ: open in one, partly solved in "
        "another",
        known="M-matrices (D. Bini, B. Iannazzo, B. Meini and J. Meng, arXiv:2605.21679)",
        encodes="the second and the third iterate; an H-matrix as an M-matrix with signs",
    ),
)
def newton_for_the_root_of_an_h_matrix(M, S):
    """Newton's iterates for the root of an H-matrix of positive diagonal are such matrices again."""
    d = diag(diagonal(M))
    A = d + hadamard(2 * S - ones_matrix(rows(M), rows(M)), M - d)
    X = (A + eye(A)) / 2
    for _ in range(2):
        X = (X + inv(X) @ A) / 2
        yield then(smallest(diagonal(X)), ">", 0)
        yield then(smallest(entries(inv(comparison(X)))), ">=", 0)


def is_inverse_m(V: Any) -> Any:
    """The hypotheses and conclusions that a matrix is the inverse of an M-matrix: two sides of relations."""
    W = inv(V)
    return largest(entries(strict_lower(W) + strict_upper(W))), smallest(entries(V))


@claim(
    OPEN,
    "Inverse M-matrices in an interval",
    id="inverse-m-interval",
    domain=together(M=m_matrix(), R=nonnegative(), S=bounded(), n=2),
    problem=problem(
        "M. Hladik, An overview of polynomially computable characteristics of special interval matrices, "
        "arXiv:1711.08732 (2017), Conjecture 1",
        "proved",
        "2026-09-11",
        said=f"{COLLECTION}, IV-03 (M. J. Colbrook)",
        encodes="order 2",
    ),
)
def inverse_m_matrices_in_an_interval(M, R, S):
    """Where the 2 n^2 vertices of an interval are inverse M-matrices, all of its matrices are."""
    C, R = inv(M), R / 20
    for i in range(2):
        for j in range(2):
            X = hadamard(R, [[(-1) ** ((a == i) + (b == j)) for b in range(2)] for a in range(2)])
            for V in (C + X, C - X):
                off, low = is_inverse_m(V)
                yield given(off, "<=", 0)
                yield given(low, ">=", 0)
    off, low = is_inverse_m(C + hadamard(R, S))
    yield then(low, ">=", 0)
    yield then(off, "<=", 0)
