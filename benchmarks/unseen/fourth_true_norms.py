"""True statements, fourth set: norms, numerical radii, inverses, matrices that solve an equation."""

from benchmarks.unseen.matrices import TRUE
from perturb import claim, given, then
from perturb.domains import (
    commuting,
    commuting_symmetric,
    orthogonal,
    projection,
    psd,
    rectangular,
    square,
    symmetric,
    together,
)
from perturb.vocab import (
    T,
    absolute,
    column_sums,
    diagonal,
    entries,
    entrywise_abs,
    eye,
    fro,
    hadamard,
    inv,
    kron,
    largest,
    numerical_radius,
    op,
    pinv,
    polar,
    rank,
    row_sums,
    rows,
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
