"""Powers and means of two positive definite matrices."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

from perturb import claim, index, then
from perturb.domains import positive_definite, scalar, symmetric, together
from perturb.statements.problem import problem
from perturb.vocab import (
    cols,
    det,
    geometric_mean,
    inv,
    ky_fan,
    mat_power,
    mat_sqrt,
    matpow,
    op,
    partial_products,
    s,
    schatten,
    trace,
    weighted_geometric_mean,
)
from theorems.open import COLLECTION, OPEN

PAIR = positive_definite(field="complex", count=2, n=(1, 3))
GHABRIES = (
    "M. M. Ghabries, Contributions to Matrix Inequalities and Some Applications, PhD thesis, Angers (2022)"
)
GHABRIES_2021 = (
    "M. M. Ghabries, H. Abbas, B. Mourad and A. Assi, New log-majorization results concerning eigenvalues "
    "and "
    "singular values and a complement of a norm inequality, arXiv:2105.13356 (2021)"
)


def crossed(A: Any, B: Any, t: Any) -> Any:
    """A^t B^(1-t) + B^t A^(1-t)."""
    return mat_power(A, t) @ mat_power(B, 1 - t) + mat_power(B, t) @ mat_power(A, 1 - t)


def two_and_number(low: Any, high: Any, n: Any = (2, 3)) -> Any:
    """Two complex positive definite matrices and a number between."""
    each = positive_definite(field="complex")
    return together(A=each, B=each, t=scalar(low, high), n=n)


@claim(
    OPEN,
    "Bourin's crossed Heinz inequality",
    id="crossed-heinz",
    domain=two_and_number(0, Fraction(1, 4)),
    problem=problem(
        "J.-C. Bourin, Matrix subadditivity inequalities and block-matrices, Internat. J. Math. 20 (2009) "
        "679-691",
        "partly",
        "2026-09-10",
        said=f"{COLLECTION}, MI-02",
        known="1/4 <= t <= 3/4 (F. Kittaneh and E. Ricard, Linear Algebra Appl. 710, 2025); a larger "
        "constant outside "
        "(T. Zhang, arXiv:2602.00358)",
    ),
)
def crossed_heinz(A, B, t):
    """Every Ky Fan norm, so every unitarily invariant one, of A^t B^(1-t) + B^t A^(1-t) is at most that of A
    + B.
    """
    k = index("k", 1, cols(A))
    yield then(ky_fan(crossed(A, B, t), k), "<=", ky_fan(A + B, k))


@claim(
    OPEN,
    "Audenaert and Kittaneh's question on single singular values",
    id="crossed-heinz-each",
    domain=two_and_number(0, 1),
    problem=problem(
        "K. M. R. Audenaert and F. Kittaneh, Problems and conjectures in matrix and operator inequalities, "
        "arXiv:1201.5232 (2012)",
        "refuted",
        "2015",
        said="T. Bottazzi, R. Elencwajg, G. Larotonda and A. Varela, J. Math. Anal. Appl. 426 (2015) "
        "765-773, "
        "arXiv:1403.7472",
        second="tools/open_second.py",
    ),
)
def crossed_heinz_each(A, B, t):
    """Each singular value of A^t B^(1-t) + B^t A^(1-t) is at most that of A + B."""
    yield then(s(crossed(A, B, t)), "<=", s(A + B))


@claim(
    OPEN,
    "Hayajneh and Kittaneh's two orders of powers",
    id="hayajneh-kittaneh",
    domain=two_and_number(0, 1),
    problem=problem(
        "S. Hayajneh and F. Kittaneh, Lieb-Thirring trace inequalities and a question of Bourin, J. Math. "
        "Phys. 54 "
        "(2013) 033504",
        "refuted",
        "2015",
        said="T. Bottazzi, R. Elencwajg, G. Larotonda and A. Varela, J. Math. Anal. Appl. 426 (2015) "
        "765-773, "
        "arXiv:1403.7472",
        known="true in the Frobenius norm for 1/4 <= t <= 3/4 (Bhatia)",
        encodes="the operator norm; the question is for every unitarily invariant one",
        second="tools/open_second.py",
    ),
)
def powers_in_two_orders(A, B, t):
    """The norm of A^t B^(1-t) + B^t A^(1-t) is at most that of A^t B^(1-t) + A^(1-t) B^t."""
    other = mat_power(A, t) @ mat_power(B, 1 - t) + mat_power(A, 1 - t) @ mat_power(B, t)
    yield then(op(crossed(A, B, t)), "<=", op(other))


@claim(
    OPEN,
    "Ando, Hiai and Okubo's question on traces of powers",
    id="ando-hiai-okubo",
    domain=positive_definite(count=2, n=(2, 3)),
    problem=problem(
        "T. Ando, F. Hiai and K. Okubo, Trace inequalities for multiple products of two matrices, Math. "
        "Inequal. Appl. "
        "3 (2000) 307-318",
        "refuted",
        "2016",
        said="L. Plevnik, On a matrix trace inequality due to Ando, Hiai and Okubo, Indian J. Pure Appl. "
        "Math. 47 "
        "(2016) 491-500",
        encodes="the powers 4, 1, 1, 4 of Plevnik's example",
        second="tools/open_second.py",
    ),
)
def traces_of_powers(A, B):
    """tr A^4 B A B^4 is at most tr A^5 B^5, both positive definite."""
    yield then(trace(matpow(A, 4) @ B @ A @ matpow(B, 4)), "<=", trace(matpow(A, 5) @ matpow(B, 5)))


@claim(
    OPEN,
    "Bhatia, Lim and Yamazaki's norm inequality",
    id="bhatia-lim-yamazaki",
    domain=together(
        A=positive_definite(field="complex"), B=positive_definite(field="complex"), p=scalar(1, 8), n=(1, 3)
    ),
    problem=problem(
        "R. Bhatia, Y. Lim and T. Yamazaki, Some norm inequalities for matrix means, Linear Algebra Appl. "
        "501 (2016) "
        "112-122",
        "proved",
        "2021",
        said="T. H. Dinh, R. Dumitru and J. A. Franco, Linear Algebra Appl. 532 (2017) 140-145; "
        f"{GHABRIES_2021}",
        encodes="Schatten norms with 1 <= p <= 8",
    ),
)
def norm_of_sum_and_mean(A, B, p):
    """In every Schatten norm A + B + 2 A#B is at most the square of A^(1/2) + B^(1/2)."""
    root = mat_sqrt(A) + mat_sqrt(B)
    yield then(schatten(A + B + 2 * geometric_mean(A, B), p), "<=", schatten(root @ root, p))


