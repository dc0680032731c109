"""True statements, third set: nonnegative matrices, blocks, graphs; given sums, traces and determinants."""

from benchmarks.unseen import TRUE
from perturb import claim, given, then
from perturb.domains import (
    doubly_stochastic,
    graph,
    m_matrix,
    nonnegative,
    positive_blocks,
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
    diagonal,
    entries,
    entrywise_power,
    fro,
    inv,
    lam_max,
    lam_min,
    nuclear,
    op,
    permanent,
    product,
    rank,
    row_sums,
    smallest,
    spectral_radius,
    sq,
    total,
    trace,
)


@claim(
    TRUE,
    "Hadamard's inequality of M-matrices",
    id="hadamard-m-matrix",
    domain=m_matrix(n=(1, 4)),
)
def hadamard_m_matrix(A):
    """Horn and Johnson, Topics, 2.5."""
    yield then(det(A), "<=", product(diagonal(A)))


@claim(
    TRUE,
    "Hadamard's inequality of totally nonnegative matrices",
    id="hadamard-totally-nonnegative",
    domain=totally_nonnegative(n=(1, 3)),
)
def hadamard_totally_nonnegative(A):
    """Gantmacher and Krein."""
    yield then(det(A), "<=", product(diagonal(A)))


@claim(
    TRUE,
    "the extreme eigenvalues of a graph",
    id="graph-extremes",
    domain=graph(n=(2, 6)),
)
def graph_extremes(A):
    """Perron and Frobenius."""
    yield then(-lam_min(A), "<=", lam_max(A))


@claim(
    TRUE,
    "the energy of a graph from below",
    id="energy-and-edges",
    domain=graph(n=(2, 6)),
)
def energy_and_edges(A):
    """Caporossi, Cvetkovic, Gutman, Hansen 1999."""
    yield then(2 * total(entries(A)), "<=", sq(nuclear(A)))


@claim(
    TRUE,
    "the norm of a corner",
    id="corner-norm",
    domain=positive_blocks(n=(1, 3)),
)
def corner_norm(A, B, C):
    """Horn and Johnson, Topics, 3.5."""
    yield then(sq(op(B)), "<=", op(A) * op(C))


@claim(
    TRUE,
    "the entrywise cube",
    id="entrywise-cube",
    domain=psd(n=(1, 4)),
)
def entrywise_cube(A):
    """Schur."""
    yield then(0, "loewner", entrywise_power(A, 3))


@claim(
    TRUE,
    "the spectral radius and the least row sum",
    id="least-row-sum",
    domain=nonnegative(n=(1, 4)),
)
def least_row_sum(A):
    """Frobenius."""
    yield then(smallest(row_sums(A)), "<=", spectral_radius(A))


@claim(
    TRUE,
    "the cube of a matrix of trace zero",
    id="trace-free-cube-six",
    domain=symmetric(n=3),
)
def trace_free_cube_six(A):
    """The skewness of three numbers."""
    yield given(trace(A), "==", 0)
    yield then(6 * sq(trace(A @ A @ A)), "<=", fro(A) ** 6)


@claim(
    TRUE,
    "the extreme eigenvalues of a matrix of trace zero",
    id="trace-zero-extremes-two",
    domain=symmetric(n=3),
)
def trace_zero_extremes_two(A):
    """The other two are at least the smallest."""
    yield given(trace(A), "==", 0)
    yield then(lam_max(A), "<=", -2 * lam_min(A))


@claim(
    TRUE,
    "Fricke's identity",
    id="fricke",
    domain=square(count=2, n=2),
)
def fricke(A, B):
    """Cayley and Hamilton."""
    yield given(det(A), "==", 1)
    yield given(det(B), "==", 1)
    yield then(trace(A @ B) + trace(A @ inv(B)), "==", trace(A) * trace(B))


@claim(
    TRUE,
    "the Frobenius norm where the determinant is 1",
    id="unimodular-frobenius",
    domain=square(n=3),
)
def unimodular_frobenius(A):
    """Two means of the singular values."""
    yield given(det(A), "==", 1)
    yield then(3, "<=", sq(fro(A)))


@claim(
    TRUE,
    "the trace where the determinant is 1",
    id="unimodular-trace",
    domain=positive_definite(n=3),
)
def unimodular_trace(A):
    """Two means of the eigenvalues."""
    yield given(det(A), "==", 1)
    yield then(3, "<=", trace(A))


