"""True statements, first half: order, determinants, permanents, ranks, each eigenvalue."""

from benchmarks.unseen import TRUE
from perturb import claim, given, then
from perturb.domains import (
    diagonal_matrices,
    orthogonal,
    positive_definite,
    projection,
    psd,
    square,
    symmetric,
    together,
    vector,
)
from perturb.vocab import (
    I,
    T,
    absolute,
    block,
    column_matrix,
    det,
    diagonal,
    hadamard,
    inv,
    lam,
    lam_max,
    leading,
    mat_exp,
    matpow,
    op,
    rank,
    rows,
    s,
    schur,
    sq,
    total,
    trace,
    trailing,
    upper_right,
)


@claim(
    TRUE,
    "the block of a positive matrix",
    id="bhatia-kittaneh-block",
    domain=psd(n=4),
)
def block_each(M):
    yield then(2 * s(upper_right(M, 2)), "<=", s(M)[:2])


@claim(
    TRUE,
    "determinants of blocks",
    id="det-of-blocks",
    domain=psd(n=4),
)
def det_of_blocks(M):
    X = upper_right(M, 2)
    yield then(det(M) + sq(det(X)), "<=", det(leading(M, 2)) * det(trailing(M, 2)))


@claim(
    TRUE,
    "Schur complements are superadditive",
    id="schur-superadditive",
    domain=positive_definite(count=2, n=(2, 4)),
)
def schur_superadditive(A, B):
    yield then(schur(A, 1) + schur(B, 1), "loewner", schur(A + B, 1))


@claim(
    TRUE,
    "the inverse is convex in order",
    id="inverse-convex",
    domain=positive_definite(count=2, n=(1, 3)),
)
def inverse_convex(A, B):
    yield then(4 * inv(A + B), "loewner", inv(A) + inv(B))


@claim(
    TRUE,
    "the diagonal of an inverse",
    id="diagonal-of-inverse",
    domain=positive_definite(n=(1, 4)),
)
def diagonal_of_inverse(A):
    yield then(1, "<=", diagonal(A) * diagonal(inv(A)))


@claim(
    TRUE,
    "the square is convex in order",
    id="square-convex",
    domain=symmetric(count=2, n=(1, 4)),
)
def square_convex(A, B):
    yield then((A + B) @ (A + B), "loewner", 2 * (A @ A + B @ B))


@claim(
    TRUE,
    "the exponential is convex for each eigenvalue",
    id="exponential-convex-each",
    domain=symmetric(count=2, n=(1, 3)),
)
def exponential_convex_each(A, B):
    """Bourin; Aujla and Silva 2003: a monotone convex function."""
    yield then(2 * lam(mat_exp((A + B) / 2)), "<=", lam(mat_exp(A) + mat_exp(B)))


@claim(
    TRUE,
    "the cube is convex for each eigenvalue",
    id="cube-convex-each",
    domain=psd(count=2, n=(1, 3)),
)
def cube_convex_each(A, B):
    yield then(lam(matpow(A + B, 3)), "<=", lam(4 * (matpow(A, 3) + matpow(B, 3))))


@claim(
    TRUE,
    "entrywise squares keep the order",
    id="entrywise-square-monotone",
    domain=psd(count=2, n=(1, 4)),
)
def entrywise_square_monotone(A, C):
    yield then(hadamard(A, A), "loewner", hadamard(A + C, A + C))


@claim(
    TRUE,
    "the entrywise square from below",
    id="entrywise-square-below",
    domain=psd(n=(1, 4)),
)
def entrywise_square_below(A):
    yield then(sq(op(A)), "<=", rows(A) * op(hadamard(A, A)))


@claim(
    TRUE,
    "trace of ABAB and of AABB, symmetric",
    id="trace-abab-symmetric",
    domain=symmetric(count=2, n=(1, 4)),
)
def trace_abab(A, B):
    yield then(trace(A @ B @ A @ B), "<=", trace(A @ A @ B @ B))


@claim(
    TRUE,
    "orthogonal matrices of opposite determinants",
    id="orthogonal-opposite",
    domain=orthogonal(count=2, n=(1, 4)),
)
def orthogonal_opposite(A, B):
    yield given(det(A), "==", -det(B))
    yield then(det(A + B), "==", 0)


@claim(
    TRUE,
    "skew matrices",
    id="skew-determinant",
    domain=square(n=(1, 4)),
)
def skew(A):
    yield then(1, "<=", det(I + A - T(A)))


@claim(
    TRUE,
    "ranks of powers",
    id="ranks-of-powers",
    domain=square(n=(1, 4)),
)
def ranks_of_powers(A):
    yield then(2 * rank(A @ A), "<=", rank(A) + rank(A @ A @ A))


@claim(
    TRUE,
    "rank of a difference of projections",
    id="rank-of-projection-difference",
    domain=projection(count=2, n=(1, 4)),
)
def rank_of_difference(P, Q):
    yield then(rank(P - Q), "==", 2 * rank(P + Q) - rank(P) - rank(Q))


@claim(
    TRUE,
    "a rank-one update and the next eigenvalue",
    id="rank-one-interlacing",
    domain=together(A=symmetric(), v=vector(), n=(2, 4)),
)
def rank_one(A, v):
    B = A + column_matrix(v) @ T(column_matrix(v))
    yield then(lam(B)[2], "<=", lam(A)[1], "<=", lam(B)[1])


@claim(
    TRUE,
    "Sylvester's determinant identity",
    id="sylvester-determinant",
    domain=square(count=2, n=(1, 4)),
)
def sylvester(A, B):
    yield then(det(I + A @ B), "==", det(I + B @ A))


@claim(
    TRUE,
    "a diagonal factor",
    id="diagonal-factor",
    domain=together(A=square(), D=diagonal_matrices(), n=(1, 4)),
)
def diagonal_factor(A, D):
    yield then(absolute(trace(A @ D)), "<=", op(D) * total(absolute(diagonal(A))))


@claim(
    TRUE,
    "traces of corners",
    id="traces-of-corners",
    domain=psd(n=4),
)
def traces_of_corners(M):
    yield then(sq(trace(upper_right(M, 2))), "<=", trace(leading(M, 2)) * trace(trailing(M, 2)))


@claim(
    TRUE,
    "a positive block matrix with equal corners",
    id="equal-corners",
    domain=symmetric(count=2, n=(1, 3)),
)
def equal_corners(A, B):
    yield then(lam_max(block(A, B, B, A)), ">=", lam_max(A))
