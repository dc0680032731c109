"""False statements, fifth set: graphs."""

from benchmarks.unseen.matrices import FALSE
from perturb import claim, then
from perturb.domains import graph
from perturb.vocab import diag, entries, lam, lam_max, lam_min, largest, row_sums, rows, sq, total, trace

KNOWN = {}


@claim(FALSE, "the spectral radius, edges and vertices", id="edges-and-vertices", domain=graph(n=(2, 6)))
def edges_and_vertices(A):
    """Hong 1988: true without isolated vertices."""
    yield then(sq(lam_max(A)), "<=", total(entries(A)) - rows(A) + 1)


KNOWN["edges-and-vertices"] = {
    "A": [[0, 1, 1, 0, 0], [1, 0, 1, 0, 0], [1, 1, 0, 0, 0], [0, 0, 0, 0, 0], [0, 0, 0, 0, 0]]
}


@claim(FALSE, "the Laplacian and the largest degree", id="laplacian-degree", domain=graph(n=(2, 6)))
def laplacian_degree(A):
    """Grone and Merris 1994 have the other direction, for graphs with an edge."""
    yield then(lam_max(diag(row_sums(A)) - A), "<=", largest(row_sums(A)) + 1)


KNOWN["laplacian-degree"] = {"A": [[0, 1, 0, 1], [1, 0, 1, 0], [0, 1, 0, 1], [1, 0, 1, 0]]}


@claim(FALSE, "triangles and edges", id="triangles-and-edges", domain=graph(n=(2, 8)))
def triangles_and_edges(A):
    """With a factor of one it is true, and the best for large complete graphs (Kruskal 1963, Katona 1968)."""
    yield then(2 * sq(trace(A @ A @ A)), "<=", total(entries(A)) ** 3)


KNOWN["triangles-and-edges"] = {"A": [[int(i != j) for j in range(6)] for i in range(6)]}


@claim(FALSE, "the spread of a graph", id="graph-spread", domain=graph(n=(2, 8)))
def graph_spread(A):
    """Gregory, Hershkowitz, Kirkland 2001 conjectured the maximum; proved for many vertices in 2022."""
    yield then(lam_max(A) - lam_min(A), "<=", rows(A))


KNOWN["graph-spread"] = {"A": [[0, 1, 1, 1], [1, 0, 1, 1], [1, 1, 0, 0], [1, 1, 0, 0]]}


@claim(FALSE, "the fourth eigenvalue of a graph", id="fourth-eigenvalue", domain=graph(n=12))
def fourth_eigenvalue(A):
    """Asked by Hong in 1993; true of the second, refuted by Nikiforov 2015 and Linz 2023: an icosahedron."""
    yield then(lam(A)[4], "<=", 2)


KNOWN["fourth-eigenvalue"] = {
    "A": [
        [0, 1, 1, 0, 0, 1, 1, 1, 0, 0, 0, 0],
        [1, 0, 1, 1, 0, 0, 0, 1, 1, 0, 0, 0],
        [1, 1, 0, 0, 1, 0, 1, 0, 1, 0, 0, 0],
        [0, 1, 0, 0, 0, 0, 0, 1, 1, 1, 0, 1],
        [0, 0, 1, 0, 0, 0, 1, 0, 1, 1, 1, 0],
        [1, 0, 0, 0, 0, 0, 1, 1, 0, 0, 1, 1],
        [1, 0, 1, 0, 1, 1, 0, 0, 0, 0, 1, 0],
        [1, 1, 0, 1, 0, 1, 0, 0, 0, 0, 0, 1],
        [0, 1, 1, 1, 1, 0, 0, 0, 0, 1, 0, 0],
        [0, 0, 0, 1, 1, 0, 0, 0, 1, 0, 1, 1],
        [0, 0, 0, 0, 1, 1, 1, 0, 0, 1, 0, 1],
        [0, 0, 0, 1, 0, 1, 0, 1, 0, 1, 1, 0],
    ]
}
