"""The adversary on the pages, mutants and constants; and what leans on what: the graph and its chart."""

from __future__ import annotations

from dataclasses import replace

import pytest

from perturb.pages.items import Item
from perturb.pages.render import render
from perturb.pages.report.adversary import shown
from perturb.pages.report.depends import graph, homes, kinds
from perturb.pages.report.depends import section as section_depends
from perturb.pages.stale import stale
from perturb.results import stored
from perturb.results.records import ConstantRow, ConstantsRecord, MutantsRecord, Touch, improved
from perturb.results.store import CONSTANTS, Store
from perturb.results.store import MUTANTS as MUTANTS_FILE
from perturb.sharpen.kills import MutantRow, Trial
from perturb.statements.paper import Status
from tests.certify.witness_cases import edited
from tests.pages.five import ERRATA, FIVE, listed, printed


def line(name, by=None, **more):
    found = MutantRow(
        mutant=name,
        proved_true=False,
        definedness=False,
        killed=by is not None,
        by=by,
        evaluations=1234,
        seconds=0.5,
        drivers={driver: Trial(by == driver, 7, 0.5) for driver in ("property", "attack")},
        proof=None,
    )
    return replace(found, **more)


def constant(**more):
    return replace(ConstantRow(1, "right", "2", "2", "19/10", 0.05, None, (), False), **more)


def put_mutants(samples, lines):
    claims, folder = samples
    found = MutantsRecord(claims[2].id, claims[2].fingerprint, 20.0, tuple(lines))
    Store(folder).put(MUTANTS_FILE, found)


def put_constants(samples, rows, touch=()):
    claims, folder = samples
    found = ConstantsRecord(claims[2].id, claims[2].fingerprint, tuple(rows), tuple(touch))
    Store(folder).put(CONSTANTS, found)


def section(folder):
    """Of sample/shift."""
    return (folder / "sample" / "three.md").read_text().partition('<a id="shift"></a>')[2]


def noted(samples, *lines):
    claims, folder = samples
    put_mutants(samples, lines)
    rows = [improved([], constant())]
    rows = [improved(rows, constant(refuted_from="199999/100000", open=5e-6))]
    touch = [Touch({"M": [["0"]], "rho": "1/2"}, None), Touch({"M": [["1/4"]], "rho": "1"}, 11)]
    put_constants(samples, rows, touch)
    render(claims, folder)
    return section(folder), (folder / "README.md").read_text()


MUTANTS = (
    line("conclusion-1:right-1%", "property"),
    line("conclusion-1:strict"),
    line("conclusion-1:right:2-1%", "attack"),
    line("hypothesis-1:relaxed-10%", proved_true=True, proof="s_1 is a norm."),
)


@pytest.mark.parametrize(
    ("dropped", "said"),
    [
        (line("hypothesis-1:dropped", "attack"), "needed"),
        (line("hypothesis-1:dropped"), "not needed, as far as the engine can see: 1,234 points"),
        (line("hypothesis-1:dropped", definedness=True), "keeps the statement defined"),
        (line("hypothesis-1:dropped", proved_true=True, proof="By * (3)."), r"not needed: By \* (3)."),
    ],
)
def test_a_hypothesis_is_judged_by_the_mutant_without_it(samples, dropped, said):
    page, _ = noted(samples, *MUTANTS, dropped)
    assert f"| $`s_1(M) < 1`$ | {said} |" in page


def test_survivors_come_first_and_proofs_last(samples):
    page, index = noted(samples, *MUTANTS)
    table = page.partition("Mutants: 2 of 3 killed")[2].partition("</details>")[0]
    rows = [row for row in table.splitlines() if row.startswith("| `")]
    assert rows == [
        "| `conclusion-1:strict` | **nothing: it survives** | 1,234 |",
        "| `conclusion-1:right-1%` | property | 1,234 |",
        "| `conclusion-1:right:2-1%` | attack | 1,234 |",
        r"| `hypothesis-1:relaxed-10%` | nothing, for it is true: s_1 is a norm. | 1,234 |",
    ]
    assert "2 of 3 killed; each driver for itself: property 1, attack 1. At most 20 s a mutant." in page
    assert "| property | 1 | 3 | 33.3% |" in index
    assert "| all together | 2 | 3 | 66.7% |" in index
    assert "- [`sample/shift`](sample/three.md#shift) `conclusion-1:strict`" in index
    assert "Median time to kill: 0.50 s." in index


