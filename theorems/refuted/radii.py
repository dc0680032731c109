"""The spectral and the numerical radius are not norms of an algebra, although random matrices behave so."""

from fractions import Fraction

from perturb import claim, then
from perturb.domains import square
from perturb.vocab import hadamard, numerical_radius, s1, spectral_radius, sym
from theorems.refuted import REFUTED


@claim(
    REFUTED,
    "the spectral radius of a product",
    id="spectral-radius-submultiplicative",
    status="refuted",
    domain=square(count=2, n=(1, 3)),
)
def spectral_radius_of_a_product(A, B):
    """The spectral radius of a product is at most the product of the spectral radii.

    Believed because it is true of matrices that commute and of normal ones, where the radius is the norm.
    True instead: r(AB) <= |A| |B|, and r(AB) = r(BA).
    """
    yield then(spectral_radius(A @ B), "<=", spectral_radius(A) * spectral_radius(B))


@claim(
    REFUTED,
    "the spectral radius of an entrywise product",
    id="spectral-radius-hadamard",
    status="refuted",
    domain=square(count=2, n=(1, 3)),
)
def spectral_radius_of_an_entrywise_product(A, B):
    """The spectral radius of the entrywise product is at most the product of the spectral radii.

    Believed because it is true of matrices with non-negative entries, and of the operator norm without any
    condition. True instead for entries of any sign: only the bound by the norms.
    """
    yield then(spectral_radius(hadamard(A, B)), "<=", spectral_radius(A) * spectral_radius(B))


@claim(
    REFUTED,
    "the spectral radius and the symmetric part",
    id="spectral-radius-symmetric-part",
    status="refuted",
    domain=square(n=(1, 3)),
)
def spectral_radius_and_symmetric_part(A):
    """The spectral radius is at most the norm of the symmetric part.

    Believed because it is true of matrices with non-negative entries, and because the real parts of the
    eigenvalues do obey the bound. True instead: the imaginary parts are bounded by the skew part.
    """
    yield then(spectral_radius(A), "<=", s1(sym(A)))


@claim(
    REFUTED,
    "the numerical radius and more than half the norm",
    id="numerical-radius-half",
    status="refuted",
    domain=square(n=(1, 3)),
)
def numerical_radius_above_half_the_norm(A):
    """The numerical radius is at least 501/1000 of the operator norm.

    Believed from experiments: for large random matrices the ratio is about 0.7 and hardly ever near one half.
    True instead: w(A) >= |A| / 2, and nothing more.
    """
    yield then(Fraction(501, 1000) * s1(A), "<=", numerical_radius(A))


@claim(
    REFUTED,
    "the numerical radius of a product",
    id="numerical-radius-product",
    status="refuted",
    domain=square(count=2, n=(1, 3)),
)
def numerical_radius_of_a_product(A, B):
    """w(AB) <= 2 w(A) w(B).

    Believed because it is true of matrices that commute, and of one power, w(A^2) <= w(A)^2 (Berger). True
    instead for all: w(AB) <= 4 w(A) w(B), with four best possible.
    """
    yield then(numerical_radius(A @ B), "<=", 2 * numerical_radius(A) * numerical_radius(B))
