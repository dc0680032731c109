"""The section of a claim: its LaTeX, both sides, variants, evidence, slack, the witness and its check."""

from __future__ import annotations

import re
from dataclasses import replace
from functools import reduce
from operator import add

import pytest

from perturb import claim, index, indices, named, then
from perturb.certify.point import Certificate
from perturb.certify.witness import save
from perturb.domains import integer, rectangular, scalar, square, together, vector
from perturb.domains.space import sides_of
from perturb.pages.records import witness
from perturb.pages.report.evidence import bars, simplest, sparkline, told
from perturb.pages.report.statement import expanded, searched, stated, where
from perturb.results.records import SlackCounts, Tightest, VerdictCounts
from perturb.results.store import CLAIMS, Store
from perturb.vocab import (
    block,
    cols,
    entries,
    exp,
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
from tests.certify.witness_cases import edited
from tests.pages.conftest import NO_SLACK, SAMPLE, SLACK, revise, same, sections, shift, weyl, witness_of

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


# The section of a claim: its statement, its two sides, its variants, and how to do it again.


def test_a_section_prints_statement_evidence_and_what_to_do_again(samples):
    found = sections(samples)
    section = found["weyl"]
    assert r"s_{i + j - 1}(A + B) \le s_{i}(A) + s_{j}(B) \qquad \text{for all } 1 \le i \le n, " in section
    assert r"a \* in the text" in section
    assert (
        "People say: **proved**. The engine found: **survived 1,789 points (charpoly, 106 bits)**." in section
    )
    assert (
        "equal at 12 of the 172 points where it holds; relative margins of the others: `1e-4 ▃▅▇█▃ 1e1`"
        in section
    )
    assert r"\tfrac{1}{2^{12}}" in section
    assert r"-\tfrac{1}{3}" in section
    assert "Again: `perturb check sample/weyl`\n" in section
    assert "| $`s_1(M) < 1`$ | 9,000 | 3,000 |" in found["shift"]
    assert "🔴 **vacuous**" in found["shift"]


def test_variants_are_linked_and_stand_beneath_what_they_correct(samples):
    found = sections(samples)
    assert found["weyl"].startswith("\n### Weyl, shifted indices")
    assert found["same"].startswith("\n## Weyl, the same index")
    assert "in place of [Weyl, the same index](#same), which is false" in found["weyl"]
    assert "**FALSE** · true instead: [Weyl, shifted indices](#weyl)" in found["same"]


def test_a_claim_without_a_record_is_not_computed(samples):
    Store(samples[1]).keep_only(CLAIMS, ["sample/same", "sample/shift"])
    assert "The engine found: **not computed**" in sections(samples)["weyl"]


# What a section says of the evidence: certified points before screened ones, short searches, none.


def test_what_counts_is_said_before_what_float64_screened(samples):
    section = sections(samples)["weyl"]
    assert "1,789 certified points decided, of 12,000 points drawn and 9,000 of these inside" in section
    assert "float64 screening, which decides nothing" in section


def test_a_refuted_claim_shows_what_a_short_search_met(samples):
    tightest = Tightest("-0.5", {"A": [["1"]], "B": [["-1"]]})
    revise(
        samples[1],
        "sample/same",
        verdicts=VerdictCounts(holds=1200, violated=300, undecided=7),
        slack=replace(SLACK, tightest=tightest),
    )
    section = sections(samples)["same"]
    assert "The stored witness was decided again. 1,500 certified points decided, 300 of them viol" in section
    assert "| verdicts | holds 1,200, violated 300, undecided 7 | 1,507 |" in section
    assert "of logarithmic height), beside 300 violations." in section
    assert "Worst violation of the search: relative margin -0.5, at" in section


def test_a_refuted_claim_that_was_not_searched_says_so(samples):
    nothing = {"points": {}, "verdicts": VerdictCounts(), "drawn": 0, "inside": 0}
    revise(samples[1], "sample/same", slack=NO_SLACK, **nothing)
    section = sections(samples)["same"]
    assert "The stored witness was decided again; the statement was not searched anew." in section
    assert "relative margins" not in section


# The line of text that says how far from equality a statement was seen.


def slack(**counts: int):
    """A record's slack with counts at some bins of width 1/2 from -16 on."""
    filled = [counts.get(f"bin_{k}", 0) for k in range(34)]
    return SlackCounts(-16, 1, tuple(filled), counts.get("equality", 0), None)


def test_bars_stand_between_the_ends_that_are_filled() -> None:
    assert sparkline(SLACK) == "1e-4 ▃▅▇█▃ 1e1"


def test_a_bar_is_a_power_of_ten_and_a_gap_is_a_dot() -> None:
    assert sparkline(slack(bin_20=3, bin_21=4, bin_24=7, equality=1200)) == "1e-6 █·█ 1e-3"


def test_what_lies_below_all_bins_starts_at_zero() -> None:
    assert sparkline(slack(bin_0=1, bin_3=1)) == "0 ██ 1e-14"


def test_without_margins_equality_is_counted_alone() -> None:
    assert told(slack(equality=5)) == "Both sides are equal at 5 of the 5 points where it holds"


def test_heights_are_logarithmic() -> None:
    assert bars([1, 10, 100, 1000, 0]) == "▁▃▆█·"


def test_a_record_without_points_has_none() -> None:
    assert slack().points == 0
    assert SLACK.points == 172
    assert slack(equality=5).points == 5


# The witness against a claim, and the check by hand that stands beside it.


def test_a_witness_is_printed_with_its_check_and_its_replay(samples, capsys):
    section = sections(samples)["same"]
    assert r"A = \begin{bmatrix} 1 & \underline{0} \\ 0 & 0 \end{bmatrix}" in section
    assert "`perturb replay theorems/witnesses/sample-same.json`" in section
    assert "[The file](../../theorems/witnesses/sample-same.json) replays it" in section
    code = re.search(r"```python\n(.*?)```", section, re.DOTALL).group(1)
    exec(code, {})
    assert capsys.readouterr().out == "the statement fails here: lhs > rhs at i = 2\n"
    assert code.rstrip().splitlines()[-2] == "assert lhs > rhs"
    fails = "Conclusion 1 fails at i = 2, certified by exact arithmetic: left side 1/2, right side 0;"
    assert fails in section


def test_exact_arithmetic_is_called_so(samples):
    revise(samples[1], "sample/same", certificate=Certificate("exact", None))
    section = sections(samples)["same"]
    assert "certified by exact arithmetic:" in section
    assert "**refuted (exact arithmetic)**" in section


@claim(SAMPLE, "growth", id="growth", status="refuted", domain=together(A=square(), x=scalar(), n=(1, 3)))
def growth(A, x):
    """False, and decided by balls: there is no fraction in it."""
    yield then(exp(x) * s1(A), "<=", exp(x) * exp(x))


LIES = {"kernel": "exact", "bits": 7, "rigour": "exact", "relative_violation": "77", "vary": ["Z[9]"]}


@pytest.mark.parametrize("lies", [LIES, {**LIES, "kernel": "oracle"}])
def test_what_a_file_says_alone_is_on_no_page(tmp_path, lies):
    mine = replace(growth, file=tmp_path / "mine.py")
    path = save(witness_of(growth, {"A": [[1]], "x": -1}), tmp_path / "witnesses" / "mine.json")
    edited(path, lambda data: data.update(lies))
    found = witness(mine, "mine.json", tmp_path)
    page = simplest(mine, found, "page.md")
    assert "certified by residual at 53 bits: left side [0.367" in page
    assert "relative violation 0.632" in page
    for lie in ("exact", "oracle", "at 7 bits", "77", "Z", "Underlined"):
        assert lie not in page.partition("No check by hand")[0]
    edited(path, lambda data: data.update(inputs={**data["inputs"], "x": {"kind": "scalar", "value": "1"}}))
    assert witness(mine, "mine.json", tmp_path) is None


def test_letters_are_those_of_the_paper_beside_the_code_too(samples):
    claims, folder = samples
    claims[1] = replace(claims[1], names=Lexicon({"A": "M_o"}))
    section = sections((claims, folder))["same"]
    assert r"M_o = \begin{bmatrix} 1 & \underline{0} \\ 0 & 0 \end{bmatrix},\quad B = " in section
    assert "In the code `A` is $`M_o`$." in section
