"""Errata sheets: that of a small paper, section by section, and those of the papers in the catalogue."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

import pytest

from perturb import erratum
from perturb.enclosure import Verdict
from perturb.pages.material import Material, gather
from perturb.pages.places import errata_of, short
from perturb.pages.records import WitnessFile
from perturb.pages.render import listed as listed_of_papers
from perturb.pages.report.badge import numbered
from perturb.pages.report.errata import errata, filled
from perturb.pages.report.errata import numbered as numbered_of_papers
from perturb.pages.report.law import worst
from perturb.pages.runs import further
from perturb.sharpen.wins import Win
from perturb.statements.catalogue import catalogue
from perturb.statements.erratum import Erratum, Section, check
from perturb.statements.paper import Outcome, Paper, Status
from perturb.statements.recorded import Recorded
from perturb.statements.shelf import Shelf, shelf
from tests.pages.conftest import record
from tests.pages.five import ERRATA, FIVE, REMARKS, listed, material, sharper

WIN = Win(2.0, 2.0, 9, 0.25)
WITNESS = WitnessFile(
    "theorems/five.json",
    "../theorems/five.json",
    {
        "inputs": {"M": {"value": [["0", "1"], ["0", "0"]]}, "rho": {"value": "-1/2"}},
        "lhs": "[1.23456, 1.23457]",
        "rhs": "1/2",
    },
)


def sheet(*mine: Erratum) -> str:
    found = material(
        shelf=Shelf(REMARKS, errata=mine or ERRATA),
        files={"five/eq-1": {"witness": WITNESS}},
        records={"five/lem-2~sharpened": record(sharper, "survived")},
    )
    return errata(FIVE, listed(), found)


def test_sections_stand_in_their_order_and_are_counted_in_the_letter() -> None:
    text = sheet(*reversed(ERRATA))
    heads = [line for line in text.splitlines() if line.startswith("## ")]
    assert heads == [
        "## A. Errors with consequences",
        "## C. Misprints",
        "## D. Gaps in proofs, and their repairs",
        "## E. What can be sharpened",
        '## <a id="footnote"></a>Readings that the text excludes',
    ]
    assert "this sheet has 1 error with consequences (A), 1 misprint (C), 1 gap in a proof (D) and 1 " in text


def test_an_error_is_told_with_its_counterexample_from_the_witness_file() -> None:
    text = sheet()
    assert '### <a id="a1"></a>A1. (1): the sign' in text
    assert r"**Printed:** $`s_i(M+\rho\,\mathrm{Id})\le s_1(M)+\rho`$" in text
    assert r"At $`M=\begin{bmatrix} 0 & 1 \\ 0 & 0 \end{bmatrix}`$ and $`\rho=-\tfrac{1}{2}`$" in text
    assert r"it is $`1.2346`$ and not $`\tfrac{1}{2}`$. ([witness](../../theorems/five.json))" in text
    assert "**Checked:** [`eq-1`](five.md#eq-1), [`eq-1~corrected`](five.md#eq-1-corrected)" in text


def test_a_table_row_a_gap_and_a_footnote_quote_what_is_printed() -> None:
    text = sheet()
    assert '| <a id="c1"></a>C1 | Theorem 3 | $`n\\to0`$ | $`n\\to\\infty`$. | `thm-3` |' in text
    assert '- <a id="d1"></a>**D1. Lemma 2.** Printed: $`\\|A\\|<1`$. The proof is short. ' in text
    assert "- Figure 4, $`x`$: nobody reads it so. ([`lem-2`](five.md#lem-2))" in text


def test_what_is_sharper_comes_with_its_gain() -> None:
    assert "| 2, one in ten 2, 25% more points | [1](five.md#lem-2-sharpened) |" in errata(
        FIVE,
        listed(),
        material(
            shelf=Shelf(REMARKS, errata=[ERRATA[3]]),
            records={"five/lem-2~sharpened": record(sharper, "survived", win=WIN)},
        ),
    )


def test_the_gain_of_one_of_several_forms_names_it() -> None:
    both = replace(ERRATA[3], seen_by=("five/lem-2", "five/lem-2~sharpened"))
    records = {"five/lem-2~sharpened": record(sharper, "survived", win=WIN)}
    text = errata(FIVE, listed(), material(shelf=Shelf(REMARKS, errata=[both]), records=records))
    assert "| form 2: 2, one in ten 2, 25% more points | [1](five.md#lem-2) [2](" in text


def test_numbers_are_by_section_and_paper() -> None:
    first, *rest = ERRATA
    another = replace(first, id="five/another")
    assert list(numbered([first, *rest, another]).values()) == ["A1", "C1", "D1", "E1", "A2"]


def test_a_paper_without_errata_is_told_so_only_where_nothing_is_wrong() -> None:
    bare = material(shelf=Shelf(REMARKS))
    assert "No errata are written up. Not as printed, or not for the printed reason: (1)." in errata(
        FIVE, listed(), bare
    )
    fine = [replace(item, printed=()) for item in listed()]
    assert "No item of the paper was found to need a correction." in errata(FIVE, fine, bare)


def test_a_side_known_as_a_ball_shows_the_digits_that_are_sure() -> None:
    assert filled("[[lhs]]", {**WITNESS.content, "lhs": "[1.0, 2.0]"}) == "[1, 2]"
    assert filled("[[rhs]] [[rho]]", WITNESS.content) == r"\tfrac{1}{2} -\tfrac{1}{2}"


def test_a_number_that_no_witness_has_is_refused() -> None:
    wrong = replace(ERRATA[0], examples={"five/eq-1": "[[other]]"})
    with pytest.raises(ValueError, match=r"'five/sign': \[\[other\]\] is not in the witness of five/eq-1"):
        sheet(wrong)
    with pytest.raises(ValueError, match=r"'five/sign': five/lem-2 has no stored witness"):
        sheet(replace(ERRATA[0], examples={"five/lem-2": "text"}))


@pytest.mark.parametrize(
    ("options", "match"),
    [
        ({"section": "F"}, r"'x': section = 'F' is not one of A, B, C, D, E, footnote"),
        ({"printed": ""}, r"'x': printed = '' quotes nothing"),
        ({"items": ["eq-9"]}, r"'x': item 'five/eq-9' is not printed in five"),
        ({"items": []}, r"'x': item 'none' is not printed in five"),
    ],
)
def test_what_cannot_be_an_erratum_is_refused(options: dict, match: str) -> None:
    given = {"section": "B", "printed": "x", **options}
    with pytest.raises(ValueError, match=match):
        erratum(FIVE, "x", "title", *given.pop("items", ["eq-1"]), **given)


def test_what_nothing_declares_is_refused() -> None:
    check(ERRATA, ["five/eq-1"], ["five/eq-1~corrected", "five/lem-2", "five/lem-2~sharpened", "five/thm-3"])
    with pytest.raises(ValueError, match=r"'five/sign': nothing declares 'five/eq-1~corrected'"):
        check(ERRATA, ["five/eq-1"], [])
    with pytest.raises(ValueError, match=r"'five/sign': nothing declares 'five/eq-1'"):
        check(ERRATA, [], ["five/eq-1"])  # an example needs a claim


def test_every_section_has_a_heading() -> None:
    assert len({section.heading for section in Section}) == len(Section)


# The errata of the papers in the catalogue: complete, short, with the numbers of the witness files.


REPORTS = Path(__file__).parents[2] / "reports"
LINES, WIDTH, VISIBLE = 300, 600, 300
WRONG = (Status.REFUTED, Status.MISPRINT, Status.VACUOUS, Status.GAP)
OF = gather(list(catalogue().values()), shelf(), REPORTS, further(REPORTS))
OF_PAPERS = OF.shelf.errata
PAPERS = [paper for paper in OF.papers if any(one.paper == paper for one in OF_PAPERS)]
EXAMPLES = [(one, claim) for one in OF_PAPERS for claim in one.examples]


def wrong(paper: Paper, of: Material) -> Iterator[str]:
    """What is wrong of a paper by its status, or violated by its record.

    Recorded runs are not those that a paper speaks of.
    """
    yield from (c.id for c in of.claims if c.paper == paper and c.status in WRONG)
    for law in of.statements:
        if isinstance(law, Recorded):
            continue
        record = of.law_records[law.id]
        if law.paper == paper and (law.status in WRONG or record.outcome is Outcome.REFUTED):
            yield law.id
    for name, judged in of.judged.items():
        if name.startswith(f"{paper.key}/") and worst(judged) is Verdict.VIOLATED:
            yield name


@pytest.mark.parametrize("paper", PAPERS, ids=lambda paper: paper.key)
def test_everything_wrong_is_named_by_an_erratum(paper: Paper) -> None:
    named = {name for one in OF_PAPERS for name in one.names if one.section is not Section.SHARPER}
    assert set(wrong(paper, OF)) - named == set()


@pytest.mark.parametrize("paper", PAPERS, ids=lambda paper: paper.key)
def test_every_form_that_an_entry_names_has_a_page(paper: Paper) -> None:
    """The letter says so; an item with a remark alone would stand there without a link."""
    text = errata(paper, listed_of_papers(paper, OF), OF)
    names = [f"`{short(name)}`" for one in OF_PAPERS if one.paper == paper for name in one.names]
    assert [name for name in names if text.count(name) != text.count(f"[{name}]")] == []


def test_every_experiment_has_a_record_that_is_judged() -> None:
    """Else nothing would be found violated."""
    assert len(OF.judged) >= 15


@pytest.mark.parametrize("paper", PAPERS, ids=lambda paper: paper.key)
@pytest.mark.parametrize("committed", [False, True], ids=["rendered", "committed"])
def test_the_sheet_is_short(paper: Paper, committed: bool) -> None:
    """When only the committed one fails: make report."""
    fresh = "" if committed else errata(paper, listed_of_papers(paper, OF), OF)
    lines = (fresh or (REPORTS / errata_of(paper.key)).read_text()).splitlines()
    assert len(lines) <= LINES
    assert max(map(len, lines)) <= WIDTH


def test_an_entry_that_another_points_to_has_the_number_it_is_called_by() -> None:
    names = numbered_of_papers(OF_PAPERS)
    called = {"data-factor": "A1", "relu-event": "D4", "kappa-76": "E3"}
    assert {name: names[f"riedi2022/{name}"] for name in called} == called
    mine = [one for one in OF_PAPERS if one.paper.key == "riedi2022"]
    pointed = {n for one in mine for n in re.findall(r"(?:see|by) ([A-E]\d+)", f"{one.why} {one.repair}")}
    assert pointed == set(called.values())


def formulas_of(one: Erratum) -> Iterator[str]:
    yield one.printed
    texts = [one.title, one.read, one.why, one.consequence, one.repair, *one.examples.values()]
    for text in texts:
        assert text.count("$") % 2 == 0, (one.id, text)
        yield from re.findall(r"\$([^$]+)\$", text)


def test_no_formula_is_long() -> None:
    for entry, tex in [(one.id, tex) for one in OF_PAPERS for tex in formulas_of(one)]:
        visible = re.sub(r"\\(begin|end)\{\w+\}|\\[a-zA-Z]+|[{}^_\\ ]", "", tex)
        assert len(visible) <= VISIBLE, (entry, tex)
        assert tex.count("{") == tex.count("}"), (entry, tex)


def test_a_cell_of_a_table_has_no_bar() -> None:
    """A bar ends a cell; lvert does not."""
    cells = [one for one in OF_PAPERS if one.section in (Section.MISPRINTS, Section.SHARPER)]
    assert cells
    assert [one.id for one in cells if "|" in "".join(formulas_of(one))] == []


@pytest.mark.parametrize(
    "one", [o for o in OF_PAPERS if o.section is Section.CONSEQUENCES], ids=lambda one: one.id
)
def test_an_error_with_consequences_has_a_counterexample_worked_out(one: Erratum) -> None:
    assert one.examples
    assert all("[[lhs]]" in text for text in one.examples.values())
    assert all((one.why, one.consequence, one.repair))


@pytest.mark.parametrize(("one", "claim"), EXAMPLES, ids=lambda given: getattr(given, "id", given))
def test_the_numbers_of_an_example_are_those_of_the_witness_file(one: Erratum, claim: str) -> None:
    """Another witness gives another text, and nothing that it names is missing from the file."""
    file = OF.simplest(claim)
    assert file is not None
    said = filled(one.examples[claim], file.content)
    assert "[[" not in said
    other = {**file.content, "lhs": "31337", "rhs": "27182"}
    assert "31337" in filled(one.examples[claim], other)
    assert "31337" not in said
