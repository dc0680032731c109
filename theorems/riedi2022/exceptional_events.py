"""(119) and (120): the exceptional events of Section 6.2, and bounds of their probabilities at every size.

Gaussian entries: the upper edge t of K' + K has mean <= sqrt(8n) (Sudakov and Fernique) and is a 2-Lipschitz
function of K, so P[t >= r sqrt(8n)] <= exp(-(r-1)^2 n). P[s_1(K) >= 2 sqrt(n) + u] <= exp(-u^2/2) (Davidson
and Szarek 2001).
"""

from __future__ import annotations

from fractions import Fraction

from perturb import claim, given, named, term, then
from perturb.domains import scalar, square, together
from perturb.vocab import cols, exp, power, s1, sq, sqrt
from theorems.riedi2022 import RIEDI, readings_random
from theorems.riedi2022.centre_and_scale import mu, q
from theorems.riedi2022.normalisation import ANY_R

FROM_TWO_AND_FIVE = together(r=scalar(2), n=scalar(5))
LARGE = together(W_1=square(), r=scalar(1), n=(2, 4))
LARGE_NORM = together(x=scalar(1), r=scalar(), n=scalar(2))


@term("Y_{{2}}")
def excess(x, r, n):
    """Y_n of K_n = r sqrt(8n) W_1, (110), where s_1(W_1) = x."""
    return (8 * n * sq(r) * sq(x) - mu(n)) / q(n)


def level(n, r):
    """(2 r^2 - 1) n^(2/3)."""
    return (2 * sq(r) - 1) * power(n, Fraction(2, 3))


@claim(
    RIEDI,
    "Text before (120): the threshold for r >= 2, n >= 5",
    id="num-8",
    status="proved",
    domain=FROM_TWO_AND_FIVE,
    true_mutants={
        "conclusion-1:right+1%": "by the sharpened claim: 8.08 < 8.27",
        "conclusion-1:left:1+1%": "r - 1.01 >= 0.99 (r - 1), and 0.99 * 8.27 > 8",
    },
)
def threshold_of_the_lower_edge(r, n):
    """sqrt(8) 5^(2/3) = 8.27...; n = 4 gives 7.13, so 5 is the least size."""
    yield then((r - 1) * sqrt(8) * power(n, Fraction(2, 3)), ">", 8)


@claim(
    RIEDI,
    "Text before (120): the threshold to two decimals",
    id="num-8~sharpened",
    status="sharpened",
    sharpens="num-8",
    domain=FROM_TWO_AND_FIVE,
)
def threshold_of_the_lower_edge_to_two_decimals(r, n):
    """Proof: the cube of sqrt(8) 5^(2/3) is 8 sqrt(8) 25 = 565.68..., and 8.27^3 = 565.60..."""
    yield then((r - 1) * sqrt(8) * power(n, Fraction(2, 3)), ">", Fraction(827, 100))


@claim(
    RIEDI,
    "Text before (120): the events behind the chain of probabilities",
    id="eq-119.b",
    status="proved",
    depends=["lem-36.i-prob", "thm-33.sym"],
    domain=together(x=scalar(), r=scalar(2), n=scalar(5)),
    reading=readings_random.BY_ITS_EDGE,
    true_mutants=dict.fromkeys(
        [f"conclusion-1:{change}" for change in ("right-1%", "left:8+1%", "right:8-1%")]
        + ["hypothesis-1:non-strict"],
        "the quotient of the sides is at most (1 + sqrt(8)/n^(2/3))/r <= 0.984",
    ),
)
def event_of_moderate_deviation(x, r, n):
    """Z~_n < 8 puts tau_n above -1 for every n >= 5, so P[tau_n > -1] >= P[Z~_n < 8]; that is P[Z_n < 8] by
    the reflection K -> -K. 8 < (r - 1) sqrt(8) n^(2/3) is the claim before it.
    """
    Z = named(r"\tilde{Z}_n", 8 * x)
    yield given(Z, "<", 8)
    yield then(sqrt(8 * n) + Z / power(n, Fraction(1, 6)), "<", r * sqrt(8 * n))


