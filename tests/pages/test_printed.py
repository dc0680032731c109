"""What the source prints stands before what was examined, on the pages of claims, laws and simulations."""

from __future__ import annotations

import pytest

from perturb import claim, paper, then
from perturb.domains import square
from perturb.montecarlo import run
from perturb.pages.material import Material
from perturb.pages.report.law import law_section
from perturb.pages.report.simulation import simulation_page
from perturb.pages.report.statement import as_printed, examined
from perturb.statements.catalogue import laws
from perturb.vocab import s1
from simulations.riedi2022.fig_4 import FIG_4
from tests.pages.conftest import sections

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
