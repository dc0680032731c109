"""True statements, second half: eigenvalues, vectors, traces, ranks."""

from benchmarks.unseen import TRUE
from perturb import claim, given, then
from perturb.domains import orthogonal, positive_definite, psd, square, symmetric, together, vector
from perturb.vocab import (
    I,
    T,
    absolute,
    block,
    cols,
    commutator,
    diag,
    diagonal,
    fro,
    hadamard,
    inv,
    lam,
    lam_max,
    lam_min,
    leading,
    log,
    max_entry,
    moduli,
    norm,
    nuclear,
    rank,
    s_min,
    smallest,
    spectral_radius,
    sq,
    total,
    trace,
)


@claim(
    TRUE,
    "Huang 2011: entrywise and usual product, entries not negative",
    id="huang",
    domain=square(count=2, n=(1, 4)),
)
def huang(A, B):
    """On the spectral radius of Hadamard products of nonnegative matrices."""
    P, Q = hadamard(A, A), hadamard(B, B)
    yield then(spectral_radius(hadamard(P, Q)), "<=", spectral_radius(P @ Q))


@claim(TRUE, "Henrici 1962: the distance from normality", id="henrici", domain=square(n=(1, 4)))
def henrici(A):
    """Bounds for iterates, inverses, spectral variation and fields of values."""
    n = cols(A)
    yield then(
        sq(sq(fro(A)) - total(sq(moduli(A)))), "<=", (n * n * n - n) * sq(fro(commutator(T(A), A))) / 12
    )


@claim(TRUE, "Mirsky 1956: the spread", id="mirsky-spread", domain=symmetric(n=(1, 4)))
def mirsky_spread(A):
    """The spread of a matrix."""
    yield then(sq(lam_max(A) - lam_min(A)), "<=", 2 * sq(fro(A)))


@claim(TRUE, "Parker 1951: the spread and entries", id="parker-spread", domain=symmetric(n=(1, 4)))
def parker_spread(A):
    """Off the diagonal."""
    yield then(2 * max_entry(A - diag(diagonal(A))), "<=", lam_max(A) - lam_min(A))


@claim(TRUE, "Browne 1928: the least singular value", id="browne", domain=square(n=(1, 4)))
def browne(A):
    """Horn and Johnson, Matrix Analysis."""
    yield then(s_min(A), "<=", smallest(moduli(A)))


@claim(
    TRUE,
    "a form and its inverse, positive",
    id="form-and-inverse-positive",
    domain=together(A=positive_definite(), v=vector(), n=(1, 4)),
)
def form_and_inverse_positive(A, v):
    """Cauchy and Schwarz."""
    yield then(sq(sq(norm(v))), "<=", total(v * (A @ v)) * total(v * (inv(A) @ v)))


@claim(
    TRUE,
    "Cauchy and Schwarz for a positive form",
    id="form-cauchy-schwarz",
    domain=together(A=psd(), v=vector(), w=vector(), n=(1, 4)),
)
def form_cauchy_schwarz(A, v, w):
    """Horn and Johnson, Matrix Analysis."""
    yield then(sq(total(v * (A @ w))), "<=", total(v * (A @ v)) * total(w * (A @ w)))


@claim(
    TRUE,
    "a vector, its image and the next, symmetric",
    id="vector-and-images-symmetric",
    domain=together(A=symmetric(), v=vector(), n=(1, 4)),
)
def vector_and_images_symmetric(A, v):
    """Cauchy and Schwarz."""
    yield then(sq(norm(A @ v)), "<=", norm(A @ A @ v) * norm(v))


@claim(TRUE, "diagonal entries and eigenvalues", id="diagonal-between", domain=symmetric(n=(1, 4)))
def diagonal_between(A):
    """Rayleigh quotients."""
    yield then(lam_min(A), "<=", diagonal(A), "<=", lam_max(A))


@claim(TRUE, "the largest eigenvalue of a corner", id="corner-eigenvalue", domain=symmetric(n=(2, 4)))
def corner_eigenvalue(A):
    """Cauchy's interlacing."""
    yield then(lam_max(leading(A, 2)), "<=", lam_max(A))