def test_a_refuted_proof_is_red(samples):
    page, _ = noted(samples, line("hypothesis-1:dropped", "attack", proved_true=True, proof="Wrong."))
    assert "🔴 attack, although it is said to be true" in page
    assert "🔴 needed, although a proof says it is not" in page


def test_constants_and_touches(samples):
    page, _ = noted(samples, *MUTANTS)
    assert "| 2 | conclusion 1, right: $`2`$ | 1.99999 | 5.0e-06 | not found | 1.9 → 1.99999 |" in page
    assert "\\rho = \\tfrac{1}{2}\n```\n\nExactly equal." in page
    assert "Equal to 11 digits." in page


def test_a_fallen_constant_and_one_that_nothing_moves(samples):
    claims, folder = samples
    rows = [
        improved([], constant(fallen=True, refuted_from="3", open=0.5)),
        improved([], constant(path=(1,), refuted_from=None, open=1.0)),
    ]
    put_constants(samples, rows)
    render(claims, folder)
    page = section(folder)
    assert "| 3 | none | the printed one is refuted | 3 |" in page
    assert "| not refuted | all | not known |  |" in page
    assert "where both sides" not in page


def test_digits_tell_a_constant_from_the_printed_one():
    assert shown("1999999/1000000", "2", 5e-7) == "1.999999"
    assert shown("3", "2", 0.5) == "3"


def test_a_refuted_constant_is_rounded_away_from_the_printed_one():
    """What is printed as refuted is refuted."""
    assert shown("2/3", "1", 0.3) == "0.666666"
    assert shown("4/3", "1", 0.3) == "1.33334"


def test_without_records_nothing_is_said(samples):
    claims, folder = samples
    render(claims, folder)
    page = section(folder)
    assert page.count("<details>") == 1  # points and verdicts
    assert "Mutants" not in page
    assert "## The adversary" not in (folder / "README.md").read_text()


def test_the_index_says_how_soon_a_false_statement_fell(samples):
    """The points are in the witness, the seconds of the machine beside it."""
    claims, folder = samples
    path = claims[1].file.parent / "witnesses" / "sample-same.json"
    edited(path, lambda data: data.update(search={"drawn": 6750, "seed": 3}))
    for seconds, said in ((None, "6,750 points | 3 |"), (0.21, "6,750 points, 0.21 s | 3 |")):
        if seconds is not None:
            stored.keep(claims[1], seconds)
        render(claims, folder)
        assert (
            f"| [`sample/same`](sample/three.md#same) | found after {said}"
            in (folder / "README.md").read_text()
        )


def test_a_damaged_table_of_seconds_is_named(samples):
    claims, folder = samples
    beside = claims[1].file.parent / "witnesses"
    edited(beside / "sample-same.json", lambda data: data.update(search={"drawn": 6750, "seed": 3}))
    (beside / stored.NAME).write_text("id,seconds\nsample/same,soon\n")
    with pytest.raises(ValueError, match=stored.NAME.replace(".", "[.]")):
        render(claims, folder)


def test_stale_covers_the_records_of_the_adversary(samples):
    claims, folder = samples
    noted(samples, *MUTANTS)
    assert stale(*samples) == []
    put_mutants(samples, MUTANTS[:2])
    assert stale(*samples) == [
        "README.md: differs from a fresh rendering, from the section 'The adversary' on",
        "sample/three.md: differs from a fresh rendering, from the section 'A shift' on",
    ]
    path = Store(folder).path(CONSTANTS)
    path.write_text(path.read_text().replace(claims[2].fingerprint, "0" * 12))
    assert "sample/shift: the statement has changed since its constants (fingerprint)" in stale(*samples)
    path.write_text(path.read_text().replace("sample/shift", "sample/gone"))
    assert "sample/gone: a record of constants of no claim" in stale(*samples)


def test_a_damaged_record_of_mutants_is_named(samples):
    claims, folder = samples
    Store(folder).path(MUTANTS_FILE).write_text('{"id": "sample/shift", "mutants": [{}]}')
    with pytest.raises(ValueError, match=r"mutants\.jsonl, line 1: "):
        render(claims, folder)


# What leans on what: the graph, its reduction, its colours, the chart.


def item(name: str, *depends: str) -> Item:
    uses = replace(printed, id=f"five/{name}", depends=tuple(f"five/{d}" for d in depends), status=None)
    return Item(f"five/{name}", (uses,), (), (), (), None)


