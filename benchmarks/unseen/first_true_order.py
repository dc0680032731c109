"""True statements, first half: order, determinants, permanents, ranks, each eigenvalue."""

from benchmarks.unseen import TRUE
from perturb import claim, given, then
from perturb.domains import (
    bounded,
    positive_definite,
    psd,
    square,
    symmetric,
)
from perturb.vocab import (
    I,
    T,
    absolute,
    det,
    diagonal,
    hadamard,
    inv,
    lam_max,
    lam_min,
    larger,
    mat_sqrt,
    op,
    permanent,
    product,
    rank,
    sq,
    trace,
)


@claim(
    TRUE,
    "the trace of three symmetric factors",
    id="trace-of-three",
    domain=symmetric(count=3, n=(1, 4)),
)
def trace_of_three(A, B, C):
    yield then(trace(A @ B @ C), "==", trace(A @ C @ B))


@claim(
    TRUE,
    "det(I + A^2)",
    id="det-one-plus-square",
    domain=square(n=(1, 4)),
)
def det_one_plus_square(A):
    yield then(0, "<=", det(I + A @ A))


@claim(
    TRUE,
    "Fiedler 1961: a matrix and its inverse, entrywise",
    id="fiedler",
    domain=positive_definite(n=(1, 4)),
)
def fiedler(A):
    yield then(I, "loewner", hadamard(A, inv(A)))


@claim(
    TRUE,
    "inverse of an entrywise product",
    id="inverse-of-hadamard",
    domain=positive_definite(count=2, n=(1, 3)),
)
def inverse_of_hadamard(A, B):
    yield then(inv(hadamard(A, B)), "loewner", hadamard(inv(A), inv(B)))


@claim(
    TRUE,
    "square of an entrywise product",
    id="square-of-hadamard",
    domain=psd(count=2, n=(1, 4)),
)
def square_of_hadamard(A, B):
    yield then(hadamard(A, B) @ hadamard(A, B), "loewner", hadamard(A @ A, B @ B))


@claim(
    TRUE,
    "the smallest eigenvalue of an entrywise product",
    id="smallest-of-hadamard",
    domain=psd(count=2, n=(1, 4)),
)
def smallest_of_hadamard(A, B):
    """Fiedler; Bapat and Sunder: that of AB, whose eigenvalues are those of A^(1/2) B A^(1/2)."""
    R = mat_sqrt(A)
    yield then(lam_min(R @ B @ R), "<=", lam_min(hadamard(A, B)))


@claim(
    TRUE,
    "the condition of an entrywise product",
    id="condition-of-hadamard-true",
    domain=positive_definite(count=2, n=(1, 3)),
)
def condition_of_hadamard(A, B):
    left = lam_max(hadamard(A, B)) * lam_min(A) * lam_min(B)
    yield then(left, "<=", lam_max(A) * lam_max(B) * lam_min(hadamard(A, B)))


@claim(
    TRUE,
    "the condition of a sum",
    id="condition-of-sum",
    domain=positive_definite(count=2, n=(1, 3)),
)
def condition_of_sum(A, B):
    worse = larger(lam_max(A) / lam_min(A), lam_max(B) / lam_min(B))
    yield then(lam_max(A + B) / lam_min(A + B), "<=", worse)


@claim(
    TRUE,
    "Schur 1918: permanent and determinant",
    id="schur-permanent",
    domain=psd(n=(1, 4)),
)
def schur_permanent(A):
    yield then(det(A), "<=", permanent(A))


@claim(
    TRUE,
    "Brualdi 1966: permanent of a product, entries not negative",
    id="brualdi",
    domain=square(count=2, n=(1, 3)),
)
def brualdi(X, Y):
    A, B = hadamard(X, X), hadamard(Y, Y)
    yield then(permanent(A) * permanent(B), "<=", permanent(A @ B))


@claim(
    TRUE,
    "Marcus and Newman 1962: permanent and Gram matrix",
    id="marcus-newman",
    domain=square(n=(1, 4)),
)
def marcus_newman(A):
    yield then(sq(permanent(A)), "<=", permanent(A @ T(A)))


@claim(
    TRUE,
    "permanent and operator norm, n = 3",
    id="permanent-norm",
    domain=square(n=3),
)
def permanent_norm(A):
    yield then(absolute(permanent(A)), "<=", op(A) * op(A) * op(A))


@claim(
    TRUE,
    "determinants of three",
    id="det-three",
    domain=psd(count=3, n=(1, 3)),
)
def det_three(A, B, C):
    yield then(det(A + C) + det(B + C), "<=", det(A + B + C) + det(C))


@claim(
    TRUE,
    "Lin 2014: determinants of three, all of them",
    id="det-three-lin",
    domain=psd(count=3, n=(1, 3)),
)
def det_three_lin(A, B, C):
    left = det(A + B) + det(B + C) + det(A + C)
    yield then(left, "<=", det(A + B + C) + det(A) + det(B) + det(C))


@claim(
    TRUE,
    "Schur and Oppenheim: the stronger form",
    id="oppenheim-schur",
    domain=psd(count=2, n=(1, 3)),
)
def oppenheim_schur(A, B):
    left = det(A) * product(diagonal(B)) + det(B) * product(diagonal(A))
    yield then(left, "<=", det(hadamard(A, B)) + det(A) * det(B))


@claim(
    TRUE,
    "Hua 1955",
    id="hua",
    domain=square(count=2, n=(1, 3)),
)
def hua(A, B):
    yield given(op(A), "<", 1)
    yield given(op(B), "<", 1)
    yield then(det(I - T(A) @ A) * det(I - T(B) @ B), "<=", sq(det(I - T(A) @ B)))


@claim(
    TRUE,
    "trace and rank of a symmetric matrix",
    id="trace-rank-symmetric",
    domain=symmetric(n=(1, 4)),
)
def trace_rank(A):
    yield then(sq(trace(A)), "<=", rank(A) * trace(A @ A))


@claim(
    TRUE,
    "arithmetic and geometric mean",
    id="det-trace-positive",
    domain=psd(n=3),
)
def det_trace(A):
    yield then(27 * det(A), "<=", trace(A) * trace(A) * trace(A))


@claim(
    TRUE,
    "Hadamard's bound for n = 4",
    id="hadamard-four",
    domain=bounded(1, n=4),
)
def hadamard_four(A):
    yield then(absolute(det(A)), "<=", 16)
