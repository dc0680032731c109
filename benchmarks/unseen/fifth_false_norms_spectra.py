"""False statements, fifth set: norms, numerical radii, distances, layers.

And: eigenvalues, matrices that are not negative.
"""

from benchmarks.unseen import FALSE, FIRST, ID, MINUS, RAISE, SWAP
from perturb import claim, given, then
from perturb.domains import (
    binary,
    box,
    doubly_stochastic,
    nonnegative,
    probability_vector,
    psd,
    rectangular,
    square,
    symmetric,
    together,
    totally_nonnegative,
)
from perturb.vocab import (
    I,
    T,
    absolute,
    column_matrix,
    complex_matrix,
    complex_s,
    det,
    diag,
    diagonal,
    eig_re,
    entries,
    entrywise_abs,
    eye,
    hadamard,
    kron,
    lam,
    largest,
    least_minor,
    mat_exp,
    matpow,
    max_entry,
    moduli,
    numerical_radius,
    op,
    pinv,
    relu_norm,
    row,
    row_sums,
    s,
    s_min,
    smallest,
    spectral_radius,
    sq,
    sym,
    total,
    trace,
)

KNOWN = {}


@claim(FALSE, "the numerical radius of a third power", id="radius-of-cube", domain=square(n=(1, 4)))
def radius_of_cube(A):
    """Of powers of one number it is true (Berger 1965), of a product of two powers not: a shift."""
    yield then(numerical_radius(matpow(A, 3)), "<=", numerical_radius(A) * numerical_radius(A @ A))


KNOWN["radius-of-cube"] = {"A": [[0, 1, 0, 0], [0, 0, 1, 0], [0, 0, 0, 1], [0, 0, 0, 0]]}


@claim(
    FALSE,
    "the numerical radius of a commuting product",
    id="radius-of-commuting-product",
    domain=square(count=2, n=9),
)
def radius_of_commuting_product(A, B):
    """Asked since 1969, refuted by Mueller, and by Davidson and Holbrook, in 1988: powers of a shift."""
    yield given(entries(A @ B), "==", entries(B @ A))
    yield then(numerical_radius(A @ B), "<=", numerical_radius(A) * op(B))


KNOWN["radius-of-commuting-product"] = {
    "A": [[int(j - i in (3, 7)) for j in range(9)] for i in range(9)],
    "B": [[int(j - i == 1) for j in range(9)] for i in range(9)],
}


@claim(
    FALSE,
    "a commutator and an anticommutator",
    id="commutator-anticommutator",
    domain=together(A=psd(), X=square(), n=3),
)
def commutator_anticommutator(A, X):
    """True in the Frobenius norm; in this one the best factor grows with n (Davies 1988)."""
    yield then(op(A @ X - X @ A), "<=", op(A @ X + X @ A))


KNOWN["commutator-anticommutator"] = {
    "A": [[4, 4, -2], [4, 8, 0], [-2, 0, 2]],
    "X": [[-2, -3, -2], [0, 2, 3], [-2, -3, -3]],
}


@claim(FALSE, "moduli of the entries and the norm, n = 3", id="moduli-norm-three", domain=square(n=3))
def moduli_norm_three(A):
    """The root of 3 is the bound for complex matrices; here 5/3 is met by a rotation."""
    yield then(2 * op(entrywise_abs(A)), "<=", 3 * op(A))


KNOWN["moduli-norm-three"] = {"A": [[-1, 2, 2], [2, -1, 2], [2, 2, -1]]}


@claim(FALSE, "Hlawka's inequality of operators", id="hlawka-operators", domain=square(count=3, n=(1, 3)))
def hlawka_operators(A, B, C):
    """True of lengths of vectors (Hlawka 1942)."""
    yield then(op(A + B) + op(B + C) + op(A + C), "<=", op(A) + op(B) + op(C) + op(A + B + C))


KNOWN["hlawka-operators"] = {
    "A": [[1, 0, 0], [0, 1, 0], [0, 0, -1]],
    "B": [[1, 0, 0], [0, -1, 0], [0, 0, 1]],
    "C": [[-1, 0, 0], [0, 1, 0], [0, 0, 1]],
}


@claim(FALSE, "Ptolemy's inequality of operators", id="ptolemy-operators", domain=square(count=3, n=(1, 3)))
def ptolemy_operators(A, B, C):
    """It singles out inner products (Schoenberg 1952)."""
    yield then(op(A - B) * op(C), "<=", op(B - C) * op(A) + op(C - A) * op(B))


