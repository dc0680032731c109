"""False statements, third set: doubly stochastic and other nonnegative matrices, graphs.

And: given sums, traces and determinants.
"""

from benchmarks.unseen import FALSE, FIRST, ONES, RAISE, TURN
from perturb import claim, given, then
from perturb.domains import (
    doubly_stochastic,
    graph,
    m_matrix,
    nonnegative,
    positive_definite,
    psd,
    square,
    symmetric,
    totally_nonnegative,
)
from perturb.vocab import (
    I,
    T,
    column_sums,
    commutator,
    det,
    entries,
    fro,
    hadamard,
    inv,
    lam_max,
    lam_min,
    nuclear,
    numerical_radius,
    op,
    permanent,
    pinv,
    rank,
    row_sums,
    rows,
    spectral_radius,
    sq,
    total,
    trace,
)

KNOWN = {}


@claim(
    FALSE,
    "the permanent of a product of doubly stochastic matrices",
    id="permanent-doubly-stochastic",
    domain=doubly_stochastic(count=2, n=3),
)
def permanent_doubly_stochastic(A, B):
    """Minc, Permanents, 1978, has a counterexample by Jurkat; here another."""
    yield then(permanent(A @ B), "<=", permanent(A))


KNOWN["permanent-doubly-stochastic"] = {
    "A": [["13/24", "11/24", 0], ["11/24", "7/24", "1/4"], [0, "1/4", "3/4"]],
    "B": [["1/2", "1/2", 0], ["1/2", "1/2", 0], [0, 0, 1]],
}


@claim(
    FALSE,
    "the rank of the square of a doubly stochastic matrix",
    id="doubly-stochastic-rank",
    domain=doubly_stochastic(n=(1, 4)),
)
def doubly_stochastic_rank(A):
    """True of symmetric ones and of normal ones."""
    yield then(rank(A), "<=", rank(A @ A))


KNOWN["doubly-stochastic-rank"] = {"A": [["1/2", "1/2", 0], ["1/6", "1/6", "2/3"], ["1/3", "1/3", "1/3"]]}


@claim(
    FALSE,
    "a sum of M-matrices",
    id="m-matrix-sum",
    domain=m_matrix(count=2, n=(1, 3)),
)
def m_matrix_sum(A, B):
    """Horn and Johnson, Topics, 2.5: true where a common vector is made positive."""
    yield then(0, "<", det(A + B))


KNOWN["m-matrix-sum"] = {"A": [[1, -3], [0, 1]], "B": [[1, 0], [-3, 1]]}


@claim(
    FALSE,
    "a sum of totally nonnegative matrices",
    id="totally-nonnegative-sum",
    domain=totally_nonnegative(count=2, n=(1, 3)),
)
def totally_nonnegative_sum(A, B):
    """The product is totally nonnegative (Fallat and Johnson 2011)."""
    yield then(0, "<=", det(A + B))


KNOWN["totally-nonnegative-sum"] = {"A": [[1, 3], [0, 1]], "B": [[1, 0], [3, 1]]}


@claim(
    FALSE,
    "the entrywise product of totally nonnegative matrices",
    id="totally-nonnegative-hadamard",
    domain=totally_nonnegative(count=2, n=3),
)
def totally_nonnegative_hadamard(A, B):
    """Markham 1970; Fallat and Johnson 2011, Chapter 8."""
    yield then(0, "<=", det(hadamard(A, B)))


KNOWN["totally-nonnegative-hadamard"] = {
    "A": [[1, 1, 0], [1, 1, 1], [1, 1, 1]],
    "B": [[1, 1, 1], [1, 1, 1], [0, 1, 1]],
}


@claim(
    FALSE,
    "the energy of a graph",
    id="graph-energy",
    domain=graph(n=(2, 10)),
)
def graph_energy(A):
    """Gutman 1978 asked; line graphs of complete graphs exceed it (Walikar, Ramane, Hampiholi 1999)."""
    yield then(nuclear(A), "<=", 2 * rows(A) - 2)