@claim(
    OPEN,
    "Freewan and Hayajneh's sums of geometric means",
    id="freewan-hayajneh",
    domain=positive_definite(count=4, n=2),
    problem=problem(
        "S. Freewan and M. Hayajneh, On a conjecture related to the geometric mean and norm inequalities, "
        "Math. "
        "Inequal. Appl. 27 (2024), Conjecture 3",
        "refuted",
        "2026-09-11",
        said=f"{COLLECTION}, MI-21 (M. J. Colbrook)",
        known="t = 1/2, s >= 2, r >= 1, rp >= 1 (the same authors, arXiv:2401.00337)",
        encodes="two summands, s = t = 1/2, r = p = 2, the operator norm",
        second="tools/open_second.py",
    ),
)
def sums_of_geometric_means(A, B, C, D):
    """The norm of (A^(1/2)#B^(1/2))^2 + (C^(1/2)#D^(1/2))^2 is at most that of a product of powers of the
    sums.
    """
    left = matpow(geometric_mean(mat_sqrt(A), mat_sqrt(B)), 2) + matpow(
        geometric_mean(mat_sqrt(C), mat_sqrt(D)), 2
    )
    half = mat_sqrt(A + C)
    yield then(op(left), "<=", op(mat_sqrt(half @ (B + D) @ half)))


