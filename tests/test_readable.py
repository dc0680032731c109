"""What a terminal shows of LaTeX: the same mathematics, on one line."""

from __future__ import annotations

import pytest

from perturb.vocab.printing.readable import prose, readable

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
