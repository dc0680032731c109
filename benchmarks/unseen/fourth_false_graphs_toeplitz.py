"""False statements, fourth set: graphs; Toeplitz matrices, sums of spectra, perturbations, norms."""

from benchmarks.unseen import FALSE, ONES, RAISE, SHIFT, SWAP
from perturb import claim, given, then
from perturb.domains import box, graph, nonnegative, positive_definite, square, symmetric, together
from perturb.vocab import (
    I,
    T,
    ascending,
    circulant,
    cond,
    det,
    diag,
    diagonal,
    eigenprojection,
    entries,
    entrywise_abs,
    hadamard,
    inv,
    kron,
    lam,
    lam_max,
    lam_min,
    leading,
    matching_distance,
    nuclear,
    numerical_radius,
    ones_matrix,
    op,
    row_sums,
    rows,
    s,
    s_min,
    smallest,
    spectral_radius,
    sq,
    sqrt,
    sym,
    total,
    trailing,
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


@claim(FALSE, "circulants that are not negative", id="circulant-determinant", domain=box(0, 1, n=(1, 4)))
def circulant_determinant(v):
    """True for n = 3; Davis, Circulant Matrices."""
    yield then(0, "<=", det(circulant(v)))


KNOWN["circulant-determinant"] = {"v": [0, 1]}


@claim(FALSE, "the inverse of a Toeplitz matrix", id="toeplitz-inverse", domain=square(n=3))
def toeplitz_inverse(A):
    """It is symmetric about the other diagonal, and no more (Golub and Van Loan, 4.7)."""
    yield given(entries(leading(A, 2)), "==", entries(trailing(A, 1)))
    yield then(entries(leading(inv(A), 2)), "==", entries(trailing(inv(A), 1)))


KNOWN["toeplitz-inverse"] = {"A": [[2, 1, 0], [1, 2, 1], [0, 1, 2]]}


@claim(FALSE, "symmetric Toeplitz matrices commute", id="toeplitz-commute", domain=symmetric(count=2, n=3))
def toeplitz_commute(A, B):
    """Circulants do."""
    yield given(entries(leading(A, 2)), "==", entries(trailing(A, 1)))
    yield given(entries(leading(B, 2)), "==", entries(trailing(B, 1)))
    yield then(entries(A @ B), "==", entries(B @ A))


KNOWN["toeplitz-commute"] = {"A": [[0, 1, 0], [1, 0, 1], [0, 1, 0]], "B": [[0, 1, 1], [1, 0, 1], [1, 1, 0]]}


@claim(FALSE, "a neighbour of Horn's inequalities", id="horn-neighbour", domain=symmetric(count=2, n=3))
def horn_neighbour(A, B):
    """Horn 1962 has the first and third eigenvalues of both on the right."""
    x, y, z = lam(A), lam(B), lam(A + B)
    yield then(z[2] + z[3], "<=", x[2] + x[3] + y[1] + y[3])


KNOWN["horn-neighbour"] = {
    "A": [[1, 0, 0], [0, 0, 0], [0, 0, 0]],
    "B": [[0, 0, 0], [0, 1, 0], [0, 0, 1]],
}


@claim(
    FALSE,
    "a symmetric matrix and any other",
    id="kahan-matching",
    domain=together(A=symmetric(), B=square(), n=(1, 3)),
)
def kahan_matching(A, B):
    """Kahan 1975 needs a factor that grows with n; true where B is symmetric or skew."""
    yield then(matching_distance(A, B), "<=", op(A - B))


KNOWN["kahan-matching"] = {"A": [[-4, 1], [1, -4]], "B": [[-2, 0], [2, -2]]}


@claim(
    FALSE, "a leading eigenvector and the gap", id="leading-eigenvector", domain=symmetric(count=2, n=(2, 4))
)
def leading_eigenvector(A, B):
    """With the gap of one matrix alone 2 is needed (Yu, Wang, Samworth 2015)."""
    turn = op(eigenprojection(A, 1) - eigenprojection(B, 1))
    yield then(turn * (lam(A)[1] - lam(A)[2]), "<=", op(A - B))


KNOWN["leading-eigenvector"] = {"A": [[1, 0], [0, -1]], "B": [["-1/10", 0], [0, "1/10"]]}


@claim(
    FALSE, "the symmetric part and the least singular value", id="accretive-least", domain=square(n=(1, 4))
)
def accretive_least(A):
    """Mathematics Stack Exchange, question 2497035: a turn, and a little of the identity."""
    yield given(0, "<", lam_min(sym(A)))
    yield then(2 * s_min(A), "<=", lam_max(A + T(A)))


KNOWN["accretive-least"] = {"A": [["1/10", -1], [1, "1/10"]]}


@claim(
    FALSE,
    "the trace norm grows with the entries",
    id="trace-norm-entries",
    domain=nonnegative(count=2, n=(1, 3)),
)
def trace_norm_entries(A, B):
    """MathOverflow, question 293328."""
    yield given(entries(A), "<=", entries(B))
    yield then(nuclear(A), "<=", nuclear(B))


KNOWN["trace-norm-entries"] = {"A": [[1, 1], [0, 1]], "B": ONES}


@claim(
    FALSE,
    "the norm of a difference, numerically verified",
    id="difference-from-above",
    domain=square(count=2, n=(1, 4)),
)
def difference_from_above(A, B):
    """Physics Forums, thread 608833, calls it true."""
    yield then(op(A - B), "<=", op(A) - s_min(B))


KNOWN["difference-from-above"] = {"A": [[1]], "B": [[-1]]}


@claim(FALSE, "singular values of a square", id="singular-values-of-a-square", domain=square(n=(1, 4)))
def singular_values_of_a_square(A):
    """Axler, Linear Algebra Done Right, an exercise: prove or give a counterexample."""
    yield then(s(A @ A), "==", sq(s(A)))


KNOWN["singular-values-of-a-square"] = {"A": RAISE}


@claim(FALSE, "unit diagonal lowers the condition", id="jacobi-scaling", domain=positive_definite(n=(1, 4)))
def jacobi_scaling(A):
    """Forsythe and Straus 1955 for n = 2; van der Sluis 1969: up to a factor of n."""
    D = diag(1 / sqrt(diagonal(A)))
    yield then(cond(D @ A @ D), "<=", cond(A))


KNOWN["jacobi-scaling"] = {"A": [[3, 6, 7], [6, 14, 16], [7, 16, 19]]}


@claim(FALSE, "rows of one length lower the condition", id="row-scaling", domain=square(n=(1, 4)))
def row_scaling(A):
    """Van der Sluis 1969: up to a factor of sqrt n; Higham, Accuracy and Stability, 7.3."""
    D = diag(1 / sqrt(diagonal(A @ T(A))))
    yield then(cond(D @ A), "<=", cond(A))


KNOWN["row-scaling"] = {"A": [[0, -3, -2], [1, 3, 2], [0, -2, 0]]}


@claim(FALSE, "Neumann's series and the spectral radius", id="neumann-radius", domain=square(n=(1, 4)))
def neumann_radius(A):
    """With the norm it is true."""
    yield given(spectral_radius(A), "<", 1)
    yield then(op(inv(I - A)) * (1 - spectral_radius(A)), "<=", 1)


KNOWN["neumann-radius"] = {"A": [[0, 3], [0, 0]]}


@claim(
    FALSE, "dominant diagonals and the symmetric part", id="dominant-symmetric-part", domain=square(n=(1, 3))
)
def dominant_symmetric_part(A):
    """The eigenvalues lie on the right (Gershgorin); the symmetric part need not."""
    yield given(row_sums(entrywise_abs(A)), "<=", 2 * diagonal(A))
    yield then(0, "loewner", sym(A))


KNOWN["dominant-symmetric-part"] = {"A": [[1, 0], [-9, 10]]}


@claim(
    FALSE,
    "the numerical radius of a Kronecker product",
    id="radius-of-kronecker",
    domain=square(count=2, n=(1, 2)),
)
def radius_of_kronecker(A, B):
    """Horn and Johnson, Topics, 4.2: the norm of one of them belongs there."""
    yield then(numerical_radius(kron(A, B)), "<=", numerical_radius(A) * numerical_radius(B))


KNOWN["radius-of-kronecker"] = {"A": RAISE, "B": RAISE}


@claim(
    FALSE, "the numerical radius of a matrix of third power zero", id="nilpotent-three", domain=square(n=3)
)
def nilpotent_three(A):
    """Haagerup and de la Harpe 1992: the cosine of 45 degrees is right."""
    yield given(entries(A @ A @ A), "==", 0)
    yield then(10 * numerical_radius(A), "<=", 7 * op(A))


KNOWN["nilpotent-three"] = {"A": SHIFT}
