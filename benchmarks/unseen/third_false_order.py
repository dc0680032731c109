"""False statements, third set: chains in the order of symmetric matrices, blocks."""

from fractions import Fraction

from benchmarks.unseen.matrices import FALSE, FIRST, MINUS, ZERO
from perturb import claim, given, then
from perturb.domains import positive_blocks, positive_contraction, psd, symmetric
from perturb.vocab import det, entries, entrywise_power, indices, lam, larger, nuclear, s, sq

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
