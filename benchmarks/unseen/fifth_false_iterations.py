"""False statements, fifth set: iterations, elimination, M-matrices, dominant diagonals."""

from benchmarks.unseen.matrices import FALSE
from perturb import claim, given, then
from perturb.domains import (
    m_matrix,
    positive_definite,
    square,
    symmetric,
)
from perturb.vocab import (
    I,
    absolute,
    column,
    cond,
    det,
    diag,
    diagonal,
    eig_re,
    entries,
    entrywise_abs,
    inv,
    max_entry,
    product,
    row,
    row_sums,
    schur,
    spectral_radius,
    strict_lower,
    strict_upper,
    sym,
)

KNOWN = {}


@claim(FALSE, "from Jacobi to Gauss and Seidel", id="jacobi-gauss-seidel", domain=square(n=3))
def jacobi_gauss_seidel(A):
    """Collatz 1942 has this matrix; true of matrices that are not negative (Stein and Rosenberg 1948)."""
    L, U = strict_lower(A), strict_upper(A)
    yield given(spectral_radius(L + U), "<", 1)
    yield then(spectral_radius(inv(I - L) @ U), "<=", 1)


KNOWN["jacobi-gauss-seidel"] = {"A": [[0, -2, 2], [-1, 0, -1], [-2, -2, 0]]}


@claim(
    FALSE, "Jacobi's iteration of a positive matrix", id="jacobi-positive", domain=positive_definite(n=(1, 3))
)
def jacobi_positive(A):
    """Golub and Van Loan, 11.2: true for n = 2, and of Gauss and Seidel's iteration."""
    yield given(diagonal(A), "==", 1)
    yield then(spectral_radius(I - A), "<=", 1)


KNOWN["jacobi-positive"] = {"A": [[1, "4/5", "4/5"], ["4/5", 1, "4/5"], ["4/5", "4/5", 1]]}


@claim(FALSE, "elimination and the condition number", id="schur-condition", domain=symmetric(n=(2, 4)))
def schur_condition(A):
    """True of positive definite matrices; Higham, Accuracy and Stability, Chapter 9."""
    yield then(cond(schur(A, 1)), "<=", cond(A))


KNOWN["schur-condition"] = {"A": [["1/10", 1, 0], [1, 0, 0], [0, 0, 1]]}


@claim(FALSE, "growth in a step of elimination", id="growth-in-a-step", domain=square(n=(2, 4)))
def growth_in_a_step(A):
    """Wilkinson 1961: a factor of 2 with partial pivoting."""
    yield given(absolute(column(A, 1)), "<=", absolute(A[1, 1]))
    yield then(2 * max_entry(schur(A, 1)), "<=", 3 * max_entry(A))


KNOWN["growth-in-a-step"] = {"A": [[1, 1], [-1, 1]]}


@claim(FALSE, "the symmetric part of an M-matrix", id="m-matrix-symmetric-part", domain=m_matrix(n=(1, 3)))
def m_matrix_symmetric_part(A):
    """After a scaling by a diagonal matrix it is true (Tartar 1971); Horn and Johnson, Topics, 2.5."""
    yield then(0, "loewner", sym(A))


KNOWN["m-matrix-symmetric-part"] = {"A": [[1, -9], [0, 1]]}


@claim(FALSE, "the square of an M-matrix is stable", id="m-matrix-square", domain=m_matrix(n=5))
def m_matrix_square(A):
    """True up to n = 4: Kellogg 1972 has the sector of the spectrum."""
    yield then(0, "<=", eig_re(A @ A))


KNOWN["m-matrix-square"] = {
    "A": [
        [1, "-99/100", 0, 0, 0],
        [0, 1, "-99/100", 0, 0],
        [0, 0, 1, "-99/100", 0],
        [0, 0, 0, 1, "-99/100"],
        ["-99/100", 0, 0, 0, 1],
    ]
}


@claim(FALSE, "signs, a diagonal and a determinant", id="signs-and-determinant", domain=square(n=4))
def signs_and_determinant(A):
    """Asked of M-matrices on Mathematics Stack Exchange: true up to n = 3."""
    yield given(entries(A - diag(diagonal(A))), "<=", 0)
    yield given(0, "<", diagonal(A))
    yield given(0, "<", det(A))
    yield then(0, "<=", entries(inv(A)))


KNOWN["signs-and-determinant"] = {"A": [[1, -2, 0, 0], [-2, 1, 0, 0], [0, 0, 1, -2], [0, 0, -2, 1]]}


@claim(FALSE, "the determinant of dominant rows", id="dominant-determinant", domain=square(n=(1, 4)))
def dominant_determinant(A):
    """True of M-matrices; from below Ostrowski 1937 has the gaps."""
    yield given(row_sums(entrywise_abs(A)), "<", 2 * diagonal(A))
    yield then(det(A), "<=", product(diagonal(A)))


KNOWN["dominant-determinant"] = {"A": [[1, "-1/2"], ["1/2", 1]]}


@claim(FALSE, "the inverse of dominant rows, along a row", id="dominant-inverse-row", domain=square(n=(1, 4)))
def dominant_inverse_row(A):
    """Along a column it is true (Ostrowski 1952)."""
    yield given(row_sums(entrywise_abs(A)), "<", 2 * diagonal(A))
    B = inv(A)
    yield then(absolute(row(B, 1)), "<=", B[1, 1])


KNOWN["dominant-inverse-row"] = {"A": [[10, -9], [0, 1]]}
