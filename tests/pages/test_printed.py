"""What stands on a page: printed formulas first, the badge, lengths of formulas, Markdown, notes."""

from __future__ import annotations

import re
from dataclasses import replace
from pathlib import Path

import pytest

from perturb import claim, paper, then
from perturb.domains import square
from perturb.montecarlo import run
from perturb.pages.markdown import (
    LONGEST,
    entry,
    exact,
    folded,
    formulas,
    heading,
    joined,
    note,
    packed,
    prose,
    section,
    table,
    value,
    values,
    visible_length,
    wrapped,
)
from perturb.pages.material import Material
from perturb.pages.report.badge import RATE, badge, banner, rate_only, said
from perturb.pages.report.law import law_section
from perturb.pages.report.simulation import simulation_page
from perturb.pages.report.statement import as_printed, examined, relation
from perturb.pages.website.page import adapted
from perturb.prove.proved import Proof
from perturb.prove.store import KeptProof
from perturb.statements.catalogue import catalogue, experiments, laws
from perturb.statements.paper import Status
from perturb.statements.shelf import Shelf
from perturb.vocab import s1
from simulations.riedi2022.fig_4 import FIG_4
from tests.pages.conftest import record, same, sections
from tests.pages.five import ERRATA, leaning, material, mended, printed, sharper
from tests.small_laws import over, true

SOURCE = paper(
    "source",
    items=["thm-1.2", "lem-3.main"],
    printed={"thm-1.2": "a\nb", "lem-3.main": "c"},
    in_words=["lem-3.main"],
)


def stated(name: str, source=SOURCE, **options):
    @claim(source, "a label", id=name, domain=square(), **options)
    def body(A):
        yield then(s1(A), ">=", 0)

    return body


def test_each_line_is_a_formula_after_its_place():
    assert as_printed(stated("thm-1.2")) == (
        "**Printed**, Theorem 1, (2):\n\n```math\na\n```\n\n```math\nb\n```"
    )
    assert as_printed(stated("lem-3.main")) == (
        "**Printed** in words, Lemma 3, as a formula:\n\n```math\nc\n```"
    )
    assert as_printed(stated("any", printed="d")) == "**Printed**:\n\n```math\nd\n```"


def test_formulas_of_several_items_keep_their_places():
    text = as_printed(stated("any", covers=["thm-1.2", "lem-3.main"]))
    assert text.index("Theorem 1") < text.index("\na\n") < text.index("Lemma 3") < text.index("\nc\n")


@pytest.mark.parametrize(
    ("options", "lead"),
    [
        ({}, "**Examined as**"),
        ({"corrects": "thm-1.2"}, "**Examined in its place**"),
        ({"sharpens": "thm-1.2"}, "**Examined in a sharper form**"),
    ],
)
def test_what_is_examined_says_how_it_relates(options, lead):
    assert examined(stated("thm-1.2~variant", **options)) == lead


def test_without_a_printed_formula_nothing_is_said(samples):
    bare = stated("any", paper("me"))
    assert (as_printed(bare), examined(bare)) == ("", "")
    assert not any("**Printed**" in text or "**Examined" in text for text in sections(samples).values())


def test_the_page_of_a_law_begins_with_it():
    text = law_section(laws()["riedi2022/thm-33.conv"], 0, Material(()))
    assert text.index("**Printed**, Theorem 33:") < text.index("**Examined as**") < text.index("States that")


def test_the_page_of_a_simulation_begins_with_it():
    text = simulation_page(FIG_4, run(FIG_4, draws=10, sizes=(5,)))
    assert (
        text.index("**Printed**, Figure 4, (a):")
        < text.index("**Examined as**")
        < text.index("`riedi2022/fig-4`")
    )


# The badge at the top of a statement: what people assert, in capitals, and what to read instead.


PAGE = "five/five.md"


@pytest.mark.parametrize(
    ("one", "words", "kind"),
    [
        (printed, "FALSE AS PRINTED", "false"),
        (replace(printed, id="five/eq-1~otherwise"), "FALSE IN THIS READING", "false"),
        (same, "FALSE", "false"),  # of no paper whose items are listed: nobody printed it
        (mended, "NOT EXAMINED", "open"),
        (leaning, "NOT EXAMINED", "open"),
        (replace(leaning, status=None), "NOTHING ASSERTED", "open"),
    ],
)
def test_a_badge_says_what_is_false_and_what_nobody_examined(one, words, kind) -> None:
    assert badge(one, material()) == (words, kind)


def test_a_true_statement_is_stamped_with_its_rung_beside_what_people_say() -> None:
    """That people say proved is no stamp: a checked certificate is, at its sizes."""
    seen = {leaning.id: record(leaning, "survived")}
    proof = Proof(2, KeptProof(Path("me.n2.jsonl"), leaning.id), 1, 0, 1, True, 0.1)
    for more, words, kind in (
        ({}, "SURVIVED AT POINTS", "open"),
        ({"proofs": {leaning.id: [proof]}}, "PROVED AT n = 2", "true"),
    ):
        of = material(records=seen)
        vars(of).update(more)  # where the stored proofs are kept once they are read
        assert badge(leaning, of) == (words, kind)
        assert banner(leaning, of, PAGE).startswith(f"**{words}** · people say proved · survived ")
    assert (
        badge(sharper, material(records={sharper.id: record(sharper, "survived")})).words
        == "SURVIVED AT POINTS"
    )
    assert said(sharper) == "people say proved, sharper than printed"


