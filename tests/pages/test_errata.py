"""The errata sheet: sections, numbers, what is quoted and checked; what a paper without errata is told."""

from __future__ import annotations

from dataclasses import replace

import pytest

from perturb import erratum
from perturb.pages.records import WitnessFile
from perturb.pages.report.badge import numbered
from perturb.pages.report.errata import errata, filled
from perturb.sharpen.wins import Win
from perturb.statements.erratum import Erratum, Section, check
from perturb.statements.shelf import Shelf
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
    assert "```math\ns_i(M+\\rho\\,\\mathrm{Id})\\le s_1(M)+\\rho\n```" in text
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
