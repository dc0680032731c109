"""Formulas as MathML."""

from __future__ import annotations

import pytest

pytest.importorskip("latex2mathml", reason="the site needs the extra `site`: make site")

from perturb.pages.website import formulas


def test_a_list_is_cut_between_its_members_and_not_within_them() -> None:
    tex = r"A = \begin{bmatrix} 1,\quad 2 \end{bmatrix},\quad f{x,\quad y},\quad z \qquad \text{for all } i"
    assert formulas.pieces(tex) == [
        r"A = \begin{bmatrix} 1,\quad 2 \end{bmatrix},\;",
        r"f{x,\quad y},\;",
        "z",
        r"\text{for all } i",
    ]


def test_no_tex_is_left() -> None:
    html = formulas.displayed(r"\lVert A \rVert_F \le \sqrt{\mathrm{rank}\,A}")
    assert "\\" not in html
    assert "<msqrt>" in html
    assert html.count('<mo stretchy="false" lspace="0" rspace="0">') == 2


@pytest.mark.parametrize("tex", [r"x^{1}^{2}", r"\nosuchcommand x", r"\begin{bmatrix} 1"])
def test_what_cannot_be_set_is_refused_with_the_page(tex: str) -> None:
    with pytest.raises(formulas.BadFormula, match=r"p\.md: "):
        formulas.check("p.md", f"text\n\n```math\n{tex}\n```\n")
    with pytest.raises(formulas.BadFormula, match=r"p\.md: "):
        formulas.check("p.md", f"text $`{tex}`$")


def test_code_holds_no_formulas() -> None:
    formulas.check("p.md", "```python\n$x^1^2$\n```\n")
