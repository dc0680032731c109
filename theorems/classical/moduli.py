"""Eigenvalues of general matrices: their moduli, and the numerical radius."""

from perturb import claim, then
from perturb.domains import square
from perturb.vocab import cols, entries, matpow, moduli, numerical_radius, partial_products, s, s1, sq, total
from theorems.classical import CLASSICAL


@claim(
    CLASSICAL,
    "Schur 1909; Horn and Johnson, Matrix Analysis, Section 2.3",
    id="schur-eigenvalues",
    status="proved",
    lemma=2,
    domain=square(n=(1, 4)),
    equality=[[[1, 2], [2, -1]], [[0, 1, 0], [0, 0, 1], [1, 0, 0]], [[3, 4], [-4, 3]]],
)
def moduli_and_the_frobenius_norm(A):
    """The squared moduli of the eigenvalues add up to at most |A|_F^2, with equality for normal matrices."""
    yield then(total(sq(moduli(A))), "<=", total(sq(entries(A))))


@claim(
    CLASSICAL,
    "Weyl 1949; Horn and Johnson, Topics in Matrix Analysis, Theorem 3.3.2",
    id="weyl-majorant",
    status="proved",
    lemma=3,
    domain=square(n=(2, 4)),
    equality=[[[2, 1], [1, 2]], [[0, 2, 0], [0, 0, 2], [2, 0, 0]]],
)
def products_of_moduli(A):
    """The k largest moduli of eigenvalues have at most the product of the k largest singular values, k < n.

    For k = n both sides are |det A|, an identity at every point, so it is left out.
    """
    k = cols(A) - 1
    yield then(partial_products(moduli(A))[:k], "<=", partial_products(s(A))[:k])


@claim(
    CLASSICAL,
    "Horn and Johnson, Topics in Matrix Analysis, Section 1.5",
    id="numerical-radius-norm",
    status="proved",
    lemma=2,
    domain=square(n=(1, 3)),
    corrects="refuted/numerical-radius-half",
    equality=[[[0, 1], [0, 0]], [[2, 0], [0, -1]]],
)
def numerical_radius_and_norm(A):
    """The numerical radius lies between half the operator norm and the operator norm."""
    yield then(s1(A) / 2, "<=", numerical_radius(A), "<=", s1(A))


@claim(
    CLASSICAL,
    "Berger 1965; Horn and Johnson, Topics in Matrix Analysis, Section 1.5",
    id="berger-square",
    status="proved",
    lemma=3,
    domain=square(n=(1, 3)),
    equality=[[[2, 0], [0, -1]], [[0, -1], [1, 0]]],
)
def numerical_radius_of_a_square(A):
    """w(A^2) <= w(A)^2, although the numerical radius is not submultiplicative."""
    yield then(numerical_radius(matpow(A, 2)), "<=", sq(numerical_radius(A)))


@claim(
    CLASSICAL,
    "Horn and Johnson, Topics in Matrix Analysis, Section 1.7",
    id="numerical-radius-four",
    status="proved",
    lemma=2,
    domain=square(count=2, n=(1, 3)),
    corrects="refuted/numerical-radius-product",
    equality=[{"A": [[0, 1], [0, 0]], "B": [[0, 0], [1, 0]]}],
)
def numerical_radius_of_a_product(A, B):
    """w(AB) <= 4 w(A) w(B), the constant four being best possible."""
    yield then(numerical_radius(A @ B), "<=", 4 * numerical_radius(A) * numerical_radius(B))
