"""What console and pages say of a finding claims no more than was found; LaTeX as a terminal shows it."""

from __future__ import annotations

import math
from fractions import Fraction

import pytest
from flint import fmpq

from perturb.certify.point import Certificate
from perturb.numbers.numerals import short
from perturb.results import say
from perturb.vocab.printing.readable import prose, readable


def test_an_outcome():
    assert say.headline("refuted") == "REFUTED"
    assert say.headline("survived") == "SURVIVED"


@pytest.mark.parametrize(
    ("found", "said"),
    [
        (None, ""),
        (Certificate("exact", None), "exact arithmetic"),
        (Certificate("residual", 106), "residual, 106 bits"),
    ],
)
def test_a_certificate(found, said):
    assert say.certificate(found) == said


def test_shares_of_points():
    verdicts = {"holds": 1373, "violated": 2, "undecided": 5, "vacuous": 20}
    every = "1,373 of 1,400 points certified to hold, 2 violated, 5 undecided, 20 outside the statement"
    assert say.shares(verdicts) == every
    assert say.shares({"holds": 3, "undecided": 0}) == "3 of 3 points certified to hold"


def test_the_best_constant_is_rounded_to_the_safe_side():
    """From 1.4142 on the statement fails: the best constant is at least what was refuted, rounded down."""
    below, above = Fraction(2, 3), Fraction(1, 3)
    assert say.best_constant(below, Fraction(1, 2)) == (
        "still false with 0.666666666666 in place of 0.5 (certified), so the best constant is no smaller"
    )
    assert say.best_constant(above, Fraction(1, 2)) == (
        "still false with 0.333333333334 in place of 0.5 (certified), so the best constant is no larger"
    )


def test_a_constant_is_told_only_where_it_is_the_weaker_demand() -> None:
    """By less than the digits that are shown it says nothing; rounded, it may demand more than printed."""
    printed, hair = Fraction("0.1"), Fraction(1, 10**17)
    assert say.best_constant(printed + hair, printed) == say.best_constant(printed - hair, printed) == ""
    said = say.best_constant(printed + Fraction(1, 10**9), printed)
    assert said.startswith("still false with 0.100000001 in place of 0.1 ")


def test_a_tally_says_what_does_not_fit():
    three = ["survived", "refuted", "survived"]
    assert say.tally(three, []) == "3 statements: 2 survived, 1 refuted; each outcome fits what is asserted"
    unfit = "3 statements: 2 survived, 1 refuted; 1 outcome does not fit what is asserted"
    assert say.tally(three, [True]) == unfit
    assert say.tally(three, [False]) == f"{unfit} (a statement without a status is asserted to be true)"
    assert "; 2 outcomes do not fit what is asserted (a" in say.tally(three, [True, False])


@pytest.mark.parametrize(
    ("lo", "hi", "said"),
    [
        (0.12345, 0.12345, "[0.1234, 0.1235]"),
        (-0.12345, -0.12341, "[-0.1235, -0.1234]"),
        (fmpq(1, 3), fmpq(2, 3), "[0.3333, 0.6667]"),
        (Fraction(1, 3), Fraction(2, 3), "[0.3333, 0.6667]"),
        (0.5, 0.5, "[0.5, 0.5]"),
        (0.0, 1e-9, "[0, 1.000e-9]"),  # 1e-9 as a float lies above 10^-9 by a hair
        (None, 1, "(-inf, 1]"),
        (-math.inf, math.inf, "(-inf, inf)"),
        (2, None, "[2, inf)"),
    ],
)
def test_a_band_is_rounded_outwards(lo, hi, said):
    if hi == 1e-9:
        said = "[0, 1.001e-9]" if Fraction(1e-9) > Fraction(1, 10**9) else said
    assert say.interval(lo, hi) == said


def test_the_line_of_a_check():
    assert say.measured("law", "n = 20", 0.03125, 0.0625, "<=", 0.1105) == (
        "n = 20: sup distance in [0.03125, 0.0625] <= 0.1105"
    )
    assert say.measured("tail", "t = 2", 0.25, None, ">=", 0.125) == (
        "t = 2: probability in [0.25, inf) >= 0.125"
    )
    assert say.measured("mean", "n = 2", 1.0, 2.0, "<=", 3.0).startswith("n = 2: mean in")
    assert say.measured("law", "n = 3", None, 0.5, "<=", None).endswith("(-inf, 0.5] no rate")


@pytest.mark.parametrize(
    ("least", "most", "said"),
    [
        (0.333, 0.555, "n^-p with p in [0.33, 0.56] "),
        (-math.inf, 0.551, "n^-p with p <= 0.56 "),
        (None, 0.551, "n^-p with p <= 0.56 "),
        (0.339, math.inf, "n^-p with p >= 0.33 "),
        (0.339, None, "n^-p with p >= 0.33 "),
        (0.6, 0.5, "none fits the bands"),
        (None, None, "the bands say nothing"),
        (-0.82, None, "the bands say nothing"),
        (-0.3, 1.2, "n^-p with p <= 1.2"),
        (-0.1, -0.2, "none fits the bands"),
    ],
)
def test_the_exponent_of_a_distance(least, most, said):
    """An upper end is an upper bound of p, a lower end a lower one; both are rounded outwards."""
    line = say.exponent(least, most)
    assert line.startswith("distance as a power of n: ")
    assert said in line
    assert ("asymptotic" in line) == ("n^-p" in line)


