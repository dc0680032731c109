"""Condition numbers that are said not to grow; kappa is the ratio to the smallest non-zero singular value."""

from perturb import claim, given, then
from perturb.domains import contraction, rectangular, square
from perturb.vocab import I, kappa, s1, s_min, without_columns
from theorems.refuted import REFUTED


@claim(
    REFUTED,
    "the condition number of a sum",
    id="kappa-subadditive",
    status="refuted",
    domain=square(count=2, n=(1, 4)),
)
def kappa_of_a_sum(A, B):
    """The condition number of a sum is at most the sum of the condition numbers; all three are non-zero.

    Believed because condition numbers of invertible matrices are submultiplicative and norms subadditive.
    True instead: the sum of two well conditioned matrices can be as ill conditioned as one likes; only for
    positive definite matrices the larger of the two condition numbers bounds that of the sum.
    """
    yield given(s1(A), ">", 0)
    yield given(s1(B), ">", 0)
    yield given(s1(A + B), ">", 0)
    yield then(kappa(A + B), "<=", kappa(A) + kappa(B))


@claim(
    REFUTED,
    "the condition number after the deletion of a column",
    id="column-deletion-kappa",
    status="refuted",
    domain=rectangular(m=(1, 4), n=(2, 4)),
)
def kappa_without_a_column(A):
    """Deleting a column never increases the condition number; something non-zero must be left.

    Believed because the singular values interlace: the largest cannot grow and, as long as the columns are
    independent, the smallest cannot shrink. True instead: s_1 / s_n does not increase for a matrix of full
    column rank; without it interlacing does not bound the smallest non-zero singular value from below.
    """
    rest = without_columns(A, 1)
    yield given(s1(rest), ">", 0)
    yield then(kappa(rest), "<=", kappa(A))


@claim(
    REFUTED,
    "the condition number of a contraction plus the identity",
    id="kappa-of-shifted-contraction",
    status="refuted",
    domain=contraction(n=(1, 3)),
)
def kappa_of_an_invertible_contraction_plus_the_identity(M):
    """kappa(M + I) <= kappa(M) for every invertible M of norm below one.

    Believed because a small M makes M + I almost the identity, and for positive definite M the shift always
    improves the condition. True instead: kappa(M + I) <= (1 + s_1) / (1 - s_1) with s_1 = s_1(M), which says
    nothing about kappa(M); a well conditioned M can have an eigenvalue close to -1.
    """
    yield given(s_min(M), ">", 0)
    yield given(s1(M), "<", 1)
    yield then(kappa(M + I), "<=", kappa(M))


@claim(
    REFUTED,
    "the condition number of a product",
    id="kappa-submultiplicative",
    status="refuted",
    domain=square(count=2, n=(1, 4)),
)
def kappa_of_a_product(A, B):
    """The condition number of a product is at most the product of the condition numbers, if AB is non-zero.

    Believed because it holds for invertible matrices, and so for every pair that is drawn from a density.
    True instead: it holds when A has full column rank or B full row rank; otherwise the smallest non-zero
    singular value of AB also depends on the angle between the range of B and the kernel of A.
    """
    yield given(s1(A @ B), ">", 0)
    yield then(kappa(A @ B), "<=", kappa(A) * kappa(B))
