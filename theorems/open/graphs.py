"""Eigenvalues of graphs."""

from __future__ import annotations

from itertools import combinations
from typing import Any

from perturb import claim, given, index, then
from perturb.domains import graph, square
from perturb.statements.problem import problem
from perturb.vocab import (
    cols,
    degrees,
    det,
    diag,
    diagonal,
    entries,
    eye,
    lam,
    lam_max,
    lam_min,
    laplacian,
    larger,
    largest,
    matpow,
    nuclear,
    ones_matrix,
    partial_sums,
    row,
    smaller,
    smallest,
    sq,
    total,
    trace,
)
from theorems.open import OPEN


def edges(A: Any) -> Any:
    """The number of edges of a graph with this adjacency matrix."""
    return total(entries(A)) / 2


@claim(
    OPEN,
    "Brouwer's conjecture",
    id="brouwer",
    domain=graph(n=(2, 8)),
    problem=problem(
        "A. E. Brouwer and W. H. Haemers, Spectra of Graphs, Springer (2012), section 3.9",
        "partly",
        "2025-03-14",
        said="X. Chen and J. Zi, arXiv:2503.11165 (2025)",
        known="k = 1, 2, n - 1, n; trees; regular and split graphs; up to 10 vertices by computer",
    ),
)
def sums_of_laplacian_eigenvalues(A):
    """The k largest Laplacian eigenvalues add up to at most the number of edges and k (k + 1) / 2."""
    k = index("k", 1, cols(A))
    yield then(partial_sums(lam(laplacian(A)))[k], "<=", edges(A) + k * (k + 1) / 2)


@claim(
    OPEN,
    "The signless form of Brouwer's conjecture",
    id="brouwer-signless",
    domain=graph(n=(2, 8)),
    problem=problem(
        "F. Ashraf, G. R. Omidi and B. Tayfeh-Rezaie, On the sum of signless Laplacian eigenvalues of a "
        "graph, Linear "
        "Algebra Appl. 438 (2013) 4539-4546",
        "partly",
        "2013",
        known="k = 1, 2, n - 1, n; regular graphs",
    ),
)
def sums_of_signless_eigenvalues(A):
    """The k largest eigenvalues of D + A add up to at most the number of edges and k (k + 1) / 2."""
    k = index("k", 1, cols(A))
    yield then(partial_sums(lam(diag(degrees(A)) + A))[k], "<=", edges(A) + k * (k + 1) / 2)


def complete_fours(A: Any, n: int) -> Any:
    """The number of complete subgraphs of four vertices."""
    a = [[row(A, i)[j] for j in range(1, n + 1)] for i in range(1, n + 1)]
    return sum(
        a[i][j] * a[i][k] * a[i][m] * a[j][k] * a[j][m] * a[k][m] for i, j, k, m in combinations(range(n), 4)
    )


BOLLOBAS = (
    "B. Bollobas and V. Nikiforov, Cliques and the spectral radius, J. Combin. Theory Ser. B 97 (2007) "
    "859-865"
)


@claim(
    OPEN,
    "Bollobas and Nikiforov's conjecture without a complete graph of four",
    id="bollobas-nikiforov",
    domain=graph(n=7),
    problem=problem(
        BOLLOBAS,
        "partly",
        "2026-04-10",
        said="P. Giacomelli, arXiv:2603.26379 (2026); J. Zeng and X.-D. Zhang, Linear Algebra Appl. 710 "
        "(2025) 230-242",
        known="no triangles; regular graphs (S. Zhang 2024); three colours; few triangles; line graphs",
        encodes="clique number at most 3, seven vertices",
    ),
)
def squares_of_two_eigenvalues(A):
    """Without K_4 the squares of the two largest eigenvalues add up to at most 4/3 of the number of edges."""
    yield given(complete_fours(A, 7), "==", 0)
    x = lam(A)
    yield then(sq(x[1]) + sq(x[2]), "<=", 4 * edges(A) / 3)


