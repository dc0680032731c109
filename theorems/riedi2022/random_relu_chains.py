"""Theorem 39: the inequalities between numbers in its proof, (143) and (149), and in the remarks after it."""

from __future__ import annotations

from fractions import Fraction

from perturb import claim, given, named, then
from perturb.domains import scalar, together
from perturb.vocab import exp, sq, sqrt
from theorems.riedi2022 import RIEDI, readings_random
from theorems.riedi2022.random_relu import RANGES
from theorems.riedi2022.random_relu_proof import alike

NUMBERS = together(nu=scalar(1), theta=scalar(4), e=scalar(0)).reads(readings_random.ABOVE_THE_THRESHOLD)
NUMBERS_TWO = (
    together(nu=scalar(1), theta=scalar(4), r1=scalar(1), e=scalar(0))
    .lettered(r1="r'")
    .reads(readings_random.ABOVE_THE_THRESHOLD)
)
SIZED = together(n=scalar(7), theta=scalar(4), nu=scalar(1), r1=scalar(2), e=scalar(0)).lettered(r1="r'")
AT_0 = "a^2 - b = 1/r^2 > 0 at e = 0"


@claim(
    RIEDI,
    "Theorem 39, (149), the chain",
    id="thm-39.149~chain",
    status="proved",
    domain=NUMBERS,
    true_mutants=RANGES
    | alike("theta >= 4 in the domain", 1, "non-strict")
    | {"hypothesis-2:dropped": AT_0, "hypothesis-2:non-strict": AT_0}
    | {
        "conclusion-1:strict": "b < 1 and a^2 > b",
        "conclusion-2:strict": "a < 1 and a^2 > b",
        "conclusion-2:right:2-1%#3": "the sides differ by 1/(4 r^3), of which r - 0.02 takes 0.021/r^3",
    },
)
def chain_of_the_first_part(nu, theta, e):
    """a - sqrt(b) = (a^2 - b)/(a + sqrt(b)), a = 1 - 1/r, b < 1; a^2 > b because r > 2 + 2 nu + theta."""
    threshold = 2 + 2 * nu + theta
    r = named("r", threshold + e)
    a, b = 1 - 1 / r, (2 * nu + theta) / r
    yield given(4, "<", theta)
    yield given(e, ">", 0)
    yield then(a - sqrt(b), ">=", (sq(a) - b) / (a + 1), ">=", (1 - threshold / r + 1 / sq(r)) / 2)


@claim(
    RIEDI,
    "Theorem 39, (143), the chain",
    id="thm-39.143",
    status="proved",
    domain=NUMBERS_TWO,
    true_mutants=RANGES
    | alike("theta >= 4 in the domain", 1, "non-strict")
    | alike("r' >= 1 in the domain", 2, "non-strict")
    | {"hypothesis-3:dropped": "at e = 0 all sides are 0", "hypothesis-3:non-strict": "all are 0 at e = 0"}
    | {
        "conclusion-1:strict": "0 < b < a < 1, since e > 0 and r' > 0",
        "conclusion-2:strict": "b < 1 and r > threshold",
        "domain:rim-r1": "r' > 1 is a hypothesis",
        "domain:rim-nu": "for b >= 0: a - b = e/r, and 0 <= b < a < 1 for r > 0, 1 < a < b for r < 0",
    },
)
def chain_of_the_second_part(nu, theta, r1, e):
    """From (142): sqrt(a) - sqrt(b) = (a - b)/(sqrt(a) + sqrt(b)) with 0 < b < a < 1."""
    threshold = r1 + r1 * nu + theta
    r = named("r", threshold + e)
    a, b = 1 - r1 / r, (r1 * nu + theta) / r
    yield given(4, "<", theta)
    yield given(r1, ">", 1)
    yield given(e, ">", 0)
    middle = (1 - threshold / r) / (1 + sqrt(b))
    yield then(sqrt(a) - sqrt(b), ">=", middle, ">=", (1 - threshold / r) / 2)


