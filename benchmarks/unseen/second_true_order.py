"""True statements, second half: order, determinants, permanents."""

from benchmarks.unseen import TRUE
from perturb import claim, given, then
from perturb.domains import positive_definite, projection, psd, rectangular, square, symmetric, together
from perturb.vocab import (
    I,
    T,
    block,
    det,
    diag,
    diagonal,
    exp,
    hadamard,
    inv,
    lam_max,
    leading,
    mat_abs,
    mat_exp,
    mat_sqrt,
    op,
    permanent,
    sq,
    sym,
    trace,
    trailing,
)


@claim(TRUE, "Furuta 1987: the conjecture of Chan and Kwong", id="furuta", domain=psd(count=2, n=(1, 4)))
def furuta(A, B):
    """A >= B >= 0 assures (B^r A^p B^r)^(1/q) >= B^((p+2r)/q)."""
    yield given(B, "loewner", A)
    yield then(B @ B, "loewner", mat_sqrt(B @ A @ A @ B))


@claim(TRUE, "Loewner 1934: the square root", id="root-monotone", domain=psd(count=2, n=(1, 4)))
def root_monotone(A, B):
    """Operator monotone."""
    yield given(A, "loewner", B)
    yield then(mat_sqrt(A), "loewner", mat_sqrt(B))


@claim(
    TRUE,
    "squares in order, absolute values",
    id="squares-and-absolute-values",
    domain=symmetric(count=2, n=(1, 4)),
)
def squares_and_absolute_values(A, B):
    """The root is operator monotone."""
    yield given(A @ A, "loewner", B @ B)
    yield then(mat_abs(A), "loewner", mat_abs(B))


@claim(
    TRUE, "a symmetric matrix and its absolute value", id="below-absolute-value", domain=symmetric(n=(1, 4))
)
def below_absolute_value(A):
    """On each eigenspace."""
    yield then(A, "loewner", mat_abs(A))


@claim(TRUE, "the inverse of a mean", id="inverse-of-a-mean", domain=positive_definite(count=2, n=(1, 4)))
def inverse_of_a_mean(A, B):
    """The inverse is operator convex."""
    yield then(4 * inv(A + B), "loewner", inv(A) + inv(B))


@claim(
    TRUE, "the parallel sum from above", id="parallel-sum-above", domain=positive_definite(count=2, n=(1, 4))
)
def parallel_sum_above(A, B):
    """Anderson and Duffin 1969."""
    yield then(4 * inv(inv(A) + inv(B)), "loewner", A + B)


@claim(
    TRUE,
    "Ando 1979: roots of an entrywise product",
    id="root-of-entrywise-product",
    domain=psd(count=2, n=(1, 4)),
)
def root_of_entrywise_product(A, B):
    """Concavity of certain maps."""
    yield then(hadamard(mat_sqrt(A), mat_sqrt(B)), "loewner", mat_sqrt(hadamard(A, B)))


@claim(
    TRUE,
    "the symmetrised product of projections, -1/4",
    id="product-of-projections-quarter",
    domain=projection(count=2, n=(1, 4)),
)
def product_of_projections_quarter(P, Q):
    """(P + Q)^2 - (P + Q)."""
    yield then(-I / 4, "loewner", P @ Q + Q @ P)


@claim(
    TRUE,
    "the symmetrised product of positive matrices",
    id="symmetrised-product-quarter",
    domain=psd(count=2, n=(1, 4)),
)
def symmetrised_product_quarter(A, B):
    """Strang 1962."""
    yield then(-op(A) * op(B) * I / 4, "loewner", A @ B + B @ A)


@claim(
    TRUE,
    "inverse of a matrix with positive symmetric part",
    id="inverse-of-accretive",
    domain=square(n=(1, 4)),
)
def inverse_of_accretive(A):
    """A congruence."""
    yield given(0, "loewner", sym(A))
    yield then(0, "loewner", sym(inv(A)))


@claim(TRUE, "Ostrowski and Taussky 1951", id="ostrowski-taussky", domain=square(n=(1, 4)))
def ostrowski_taussky(A):
    """A variation on Hadamard's inequality."""
    yield given(0, "loewner", sym(A))
    yield then(det(sym(A)), "<=", det(A))


