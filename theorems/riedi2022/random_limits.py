"""Theorem 38 and its numbers: the limits of the bounds, and the limit of the condition number itself.

The singular values of W_1 + Id, mirrored at 0, have the limit law of +-1 with weights 1/2, convolved freely
with a semicircle of variance 1/(8r^2) (Dozier and Silverstein 2007); no singular value stays outside its
support. The ends of the support are roots of a quadratic in z^2, which gives `limit` in closed form.
"""

from __future__ import annotations

from fractions import Fraction

from perturb import claim, given, term, then
from perturb.domains import scalar
from perturb.vocab import power, sq, sqrt
from theorems.riedi2022 import RIEDI

RATIO = {"r": scalar(1)}
AT_TWO = {"r": scalar(2, 2)}
MARGIN = Fraction(1, 20000)
EXPLICIT = {"domain:rim": "the hypothesis asks r > 1"}
FORGIVING = EXPLICIT | dict.fromkeys(
    ("hypothesis-1:dropped", "hypothesis-1:non-strict", "hypothesis-1:relaxed-10%"),
    "at r = 1 a denominator is 0: about definedness only",
)


def by_the_edge(r):
    """The right side of (121)."""
    return sqrt((sq(r) + r + Fraction(1, 2)) / (sq(r) - r))


def by_the_norm(r):
    """The right side of (122)."""
    return sqrt(sq(r) + r + Fraction(1, 2)) / (r - 1 / sqrt(2))


def by_the_symmetric_part(r):
    """The limit of the bound of Fan and Hoffman, by s_n(W_1 + Id) >= 1 + tau_low / 2."""
    return sqrt(sq(r) + r + Fraction(1, 2)) / (r - Fraction(1, 2))


@term(r"\kappa_\infty({0})")
def limit(r):
    """The limit of kappa(W_1 + Id), the quotient of the ends of the support; for r > 1/sqrt(8)."""
    centre = 512 * power(r, 4) + 160 * sq(r) - 1
    half_width = power(64 * sq(r) + 1, Fraction(3, 2))
    return sqrt((centre + half_width) / (centre - half_width))


def ends(r):
    """The limits of s_n(W_1 + Id)^2 and s_1(W_1 + Id)^2, the ends of the support."""
    centre = 512 * power(r, 4) + 160 * sq(r) - 1
    half_width = power(64 * sq(r) + 1, Fraction(3, 2))
    return (centre - half_width) / (512 * power(r, 4)), (centre + half_width) / (512 * power(r, 4))


@claim(
    RIEDI,
    "Theorem 38, (121): the algebra of its limit, (125)",
    id="thm-38.121",
    status="gap",
    depends=["thm-33.conv", "lem-36.112a", "lem-36.ii-as"],
    domain=RATIO,
    equality=[{"r": 2}],
    true_mutants=EXPLICIT,
)
def limit_by_the_edge(r):
    """Proof: the algebra of (125), squared so that rational points decide it: at s_1^2 = 1/(2r^2), tau_up =
    1/r, tau_low = -1/r both sides agree. The limit is the continuous mapping theorem for limits that the text
    has for Gaussian entries only, by (109); for Uniform ones it needs Bai and Yin (1993).
    """
    yield given(r, ">", 1)
    at_the_limit = (1 / (2 * sq(r)) + 1 / r + 1) / (1 - 1 / r)
    yield then(at_the_limit, "==", (sq(r) + r + Fraction(1, 2)) / (sq(r) - r))


@claim(
    RIEDI,
    "Theorem 38, (122): the algebra of its limit, (126)",
    id="thm-38.122",
    status="gap",
    depends=["thm-33.conv", "thm-35.109", "lem-36.112a"],
    domain=RATIO,
    equality=[{"r": 2}],
    true_mutants=dict.fromkeys(FORGIVING, "identities for r != 0"),
)
def limit_by_the_norm(r):
    """Proof: the algebra of (126): its numerator squared and its denominator, both times r; the second by
    conjugates, (1 - a)(1 + a) r^2 = (r - b)(r + b) with a = 1/(sqrt(2) r), b = 1/sqrt(2).
    """
    yield given(r, ">", 1)
    yield then(sq(r) * (1 / (2 * sq(r)) + 1 / r + 1), "==", sq(r) + r + Fraction(1, 2))
    yield then(sq(r) * (1 - 1 / (2 * sq(r))), "==", sq(r) - Fraction(1, 2))


