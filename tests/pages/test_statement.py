"""A claim in LaTeX: its domain, its hypotheses, its conclusions, its quantifiers."""

from __future__ import annotations

from functools import reduce
from operator import add

import pytest

from perturb import claim, index, indices, named, then
from perturb.domains import integer, rectangular, square, together, vector
from perturb.domains.space import sides_of
from perturb.pages.report.statement import expanded, searched, stated, where
from perturb.vocab import (
    block,
    cols,
    entries,
    matpow,
    norm,
    s,
    s1,
    trace,
    vec_columns,
    vec_rows,
    without_columns,
)
from perturb.vocab.grammar.kinds import Kind
from perturb.vocab.grammar.tree import variable
from perturb.vocab.printing.terms import NAMELESS, Lexicon
from perturb.vocab.relations.quantifier import relation
from tests.pages.conftest import SAMPLE, same, shift, weyl

A = variable("A", Kind.MATRIX)


def in_domain(**inputs):
    """The letters of a domain."""
    domain = together(**inputs)
    return Lexicon(sides=sides_of(domain.spaces, domain.ranges, {name: name for name in domain.spaces}))


SQUARES = in_domain(A=square())
i, j = indices("i j")


def test_hypotheses_stand_between_domain_and_conclusion():
    text = stated(shift)
    order = [
        "For all",
        r"\rho \ge 0",
        "with",
        r"s_1(M) < 1",
        "it is claimed that",
        r"\kappa(M + \rho \, I) \le 2",
    ]
    assert [text.index(part) for part in order] == sorted(text.index(part) for part in order)
    assert "\nwith\n" not in stated(same)


def test_the_words_around_a_statement_may_be_others():
    text = stated(shift, "As printed, for all", "one has")
    assert text.startswith("As printed, for all\n")
    assert "it is claimed that" not in text


def test_indices_are_quantified():
    both = r"\qquad \text{for all } 1 \le i \le n, 1 \le j \le n \text{ with } i + j - 1 \le n"
    assert relation(weyl.conclusions[0], weyl.names).endswith(both)
    assert relation(same.conclusions[0], same.names).endswith(r"\text{for all } 1 \le i \le n")
    assert "for all" not in relation(shift.conclusions[0], shift.names)
    [by_rows] = then(s(A)[i], "<=", s(A)).links
    assert relation(by_rows, NAMELESS).endswith(r"s_{i}(A) \le s_{j}(A) \qquad \text{for all } i, j")


def test_a_quantifier_says_how_far_an_index_runs():
    [gaps] = then(s(A)[i + 1], "<=", s(A)[i]).links
    assert relation(gaps, NAMELESS).endswith(r"\text{for all } i \text{ in range}")
    assert relation(gaps, SQUARES).endswith(r"\text{for all } 1 \le i \le n - 1")
    [turned] = then(s(A)[cols(A) + 1 - i], "<=", s(A)[1] - s(A)[i]).links
    assert relation(turned, SQUARES).endswith(r"\text{for all } 1 \le i \le n")
    [one] = then(s(A)[1], "<=", s(A)[i]).links
    assert "in range" not in relation(one, NAMELESS)
    k = index("k", 1, cols(A))
    [powers] = then(0, "<=", trace(matpow(A, k))).links
    assert relation(powers, SQUARES).endswith(r"\text{for all } 1 \le k \le n")
    [declared] = then(s(A)[cols(A) + 1 - k], "<=", 1).links
    assert "in range" not in relation(declared, NAMELESS)


ALL = r"\text{for all } 1 \le i \le n, 1 \le j \le n"


def test_indices_that_meet_in_a_subscript_are_limited_together():
    [sums] = then(s(A)[i + j - 1], "<=", s(A)[i] + s(A)[j]).links
    assert relation(sums, SQUARES).endswith(ALL + r" \text{ with } i + j - 1 \le n")
    [sums] = then(s(A)[i] + s(A)[j], "<=", s(A)[i + j - cols(A)]).links
    assert relation(sums, SQUARES).endswith(ALL + r" \text{ with } i + j - n \ge 1")


def test_a_range_is_named_by_the_lesser_of_two_sizes_and_by_inputs():
    [sums] = then(s(A)[i + j - 1], "<=", s(A)[i] + s(A)[j]).links
    said = r"1 \le j \le \min(m, n) \text{ with } i + j - 1 \le \min(m, n)"
    assert relation(sums, in_domain(A=rectangular())).endswith(said)
    k = variable("k", Kind.INTEGER)
    [later] = then(s(A)[i + k], "<=", s(A)[i]).links
    assert relation(later, in_domain(A=square(), k=integer(1, "n"))).endswith(r"1 \le i \le n - k")


