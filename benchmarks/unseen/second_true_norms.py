"""True statements, second half: norms, singular values, numerical radii, exponentials."""

from benchmarks.unseen import TRUE
from perturb import claim, given, then
from perturb.domains import orthogonal, positive_definite, psd, square, symmetric, together
from perturb.vocab import (
    I,
    T,
    absolute,
    block,
    cols,
    commutator,
    diagonal,
    entries,
    exp,
    fro,
    indices,
    inv,
    kron,
    larger,
    largest,
    mat_exp,
    mat_sqrt,
    nuclear,
    numerical_radius,
    op,
    s,
    sq,
    sqrt,
    total,
    trace,
)


@claim(TRUE, "Lu 2011, Ge and Tang 2008: three commutators", id="ddvv", domain=symmetric(count=3, n=(1, 3)))
def ddvv(A, B, C):
    """The DDVV inequality."""
    yield then(
        2 * (sq(fro(commutator(A, B))) + sq(fro(commutator(A, C))) + sq(fro(commutator(B, C)))),
        "<=",
        sq(sq(fro(A)) + sq(fro(B)) + sq(fro(C))),
    )


@claim(TRUE, "between B and -B, operator norm", id="between-norm", domain=symmetric(count=2, n=(1, 4)))
def between_norm(A, B):
    """Bhatia, Matrix Analysis."""
    yield given(-B, "loewner", A)
    yield given(A, "loewner", B)
    yield then(op(A), "<=", op(B))


@claim(TRUE, "between B and -B, trace norm", id="between-trace-norm", domain=symmetric(count=2, n=(1, 4)))
def between_trace_norm(A, B):
    """Bhatia, Matrix Analysis."""
    yield given(-B, "loewner", A)
    yield given(A, "loewner", B)
    yield then(nuclear(A), "<=", trace(B))


@claim(TRUE, "Zhan 2000: singular values of a difference", id="zhan", domain=psd(count=2, n=(1, 4)))
def zhan(A, B):
    """Zhan, Singular values of differences of positive semidefinite matrices."""
    (i,) = indices("i")
    yield then(s(A - B)[i], "<=", s(block(A, 0 * A, 0 * A, B))[i])


@claim(
    TRUE,
    "the difference of positive matrices, operator norm",
    id="difference-of-positive-norm",
    domain=psd(count=2, n=(1, 4)),
)
def difference_of_positive_norm(A, B):
    """Bhatia, Matrix Analysis."""
    yield then(op(A - B), "<=", larger(op(A), op(B)))


@claim(
    TRUE,
    "Kittaneh 2007: a generalised commutator",
    id="generalised-commutator-positive",
    domain=together(A=psd(), B=psd(), X=square(), n=(1, 3)),
)
def generalised_commutator_positive(A, B, X):
    """Inequalities for commutators of positive operators."""
    yield then(op(A @ X - X @ B), "<=", op(X) * larger(op(A), op(B)))


@claim(TRUE, "Kittaneh 2005: the numerical radius from below", id="kittaneh-below", domain=square(n=(1, 4)))
def kittaneh_below(A):
    """Numerical radius inequalities for Hilbert space operators."""
    yield then(op(T(A) @ A + A @ T(A)), "<=", 4 * sq(numerical_radius(A)))


@claim(TRUE, "Kittaneh 2005: the numerical radius from above", id="kittaneh-above", domain=square(n=(1, 4)))
def kittaneh_above(A):
    """Numerical radius inequalities for Hilbert space operators."""
    yield then(2 * sq(numerical_radius(A)), "<=", op(T(A) @ A + A @ T(A)))


@claim(
    TRUE,
    "the numerical radius of a congruence",
    id="numerical-radius-congruence",
    domain=square(count=2, n=(1, 4)),
)
def numerical_radius_congruence(A, X):
    """Gustafson and Rao, Numerical Range."""
    yield then(numerical_radius(X @ A @ T(X)), "<=", sq(op(X)) * numerical_radius(A))


@claim(TRUE, "numerical radius and diagonal", id="numerical-radius-diagonal", domain=square(n=(1, 4)))
def numerical_radius_diagonal(A):
    """A diagonal entry is a value of the form."""
    yield then(largest(absolute(diagonal(A))), "<=", numerical_radius(A))


@claim(TRUE, "Rotfel'd 1969: roots of singular values", id="rotfeld", domain=square(count=2, n=(1, 4)))
def rotfeld(A, B):
    """Bhatia, Matrix Analysis, Section IV.2."""
    yield then(total(sqrt(s(A + B))), "<=", total(sqrt(s(A))) + total(sqrt(s(B))))


