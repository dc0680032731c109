"""False statements, third set: matrices that solve an equation."""

from benchmarks.unseen.matrices import FALSE, FIRST, ID, LOWER, RAISE
from perturb import claim, given, then
from perturb.domains import rectangular, square, together
from perturb.vocab import I, absolute, entries, fro, op, rank, spectral_radius, trace

KNOWN = {}


@claim(
    FALSE,
    "the norm of an involution",
    id="involution-norm",
    domain=square(n=(1, 3)),
)
def involution_norm(A):
    """Halmos, Finite-Dimensional Vector Spaces: an oblique reflection is longer than any bound."""
    yield given(entries(A @ A - I), "==", 0)
    yield then(op(A), "<=", 2)


KNOWN["involution-norm"] = {"A": [[1, 3], [0, -1]]}


@claim(
    FALSE,
    "a sum of nilpotent matrices",
    id="nilpotent-sum",
    domain=square(count=2, n=(1, 3)),
)
def nilpotent_sum(A, B):
    """True of commuting ones (Horn and Johnson, Matrix Analysis, 2.4)."""
    yield given(entries(A @ A), "==", 0)
    yield given(entries(B @ B), "==", 0)
    yield then(spectral_radius(A + B), "==", 0)


KNOWN["nilpotent-sum"] = {"A": RAISE, "B": LOWER}


@claim(
    FALSE,
    "a product of idempotent matrices",
    id="idempotent-product",
    domain=square(count=2, n=(1, 3)),
)
def idempotent_product(A, B):
    """True of commuting ones (Halmos, Finite-Dimensional Vector Spaces, section 42)."""
    yield given(entries(A @ A), "==", entries(A))
    yield given(entries(B @ B), "==", entries(B))
    yield then(trace(A @ B), "==", rank(A @ B))


KNOWN["idempotent-product"] = {"A": FIRST, "B": [["1/2", "1/2"], ["1/2", "1/2"]]}


@claim(
    FALSE,
    "the trace of a product of idempotent matrices",
    id="idempotent-trace",
    domain=square(count=2, n=(1, 3)),
)
def idempotent_trace(A, B):
    """True of orthogonal projections."""
    yield given(entries(A @ A), "==", entries(A))
    yield given(entries(B @ B), "==", entries(B))
    yield then(0, "<=", trace(A @ B))


KNOWN["idempotent-trace"] = {"A": [[1, 1], [0, 0]], "B": [[1, 0], [-3, 0]]}


@claim(
    FALSE,
    "matrices of equal squares",
    id="equal-squares",
    domain=square(count=2, n=(1, 3)),
)
def equal_squares(A, B):
    """True of positive semidefinite matrices, which are equal then."""
    yield given(entries(A @ A), "==", entries(B @ B))
    yield then(fro(A), "==", fro(B))


KNOWN["equal-squares"] = {"A": [[1, 0], [0, -1]], "B": [[1, 3], [0, -1]]}


@claim(
    FALSE,
    "the trace of a cube root of the identity",
    id="cube-root-of-identity",
    domain=square(n=(1, 3)),
)
def cube_root_of_identity(A):
    """A turn by 120 degrees."""
    yield given(entries(A @ A @ A - I), "==", 0)
    yield then(0, "<=", trace(A))


KNOWN["cube-root-of-identity"] = {"A": [[0, -1], [1, -1]]}


@claim(
    FALSE,
    "two complex structures of the plane",
    id="complex-structures",
    domain=square(count=2, n=2),
)
def complex_structures(A, B):
    """True of orthogonal ones; they are points of a hyperboloid."""
    yield given(entries(A @ A + I), "==", 0)
    yield given(entries(B @ B + I), "==", 0)
    yield then(absolute(trace(A @ B)), "<=", 2)


KNOWN["complex-structures"] = {"A": [[0, 2], ["-1/2", 0]], "B": [[0, "1/2"], [-2, 0]]}


@claim(
    FALSE,
    "matrices with A^2 = A + I",
    id="golden-matrix",
    domain=square(n=2),
)
def golden_matrix(A):
    """True of symmetric matrices."""
    yield given(entries(A @ A - A - I), "==", 0)
    yield then(op(A), "<=", 2)


KNOWN["golden-matrix"] = {"A": [[3, 5], [-1, -2]]}


@claim(
    FALSE,
    "AB = A and BA = B",
    id="absorbing-pair",
    domain=square(count=2, n=(1, 3)),
)
def absorbing_pair(A, B):
    """Both are idempotent with one null space; a well-known exercise."""
    yield given(entries(A @ B), "==", entries(A))
    yield given(entries(B @ A), "==", entries(B))
    yield then(op(A), "==", op(B))


KNOWN["absorbing-pair"] = {"A": FIRST, "B": [[1, 0], [1, 0]]}


@claim(
    FALSE,
    "the rank of an inner inverse",
    id="inner-inverse",
    domain=square(count=2, n=(1, 3)),
)
def inner_inverse(A, X):
    """Ben-Israel and Greville, Generalized Inverses, 1.2: true of reflexive ones."""
    yield given(entries(A @ X @ A), "==", entries(A))
    yield then(rank(X), "==", rank(A))


KNOWN["inner-inverse"] = {"A": FIRST, "X": ID}


@claim(
    FALSE,
    "an oblique projection from a right inverse",
    id="left-inverse",
    domain=together(A=rectangular("m", "n"), B=rectangular("n", "m"), m=(1, 2), n=(1, 3)),
)
def left_inverse(A, B):
    """True of the pseudo-inverse (Ben-Israel and Greville)."""
    yield given(entries(A @ B - I), "==", 0)
    yield then(op(B @ A), "<=", 1)


KNOWN["left-inverse"] = {"A": [[1, 0]], "B": [[1], [2]]}