@claim(
    RIEDI,
    "(119) and the text after it: a bound at every size",
    id="eq-119.small",
    status="proved",
    covers=["num-exceptions"],
    domain=FROM_TWO_AND_FIVE,
)
def probability_of_the_lower_edge(r, n):
    """P[tau_n <= -1] <= exp(-(r-1)^2 n) for Gaussian entries: below 0.0068 for r >= 2, n >= 5, below 3e-9
    from n = 20 on. The exact law of the edge gives 2.8e-7 at n = 5, r = 2, where the limit law gives 3e-6.
    """
    yield then(exp(-sq(r - 1) * n), "<", Fraction(68, 10**4))


@claim(
    RIEDI,
    "(120) and the text after it: a bound at every size",
    id="eq-120.small",
    status="proved",
    covers=["num-exceptions"],
    domain=FROM_TWO_AND_FIVE,
    true_mutants={"conclusion-1:right-1%": "it falls in r, n, from exp(-33.4) < 4e-15 at r = 2, n = 5"},
)
def probability_of_the_norm(r, n):
    """P[s_1(W_1) >= 1] = P[s_1(K) >= r sqrt(8n)] <= exp(-(r sqrt(8) - 2)^2 n/2) for Gaussian entries: below
    1e-14.
    """
    yield then(exp(-n * sq(r * sqrt(8) - 2) / 2), "<", Fraction(1, 10**14))


@claim(
    RIEDI,
    "(120), the comparison with Y_n",
    id="eq-120.bound",
    status="proved",
    depends=["lem-36.113b", "thm-35.110"],
    domain=LARGE,
    true_mutants=ANY_R
    | {"domain:rim": "the hypothesis asks r > 1"}
    | {
        f"conclusion-1:{change}": "each takes at most 2 %, and the sharpened claim leaves 12 %"
        for change in ("right+1%", "strict", "left:8-1%", "left:1-1%", "right:2+1%", "right:1-1%")
    },
)
def event_of_a_large_norm(W_1, r):
    """s_1(W_1) >= 1 forces Y_n >= sqrt(2)(2r^2 - 1) n^(2/3). Printed as a consequence of (113), whose
    inequality is false for some Y_n < 0; here Y_n is positive, and (8 n r^2 - mu_n)/q_n is large enough.
    """
    yield given(r, ">", 1)
    yield given(s1(W_1), ">=", 1)
    n = cols(W_1)
    yield then(excess(s1(W_1), r, n), ">=", sqrt(2) * level(n, r))


@claim(
    RIEDI,
    "(120), the comparison with Y_n, best constant",
    id="eq-120.bound~sharpened",
    status="sharpened",
    sharpens="eq-120.bound",
    domain=LARGE_NORM,
    equality=[{"x": 1, "r": 2, "n": 10**15}],
    true_mutants={
        "conclusion-1:strict": "the slopes in r^2 and the values at 0 both differ",
        "conclusion-1:left:1-1%": "adds d < 0.03 to mu_n, and (2 sqrt(n) - sqrt(mu_n)) sqrt(mu_n) = 1 > d",
    },
)
def event_of_a_large_norm_by_the_best_scale(x, r, n):
    """2^(2/3) in place of sqrt(2), tight as n grows. The matrix enters by x = s_1(W_1) alone, so that large n
    are drawn, real ones too; r is any number.

    Proof: let x = 1; both sides are linear in r^2. On the left the slope is larger by q_n <= 2^(4/3) n^(1/3),
    the value at 0 by mu_n / q_n <= (2n)^(2/3), as sqrt(mu_n) <= 2 sqrt(n).
    """
    yield then(excess(x, r, n), ">=", power(2, Fraction(2, 3)) * level(n, r))