def test_a_range_without_a_name_is_left_to_the_subscripts():
    [four] = then(entries(block(A, A, A, A))[i], "<=", 1).links
    assert relation(four, in_domain(A=rectangular())).endswith(r"i \text{ in range}")


def test_all_but_the_last_columns_are_the_first():
    [first] = then(s1(without_columns(A, cols(A) - 1)), "<=", 1).links
    assert relation(first, NAMELESS) == r"s_1(A[\cdot, 1]) \le 1"


def test_a_listed_matrix_is_one_vector_and_its_entries_have_an_index():
    [entry] = then(vec_rows(A), "<=", vec_columns(A)).links
    assert relation(entry, NAMELESS).startswith(r"\mathrm{vec}(A^T)_{i} \le \mathrm{vec}(A)_{i} ")


@pytest.mark.parametrize(
    ("words", "shown"),
    [
        ("The centre", "the centre"),
        ("A bound", "a bound"),
        ("A_j of (59)", "$`A_{j}`$ of (59)"),
        ("D(t) at 0", "D(t) at 0"),
        ("Y of (110)", "Y of (110)"),
        ("MD whole", "MD whole"),
    ],
)
def test_words_go_on_the_sentence_and_symbols_keep_their_capital(words, shown):
    @claim(SAMPLE, "noted", domain={"A": square()})
    def noted(A):
        yield then(s1(named("B", A @ A, words)), ">=", 0)

    assert where(noted).endswith(f": {shown}")


def test_matrices_are_equal_without_a_subscript():
    [link] = then(entries(A @ A), "==", entries(A)).links
    assert relation(link, NAMELESS) == "A A = A"
    [below] = then(entries(A @ A), "<=", entries(A)).links
    assert relation(below, NAMELESS) == r"\left(A A\right)[i] \le A[i] \qquad \text{for all } i"
    [bound] = then(entries(A), "<=", 1).links
    assert relation(bound, NAMELESS) == r"A[i] \le 1 \qquad \text{for all } i"


@claim(
    SAMPLE,
    "with names",
    domain=together(X=square(), v=vector(), n=(1, 3)).lettered(X="M_o"),
    reading="v is drawn by\n    itself.",
)
def with_names(X, v):
    W = named("W_1", X / 8, "A small matrix")
    yield then(norm(W @ v), "<=", s1(W) * norm(v))


def test_a_named_term_is_shown_where_it_is_used_and_defined_once():
    text = stated(with_names)
    assert text.startswith("v is drawn by itself.\n\nFor all")
    assert r"M_o \in \mathbb{R}^{n \times n},\quad v \in \mathbb{R}^{n}" in text
    assert r"\lVert W_1 v \rVert \le s_1(W_1) \, \lVert v \rVert" in text
    assert text.count(r"- $`W_1 = \frac{M_o}{8}`$: a small matrix") == 1
    assert "where\n\n- " in text


def test_the_statement_without_names_is_a_click_away():
    text = expanded(with_names)
    assert "<details><summary>Without names</summary>" in text
    assert r"\lVert \frac{M_o}{8} v \rVert \le s_1(\frac{M_o}{8}) \, \lVert v \rVert" in text
    assert expanded(weyl) == ""


def test_what_is_too_long_for_a_formula_is_given_as_the_machine_reads_it():
    @claim(SAMPLE, "a sum", domain=square(n=(1, 3)))
    def long(A):
        sum_of_many = named("S", reduce(add, [matpow(A, k) for k in range(1, 120)]))
        yield then(s1(sum_of_many), ">=", 0)

    text = expanded(long)
    assert "as the machine reads it" in text
    assert "then (>= (s1 (add" in " ".join(text.split())
    assert "```math" not in text
    assert max(map(len, text.splitlines())) <= 110


def test_short_definitions_share_a_line():
    @claim(SAMPLE, "three names", domain=together(x=vector(), n=(1, 3)))
    def three(x):
        a, b = named("a", 2 * x), named("b", x / 3)
        yield then(norm(a) + norm(b), ">=", norm(named("c", a - b)))

    assert where(three) == (
        "where\n\n"
        r"- $`a = 2 \, x,\quad b = \frac{x}{3},\quad c = a - b`$"
    )


def test_the_sizes_of_the_search_bind_no_statement():
    assert searched(weyl) == "Sizes: every n >= 1, searched up to 3."