KNOWN["graph-energy"] = {
    "A": [
        [0, 1, 1, 1, 1, 1, 1, 0, 0, 0],
        [1, 0, 1, 1, 1, 0, 0, 1, 1, 0],
        [1, 1, 0, 1, 0, 1, 0, 1, 0, 1],
        [1, 1, 1, 0, 0, 0, 1, 0, 1, 1],
        [1, 1, 0, 0, 0, 1, 1, 1, 1, 0],
        [1, 0, 1, 0, 1, 0, 1, 1, 0, 1],
        [1, 0, 0, 1, 1, 1, 0, 0, 1, 1],
        [0, 1, 1, 0, 1, 1, 0, 0, 1, 1],
        [0, 1, 0, 1, 1, 0, 1, 1, 0, 1],
        [0, 0, 1, 1, 0, 1, 1, 1, 1, 0],
    ]
}


@claim(
    FALSE,
    "the spectral radius and the mean of the row sums",
    id="mean-row-sum",
    domain=nonnegative(n=(1, 4)),
)
def mean_row_sum(A):
    """True of symmetric matrices."""
    yield then(total(row_sums(A)), "<=", rows(A) * spectral_radius(A))


KNOWN["mean-row-sum"] = {"A": RAISE}


@claim(
    FALSE,
    "the pseudo-inverse of a product",
    id="reverse-order-law",
    domain=square(count=2, n=(1, 3)),
)
def reverse_order_law(A, B):
    """Greville 1966 says when."""
    yield then(entries(pinv(A @ B)), "==", entries(pinv(B) @ pinv(A)))


KNOWN["reverse-order-law"] = {"A": FIRST, "B": ONES}


@claim(
    FALSE,
    "the cube of a matrix of trace zero",
    id="trace-free-cube",
    domain=symmetric(n=3),
)
def trace_free_cube(A):
    """6 is right: the skewness of n numbers is at most (n - 2) / sqrt(n - 1)."""
    yield given(trace(A), "==", 0)
    yield then(7 * sq(trace(A @ A @ A)), "<=", fro(A) ** 6)


KNOWN["trace-free-cube"] = {"A": [[1, 0, 0], [0, 1, 0], [0, 0, -2]]}


@claim(
    FALSE,
    "the trace of an orthogonal matrix and of its square",
    id="orthogonal-trace",
    domain=square(n=2),
)
def orthogonal_trace(A):
    """True of symmetric matrices; a turn by a right angle."""
    yield given(entries(T(A) @ A - I), "==", 0)
    yield then(sq(trace(A)), "<=", 2 * trace(A @ A))


KNOWN["orthogonal-trace"] = {"A": TURN}


@claim(
    FALSE,
    "cofactors of a matrix with zero row sums",
    id="equal-cofactors",
    domain=square(n=3),
)
def equal_cofactors(A):
    """True where the columns sum to zero too (the matrix-tree theorem)."""
    yield given(row_sums(A), "==", 0)
    yield then(A[1, 1] * A[2, 2] - A[1, 2] * A[2, 1], "==", A[2, 2] * A[3, 3] - A[2, 3] * A[3, 2])


KNOWN["equal-cofactors"] = {"A": [[1, -1, 0], [0, 1, -1], [0, 0, 0]]}


@claim(
    FALSE,
    "a minor of a symmetric matrix with zero row sums",
    id="laplacian-minor",
    domain=symmetric(n=3),
)
def laplacian_minor(A):
    """True of Laplacians, with no positive entry off the diagonal."""
    yield given(row_sums(A), "==", 0)
    yield then(0, "<=", A[1, 1] * A[2, 2] - sq(A[1, 2]))


KNOWN["laplacian-minor"] = {"A": [[1, -2, 1], [-2, 1, 1], [1, 1, -2]]}


@claim(
    FALSE,
    "the numerical radius of a stochastic matrix",
    id="stochastic-numerical-radius",
    domain=nonnegative(n=(1, 4)),
)
def stochastic_numerical_radius(A):
    """True of the spectral radius."""
    yield given(row_sums(A), "==", 1)
    yield then(numerical_radius(A), "<=", 1)


KNOWN["stochastic-numerical-radius"] = {"A": [[1, 0], [1, 0]]}


@claim(
    FALSE,
    "the distance of density matrices",
    id="density-distance",
    domain=psd(count=2, n=(1, 3)),
)
def density_distance(A, B):
    """True where one of them is pure (Nielsen and Chuang, 9.2)."""
    yield given(trace(A), "==", 1)
    yield given(trace(B), "==", 1)
    yield then(2 - 2 * trace(A @ B), "<=", nuclear(A - B))