KNOWN["ptolemy-operators"] = {"A": MINUS, "B": SWAP, "C": [[-1, 1], [1, -1]]}


@claim(
    FALSE,
    "Sylvester's equation and the gap",
    id="sylvester-gap",
    domain=together(A=symmetric(), B=symmetric(), X=square(), n=(1, 3)),
)
def sylvester_gap(A, B, X):
    """Half of pi belongs there (Bhatia, Davis, McIntosh 1983); in the Frobenius norm it is true."""
    gap = s_min(kron(A, eye(B)) - kron(eye(A), B))
    yield then(op(X) * gap, "<=", op(A @ X - X @ B))


KNOWN["sylvester-gap"] = {"A": [[1, 0], [0, -1]], "B": [[0, 0], [0, 2]], "X": [[3, 3], [3, 1]]}


@claim(
    FALSE,
    "pruning makes no layer longer",
    id="pruning-norm",
    domain=together(A=square(), M=binary(), n=(1, 4)),
)
def pruning_norm(A, M):
    """True of Frobenius norms, and of weights that are not negative."""
    yield then(op(hadamard(A, M)), "<=", op(A))


KNOWN["pruning-norm"] = {"A": [[1, 1], [1, -1]], "M": [[1, 1], [1, 0]]}


@claim(
    FALSE,
    "how much of its norm a ReLU layer keeps",
    id="relu-keeps",
    domain=rectangular(m=(1, 4), n=(1, 4)),
)
def relu_keeps(A):
    """The root of one half is right: an input and its negative."""
    yield then(4 * op(A), "<=", 5 * relu_norm(A))


KNOWN["relu-keeps"] = {"A": [[1], [-1]]}


@claim(FALSE, "a perturbed pseudo-inverse", id="pseudo-inverse-perturbed", domain=square(count=2, n=(1, 3)))
def pseudo_inverse_perturbed(A, B):
    """Wedin 1973: true where the ranks agree; Stewart 1977."""
    yield then(op(pinv(A) - pinv(B)), "<=", 2 * op(pinv(A)) * op(pinv(B)) * op(A - B))


KNOWN["pseudo-inverse-perturbed"] = {"A": FIRST, "B": [[1, 0], [0, "1/10"]]}


@claim(
    FALSE, "entries that make a matrix singular", id="singular-by-entries", domain=square(count=2, n=(1, 3))
)
def singular_by_entries(A, E):
    """True of the norm of E; by entries one needs less (Higham, Accuracy and Stability, Chapter 7)."""
    yield given(det(A + E), "==", 0)
    yield then(s_min(A), "<=", max_entry(E))


KNOWN["singular-by-entries"] = {"A": ID, "E": [["-1/2", "-1/2"], ["-1/2", "-1/2"]]}


@claim(
    FALSE,
    "arithmetic and geometric mean of singular values, transposes misplaced",
    id="means-misplaced",
    domain=square(count=2, n=(1, 3)),
)
def means_misplaced(A, B):
    """Bhatia and Kittaneh 1990 have AB' on the left."""
    yield then(2 * s(T(A) @ B), "<=", s(T(A) @ A + T(B) @ B))


KNOWN["means-misplaced"] = {"A": FIRST, "B": [[0, 1], [0, 0]]}


@claim(
    FALSE,
    "two positive matrices, one of them imaginary",
    id="imaginary-each",
    domain=psd(count=2, n=(1, 3)),
)
def imaginary_each(A, B):
    """Products of the largest are in this order (Bhatia and Kittaneh 2009)."""
    Z = complex_matrix(A, B)
    yield then(complex_s(Z), "<=", lam(A + B))


KNOWN["imaginary-each"] = {"A": [[1, 2], [2, 4]], "B": [[5, 0], [0, 0]]}


@claim(
    FALSE,
    "the softmax function is a quarter Lipschitz",
    id="softmax-quarter",
    domain=probability_vector(n=(2, 4)),
)
def softmax_quarter(p):
    """Its derivative; in one dimension, for the logistic function, 1/4 is right, here 1/2 (Nair 2025)."""
    yield then(4 * op(diag(p) - column_matrix(p) @ T(column_matrix(p))), "<=", 1)


KNOWN["softmax-quarter"] = {"p": ["1/2", "1/2"]}


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
