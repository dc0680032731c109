"""Pages of papers and chapters: order, contents, links and places, items, the grid, power, words."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest

from perturb import paper, remark
from perturb.pages.items import group, silent
from perturb.pages.material import Material
from perturb.pages.places import Chapter, anchor, chapter_of, chapters, page_of, places, relative, simulation
from perturb.pages.render import render
from perturb.pages.report.adversary import Notes
from perturb.pages.report.grid import power
from perturb.pages.report.paper import sheet
from perturb.pages.report.statement import find, vocabulary
from perturb.results.records import MutantsRecord, VerdictCounts
from perturb.sharpen.kills import MutantRow, Trial
from perturb.sharpen.wins import Win
from perturb.statements.catalogue import laws
from perturb.statements.erratum import Section
from perturb.statements.shelf import Shelf
from tests.pages.conftest import CHANCE, record, revise, same, shift, weyl
from tests.pages.five import (
    ERRATA,
    FIVE,
    REMARKS,
    leaning,
    listed,
    material,
    mended,
    picture,
    printed,
    sharper,
)
from tests.small_laws import ALL, over


def test_the_contents_name_every_statement_with_both_sides(samples):
    claims, folder = samples
    render(claims, folder)
    text = (folder / "sample" / "three.md").read_text()
    assert text.startswith("# sample/three\n\n[Status of the catalogue](../README.md)")
    contents = [line for line in text.splitlines() if line.lstrip().startswith("- [")]
    assert contents == [
        "- [Weyl, the same index](#same): refuted",
        "  - [Weyl, shifted indices](#weyl): proved; survived 1,789 points",
        "- [A shift](#shift): 🔴 vacuous",
    ]


def test_a_chapter_of_laws_has_one_picture_at_its_head(chance):
    text = (chance / CHANCE).read_text()
    assert text.count("![") == 1
    assert text.index("](small_laws.png)") < text.index('<a id="true"></a>')
    assert (chance / "small" / "small_laws.png").stat().st_size > 5_000
    assert "- [A mean, too small](#mean): 🔴 refuted" in text
    assert "- [Twice too wide](#wide-law): refuted" in text


# Statements by file: their order, variants beneath what they mend, the introduction.


def order(*claims):
    (found,) = chapters(claims)
    return [(depth, one.id) for depth, one in found.sections]


def test_a_section_opens_with_statement_verdict_and_how_it_stands(samples):
    """In this order; how it was found comes after them."""
    claims, folder = samples
    render(claims, folder)
    text = (folder / "sample" / "three.md").read_text()
    section = text.partition('<a id="weyl"></a>')[2].partition('<a id="')[0]
    order = ["it is claimed that", "survived 1,789 points", "The engine found: ", "Points and verdicts"]
    found = [section.find(part) for part in order]
    assert -1 not in found
    assert found == sorted(found)


def test_a_variant_stands_beneath_what_it_corrects() -> None:
    first, second = replace(same, file=None), replace(weyl, file=None)
    third = replace(weyl, id="sample/sharper", sharpens="sample/weyl", corrects=None, file=None)
    assert order(third, second, replace(shift, file=None), first) == [
        (0, "sample/same"),
        (1, "sample/weyl"),
        (2, "sample/sharper"),
        (0, "sample/shift"),
    ]


def test_a_variant_of_what_stands_elsewhere_stands_by_itself() -> None:
    assert order(replace(weyl, file=None)) == [(0, "sample/weyl")]


def test_a_circle_loses_nothing() -> None:
    turned = replace(same, corrects="sample/weyl", file=None)
    assert sorted(order(replace(weyl, file=None), turned)) == [(0, "sample/same"), (0, "sample/weyl")]


def test_statements_keep_the_order_of_their_file() -> None:
    """Not that of their ids: wide stands before tail and mean."""
    (found,) = chapters(sorted(ALL, key=lambda one: one.id))
    assert [one.id for one in found.statements] == [
        "small/true",
        "small/wide~law",
        "small/tail",
        "small/mean",
    ]
    assert found.title.startswith("A true law, a false one, a tail and a mean")


def test_the_catalogue_has_a_chapter_a_file() -> None:
    found = {c.page: c for c in chapters(list(laws().values()))}
    assert found["limits/edge.md"].statements[0].id == "limits/goe-soft-edge"
    assert found["limits/edge.md"].title.startswith("The soft edge: largest eigenvalues")


def test_the_title_is_the_first_sentence() -> None:
    chapter = Chapter("a/b.md", None, "Section 3.6, over\ntwo lines. And more.\n\nA paragraph.", ())
    assert chapter.title == "Section 3.6, over two lines"
    assert chapter.rest == "And more.\n\nA paragraph."
    assert replace(chapter, introduction="One line.").title == "One line"
    assert replace(chapter, introduction="").title == "a/b"


def test_two_files_do_not_share_a_chapter() -> None:
    with pytest.raises(
        ValueError, match=r"two files have one chapter, sample/x\.md: one/x\.py and two/x\.py"
    ):
        chapters([replace(weyl, file=Path("one/x.py")), replace(same, file=Path("two/x.py"))])


# The page of a paper: every item, chapters, simulations, curves.


def test_the_sheet_has_a_row_an_item_with_its_win_factor() -> None:
    records = {"five/lem-2~sharpened": record(sharper, "survived", win=Win(2.0, 2.0, 9, 0.25))}
    text = sheet(FIVE, listed(), material(records=records))
    row = next(
        line for line in text.splitlines() if line.startswith("| Lemma 2, (a)<br><sub>`lem-2.a`</sub> |")
    )
    assert "[proved](five.md#lem-2)" in row
    assert "[Lemma 2, sharper](five.md#lem-2-sharpened)" in row
    assert "2 (2); applies to 25% more" in row
    assert "A limit, which says nothing at any n." in text


def test_what_nothing_speaks_of_is_red() -> None:
    assert "🔴 Nothing speaks of: five/fig-4" in sheet(FIVE, listed(), material())


def test_chapters_simulations_and_curves_are_linked() -> None:
    extra = [("A histogram", "five/simulations/fig-4.md"), ("Speed", "benchmarks/speed.md")]
    text = sheet(FIVE, listed(), material(shelf=Shelf(REMARKS, (picture(),)), extra=extra))
    assert "- [A paper of five items in two sections: false, mended, " in text
    assert "](five.md): 4 statements" in text
    assert "## Simulations\n\n- [A histogram](simulations/fig-4.md)\n" in text
    assert "Speed" not in text
    assert "### A bound\n\n![A bound](curve.png)" in text


# Links between pages, and the place of every statement.


@pytest.mark.parametrize(
    ("target", "page", "link"),
    [
        ("README.md", "README.md", "README.md"),
        ("README.md", "riedi2022/loss.md", "../README.md"),
        ("riedi2022/loss.md", "README.md", "riedi2022/loss.md"),
        ("riedi2022/loss.md", "riedi2022/README.md", "loss.md"),
        ("limits/edge.md#a", "riedi2022/loss.md", "../limits/edge.md#a"),
        ("../theorems/x.json", "riedi2022/loss.md", "../../theorems/x.json"),
        ("a/simulations/b.md", "a/README.md", "simulations/b.md"),
    ],
)
def test_a_link_leads_from_one_page_to_another(target: str, page: str, link: str) -> None:
    assert relative(target, page) == link


def test_a_chapter_is_named_by_paper_and_file() -> None:
    assert chapter_of(replace(weyl, file=Path("/home/me/theorems/riedi2022/loss.py"))) == "sample/loss.md"
    assert chapter_of(replace(weyl, file=None)) == "sample/statements.md"
    assert chapter_of(over) == "small/small_laws.md"


def test_a_link_within_a_chapter_is_an_anchor() -> None:
    known = places([replace(weyl, file=Path("a.py")), replace(shift, file=Path("b.py"))])
    assert known.link("sample/weyl", "sample/a.md") == "[`sample/weyl`](#weyl)"
    assert known.link("sample/shift", "sample/a.md", "here") == "[here](b.md#shift)"
    assert known.link("sample/shift", "README.md") == "[`sample/shift`](sample/b.md#shift)"
    assert known.link(same.id, "README.md") == "`sample/same`"


def test_an_anchor_needs_no_escape() -> None:
    assert anchor("five/eq-1.a~corrected") == "eq-1.a-corrected"


def test_a_long_run_stands_apart() -> None:
    assert simulation("riedi2022/fig-4") == ("riedi2022/simulations", "fig-4")
    assert page_of("riedi2022/fig-4", "full") == "riedi2022/simulations/full/fig-4.md"
    assert page_of("fig-4") == "simulations/fig-4.md"


# What the catalogue says of each item that a paper prints.


def test_an_item_gathers_its_readings_and_what_mends_them() -> None:
    first, second, *_ = listed()
    assert (first.printed, first.corrected) == ((printed,), (mended,))
    assert (second.printed, second.sharpened, second.depends) == ((leaning,), (sharper,), ("five/eq-1",))


def test_the_errata_say_what_is_wrong_else_the_statuses() -> None:
    assert [item.worst for item in listed()] == [Section.FALSE, None, None, None, None]
    told = listed(ERRATA)
    assert [item.worst for item in told] == ["A", "D", None, "C", None]
    assert [one.id for one in told[1].errata] == ["five/proof"]
    assert listed(ERRATA[1:])[0].wrong == ()  # what the sheet does not name is right


def test_an_item_knows_the_errata_of_its_readings() -> None:
    """The reading is named, the item is not: it is linked and not marked."""
    other = replace(ERRATA[1], seen_by=("five/eq-1",))
    first = listed([other])[0]
    assert (first.errata, first.wrong) == ((other,), ())


def test_an_item_that_nothing_speaks_of_is_named() -> None:
    assert silent(listed()) == ["five/fig-4"]


def test_the_numbered_result_of_an_item() -> None:
    assert [group(item) for item in FIVE.items] == ["eq-1", "lem-2", "lem-2", "thm-3", "fig-4"]


@pytest.mark.parametrize(
    ("kind", "reason"), [("vague", "A reason that is long enough."), ("asymptotic", "short")]
)
def test_a_remark_says_what_kind_it_is_and_why(kind: str, reason: str) -> None:
    with pytest.raises(ValueError, match="remark: "):
        remark(FIVE, "thm-3", kind=kind, reason=reason)


def test_a_section_begins_with_an_item() -> None:
    assert paper("a", items=["x"], sections={"x": "1"}).sections == {"a/x": "1"}
    with pytest.raises(ValueError, match="sections names 'y', which is no item"):
        paper("a", items=["x"], sections={"y": "1"})


# The status grid: rows, mismatches, links, the environment.


EXTRA = [("Speed", "benchmarks/speed.md")]


def grid(samples):
    claims, folder = samples
    render(claims, folder, EXTRA)
    return (folder / "README.md").read_text()


def test_the_grid_marks_mismatches_only(samples):
    red = [line for line in grid(samples).splitlines() if line.startswith("|") and "🔴" in line]
    assert len(red) == 2
    assert "mismatches" in red[0]
    assert "sample/shift" in red[1]


FOUND = "proved | survived"


def test_rows_lead_to_sections_and_variants(samples):
    text = grid(samples)
    assert f"| [Weyl, shifted indices](sample/three.md#weyl)<br><sub>`sample/weyl`</sub> | {FOUND} |" in text
    assert "| charpoly, 106 bits | 1,789 |  | 2 | corrects [`sample/same`](sample/three.md#same) |" in text
    assert "corrected by [`sample/weyl`](sample/three.md#weyl)" in text


def test_further_pages_vocabulary_and_environment_are_named(samples):
    text = grid(samples)
    assert "- [Speed](benchmarks/speed.md)" in text
    assert "Chapters: [sample/three](sample/three.md)." in text
    assert "(vocabulary.md)" in text
    assert "| profile | quick |" in text
    assert "| seed | 0 |" in text


def test_a_refuted_claim_that_was_not_searched_has_no_counts(samples):
    revise(samples[1], "sample/same", points={}, verdicts=VerdictCounts(), drawn=0, inside=0)
    assert "| charpoly, 106 bits |  |  |  | corrected by" in grid(samples)


def test_laws_are_counted_and_linked(chance):
    text = (chance / "README.md").read_text()
    assert "[4 laws, tails and means](laws.md): 2 consistent, 2 refuted." in text


# The section of the index about the power of the engine, over a catalogue without mutants and with some.


NOT = Trial(False, 5, 0.1)
ALIVE = MutantRow(
    "conclusion-1:strict", False, False, False, None, 5, 0.2, {"property": NOT, "attack": NOT}, None
)
DEAD = replace(ALIVE, mutant="conclusion-1:right-1%", killed=True, by="attack")


def test_mutants_are_counted_over_all_claims_and_survivors_named():
    notes = {
        weyl.id: Notes(MutantsRecord(weyl.id, weyl.fingerprint, 20.0, (ALIVE, DEAD))),
        shift.id: Notes(),
    }
    text = power(Material((weyl, shift), notes=notes))
    assert "One-step mutants of 1 claims" in text
    assert "| all together | 1 | 2 | 50.0% |" in text
    assert "- [`sample/weyl`](sample/conftest.md#weyl) `conclusion-1:strict`" in text


def test_without_records_there_is_no_section():
    assert power(Material((weyl,), notes={weyl.id: Notes()})) == ""


# The page of the words.


def test_the_page_has_a_row_a_word_and_leads_back():
    text = vocabulary()
    assert "[Status of the catalogue](README.md)" in text
    rows = [line for line in text.splitlines() if line.startswith("| `")]
    assert len(rows) == len(find())
    assert any(row.startswith("| `kappa` | matrix | $`\\kappa(A)`$ |") for row in rows)
