"""Determinants, inverses, roots, exponentials and moduli of eigenvalues, beside singular values."""

from perturb import claim, given, indices, then
from perturb.domains import positive_definite, psd, square, symmetric
from perturb.vocab import (
    absolute,
    cols,
    det,
    inv,
    lam,
    mat_sqrt,
    moduli,
    power,
    product,
    s,
    s1,
    spectral_radius,
    sq,
)
from theorems.classical import CLASSICAL

(i,) = indices("i")
DETERMINANTS = "Horn and Johnson, Matrix Analysis, Section 0.3"
POSITIVE = "Horn and Johnson, Matrix Analysis, Chapter 7"
SPECTRA = "Horn and Johnson, Matrix Analysis, Section 5.6"
MONOTONE = "Bhatia, Matrix Analysis, Chapter V"


@claim(
    CLASSICAL,
    DETERMINANTS,
    id="determinant-product",
    status="proved",
    lemma=1,
    domain=square(count=2, n=(1, 4)),
    equality=[{"A": [[1, 2], [3, 4]], "B": [[2, 0], [1, 1]]}],
)
def determinant_of_a_product(A, B):
    """The determinant of a product is the product of the determinants."""
    yield then(det(A @ B), "==", det(A) * det(B))


@claim(
    CLASSICAL,
    "Horn and Johnson, Matrix Analysis, Section 2.6",
    id="determinant-singular-values",
    status="proved",
    lemma=1,
    domain=square(n=(1, 4)),
    equality=[[[1, 2], [3, 4]]],
)
def determinant_and_singular_values(A):
    """The square of the determinant is the product of the squares of the singular values."""
    yield then(sq(det(A)), "==", product(sq(s(A))))


@claim(
    CLASSICAL,
    "Horn and Johnson, Matrix Analysis, Section 2.6",
    id="determinant-spectral",
    status="proved",
    lemma=1,
    domain=square(n=(1, 4)),
    equality=[[[0, 2], [-2, 0]]],
)
def determinant_and_spectral_norm(A):
    """The determinant is at most the n-th power of the largest singular value, in absolute value."""
    yield then(absolute(det(A)), "<=", power(s1(A), cols(A)))


@claim(
    CLASSICAL,
    "Horn and Johnson, Matrix Analysis, Section 1.2",
    id="determinant-eigenvalues",
    status="proved",
    lemma=1,
    domain=symmetric(n=(1, 4)),
    equality=[[[2, 1], [1, 3]]],
)
def determinant_and_eigenvalues(A):
    """The determinant of a symmetric matrix is the product of its eigenvalues."""
    yield then(det(A), "==", product(lam(A)))


@claim(
    CLASSICAL,
    POSITIVE,
    id="root-singular-values",
    status="proved",
    lemma=1,
    domain=psd(n=(1, 3)),
    equality=[[[4, 0], [0, 1]]],
)
def singular_values_of_the_root(A):
    """The squares of the singular values of the positive semidefinite root are those of A."""
    yield then(sq(s(mat_sqrt(A))[i]), "==", s(A)[i])


@claim(
    CLASSICAL,
    f"Loewner 1934; {MONOTONE}",
    id="root-monotone",
    status="proved",
    lemma=3,
    domain=psd(count=2, n=(1, 3)),
    equality=[{"A": [[1, 0], [0, 0]], "B": [[1, 0], [0, 4]]}],
)
def the_root_is_monotone(A, B):
    """The root of positive semidefinite matrices keeps the Loewner order."""
    yield given(A, "loewner", B)
    yield then(mat_sqrt(A), "loewner", mat_sqrt(B))


@claim(
    CLASSICAL,
    POSITIVE,
    id="inverse-antitone",
    status="proved",
    lemma=2,
    domain=positive_definite(count=2, n=(1, 3)),
    equality=[{"A": [[1, 0], [0, 2]], "B": [[1, 0], [0, 4]]}],
)
def the_inverse_is_antitone(A, B):
    """The inverse of positive definite matrices turns the Loewner order around."""
    yield given(A, "loewner", B)
    yield then(inv(B), "loewner", inv(A))


@claim(
    CLASSICAL,
    POSITIVE,
    id="inverse-eigenvalues",
    status="proved",
    lemma=1,
    domain=positive_definite(n=(1, 3)),
    equality=[[[4, 0], [0, 1]]],
)
def eigenvalues_of_the_inverse(A):
    """The eigenvalues of the inverse of a positive definite matrix are the reciprocals, in opposite order."""
    yield then(lam(A)[cols(A) + 1 - i] * lam(inv(A))[i], "==", 1)


@claim(
    CLASSICAL,
    SPECTRA,
    id="modulus-spectral",
    status="proved",
    lemma=2,
    domain=square(n=(1, 4)),
    equality=[[[0, 2], [-2, 0]], [[3, 0], [0, 1]]],
)
def moduli_and_spectral_norm(A):
    """The modulus of every eigenvalue is at most the largest singular value."""
    yield then(moduli(A)[i], "<=", s1(A))


@claim(
    CLASSICAL,
    SPECTRA,
    id="spectral-radius-norm",
    status="proved",
    lemma=2,
    domain=square(n=(1, 4)),
    equality=[[[0, 2], [-2, 0]], [[3, 0], [0, 1]]],
)
def spectral_radius_and_spectral_norm(A):
    """The spectral radius is at most the largest singular value."""
    yield then(spectral_radius(A), "<=", s1(A))
