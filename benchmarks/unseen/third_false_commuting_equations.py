"""False statements, third set: matrices that commute, or nearly; matrices that solve an equation."""

from benchmarks.unseen import FALSE, FIRST, ID, LAST, LOWER, RAISE, SWAP, TURN
from perturb import claim, given, then
from perturb.domains import rectangular, square, symmetric, together, vector
from perturb.vocab import (
    I,
    T,
    absolute,
    commutator,
    entries,
    fro,
    indices,
    lam,
    larger,
    op,
    rank,
    spectral_radius,
    sq,
    total,
    trace,
)

KNOWN = {}


@claim(
    FALSE,
    "commuting with the transpose",
    id="commuting-transpose",
    domain=square(count=2, n=(1, 3)),
)
def commuting_transpose(A, B):
    """Fuglede and Putnam have normal matrices."""
    yield given(entries(A @ B), "==", entries(B @ A))
    yield then(entries(T(A) @ B), "==", entries(B @ T(A)))


KNOWN["commuting-transpose"] = {"A": RAISE, "B": RAISE}


@claim(
    FALSE,
    "eigenvalues of a sum of commuting symmetric matrices",
    id="commuting-eigenvalues",
    domain=symmetric(count=2, n=(1, 3)),
)
def commuting_eigenvalues(A, B):
    """They add up in some order only (Horn and Johnson, Matrix Analysis, 2.4)."""
    yield given(entries(A @ B), "==", entries(B @ A))
    (i,) = indices("i")
    yield then(lam(A + B)[i], "==", lam(A)[i] + lam(B)[i])


KNOWN["commuting-eigenvalues"] = {"A": FIRST, "B": LAST}


@claim(
    FALSE,
    "both products vanish",
    id="both-products-vanish",
    domain=square(count=2, n=(1, 3)),
)
def both_products_vanish(A, B):
    """True of symmetric matrices."""
    yield given(entries(A @ B), "==", 0)
    yield given(entries(B @ A), "==", 0)
    yield then(sq(fro(A + B)), "==", sq(fro(A)) + sq(fro(B)))


KNOWN["both-products-vanish"] = {"A": RAISE, "B": RAISE}


@claim(
    FALSE,
    "commuting with the square",
    id="square-commutes",
    domain=together(A=symmetric(), B=square(), n=(1, 3)),
)
def square_commutes(A, B):
    """True where A is positive semidefinite."""
    yield given(entries(A @ A @ B), "==", entries(B @ A @ A))
    yield then(entries(A @ B), "==", entries(B @ A))


KNOWN["square-commutes"] = {"A": [[1, 0], [0, -1]], "B": SWAP}


@claim(
    FALSE,
    "the norm of a sum of anticommuting matrices",
    id="anticommuting-norm",
    domain=symmetric(count=2, n=(1, 4)),
)
def anticommuting_norm(A, B):
    """The squares of the norms add up at most: Pauli's matrices."""
    yield given(entries(A @ B + B @ A), "==", 0)
    yield then(op(A + B), "<=", larger(op(A), op(B)))


KNOWN["anticommuting-norm"] = {"A": [[1, 0], [0, -1]], "B": SWAP}


@claim(
    FALSE,
    "a product of normal matrices",
    id="normal-product",
    domain=square(count=2, n=(1, 3)),
)
def normal_product(A, B):
    """True where they commute (Wiegmann 1948)."""
    yield given(entries(A @ T(A)), "==", entries(T(A) @ A))
    yield given(entries(B @ T(B)), "==", entries(T(B) @ B))
    yield then(spectral_radius(A @ B), "==", op(A @ B))


KNOWN["normal-product"] = {"A": [[1, 0], [0, 2]], "B": SWAP}


@claim(
    FALSE,
    "a matrix with a normal square",
    id="normal-square",
    domain=square(n=(1, 3)),
)
def normal_square(A):
    """The converse is true."""
    S = A @ A
    yield given(entries(S @ T(S)), "==", entries(T(S) @ S))
    yield then(op(A), "==", spectral_radius(A))


KNOWN["normal-square"] = {"A": RAISE}


@claim(
    FALSE,
    "Reid's inequality with an indefinite matrix",
    id="reid-indefinite",
    domain=together(A=symmetric(), K=square(), x=vector(), n=(1, 3)),
)
def reid_indefinite(A, K, x):
    """Reid 1951: true where A is positive semidefinite."""
    yield given(entries(A @ K), "==", entries(T(A @ K)))
    yield then(absolute(total(x * (A @ K @ x))), "<=", op(K) * absolute(total(x * (A @ x))))


KNOWN["reid-indefinite"] = {"A": [[1, 0], [0, -1]], "K": TURN, "x": [1, 1]}


@claim(
    FALSE,
    "intertwined matrices",
    id="intertwined-trace",
    domain=square(count=3, n=(1, 3)),
)
def intertwined_trace(A, B, X):
    """True of an invertible X."""
    yield given(entries(A @ X), "==", entries(X @ B))
    yield given(0, "<", fro(X))
    yield then(trace(A), "==", trace(B))


KNOWN["intertwined-trace"] = {"A": FIRST, "B": [[1, 0], [0, 5]], "X": FIRST}


@claim(
    FALSE,
    "a commutator that commutes with one of its matrices",
    id="commuting-with-commutator",
    domain=square(count=2, n=(1, 3)),
)
def commuting_with_commutator(A, B):
    """It is nilpotent (Jacobson 1935), and zero where A is normal."""
    C = commutator(A, B)
    yield given(entries(A @ C), "==", entries(C @ A))
    yield then(entries(C), "==", 0)


KNOWN["commuting-with-commutator"] = {"A": RAISE, "B": LAST}


@claim(
    FALSE,
    "the square of a circulant matrix",
    id="circulant-trace",
    domain=square(n=3),
)
def circulant_trace(A):
    """True of symmetric ones (Davis, Circulant Matrices)."""
    P = [[0, 1, 0], [0, 0, 1], [1, 0, 0]]
    yield given(entries(A @ P), "==", entries(P @ A))
    yield then(0, "<=", trace(A @ A))


KNOWN["circulant-trace"] = {"A": [[0, 1, -1], [-1, 0, 1], [1, -1, 0]]}


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
