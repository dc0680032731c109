"""False statements, second half: traces, determinants, permanents, ranks."""

from benchmarks.unseen import FALSE, FIRST, ID, LAST, LOWER, ONES, RAISE, SWAP, TURN
from perturb import claim, then
from perturb.domains import psd, square, symmetric, together
from perturb.vocab import (
    I,
    T,
    absolute,
    block,
    det,
    exp,
    fro,
    hadamard,
    leading,
    permanent,
    rank,
    sq,
    sym,
    trace,
    trailing,
)

KNOWN = {}


@claim(
    FALSE,
    "a symmetric and a skew matrix",
    id="symmetric-and-skew",
    domain=together(A=symmetric(), B=square(), n=(1, 4)),
)
def symmetric_and_skew(A, B):
    """True where A is positive semidefinite."""
    yield then(det(A), "<=", det(A + B - T(B)))


KNOWN["symmetric-and-skew"] = {
    "A": [[-1, 0, 0], [0, 1, 0], [0, 0, 1]],
    "B": [[0, 0, 0], [0, 0, 1], [0, 0, 0]],
}


@claim(
    FALSE,
    "Oppenheim's inequality with one symmetric factor",
    id="oppenheim-one-symmetric",
    domain=together(A=psd(), B=symmetric(), n=(1, 4)),
)
def oppenheim_one_symmetric(A, B):
    """Both factors have to be positive semidefinite."""
    yield then(det(A) * det(B), "<=", det(hadamard(A, B)))


KNOWN["oppenheim-one-symmetric"] = {
    "A": [[1, 0, 0], [0, 1, 0], [0, 0, 1]],
    "B": [[0, 1, 1], [1, 0, 1], [1, 1, 0]],
}


@claim(FALSE, "permanent and mean of the diagonal", id="permanent-and-mean", domain=psd(n=3))
def permanent_and_mean(A):
    """True of the determinant."""
    yield then(27 * permanent(A), "<=", trace(A) ** 3)


KNOWN["permanent-and-mean"] = {"A": [[1, 1, 1], [1, 1, 1], [1, 1, 1]]}


@claim(
    FALSE, "the permanent of an entrywise square", id="permanent-of-entrywise-square", domain=square(n=(1, 4))
)
def permanent_of_entrywise_square(A):
    """Fails at the matrix of ones."""
    yield then(sq(permanent(A)), "<=", permanent(hadamard(A, A)))


KNOWN["permanent-of-entrywise-square"] = {"A": ONES}


@claim(FALSE, "the permanent of a square", id="permanent-of-a-square", domain=square(n=(1, 4)))
def permanent_of_a_square(A):
    """True of nonnegative entries (Brualdi 1966)."""
    yield then(sq(permanent(A)), "<=", permanent(A @ A))


KNOWN["permanent-of-a-square"] = {"A": [[1, 1], [-1, -1]]}


@claim(FALSE, "permanent and Frobenius norm, n = 3", id="permanent-and-frobenius", domain=square(n=3))
def permanent_and_frobenius(A):
    """True of the determinant (Hadamard, and the two means)."""
    yield then(27 * sq(permanent(A)), "<=", fro(A) ** 6)


KNOWN["permanent-and-frobenius"] = {"A": [[1, 1, 1], [1, 1, 1], [1, 1, 1]]}


@claim(FALSE, "the rank of an entrywise square", id="rank-of-entrywise-square", domain=square(n=(1, 4)))
def rank_of_entrywise_square(A):
    """Fails at Hadamard matrices."""
    yield then(rank(A), "<=", rank(hadamard(A, A)))


KNOWN["rank-of-entrywise-square"] = {"A": [[1, 1], [1, -1]]}


@claim(
    FALSE,
    "Cauchy and Schwarz for traces of squares",
    id="cauchy-schwarz-squares",
    domain=square(count=2, n=(1, 4)),
)
def cauchy_schwarz_squares(A, B):
    """The trace of AB is an inner product of symmetric matrices only."""
    yield then(sq(trace(A @ B)), "<=", trace(A @ A) * trace(B @ B))


KNOWN["cauchy-schwarz-squares"] = {"A": TURN, "B": ID}


