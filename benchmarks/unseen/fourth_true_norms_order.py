"""True statements, fourth set: norms, numerical radii, inverses, matrices that solve an equation.

And: the order of symmetric matrices, means, entrywise functions.
"""

from fractions import Fraction

from benchmarks.unseen import TRUE
from perturb import claim, given, then
from perturb.domains import (
    commuting,
    commuting_symmetric,
    orthogonal,
    positive_blocks,
    positive_definite,
    projection,
    psd,
    rectangular,
    square,
    symmetric,
    together,
)
from perturb.vocab import (
    I,
    T,
    absolute,
    column_sums,
    diagonal,
    eig_re,
    entries,
    entrywise_abs,
    entrywise_exp,
    entrywise_power,
    eye,
    fro,
    geometric_mean,
    hadamard,
    inv,
    kron,
    largest,
    leading,
    mat_abs,
    mat_exp,
    mat_log,
    mat_power,
    mat_sqrt,
    matpow,
    numerical_radius,
    op,
    pinv,
    polar,
    rank,
    row_sums,
    rows,
    s,
    s_min,
    smallest,
    spectral_radius,
    sq,
    sqrt,
    sym,
    trace,
)


@claim(TRUE, "Varah 1975: dominant rows", id="varah", domain=square(n=(1, 4)))
def varah(A):
    """A lower bound for the smallest singular value of a matrix."""
    gap = smallest(2 * absolute(diagonal(A)) - row_sums(entrywise_abs(A)))
    yield given(0, "<", gap)
    yield then(largest(row_sums(entrywise_abs(inv(A)))) * gap, "<=", 1)


@claim(TRUE, "Schur's test", id="schur-test", domain=rectangular(m=(1, 4), n=(1, 4)))
def schur_test(A):
    """Halmos, A Hilbert Space Problem Book."""
    B = entrywise_abs(A)
    yield then(sq(op(A)), "<=", largest(row_sums(B)) * largest(column_sums(B)))


@claim(TRUE, "the selfcommutator", id="selfcommutator", domain=square(n=(1, 4)))
def selfcommutator(A):
    """A difference of positive matrices of one norm."""
    yield then(op(T(A) @ A - A @ T(A)), "<=", sq(op(A)))


@claim(
    TRUE,
    "Bhatia and Kittaneh 2008: a commutator with a positive matrix",
    id="positive-commutator-frobenius",
    domain=together(A=psd(), X=square(), n=(1, 4)),
)
def positive_commutator_frobenius(A, X):
    """Commutators, pinchings, and spectral variation."""
    yield then(fro(A @ X - X @ A), "<=", op(A) * fro(X))


@claim(TRUE, "Haagerup and de la Harpe 1992", id="haagerup-de-la-harpe", domain=square(n=3))
def haagerup_de_la_harpe(A):
    """The numerical radius of a nilpotent operator on a Hilbert space."""
    yield given(entries(A @ A @ A), "==", 0)
    yield then(2 * sq(numerical_radius(A)), "<=", sq(op(A)))


@claim(TRUE, "a matrix equal to its cube", id="tripotent", domain=square(n=(1, 3)))
def tripotent(A):
    """Its square is idempotent, of the same rank."""
    yield given(entries(A @ A @ A), "==", entries(A))
    yield then(rank(A), "==", trace(A @ A))


@claim(TRUE, "R.-C. Li 1995: polar factors", id="polar-factors", domain=square(count=2, n=(1, 3)))
def polar_factors(A, B):
    """New perturbation bounds for the unitary polar factor."""
    yield then(fro(polar(A) - polar(B)) * (s_min(A) + s_min(B)), "<=", 2 * fro(A - B))


@claim(
    TRUE,
    "Fan and Hoffman 1955: the polar factor is nearest",
    id="polar-nearest",
    domain=together(A=square(), U=orthogonal(), n=(1, 3)),
)
def polar_nearest(A, U):
    """Horn and Johnson, Matrix Analysis, 7.4."""
    yield then(fro(A - polar(A)), "<=", fro(A - U))


@claim(
    TRUE,
    "Fan and Hoffman 1955: the symmetric part is nearest",
    id="symmetric-part-nearest",
    domain=together(A=square(), S=symmetric(), n=(1, 4)),
)
def symmetric_part_nearest(A, S):
    """Bhatia, Matrix Analysis, Section IX.7."""
    yield then(op(A - sym(A)), "<=", op(A - S))


@claim(
    TRUE,
    "Ando and Okubo 1991: a positive factor",
    id="ando-okubo",
    domain=together(A=square(), B=psd(), n=(1, 3)),
)
def ando_okubo(A, B):
    """Induced norms of the Schur multiplier operator."""
    yield then(numerical_radius(hadamard(A, B)), "<=", largest(diagonal(B)) * numerical_radius(A))


@claim(
    TRUE,
    "a Kronecker product and its numerical radius",
    id="kronecker-radius",
    domain=square(count=2, n=(1, 2)),
)
def kronecker_radius(A, B):
    """Horn and Johnson, Topics, 4.2; Holbrook 1969 on doubly commuting matrices."""
    yield then(numerical_radius(kron(A, B)), "<=", numerical_radius(A) * op(B))