@claim(
    OPEN,
    "Lemos and Soares's singular values of a mean in a product",
    id="lemos-soares",
    domain=together(A=positive_definite(), B=positive_definite(), t=scalar(0, 1), n=(2, 3)),
    problem=problem(
        f"R. Lemos and G. Soares, in: {GHABRIES_2021}, Conjecture 1.1",
        "refuted",
        "2026-09-11",
        said=f"{COLLECTION}, MI-22 (M. J. Colbrook)",
        known="true of the moduli of eigenvalues; false at n = 3, t = 1/8",
        second="tools/open_second.py",
    ),
)
def mean_in_a_product(A, B, t):
    """Partial products of singular values of A^t (A#B) B^(1-t) are at most those of AB, for every weight."""
    X = mat_power(A, t) @ weighted_geometric_mean(A, B, t) @ mat_power(B, 1 - t)
    k = index("k", 1, cols(A) - 1)  # at k = n both are the product of the determinants
    yield then(partial_products(s(X))[k], "<=", partial_products(s(A @ B))[k])


@claim(
    OPEN,
    "The complement with Lin's quantity",
    id="lin-quantity",
    domain=together(A=positive_definite(), B=positive_definite(), p=scalar(1, 8), n=(1, 3)),
    problem=problem(
        f"{GHABRIES_2021}, Conjecture 4.1",
        "proved",
        "2026-09-11",
        said=f"{COLLECTION}, MI-24 (G. Stepaniants)",
        known="p = 1 and 2 by the source",
        encodes="real matrices, Schatten norms with 1 <= p <= 8",
    ),
)
def complement_with_lins_quantity(A, B, p):
    """In every Schatten norm A + B + G + L is at most A + B + 2 L, with G = A#B and Lin's L."""
    a, b = mat_sqrt(A), mat_sqrt(B)
    L = a @ mat_sqrt(b @ inv(A) @ b) @ a
    yield then(schatten(A + B + geometric_mean(A, B) + L, p), "<=", schatten(A + B + 2 * L, p))


def modulus_power(X: Any, p: Any) -> Any:
    """|X|^p with |X| the root of X*X."""
    return mat_power(X.H @ X, p / 2)


@claim(
    OPEN,
    "Ghabries's determinants with a modulus",
    id="determinant-modulus",
    domain=together(A=positive_definite(), B=positive_definite(), k=scalar(0, 4), p=scalar(0, 2), n=(2, 3)),
    problem=problem(
        f"{GHABRIES}, Problem 1",
        "proved",
        "2026-09-11",
        said=f"{COLLECTION}, MI-28 (G. Stepaniants)",
        known="k = 2 (LAA 605, 2020), then k >= 2",
        encodes="real matrices, 0 <= k <= 4",
    ),
)
def determinant_with_a_modulus(A, B, k, p):
    """det(A^k + |AB|^p) is at least det(A^k + A^p B^p) for 0 <= p <= 2."""
    base = mat_power(A, k)
    right = det(base + mat_power(A, p) @ mat_power(B, p))
    yield then(det(base + modulus_power(A @ B, p)), ">=", right)


@claim(
    OPEN,
    "Ghabries's two orders of a modulus",
    id="determinant-orders",
    domain=together(A=positive_definite(), B=symmetric(), n=3),
    problem=problem(
        f"{GHABRIES}, Problem 2",
        "refuted",
        "2026-09-11",
        said=f"{COLLECTION}, MI-29 (M. J. Colbrook)",
        known="true for k = 2 and every p (LAA 596, 2020); false at n = 3, k = 6, p = 8",
        encodes="k = 6, p = 8, real matrices",
        second="tools/open_second.py",
    ),
)
def determinant_in_two_orders(A, B):
    """det(A^6 + |AB|^8) is at least det(A^6 + |BA|^8), B symmetric."""
    base = matpow(A, 6)
    left, right = matpow(B @ A @ A @ B, 4), matpow(A @ B @ B @ A, 4)  # |AB|^8 and |BA|^8
    yield then(det(base + left), ">=", det(base + right))