def test_edges_lead_to_where_a_result_is_used() -> None:
    assert set(graph(listed()).edges) == {("eq-1", "lem-2")}


def test_an_edge_that_others_imply_is_left_out() -> None:
    chain = [item("a"), item("b", "a"), item("c", "b", "a")]
    assert set(graph(chain).edges) == {("a", "b"), ("b", "c")}


def test_a_circle_keeps_its_edges() -> None:
    circle = [item("a", "b"), item("b", "a"), item("c", "a", "b")]
    assert {("a", "b"), ("b", "a")} <= set(graph(circle).edges)


def test_marks_are_for_what_is_false_and_for_its_users() -> None:
    assert kinds(listed()) == {"eq-1": ("B",), "lem-2": ("leans",)}
    first, *rest = listed()
    assert kinds([replace(first, printed=()), *rest]) == {}


def test_the_errata_set_the_marks() -> None:
    """Theorem 3 is only a remark; a gap weighs more than leaning; a footnote and E weigh nothing.

    What they do not name is right, whatever its readings.
    """
    assert kinds(listed(ERRATA)) == {"eq-1": ("A",), "lem-2": ("D",), "thm-3": ("C",)}
    another = replace(ERRATA[1], items=("five/lem-2.b",))
    assert kinds(listed([*ERRATA, another]))["lem-2"] == ("C", "D")
    assert kinds(listed(ERRATA[3:])) == {}


def test_who_uses_only_a_misprint_is_not_marked() -> None:
    first, *rest = listed()
    misprint = replace(first, printed=(replace(printed, status=Status.MISPRINT),))
    assert kinds([misprint, *rest]) == {"eq-1": ("C",)}


def test_who_uses_the_right_part_of_a_false_result_is_not_marked() -> None:
    false = replace(item("lem-2.a"), errata=(replace(ERRATA[0], items=("five/lem-2.a",)),), written_up=True)
    right, whole, part = item("lem-2.b"), item("thm-3", "lem-2"), item("fig-4", "lem-2.b")
    found = [false, right, whole, part]
    assert {("lem-2", "thm-3"), ("lem-2", "fig-4")} == set(graph(found).edges)
    assert kinds(found) == {"lem-2": ("A",), "thm-3": ("leans",)}


def test_a_misprint_beside_a_right_statement_is_not_listed_as_false() -> None:
    first, *rest = listed()
    text = "Who leaned on a statement that is false as printed"
    for status, told in ((Status.PROVED, False), (Status.MISPRINT, True)):
        slip = replace(
            first,
            printed=(replace(printed, status=status),),
            errata=(replace(ERRATA[1], items=("five/eq-1",)),),
            written_up=True,
        )
        assert (text in section_depends(FIVE, [slip, *rest])) is told


def test_a_result_stands_in_the_last_section_that_began() -> None:
    assert homes(FIVE) == {
        "eq-1": "1 Introduction",
        "lem-2": "2 Bounds",
        "thm-3": "2 Bounds",
        "fig-4": "2 Bounds",
    }
    assert set(homes(replace(FIVE, sections={})).values()) == {"Five items"}


def test_the_chart_has_a_box_a_section_and_a_colour_a_kind() -> None:
    text = section_depends(FIVE, listed())
    assert "### 1 Introduction" not in text  # nothing there uses anything
    chart = text.partition("### 2 Bounds\n\n```mermaid\n")[2].partition("\n```")[0].splitlines()
    assert chart[:10] == [
        "flowchart LR",
        'subgraph s0["1 Introduction"]',
        '  n_eq_1["eq-1 · B"]:::B',
        "end",
        "style s0 fill:none,stroke-dasharray:4",
        'subgraph s1["2 Bounds"]',
        '  n_lem_2["lem-2 · leans"]:::leans',
        "end",
        "n_eq_1 --> n_lem_2",
        "classDef A fill:#d6604d,stroke:#67001f,stroke-width:3px,color:#000",
    ]


def test_who_leaned_on_a_false_statement_is_said_with_the_outcome() -> None:
    text = section_depends(FIVE, listed())
    assert "| (1), B | Lemma 2, (a), Lemma 2, (b) (proved: it survives) |" in text
    assert "of their own at most: Lemma 2." in text


def test_without_dependencies_there_is_no_section() -> None:
    assert section_depends(FIVE, [item("a"), item("b")]) == ""