@claim(
    RIEDI,
    "Remark after Theorem 39: (128) tends to 2",
    id="thm-39.rem-2",
    status="proved",
    covers=["num-to-2"],
    domain=NUMBERS,
    equality=[{"nu": 1, "theta": 5, "e": 1}],
    true_mutants=dict.fromkeys(("domain:rim-nu", "domain:rim-theta", "domain:rim-e"), "an identity"),
)
def first_part_for_large_ratios(nu, theta, e):
    """Exactly 2 + 2(1 + x)/(r - x), x = 2 + 2 nu + theta, r = x + e: above 2, and as near as desired."""
    x = named("x", 2 + 2 * nu + theta)
    r = named("r", x + e)
    yield given(e, ">", 0)
    yield then(2 * (1 + 1 / r) / (1 - x / r), "==", 2 + 2 * (1 + x) / (r - x))


@claim(
    RIEDI,
    "Remark after Theorem 39: bounds near 1",
    id="thm-39.rem-1",
    status="proved",
    depends=["thm-39.149", "thm-39.143"],
    domain=NUMBERS,
    equality=[{"nu": 1, "theta": 4, "e": 0}],
)
def bounds_near_one(nu, theta, e):
    """By (149) and (150), at most 1 + (28/11) sqrt(b) with b = (2 nu + theta)/r from r = 4(2 nu + theta) on:
    with y = sqrt(b) <= 1/2 and 1/r <= y^2/6 the excess (2/r + y)/(1 - 1/r - y) is at most y(1 + y/3)/(1 - y -
    y^2/6), and the factor of y rises to 28/11 at y = 1/2.
    """
    x = 2 * nu + theta
    r = named("r", 4 * x + e)
    y = named("y", sqrt(x / r))
    yield then((1 + 1 / r) / (1 - 1 / r - y), "<=", 1 + 28 * y / 11)


@claim(
    RIEDI,
    "Remark after Theorem 39: useful from n = 7 on",
    id="thm-39.rem-n7",
    status="proved",
    covers=["num-n7"],
    domain={"n": scalar(7)},
    true_mutants=dict.fromkeys(("conclusion-1:right-1%", "conclusion-1:left:2+1%"), "2 exp(-14) < 1.67e-6"),
)
def probability_at_size_seven(n):
    """At theta = 2 sqrt(n), the largest allowed: 1 - 2 exp(-2n), above 0.999998."""
    yield then(2 * exp(-2 * n), "<=", Fraction(2, 10**6))


@claim(
    RIEDI,
    "Remark after Theorem 39: useful from n = 7 on, every theta, nu and r",
    id="thm-39.rem-n7~any",
    status="proved",
    covers=["num-n7"],
    domain=SIZED,
    depends=["eq-119.lim", "eq-120.lim"],
    equality=[{"n": 7, "theta": 4, "nu": 1, "r1": 2, "e": 0}],
    true_mutants=dict.fromkeys(
        ("hypothesis-1:dropped", "hypothesis-1:relaxed-10%"), "theta >= 4 and n >= 7 are enough for the sums"
    ),
)
def probability_from_size_seven_on(n, theta, nu, r1, e):
    """Whatever is chosen within the theorem, what is taken from 1 is at most 2 exp(-8) + exp(-1489) < 0.0007
    in (1) and, for r' >= 2, 2 exp(-8) + exp(-7) < 0.0016 in (2): P[E] at most exp(-n (r sqrt(8) - 2)^2 / 2)
    with r > 8, and exp(-n (r' - 1)^2). What is compared are the exponents.
    """
    r = named("r", 2 + 2 * nu + theta + e)
    yield given(theta, "<=", 2 * sqrt(n))
    yield then(sq(theta) / 2, ">=", 8)
    yield then(n * sq(r * sqrt(8) - 2) / 2, ">=", 7 * sq(8 * sqrt(8) - 2) / 2)
    yield then(n * sq(r1 - 1), ">=", 7)