@claim(
    RIEDI,
    "Theorem 38, (121), by the symmetric part",
    id="thm-38.121~sharpened",
    status="sharpened",
    sharpens="thm-38.121",
    domain=RATIO,
    equality=[{"r": 10**15}],
    true_mutants=FORGIVING,
)
def limit_by_fan_and_hoffman(r):
    """Smaller than (121) and (122), and finite for r > 1/2: 1.6997 at r = 2. All tend to 1 as r grows.

    Proof: (r - 1/2)^2 > r^2 - r and 1/2 < 1/sqrt(2).
    """
    yield given(r, ">", 1)
    yield then(by_the_symmetric_part(r), "<", by_the_edge(r))
    yield then(by_the_symmetric_part(r), "<", by_the_norm(r))


@claim(
    RIEDI,
    "Figure 7: the condition number lies below (121) in the limit",
    id="fig-7.claim",
    status="proved",
    depends=["thm-38.121", "lem-36.116a"],
    domain=RATIO,
    true_mutants=FORGIVING,
)
def limit_of_the_condition_number(r):
    """kappa(W_1 + Id) -> 1.6580 at r = 2 and 1.3979 at r = 3, in the limit below every bound. As limits of
    the two sides of (116) they are ordered; strictly, since 1 - 1/r < (1 - 1/(2r))^2. The first link, squared
    twice, is a polynomial of degree 9 in r whose coefficients in powers of r - 1 are all positive.
    """
    yield given(r, ">", 1)
    yield then(limit(r), "<", by_the_symmetric_part(r), "<", by_the_edge(r))


@claim(
    RIEDI,
    "Text after (120): the first bound of (116) is 10 percent larger",
    id="num-10-percent",
    status="proved",
    covers=["eq-120.eff"],
    domain=AT_TWO,
)
def excess_of_the_bound(r):
    """Between 8.7 and 8.8 percent in the limit at r = 2, the value of Figure 6."""
    yield then(Fraction(1087, 1000), "<", by_the_edge(r) / limit(r), "<", Fraction(1088, 1000))


@claim(
    RIEDI,
    "Text after (120): the excess for r >= 2",
    id="num-10-percent~every-r",
    status="proved",
    domain={"r": scalar(2)},
)
def excess_of_the_bound_for_large_ratios(r):
    """Below 8.8 percent for r >= 2, where it falls; without limit as r -> 1, where only (121) has a pole."""
    yield then(by_the_edge(r) / limit(r), "<", Fraction(1088, 1000))


@claim(
    RIEDI,
    "Text after Theorem 38, (121) at r = 2",
    id="num-18028",
    status="proved",
    domain=AT_TWO,
    true_mutants={"conclusion-1:right-1%": "sqrt(13)/2 = 1.80277563..., and 1.8028 is 2.5e-5 above it"},
)
def first_number(r):
    """sqrt(13)/2 = 1.80277... is 1.8028 to four decimals."""
    yield then(abs(by_the_edge(r) - Fraction(18028, 10000)), "<=", MARGIN)


@claim(
    RIEDI,
    "Text after Theorem 38, (122) at r = 2",
    id="num-19719",
    status="proved",
    covers=["thm-38.num"],
    domain=AT_TWO,
    true_mutants={
        "conclusion-1:right-1%": "it is 1.971940..., 4.1e-5 above 1.9719",
        "conclusion-2:right-1%": "1.8028 < 1.95 < 0.99 * 1.9719",
    },
)
def second_number(r):
    """1.97194... is 1.9719 to four decimals, and slightly larger than the first number."""
    yield then(abs(by_the_norm(r) - Fraction(19719, 10000)), "<=", MARGIN)
    yield then(by_the_edge(r), "<", by_the_norm(r))


@claim(
    RIEDI,
    "Lemma 36, remark on the conditions of (iii) and (iv)",
    id="lem-36.rem",
    status="proved",
    depends=["lem-36.112b", "lem-36.ii-as"],
    domain={"r": scalar(0)},
    true_mutants=dict.fromkeys(
        (
            *(f"conclusion-1:{change}" for change in ("right-1%", "left:1+1%", "left:2-1%")),
            "conclusion-2:right+1%",
            "hypothesis-1:non-strict",
            "hypothesis-1:relaxed-10%",
        ),
        "-1/r > -1.1 leaves 1/(sqrt(2) r) < 0.78 and -1/r > -1.1, also for r < 0",
    )
    | {"domain:rim": "for r < 0 the left sides are negative and positive"},
)
def conditions_in_the_limit(r):
    """s_1 -> 1/(sqrt(2) r) and tau -> -1/r: where (iv) applies in the limit, r > 1, so does (iii); r >
    1/sqrt(2) is enough for it. The condition tau > -2 of the sharpened (116), r > 1/2, is easier than both.
    """
    yield given(-1 / r, ">", -1)
    yield then(1 / (sqrt(2) * r), "<", 1)
    yield then(-1 / r, ">", -2)
