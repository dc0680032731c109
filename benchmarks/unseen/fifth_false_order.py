"""False statements, fifth set: the order of symmetric matrices, entrywise functions, kernels."""

from fractions import Fraction

from benchmarks.unseen.matrices import FALSE, FIRST
from perturb import claim, given, then
from perturb.domains import positive_definite, psd, square, symmetric, together, vector
from perturb.vocab import (
    I,
    T,
    absolute,
    column_matrix,
    diagonal,
    entrywise_abs,
    entrywise_exp,
    entrywise_power,
    geometric_mean,
    hadamard,
    lam,
    lam_min,
    leading,
    length,
    mat_abs,
    mat_power,
    mat_sqrt,
    matpow,
    ones,
    sqrt,
)

KNOWN = {}


@claim(FALSE, "the smaller of one and a matrix", id="smaller-of-one", domain=psd(count=2, n=(1, 3)))
def smaller_of_one(A, B):
    """Mathematics Stack Exchange, question 3663591: min(1, t) is not operator monotone."""
    yield given(A, "loewner", B)
    yield then(A - mat_abs(I - A), "loewner", B - mat_abs(I - B))


KNOWN["smaller-of-one"] = {"A": FIRST, "B": [["3/2", "1/2"], ["1/2", "1/2"]]}


@claim(FALSE, "positive parts in order", id="positive-parts", domain=symmetric(count=2, n=(1, 3)))
def positive_parts(A, B):
    """Bhatia, Matrix Analysis, Chapter V; true of traces."""
    yield given(A, "loewner", B)
    yield then(A + mat_abs(A), "loewner", B + mat_abs(B))


KNOWN["positive-parts"] = {"A": [[-2, 2], [2, -1]], "B": [[-2, 2], [2, 0]]}


@claim(FALSE, "products and sums of matrices above 2", id="above-two", domain=symmetric(count=2, n=(1, 3)))
def above_two(A, B):
    """True of numbers, and of determinants."""
    yield given(2 * I, "loewner", A)
    yield given(2 * I, "loewner", B)
    yield then(2 * (A + B), "loewner", A @ B + B @ A)


KNOWN["above-two"] = {"A": [[10, 4], [4, 4]], "B": [[10, -4], [-4, 4]]}


@claim(
    FALSE,
    "from a symmetrised product to one with a square",
    id="symmetrised-square",
    domain=psd(count=2, n=(1, 3)),
)
def symmetrised_square(A, B):
    """Kwong 1989 has the converse."""
    yield given(0, "loewner", A @ B + B @ A)
    yield then(0, "loewner", A @ A @ B + B @ A @ A)


KNOWN["symmetrised-square"] = {
    "A": [[10, -2, -2], [-2, 6, 4], [-2, 4, 9]],
    "B": [[6, 4, 0], [4, 6, -4], [0, -4, 12]],
}


@claim(FALSE, "the absolute value of a corner", id="modulus-of-corner", domain=symmetric(n=3))
def modulus_of_corner(A):
    """The absolute value is not operator convex; of one diagonal entry it is true."""
    yield then(mat_abs(leading(A, 2)), "loewner", leading(mat_abs(A), 2))


KNOWN["modulus-of-corner"] = {"A": [[0, 1, -2], [1, 0, 0], [-2, 0, 0]]}


@claim(FALSE, "the diagonal of the absolute value", id="diagonal-of-modulus", domain=square(n=(1, 4)))
def diagonal_of_modulus(A):
    """True of normal matrices."""
    yield then(absolute(diagonal(A)), "<=", diagonal(mat_abs(A)))


KNOWN["diagonal-of-modulus"] = {"A": [[1, 1], [0, 0]]}


@claim(
    FALSE,
    "Furuta's inequality beyond its range",
    id="furuta-beyond",
    domain=positive_definite(count=2, n=(1, 3)),
)
def furuta_beyond(A, B):
    """Tanahashi 1996: the range of Furuta 1987 is the best possible; here p = 4, q = 2, r = 1."""
    yield given(B, "loewner", A)
    P = mat_sqrt(B)
    yield then(mat_power(B, Fraction(5, 2)), "loewner", mat_sqrt(P @ matpow(A, 4) @ P))


KNOWN["furuta-beyond"] = {"A": [[1, -2], [-2, 6]], "B": [[1, -2], [-2, 5]]}


@claim(FALSE, "the rectified entries of a kernel", id="rectified-kernel", domain=psd(n=4))
def rectified_kernel(A):
    """True up to n = 3; compare Horn and Johnson, Topics, 6.3."""
    yield then(0, "loewner", A + entrywise_abs(A))


KNOWN["rectified-kernel"] = {"A": [[3, 2, 0, -2], [2, 3, 2, 0], [0, 2, 3, 2], [-2, 0, 2, 3]]}


@claim(FALSE, "a kernel flatter than Gauss's", id="quartic-kernel", domain=vector(n=(1, 4)))
def quartic_kernel(x):
    """Schoenberg 1938: exponents up to 2 give a kernel, 4 does not."""
    X = column_matrix(x) @ T(column_matrix(ones(length(x))))
    D = X - T(X)
    yield then(0, "loewner", entrywise_exp(-entrywise_power(D, 4)))


KNOWN["quartic-kernel"] = {"x": [0, "1/2", 1]}


@claim(
    FALSE,
    "each eigenvalue of a geometric mean",
    id="geometric-each",
    domain=positive_definite(count=2, n=(1, 3)),
)
def geometric_each(A, B):
    """Products of the largest are in this order (Ando and Hiai 1994)."""
    yield then(lam(geometric_mean(A, B)), "<=", sqrt(lam(A) * lam(B)))


KNOWN["geometric-each"] = {"A": [[4, 0], [0, 1]], "B": [[1, 0], [0, 4]]}


@claim(
    FALSE,
    "least eigenvalues after an entrywise product",
    id="least-after-hadamard",
    domain=together(A=psd(), B=psd(), v=vector(), n=(1, 3)),
)
def least_after_hadamard(A, B, v):
    """Asked and refuted on Mathematics Stack Exchange, question 1928144."""
    K = column_matrix(v) @ T(column_matrix(v))
    yield given(lam_min(A), "<=", lam_min(B))
    yield then(lam_min(hadamard(K, A)), "<=", lam_min(hadamard(K, B)))


KNOWN["least-after-hadamard"] = {"A": [[3, 0], [0, 1]], "B": [[2, 0], [0, 2]], "v": ["1/2", 1]}
