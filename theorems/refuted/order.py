"""Rules of real numbers that the Loewner order does not obey."""

from perturb import claim, then
from perturb.domains import psd, square, symmetric, together
from perturb.vocab import mat_abs, mat_exp, matpow, trace
from theorems.refuted import REFUTED


@claim(
    REFUTED,
    "squaring preserves the order of positive matrices",
    id="loewner-square",
    status="refuted",
    domain=psd(count=2, n=(1, 3)),
)
def squares_keep_the_order(A, C):
    """A <= B implies A^2 <= B^2 for positive semidefinite matrices, where B = A + C with C >= 0.

    Believed because it is true of numbers and of commuting matrices. True instead: t^p is operator monotone
    for 0 <= p <= 1 (Loewner, Heinz), and each ordered eigenvalue of A^2 is at most its partner of B^2.
    """
    yield then(matpow(A, 2), "loewner", matpow(A + C, 2))


@claim(
    REFUTED,
    "the triangle inequality for the matrix absolute value",
    id="absolute-value-triangle",
    status="refuted",
    domain=square(count=2, n=(1, 3)),
)
def triangle_for_absolute_values(A, B):
    """|A + B| <= |A| + |B| in the Loewner order, where |A| is the positive root of A'A.

    Believed because it is true of numbers and after taking traces, tr|A + B| <= tr|A| + tr|B|. True instead
    (Thompson 1976): |A + B| <= U|A|U' + V|B|V' for some orthogonal U and V that depend on A and B.
    """
    yield then(mat_abs(A + B), "loewner", mat_abs(A) + mat_abs(B))


@claim(
    REFUTED,
    "the exponential preserves the order of symmetric matrices",
    id="loewner-exponential",
    status="refuted",
    domain=together(A=symmetric(), C=psd(), n=(1, 3)),
)
def exponentials_keep_the_order(A, C):
    """A <= B implies e^A <= e^B for symmetric matrices, where B = A + C with C >= 0.

    Believed because it is true of numbers and because the logarithm, its inverse, is operator monotone. True
    instead: each ordered eigenvalue of e^A is at most its partner of e^B, so that tr e^A <= tr e^B, and the
    order itself is kept when A and B commute.
    """
    yield then(mat_exp(A), "loewner", mat_exp(A + C))


@claim(
    REFUTED,
    "the trace of a product of three positive matrices",
    id="trace-of-three-psd",
    status="refuted",
    domain=psd(count=3, n=(1, 3)),
)
def trace_of_three_positive_matrices(A, B, C):
    """tr ABC >= 0 for positive semidefinite matrices.

    Believed because it is true of two matrices, of commuting ones, and of nearly every random triple. True
    instead: AB has non-negative eigenvalues but no positive symmetric part, so only a third factor that
    commutes with A or with B keeps the trace from falling below zero.
    """
    yield then(trace(A @ B @ C), ">=", 0)
