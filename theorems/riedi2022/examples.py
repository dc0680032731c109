"""Example 1, Figure 2, and matrices with any condition number: statements about given families."""

from __future__ import annotations

from fractions import Fraction

from flint import fmpq, fmpq_mat

from perturb import claim, given, remark, term, then
from perturb.domains import activation, bounded, scalar, together
from perturb.vocab import (
    I,
    T,
    absolute,
    cols,
    diag,
    diagonal,
    entries,
    kappa,
    lam,
    larger,
    largest,
    partial_sums,
    s,
    s1,
    s_min,
    smaller,
    sq,
    sqrt,
)
from perturb.vocab.grammar.tree import Expr
from perturb.vocab.words.lists import constant_matrix
from theorems.riedi2022 import RIEDI, readings

NEAR = scalar(-1, 1)
STEP = together(h=scalar()).reads(readings.KINK)
STEPS = together(rho=scalar(), h=scalar()).reads(readings.KINK)
SHORT_STEPS = together(rho=scalar(), h=NEAR).reads(readings.KINK)
ON_THE_FIGURE = together(rho=scalar(0, "1/4"), h=scalar(0, "1/20")).reads(readings.KINK)


def fixed(rows: list[list[str]]) -> Expr:
    """A matrix of exact constants."""
    flat = [fmpq(*map(int, Fraction(x).as_integer_ratio())) for row in rows for x in row]
    return constant_matrix(fmpq_mat(len(rows), len(rows[0]), flat))


@term("M({0})")
def example(rho: Expr) -> Expr:
    return fixed([["-4", "0"], ["0", "-2"]]) + rho * I


def bend(f, at, h: Expr) -> Expr:
    """f(at + h) + f(at - h) - 2 f(at): o(h) where f is differentiable, 2c|h| at a kink of slopes +-c."""
    return f(at + h) + f(at - h) - 2 * f(at)


def squares(rho: Expr) -> tuple[Expr, Expr]:
    return sq(rho - 4), sq(rho - 2)


@claim(RIEDI, "Example 1, eigenvalues", id="ex-1.eig", status="proved", domain=STEPS)
def eigenvalues_of_the_example(rho, h):
    """N = M'M is diagonal. Both eigenvalues have a kink where they coincide, at rho = 3: their second
    differences there are +-4|h| + 2h^2, not o(h).
    """
    M = example(rho)
    large, small = larger(*squares(rho)), smaller(*squares(rho))
    yield then(lam(T(M) @ M)[1], "==", large)
    yield then(lam(T(M) @ M)[2], "==", small)
    yield then(bend(lambda x: lam(T(example(x)) @ example(x))[1], 3, h), "==", 4 * abs(h) + 2 * sq(h))
    yield then(bend(lambda x: lam(T(example(x)) @ example(x))[2], 3, h), "==", 2 * sq(h) - 4 * abs(h))


@claim(
    RIEDI,
    "Example 1, norm",
    id="ex-1.norm",
    status="proved",
    domain=STEP,
    depends=["ex-1.eig"],
)
def norm_of_the_example_has_a_kink(h):
    """The norm of N at 3 + h is (1 + |h|)^2."""
    yield then(s1(T(example(3 + h)) @ example(3 + h)), "==", sq(1 + abs(h)))
    yield then(bend(lambda x: s1(T(example(x)) @ example(x)), 3, h), ">=", 4 * abs(h))


@claim(RIEDI, "Example 1, singular values", id="ex-1.sv", status="proved", domain=SHORT_STEPS)
def singular_values_of_the_example(rho, h):
    """M is diagonal. s_2 has the zeros 2 and 4 and a kink at each, where its second difference is 2|h|; both
    values have one at 3 besides, where they meet and change places.
    """
    M, (first, second) = example(rho), (abs(rho - 4), abs(rho - 2))
    yield then(s(M)[1], "==", larger(first, second))
    yield then(s(M)[2], "==", smaller(first, second))
    yield then(bend(lambda x: s_min(example(x)), 2, h), "==", 2 * abs(h))
    yield then(bend(lambda x: s_min(example(x)), 4, h), "==", 2 * abs(h))
    yield then(bend(lambda x: s1(example(x)), 3, h), "==", 2 * abs(h))


@claim(
    RIEDI,
    "Remark after Corollary 7: no improvement off S_i^*",
    id="cor-7.sharp",
    status="proved",
    domain=together(h=NEAR).reads(readings.KINK),
    depends=["ex-1.sv"],
)
def singular_values_of_a_smooth_family_have_kinks(h):
    """Example 1 is of class C^infinity. At rho = 3, where s_1 = s_2 > 0, both have a kink; at rho = 4, where
    s_2 is simple and 0, it has one: neither half of the condition in (14) can be left out.
    """
    yield then(bend(lambda x: s1(example(x)), 3, h), "==", 2 * abs(h))
    yield then(bend(lambda x: s_min(example(x)), 3, h), "==", -2 * abs(h))
    yield then(bend(lambda x: s_min(example(x)), 4, h), "==", 2 * abs(h))


@claim(RIEDI, "Example 1, zeros of the largest value", id="ex-1.sv~zeros", status="vacuous", domain=scalar())
def the_largest_singular_value_has_no_zero(rho):
    """No derivative "at their respective zeros", says the text: s_1 has none, it is at least 1."""
    yield given(s1(example(rho)), "==", 0)
    yield then(s1(example(rho)), "<", 0)