@claim(FALSE, "the trace of a fourth power", id="trace-of-fourth-power", domain=square(n=(1, 4)))
def trace_of_fourth_power(A):
    """A turn by 45 degrees."""
    yield then(0, "<=", trace(A @ A @ A @ A))


KNOWN["trace-of-fourth-power"] = {"A": [[1, -1], [1, 1]]}


@claim(FALSE, "the trace of a cube", id="trace-of-a-cube", domain=symmetric(n=(1, 4)))
def trace_of_a_cube(A):
    """True of positive semidefinite matrices."""
    yield then(trace(A @ A @ A), "<=", trace(A) * trace(A @ A))


KNOWN["trace-of-a-cube"] = {"A": [[2, 0], [0, -1]]}


@claim(
    FALSE,
    "the trace of a product of symmetric matrices",
    id="trace-of-symmetric-product",
    domain=symmetric(count=2, n=(1, 4)),
)
def trace_of_symmetric_product(A, B):
    """True of positive semidefinite matrices."""
    yield then(trace(A @ B), "<=", trace(A) * trace(B))


KNOWN["trace-of-symmetric-product"] = {"A": [[1, 0], [0, -1]], "B": [[1, 0], [0, -1]]}


@claim(FALSE, "the trace of ABAB", id="trace-of-abab", domain=symmetric(count=2, n=(1, 4)))
def trace_of_abab(A, B):
    """True where one of them is positive semidefinite."""
    yield then(0, "<=", trace(A @ B @ A @ B))


KNOWN["trace-of-abab"] = {"A": [[1, 0], [0, -1]], "B": SWAP}


@claim(
    FALSE,
    "the determinant and the exponential of the trace",
    id="determinant-and-exponential",
    domain=square(n=(1, 4)),
)
def determinant_and_exponential(A):
    """True of positive semidefinite matrices."""
    yield then(det(I + A), "<=", exp(trace(A)))


KNOWN["determinant-and-exponential"] = {"A": TURN}


@claim(
    FALSE,
    "the determinant of an entrywise square",
    id="determinant-of-entrywise-square",
    domain=square(n=(1, 4)),
)
def determinant_of_entrywise_square(A):
    """True of positive semidefinite matrices (Oppenheim)."""
    yield then(sq(det(A)), "<=", absolute(det(hadamard(A, A))))


KNOWN["determinant-of-entrywise-square"] = {"A": [[1, 1], [1, -1]]}


@claim(
    FALSE,
    "the determinant of the symmetric part",
    id="determinant-of-symmetric-part",
    domain=square(n=(1, 4)),
)
def determinant_of_symmetric_part(A):
    """Ostrowski and Taussky 1951 have a positive definite symmetric part."""
    yield then(absolute(det(sym(A))), "<=", absolute(det(A)))


KNOWN["determinant-of-symmetric-part"] = {"A": [[0, 2], [0, 0]]}


@claim(
    FALSE,
    "Koteljanskii's inequality without symmetry",
    id="koteljanskii-without-symmetry",
    domain=square(n=3),
)
def koteljanskii_without_symmetry(A):
    """True of symmetric and of totally nonnegative matrices."""
    yield then(det(A) * A[2, 2], "<=", det(leading(A, 2)) * det(trailing(A, 1)))


KNOWN["koteljanskii-without-symmetry"] = {"A": [[0, 1, 0], [1, 1, 1], [0, -1, 0]]}


@claim(
    FALSE,
    "the determinant of a complex structure",
    id="determinant-of-complex-structure",
    domain=square(count=2, n=(1, 3)),
)
def determinant_of_complex_structure(A, B):
    """True where A and B commute (Silvester 2000)."""
    yield then(det(block(A, -B, B, A)), "==", det(A @ A + B @ B))


KNOWN["determinant-of-complex-structure"] = {"A": FIRST, "B": SWAP}


@claim(
    FALSE, "the determinant of four blocks", id="determinant-of-four-blocks", domain=square(count=4, n=(1, 2))
)
def determinant_of_four_blocks(A, B, C, D):
    """True where A and C commute (Silvester 2000)."""
    yield then(det(block(A, B, C, D)), "==", det(A @ D - C @ B))


KNOWN["determinant-of-four-blocks"] = {"A": RAISE, "B": LAST, "C": LOWER, "D": FIRST}
