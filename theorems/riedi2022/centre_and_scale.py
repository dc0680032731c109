"""The constants mu_n and q_n of (110): inequalities of the text before Lemma 36, and the best ones."""

from __future__ import annotations

from fractions import Fraction

from perturb import claim, term, then
from perturb.domains import scalar
from perturb.vocab import power, sq, sqrt
from theorems.riedi2022 import RIEDI

ORDER = scalar(2)
HUGE = {"n": 10**15}


@term(r"\mu_{{0}}")
def mu(n):
    """The centre in (110)."""
    return sq(sqrt(n - 1) + sqrt(n))


@term("q_{{0}}")
def q(n):
    """The scale in (110)."""
    return sqrt(mu(n)) * power(1 / sqrt(n - 1) + 1 / sqrt(n), Fraction(1, 3))


@claim(
    RIEDI,
    "Text before Lemma 36, mu_n",
    id="eq-mu-q.mu",
    status="proved",
    domain={"n": ORDER},
    equality=[HUGE],
    true_mutants={
        "conclusion-1:strict": "sqrt(n - 1) < sqrt(n)",
        "conclusion-1:left:1-1%": "sqrt(n - 99/100) < sqrt(n)",
        "domain:rim": "sqrt(n - 1) <= sqrt(n) wherever both are defined",
    },
)
def centre(n):
    """Printed for integers n >= 2, attacked for all real ones: sqrt(n - 1) <= sqrt(n); tight as n grows."""
    yield then(mu(n), "<=", 4 * n)


@claim(
    RIEDI,
    "Text before Lemma 36, mu_n, minus 2",
    id="eq-mu-q.mu~sharpened",
    status="sharpened",
    sharpens="eq-mu-q.mu",
    domain={"n": ORDER},
    equality=[{"n": 2}, HUGE],
    true_mutants={"conclusion-2:strict": "g < n - 1/2, as g^2 = (n - 1/2)^2 - 1/4"},
)
def centre_to_second_order(n):
    """Tight at n = 2 from below, as n grows from above.

    Proof: mu_n = 2n - 1 + 2g, g^2 = n(n-1), so (4n - 2 - mu_n) n = 1/2 / (1 - 1/(2n) + sqrt(1 - 1/n)) is
    positive and falls in n, from 6 - 4 sqrt(2) at n = 2.
    """
    yield then(4 * n - 2 - (6 - 4 * sqrt(2)) / n, "<=", mu(n), "<=", 4 * n - 2)


@claim(
    RIEDI,
    "Text before Lemma 36, q_n",
    id="eq-mu-q.qa",
    status="proved",
    covers=["eq-mu-q.qb"],
    depends=["eq-mu-q.mu"],
    domain={"n": ORDER},
    equality=[{"n": 2}, HUGE],
    true_mutants={
        "conclusion-1:strict": "sqrt(n - 1) < sqrt(n)",
        "conclusion-1:left:1-1%": "sqrt(n - 99/100) < sqrt(n), hence mu_n <= 4n also with 99/100",
        "conclusion-1:left:1+1%#2": "1/sqrt(n - 1.01) + 1/sqrt(n) <= 2/sqrt(n - 1), as n <= 100 (n - 1.01)",
    },
)
def scale(n):
    """True for real n >= 2: mu_n <= 4n and 1/sqrt(n) <= 1/sqrt(n-1); n - 1 >= n/2, an equality at n = 2. The
    factor sqrt(4n) 2^(1/3) of the second link is left out, so that a rational n decides it.
    """
    first, second = power(n - 1, Fraction(-1, 6)), power(n / 2, Fraction(-1, 6))
    yield then(q(n), "<=", sqrt(4 * n) * power(2, Fraction(1, 3)) * first)
    yield then(first, "<=", second)


@claim(
    RIEDI,
    "Text before Lemma 36, q_n, last link",
    id="eq-mu-q.qc",
    status="proved",
    domain={"n": ORDER},
    equality=[{"n": 2}, {"n": 7}],
    true_mutants={"domain:rim": "an identity for n != 0"},
)
def scale_in_closed_form(n):
    """By sixth powers, which are rational: an equality for every n."""
    yield then(power(4 * n, 3) * 4 / (n / 2), "<=", 512 * sq(n))


@claim(
    RIEDI,
    "Text before Lemma 36, q_n, best constant",
    id="eq-mu-q.qa~sharpened",
    status="sharpened",
    sharpens="eq-mu-q.qa",
    domain={"n": ORDER},
    equality=[HUGE],
    true_mutants={
        "conclusion-1:strict": "16n - q_n^3 >= 8 - 1/g > 7",
        "conclusion-1:left:1-1%": "adds at most 0.025 to mu_n >= 2n, so 0.3 to q_n^3 <= 16n - 7",
        "conclusion-1:left:1+1%#2": "adds at most 0.005 (4n/(n - 1.01))^(3/2) < 1 to q_n^3 <= 16n - 7",
    },
)
def scale_with_the_best_constant(n):
    """2^(4/3), the limit of q_n / n^(1/3), in place of 2^(3/2).

    Proof: q_n^3 = 8g + 8n - 4 + 1/g with g = sqrt(n(n-1)); g <= n - 1/2 and 1/g <= 1, so q_n^3 < 16n.
    """
    yield then(q(n), "<=", power(2, Fraction(4, 3)) * power(n, Fraction(1, 3)))