@claim(
    OPEN,
    "Elphick, Linz and Wocjan's strengthened form",
    id="elphick-linz-wocjan",
    domain=graph(n=7),
    problem=problem(
        "C. Elphick, W. Linz and P. Wocjan, Two conjectured strengthenings of Turan's theorem, Linear "
        "Algebra Appl. "
        "684 (2024) 23-36",
        "partly",
        "2025-04-01",
        said="J. Zeng and X.-D. Zhang, Linear Algebra Appl. 710 (2025) 230-242",
        known="few triangles; line graphs under conditions; weakly perfect graphs",
        encodes="clique number at most 3, seven vertices",
    ),
)
def squares_of_three_eigenvalues(A):
    """Without K_4 the squares of the positive ones among three eigenvalues add up to at most 4/3 of the
    edges.
    """
    yield given(complete_fours(A, 7), "==", 0)
    x = lam(A)
    positive = sum(sq(larger(x[k], 0)) for k in (2, 3))
    yield then(sq(x[1]) + positive, "<=", 4 * edges(A) / 3)


@claim(
    OPEN,
    "Two eigenvalues of a graph without triangles",
    id="triangle-free-squares",
    domain=graph(n=(2, 8)),
    problem=problem(
        BOLLOBAS,
        "proved",
        "2021",
        said="H. Lin, B. Ning and B. Wu, Eigenvalues and triangles in graphs, Combin. Probab. Comput. 30 "
        "(2021) 258-270",
        encodes="clique number 2",
    ),
)
def squares_without_triangles(A):
    """Without triangles the squares of the two largest eigenvalues add up to at most the number of edges."""
    yield given(cols(A), ">=", 3)
    yield given(trace(matpow(A, 3)), "==", 0)
    x = lam(A)
    yield then(sq(x[1]) + sq(x[2]), "<=", edges(A))


SQUARES = (
    "C. Elphick, M. Farber, F. Goldberg and P. Wocjan, Conjectured bounds for the sum of squares of "
    "positive eigenvalues "
    "of a graph, Discrete Math. 339 (2016) 2215-2223"
)


@claim(
    OPEN,
    "Positive and negative square energies",
    id="square-energies",
    domain=graph(n=(2, 8)),
    problem=problem(
        SQUARES,
        "partly",
        "2025-06-08",
        said="S. Akbari, H. Kumar, B. Mohar, S. Pragada and S. Zhang, arXiv:2506.07264 (2025)",
        known="bipartite, regular, unicyclic graphs; domination number at most 2 (positive squares)",
    ),
)
def positive_and_negative_squares(A):
    """Of a connected graph the squares of the positive eigenvalues, and of the negative ones, sum to n - 1 or
    more.
    """
    yield given(lam(laplacian(A))[cols(A) - 1], ">", 0)
    yield then(total(sq(larger(lam(A), 0))), ">=", cols(A) - 1)
    yield then(total(sq(smaller(lam(A), 0))), ">=", cols(A) - 1)


@claim(
    OPEN,
    "Positive square energy of graphs that are no trees",
    id="positive-square-energy",
    domain=graph(n=(4, 8)),
    problem=problem(
        "S. Akbari, H. Kumar, B. Mohar, S. Pragada and S. Zhang, Refinement of a conjecture on positive "
        "square energy "
        "of graphs, arXiv:2506.07264 (2025)",
        "partly",
        "2025-06-08",
        known="claw-free graphs, diameter 2",
    ),
)
def positive_squares_of_more_edges(A):
    """With n + 1 edges or more the squares of the positive eigenvalues of a connected graph sum to n
    or more.
    """
    yield given(lam(laplacian(A))[cols(A) - 1], ">", 0)
    yield given(edges(A), ">=", cols(A) + 1)
    yield then(total(sq(larger(lam(A), 0))), ">=", cols(A))


@claim(
    OPEN,
    "The energy of a nonsingular graph and its degrees",
    id="energy-degrees",
    domain=graph(n=(2, 8)),
    problem=problem(
        "S. Akbari and M. A. Hosseinzadeh, A short proof for graph energy is at least twice of minimum "
        "degree, MATCH "
        "Commun. Math. Comput. Chem. 83 (2020) 631-633",
        "partly",
        "2022",
        said="S. Filipovski and R. Jajcay, Mathematics 9 (2021) 1687; S. Akbari, H. Dabirian and S. M. "
        "Ghasemi, "
        "arXiv:2207.04599 (2022)",
        known="hyperenergetic, bipartite and planar graphs",
    ),
)
def energy_and_degrees(A):
    """The energy of a nonsingular graph is at least the sum of its largest and its smallest degree."""
    yield given(sq(det(A)), ">", 0)
    yield then(nuclear(A), ">=", largest(degrees(A)) + smallest(degrees(A)))


