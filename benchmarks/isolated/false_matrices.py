"""False: matrices. The point of failure stands in each docstring."""

from fractions import Fraction

from benchmarks.isolated import ISOLATED
from perturb import claim, given, then
from perturb.domains import (
    contraction,
    doubly_stochastic,
    orthogonal,
    positive_definite,
    projection,
    psd,
    square,
    symmetric,
)
from perturb.vocab import T, det, diagonal, entries, fro, lam, lam_max, op, s, sq, sqrt, total, trace


@claim(ISOLATED, "O(2): the product", id="o2-product", domain=orthogonal(n=(2, 2)))
def o2_product(Q):
    """Forty-five degrees."""
    yield then(Q[1, 1] * Q[1, 2], "<", Fraction(1, 2))


@claim(ISOLATED, "O(2): the sum", id="o2-sum", domain=orthogonal(n=(2, 2)))
def o2_sum(Q):
    """Forty-five degrees."""
    yield then(abs(Q[1, 1]) + abs(Q[1, 2]), "<", sqrt(2))


@claim(ISOLATED, "psd with a given diagonal", id="psd-diagonal", domain=psd(n=(2, 2)))
def psd_diagonal(A):
    """[[1, sqrt 2], [sqrt 2, 2]]."""
    yield given(A[1, 1], "==", 1)
    yield given(A[2, 2], "==", 2)
    yield then(A[1, 2], "<", sqrt(2))


@claim(ISOLATED, "correlations", id="correlations", domain=psd(n=(3, 3)))
def correlations(A):
    """Off the diagonal -1/2 everywhere."""
    yield given(diagonal(A), "==", 1)
    yield then(A[1, 2] + A[1, 3] + A[2, 3], ">", -Fraction(3, 2))


@claim(ISOLATED, "correlations, a sum of two", id="correlations-two", domain=psd(n=(3, 3)))
def correlations_two(A):
    """a12 = a13 = sqrt 2 / 2 with a23 = 0."""
    yield given(diagonal(A), "==", 1)
    yield given(A[2, 3], "==", 0)
    yield then(A[1, 2] + A[1, 3], "<", sqrt(2))


@claim(ISOLATED, "SO(3): the diagonal", id="so3-diagonal", domain=orthogonal(n=(3, 3)))
def so3_diagonal(Q):
    """Turns by half of a circle: the trace is -1."""
    yield given(det(Q), "==", 1)
    yield then(trace(Q), ">", -1)


@claim(ISOLATED, "O(3): a row", id="o3-row", domain=orthogonal(n=(3, 3)))
def o3_row(Q):
    """A row (1, 1, 1) / sqrt 3."""
    yield then(Q[1, 1] + Q[1, 2] + Q[1, 3], "<", sqrt(3))


@claim(ISOLATED, "O(2): sixty degrees", id="o2-sixty", domain=orthogonal(n=(2, 2)))
def o2_sixty(Q):
    """The trace of a turn by sixty degrees."""
    yield given(det(Q), "==", 1)
    yield then(trace(Q), "!=", 1)


@claim(ISOLATED, "O(2): seventy-two degrees", id="o2-fifth", domain=orthogonal(n=(2, 2)))
def o2_fifth(Q):
    """A turn by seventy-two degrees: 2 cos is the golden number less 1."""
    yield given(det(Q), "==", 1)
    yield then(trace(Q) ** 2 + trace(Q), "!=", 1)


@claim(ISOLATED, "projections", id="projection-entry", domain=projection(n=(2, 2)))
def projection_entry(P):
    """[[1, 1], [1, 1]] / 2, rational."""
    yield then(P[1, 2], "<", Fraction(1, 2))


@claim(ISOLATED, "projections of order three", id="projection-sum", domain=projection(n=(3, 3)))
def projection_sum(P):
    """J/3."""
    yield given(trace(P), "==", 1)
    yield then(total(entries(P)), "<", 3)