def test_from_where_a_limit_is_usable():
    assert say.usable("0.05", 40) == "usable within 0.05 from n = 40 on, at the sizes drawn"


def test_numbers_that_nobody_reads_to_their_end() -> None:
    stored = Fraction(1.4142)  # no decimal that anybody typed, but the float64 beside it
    assert short(f"right side {stored}") == f"right side {stored}"
    assert short(f"right side {Fraction('1e-30')}") == "right side 1e-30"
    assert short("1" * 900) == "about 1.11111e+899"
    assert short(f"[[1/3, {'7' * 40}/3]]") == "[[1/3, about 2.59259e+39]]"
    for kept in ("[2.7263745721125659e+347, 10]", "123456789012/7", "-3/4"):
        assert short(kept) == kept
    assert (say.constant(Fraction("1.4142")), say.constant(Fraction(3, 2))) == ("1.4142", "3/2")
    assert say.constant(Fraction(repr(0.1 * 3))) == "0.30000000000000004"
    assert say.constant(Fraction(1, 10**20 + 1)) == "about 1.00000000000e-20"


def test_what_steers_a_terminal_is_written_out() -> None:
    assert say.visible("a\x1b[31m\ud800é") == r"a\x1b[31m\ud800é"


def test_hypotheses_are_counted_each() -> None:
    assert say.hypotheses({0: 1, 1: 4}, 4, 2) == ["draws that meet hypothesis 1: 25 %, 2: 100 %"]
    assert say.hypotheses({}, 0, 2) == say.hypotheses({}, 4, 0) == []


def test_a_constant_that_no_float_reaches_is_said() -> None:
    said = say.best_constant(Fraction(2 * 10**400), Fraction(10**400))
    assert "2.00000000000e+400 in place of 1.00" in said


# What a terminal shows of LaTeX: the same mathematics, on one line.


SAME = {
    r"\kappa(M(1)D)\leq\frac{1+cn}{1-cn} \qquad (1-cn>0)": "κ(M(1)D) ≤ (1+cn)/(1-cn)   (1-cn > 0)",
    r"s_{i + j - 1}(A) \le s_{i}(\tilde{A})": "sᵢ₊ⱼ₋₁(A) ≤ sᵢ(Ã)",
    r"A = A^T \in \mathbb{R}^{n \times n}": "A = Aᵀ ∈ ℝⁿˣⁿ",
    r"s_{\min}(A)^2 \ne W_{1,i}": "s_min(A)² ≠ W_{1,i}",
    r"\lvert x \rvert + \lVert A - B \rVert_F": "|x| + ‖A - B‖_F",
    r"\overline{\tau}(M_{o})": "τ̅(Mₒ)",
    r"\begin{bmatrix} t & r^T \\ 0 & C \end{bmatrix}": "[t, rᵀ; 0, C]",
    r"\sum_{j \le i} \rho \, I": "∑_{j≤i} ρ I",
    r"s_1\xrightarrow{\text{a.s.}}1 \text{ for all } n": "s₁ a.s.⟶ 1 for all n",
    r"D \in \mathcal{D}(m, n, 0)": "D ∈ 𝒟(m, n, 0)",
    r"x \prec_w y \prec_{w\log} z": "x ≺_w y ≺_wlog z",
    r"\textstyle\sum_{j} A[i,j]": "∑ⱼ A[i,j]",
    r"x_{i \le \dim s(A)}": "x_{i≤dim s(A)}",
}
# Where a line could say something else than the fraction, root or exponent does.
BRACKETS = {
    r"\frac{1}{2cn}": "1/(2cn)",
    r"\frac{1}{2} x": "(1/2) x",
    r"x \, \frac{1}{2}": "x (1/2)",
    r"\frac{1}{2} + x": "1/2 + x",
    r"\left(\frac{C}{c}\right)^2": "(C/c)²",
    r"\frac{\frac{1}{2}}{n}": "(1/2)/n",
    r"\frac{a b}{\kappa(A) \, \kappa(B)}": "(a b)/(κ(A) κ(B))",
    r"\frac{1}{\kappa(A)}": "1/κ(A)",
    r"\frac{1}{\left(a\right) \left(b\right)}": "1/((a) (b))",
    r"\sqrt{8n}": "√(8n)",
    r"\sqrt{8}n": "√8 n",
    r"\sqrt{\lambda_i(A)}": "√(λᵢ(A))",
    r"n^{\frac{1}{3}}": "n^(1/3)",
    r"e^{A + B}": "eᴬ⁺ᴮ",
}


@pytest.mark.parametrize("latex", [*SAME, *BRACKETS])
def test_a_formula_on_one_line(latex: str) -> None:
    assert readable(latex) == {**SAME, **BRACKETS}[latex]


def test_unknown_names_stay_and_broken_latex_is_no_error() -> None:
    assert readable(r"\mystery(x)") == "mystery(x)"
    assert "a" in readable(r"\frac{a}{")
    assert readable("") == ""


def test_a_text_with_formulas() -> None:
    assert prose(r"for $t\neq0$, or $x^2$; 5 \ 3") == r"for t ≠ 0, or x²; 5 \ 3"
