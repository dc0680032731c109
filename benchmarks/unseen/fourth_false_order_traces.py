"""False statements, fourth set: the order of symmetric matrices, means, entrywise functions.

And: traces, determinants, permanents.
"""

from fractions import Fraction

from benchmarks.unseen import FALSE, FIRST, ID, LAST, RAISE
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
    I,
    absolute,
    banded,
    det,
    diag,
    diagonal,
    eig_im,
    eig_re,
    entries,
    entrywise_abs,
    entrywise_power,
    geometric_mean,
    inv,
    lam,
    mat_abs,
    mat_exp,
    mat_log,
    mat_sqrt,
    matpow,
    permanent,
    pinv,
    product,
    row_sums,
    s,
    sq,
    sym,
    total,
    trace,
)

KNOWN = {}


@claim(
    FALSE,
    "the geometric mean and the mean of logarithms",
    id="log-euclidean-mean",
    domain=positive_definite(count=2, n=(1, 3)),
)
def log_euclidean_mean(A, B):
    """True of traces and norms (Hiai and Petz 1993)."""
    yield then(geometric_mean(A, B), "loewner", mat_exp((mat_log(A) + mat_log(B)) / 2))


KNOWN["log-euclidean-mean"] = {"A": [[8, -10], [-10, 13]], "B": [[13, 5], [5, 2]]}


@claim(
    FALSE,
    "the converse of Ando and Hiai's inequality",
    id="ando-hiai-converse",
    domain=positive_definite(count=2, n=(1, 3)),
)
def ando_hiai_converse(A, B):
    """Ando and Hiai 1994 have the other direction."""
    yield given(geometric_mean(A @ A, B @ B), "loewner", I)
    yield then(geometric_mean(A, B), "loewner", I)


KNOWN["ando-hiai-converse"] = {
    "A": [["13/12", "15/12"], ["15/12", "18/12"]],
    "B": [["13/12", "11/12"], ["11/12", "10/12"]],
}


@claim(
    FALSE,
    "the smaller matrix and the geometric mean",
    id="smaller-and-geometric",
    domain=positive_definite(count=2, n=(1, 3)),
)
def smaller_and_geometric(A, B):
    """True of traces of powers (Audenaert and others 2007, the quantum Chernoff bound)."""
    yield then(A + B - mat_abs(A - B), "loewner", 2 * geometric_mean(A, B))


KNOWN["smaller-and-geometric"] = {"A": [[13, -8], [-8, 5]], "B": [[2, -5], [-5, 13]]}


@claim(FALSE, "the least upper bound", id="least-upper-bound", domain=symmetric(count=3, n=(1, 3)))
def least_upper_bound(A, B, C):
    """Kadison 1951: symmetric matrices are an anti-lattice."""
    yield given(A, "loewner", C)
    yield given(B, "loewner", C)
    yield then((A + B + mat_abs(A - B)) / 2, "loewner", C)


KNOWN["least-upper-bound"] = {"A": [[1, -3], [-3, 9]], "B": [[9, 0], [0, 0]], "C": [[10, 3], [3, 13]]}


@claim(FALSE, "pseudo-inverses in order", id="pseudo-inverses-in-order", domain=psd(count=2, n=(1, 3)))
def pseudo_inverses_in_order(A, B):
    """Milliken and Akdeniz 1977: true where the ranks agree."""
    yield given(A, "loewner", B)
    yield then(pinv(B), "loewner", pinv(A))


KNOWN["pseudo-inverses-in-order"] = {"A": FIRST, "B": ID}


@claim(
    FALSE,
    "each eigenvalue of the root of a sum of squares",
    id="root-of-squares-each",
    domain=psd(count=2, n=(1, 4)),
)
def root_of_squares_each(A, B):
    """Of norms and traces it is true; compare Open Problem Garden, trace inequality."""
    yield then(lam(mat_sqrt(A @ A + B @ B)), "<=", lam(A + B))


KNOWN["root-of-squares-each"] = {"A": FIRST, "B": [["1/2", "1/2"], ["1/2", "1/2"]]}


@claim(
    FALSE,
    "each singular value of the symmetrised product of roots",
    id="symmetrised-roots-each",
    domain=psd(count=2, n=(1, 3)),
)
def symmetrised_roots_each(A, B):
    """Bourin asked for norms; of the product of roots itself it is true (Bhatia and Kittaneh 1990)."""
    P, Q = mat_sqrt(A), mat_sqrt(B)
    yield then(s(P @ Q + Q @ P), "<=", s(A + B))