@claim(TRUE, "the pseudo-inverse of A'A", id="pseudo-inverse-gram", domain=rectangular(m=(1, 3), n=(1, 3)))
def pseudo_inverse_gram(A):
    """Penrose 1955."""
    yield then(entries(pinv(T(A) @ A)), "==", entries(pinv(A) @ T(pinv(A))))


@claim(
    TRUE,
    "projections with an idempotent product",
    id="projections-commute",
    domain=projection(count=2, n=(1, 4)),
)
def projections_commute(P, Q):
    """Halmos, Finite-Dimensional Vector Spaces."""
    yield given(entries(P @ Q @ P @ Q), "==", entries(P @ Q))
    yield then(entries(P @ Q), "==", entries(Q @ P))


@claim(TRUE, "a sum of idempotents that is idempotent", id="idempotent-sum", domain=square(count=2, n=(1, 3)))
def idempotent_sum(A, B):
    """Halmos, Finite-Dimensional Vector Spaces, section 42."""
    yield given(entries(A @ A), "==", entries(A))
    yield given(entries(B @ B), "==", entries(B))
    yield given(entries(A @ B + B @ A), "==", 0)
    yield then(entries(A @ B), "==", 0)


@claim(TRUE, "the commutant is large", id="commutant-large", domain=square(n=(1, 3)))
def commutant_large(A):
    """Frobenius 1910; Horn and Johnson, Topics, 4.4."""
    n = rows(A)
    yield then(rank(kron(A, eye(A)) - kron(eye(A), T(A))), "<=", n * n - n)


@claim(TRUE, "Ando 1963: two commuting contractions", id="ando-two", domain=commuting(count=2, n=(1, 3)))
def ando_two(A, B):
    """The polynomial is at most 2 sqrt 2 on the torus."""
    yield given(op(A), "<=", 1)
    yield given(op(B), "<=", 1)
    yield then(op(A @ A + 2 * A @ B - B @ B), "<=", 2 * sqrt(2))


@claim(
    TRUE,
    "a product of commuting symmetric matrices",
    id="commuting-symmetric-norm",
    domain=commuting_symmetric(count=2, n=(1, 3)),
)
def commuting_symmetric_norm(A, B):
    """It is symmetric."""
    yield then(op(A @ B), "==", spectral_radius(A @ B))


@claim(TRUE, "hyponormal matrices", id="hyponormal", domain=square(n=(1, 3)))
def hyponormal(A):
    """Halmos, A Hilbert Space Problem Book: the trace of the difference is zero."""
    yield given(0, "loewner", T(A) @ A - A @ T(A))
    yield then(entries(T(A) @ A), "==", entries(A @ T(A)))


@claim(
    TRUE, "arithmetic and geometric mean", id="means-in-order", domain=positive_definite(count=2, n=(1, 3))
)
def means_in_order(A, B):
    """Pusz and Woronowicz 1975; Ando 1978."""
    yield then(geometric_mean(A, B), "loewner", (A + B) / 2)


@claim(
    TRUE, "harmonic and geometric mean", id="harmonic-geometric", domain=positive_definite(count=2, n=(1, 3))
)
def harmonic_geometric(A, B):
    """Bhatia, Positive Definite Matrices, Chapter 4."""
    yield then(2 * inv(inv(A) + inv(B)), "loewner", geometric_mean(A, B))


@claim(
    TRUE,
    "Ando 1979: the geometric mean, entrywise",
    id="geometric-entrywise",
    domain=positive_definite(count=2, n=(1, 3)),
)
def geometric_entrywise(A, B):
    """Concavity of certain maps on positive definite matrices."""
    G = geometric_mean(A, B)
    yield then(hadamard(G, G), "loewner", hadamard(A, B))


@claim(
    TRUE,
    "Hiai and Petz 1993: trace of the geometric mean",
    id="hiai-petz",
    domain=positive_definite(count=2, n=(1, 3)),
)
def hiai_petz(A, B):
    """The Golden-Thompson trace inequality is complemented."""
    yield then(trace(geometric_mean(A, B)), "<=", trace(mat_exp((mat_log(A) + mat_log(B)) / 2)))


@claim(TRUE, "Ando and Hiai 1994", id="ando-hiai", domain=positive_definite(count=2, n=(1, 3)))
def ando_hiai(A, B):
    """Log majorization and complementary Golden-Thompson type inequalities."""
    yield given(geometric_mean(A, B), "loewner", I)
    yield then(geometric_mean(A @ A, B @ B), "loewner", I)


@claim(
    TRUE, "Loewner 1934: the logarithm", id="logarithm-monotone", domain=positive_definite(count=2, n=(1, 3))
)
def logarithm_monotone(A, B):
    """Bhatia, Matrix Analysis, Chapter V."""
    yield given(A, "loewner", B)
    yield then(mat_log(A), "loewner", mat_log(B))


