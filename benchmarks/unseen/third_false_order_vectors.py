"""False statements, third set: chains in the order of symmetric matrices, blocks; vectors under equations."""

from fractions import Fraction

from benchmarks.unseen import FALSE, FIRST, MINUS, ZERO
from perturb import claim, given, then
from perturb.domains import (
    positive_blocks,
    positive_contraction,
    positive_definite,
    psd,
    square,
    symmetric,
    together,
    vector,
)
from perturb.vocab import (
    T,
    absolute,
    det,
    entries,
    entrywise_power,
    indices,
    lam,
    lam_max,
    lam_min,
    larger,
    largest,
    norm,
    nuclear,
    s,
    sq,
    total,
)

KNOWN = {}


@claim(
    FALSE,
    "a symmetrised product and the order",
    id="symmetrised-order",
    domain=psd(count=2, n=(1, 3)),
)
def symmetrised_order(A, B):
    """True where they commute."""
    yield given(A, "loewner", B)
    yield then(2 * A @ A, "loewner", A @ B + B @ A)


KNOWN["symmetrised-order"] = {"A": FIRST, "B": [[2, 1], [1, 1]]}


@claim(
    FALSE,
    "the trace norm between two bounds",
    id="trace-norm-between",
    domain=symmetric(count=3, n=(1, 3)),
)
def trace_norm_between(A, B, C):
    """True of the operator norm."""
    yield given(A, "loewner", B, "loewner", C)
    yield then(nuclear(B), "<=", larger(nuclear(A), nuclear(C)))


KNOWN["trace-norm-between"] = {"A": [[-2, 0], [0, 0]], "B": [[-2, 0], [0, 2]], "C": [[0, 0], [0, 2]]}


@claim(
    FALSE,
    "a positive contraction on both sides",
    id="contraction-sandwich",
    domain=positive_contraction(count=2, n=(1, 3)),
)
def contraction_sandwich(A, B):
    """True where they commute."""
    yield then(A @ B @ A, "loewner", B)


KNOWN["contraction-sandwich"] = {"A": FIRST, "B": [["1/2", "1/2"], ["1/2", "1/2"]]}


@claim(
    FALSE,
    "the determinant and the order",
    id="determinant-in-order",
    domain=symmetric(count=2, n=(1, 3)),
)
def determinant_in_order(A, B):
    """True of positive semidefinite matrices."""
    yield given(A, "loewner", B)
    yield then(det(A), "<=", det(B))


KNOWN["determinant-in-order"] = {"A": MINUS, "B": ZERO}


@claim(
    FALSE,
    "each singular value of a corner",
    id="corner-each",
    domain=positive_blocks(n=(1, 3)),
)
def corner_each(A, B, C):
    """True of the products of the k largest (Horn and Johnson, Topics, 3.5)."""
    (i,) = indices("i")
    yield then(sq(s(B)[i]), "<=", lam(A)[i] * lam(C)[i])


KNOWN["corner-each"] = {"A": [[4, 0], [0, 1]], "B": [[0, 2], [2, 0]], "C": [[4, 0], [0, 1]]}


@claim(
    FALSE,
    "the entrywise root of a positive matrix",
    id="entrywise-root",
    domain=psd(n=(1, 4)),
)
def entrywise_root(A):
    """FitzGerald and Horn 1977: true of powers from n - 2 on."""
    yield given(0, "<=", entries(A))
    yield then(0, "loewner", entrywise_power(A, Fraction(1, 2)))


KNOWN["entrywise-root"] = {"A": [[1, "16/25", 0], ["16/25", 1, "16/25"], [0, "16/25", 1]]}


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
