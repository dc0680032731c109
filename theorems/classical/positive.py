"""Positive semidefinite matrices: entrywise products, roots, traces of products."""

from perturb import claim, then
from perturb.domains import psd, square
from perturb.vocab import (
    det,
    diagonal,
    entries,
    hadamard,
    mat_abs,
    mat_sqrt,
    matpow,
    nuclear,
    product,
    sq,
    sqrt,
    total,
    trace,
)
from theorems.classical import CLASSICAL


@claim(
    CLASSICAL,
    "Schur 1911; Horn and Johnson, Matrix Analysis, Theorem 7.5.3",
    id="schur-product",
    status="proved",
    lemma=2,
    domain=psd(count=2, n=(1, 4)),
    equality=[
        {"A": [[1, 1], [1, 1]], "B": [[1, -1], [-1, 1]]},
        {"A": [[1, 2, 0], [2, 4, 0], [0, 0, 1]], "B": [[1, 0, 0], [0, 0, 0], [0, 0, 2]]},
    ],
)
def entrywise_products_are_positive(A, B):
    """The entrywise product of positive semidefinite matrices is positive semidefinite."""
    yield then(0, "loewner", hadamard(A, B))


@claim(
    CLASSICAL,
    "Oppenheim 1930; Horn and Johnson, Matrix Analysis, Theorem 7.8.16",
    id="oppenheim",
    status="proved",
    lemma=3,
    domain=psd(count=2, n=(1, 4)),
    equality=[
        {"A": [[2, 1], [1, 2]], "B": [[1, 1], [1, 1]]},
        {"A": [[3, 0], [0, 1]], "B": [[2, 1], [1, 5]]},
    ],
)
def determinant_of_an_entrywise_product(A, B):
    """det(A o B) >= det(A) b_11 ... b_nn."""
    yield then(det(A) * product(diagonal(B)), "<=", det(hadamard(A, B)))


@claim(
    CLASSICAL,
    "Lieb and Thirring 1976; Bhatia, Matrix Analysis, Section IX.2",
    id="lieb-thirring",
    status="proved",
    lemma=3,
    domain=psd(count=2, n=(1, 3)),
    equality=[
        {"A": [[2, 0], [0, 1]], "B": [[1, 0], [0, 3]]},
        {"A": [[2, 1], [1, 2]], "B": [[1, 1], [1, 1]]},
    ],
)
def trace_of_a_cube_of_a_product(A, B):
    """tr (AB)^3 <= tr A^3 B^3, with equality when A and B commute."""
    yield then(trace(matpow(A @ B, 3)), "<=", trace(matpow(A, 3) @ matpow(B, 3)))


@claim(
    CLASSICAL,
    "Powers and Stormer 1970; Bhatia, Matrix Analysis, Section X.1",
    id="powers-stormer",
    status="proved",
    lemma=3,
    domain=psd(count=2, n=(1, 3)),
    equality=[
        {"A": [[4, 0], [0, 0]], "B": [[0, 0], [0, 1]]},
        {"A": [[2, 1], [1, 2]], "B": [[0, 0], [0, 0]]},
    ],
)
def roots_and_the_trace_norm(A, B):
    """The square roots of A and B have a squared Frobenius distance of at most the trace norm of A - B."""
    yield then(total(sq(entries(mat_sqrt(A) - mat_sqrt(B)))), "<=", nuclear(A - B))


@claim(
    CLASSICAL,
    "Araki and Yamagami 1981; Bhatia, Matrix Analysis, Section VII.5",
    id="araki-yamagami",
    status="proved",
    lemma=3,
    domain=square(count=2, n=(1, 3)),
    corrects="refuted/absolute-value-frobenius",
)
def absolute_values_in_the_frobenius_norm(A, B):
    """| |A| - |B| |_F <= sqrt(2) |A - B|_F, squared on both sides; sharp, attained only in the limit."""
    yield then(total(sq(entries(mat_abs(A) - mat_abs(B)))), "<=", 2 * total(sq(entries(A - B))))


@claim(
    CLASSICAL,
    "Conjectured by Lee 2010, proved by Lin and Zhang, J. Math. Anal. Appl. 516 (2022) 126542",
    id="lee-frobenius",
    status="proved",
    lemma=3,
    domain=square(count=2, n=(1, 3)),
    corrects="refuted/lee-1098",
)
def norm_of_a_sum_and_of_absolute_values(A, B):
    """|A + B|_F^2 <= (1 + sqrt 2) / 2 times the square of the Frobenius norm of |A| + |B|.

    Equality is attained by matrices of rank one at an angle of cosine sqrt(2) - 1, which no rational entries
    have.
    """
    bound = (1 + sqrt(2)) / 2 * total(sq(entries(mat_abs(A) + mat_abs(B))))
    yield then(total(sq(entries(A + B))), "<=", bound)
