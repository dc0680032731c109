"""False statements, third set: vectors under equations."""

from benchmarks.unseen.matrices import FALSE, FIRST
from perturb import claim, given, then
from perturb.domains import positive_definite, square, symmetric, together, vector
from perturb.vocab import T, absolute, lam_max, lam_min, largest, norm, sq, total

KNOWN = {}


@claim(
    FALSE,
    "Wielandt's inequality with a fourth power",
    id="wielandt-fourth",
    domain=together(A=positive_definite(), x=vector(), y=vector(), n=(2, 3)),
)
def wielandt_fourth(A, x, y):
    """The square is right (Horn and Johnson, Matrix Analysis, 7.4)."""
    yield given(total(x * y), "==", 0)
    form = total(x * (A @ x)) * total(y * (A @ y))
    low, high = lam_min(A), lam_max(A)
    yield then(sq(total(x * (A @ y))) * (high + low) ** 4, "<=", (high - low) ** 4 * form)


KNOWN["wielandt-fourth"] = {"A": [[3, 0], [0, 1]], "x": [1, 1], "y": [1, -1]}


@claim(
    FALSE,
    "the largest entry of a unit vector with sum zero",
    id="unit-zero-sum",
    domain=vector(n=4),
)
def unit_zero_sum(x):
    """3/4 is right (Samuelson 1968)."""
    yield given(total(x), "==", 0)
    yield given(norm(x), "==", 1)
    yield then(5 * sq(largest(x)), "<=", 3)


KNOWN["unit-zero-sum"] = {"x": ["5/6", "-1/6", "-1/6", "-1/2"]}


@claim(
    FALSE,
    "a form at orthogonal vectors",
    id="orthogonal-third",
    domain=together(A=symmetric(), x=vector(), y=vector(), n=(2, 3)),
)
def orthogonal_third(A, x, y):
    """Half of the spread is right."""
    yield given(total(x * y), "==", 0)
    yield then(3 * absolute(total(x * (A @ y))), "<=", (lam_max(A) - lam_min(A)) * norm(x) * norm(y))


KNOWN["orthogonal-third"] = {"A": FIRST, "x": [1, 1], "y": [1, -1]}


@claim(
    FALSE,
    "a fixed vector of a matrix and of its transpose",
    id="fixed-vector",
    domain=together(A=square(), x=vector(), n=(1, 3)),
)
def fixed_vector(A, x):
    """True of contractions (Sz.-Nagy and Foias)."""
    yield given(A @ x, "==", x)
    yield then(norm(T(A) @ x), "<=", norm(x))


KNOWN["fixed-vector"] = {"A": [[1, 1], [0, 1]], "x": [1, 0]}


@claim(
    FALSE,
    "eigenvectors to different eigenvalues",
    id="eigenvectors-orthogonal",
    domain=together(A=square(), x=vector(), y=vector(), n=(2, 3)),
)
def eigenvectors_orthogonal(A, x, y):
    """True of normal matrices."""
    yield given(A @ x, "==", 2 * x)
    yield given(A @ y, "==", 3 * y)
    yield then(total(x * y), "==", 0)


KNOWN["eigenvectors-orthogonal"] = {"A": [[2, 1], [0, 3]], "x": [1, 0], "y": [1, 1]}


@claim(
    FALSE,
    "a vector where the form vanishes",
    id="isotropic-vector",
    domain=together(A=symmetric(), x=vector(), n=(1, 3)),
)
def isotropic_vector(A, x):
    """True where A is positive semidefinite."""
    yield given(total(x * (A @ x)), "==", 0)
    yield then(norm(A @ x), "==", 0)


KNOWN["isotropic-vector"] = {"A": [[1, 0], [0, -1]], "x": [1, 1]}
