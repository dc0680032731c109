"""True statements, third set: nonnegative matrices, blocks, graphs."""

from benchmarks.unseen.matrices import TRUE
from perturb import claim, then
from perturb.domains import graph, m_matrix, nonnegative, positive_blocks, psd, totally_nonnegative
from perturb.vocab import (
    det,
    diagonal,
    entries,
    entrywise_power,
    lam_max,
    lam_min,
    nuclear,
    op,
    product,
    row_sums,
    smallest,
    spectral_radius,
    sq,
    total,
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
