"""False statements, fourth set: traces, determinants, permanents."""

from benchmarks.unseen.matrices import FALSE, FIRST, LAST, RAISE
from perturb import claim, given, then
from perturb.domains import (
    binary,
    doubly_stochastic,
    positive_definite,
    psd,
    square,
    symmetric,
    together,
    vector,
)
from perturb.vocab import (
    absolute,
    det,
    diag,
    diagonal,
    eig_im,
    eig_re,
    inv,
    lam,
    matpow,
    permanent,
    product,
    row_sums,
    s,
    sq,
    sym,
    total,
    trace,
)

KNOWN = {}


@claim(FALSE, "a word of ten letters", id="plevnik-word", domain=psd(count=2, n=3))
def plevnik_word(A, B):
    """Plevnik 2016 refuted the conjecture that no arrangement of letters has a larger trace."""
    yield then(trace(matpow(A, 4) @ B @ A @ matpow(B, 4)), "<=", trace(matpow(A, 5) @ matpow(B, 5)))


KNOWN["plevnik-word"] = {
    "A": [[76, 0, 0], [0, 0, 0], [0, 0, 1]],
    "B": [[20, -14, 13], [-14, 2880, 3100], [13, 3100, 3380]],
}


@claim(
    FALSE, "the trace of a product and the diagonals", id="trace-and-diagonals", domain=psd(count=2, n=(1, 4))
)
def trace_and_diagonals(A, B):
    """Asked and refuted on Mathematics Stack Exchange, question 3918329."""
    yield then(total(diagonal(A) * diagonal(B)), "<=", trace(A @ B))


KNOWN["trace-and-diagonals"] = {"A": [[2, 1], [1, 2]], "B": [[2, -1], [-1, 2]]}


@claim(FALSE, "the larger trace, with a weight", id="weighted-trace", domain=psd(count=3, n=(1, 3)))
def weighted_trace(A, B, C):
    """Asked and refuted on Mathematics Stack Exchange, question 2114944."""
    yield given(trace(A), "<=", trace(B))
    yield then(trace(A @ C), "<=", trace(B @ C))


KNOWN["weighted-trace"] = {"A": [[3, 0], [0, 3]], "B": [[10, 0], [0, 1]], "C": [["1/10", 0], [0, 2]]}


@claim(
    FALSE,
    "the trace with a matrix of spectrum in the unit interval",
    id="unit-interval-trace",
    domain=together(B=square(), S=positive_definite(), n=(1, 3)),
)
def unit_interval_trace(B, S):
    """An exercise that is wrong as set: Mathematics Stack Exchange, question 2992053."""
    yield given(eig_im(B), "==", 0)
    yield given(0, "<=", eig_re(B), "<=", 1)
    yield then(trace(B) * det(S), "<=", trace(B @ S))


KNOWN["unit-interval-trace"] = {"B": RAISE, "S": [["1/2", "-1/4"], ["-1/4", "1/2"]]}


@claim(
    FALSE,
    "real spectrum that is not positive",
    id="nonpositive-spectrum-trace",
    domain=together(A=square(), v=vector(), n=(1, 3)),
)
def nonpositive_spectrum_trace(A, v):
    """True of symmetric A; Mathematics Stack Exchange, question 1875508."""
    yield given(eig_im(A), "==", 0)
    yield given(eig_re(A), "<=", 0)
    yield then(trace(A @ diag(v * v)), "<=", 0)


KNOWN["nonpositive-spectrum-trace"] = {"A": [[-4, -2], [2, 1]], "v": [1, 3]}


@claim(
    FALSE,
    "the determinant of four terms",
    id="four-terms",
    domain=together(A=positive_definite(), B=psd(), C=psd(), n=(1, 3)),
)
def four_terms(A, B, C):
    """MathOverflow, question 131953, as first asked; with BA for AB on the right it is true."""
    yield then(det(A @ A + A @ B + A @ C), "<=", det(A @ A + A @ B + A @ C + B @ C))


KNOWN["four-terms"] = {"A": [[10, -3], [-3, 1]], "B": [[13, -13], [-13, 13]], "C": [[18, -6], [-6, 2]]}


@claim(
    FALSE,
    "the determinant of a sum and singular values, paired in order",
    id="determinant-paired",
    domain=square(count=2, n=(1, 4)),
)
def determinant_paired(A, B):
    """Paired in opposite orders it is true (Li and Mathias 1995)."""
    yield then(absolute(det(A + B)), "<=", product(s(A) + s(B)))


KNOWN["determinant-paired"] = {"A": FIRST, "B": LAST}


@claim(
    FALSE,
    "the determinant of a sum of symmetric matrices from below",
    id="fiedler-symmetric",
    domain=symmetric(count=2, n=3),
)
def fiedler_symmetric(A, B):
    """Fiedler 1971: true of positive semidefinite matrices, and for n = 2."""
    yield then(product(lam(A) + lam(B)), "<=", det(A + B))


KNOWN["fiedler-symmetric"] = {
    "A": [[-1, 0, 0], [0, -2, 0], [0, 0, -3]],
    "B": [[-3, 0, 0], [0, -2, 0], [0, 0, -1]],
}


@claim(FALSE, "the permanent is convex", id="permanent-convex", domain=doubly_stochastic(count=2, n=3))
def permanent_convex(A, B):
    """Towards the identity it is (Brualdi and Newman 1965); Minc, Permanents, 1978."""
    yield then(2 * permanent((A + B) / 2), "<=", permanent(A) + permanent(B))


KNOWN["permanent-convex"] = {
    "A": [["5/7", "1/7", "1/7"], [0, "2/7", "5/7"], ["2/7", "4/7", "1/7"]],
    "B": [["2/3", "1/3", 0], ["1/3", 0, "2/3"], [0, "2/3", "1/3"]],
}


@claim(
    FALSE,
    "the permanent of the symmetric part",
    id="permanent-symmetric-part",
    domain=doubly_stochastic(n=(1, 4)),
)
def permanent_symmetric_part(A):
    """A cycle of three."""
    yield then(permanent(A), "<=", permanent(sym(A)))


KNOWN["permanent-symmetric-part"] = {"A": [[0, 1, 0], [0, 0, 1], [1, 0, 0]]}


@claim(FALSE, "the permanent and the row sums", id="permanent-row-sums", domain=binary(n=(1, 4)))
def permanent_row_sums(A):
    """Minc conjectured, and Bregman proved in 1973, the right bound, with factorials."""
    yield then(sq(permanent(A)), "<=", product(row_sums(A)))


KNOWN["permanent-row-sums"] = {"A": [[1, 1, 1], [1, 1, 1], [1, 1, 1]]}


@claim(FALSE, "permanents of a matrix and its inverse", id="permanent-of-inverse", domain=symmetric(n=(1, 3)))
def permanent_of_inverse(A):
    """True of positive definite matrices, by Schur's inequality."""
    yield then(1, "<=", permanent(A) * permanent(inv(A)))


KNOWN["permanent-of-inverse"] = {"A": [[1, 1], [1, -1]]}


@claim(FALSE, "determinants of zeros and ones, n = 6", id="binary-six", domain=binary(n=6))
def binary_six(A):
    """The maximum is 9 (Williamson 1946)."""
    yield then(det(A), "<=", 8)


KNOWN["binary-six"] = {
    "A": [
        [0, 1, 1, 1, 0, 0],
        [0, 0, 0, 1, 1, 1],
        [1, 0, 1, 1, 1, 0],
        [1, 1, 0, 1, 1, 0],
        [1, 1, 1, 0, 1, 1],
        [1, 0, 0, 1, 0, 1],
    ]
}