KNOWN["density-distance"] = {"A": [["1/2", 0], [0, "1/2"]], "B": [["1/2", 0], [0, "1/2"]]}


@claim(
    FALSE,
    "the commutator of density matrices",
    id="density-commutator",
    domain=psd(count=2, n=(1, 3)),
)
def density_commutator(A, B):
    """1/2 is right, at pure states of angle 45 degrees."""
    yield given(trace(A), "==", 1)
    yield given(trace(B), "==", 1)
    yield then(3 * sq(fro(commutator(A, B))), "<=", 1)


KNOWN["density-commutator"] = {"A": FIRST, "B": [["9/25", "12/25"], ["12/25", "16/25"]]}


@claim(
    FALSE,
    "matrices of equal trace and determinant, n = 3",
    id="trace-and-determinant",
    domain=symmetric(count=2, n=3),
)
def trace_and_determinant(A, B):
    """True for n = 2."""
    yield given(trace(A), "==", trace(B))
    yield given(det(A), "==", det(B))
    yield then(fro(A), "==", fro(B))


KNOWN["trace-and-determinant"] = {
    "A": [[0, 0, 0], [0, 0, 0], [0, 0, 0]],
    "B": [[1, 0, 0], [0, -1, 0], [0, 0, 0]],
}


@claim(
    FALSE,
    "a matrix with the trace of its square",
    id="trace-of-the-square",
    domain=symmetric(n=(1, 4)),
)
def trace_of_the_square(A):
    """The traces of three powers make a positive semidefinite matrix a projection."""
    yield given(trace(A), "==", trace(A @ A))
    yield then(trace(A), "==", rank(A))


KNOWN["trace-of-the-square"] = {"A": [["6/5", 0], [0, "2/5"]]}


@claim(
    FALSE,
    "the fourth power of a skew matrix",
    id="skew-fourth",
    domain=square(n=4),
)
def skew_fourth(A):
    """True with 2 in place of 3."""
    yield given(entries(T(A)), "==", entries(-A))
    yield then(3 * trace(A @ A @ A @ A), "<=", sq(trace(A @ A)))


KNOWN["skew-fourth"] = {"A": [[0, 1, 0, 0], [-1, 0, 0, 0], [0, 0, 0, 0], [0, 0, 0, 0]]}


@claim(
    FALSE,
    "the extreme eigenvalues of a matrix of trace zero",
    id="trace-zero-extremes",
    domain=symmetric(n=3),
)
def trace_zero_extremes(A):
    """With 2 in place of 3/2 it is true."""
    yield given(trace(A), "==", 0)
    yield then(2 * lam_max(A), "<=", -3 * lam_min(A))


KNOWN["trace-zero-extremes"] = {"A": [[2, 0, 0], [0, -1, 0], [0, 0, -1]]}


@claim(
    FALSE,
    "traces of a matrix and its inverse, determinant 1",
    id="determinant-one",
    domain=positive_definite(n=3),
)
def determinant_one(A):
    """The second elementary symmetric function may be smaller than the first."""
    yield given(det(A), "==", 1)
    yield then(trace(A), "<=", trace(inv(A)))


KNOWN["determinant-one"] = {"A": [[4, 0, 0], [0, "1/2", 0], [0, 0, "1/2"]]}


@claim(
    FALSE,
    "the norm of a matrix whose rows and columns sum to 1",
    id="magic-norm",
    domain=square(n=(1, 3)),
)
def magic_norm(A):
    """True of doubly stochastic matrices (Horn and Johnson, Matrix Analysis, 8.7)."""
    yield given(row_sums(A), "==", 1)
    yield given(column_sums(A), "==", 1)
    yield then(op(A), "<=", 1)


KNOWN["magic-norm"] = {"A": [[2, -1], [-1, 2]]}


@claim(
    FALSE,
    "determinants of a column of blocks",
    id="isometric-column",
    domain=square(count=2, n=(1, 3)),
)
def isometric_column(A, B):
    """True of the squares of the determinants."""
    yield given(entries(T(A) @ A + T(B) @ B - I), "==", 0)
    yield then(det(A) + det(B), "<=", 1)


KNOWN["isometric-column"] = {"A": [["3/5"]], "B": [["4/5"]]}
