"""False statements, fifth set: graphs.

And: the order of symmetric matrices, entrywise functions, kernels; traces, determinants, permanents.
"""

from fractions import Fraction

from benchmarks.unseen import FALSE, FIRST, ONES
from perturb import claim, given, then
from perturb.domains import graph, positive_definite, projection, psd, square, symmetric, together, vector
from perturb.vocab import (
    I,
    T,
    absolute,
    column_matrix,
    cond,
    det,
    diag,
    diagonal,
    entries,
    entrywise_abs,
    entrywise_exp,
    entrywise_power,
    geometric_mean,
    hadamard,
    inv,
    lam,
    lam_max,
    lam_min,
    largest,
    leading,
    length,
    mat_abs,
    mat_log,
    mat_power,
    mat_sqrt,
    matpow,
    nuclear,
    ones,
    permanent,
    row_sums,
    rows,
    sq,
    sqrt,
    total,
    trace,
)

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


@claim(FALSE, "the smaller of one and a matrix", id="smaller-of-one", domain=psd(count=2, n=(1, 3)))
def smaller_of_one(A, B):
    """Mathematics Stack Exchange, question 3663591: min(1, t) is not operator monotone."""
    yield given(A, "loewner", B)
    yield then(A - mat_abs(I - A), "loewner", B - mat_abs(I - B))


KNOWN["smaller-of-one"] = {"A": FIRST, "B": [["3/2", "1/2"], ["1/2", "1/2"]]}


@claim(FALSE, "positive parts in order", id="positive-parts", domain=symmetric(count=2, n=(1, 3)))
def positive_parts(A, B):
    """Bhatia, Matrix Analysis, Chapter V; true of traces."""
    yield given(A, "loewner", B)
    yield then(A + mat_abs(A), "loewner", B + mat_abs(B))


KNOWN["positive-parts"] = {"A": [[-2, 2], [2, -1]], "B": [[-2, 2], [2, 0]]}


@claim(FALSE, "products and sums of matrices above 2", id="above-two", domain=symmetric(count=2, n=(1, 3)))
def above_two(A, B):
    """True of numbers, and of determinants."""
    yield given(2 * I, "loewner", A)
    yield given(2 * I, "loewner", B)
    yield then(2 * (A + B), "loewner", A @ B + B @ A)


KNOWN["above-two"] = {"A": [[10, 4], [4, 4]], "B": [[10, -4], [-4, 4]]}


@claim(
    FALSE,
    "from a symmetrised product to one with a square",
    id="symmetrised-square",
    domain=psd(count=2, n=(1, 3)),
)
def symmetrised_square(A, B):
    """Kwong 1989 has the converse."""
    yield given(0, "loewner", A @ B + B @ A)
    yield then(0, "loewner", A @ A @ B + B @ A @ A)


KNOWN["symmetrised-square"] = {
    "A": [[10, -2, -2], [-2, 6, 4], [-2, 4, 9]],
    "B": [[6, 4, 0], [4, 6, -4], [0, -4, 12]],
}


@claim(FALSE, "the absolute value of a corner", id="modulus-of-corner", domain=symmetric(n=3))
def modulus_of_corner(A):
    """The absolute value is not operator convex; of one diagonal entry it is true."""
    yield then(mat_abs(leading(A, 2)), "loewner", leading(mat_abs(A), 2))


KNOWN["modulus-of-corner"] = {"A": [[0, 1, -2], [1, 0, 0], [-2, 0, 0]]}


@claim(FALSE, "the diagonal of the absolute value", id="diagonal-of-modulus", domain=square(n=(1, 4)))
def diagonal_of_modulus(A):
    """True of normal matrices."""
    yield then(absolute(diagonal(A)), "<=", diagonal(mat_abs(A)))


KNOWN["diagonal-of-modulus"] = {"A": [[1, 1], [0, 0]]}