@claim(
    TRUE,
    "the exponential and two terms of its series",
    id="exponential-two-terms",
    domain=symmetric(n=(1, 4)),
)
def exponential_two_terms(A):
    """On each eigenvector."""
    yield then(I + A, "loewner", mat_exp(A))


@claim(TRUE, "entrywise square and diagonal", id="entrywise-square-diagonal", domain=psd(n=(1, 4)))
def entrywise_square_diagonal(A):
    """Schur's product theorem."""
    yield then(hadamard(A, A), "loewner", lam_max(A) * diag(diagonal(A)))


@claim(TRUE, "the corner of an inverse", id="corner-of-an-inverse", domain=positive_definite(n=(2, 4)))
def corner_of_an_inverse(A):
    """Bhatia, Positive Definite Matrices."""
    yield then(inv(leading(A, 2)), "loewner", leading(inv(A), 2))


@claim(TRUE, "the corner of a square", id="corner-of-a-square", domain=symmetric(n=(2, 4)))
def corner_of_a_square(A):
    """Kadison 1952."""
    yield then(leading(A, 2) @ leading(A, 2), "loewner", leading(A @ A, 2))


@claim(
    TRUE,
    "a positive and a skew matrix",
    id="positive-and-skew",
    domain=together(A=psd(), B=square(), n=(1, 4)),
)
def positive_and_skew(A, B):
    """Ostrowski and Taussky 1951."""
    yield then(det(A), "<=", det(A + B - T(B)))


@claim(TRUE, "determinant and exponential of the trace", id="determinant-and-trace", domain=psd(n=(1, 4)))
def determinant_and_trace(A):
    """1 + x <= e^x."""
    yield then(det(I + A), "<=", exp(trace(A)))


@claim(
    TRUE,
    "the logarithm of the determinant is concave",
    id="log-determinant-concave",
    domain=psd(count=2, n=(1, 4)),
)
def log_determinant_concave(A, B):
    """Fan 1950."""
    yield then(det(A) * det(B), "<=", sq(det((A + B) / 2)))


@claim(
    TRUE,
    "the determinant of equal corners",
    id="determinant-of-equal-corners",
    domain=square(count=2, n=(1, 3)),
)
def determinant_of_equal_corners(A, B):
    """Zhang, Matrix Theory."""
    yield then(det(block(A, B, B, A)), "==", det(A + B) * det(A - B))


@claim(
    TRUE,
    "the determinant of a complex matrix as a real one",
    id="determinant-of-real-form",
    domain=square(count=2, n=(1, 3)),
)
def determinant_of_real_form(A, B):
    """The square of a modulus."""
    yield then(0, "<=", det(block(A, B, -B, A)))


@claim(TRUE, "Silvester 2000: blocks that commute", id="silvester", domain=square(count=3, n=(1, 2)))
def silvester(A, B, D):
    """Determinants of block matrices."""
    yield then(det(block(A, B, A @ A, D)), "==", det(A @ D - A @ A @ B))


@claim(TRUE, "Koteljanskii 1950, n = 3", id="koteljanskii", domain=symmetric(n=3))
def koteljanskii(A):
    """At n = 3 symmetry is enough."""
    yield then(det(A) * A[2, 2], "<=", det(leading(A, 2)) * det(trailing(A, 1)))


@claim(TRUE, "Lieb 1966: permanents of corners", id="lieb-permanent", domain=psd(n=(2, 4)))
def lieb_permanent(A):
    """Proofs of some conjectures on permanents."""
    yield then(A[1, 1] * permanent(trailing(A, 1)), "<=", permanent(A))


@claim(
    TRUE,
    "the determinant of a Gram matrix of two",
    id="determinant-cauchy-schwarz",
    domain=rectangular(count=2, m=(1, 4), n=(1, 3)),
)
def determinant_cauchy_schwarz(A, B):
    """Cauchy and Binet."""
    yield then(sq(det(T(A) @ B)), "<=", det(T(A) @ A) * det(T(B) @ B))


@claim(TRUE, "a determinant of a sum, n = 3", id="determinant-of-a-sum-three", domain=square(count=2, n=3))
def determinant_of_a_sum_three(A, B):
    """(A + B)(A + B)' <= 2(AA' + BB')."""
    yield then(sq(det(A + B)), "<=", 8 * det(A @ T(A) + B @ T(B)))
