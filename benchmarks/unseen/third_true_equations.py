"""True statements, third set: matrices that solve an equation, or commute."""

from benchmarks.unseen import TRUE
from perturb import claim, given, then
from perturb.domains import psd, square, symmetric
from perturb.vocab import I, commutator, det, entries, op, rank, rows, spectral_radius, sq, sym, trace


@claim(
    TRUE,
    "A + B = AB",
    id="sum-is-product",
    domain=square(count=2, n=(1, 3)),
)
def sum_is_product(A, B):
    """(I - A)(I - B) = I."""
    yield given(entries(A + B), "==", entries(A @ B))
    yield then(entries(A @ B), "==", entries(B @ A))


@claim(
    TRUE,
    "the rank of an idempotent matrix",
    id="idempotent-rank",
    domain=square(n=(1, 4)),
)
def idempotent_rank(A):
    """Halmos, Finite-Dimensional Vector Spaces."""
    yield given(entries(A @ A), "==", entries(A))
    yield then(rank(A), "==", trace(A))


@claim(
    TRUE,
    "the determinant of an involution",
    id="involution-determinant",
    domain=square(n=(1, 4)),
)
def involution_determinant(A):
    """Its eigenvalues are 1 and -1."""
    yield given(entries(A @ A - I), "==", 0)
    yield then(sq(det(A)), "==", 1)


@claim(
    TRUE,
    "the trace of a nilpotent matrix",
    id="nilpotent-trace",
    domain=square(n=(1, 4)),
)
def nilpotent_trace(A):
    """Its eigenvalues vanish."""
    yield given(entries(A @ A), "==", 0)
    yield then(trace(A), "==", 0)


@claim(
    TRUE,
    "the determinant of a sum of squares",
    id="commuting-det-squares",
    domain=square(count=2, n=(1, 3)),
)
def commuting_det_squares(A, B):
    """|det(A + iB)|^2."""
    yield given(entries(A @ B), "==", entries(B @ A))
    yield then(0, "<=", det(A @ A + B @ B))


@claim(
    TRUE,
    "ranks where the product vanishes",
    id="vanishing-product-ranks",
    domain=square(count=2, n=(1, 3)),
)
def vanishing_product_ranks(A, B):
    """Sylvester's inequality."""
    yield given(entries(A @ B), "==", 0)
    yield then(rank(A) + rank(B), "<=", rows(A))


@claim(
    TRUE,
    "the product of commuting positive matrices",
    id="commuting-positive",
    domain=psd(count=2, n=(1, 3)),
)
def commuting_positive(A, B):
    """Horn and Johnson, Matrix Analysis, 7.2."""
    yield given(entries(A @ B), "==", entries(B @ A))
    yield then(0, "loewner", sym(A @ B))


@claim(
    TRUE,
    "the spectral radius of a sum of commuting matrices",
    id="commuting-radius-sum",
    domain=square(count=2, n=(1, 3)),
)
def commuting_radius_sum(A, B):
    """One basis makes both triangular."""
    yield given(entries(A @ B), "==", entries(B @ A))
    yield then(spectral_radius(A + B), "<=", spectral_radius(A) + spectral_radius(B))


@claim(
    TRUE,
    "the spectral radius of a product of commuting matrices",
    id="commuting-radius-product",
    domain=square(count=2, n=(1, 3)),
)
def commuting_radius_product(A, B):
    """One basis makes both triangular."""
    yield given(entries(A @ B), "==", entries(B @ A))
    yield then(spectral_radius(A @ B), "<=", spectral_radius(A) * spectral_radius(B))


@claim(
    TRUE,
    "intertwined squares",
    id="intertwined-squares",
    domain=square(count=3, n=(1, 3)),
)
def intertwined_squares(A, B, X):
    """Twice."""
    yield given(entries(A @ X), "==", entries(X @ B))
    yield then(entries(A @ A @ X), "==", entries(X @ B @ B))


@claim(
    TRUE,
    "Jacobson 1935: a commutator that commutes",
    id="jacobson",
    domain=square(count=2, n=(1, 3)),
)
def jacobson(A, B):
    """It is nilpotent."""
    C = commutator(A, B)
    yield given(entries(A @ C), "==", entries(C @ A))
    yield then(trace(C @ C), "==", 0)


@claim(
    TRUE,
    "the rank of an inner inverse from below",
    id="inner-inverse-rank",
    domain=square(count=2, n=(1, 3)),
)
def inner_inverse_rank(A, X):
    """Ben-Israel and Greville."""
    yield given(entries(A @ X @ A), "==", entries(A))
    yield then(rank(A), "<=", rank(X))


@claim(
    TRUE,
    "AB = A and BA = B make idempotents",
    id="absorbing-idempotent",
    domain=square(count=2, n=(1, 3)),
)
def absorbing_idempotent(A, B):
    """AA = ABA = AB = A."""
    yield given(entries(A @ B), "==", entries(A))
    yield given(entries(B @ A), "==", entries(B))
    yield then(entries(A @ A), "==", entries(A))


@claim(
    TRUE,
    "a complex structure of the plane",
    id="complex-structure-trace",
    domain=square(n=2),
)
def complex_structure_trace(A):
    """Eigenvalues i and -i."""
    yield given(entries(A @ A + I), "==", 0)
    yield then(trace(A), "==", 0)


@claim(
    TRUE,
    "a cube root of the identity",
    id="cube-root-determinant",
    domain=square(n=(1, 3)),
)
def cube_root_determinant(A):
    """The real cube root of 1."""
    yield given(entries(A @ A @ A - I), "==", 0)
    yield then(det(A), "==", 1)


@claim(
    TRUE,
    "circulant matrices",
    id="circulants-commute",
    domain=square(count=2, n=3),
)
def circulants_commute(A, B):
    """Davis, Circulant Matrices."""
    P = [[0, 1, 0], [0, 0, 1], [1, 0, 0]]
    yield given(entries(A @ P), "==", entries(P @ A))
    yield given(entries(B @ P), "==", entries(P @ B))
    yield then(entries(A @ B), "==", entries(B @ A))


@claim(
    TRUE,
    "the cube where A^2 = A + I",
    id="golden-cube",
    domain=square(n=(1, 3)),
)
def golden_cube(A):
    """Fibonacci's numbers."""
    yield given(entries(A @ A - A - I), "==", 0)
    yield then(entries(A @ A @ A), "==", entries(2 * A + I))


@claim(
    TRUE,
    "a sum of anticommuting symmetric matrices",
    id="anticommuting-squares",
    domain=symmetric(count=2, n=(1, 4)),
)
def anticommuting_squares(A, B):
    """The square of the sum is the sum of the squares."""
    yield given(entries(A @ B + B @ A), "==", 0)
    yield then(sq(op(A + B)), "<=", sq(op(A)) + sq(op(B)))


@claim(
    TRUE,
    "ranks of symmetric matrices with product zero",
    id="orthogonal-ranges",
    domain=symmetric(count=2, n=(1, 3)),
)
def orthogonal_ranges(A, B):
    """Orthogonal ranges."""
    yield given(entries(A @ B), "==", 0)
    yield then(rank(A + B), "==", rank(A) + rank(B))