@claim(
    OPEN,
    "The energy of a nonsingular graph and its average degree",
    id="energy-average",
    domain=graph(n=(5, 8)),
    problem=problem(
        "S. Akbari, H. Dabirian and S. M. Ghasemi, A lower bound of the energy of non-singular graphs in "
        "terms of "
        "average degree, arXiv:2207.04599 (2022)",
        "partly",
        "2022",
        known="bipartite and planar graphs; average degree at most n - 2 log n - 3",
    ),
)
def energy_and_average_degree(A):
    """From five vertices on the energy of a nonsingular graph is at least n - 1 and the average degree."""
    yield given(sq(det(A)), ">", 0)
    yield then(nuclear(A), ">=", cols(A) - 1 + total(entries(A)) / cols(A))


@claim(
    OPEN,
    "The spread of a graph",
    id="graph-spread",
    domain=graph(n=(2, 8)),
    problem=problem(
        "D. Gregory, D. Hershkowitz and S. Kirkland, The spread of the spectrum of a graph, Linear Algebra "
        "Appl. "
        "332-334 (2001) 23-35",
        "partly",
        "2022",
        said="J. Breen, A. W. N. Riasanovsky, M. Tait and J. Urschel, Comm. Amer. Math. Soc. 2 (2022) "
        "417-480",
        known="every large n",
        encodes="the bound that the conjectured graphs attain when 3 divides n - 2",
    ),
)
def spread_of_a_graph(A):
    """The square of the spread of a graph is at most 4/3 of n^2 - n + 1."""
    n = cols(A)
    yield then(sq(lam_max(A) - lam_min(A)), "<=", 4 * (n * n - n + 1) / 3)


@claim(
    OPEN,
    "The Laplacian spread",
    id="laplacian-spread",
    domain=graph(n=(2, 8)),
    problem=problem(
        "M. Zhai, J. Shu and Y. Hong, On the Laplacian spread of graphs, Appl. Math. Lett. 24 (2011) "
        "2097-2101",
        "proved",
        "2021",
        said="M. Einollahzadeh and M. M. Karkhaneei, J. Combin. Theory Ser. B 151 (2021) 235-249",
    ),
)
def laplacian_spread(A):
    """The largest Laplacian eigenvalue exceeds the algebraic connectivity by at most n - 1."""
    x = lam(laplacian(A))
    yield then(x[1] - x[cols(A) - 1], "<=", cols(A) - 1)


@claim(
    OPEN,
    "Haemers's Seidel energy",
    id="seidel-energy",
    domain=graph(n=(2, 8)),
    problem=problem(
        "W. H. Haemers, Seidel switching and graph energy, MATCH Commun. Math. Comput. Chem. 68 (2012) "
        "653-659",
        "proved",
        "2020",
        said="S. Akbari, M. Einollahzadeh, M. M. Karkhaneei and M. A. Nematollahi, European J. Combin. 86 "
        "(2020) 103078",
    ),
)
def seidel_energy(A):
    """The absolute eigenvalues of J - I - 2A add up to at least 2n - 2."""
    J = ones_matrix(cols(A), cols(A))
    yield then(nuclear(J - eye(A) - 2 * A), ">=", 2 * cols(A) - 2)


@claim(
    OPEN,
    "Positive and negative squares of matrices with a zero diagonal",
    id="ando-lin",
    domain=square(field="complex", n=(2, 4)),
    problem=problem(
        "P. Wocjan and C. Elphick, New spectral bounds on the chromatic number encompassing all "
        "eigenvalues of the "
        "adjacency matrix, Electron. J. Combin. 20 (2013) P39",
        "proved",
        "2015",
        said="T. Ando and M. Lin, Proof of a conjectured lower bound on the chromatic number of a graph, "
        "Linear Algebra "
        "Appl. 485 (2015) 480-484",
        encodes="n blocks of order 1",
    ),
)
def squares_with_a_zero_diagonal(X):
    """The positive eigenvalues of a Hermitian matrix of diagonal 0 have at most n - 1 times the negative
    squares.
    """
    H = X + X.H
    x = lam(H - diag(diagonal(H)))
    yield then(total(sq(larger(x, 0))), "<=", (cols(X) - 1) * total(sq(smaller(x, 0))))