@claim(TRUE, "the trace of an upper bound", id="upper-bound-trace", domain=symmetric(count=3, n=(1, 3)))
def upper_bound_trace(A, B, C):
    """The positive part of a difference has the least trace above it."""
    yield given(A, "loewner", C)
    yield given(B, "loewner", C)
    yield then(trace(A + B + mat_abs(A - B)), "<=", 2 * trace(C))


@claim(TRUE, "the trace of the cube of a corner", id="corner-cube-trace", domain=psd(n=3))
def corner_cube_trace(A):
    """Berezin 1972: convexity is enough for the trace."""
    yield then(trace(matpow(leading(A, 2), 3)), "<=", trace(leading(matpow(A, 3), 2)))


@claim(
    TRUE,
    "the trace of the root of a sum of squares",
    id="root-of-squares-trace",
    domain=psd(count=2, n=(1, 3)),
)
def root_of_squares_trace(A, B):
    """The trace norm of a column of two."""
    yield then(trace(mat_sqrt(A @ A + B @ B)), "<=", trace(A + B))


@claim(TRUE, "Ando and Zhan 1999: a sum of squares", id="sum-of-squares-norm", domain=psd(count=2, n=(1, 4)))
def sum_of_squares_norm(A, B):
    """Norm inequalities related to operator monotone functions."""
    yield then(op(A @ A + B @ B), "<=", op((A + B) @ (A + B)))


@claim(TRUE, "Audenaert 2007: Heinz means", id="audenaert-heinz", domain=positive_definite(count=2, n=(1, 3)))
def audenaert_heinz(A, B):
    """A singular value inequality for Heinz means."""
    q, r = Fraction(1, 4), Fraction(3, 4)
    mean = mat_power(A, q) @ mat_power(B, r) + mat_power(A, r) @ mat_power(B, q)
    yield then(s(mean), "<=", s(A + B))


@claim(TRUE, "Cordes 1987", id="cordes", domain=psd(count=2, n=(1, 4)))
def cordes(A, B):
    """Spectral Theory of Linear Differential Operators."""
    yield then(sq(op(mat_sqrt(A) @ mat_sqrt(B))), "<=", op(A @ B))


@claim(TRUE, "moduli of the entries, up to n = 3", id="moduli-of-entries-three", domain=psd(n=(1, 3)))
def moduli_of_entries_three(A):
    """Horn and Johnson, Matrix Analysis, 7.5."""
    yield then(0, "loewner", entrywise_abs(A))


@claim(TRUE, "the entrywise exponential", id="entrywise-exponential", domain=psd(n=(1, 4)))
def entrywise_exponential(A):
    """Schur; Horn and Johnson, Matrix Analysis, 7.5."""
    yield then(0, "loewner", entrywise_exp(A))


@claim(TRUE, "FitzGerald and Horn 1977: exponent 3/2, n = 3", id="fitzgerald-horn", domain=psd(n=(1, 3)))
def fitzgerald_horn(A):
    """On fractional Hadamard powers of positive definite matrices."""
    yield given(0, "<=", entries(A))
    yield then(0, "loewner", entrywise_power(A, Fraction(3, 2)))


@claim(TRUE, "two strong correlations", id="strong-correlations", domain=psd(n=3))
def strong_correlations(A):
    """Langford, Schwertman, Owens 2001."""
    yield given(diagonal(A), "==", 1)
    yield given(3, "<=", 4 * A[1, 2])
    yield given(3, "<=", 4 * A[2, 3])
    yield then(0, "<=", A[1, 3])


@claim(TRUE, "the numerical radius of a corner", id="corner-radius", domain=positive_blocks(n=(1, 3)))
def corner_radius(A, B, C):
    """Cauchy, Schwarz and the two means."""
    yield then(2 * numerical_radius(B), "<=", op(A + C))


@claim(
    TRUE, "Wigner 1963: a product of three", id="wigner-three", domain=positive_definite(count=3, n=(1, 3))
)
def wigner_three(A, B, C):
    """On weakly positive matrices."""
    P = A @ B @ C
    yield given(entries(P), "==", entries(T(P)))
    yield then(0, "loewner", sym(P))


@claim(
    TRUE,
    "Lyapunov's equation",
    id="lyapunov",
    domain=together(A=positive_definite(), B=symmetric(), n=(1, 3)),
)
def lyapunov(A, B):
    """Bhatia, Positive Definite Matrices, Chapter 1."""
    yield given(0, "loewner", A @ B + B @ A)
    yield then(0, "loewner", B)


@claim(
    TRUE,
    "positive times accretive",
    id="positive-times-accretive",
    domain=together(A=psd(), B=square(), n=(1, 3)),
)
def positive_times_accretive(A, B):
    """Horn and Johnson, Topics, 2.4."""
    yield given(0, "loewner", sym(B))
    yield then(0, "<=", eig_re(A @ B))


@claim(
    TRUE,
    "Higham 1988: the nearest positive matrix",
    id="nearest-positive",
    domain=together(A=symmetric(), P=psd(), n=(1, 3)),
)
def nearest_positive(A, P):
    """Computing a nearest symmetric positive semidefinite matrix."""
    yield then(fro(A - mat_abs(A)), "<=", 2 * fro(A - P))