@claim(
    FALSE,
    "Furuta's inequality beyond its range",
    id="furuta-beyond",
    domain=positive_definite(count=2, n=(1, 3)),
)
def furuta_beyond(A, B):
    """Tanahashi 1996: the range of Furuta 1987 is the best possible; here p = 4, q = 2, r = 1."""
    yield given(B, "loewner", A)
    P = mat_sqrt(B)
    yield then(mat_power(B, Fraction(5, 2)), "loewner", mat_sqrt(P @ matpow(A, 4) @ P))


KNOWN["furuta-beyond"] = {"A": [[1, -2], [-2, 6]], "B": [[1, -2], [-2, 5]]}


@claim(FALSE, "the rectified entries of a kernel", id="rectified-kernel", domain=psd(n=4))
def rectified_kernel(A):
    """True up to n = 3; compare Horn and Johnson, Topics, 6.3."""
    yield then(0, "loewner", A + entrywise_abs(A))


KNOWN["rectified-kernel"] = {"A": [[3, 2, 0, -2], [2, 3, 2, 0], [0, 2, 3, 2], [-2, 0, 2, 3]]}


@claim(FALSE, "a kernel flatter than Gauss's", id="quartic-kernel", domain=vector(n=(1, 4)))
def quartic_kernel(x):
    """Schoenberg 1938: exponents up to 2 give a kernel, 4 does not."""
    X = column_matrix(x) @ T(column_matrix(ones(length(x))))
    D = X - T(X)
    yield then(0, "loewner", entrywise_exp(-entrywise_power(D, 4)))


KNOWN["quartic-kernel"] = {"x": [0, "1/2", 1]}


@claim(
    FALSE,
    "each eigenvalue of a geometric mean",
    id="geometric-each",
    domain=positive_definite(count=2, n=(1, 3)),
)
def geometric_each(A, B):
    """Products of the largest are in this order (Ando and Hiai 1994)."""
    yield then(lam(geometric_mean(A, B)), "<=", sqrt(lam(A) * lam(B)))


KNOWN["geometric-each"] = {"A": [[4, 0], [0, 1]], "B": [[1, 0], [0, 4]]}


@claim(
    FALSE,
    "least eigenvalues after an entrywise product",
    id="least-after-hadamard",
    domain=together(A=psd(), B=psd(), v=vector(), n=(1, 3)),
)
def least_after_hadamard(A, B, v):
    """Asked and refuted on Mathematics Stack Exchange, question 1928144."""
    K = column_matrix(v) @ T(column_matrix(v))
    yield given(lam_min(A), "<=", lam_min(B))
    yield then(lam_min(hadamard(K, A)), "<=", lam_min(hadamard(K, B)))


KNOWN["least-after-hadamard"] = {"A": [[3, 0], [0, 1]], "B": [[2, 0], [0, 2]], "v": ["1/2", 1]}


@claim(
    FALSE,
    "a commutator and a variance",
    id="commutator-variance",
    domain=together(A=positive_definite(), B=symmetric(), n=(1, 3)),
)
def commutator_variance(A, B):
    """Asked and refuted on Mathematics Stack Exchange, question 2765446."""
    yield given(trace(A), "==", 1)
    left = trace(A @ A @ B @ B) - trace(A @ B @ A @ B)
    yield then(left, "<=", trace(A @ A) * (trace(A @ B @ B) - sq(trace(A @ B))))


KNOWN["commutator-variance"] = {
    "A": [["66/100", 0, 0], [0, "33/100", 0], [0, 0, "1/100"]],
    "B": [[0, 2, 15], [2, 0, 10], [15, 10, 0]],
}


@claim(FALSE, "the trace of three projections", id="three-projections", domain=projection(count=3, n=(1, 4)))
def three_projections(P, Q, R):
    """Asked and refuted on Mathematics Stack Exchange, question 4389884."""
    yield then(trace(P @ Q @ R), "<=", trace(P @ Q))


