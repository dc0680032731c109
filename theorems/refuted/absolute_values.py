"""What the matrix absolute value |A|, the positive root of A'A, does not inherit from numbers."""

from fractions import Fraction

from perturb import claim, then
from perturb.domains import square
from perturb.vocab import absolute, entries, mat_abs, s1, sq, total, trace
from theorems.refuted import REFUTED


@claim(
    REFUTED,
    "the absolute value is a contraction in the operator norm",
    id="absolute-value-lipschitz",
    status="refuted",
    domain=square(count=2, n=(1, 3)),
)
def absolute_values_in_the_operator_norm(A, B):
    """|A| and |B| are at most as far apart as A and B, in the operator norm.

    Believed because it is true of numbers and of commuting symmetric matrices. True instead (Kato 1973): the
    bound needs a factor with the logarithm of (|A| + |B|) / |A - B|; the absolute value is not Lipschitz
    uniformly in the dimension.
    """
    yield then(s1(mat_abs(A) - mat_abs(B)), "<=", s1(A - B))


@claim(
    REFUTED,
    "the absolute value is a contraction in the Frobenius norm",
    id="absolute-value-frobenius",
    status="refuted",
    domain=square(count=2, n=(1, 3)),
)
def absolute_values_in_the_frobenius_norm(A, B):
    """|A| and |B| are at most as far apart as A and B, in the Frobenius norm.

    Believed because it is true of symmetric (and normal) matrices. True instead for general ones (Araki and
    Yamagami 1981): the constant is the square root of two.
    """
    yield then(total(sq(entries(mat_abs(A) - mat_abs(B)))), "<=", total(sq(entries(A - B))))


@claim(
    REFUTED,
    "the trace of a product and of the product of absolute values",
    id="trace-of-absolute-values",
    status="refuted",
    domain=square(count=2, n=(1, 3)),
)
def trace_of_a_product_of_absolute_values(A, B):
    """|tr AB| <= tr |A| |B|.

    Believed because it is true of numbers and of symmetric matrices. True instead: the right side is the
    geometric mean of tr |A| |B'| and tr |A'| |B|, since |A| sees only the right and |A'| only the left
    singular vectors of A.
    """
    yield then(absolute(trace(A @ B)), "<=", trace(mat_abs(A) @ mat_abs(B)))


@claim(
    REFUTED,
    "Araki and Yamagami's inequality with 1.41",
    id="araki-yamagami-141",
    status="refuted",
    domain=square(count=2, n=(1, 3)),
)
def absolute_values_with_141(A, B):
    """|A| and |B| are at most 1.41 times as far apart as A and B, in the Frobenius norm; both sides squared.

    Believed because examples that are easy to write down stay below. True instead: the best constant is the
    square root of two (Araki and Yamagami 1981); it is approached but, for A and B distinct, never attained.
    """
    bound = Fraction(141, 100) ** 2 * total(sq(entries(A - B)))
    yield then(total(sq(entries(mat_abs(A) - mat_abs(B)))), "<=", bound)


@claim(
    REFUTED,
    "the norm of a sum and of the sum of absolute values, with 1.098",
    id="lee-1098",
    status="refuted",
    domain=square(count=2, n=(1, 3)),
)
def norm_of_a_sum_and_of_absolute_values(A, B):
    """|A + B|_F is at most 1.098 times the Frobenius norm of |A| + |B|; both sides are squared.

    Believed because sums of random matrices are far below one, and small integers stay below 1.098. True
    instead: the best constant is the square root of (1 + sqrt 2) / 2, about 1.0987 (conjectured by Lee in
    2010, proved by Lin and Zhang in 2022).
    """
    bound = Fraction(1098, 1000) ** 2 * total(sq(entries(mat_abs(A) + mat_abs(B))))
    yield then(total(sq(entries(A + B))), "<=", bound)
