"""Eigenvalues of sums, of perturbed and of nonnegative matrices."""

from __future__ import annotations

from fractions import Fraction
from itertools import permutations
from typing import Any

from perturb import claim, then
from perturb.domains import (
    mask,
    nonnegative,
    positive_definite,
    scalar,
    square,
    symmetric,
    together,
    unitary,
    vector,
)
from perturb.statements.problem import problem
from perturb.vocab import (
    I,
    T,
    absolute,
    cols,
    conj,
    det,
    diag,
    eigenprojection,
    eye,
    kron,
    lam,
    lam_min,
    largest,
    matching_distance,
    matpow,
    moduli,
    mul,
    ones_matrix,
    op,
    power,
    real,
    smallest,
    sqrt,
    trace,
)
from theorems.open import COLLECTION, OPEN


@claim(
    OPEN,
    "Marcus and de Oliveira's determinantal conjecture",
    id="marcus-de-oliveira",
    domain=together(
        U=unitary(), a=vector(field="complex"), b=vector(field="complex"), z=scalar(field="complex"), n=4
    ),
    problem=problem(
        "M. Marcus 1973 and G. N. de Oliveira 1982, in: A. Kovacec, DMUC Preprint 26-11 (2026), Conjecture 1",
        "partly",
        "2026-09-10",
        said=f"{COLLECTION}, MI-05; J. I. Mulero-Martinez, Linear Algebra Appl. 740 (2026) 19-38",
        known="n = 2, 3; several classes of normal matrices",
        encodes="order 4, the convex hull by its support function in every direction z",
    ),
)
def marcus_de_oliveira(U, a, b, z):
    """det(A + B) of normal A, B lies in the hull of the products of a_i + b_p(i), seen in every direction."""
    products = []
    for p in permutations(range(1, 5)):
        x = a[1] + b[p[0]]
        for i in range(2, 5):
            x = x * (a[i] + b[p[i - 1]])
        products.append(real(conj(z) * x))
    found = det(diag(a) + U @ diag(b) @ U.H)
    yield then(real(conj(z) * found), "<=", largest(products))


def rotation(V: Any, d: list[int], places: list[int]) -> Any:
    """How far the spectral subspace of these places of diag(d) turns when V is added, as a norm."""
    n = len(d)
    A = [[d[i] if i == j else 0 for j in range(n)] for i in range(n)]
    P = [[int(i == j and i + 1 in places) for j in range(n)] for i in range(n)]
    turned = [eigenprojection(V + A, k) for k in places]
    return op(sum(turned[1:], turned[0]) - P)


SEELMANN = (
    "A. Seelmann, Notes on the subspace perturbation problem for off-diagonal perturbations, Proc. Amer. "
    "Math. Soc. 144"
)


@claim(
    OPEN,
    "The generic threshold of subspace rotation",
    id="subspace-rotation",
    domain=symmetric(n=6),
    problem=problem(
        f"{SEELMANN} (2016) 3825-3832, introduction",
        "open",
        "2026-09-10",
        said=f"{COLLECTION}, SP-01",
        least="0.4548 (Seelmann 2018)",
        most="1/2",
        encodes="six equidistant points, every other one in the part, real matrices",
    ),
)
def generic_rotation(X):
    """A perturbation below half the distance of two parts of the spectrum turns its subspace by less than 90
    degrees.
    """
    V = Fraction(499999, 1000000) * X / op(X)
    yield then(rotation(V, [5, 4, 3, 2, 1, 0], [1, 3, 5]), "<", 1)


