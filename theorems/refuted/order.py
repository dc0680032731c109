"""Rules of real numbers that the Loewner order does not obey."""

from perturb import claim, then
from perturb.domains import psd, square
from perturb.vocab import mat_abs, matpow
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
