"""False statements, third set: doubly stochastic and other nonnegative matrices, graphs."""

from benchmarks.unseen.matrices import FALSE, FIRST, ONES, RAISE
from perturb import claim, then
from perturb.domains import doubly_stochastic, graph, m_matrix, nonnegative, square, totally_nonnegative
from perturb.vocab import (
    det,
    entries,
    hadamard,
    nuclear,
    permanent,
    pinv,
    rank,
    row_sums,
    rows,
    spectral_radius,
    total,
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