@claim(
    OPEN,
    "The off-diagonal threshold of subspace rotation",
    id="subspace-rotation-off-diagonal",
    domain=square(n=3),
    problem=problem(
        f"{SEELMANN} (2016) 3825-3832, (1.4)",
        "open",
        "2026-09-10",
        said=f"{COLLECTION}, SP-02",
        least="0.6940725 (Seelmann 2016)",
        most="sqrt 3 / 2",
        encodes="six equidistant points, every other one in the part, real matrices",
    ),
)
def off_diagonal_rotation(X):
    """An off-diagonal perturbation below sqrt 3 / 2 of the distance turns a spectral subspace by less than 90
    degrees.
    """
    Y = Fraction(866025, 1000000) * X / op(X)
    E = [[int(i == 2 * j) for j in range(3)] for i in range(6)]
    F = [[int(j == 2 * i + 1) for j in range(6)] for i in range(3)]
    L = mul(E, mul(Y, F))
    yield then(rotation(L + T(L), [5, 4, 3, 2, 1, 0], [1, 3, 5]), "<", 1)


@claim(
    OPEN,
    "The spectral matching of normal matrices",
    id="normal-matching",
    domain=together(U=unitary(), a=vector(field="complex"), b=vector(field="complex"), n=3),
    problem=problem(
        "R. Bhatia, Perturbation Bounds for Matrix Eigenvalues, SIAM (2007), pp. 154-155; X. Zhan, Open "
        "problems in "
        "matrix theory, ICCM 2007, Problem 27",
        "partly",
        "2026-09-08",
        said=f"{COLLECTION}, SP-07",
        known="1 for n = 2 and for Hermitian matrices; more than 1 for n = 3 (J. A. Holbrook 1992)",
        least="above 1",
        most="2.904 (R. Bhatia, C. Davis and P. Koosis 1989)",
        encodes="order 3, with the constant 3: how far below is the best one?",
    ),
)
def matching_of_normal_matrices(U, a, b):
    """The eigenvalues of normal matrices can be matched within 3 |A - B|: which constant is best?"""
    farthest = [largest([absolute(a[i] - b[p[i - 1]]) for i in (1, 2, 3)]) for p in permutations((1, 2, 3))]
    yield then(smallest(farthest), "<=", 3 * op(diag(a) - U @ diag(b) @ U.H))


@claim(
    OPEN,
    "The spectral matching of arbitrary matrices",
    id="bhatia-elsner-krause",
    domain=square(count=2, n=3),
    problem=problem(
        "R. Bhatia, L. Elsner and G. Krause, Bounds for the variation of the roots of a polynomial and the "
        "eigenvalues of "
        "a matrix, Linear Algebra Appl. 142 (1990) 195-209",
        "partly",
        "2007",
        said="R. Bhatia, Perturbation Bounds for Matrix Eigenvalues, SIAM (2007)",
        known="the power 1/n; 1 for the one-sided variation (L. Elsner 1985)",
        least="1",
        most="4 times 2^(-1/n)",
        encodes="order 3, real matrices, with 4: how far below is the best constant?",
    ),
)
def matching_of_arbitrary_matrices(A, B):
    """Eigenvalues match within 4 (|A| + |B|)^(2/3) |A - B|^(1/3) for n = 3: which constant is best?"""
    third = Fraction(1, 3)
    right = 4 * power(op(A) + op(B), 2 * third) * power(op(A - B), third)
    yield then(matching_distance(A, B), "<=", right)


@claim(
    OPEN,
    "Sendov's conjecture",
    id="sendov",
    domain=vector(field="complex", n=(2, 9)),
    problem=problem(
        "B. Sendov 1958, in: W. K. Hayman, Research Problems in Function Theory (1967), Problem 4.5",
        "partly",
        "2022",
        said="T. Tao, Sendov's conjecture for sufficiently-high-degree polynomials, Acta Math. 229 (2022) "
        "347-392",
        known="degree at most 8 (J. E. Brown and G. Xiang 1999), every large degree (Tao)",
        encodes="critical points, less the root, as eigenvalues of (D - z_1 I)(I - J/n) beside a zero, D "
        "the diagonal "
        "matrix of roots; the disk of the largest modulus",
    ),
)
def sendov(z):
    """Of a polynomial with all roots in the unit disk there is a critical point within 1 of the first
    root.
    """
    M = diag(z) - z[1] * I
    n = cols(M)
    yield then(moduli(M - M @ (ones_matrix(n, n) / n))[n - 1], "<=", largest(absolute(z)))