def test_every_badge_is_set_as_one_on_the_site() -> None:
    for words, kind in (("PROVED AT n = 1, 2", "true"), ("SURVIVED AT POINTS", "open"), ("FALSE", "false")):
        assert f'<span class="stamp stamp-{kind}">{words}</span>' in adapted(f"**{words}** · more")


def test_what_the_engine_finds_otherwise_stands_first() -> None:
    wrong = {leaning.id: record(leaning, "refuted", agrees=False)}
    assert badge(leaning, material(records=wrong)).words == "PEOPLE AND ENGINE DISAGREE"


def test_a_false_statement_leads_to_what_is_true_and_to_the_errata() -> None:

    told = banner(printed, material(shelf=Shelf(errata=tuple(ERRATA))), PAGE)
    assert told.startswith("**FALSE AS PRINTED** · true instead: [(1), mended](#eq-1-corrected)")
    assert banner(mended, material(), PAGE).endswith("in place of [(1)](#eq-1), which is false")


def test_of_a_law_the_rate_alone_is_conjectured() -> None:
    law = replace(true, status=Status.CONJECTURED)
    assert badge(law, Material(())) == RATE
    assert not rate_only(true)
    assert not rate_only(replace(law, rate=None))
    assert not rate_only(replace(over, status=Status.CONJECTURED))


# No displayed formula is longer than an eye takes in, in the catalogue and on the pages.


REPORTS = Path(__file__).parents[2] / "reports"
CATALOGUE = catalogue()


@pytest.mark.parametrize(
    ("tex", "length"),
    [
        ("x + 1", 3),
        (r"\frac{x_{1}}{\rho^2}", 4),
        (r"\left(W z\right)_{i}", 5),
        (r"\begin{bmatrix} 1 & -2 \\ 0 & 3 \end{bmatrix}", 5),
        (r"\lVert A \rVert_F \le \sqrt{2} \, s_1(A)", 11),
        (r"\mathrm{diag}(z)", 7),
        (r"\text{for all } i \qquad", 7),
        (r"\overline{\tau}(M_o)", 5),
        (r"\leftarrow", 1),
        (r"\big( x \big)", 3),
        (r"a,\quad b", 3),
    ],
)
def test_the_length_is_what_one_sees(tex, length):
    assert visible_length(tex) == length


def test_no_statement_and_no_definition_is_longer():
    for one in CATALOGUE.values():
        shown = [relation(link, one.names) for link in (*one.hypotheses, *one.conclusions)]
        shown += [each.latex for each in one.definitions]
        for tex in (*shown, *one.inputs):
            assert visible_length(tex) <= LONGEST, (one.id, tex)


def test_no_law_and_no_simulation_shows_a_longer_one():
    shown = [law.reference.latex for law in laws().values() if hasattr(law, "reference")]
    for experiment in experiments().values():
        shown += [experiment.symbol_of(name) for name in experiment.columns]
    assert shown
    assert max(map(visible_length, shown)) <= LONGEST


FORMULAS = re.compile(r"```math\n(.*?)\n```|\$`(.*?)`\$", re.DOTALL)


def test_no_page_shows_a_longer_one():
    """When this fails: make report."""
    for path in sorted(REPORTS.rglob("*.md")):
        for formula in FORMULAS.finditer(path.read_text()):
            tex = formula[1] or formula[2]
            assert visible_length(tex) <= LONGEST, (path.name, visible_length(tex), tex[:80])


def test_values_are_packed_into_lines_and_long_ones_are_code():
    row = ["123456789"] * 20
    shown = values({"x": "1", "A": [row], "B": [row], "C": [row, row]}, letters={"A": "M_o"})
    assert [len(m[1]) > 0 for m in FORMULAS.finditer(shown)] == [True, True]
    assert r"x = 1,\quad M_o = \begin{bmatrix}" in shown
    assert shown.endswith(f"C = [[{', '.join(row)}],\n [{', '.join(row)}]]\n```")
    assert packed(["a" * 200, "b" * 200, "c"], " ") == ["a" * 200, "b" * 200 + " c"]


# Markdown: exact entries, tables, escapes, folded blocks, headings with a place.


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


# Mathematics in sentences that are written as in a program.


@pytest.mark.parametrize(
    ("said", "shown"),
    [
        ("s_1(W_1) >= rho", "$`s_{1}`$($`W_{1}`$) ≥ $`\\rho`$"),
        ("s_(n+1-i) and a_ij", "$`s_{n+1-i}`$ and $`a_{ij}`$"),
        ("tau_up != s_min", r"$`\tau_{\mathrm{up}}`$ ≠ $`s_{\min}`$"),
        ("s_i' of 2r^2, e^(A+B)", r"$`s_{i}^{\prime}`$ of $`2r^{2}`$, $`e^{A+B}`$"),
        ("|A - B|_F^2 (MD)^T z", "|A - B|$`{}_{F}^{2}`$ (MD)$`{}^{T}`$ z"),
        ("sqrt(8 n) -> 0", r"$`\sqrt{8 n}`$ → 0"),
        ("a matrix A, M' and I * 2", r"a matrix A, M' and I \* 2"),
        ("mat_abs, num_x and x < y", r"mat_abs, num_x and x \< y"),
        ("n^2n, sqrt(f(x)), 1e-3", "n^2n, sqrt(f(x)), 1e-3"),
    ],
)
def test_what_is_mathematics_beyond_doubt_is_set(said: str, shown: str) -> None:
    assert note(said) == shown


def test_a_title_has_letters_and_no_formulas() -> None:
    assert heading("M(rho) = M_o + rho Id, rho >= 0; etas") == "M(ρ) = M_o + ρ Id, ρ ≥ 0; etas"
