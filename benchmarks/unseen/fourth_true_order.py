"""True statements, fourth set: the order of symmetric matrices, means, entrywise functions."""

from fractions import Fraction

from benchmarks.unseen.matrices import TRUE
from perturb import claim, given, then
from perturb.domains import positive_blocks, positive_definite, psd, square, symmetric, together
from perturb.vocab import (
    I,
    T,
    diagonal,
    eig_re,
    entries,
    entrywise_abs,
    entrywise_exp,
    entrywise_power,
    fro,
    geometric_mean,
    hadamard,
    inv,
    leading,
    mat_abs,
    mat_exp,
    mat_log,
    mat_power,
    mat_sqrt,
    matpow,
    numerical_radius,
    op,
    s,
    sq,
    sym,
    trace,
)


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