@claim(
    RIEDI,
    "Example 1, left singular vectors",
    id="ex-1.vec",
    reading=readings.JUMP,
    status="proved",
    domain=together(h=scalar(0, 1)),
)
def left_singular_vectors_change_sign(h):
    """At 4 +- h, with the same u = e_1 for s_2 = h, the vectors Mu = s_2 v are opposite; at 2 +- h with e_2.
    (Turning u instead of v is the other choice: one of the two must jump.)
    """
    at_four = T(example(4 + h)) @ example(4 - h)
    at_two = T(example(2 + h)) @ example(2 - h)
    yield then(at_four[1, 1], "==", -s_min(example(4 + h)) * s_min(example(4 - h)))
    yield then(at_two[2, 2], "==", -s_min(example(2 + h)) * s_min(example(2 - h)))


@term("M({0})")
def figure(rho: Expr) -> Expr:
    """M(rho) of Figure 2(a)."""
    return fixed([["-2/5", "0", "0"], ["0", "-1/5", "0"], ["0", "0", "-1/10"]]) + rho * I


@claim(RIEDI, "Figure 2(a)", id="fig-2.a", status="proved", domain=ON_THE_FIGURE)
def largest_singular_value_falls_and_bends(rho, h):
    """s_1 = max(|rho - 0.4|, |rho - 0.1|) falls at the rate 1 on [0, 1/4] and bends at 1/4, to rise."""
    quarter = Fraction(1, 4)
    yield then(s1(figure(rho)), "==", Fraction(2, 5) - rho)
    yield then(bend(lambda x: s1(figure(x)), quarter, h), "==", 2 * h)


@term("M({0})")
def wave(rho: Expr) -> Expr:
    """The sum of the symmetric diag(2, -2) and a skew matrix of norm 1, plus rho Id."""
    return fixed([["2", "-1"], ["1", "-2"]]) + rho * I


@claim(
    RIEDI,
    "Figure 2(b), for a 2 x 2 matrix",
    id="fig-2.b",
    status="proved",
    domain=together(rho=scalar(), h=scalar(0, 1)),
)
def smallest_singular_value_waves(rho, h):
    """The draw of the figure is not given; [2, -1; 1, -2] shows the same. With S = 2 sqrt(rho^2 + 1), s_1 =
    (S + 4)/2 and s_2 = |S - 4|/2, never equal: s_2 is not convex, with a smooth maximum at 0 and two minima.
    """
    root = 2 * sqrt(sq(rho) + 1)
    yield then(s(wave(rho))[1], "==", (root + 4) / 2)
    yield then(s(wave(rho))[2], "==", abs(root - 4) / 2)
    yield then(s(wave(rho))[1] - s(wave(rho))[2], ">=", 2)
    yield then(bend(lambda x: s_min(wave(x)), 0, h), "==", 2 - 2 * sqrt(sq(h) + 1))


FIRST, SECOND = [["1", "0"], ["0", "0"]], [["0", "0"], ["0", "1"]]


@claim(
    RIEDI,
    "Section 1: kappa(M(0)) takes any value",
    id="num-no-guarantee",
    status="proved",
    domain=together(c=scalar(), K=scalar(1)),
)
def bounded_entries_allow_any_condition_number(c, K):
    """c diag(1, 1/K) has entries in [0, c] and the condition number K, for every c > 0 and K >= 1."""
    yield given(c, ">", 0)
    M = c * fixed(FIRST) + (c / K) * fixed(SECOND)
    yield then(absolute(entries(M)), "<=", c)
    yield then(kappa(M), "==", K)


@claim(
    RIEDI,
    "Section 1: so does kappa(M(rho))",
    id="num-no-guarantee~residual",
    status="proved",
    domain=together(rho=scalar(), K=scalar(1)),
)
def bounded_entries_allow_any_condition_number_with_a_link(rho, K):
    """For rho > 0 bounds "become available" only with a bound on M_o: entries in [-rho, 0] allow every K, by
    M_o = diag(0, rho(1/K - 1)).
    """
    yield given(rho, ">", 0)
    M_o = (rho / K - rho) * fixed(SECOND)
    yield then(largest(absolute(entries(M_o))), "==", rho - rho / K)
    yield then(kappa(M_o + rho * I), "==", K)


@claim(
    RIEDI,
    "Section 1: a bound on kappa(M(rho)) by the entries",
    id="num-no-guarantee~bound",
    status="proved",
    domain=together(M_o=bounded(1), rho=scalar(), n=(1, 4)),
    depends=["lem-17.71a", "lem-17.71b", "lem-27.85"],
    true_mutants={"conclusion-1:strict": "s_1 = n has rank one: not both s_1 = rho + n and s_n = rho - n"},
)
def small_entries_bound_the_condition_number(M_o, rho):
    """Entries of at most 1 and rho > n suffice: s_1(M_o) <= n, then (71); by scaling, entries below rho/n."""
    n = cols(M_o)
    yield given(rho, ">", n)
    yield then(kappa(M_o + rho * I), "<=", (rho + n) / (rho - n))


@claim(
    RIEDI,
    "Section 6.3: no a priori bound on kappa(M(0)D)",
    id="num-apriori",
    status="proved",
    domain=activation(-1, n=(1, 5)),
)
def the_harmonic_diagonal(D):
    """M(0) = diag(1/n, 1/(2n), ..., 1/n^2): entries up to 1/n, and kappa(M(0)D) = n for the absolute value.
    (At a fixed n any value is possible: see Section 1.)
    """
    k, n = partial_sums(sq(diagonal(D))), cols(D)
    M = diag(1 / (n * k))
    yield then(absolute(entries(M)), "<=", 1 / n)
    yield then(kappa(M @ D), "==", n)


REMARKS = [
    remark(
        RIEDI,
        "fig-2.b",
        kind="empirical",
        reason="One draw of a 15 x 15 Gaussian matrix, not given. That a singular value may wave without "
        "meeting another is shown exactly for a 2 x 2 matrix.",
        seen_by=["fig-2.b"],
    ),
]
