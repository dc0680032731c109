"""Sections 1 and 6.3: the numbers 2 and 8, and absolute value against ReLU."""

from __future__ import annotations

from fractions import Fraction

from perturb import claim, given, remark, then
from perturb.domains import activation, bounded, scalar, square, together
from perturb.vocab import cols, kappa, larger, s_min, sqrt
from theorems.riedi2022 import RIEDI
from theorems.riedi2022.activation import affected
from theorems.riedi2022.hard_bounds import residual
from theorems.riedi2022.hard_relu import something_is_left
from theorems.riedi2022.hard_residual import BEST, SIGNS

THIRD = Fraction(1, 3)
ABSOLUTE = together(V=bounded(), D=activation(-1), n=(1, 4))
RELU = together(V=bounded(), D=activation(0), n=(1, 4))
ALL_KEPT = [[1, 0, 0], [0, 1, 0], [0, 0, 1]]


def residual_of_a_third(V):
    """M(1) = W_1 + Id with the entries of W_1 bounded by 1/(3n)."""
    return residual(THIRD, V)


@claim(
    RIEDI,
    "Section 6.3, entries at most 1/(3n), absolute value",
    id="num-kappa2",
    status="proved",
    depends=["lem-29.87", "prop-23.79"],
    domain=ABSOLUTE,
    true_mutants={"conclusion-1:right-1%": "by the sharpened claim"},
)
def at_most_two(V, D):
    """(1 + 1/3)/(1 - 1/3) = 2 exactly."""
    yield then(kappa(residual_of_a_third(V) @ D), "<=", 2)


@claim(
    RIEDI,
    "Section 6.3, entries at most 1/(3n), absolute value, the best constant",
    id="num-kappa2~sharpened",
    status="sharpened",
    sharpens="num-kappa2",
    domain=ABSOLUTE,
    equality=[{"V": BEST, "D": SIGNS}],
)
def at_most_one_and_two_thirds(V, D):
    """(9 + sqrt(17))/8 = 1.6404, reached at n = 3. Proof: the sharpened (88) at cn = 1/3."""
    yield then(kappa(residual_of_a_third(V) @ D), "<=", (9 + sqrt(17)) / 8)


@claim(
    RIEDI,
    "Section 6.3, entries at most 1/(3n), ReLU on a quarter of the outputs",
    id="num-kappa8",
    status="gap",
    depends=["thm-31.90"],
    domain=RELU,
    true_mutants={
        "conclusion-1:right-1%": "by the sharpened claim",
        "hypothesis-1:dropped": "by the sharpened claim; for m = n there is no condition number",
        "hypothesis-1:relaxed-10%": "by the sharpened claim",
    },
)
def at_most_eight(V, D):
    """(1 + 1/3)/(1 - 1/3 - 1/2) = 8 exactly. The proof of (90) asks for 2cn(1 + n) < 1, which cn = 1/3 never
    meets.

    Proof: the sharpened claim.
    """
    yield given(4 * affected(D), "<=", cols(D))
    yield then(kappa(residual_of_a_third(V) @ D), "<=", 8)


@claim(
    RIEDI,
    "Section 6.3, entries at most 1/(3n), ReLU on any number of outputs",
    id="num-kappa8~sharpened",
    status="sharpened",
    sharpens="num-kappa8",
    domain=RELU,
    equality=[{"V": BEST, "D": ALL_KEPT}],
)
def at_most_one_and_two_thirds_with_relu(V, D):
    """(9 + sqrt(17))/8 again, for any m < n: "not more than 1/4" is idle.

    Proof: the sharpened (91) at cn = 1/3, whose bound falls with m.
    """
    yield something_is_left(D)
    yield then(kappa(residual_of_a_third(V) @ D), "<=", (9 + sqrt(17)) / 8)


@claim(
    RIEDI,
    "Section 1: the conditions of (89), (90) and (91) against that of (88)",
    id="num-abs-easier",
    status="proved",
    domain=together(t=scalar(0), D=activation(0), n=(1, 4)).lettered(t="cn"),
    depends=["thm-30.88", "thm-31.90"],
    true_mutants={
        "domain:rim-t": "the conclusion is an upper bound of t",
        "domain:rim-D": "any m >= 0 will do",
    },
)
def absolute_value_asks_less(t, D):
    """Let t = cn: each of 2cn < 1/(1 + n), sqrt(m/n) < 1 - cn and 2cn < 1/(1 + 2m), printed for ReLU, gives
    cn < 1, which is all that (88) asks. The sharpened Theorem 31 asks no more either.
    """
    m, n = affected(D), cols(D)
    asked = larger(larger(1 / (1 + n) - 2 * t, 1 - t - sqrt(m / n)), 1 / (1 + 2 * m) - 2 * t)
    yield given(asked, ">", 0)
    yield then(t, "<", 1)


@claim(
    RIEDI,
    "Section 1: ReLU against absolute value, one matrix",
    id="num-abs-easier~relu",
    status="proved",
    domain=together(M=square(), A=activation(-1), D=activation(0), n=(1, 3)),
    equality=[{"M": [[2, 0], [0, 1]], "A": [[-1, 0], [0, 1]], "D": [[1, 0], [0, 1]]}],
)
def relu_is_never_worse(M, A, D):
    """For one invertible M, as M(1) is for cn < 1, every bound on kappa for absolute value is one for ReLU.

    Proof: kappa(MA) = kappa(M); s_1(MD) <= s_1(M), and by interlacing s_{n-m}(MD) >= s_n(M) > 0.
    """
    yield something_is_left(D)
    yield given(s_min(M), ">", 0)
    yield then(kappa(M @ D), "<=", kappa(M @ A))


REMARKS = [
    remark(
        RIEDI,
        "num-abs-easier",
        kind="qualitative",
        reason="Less restrictive assumptions are a remark on Theorems 30 and 31 as printed; in the "
        "sharpened Theorem 31 the assumption for ReLU is the weaker one, c(n - m) < 1 against cn < 1.",
        seen_by=["num-abs-easier", "num-abs-easier~relu", "thm-31.89~sharpened", "thm-31.90~sharpened"],
        depends=["thm-30.88", "thm-31.90"],
    ),
]
