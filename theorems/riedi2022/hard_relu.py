"""Section 6.1, Theorem 31: the condition number of M(1)D when D deletes m columns (ReLU).

kappa is taken over the non-zero singular values, (53). For m = n the product is zero and has none: those
points are left out of every claim, as (53) leaves them without a condition number.
"""

from __future__ import annotations

from perturb import claim, given, named, then
from perturb.domains import activation, bounded, scalar, together
from perturb.vocab import cols, kappa, s, sq, sqrt, total
from theorems.riedi2022 import RIEDI, readings
from theorems.riedi2022.activation import affected
from theorems.riedi2022.hard_bounds import residual
from theorems.riedi2022.hard_residual import BEST, kappa_of_a_ball, printed

RELU = (
    together(V=bounded(), t=scalar(0, 1), D=activation(0), n=(1, 4)).lettered(t="cn").reads(readings.ENTRIES)
)
QUARTER = (
    together(V=bounded(), t=scalar(0, "1/4"), D=activation(0), n=(1, 4))
    .lettered(t="cn")
    .reads(readings.ENTRIES)
)
ANY_BOUND = (
    together(V=bounded(), t=scalar(0), D=activation(0), n=(1, 4)).lettered(t="cn").reads(readings.ENTRIES)
)
NOTHING_DELETED = {"V": BEST, "t": "1/3", "D": [[1, 0, 0], [0, 1, 0], [0, 0, 1]]}
IDENTITY = {"V": [[1, 1], [1, 1]], "t": 0, "D": [[1, 0], [0, 1]]}
ONE_DELETED = {
    "V": [[1, 1, 1, 0], [1, -1, -1, 0], [1, -1, -1, 0], [0, 0, 0, 0]],
    "t": "4/9",
    "D": [[1, 0, 0, 0], [0, 1, 0, 0], [0, 0, 1, 0], [0, 0, 0, 0]],
}


def something_is_left(D):
    """m < n: (53) defines no condition number for M(1)D = 0."""
    return given(affected(D), "<", cols(D))


def kept(D):
    """(n - m)/n, the share of the outputs that D leaves."""
    return 1 - affected(D) / cols(D)


def beside_the_block(t, D):
    """The most that the Frobenius norm of the m x (n - m) block of M(1)D off the kept square can be."""
    return t * sqrt(kept(D) * (1 - kept(D)))


def kappa_of_the_block(t, D):
    """sqrt(f(a)^2 + b^2/(1 - a)^2) with f as in the sharpened (87), a = c(n - m) and b = c sqrt(m(n - m))."""
    a, b = named("a", t * kept(D)), named("b", beside_the_block(t, D))
    return sqrt(sq(kappa_of_a_ball(a)) + sq(b / (1 - a)))


@claim(
    RIEDI,
    "Theorem 31, (89)",
    id="thm-31.89",
    status="proved",
    depends=["eq-44", "prop-25.81b", "prop-25.81c", "lem-24.80a", "lem-29.86b", "lem-29.86d"],
    domain=QUARTER,
    equality=[IDENTITY],
    true_mutants={
        "conclusion-1:right:2-1%": "by the sharpened claim, whose condition and bound have room",
        "conclusion-1:right:1-1%#2": "by the sharpened claim, whose condition and bound have room",
        "hypothesis-2:non-strict": "with equality the bound divides by zero and says nothing",
        "hypothesis-2:relaxed-10%": "where the bound is defined the hypothesis holds",
    },
)
def kappa_with_relu(V, t, D):
    """By the sharpened claim, as (1 - cn)^2 >= 1 - 2cn(1 + n); the printed proof is complete for m < n. The
    hypothesis leaves cn < 1/4.
    """
    n = cols(D)
    yield something_is_left(D)
    yield given(2 * t, "<", 1 / (1 + n))
    yield then(kappa(residual(t, V) @ D), "<=", (1 + t) / sqrt(1 - 2 * t * (1 + n)))


@claim(
    RIEDI,
    "Theorem 31, (90), its denominator is positive",
    id="thm-31.90~defined",
    status="misprint",
    domain=RELU,
)
def the_denominator_is_positive(V, t, D):
    """(90) allows m = n(1 - cn)^2, where it divides by zero: n = 4, m = 1, cn = 1/2, say. "<" is meant, as in
    (89) and (91).
    """
    m, n = affected(D), cols(D)
    yield given(t, "<", 1)
    yield something_is_left(D)
    yield given(m, "<=", n * sq(1 - t))
    yield then(1 - t - sqrt(m / n), ">", 0)


@claim(
    RIEDI,
    "Theorem 31, (90), with < in the hypothesis",
    id="thm-31.90",
    status="gap",
    corrects="thm-31.90~defined",
    depends=["eq-44", "prop-25.82", "lem-24.80a", "lem-29.86b", "lem-29.86d"],
    domain=RELU,
    equality=[IDENTITY],
)
def kappa_with_few_outputs_affected(V, t, D):
    """True, though not by the printed proof: (99) puts m/n for 2mc(1 + n), "provided 2cn < 1/(1 + n)", which
    is the hypothesis of (89) and no hypothesis of (90).

    Proof: by the sharpened claim, as f(cn) <= (1 + cn)/(1 - cn) and the root only lowers the denominator.
    """
    m, n = affected(D), cols(D)
    yield given(m, "<", n * sq(1 - t))
    yield then(kappa(residual(t, V) @ D), "<=", (1 + t) / (1 - t - sqrt(m / n)))