@claim(ISOLATED, "projections, squares of the diagonal", id="projection-squares", domain=projection(n=(3, 3)))
def projection_squares(P):
    """Every line through (+-1, +-1, +-1)."""
    yield given(trace(P), "==", 1)
    yield then(total(sq(diagonal(P))), ">", Fraction(1, 3))


@claim(ISOLATED, "symmetric with trace zero", id="trace-zero", domain=symmetric(n=(2, 2)))
def trace_zero(A):
    """a11 = 1."""
    yield given(trace(A), "==", 0)
    yield given(A[1, 2], "==", 1)
    yield then(fro(A), "!=", 2)


@claim(ISOLATED, "symmetric with a given trace", id="trace-one", domain=symmetric(n=(2, 2)))
def trace_one(A):
    """I/2."""
    yield given(trace(A), "==", 1)
    yield then(total(sq(entries(A))), ">", Fraction(1, 2))


@claim(ISOLATED, "eigenvalues apart", id="eigenvalues-apart", domain=symmetric(n=(2, 2)))
def eigenvalues_apart(A):
    """Multiples of I."""
    yield given(A[1, 1], "==", Fraction(22, 7))
    yield then(lam(A)[1], "!=", lam(A)[2])


@claim(ISOLATED, "eigenvalues that are opposite", id="eigenvalues-sum", domain=symmetric(n=(2, 2)))
def eigenvalues_sum(A):
    """Trace zero."""
    yield given(A[1, 1], "==", Fraction(5, 7))
    yield then(lam(A)[1], "!=", -lam(A)[2])


@claim(ISOLATED, "the largest eigenvalue", id="lam-max-golden", domain=symmetric(n=(2, 2)))
def lam_max_golden(A):
    """a12 = sqrt 3."""
    yield given(A[1, 1], "==", 2)
    yield given(A[2, 2], "==", 0)
    yield then(lam_max(A), "!=", 3)


@claim(ISOLATED, "singular values apart", id="singular-apart", domain=square(n=(2, 2)))
def singular_apart(A):
    """Multiples of turns."""
    yield given(A[1, 1], "==", Fraction(3, 7))
    yield then(s(A)[1], "!=", s(A)[2])


@claim(ISOLATED, "the norm of a contraction", id="contraction-norm", domain=contraction(n=(2, 2)))
def contraction_norm(A):
    """Any contraction scaled to the norm 5/11."""
    yield then(op(A), "!=", Fraction(5, 11))


@claim(ISOLATED, "doubly stochastic", id="stochastic-norm", domain=doubly_stochastic(n=(3, 3)))
def stochastic_norm(A):
    """J/3."""
    yield then(total(sq(entries(A))), ">", 1)


@claim(ISOLATED, "doubly stochastic of order two", id="stochastic-det", domain=doubly_stochastic(n=(2, 2)))
def stochastic_det(A):
    """a11 = 5/7."""
    yield then(det(A), "!=", Fraction(3, 7))


@claim(ISOLATED, "a square of trace two", id="pd-inverse", domain=positive_definite(n=(2, 2)))
def pd_inverse(A):
    """I, and only I: det A <= (tr A / 2)^2."""
    yield given(trace(A), "==", 2)
    yield then(det(A), "<", 1)


@claim(ISOLATED, "a determinant", id="det-two", domain=psd(n=(2, 2)))
def det_two(A):
    """a12 = sqrt 2."""
    yield given(A[1, 1], "==", 2)
    yield given(A[2, 2], "==", 3)
    yield then(det(A), "!=", 4)


@claim(ISOLATED, "Gram", id="gram-root", domain=square(n=(2, 2)))
def gram_root(A):
    """A row of norm sqrt 3."""
    yield given(A[1, 1], "==", 1)
    yield then((A @ T(A))[1, 1], "!=", 3)


@claim(ISOLATED, "a cubic of a matrix", id="matrix-cubic", domain=square(n=(1, 1)))
def matrix_cubic(A):
    """The root of two of order three."""
    yield then(trace(A @ A @ A), "!=", 2)
