"""False statements, fifth set: eigenvalues, matrices that are not negative."""

from benchmarks.unseen.matrices import FALSE, RAISE, SWAP
from perturb import claim, given, then
from perturb.domains import (
    box,
    doubly_stochastic,
    nonnegative,
    psd,
    square,
    symmetric,
    together,
    totally_nonnegative,
)
from perturb.vocab import (
    I,
    T,
    absolute,
    diag,
    diagonal,
    eig_re,
    entries,
    lam,
    largest,
    least_minor,
    mat_exp,
    moduli,
    op,
    row,
    row_sums,
    smallest,
    spectral_radius,
    sq,
    sym,
    total,
    trace,
)

KNOWN = {}


@claim(FALSE, "an eigenvalue in each disc", id="eigenvalue-in-each-disc", domain=square(n=(1, 4)))
def eigenvalue_in_each_disc(A):
    """Horn and Johnson, Matrix Analysis, 6.1: true of discs apart from the others (Gershgorin 1931)."""
    radius = total(absolute(row(A, 1))) - absolute(A[1, 1])
    yield then(smallest(moduli(A - A[1, 1] * I)), "<=", radius)


KNOWN["eigenvalue-in-each-disc"] = {"A": [[1, -1], [2, -1]]}


@claim(
    FALSE,
    "congruence and eigenvalues",
    id="ostrowski-symmetric",
    domain=together(A=symmetric(), S=square(), n=(1, 3)),
)
def ostrowski_symmetric(A, S):
    """Ostrowski 1959 has factors of either kind; true of positive A."""
    yield then(lam(S @ A @ T(S)), "<=", sq(op(S)) * lam(A))


KNOWN["ostrowski-symmetric"] = {"A": [[-1, 0], [0, -1]], "S": [[1, 0], [0, 0]]}


@claim(
    FALSE,
    "the spectral radius and the trace of the square",
    id="radius-trace-square",
    domain=square(n=(1, 3)),
)
def radius_trace_square(A):
    """Asked and refuted on Mathematics Stack Exchange, question 4633642; true of real spectrum."""
    yield then(sq(spectral_radius(A)), "<=", absolute(trace(A @ A)))


KNOWN["radius-trace-square"] = {"A": [[0, -1, 0], [1, 0, 0], [0, 0, "7/5"]]}


@claim(
    FALSE,
    "the symmetric part, weighted",
    id="weighted-symmetric-part",
    domain=together(A=square(), d=box(0, 1), n=(1, 3)),
)
def weighted_symmetric_part(A, d):
    """Asked and refuted on Mathematics Stack Exchange, question 4801955."""
    D = diag(d)
    yield given(spectral_radius(A), "<=", spectral_radius(sym(A)))
    yield then(spectral_radius(D @ A @ D), "<=", spectral_radius(D @ sym(A) @ D))


KNOWN["weighted-symmetric-part"] = {"A": [[1, 4], [-2, 4]], "d": [1, "1/2"]}


@claim(FALSE, "row sums and the spectral radius", id="rows-of-small-radius", domain=nonnegative(n=(1, 4)))
def rows_of_small_radius(A):
    """Asked and refuted on Mathematics Stack Exchange, question 173292, for symmetric matrices too."""
    yield given(entries(A), "==", entries(T(A)))
    yield given(spectral_radius(A), "<", 1)
    yield then(row_sums(A), "<=", 1)


KNOWN["rows-of-small-radius"] = {"A": [["1/2", "3/5"], ["3/5", 0]]}


@claim(
    FALSE,
    "the Perron root is convex in the weights of rows",
    id="perron-weights",
    domain=together(A=nonnegative(), d=box(0, 10), e=box(0, 10), n=(1, 3)),
)
def perron_weights(A, d, e):
    """Friedland 1981 has conditions; in logarithms of the weights it is true (Kingman 1961)."""
    ends = spectral_radius(diag(d) @ A) + spectral_radius(diag(e) @ A)
    yield then(2 * spectral_radius(diag((d + e) / 2) @ A), "<=", ends)


KNOWN["perron-weights"] = {"A": SWAP, "d": [10, 0], "e": [0, 10]}


@claim(
    FALSE,
    "a positive matrix added to the sum of a skew one and 2",
    id="skew-and-positive",
    domain=together(X=square(), B=psd(), n=4),
)
def skew_and_positive(X, B):
    """Asked on Mathematics Stack Exchange (spectral radius of a non-symmetric positive matrix), refuted."""
    A = 2 * I + X - T(X)
    yield then(spectral_radius(A), "<=", spectral_radius(A + B))


KNOWN["skew-and-positive"] = {
    "X": [[2, 2, 2, -2], [-2, -2, 1, -2], [-1, 1, -2, -1], [2, 1, -2, 2]],
    "B": [[4, 4, -2, -2], [4, 4, -2, -2], [-2, -2, 1, 1], [-2, -2, 1, 1]],
}


@claim(
    FALSE,
    "the identity added to a totally nonnegative matrix",
    id="totally-nonnegative-shift",
    domain=totally_nonnegative(n=(1, 3)),
)
def totally_nonnegative_shift(A):
    """Fallat and Johnson 2011, Chapter 1: one row and column may grow, the first or the last."""
    yield then(0, "<=", least_minor(A + I))


KNOWN["totally-nonnegative-shift"] = {"A": [[1, 1, 1], [1, 1, 1], [1, 1, 1]]}


@claim(FALSE, "an exponential that is not negative", id="exponential-signs", domain=square(n=3))
def exponential_signs(A):
    """At all times it is true; compare Noutsos and Tsatsomeros 2008."""
    yield given(0, "<=", entries(mat_exp(A)))
    yield then(0, "<=", entries(A - diag(diagonal(A))))


KNOWN["exponential-signs"] = {"A": [[0, 2, "-1/10"], [1, 0, 2], [1, 1, 0]]}


@claim(FALSE, "a chain and its reversal", id="chain-and-reversal", domain=doubly_stochastic(n=(2, 4)))
def chain_and_reversal(A):
    """Fill 1991 has the product with the transpose, under a root."""
    yield then(moduli(A)[2], "<=", lam(sym(A))[2])


KNOWN["chain-and-reversal"] = {"A": [[0, 1, 0], [0, 0, 1], [1, 0, 0]]}


@claim(
    FALSE,
    "the second eigenvalue and the spread of the entries",
    id="spread-of-entries",
    domain=doubly_stochastic(n=4),
)
def spread_of_entries(A):
    """Hopf 1963 divides by the sum of the largest and the least entry."""
    yield then(moduli(A)[2], "<=", largest(entries(A)) - smallest(entries(A)))


KNOWN["spread-of-entries"] = {
    "A": [["1/2", "1/2", 0, 0], ["1/2", "1/2", 0, 0], [0, 0, "1/2", "1/2"], [0, 0, "1/2", "1/2"]]
}


@claim(FALSE, "real parts and the symmetric part, one by one", id="real-parts-each", domain=square(n=(1, 4)))
def real_parts_each(A):
    """Of sums of the largest it is true (Fan 1950)."""
    yield then(eig_re(A), "<=", lam(sym(A)))


KNOWN["real-parts-each"] = {"A": RAISE}
