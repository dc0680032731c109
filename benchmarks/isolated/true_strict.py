"""True and strict: some come as close to equality as one likes, without reaching it."""

from fractions import Fraction

from benchmarks.isolated import STRICT
from perturb import claim, given, then
from perturb.domains import (
    orthogonal,
    positive_definite,
    projection,
    psd,
    scalar,
    square,
    unit_vector,
    vector,
)
from perturb.vocab import (
    T,
    det,
    diagonal,
    inv,
    lam_max,
    lam_min,
    leading,
    lower,
    rank,
    spectral_radius,
    sq,
    sqrt,
    strict_upper,
    total,
    trace,
)


@claim(STRICT, "a square and a little", id="square-and-a-little", domain=scalar())
def square_and_a_little(t):
    """No root."""
    yield then(t**2 + Fraction(1, 10**30), ">", 0)


@claim(STRICT, "a square and less than a trillionth", id="near-miss", domain=scalar())
def near_miss(t):
    """(t - 1)^2 >= 0."""
    yield then(t**2 + 1 + Fraction(1, 10**20), ">", 2 * t)


@claim(STRICT, "Cauchy and Schwarz", id="cauchy-schwarz-independent", domain=vector(count=2, n=(2, 3)))
def cauchy_schwarz_independent(x, y):
    """Strict for independent vectors."""
    gram = total(sq(x)) * total(sq(y)) - total(x * y) ** 2
    yield given(gram, "!=", 0)
    yield then(abs(total(x * y)), "<", sqrt(total(sq(x)) * total(sq(y))))


@claim(STRICT, "a determinant of independent columns", id="determinant-independent", domain=square(n=(2, 3)))
def determinant_independent(A):
    """det of the Gram matrix."""
    yield given(rank(A), "==", 2)
    yield given(det(A), "!=", 0)
    yield then(0, "<", det(T(A) @ A))


@claim(STRICT, "Reich 1949", id="reich", domain=positive_definite(n=(1, 3)))
def reich(A):
    """Gauss and Seidel converge."""
    yield then(spectral_radius(inv(lower(A)) @ strict_upper(A)), "<", 1)


@claim(STRICT, "two numbers that differ", id="means", domain=scalar(low=0, count=2))
def means(a, b):
    """The geometric and the arithmetic mean."""
    yield given(a, "<", b)
    yield then(2 * sqrt(a * b), "<", a + b)


@claim(STRICT, "strict interlacing", id="interlacing", domain=positive_definite(n=(2, 3)))
def interlacing(A):
    """The first row has an entry beside the diagonal."""
    yield given(A[1, 2], "!=", 0)
    yield then(lam_max(leading(A, 1)), "<", lam_max(A))


@claim(STRICT, "a rational circle", id="circle-strict", domain=unit_vector(n=(2, 2)))
def circle_strict(x):
    """Less than one half by 1e-15."""
    yield then(x[1] * x[2], "<", Fraction(1, 2) + Fraction(1, 10**15))


@claim(STRICT, "a positive definite matrix", id="pd-positive", domain=positive_definite(n=(1, 3)))
def pd_positive(A):
    """All eigenvalues are positive."""
    yield then(0, "<", lam_min(A))


@claim(STRICT, "an open interval", id="open-interval", domain=scalar(low=0, high=1))
def open_interval(t):
    """The ends are left out."""
    yield given(t, "<", 1)
    yield then(t**2, "<", 1)


@claim(STRICT, "not both", id="not-both", domain=scalar())
def not_both(t):
    """t^2 = 2 and t^2 = 2 + 10^-18 at once."""
    yield given(t**2, "!=", 2)
    yield then((t**2 - 2) ** 2, ">", 0)


@claim(STRICT, "correlations", id="correlations-open", domain=psd(n=(2, 2)))
def correlations_open(A):
    """A determinant that is not 0."""
    yield given(diagonal(A), "==", 1)
    yield given(det(A), ">", 0)
    yield then(A[1, 2], "<", 1)


@claim(STRICT, "a projection and half", id="projection-strict", domain=projection(n=(2, 3)))
def projection_strict(P):
    """Entries off the diagonal are at most one half."""
    yield then(P[1, 2], "<", Fraction(1, 2) + Fraction(1, 10**14))


@claim(STRICT, "a trace on O(2)", id="o2-strict", domain=orthogonal(n=(2, 2)))
def o2_strict(Q):
    """Turns that are not the identity."""
    yield given(Q[1, 2], "!=", 0)
    yield then(trace(Q), "<", 2)
