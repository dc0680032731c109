"""Inequalities with a constant that is a little too good; large random matrices stay far from the truth."""

from fractions import Fraction

from perturb import claim, given, then
from perturb.domains import positive_definite, square, together, vector
from perturb.vocab import (
    cols,
    commutator,
    entries,
    inv,
    lam_max,
    lam_min,
    nuclear,
    s1,
    sq,
    sqrt,
    total,
    upper,
)
from theorems.refuted import REFUTED


@claim(
    REFUTED,
    "the Frobenius norm of a commutator, 1.41",
    id="boettcher-wenzel-141",
    status="refuted",
    domain=square(count=2, n=(1, 4)),
)
def frobenius_norm_of_a_commutator_with_141(A, B):
    """|AB - BA|_F is at most 1.41 |A|_F |B|_F; both sides are squared.

    Believed from experiments: commutators of large random matrices are far smaller. True instead: the best
    constant is the square root of two (Boettcher and Wenzel 2005, Vong and Jin 2008).
    """
    yield then(
        total(sq(entries(commutator(A, B)))),
        "<=",
        Fraction(141, 100) ** 2 * total(sq(entries(A))) * total(sq(entries(B))),
    )


@claim(
    REFUTED,
    "the operator norm of a commutator, square root of two",
    id="commutator-operator-norm",
    status="refuted",
    domain=square(count=2, n=(1, 3)),
)
def operator_norm_of_a_commutator(A, B):
    """|AB - BA| is at most sqrt(2) |A| |B| in the operator norm.

    Believed because that is the constant of the Frobenius norm. True instead: the triangle inequality gives
    two, and in the operator norm two is attained.
    """
    yield then(s1(commutator(A, B)), "<=", sqrt(2) * s1(A) * s1(B))


@claim(
    REFUTED,
    "the Kantorovich inequality at condition number ten, with 3.02",
    id="kantorovich-at-ten",
    status="refuted",
    domain=together(A=positive_definite(), x=vector(), n=(1, 3)),
)
def kantorovich_at_condition_ten(A, x):
    """x'Ax x'A^(-1)x <= 3.02 |x|^4 for a positive definite A of condition number at most ten.

    Believed from experiments: a random direction mixes all eigenvalues and stays far below. True instead: the
    best constant is (10 + 1)^2 / (4 * 10) = 3.025 (Kantorovich 1948).
    """
    yield given(lam_max(A), "<=", 10 * lam_min(A))
    yield then(total(x * (A @ x)) * total(x * (inv(A) @ x)), "<=", Fraction(302, 100) * sq(total(sq(x))))


@claim(
    REFUTED,
    "the nuclear and the Frobenius norm, with n - 1",
    id="nuclear-frobenius",
    status="refuted",
    domain=square(n=(2, 4)),
)
def nuclear_norm_by_the_frobenius_norm(A):
    """The nuclear norm is at most sqrt(n - 1) |A|_F, n >= 2; both sides are squared.

    Believed from experiments: singular values of a random matrix spread from zero to the largest. True
    instead: the factor is sqrt(rank A), which is sqrt(n) when all singular values can be equal.
    """
    yield then(sq(nuclear(A)), "<=", (cols(A) - 1) * total(sq(entries(A))))


@claim(
    REFUTED,
    "the norm of the upper triangular part",
    id="triangular-truncation",
    status="refuted",
    domain=square(n=(1, 3)),
)
def norm_of_the_upper_triangle(A):
    """The operator norm of the upper triangular part is at most that of the matrix.

    Believed because it is true of the Frobenius norm, of diagonals and blocks, and of large random matrices.
    True instead: the best constant grows like the logarithm of n, divided by pi.
    """
    yield then(s1(upper(A)), "<=", s1(A))


@claim(
    REFUTED,
    "the norm of the upper triangular part for n = 2, with 1.15",
    id="triangular-truncation-115",
    status="refuted",
    domain=square(n=2),
)
def norm_of_the_upper_triangle_of_two_rows(A):
    """For n = 2 the upper triangular part has at most 1.15 times the operator norm of the matrix.

    Believed from examples with small integers, which do not reach it. True instead: the best constant for
    n = 2 is 2 / sqrt(3) = 1.1547.
    """
    yield then(s1(upper(A)), "<=", Fraction(115, 100) * s1(A))
