"""False statements, fourth set: Toeplitz matrices, sums of spectra, perturbations, norms."""

from benchmarks.unseen.matrices import FALSE, ONES, RAISE, SHIFT
from perturb import claim, given, then
from perturb.domains import box, nonnegative, positive_definite, square, symmetric, together
from perturb.vocab import (
    I,
    T,
    circulant,
    cond,
    det,
    diag,
    diagonal,
    eigenprojection,
    entries,
    entrywise_abs,
    inv,
    kron,
    lam,
    lam_max,
    lam_min,
    leading,
    matching_distance,
    nuclear,
    numerical_radius,
    op,
    row_sums,
    s,
    s_min,
    spectral_radius,
    sq,
    sqrt,
    sym,
    trailing,
)

KNOWN = {}


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
