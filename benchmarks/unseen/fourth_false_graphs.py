"""False statements, fourth set: graphs."""

from benchmarks.unseen.matrices import FALSE, SWAP
from perturb import claim, then
from perturb.domains import graph
from perturb.vocab import (
    I,
    ascending,
    diag,
    entries,
    hadamard,
    lam,
    lam_max,
    nuclear,
    ones_matrix,
    row_sums,
    rows,
    smallest,
    sq,
    total,
)

KNOWN = {}


@claim(FALSE, "the two Zagreb indices", id="zagreb-indices", domain=graph(n=(2, 10)))
def zagreb_indices(A):
    """Conjectured by AutoGraphiX, refuted by Hansen and Vukicevic 2007: a star and a triangle."""
    d = row_sums(A)
    yield then(total(d) * total(sq(d)), "<=", rows(A) * total(d * (A @ d)))


KNOWN["zagreb-indices"] = {
    "A": [
        [0, 1, 1, 1, 1, 1, 0, 0, 0],
        [1, 0, 0, 0, 0, 0, 0, 0, 0],
        [1, 0, 0, 0, 0, 0, 0, 0, 0],
        [1, 0, 0, 0, 0, 0, 0, 0, 0],
        [1, 0, 0, 0, 0, 0, 0, 0, 0],
        [1, 0, 0, 0, 0, 0, 0, 0, 0],
        [0, 0, 0, 0, 0, 0, 0, 1, 1],
        [0, 0, 0, 0, 0, 0, 1, 0, 1],
        [0, 0, 0, 0, 0, 0, 1, 1, 0],
    ]
}


@claim(
    FALSE, "the spectral radius of a graph and its complement", id="graph-complement", domain=graph(n=(2, 8))
)
def graph_complement(A):
    """Nosal 1970 has sqrt 2 times n; 4/3 is right (Csikvari 2009, Terpai 2011)."""
    B = ones_matrix(rows(A), rows(A)) - I - A
    yield then(lam_max(A) + lam_max(B), "<=", rows(A))


KNOWN["graph-complement"] = {
    "A": [
        [0, 1, 1, 0, 0, 0],
        [1, 0, 1, 0, 0, 0],
        [1, 1, 0, 0, 0, 0],
        [0, 0, 0, 0, 0, 0],
        [0, 0, 0, 0, 0, 0],
        [0, 0, 0, 0, 0, 0],
    ]
}


@claim(FALSE, "the energy of a graph without an edge", id="energy-of-deletion", domain=graph(n=4))
def energy_of_deletion(A):
    """Day and So 2007: a square has energy 4, a path more."""
    K = [[1, 0, 1, 1], [0, 1, 1, 1], [1, 1, 1, 1], [1, 1, 1, 1]]
    yield then(nuclear(hadamard(A, K)), "<=", nuclear(A))


KNOWN["energy-of-deletion"] = {"A": [[0, 1, 0, 1], [1, 0, 1, 0], [0, 1, 0, 1], [1, 0, 1, 0]]}


@claim(FALSE, "algebraic connectivity and the least degree", id="connectivity-degree", domain=graph(n=(2, 6)))
def connectivity_degree(A):
    """Fiedler 1973: true but for complete graphs."""
    L = diag(row_sums(A)) - A
    yield then(ascending(lam(L))[2], "<=", smallest(row_sums(A)))


KNOWN["connectivity-degree"] = {"A": SWAP}


@claim(FALSE, "the spectral radius of a graph and its edges", id="nosal-triangles", domain=graph(n=(2, 6)))
def nosal_triangles(A):
    """Nosal 1970: true without triangles."""
    yield then(2 * sq(lam_max(A)), "<=", total(entries(A)))


KNOWN["nosal-triangles"] = {"A": [[0, 1, 1], [1, 0, 1], [1, 1, 0]]}