@claim(TRUE, "the trace of a cube, positive", id="trace-of-a-cube-positive", domain=psd(n=(1, 4)))
def trace_of_a_cube_positive(A):
    """Sums of positive numbers."""
    yield then(trace(A @ A @ A), "<=", trace(A) * trace(A @ A))


@claim(
    TRUE,
    "the trace of a product of positive matrices",
    id="trace-of-positive-product",
    domain=psd(count=2, n=(1, 4)),
)
def trace_of_positive_product(A, B):
    """Zhang, Matrix Theory, Section 7.2."""
    yield then(0, "<=", trace(A @ B), "<=", trace(A) * trace(B))


@claim(TRUE, "the trace of ABAB, positive", id="trace-of-abab-positive", domain=psd(count=2, n=(1, 4)))
def trace_of_abab_positive(A, B):
    """A product of two is similar to a positive semidefinite matrix."""
    yield then(0, "<=", trace(A @ B @ A @ B), "<=", sq(trace(A @ B)))


@claim(
    TRUE,
    "trace and orthogonal factor",
    id="trace-and-orthogonal",
    domain=together(A=psd(), U=orthogonal(), n=(1, 3)),
)
def trace_and_orthogonal(A, U):
    """von Neumann."""
    yield then(absolute(trace(A @ U)), "<=", trace(A))


@claim(TRUE, "trace and trace norm", id="trace-and-trace-norm", domain=square(n=(1, 4)))
def trace_and_trace_norm(A):
    """Weyl."""
    yield then(absolute(trace(A)), "<=", nuclear(A))


@claim(
    TRUE, "trace of a parallel sum", id="trace-of-parallel-sum", domain=positive_definite(count=2, n=(1, 4))
)
def trace_of_parallel_sum(A, B):
    """Anderson and Duffin 1969."""
    yield then(trace(inv(inv(A) + inv(B))), "<=", 1 / (1 / trace(A) + 1 / trace(B)))


@claim(TRUE, "entropy of a sum", id="entropy-of-a-sum", domain=positive_definite(count=2, n=(1, 4)))
def entropy_of_a_sum(A, B):
    """The logarithm is operator monotone."""
    yield then(
        total(lam(A) * log(lam(A))) + total(lam(B) * log(lam(B))), "<=", total(lam(A + B) * log(lam(A + B)))
    )


@claim(TRUE, "squares in order, traces", id="squares-in-order-traces", domain=psd(count=2, n=(1, 4)))
def squares_in_order_traces(A, B):
    """Each eigenvalue grows."""
    yield given(A, "loewner", B)
    yield then(trace(A @ A), "<=", trace(B @ B))


@claim(
    TRUE, "the rank of an entrywise product", id="rank-of-entrywise-product", domain=square(count=2, n=(1, 4))
)
def rank_of_entrywise_product(A, B):
    """Horn and Johnson, Topics, Section 5.1."""
    yield then(rank(hadamard(A, B)), "<=", rank(A) * rank(B))


@claim(
    TRUE, "the rank of a triangular block", id="rank-of-triangular-block", domain=square(count=3, n=(1, 3))
)
def rank_of_triangular_block(A, B, D):
    """Zhang, Matrix Theory, Section 2.2."""
    yield then(rank(A) + rank(D), "<=", rank(block(A, B, 0 * A, D)))


@claim(TRUE, "ranks of I - AB and I - BA", id="rank-of-one-minus", domain=square(count=2, n=(1, 4)))
def rank_of_one_minus(A, B):
    """Zhang, Matrix Theory, Section 2.4."""
    yield then(rank(I - A @ B), "==", rank(I - B @ A))


@claim(
    TRUE,
    "Marshall and Olkin 1990: matrix Cauchy and Schwarz",
    id="marshall-olkin",
    domain=together(A=square(), B=square(), n=(1, 3)),
)
def marshall_olkin(A, B):
    """Matrix versions of the Cauchy and Kantorovich inequalities."""
    yield then(T(A) @ B @ inv(T(B) @ B) @ T(B) @ A, "loewner", T(A) @ A)