KNOWN["three-projections"] = {
    "P": FIRST,
    "Q": [["25/169", "60/169"], ["60/169", "144/169"]],
    "R": [["1/2", "1/2"], ["1/2", "1/2"]],
}


@claim(
    FALSE,
    "a trace with a projection between",
    id="projection-between",
    domain=together(A=positive_definite(), B=positive_definite(), P=projection(), n=(1, 3)),
)
def projection_between(A, B, P):
    """Asked on Mathematics Stack Exchange (trace after projecting one matrix), and refuted."""
    yield then(trace(A @ P @ B @ P), "<=", trace(A @ B))


KNOWN["projection-between"] = {"A": [[9, -8], [-8, 9]], "B": [[9, 8], [8, 9]], "P": FIRST}


@claim(FALSE, "fidelity and trace distance", id="fidelity-distance", domain=psd(count=2, n=(1, 3)))
def fidelity_distance(A, B):
    """Fuchs and van de Graaf 1999 have the square of the fidelity on the right; often misquoted."""
    yield given(trace(A), "==", 1)
    yield given(trace(B), "==", 1)
    yield then(sq(nuclear(A - B)), "<=", 4 - 4 * nuclear(mat_sqrt(A) @ mat_sqrt(B)))


KNOWN["fidelity-distance"] = {"A": FIRST, "B": [["16/25", "12/25"], ["12/25", "9/25"]]}


@claim(
    FALSE,
    "Pinsker's inequality without its half",
    id="pinsker-without-half",
    domain=positive_definite(count=2, n=(1, 3)),
)
def pinsker_without_half(A, B):
    """Hiai, Ohya, Tsukada 1981 have the half."""
    yield given(trace(A), "==", 1)
    yield given(trace(B), "==", 1)
    yield then(sq(nuclear(A - B)), "<=", trace(A @ (mat_log(A) - mat_log(B))))


KNOWN["pinsker-without-half"] = {
    "A": [["1/2", 0], [0, "1/2"]],
    "B": [["3/5", 0], [0, "2/5"]],
}


@claim(
    FALSE,
    "the determinant of an anticommutator",
    id="anticommutator-determinant",
    domain=square(count=2, n=(1, 3)),
)
def anticommutator_determinant(A, B):
    """True of symmetric matrices."""
    yield then(absolute(det(A @ B + B @ A)), "<=", det(T(A) @ A + T(B) @ B))


KNOWN["anticommutator-determinant"] = {"A": [[2, -3], [-2, 3]], "B": [[1, -2], [2, -3]]}


@claim(FALSE, "Minkowski's inequality of permanents", id="permanent-minkowski", domain=psd(count=2, n=2))
def permanent_minkowski(A, B):
    """The permanent itself is superadditive (Marcus and Minc 1965)."""
    yield then(sqrt(permanent(A)) + sqrt(permanent(B)), "<=", sqrt(permanent(A + B)))


KNOWN["permanent-minkowski"] = {"A": ONES, "B": [[1, -1], [-1, 1]]}


@claim(FALSE, "the determinant of relative gains", id="relative-gains", domain=square(n=(1, 3)))
def relative_gains(A):
    """True of positive definite matrices; Johnson and Shapiro 1986."""
    yield then(1, "<=", absolute(det(hadamard(A, T(inv(A))))))


KNOWN["relative-gains"] = {"A": [[1, 1], [1, -1]]}


@claim(
    FALSE,
    "the trace, the trace of the inverse and the condition number",
    id="schweitzer-three",
    domain=positive_definite(n=(2, 4)),
)
def schweitzer_three(A):
    """True for n = 2; Schweitzer 1914 has the right bound."""
    yield then(trace(A) * trace(inv(A)), "<=", rows(A) * rows(A) + sq(sqrt(cond(A)) - 1 / sqrt(cond(A))))


KNOWN["schweitzer-three"] = {"A": [[1, 0, 0], [0, 1, 0], [0, 0, 4]]}