KNOWN["symmetrised-roots-each"] = {"A": [[2, 0], [0, 0]], "B": [[18, -18], [-18, 18]]}


@claim(FALSE, "Cordes's inequality for each singular value", id="cordes-each", domain=psd(count=2, n=(1, 4)))
def cordes_each(A, B):
    """Cordes 1987 has the largest; the determinants agree."""
    yield then(sq(s(mat_sqrt(A) @ mat_sqrt(B))), "<=", s(A @ B))


KNOWN["cordes-each"] = {"A": [[4, 0], [0, 1]], "B": [[2, 1], [1, 2]]}


@claim(FALSE, "moduli of the entries of a positive matrix", id="moduli-of-entries", domain=psd(n=(1, 4)))
def moduli_of_entries(A):
    """Horn and Johnson, Matrix Analysis, 7.5: true up to n = 3."""
    yield then(0, "loewner", entrywise_abs(A))


KNOWN["moduli-of-entries"] = {"A": [[1, 1, 0, -1], [1, 2, 1, 0], [0, 1, 1, 1], [-1, 0, 1, 2]]}


@claim(FALSE, "a band of a positive matrix", id="band-of-positive", domain=psd(n=(1, 4)))
def band_of_positive(A):
    """Bickel and Levina 2008 taper instead."""
    yield then(0, "loewner", banded(A, 1))


KNOWN["band-of-positive"] = {"A": [[1, 1, 1], [1, 1, 1], [1, 1, 1]]}


@claim(FALSE, "entrywise exponent 3/2, n = 4", id="entrywise-three-halves", domain=psd(n=4))
def entrywise_three_halves(A):
    """FitzGerald and Horn 1977: true up to n = 3."""
    yield given(0, "<=", entries(A))
    yield then(0, "loewner", entrywise_power(A, Fraction(3, 2)))


KNOWN["entrywise-three-halves"] = {"A": [[17, 4, 8, 16], [4, 16, 16, 0], [8, 16, 17, 4], [16, 0, 4, 16]]}


@claim(FALSE, "the form of Horn at doubly nonnegative matrices", id="doubly-nonnegative", domain=psd(n=5))
def doubly_nonnegative(A):
    """Hall and Newman 1963: true of completely positive matrices, to which they belong up to n = 4."""
    H = [[1, -1, 1, 1, -1], [-1, 1, -1, 1, 1], [1, -1, 1, -1, 1], [1, 1, -1, 1, -1], [-1, 1, 1, -1, 1]]
    yield given(0, "<=", entries(A))
    yield then(0, "<=", trace(H @ A))


KNOWN["doubly-nonnegative"] = {
    "A": [[5, 3, 0, 0, 3], [3, 5, 3, 0, 0], [0, 3, 5, 3, 0], [0, 0, 3, 5, 3], [3, 0, 0, 3, 5]]
}


@claim(FALSE, "principal minors of orders one and two", id="small-minors", domain=symmetric(n=3))
def small_minors(A):
    """Mathematics Stack Exchange, question 235170: necessary, not sufficient."""
    yield given(0, "<=", diagonal(A))
    yield given(sq(A[1, 2]), "<=", A[1, 1] * A[2, 2])
    yield given(sq(A[1, 3]), "<=", A[1, 1] * A[3, 3])
    yield given(sq(A[2, 3]), "<=", A[2, 2] * A[3, 3])
    yield then(0, "loewner", A)


KNOWN["small-minors"] = {"A": [[2, -1, -2], [-1, 2, -2], [-2, -2, 3]]}


@claim(FALSE, "correlation is transitive", id="correlation-transitive", domain=psd(n=3))
def correlation_transitive(A):
    """Langford, Schwertman, Owens 2001: true where the squares of the two add up to one."""
    yield given(diagonal(A), "==", 1)
    yield given(3, "<=", 5 * A[1, 2])
    yield given(3, "<=", 5 * A[2, 3])
    yield then(0, "<=", A[1, 3])


KNOWN["correlation-transitive"] = {"A": [[1, "3/5", "-1/5"], ["3/5", 1, "3/5"], ["-1/5", "3/5", 1]]}


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
