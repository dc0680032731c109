"""False statements, first half: traces, determinants, permanents, ranks."""

from benchmarks.unseen import FALSE, FIRST, ID, LAST, MINUS, ONES, SWAP, TURN, ZERO
from perturb import claim, then
from perturb.domains import (
    bounded,
    projection,
    psd,
    square,
    symmetric,
)
from perturb.vocab import (
    I,
    T,
    absolute,
    det,
    hadamard,
    permanent,
    rank,
    sq,
    trace,
)

KNOWN = {}


@claim(
    FALSE,
    "the trace of a square",
    id="trace-of-square",
    domain=square(n=(1, 4)),
)
def trace_of_square(A):
    """True of symmetric matrices; a rotation by a right angle squares to -I."""
    yield then(0, "<=", trace(A @ A))


KNOWN["trace-of-square"] = {"A": TURN}


@claim(
    FALSE,
    "the determinant of A^2 + B^2",
    id="det-sum-of-squares",
    domain=square(count=2, n=(1, 3)),
)
def det_sum_of_squares(A, B):
    """True where A and B commute: det(A + iB) det(A - iB), a standard contest problem."""
    yield then(0, "<=", det(A @ A + B @ B))


KNOWN["det-sum-of-squares"] = {"A": [[1, 2], [0, 1]], "B": [[1, 0], [2, 1]]}


@claim(
    FALSE,
    "the determinant is superadditive, symmetric",
    id="det-superadditive",
    domain=symmetric(count=2, n=(1, 4)),
)
def det_superadditive(A, B):
    """True of positive semidefinite matrices."""
    yield then(det(A) + det(B), "<=", det(A + B))


KNOWN["det-superadditive"] = {"A": ID, "B": MINUS}


@claim(
    FALSE,
    "the trace of four symmetric factors",
    id="trace-of-four",
    domain=symmetric(count=4, n=(1, 3)),
)
def trace_of_four(A, B, C, D):
    """With three factors their order plays no part; with four it does."""
    yield then(trace(A @ B @ C @ D), "==", trace(A @ B @ D @ C))


KNOWN["trace-of-four"] = {"A": FIRST, "B": [[0, 1], [1, 1]], "C": SWAP, "D": FIRST}


@claim(
    FALSE,
    "the trace of a word in two positive matrices",
    id="word-abaabb",
    domain=psd(count=2, n=(1, 4)),
)
def word(A, B):
    """Johnson and Hillar, SIAM J. Matrix Anal. Appl. 23 (2002): true of shorter words and of n = 2."""
    yield then(0, "<=", trace(A @ B @ A @ A @ B @ B))


KNOWN["word-abaabb"] = {
    "A": [[1, 20, 210], [20, 402, 4240], [210, 4240, 44903]],
    "B": [[36501, -3820, 190], [-3820, 401, -20], [190, -20, 1]],
}


@claim(
    FALSE,
    "the permanent of a product",
    id="permanent-multiplicative",
    domain=square(count=2, n=(1, 3)),
)
def permanent_multiplicative(A, B):
    yield then(permanent(A @ B), "==", permanent(A) * permanent(B))


KNOWN["permanent-multiplicative"] = {"A": ONES, "B": ONES}


@claim(
    FALSE,
    "the permanent is at least the determinant",
    id="permanent-determinant",
    domain=symmetric(n=(1, 4)),
)
def permanent_determinant(A):
    """Schur: true of positive semidefinite matrices; of symmetric ones up to n = 2."""
    yield then(det(A), "<=", permanent(A))


KNOWN["permanent-determinant"] = {"A": [[-1, 0, 0], [0, 0, 1], [0, 1, 0]]}


@claim(
    FALSE,
    "Oppenheim's inequality turned round",
    id="oppenheim-reversed",
    domain=psd(count=2, n=(1, 4)),
)
def oppenheim_reversed(A, B):
    yield then(det(hadamard(A, B)), "<=", det(A) * det(B))


KNOWN["oppenheim-reversed"] = {"A": ONES, "B": ID}


@claim(
    FALSE,
    "determinants of three, turned round",
    id="det-three-reversed",
    domain=psd(count=3, n=(1, 3)),
)
def det_three(A, B, C):
    yield then(det(A + B + C) + det(C), "<=", det(A + C) + det(B + C))


KNOWN["det-three-reversed"] = {"A": FIRST, "B": LAST, "C": ZERO}


@claim(
    FALSE,
    "Hua's inequality without contractions",
    id="hua-without-contractions",
    domain=square(count=2, n=(1, 3)),
)
def hua(A, B):
    """Hua 1955: true of contractions, and of every two numbers."""
    yield then(det(I - T(A) @ A) * det(I - T(B) @ B), "<=", sq(det(I - T(A) @ B)))


KNOWN["hua-without-contractions"] = {"A": [[2, 0], [0, 0]], "B": [[0, 0], [0, 2]]}


@claim(
    FALSE,
    "the rank of a sum of projections",
    id="rank-of-projections",
    domain=projection(count=2, n=(1, 4)),
)
def rank_of_projections(P, Q):
    """True where they commute."""
    yield then(rank(P + Q), "==", rank(P) + rank(Q) - rank(P @ Q))


KNOWN["rank-of-projections"] = {"P": FIRST, "Q": [["1/2", "1/2"], ["1/2", "1/2"]]}


@claim(
    FALSE,
    "Hadamard's bound for n = 5, a little less",
    id="hadamard-five",
    domain=bounded(1, n=5),
)
def hadamard_five(A):
    """The maximum is 48, for entries 1 and -1."""
    yield then(absolute(det(A)), "<=", 47)


KNOWN["hadamard-five"] = {"A": [[-1 if i == j else 1 for j in range(5)] for i in range(5)]}


@claim(
    FALSE,
    "trace, rank and trace of the square",
    id="trace-rank",
    domain=square(n=(1, 4)),
)
def trace_rank(A):
    """True of symmetric matrices."""
    yield then(sq(trace(A)), "<=", rank(A) * trace(A @ A))


KNOWN["trace-rank"] = {"A": [[1, 1], [-1, 0]]}


@claim(
    FALSE,
    "determinant and mean of the eigenvalues",
    id="det-trace",
    domain=symmetric(n=3),
)
def det_trace(A):
    """True of positive semidefinite matrices, and of symmetric ones for n = 2."""
    yield then(27 * det(A), "<=", trace(A) * trace(A) * trace(A))


KNOWN["det-trace"] = {"A": [[-1, 0, 0], [0, -1, 0], [0, 0, 0]]}
