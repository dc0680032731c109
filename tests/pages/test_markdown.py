"""Markdown: exact entries, tables, escapes, folded blocks, headings with a place."""

from __future__ import annotations

import pytest

from perturb.pages.markdown import (
    entry,
    exact,
    folded,
    formulas,
    joined,
    prose,
    section,
    table,
    value,
    wrapped,
)


@pytest.mark.parametrize(
    ("text", "tex"),
    [("3", "3"), ("-1/2", r"-\tfrac{1}{2}"), ("3/4096", r"\tfrac{3}{2^{12}}"), ("1/3", r"\tfrac{1}{3}")],
)
def test_entries_are_exact(text, tex):
    assert entry(text) == tex


def test_vectors_scalars_tables_and_prose():
    assert value("z", ["1", "2"], ["z[2]"]) == r"z = \begin{bmatrix} 1 \\ \underline{2} \end{bmatrix}"
    assert value("rho", "1/2") == r"\rho = \tfrac{1}{2}"
    assert table(["a"], [["x|y"]], "r").splitlines() == ["| a |", "| ---: |", "| x\\|y |"]
    assert prose("s_1 * s_2 <= [1]") == r"s_1 \* s_2 \<= \[1\]"


def test_values_without_their_name():
    assert exact("1/2") == r"\tfrac{1}{2}"
    assert exact([["1", "0"]]) == r"\begin{bmatrix} 1 & 0 \end{bmatrix}"


def test_formulas_between_dollars_are_left_alone_by_github():
    assert formulas(r"at $x_1$ and $y$, 5 dollars") == "at $`x_1`$ and $`y`$, 5 dollars"
    assert formulas("$`x`$") == "$`x`$"


def test_lines_end_between_words_never_within_a_formula_or_a_link():
    text = "one $`a + b + c`$ two [a long link](there.md#x y) three"
    assert wrapped(text, 12).split("\n") == [
        "one",
        "$`a + b + c`$",
        "two",
        "[a long link](there.md#x y)",
        "three",
    ]
    assert wrapped(text, 99) == text


def test_no_line_begins_as_a_list():
    assert wrapped("the number is 1. Then - as said", 14).split("\n") == [
        "the number",
        "is 1. Then -",
        "as said",
    ]


def test_a_folded_block_has_room_around_its_body():
    """Without the empty lines GitHub would not read markdown inside it."""
    assert folded("More", "| a |\n") == "<details><summary>More</summary>\n\n| a |\n\n</details>"
    assert folded("More", "\n") == ""


def test_a_heading_has_a_place_and_at_most_six_signs():
    assert section("A bound", "eq-1", 1) == '<a id="eq-1"></a>\n\n### A bound'
    assert section("Deep", "x", 9).endswith("\n\n###### Deep")


def test_empty_blocks_are_left_out():
    assert joined("a\n\n", "", "b") == "a\n\nb\n"