@claim(
    RIEDI,
    "Theorem 31, (91)",
    id="thm-31.91",
    status="proved",
    depends=["eq-44", "prop-25.81b", "prop-25.81c", "lem-24.80a", "lem-29.86b", "lem-29.86d"],
    domain=RELU,
    equality=[IDENTITY],
    true_mutants={"conclusion-1:right:1-1%#2": "by the sharpened claim, whose bound has room"},
)
def kappa_with_relu_by_the_number_affected(V, t, D):
    """By the sharpened claim, as (1 - cn)^2 >= 1 - 2cn(1 + 2m); the printed proof is complete for m < n."""
    m = affected(D)
    yield something_is_left(D)
    yield given(2 * t, "<", 1 / (1 + 2 * m))
    yield then(kappa(residual(t, V) @ D), "<=", (1 + t) / sqrt(1 - 2 * t * (1 + 2 * m)))


@claim(
    RIEDI,
    "Theorem 31, (89), (90) and (91) without their conditions",
    id="thm-31.89~sharpened",
    status="sharpened",
    sharpens="thm-31.89",
    domain=RELU,
    equality=[IDENTITY],
)
def kappa_with_relu_by_interlacing(V, t, D):
    """The bound (87) holds for ReLU too, for every m < n and cn < 1; it is below (89), (90) and (91).

    Proof: s_1(MD) <= s_1(M) <= 1 + cn, and deleting m columns leaves s_{n-m}(MD) >= s_n(M) >= 1 - cn.
    """
    yield something_is_left(D)
    yield given(t, "<", 1)
    yield then(kappa(residual(t, V) @ D), "<=", printed(t))


@claim(
    RIEDI,
    "Theorem 31, the singular values in a ball",
    id="thm-31.89~ball",
    status="sharpened",
    sharpens="thm-31.89",
    domain=ANY_BOUND,
    equality=[NOTHING_DELETED, {"V": [[1, 0], [1, 0]], "t": 1, "D": [[0, 0], [0, 0]]}],
    true_mutants={"domain:rim-t": "a negative t is the positive one with -V in place of V"},
)
def singular_values_with_relu_in_a_ball(V, t, D):
    """sum (s_i(MD) - s_i(D))^2 <= c^2 n (n - m), for any c and m: more zeros, a smaller ball.

    Proof: Corollary 2 (Mirsky) with D and MD = D + M_o D; M_o D has n(n - m) entries of size at most c.
    """
    yield then(total(sq(s(residual(t, V) @ D) - s(D))), "<=", sq(t) * kept(D))


@claim(
    RIEDI,
    "Theorem 31, (90), by the kept block",
    id="thm-31.90~sharpened",
    status="sharpened",
    sharpens="thm-31.90",
    domain=ANY_BOUND,
    equality=[NOTHING_DELETED, IDENTITY],
)
def kappa_with_relu_by_the_kept_block(V, t, D):
    """Enough is c(n - m) < 1: the more outputs ReLU affects, the weaker the condition, and for cn < 1 the
    better the bound.

    Proof: the kept columns of M(1) are I + A, |A|_F <= c(n - m), on top of B, |B|_F <= c sqrt(m(n - m)).
    So s_1(MD)^2 <= s_1(I + A)^2 + |B|^2 and s_{n-m}(MD) >= s_{n-m}(I + A) >= 1 - c(n - m); divide, with
    the sharpened (87) for I + A.
    """
    yield something_is_left(D)
    yield given(t * kept(D), "<", 1)
    yield then(kappa(residual(t, V) @ D), "<=", kappa_of_the_block(t, D))


@claim(
    RIEDI,
    "Theorem 31, (91), by the ball of all singular values",
    id="thm-31.91~sharpened",
    status="sharpened",
    sharpens="thm-31.91",
    domain=ANY_BOUND,
    equality=[NOTHING_DELETED, IDENTITY],
)
def kappa_with_relu_and_all_outputs_in_a_ball(V, t, D):
    """f(cn sqrt(1 - m/n)) with f as in the sharpened (87): simpler than the block, and weaker.

    Proof: s_1(MD) = 1 + a and s_{n-m}(MD) = 1 - b with a^2 + b^2 <= c^2 n (n - m), the ball above.
    """
    yield something_is_left(D)
    yield given(t * sqrt(kept(D)), "<", 1)
    yield then(kappa(residual(t, V) @ D), "<=", kappa_of_a_ball(t * sqrt(kept(D))))


@claim(
    RIEDI,
    "Theorem 31, the two sharpened bounds compared",
    id="thm-31.90~compared",
    status="proved",
    domain=together(t=scalar(0), D=activation(0), n=(1, 6)).lettered(t="cn"),
    equality=[{"t": "1/2", "D": [[1]]}, {"t": 0, "D": [[1, 0], [0, 0]]}],
    true_mutants={"domain:rim-D": "only 0 <= kept <= 1 is used, and outside a root is undefined"},
)
def the_block_is_never_worse_than_the_ball(t, D):
    """f(sqrt(x))^2 has the derivative f (1 + f^2)^2 / (f^2 - 1) >= f^2 >= 1/(1 - sqrt(x))^2 in x, and
    a^2 + b^2 = c^2 n (n - m), so f(sqrt(a^2 + b^2))^2 - f(a)^2 >= b^2 / (1 - a)^2.
    """
    yield given(t * sqrt(kept(D)), "<", 1)
    yield then(kappa_of_the_block(t, D), "<=", kappa_of_a_ball(t * sqrt(kept(D))))
