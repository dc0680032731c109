"""Lemma 12 and what rests on it: for how many rho a family has multiple eigenvalues or singular values."""

from __future__ import annotations

from collections.abc import Callable
from math import comb
from typing import Any

from flint import fmpq_mat

from perturb import claim, given, remark, term, then
from perturb.domains import scalar, square, symmetric, together
from perturb.vocab import T, det, lam_max, lam_min, larger, s1, s_min, sq, trace
from perturb.vocab.grammar.tree import Expr
from perturb.vocab.words.lists import constant_matrix
from perturb.vocab.words.matrix import matpow
from theorems.riedi2022 import RIEDI, readings
from theorems.riedi2022.notation import with_residual

LINE = together(N_0=symmetric(), N_1=symmetric(), rho_1=scalar(), rho_2=scalar(), rho=scalar(), n=(1, 3))
RESIDUAL = together(M_o=square(), rho_1=scalar(), rho_2=scalar(), rho=scalar(), n=(1, 3))


@term(r"\mathrm{spread}({0})")
def spread(N: Expr) -> Expr:
    """lambda_1 - lambda_n of a symmetric matrix: for n = 2 zero exactly at a multiple eigenvalue."""
    return lam_max(N) - lam_min(N)


def difference(f: Callable[[int], Any], order: int) -> Any:
    """The finite difference of f at 0, 1, ..., order; zero for a polynomial of a smaller degree."""
    return sum((-1) ** (order - k) * comb(order, k) * f(k) for k in range(order + 1))


@term("p_{1}({0})")
def power_sum(N: Expr, k: int) -> Expr:
    return trace(matpow(N, k))


@term(r"\Delta({0})")
def discriminant(N: Expr, n: int) -> Expr:
    """The product of all (lambda_i - lambda_j)^2 with i < j, n = 2 or 3, as a polynomial in the entries of N.

    It is the determinant of the Hankel matrix of the power sums p_k = tr N^k: Vandermonde times its
    transpose.
    """
    if n == 2:
        return sq(trace(N)) - 4 * det(N)
    p1, p2, p3, p4 = (power_sum(N, k) for k in (1, 2, 3, 4))
    return 3 * (p2 * p4 - sq(p3)) - p1 * (p1 * p4 - p2 * p3) + p2 * (p1 * p3 - sq(p2))


@term("N({2})")
def line(N_0: Expr, N_1: Expr, rho: Expr | int) -> Expr:
    return N_0 + rho * N_1


@term("A({0})")
def bent(rho: Expr) -> Expr:
    """diag(1, 1 + max(rho, 0)), a continuous family."""
    one, last = fmpq_mat(2, 2, [1, 0, 0, 1]), fmpq_mat(2, 2, [0, 0, 0, 1])
    return constant_matrix(one) + larger(rho, 0) * constant_matrix(last)


@claim(
    RIEDI,
    "Lemma 12, polynomial entries, 2 x 2 of degree 2",
    id="lem-12.poly",
    status="proved",
    domain=symmetric(2, count=3),
    true_mutants=dict.fromkeys(("domain:rim-N_1", "domain:rim-N_2"), "the differences need no symmetry"),
    reading=readings.DISCRIMINANT,
)
def discriminant_is_a_polynomial(N_0, N_1, N_2):
    """For N(rho) = N_0 + rho N_1 + rho^2 N_2 the discriminant, zero exactly at a multiple eigenvalue, is a
    polynomial of degree at most n(n - 1) times 2 = 4: its fifth differences vanish, and if it has more than
    four zeros it is zero.
    """

    @term("N({0})")
    def N(rho):
        return N_0 + rho * N_1 + rho * rho * N_2

    yield then(sq(spread(N_0)), "==", discriminant(N_0, 2))
    yield then(difference(lambda k: discriminant(N(k), 2), 5), "==", 0)


@claim(
    RIEDI,
    "Lemma 12, polynomial entries, 3 x 3 of degree 1",
    id="lem-12.poly~cubic",
    status="proved",
    domain=square(3, count=2),
    reading=readings.DISCRIMINANT,
)
def discriminant_of_a_cubic_is_a_polynomial(N_0, N_1):
    """As for n = 2, with degree at most n(n - 1) = 6: seventh differences vanish, also without symmetry."""
    yield then(difference(lambda k: discriminant(line(N_0, N_1, k), 3), 7), "==", 0)


@claim(
    RIEDI,
    "Lemma 12, one value of rho or all of them",
    id="lem-12.poly~linear",
    status="proved",
    domain=LINE,
    equality=[
        {"N_0": [[1, 0], [0, 0]], "N_1": [[1, 0], [0, 0]], "rho_1": 1, "rho_2": 3, "rho": 2},
        {"N_0": [[1, 0], [0, 1]], "N_1": [[0, 0], [0, 0]], "rho_1": 0, "rho_2": 1, "rho": 2},
    ],
)
def coinciding_at_two_values_is_coinciding_always(N_0, N_1, rho_1, rho_2, rho):
    """Of a linear family all eigenvalues coincide at one rho at most, or always; for n = 2 that is Lemma 12
    with "finite" made 1. In general the discriminant is nowhere negative, so that its real zeros count
    twice: at most n(n - 1)/2 values of rho.

    Proof: N(rho)(rho_1 - rho_2) = (rho - rho_2)N(rho_1) + (rho_1 - rho)N(rho_2), and lambda_1 - lambda_n is
    a seminorm.
    """
    at = [spread(line(N_0, N_1, x)) for x in (rho, rho_1, rho_2)]
    yield then(abs(rho_1 - rho_2) * at[0], "<=", abs(rho - rho_2) * at[1] + abs(rho - rho_1) * at[2])


