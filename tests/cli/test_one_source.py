"""What is listed can be shown, and lists and pages say one word of a printed item."""

from __future__ import annotations

import json
from collections import Counter
from typing import Any

import pytest

from perturb.cli.show import _show, overview
from perturb.pages.items import SERIOUS
from perturb.pages.material import Material
from perturb.pages.render import listed
from perturb.pages.report.paper import sheet
from perturb.statements.catalogue import collect
from perturb.statements.shelf import Shelf
from perturb.statements.targets import Chosen, choose
from perturb.vocab.printing.readable import prose, readable
from tests.cli.cli_files import Run


def show(one: Chosen) -> None:
    """As `perturb show` does."""
    if one.place is not None and (len(one.statements) != 1 or one.drawn):
        assert list(overview(one.place, readable, prose))
    else:
        assert one.statements or one.drawn
        for each in (*one.statements, *one.drawn):
            _show(each, False, readable)


def test_whatever_is_listed_is_shown_by_its_id_and_its_label(run: Run) -> None:
    rows: list[dict[str, Any]] = json.loads(run("list", "--json").stdout)
    targets = dict.fromkeys([*(r["id"] for r in rows), *(f"{r['paper']} {r['label']}" for r in rows)])
    assert len(targets) > 2_000
    seen = set()
    for one in choose(targets):
        key = (one.place, *(s.id for s in (*one.statements, *one.drawn)))
        if key not in seen:
            seen.add(key)
            show(one)


@pytest.mark.parametrize("target", ["riedi2022 Theorem 22", "riedi2022 Corollary 40", "riedi2022/eq-1-9"])
def test_a_place_with_small_fractions_is_shown(target: str, run: Run) -> None:
    assert run("show", target).exit_code == 0


def test_the_first_word_of_a_statement_is_that_of_the_list(run: Run) -> None:
    """Of a reading of an item that stands otherwise both are told."""
    assert run("show", "riedi2022/cor-11.63").stdout.splitlines()[0] == (
        "riedi2022/cor-11.63  refuted as printed; this reading: proved"
    )
    assert "riedi2022/cor-11.63   " in run("list", "riedi2022").stdout


@pytest.mark.parametrize("key", ["riedi2022", "dittmer2019", "heinecke2019", "le2022"])
def test_a_list_and_the_page_of_a_paper_agree_on_every_item(key: str, run: Run) -> None:
    rows: list[dict[str, Any]] = json.loads(run("list", key, "--json").stdout)
    assert [row["id"] for row in rows if row["item_status"] not in (None, row["status"])] == []
    words: dict[str, set[str]] = {}
    for row in rows:
        words.setdefault(row["id"], set()).add(row["status"])
    (paper,) = {one.paper for one in collect().claims.values() if one.paper.key == key}
    assert {item: found for item in paper.items if len(found := words[item]) > 1} == {}
    page = page_of(paper)
    assert counts(page) == Counter(word for item in paper.items for word in words[item])
    assert verdicts(page) == [word for item in paper.items for word in words[item]]


def page_of(paper: Any) -> str:
    known = collect()
    shelf = Shelf(known.remarks, laws=tuple(known.laws.values()), errata=tuple(known.errata.values()))
    of = Material(list(known.claims.values()), shelf)
    return sheet(paper, listed(paper, of), of)


def counts(page: str) -> dict[str, int]:
    """The table at the top of the page."""
    lines = page.partition(" items |")[2].partition("\n\n")[0].splitlines()[2:]
    cells = [line.strip("| ").split(" | ") for line in lines]
    return {word: int(number) for word, number in cells}


def verdicts(page: str) -> list[str]:
    """The first word of the third cell of each row."""
    rows = page.partition("## Every item")[2].partition("\n## ")[0].splitlines()
    cells = [line.split(" | ")[2] for line in rows if line.startswith("| ") and "`" in line.split(" | ")[0]]
    return [first_word(cell) for cell in cells]


def first_word(cell: str) -> str:
    places = {word: cell.find(word) for word in SERIOUS if word in cell}
    return min(places, key=lambda word: places[word])


def test_a_gap_is_true(run: Run) -> None:
    """What the catalogue itself refutes is refuted, though the cause is told among the gaps."""
    rows: list[dict[str, Any]] = json.loads(run("list", "le2022", "--json").stdout)
    told = {row["id"].partition("/")[2]: row["status"] for row in rows}
    assert {told[name] for name in ("thm-1.sig-sv", "eq-62.singleton", "thm-2.proof-rep")} == {"refuted"}
    assert told["thm-1.sig-chain"] == "gap"
