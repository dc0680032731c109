"""What leans on what: the graph, its reduction, its colours, the chart."""

from __future__ import annotations

from dataclasses import replace

from perturb.pages.items import Item
from perturb.pages.report.depends import graph, homes, kinds, section
from perturb.statements.paper import Status
from tests.pages.five import ERRATA, FIVE, listed, printed


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
        assert (text in section(FIVE, [slip, *rest])) is told


def test_a_result_stands_in_the_last_section_that_began() -> None:
    assert homes(FIVE) == {
        "eq-1": "1 Introduction",
        "lem-2": "2 Bounds",
        "thm-3": "2 Bounds",
        "fig-4": "2 Bounds",
    }
    assert set(homes(replace(FIVE, sections={})).values()) == {"Five items"}


def test_the_chart_has_a_box_a_section_and_a_colour_a_kind() -> None:
    text = section(FIVE, listed())
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
    text = section(FIVE, listed())
    assert "| (1), B | Lemma 2, (a), Lemma 2, (b) (proved: it survives) |" in text
    assert "of their own at most: Lemma 2." in text


def test_without_dependencies_there_is_no_section() -> None:
    assert section(FIVE, [item("a"), item("b")]) == ""