@claim(
    OPEN,
    "The two largest eigenvalues of matrices with entries in [0, 1]",
    id="two-largest",
    domain=mask(n=(2, 6)),
    problem=problem(
        "J. Ebrahimi, B. Mohar, V. Nikiforov and A. Sheikh Ahmady, On the sum of two largest eigenvalues "
        "of a symmetric "
        "matrix, Linear Algebra Appl. 429 (2008) 2781-2787",
        "partly",
        "2008",
        known="Gernert's bound n is false (Nikiforov 2006)",
        least="1.1224 n",
        most="2 n / sqrt 3",
        encodes="with 2 / sqrt 3: how far below is the best constant?",
    ),
)
def two_largest_eigenvalues(X):
    """The two largest eigenvalues of a symmetric matrix with entries in [0, 1] add up to at most 2n /
    sqrt 3.
    """
    x = lam((X + T(X)) / 2)
    yield then(x[1] + x[2], "<=", 2 * cols(X) / sqrt(3))


def swap(n: int) -> list[list[int]]:
    """The matrix that exchanges the factors of a Kronecker product."""
    return [[int((i // n, i % n) == (j % n, j // n)) for j in range(n * n)] for i in range(n * n)]


@claim(
    OPEN,
    "The Jordan-Kronecker product",
    id="jordan-kronecker",
    domain=positive_definite(count=2, n=3),
    problem=problem(
        "N. Kalantarova and L. Tuncel, On the spectral structure of Jordan-Kronecker products of symmetric "
        "and "
        "skew-symmetric matrices, Linear Algebra Appl. 608 (2021) 343-362",
        "proved",
        "2026-09-11",
        said=f"{COLLECTION}, SP-05 (M. J. Colbrook)",
        encodes="order 3; a penalty keeps symmetric and skew matrices apart",
    ),
)
def jordan_kronecker(A, B):
    """The least eigenvalue of A (x) B + B (x) A, both positive definite, has a symmetric eigenmatrix."""
    K = kron(A, B) + kron(B, A)
    turned = mul(swap(3), eye(K))
    penalty = op(K)
    yield then(lam_min(K + penalty * (eye(K) - turned)), "<=", lam_min(K + penalty * (eye(K) + turned)))


def derived_power_sum(A: Any, n: int, top: int) -> Any:
    """The sum of the powers `top` of the critical points of the characteristic polynomial, by Newton's
    identities.
    """
    t = [None] + [trace(matpow(A, k)) for k in range(1, n)]
    e: list[Any] = [1]
    for k in range(1, n):
        e.append(sum((-1) ** (j - 1) * e[k - j] * t[j] for j in range(1, k + 1)) / k)
    d = [e[k] * (n - k) / n for k in range(n)]
    p: list[Any] = [None]
    for k in range(1, top + 1):
        x: Any = (-1) ** (k - 1) * k * d[k] if k < n else 0
        for j in range(1, min(k, n)):
            x = x + (-1) ** (j - 1) * d[j] * p[k - j]
        p.append(x)
    return p[top]


@claim(
    OPEN,
    "Johnson's critical points of a realisable list",
    id="derivative-realizability",
    domain=nonnegative(n=7),
    problem=problem(
        "T. Hoover, D. A. McCormick, P. Paparella and A. R. Thrall, On the realizability of the critical "
        "points of a "
        "realizable list, Linear Algebra Appl. 555 (2018) 301-313, Conjecture 1.2",
        "refuted",
        "2026-09-11",
        said=f"{COLLECTION}, IS-03 (M. J. Colbrook)",
        known="n <= 4; trace 0 for n <= 6; false at n = 7",
        encodes="order 7, the seventh power sum, which is not negative for a realisable list",
        second="tools/open_second.py",
    ),
)
def derivative_realizability(A):
    """The seventh powers of the critical points of a nonnegative matrix of order 7 add up to 0 or more."""
    yield then(derived_power_sum(A, 7, 7), ">=", 0)