@claim(
    TRUE,
    "Fan and Hoffman 1955: the nearest orthogonal matrix",
    id="fan-hoffman-nearest",
    domain=together(A=psd(), U=orthogonal(), n=(1, 3)),
)
def fan_hoffman_nearest(A, U):
    """Bhatia, Matrix Analysis, Section IX.7."""
    yield then(fro(A - I), "<=", fro(A - U))


@claim(
    TRUE,
    "an exchange in a Kronecker product of positive matrices",
    id="kronecker-exchange-positive",
    domain=psd(count=2, n=(1, 3)),
)
def kronecker_exchange_positive(A, B):
    """Both products lie between 0 and the product of the norms."""
    yield then(op(kron(A, B) - kron(B, A)), "<=", op(A) * op(B))


@claim(TRUE, "trace norm and sum of moduli", id="trace-norm-and-moduli", domain=square(n=(1, 4)))
def trace_norm_and_moduli(A):
    """The triangle inequality over the entries."""
    yield then(nuclear(A), "<=", total(absolute(entries(A))))


@claim(TRUE, "sum of moduli and Frobenius norm", id="moduli-and-frobenius", domain=square(n=(1, 4)))
def moduli_and_frobenius(A):
    """Cauchy and Schwarz."""
    yield then(total(absolute(entries(A))), "<=", cols(A) * fro(A))


@claim(
    TRUE,
    "Wenzel and Audenaert 2010: the trace norm of a commutator",
    id="wenzel-audenaert",
    domain=square(count=2, n=(1, 4)),
)
def wenzel_audenaert(A, B):
    """Hoelder twice."""
    yield then(nuclear(commutator(A, B)), "<=", 2 * fro(A) * fro(B))


@claim(
    TRUE,
    "McIntosh 1979: arithmetic and geometric mean",
    id="mcintosh",
    domain=together(A=psd(), B=psd(), X=square(), n=(1, 3)),
)
def mcintosh(A, B, X):
    """Heinz inequalities and perturbation of spectral families."""
    yield then(2 * op(mat_sqrt(A) @ X @ mat_sqrt(B)), "<=", op(A @ X + X @ B))


@claim(
    TRUE,
    "Corach, Porta and Recht 1990",
    id="corach-porta-recht",
    domain=together(S=positive_definite(), X=square(), n=(1, 3)),
)
def corach_porta_recht(S, X):
    """An operator inequality."""
    yield then(2 * op(X), "<=", op(S @ X @ inv(S) + inv(S) @ X @ S))


@claim(TRUE, "the norm of the exponential", id="norm-of-exponential", domain=square(n=(1, 4)))
def norm_of_exponential(A):
    """Term by term."""
    yield then(op(mat_exp(A)), "<=", exp(op(A)))


@claim(TRUE, "Bernstein 1988: the trace of an exponential", id="bernstein", domain=square(n=(1, 4)))
def bernstein(A):
    """Inequalities for the trace of matrix exponentials."""
    yield then(trace(mat_exp(A) @ mat_exp(T(A))), "<=", trace(mat_exp(A + T(A))))


@claim(
    TRUE,
    "the trace of an exponential is log-convex",
    id="trace-exponential-log-convex",
    domain=symmetric(count=2, n=(1, 4)),
)
def trace_exponential_log_convex(A, B):
    """Golden and Thompson, then Cauchy and Schwarz."""
    yield then(sq(trace(mat_exp((A + B) / 2))), "<=", trace(mat_exp(A)) * trace(mat_exp(B)))


@claim(
    TRUE,
    "trace of the exponential and exponential of the trace",
    id="trace-exponential-mean",
    domain=symmetric(n=3),
)
def trace_exponential_mean(A):
    """Jensen."""
    yield then(3 * exp(trace(A) / 3), "<=", trace(mat_exp(A)))


@claim(
    TRUE,
    "the norm of a sum and of the sum of squares",
    id="norm-of-sum-of-squares",
    domain=square(count=2, n=(1, 4)),
)
def norm_of_sum_of_squares(A, B):
    """(A + B)'(A + B) + (A - B)'(A - B) is twice the sum of squares."""
    yield then(sq(op(A + B)), "<=", 2 * op(T(A) @ A + T(B) @ B))


@claim(
    TRUE, "Frobenius norms of positive matrices", id="frobenius-superadditive", domain=psd(count=2, n=(1, 4))
)
def frobenius_superadditive(A, B):
    """The trace of AB is not negative."""
    yield then(sq(fro(A)) + sq(fro(B)), "<=", sq(fro(A + B)))
