"""Short pages: what is escaped, what stays a formula, and that LaTeX of them is whole."""

from __future__ import annotations

import pytest

from perturb.results.sheet import (
    Block,
    Code,
    Display,
    Heading,
    Items,
    Paragraph,
    Title,
    document,
    escaped,
    markdown,
    tex,
    text,
    typed,
)
from tests.latex import broken

PAGE: list[Block] = [
    Title("me/a_b"),
    Heading("Verdict"),
    Paragraph("50 % of $A_1$ & {x} ^ ~ # s₁(M) ≤ √2, Aᵀ <= B"),
    Display((r"A = \begin{pmatrix} 1 & 0 \\ 0 & 1 \end{pmatrix}",)),
    Items(("[1] first", "second $x^2$")),
    Code("perturb check a_b.py"),
]


def test_latex_is_whole_and_ascii() -> None:
    page = document([tex(PAGE)])
    assert broken(page) == []
    assert r"\section*{me/a\_b}" in page
    assert "$A_1$" in page
    assert r"\item {}[1] first" in page  # and no label
    assert r"s\ensuremath{_{1}}(M)" in page
    assert r"A\ensuremath{^{T}} \ensuremath{\leq} B" in page


def test_a_broken_page_is_noticed() -> None:
    """The negative control of the tests that read pages."""
    page = document([tex(PAGE)])
    for wrong in (
        page.replace(r"\end{itemize}", ""),
        page.replace("$A_1$", "A_1$"),
        page.replace(r"\_", "_"),
    ):
        assert broken(wrong) != []


def test_markdown_and_text() -> None:
    page = markdown(PAGE)
    assert page.startswith("# me/a_b\n")
    assert "$$A = " in page
    assert r"\[1\] first" in page
    lines = text(PAGE)
    assert lines[:3] == ["me/a_b", "", "VERDICT"]
    assert "    A = [1, 0; 0, 1]" in lines


def test_what_no_letter_stands_for_is_a_question_mark() -> None:
    assert escaped("\U0001f600") == "?"
    assert escaped("$5 \\input{x}") == r"\$5 \textbackslash{}input\{x\}"


@pytest.mark.parametrize(
    ("written", "kept"),
    [
        (r"$\|A\|_F \le \operatorname{tr}(A)$ and $\left( x_{ij} \right)$", True),
        ("between $5 and $6", False),
        ("odd $ sign", False),
        (r"$\nosuch{x}$", False),
        ("$a%b$", False),
        ("$x_1_2$", False),
        (r"$\frac$", False),
        ("$x_{$", False),
        ("$σ$", False),
    ],
)
def test_formulas_that_cannot_be_set_are_text(written: str, kept: bool) -> None:
    said: list[Block] = [Title(typed("a_$")), Paragraph(typed(written))]
    assert broken(document([tex(said)])) == []
    assert (written in tex(said)) == kept
    assert "a_$" in text(said)[0]
    assert ("\\$" in markdown(said[1:])) != kept


@pytest.mark.parametrize(("text", "shown"), [
    (r"so that \[ A \preceq B. \]", r"so that $A \preceq B.$"),
    (r"$$\begin{bmatrix} A & B \\ C & D \end{bmatrix}$$", r"$\begin{bmatrix} A & B \\ C & D \end{bmatrix}$"),
    (r"$\det A \ge 0$", r"$\det A \ge 0$"),
    (r"an empty \[\] and $5", "an empty \ue024\ue024 and \ue0245"),
])  # fmt: skip
def test_a_displayed_formula_is_a_formula(text: str, shown: str) -> None:
    assert typed(text) == shown