@claim(
    RIEDI,
    "Text of Lemma 12, singular values of any family",
    id="lem-12.sv",
    status="misprint",
    domain=together(before=scalar(high=0), after=scalar()),
    letters={"before": r"\rho", "after": r"\rho'"},
    depends=["lem-12.poly", "lem-12.analytic"],
)
def any_family_is_finite_or_everywhere(before, after):
    """The word "any" is read as printed, without analyticity: diag(1, 1 + max(rho, 0)) has multiple singular
    values at every rho <= 0, infinitely many, so it should at every rho. A family as in the lemma is meant.
    """
    yield given(s1(bent(before)), "==", s_min(bent(before)))
    yield then(s1(bent(after)), "==", s_min(bent(after)))


@claim(
    RIEDI,
    "Text of Lemma 12, singular values of a polynomial family",
    id="lem-12.sv~corrected",
    status="corrected",
    corrects="lem-12.sv",
    reading=readings.DISCRIMINANT,
    domain=square(2, count=2),
)
def discriminant_of_the_squares_is_a_polynomial(A_0, A_1):
    """Proof: A'A has entries of twice the degree, and its discriminant is (s_1^2 - s_2^2)^2; for a linear
    family of 2 x 2 matrices a polynomial of degree 4, whose fifth differences vanish.
    """

    @term("A({0})")
    def A(rho):
        return A_0 + rho * A_1

    N = [T(A(k)) @ A(k) for k in range(6)]
    yield then(sq(sq(s1(A_0)) - sq(s_min(A_0))), "==", discriminant(N[0], 2))
    yield then(difference(lambda k: discriminant(N[k], 2), 5), "==", 0)


@claim(
    RIEDI,
    "Section 1: singular values of M(rho) are simple for all but finitely many rho",
    id="num-simple-generic",
    status="proved",
    domain=RESIDUAL,
    depends=["lem-12.sv"],
)
def all_singular_values_coincide_once_or_always(M_o, rho_1, rho_2, rho):
    """For n = 2 the singular values of M_o + rho Id are double at one rho at most, or at every rho.

    Proof: M^T M - rho^2 I is linear in rho and has the spread s_1^2 - s_n^2: the sharpened Lemma 12.
    """
    M = [with_residual(M_o, x) for x in (rho, rho_1, rho_2)]
    at = [sq(s1(A)) - sq(s_min(A)) for A in M]
    yield then(abs(rho_1 - rho_2) * at[0], "<=", abs(rho - rho_2) * at[1] + abs(rho - rho_1) * at[2])


@claim(
    RIEDI,
    "Text of Theorem 16: random matrices have simple singular values, n = 2",
    id="thm-16.as",
    status="proved",
    domain=square(2),
    depends=["thm-34.simple"],
)
def double_singular_values_are_two_planes(A):
    """Double exactly for a multiple of a rotation or of a reflection: two planes in R^4, of probability 0
    under any density. (s_1 + s_2)^2 and (s_1 - s_2)^2 are |A|_F^2 +- 2|det A|.
    """
    rotated = sq(A[1, 1] - A[2, 2]) + sq(A[1, 2] + A[2, 1])
    reflected = sq(A[1, 1] + A[2, 2]) + sq(A[1, 2] - A[2, 1])
    yield then(sq(sq(s1(A)) - sq(s_min(A))), "==", rotated * reflected)


@claim(
    RIEDI,
    "Corollary 13, finitely many, n = 2",
    id="cor-13.finite",
    status="proved",
    domain=together(N_0=symmetric(), N_1=symmetric(), rho_1=scalar(), rho=scalar(), n=(1, 2)),
    depends=["lem-12.poly", "lem-12.analytic"],
)
def simple_at_zero_is_simple_but_once(N_0, N_1, rho_1, rho):
    """With a positive spread at 0 and none at rho_1, the spread is positive at every other rho."""
    at = [spread(N_0), spread(line(N_0, N_1, rho_1)), spread(line(N_0, N_1, rho))]
    yield then(abs(rho_1 - rho) * at[0], "<=", abs(rho) * at[1] + abs(rho_1) * at[2])


REMARKS = [
    remark(
        RIEDI,
        "lem-12.analytic",
        kind="existence",
        reason="The identity theorem for the discriminant, an analytic function on a compact interval: about "
        "infinite sets of rho. The polynomial case, decided by finitely many differences, stands in for it.",
        seen_by=["lem-12.poly", "lem-12.poly~linear"],
    ),
    remark(
        RIEDI,
        "num-simple-generic",
        kind="qualitative",
        reason="'Most matrices' and 'generic' name no measure; the claims give the number of values of rho, "
        "one for n = 2, the matrices for which it is finite at every n, and the null set for a density.",
        seen_by=["num-simple-generic", "num-simple-generic~any-size", "thm-16.as"],
    ),
]