@claim(
    TRUE,
    "the norm of a doubly stochastic matrix",
    id="doubly-stochastic-norm",
    domain=doubly_stochastic(n=(1, 4)),
)
def doubly_stochastic_norm(A):
    """Birkhoff."""
    yield then(fro(A @ A), "<=", fro(A))


@claim(
    TRUE,
    "the spectral radius of a stochastic matrix",
    id="stochastic-radius",
    domain=nonnegative(n=(1, 4)),
)
def stochastic_radius(A):
    """Perron and Frobenius."""
    yield given(row_sums(A), "==", 1)
    yield then(spectral_radius(A), "<=", 1)


@claim(
    TRUE,
    "van der Waerden's conjecture, n = 3",
    id="van-der-waerden",
    domain=doubly_stochastic(n=3),
)
def van_der_waerden(A):
    """Marcus and Newman 1959; Egorychev, Falikman 1981."""
    yield then(2, "<=", 9 * permanent(A))


@claim(
    TRUE,
    "the rank of a doubly stochastic matrix",
    id="doubly-stochastic-gram",
    domain=doubly_stochastic(n=(1, 4)),
)
def doubly_stochastic_gram(A):
    """As of any real matrix."""
    yield then(rank(A), "==", rank(T(A) @ A))


@claim(
    TRUE,
    "cofactors where rows and columns sum to zero",
    id="matrix-tree",
    domain=square(n=3),
)
def matrix_tree(A):
    """The matrix-tree theorem."""
    yield given(row_sums(A), "==", 0)
    yield given(column_sums(A), "==", 0)
    yield then(A[1, 1] * A[2, 2] - A[1, 2] * A[2, 1], "==", A[2, 2] * A[3, 3] - A[2, 3] * A[3, 2])


@claim(
    TRUE,
    "zero row sums",
    id="zero-row-sums",
    domain=square(n=(1, 4)),
)
def zero_row_sums(A):
    """The vector of ones."""
    yield given(row_sums(A), "==", 0)
    yield then(det(A), "==", 0)


@claim(
    TRUE,
    "the purity of a density matrix",
    id="purity",
    domain=psd(n=(1, 4)),
)
def purity(A):
    """Nielsen and Chuang."""
    yield given(trace(A), "==", 1)
    yield then(trace(A @ A), "<=", 1)


@claim(
    TRUE,
    "the trace distance of density matrices",
    id="density-trace-distance",
    domain=psd(count=2, n=(1, 3)),
)
def density_trace_distance(A, B):
    """The triangle inequality."""
    yield given(trace(A), "==", 1)
    yield given(trace(B), "==", 1)
    yield then(nuclear(A - B), "<=", 2)


@claim(
    TRUE,
    "the commutator of density matrices",
    id="density-commutator-half",
    domain=psd(count=2, n=(1, 3)),
)
def density_commutator_half(A, B):
    """Convexity, and pure states."""
    yield given(trace(A), "==", 1)
    yield given(trace(B), "==", 1)
    yield then(2 * sq(fro(commutator(A, B))), "<=", 1)


@claim(
    TRUE,
    "the determinant of a skew matrix",
    id="skew-even",
    domain=square(n=(1, 4)),
)
def skew_even(A):
    """Cayley: the square of the Pfaffian."""
    yield given(entries(T(A)), "==", entries(-A))
    yield then(0, "<=", det(A))


@claim(
    TRUE,
    "the determinant of a skew matrix, n = 3",
    id="skew-odd",
    domain=square(n=3),
)
def skew_odd(A):
    """Jacobi."""
    yield given(entries(T(A)), "==", entries(-A))
    yield then(det(A), "==", 0)


@claim(
    TRUE,
    "norms in a column of blocks",
    id="isometric-column-norm",
    domain=square(count=2, n=(1, 3)),
)
def isometric_column_norm(A, B):
    """A part of an isometry."""
    yield given(entries(T(A) @ A + T(B) @ B - I), "==", 0)
    yield then(op(A), "<=", 1)


@claim(
    TRUE,
    "determinants in a column of blocks",
    id="isometric-column-determinant",
    domain=square(count=2, n=(1, 3)),
)
def isometric_column_determinant(A, B):
    """Minkowski's inequality."""
    yield given(entries(T(A) @ A + T(B) @ B - I), "==", 0)
    yield then(sq(det(A)) + sq(det(B)), "<=", 1)
