"""What `perturb list --json` says of the items that papers print, and of their results."""

from __future__ import annotations

import json
from typing import Any

import pytest

from perturb.statements.catalogue import catalogue
from perturb.statements.paper import Status
from perturb.statements.remark import KINDS
from tests.cli.cli_files import Run

CATALOGUE = catalogue()


@pytest.mark.parametrize("key", ["riedi2022", "dittmer2019", "heinecke2019", "le2022"])
def test_every_item_that_a_paper_prints_is_listed_with_a_status(key: str, run: Run) -> None:
    """As a statement or a figure, with a remark and its reason, or as an item that others speak of."""
    rows = json.loads(run("list", key, "--json").stdout)
    told = {row["id"]: row["item_status"] for row in rows}
    (paper,) = {c.paper for c in CATALOGUE.values() if c.paper.key == key}
    assert [item for item in (*paper.items, *paper.ranges) if item not in told] == []
    assert {told[item] for item in (*paper.items, *paper.ranges)} <= {*map(str, Status), *KINDS}
    assert all(row["status"] for row in rows)
    remarks = [row for row in rows if row["kind"] == "remark"]
    assert remarks
    assert all(row["id"] in paper.items and len(row["reason"]) >= 20 for row in remarks)
    assert all(row["seen_by"] for row in rows if row["kind"] == "item")


def test_how_a_printed_item_stands(run: Run) -> None:
    """Errata first, then readings and remarks; a rate of ours and an excluded reading say nothing."""
    rows: list[dict[str, Any]] = json.loads(run("list", "riedi2022", "--json").stdout)
    told = {row["id"].partition("/")[2]: row["item_status"] for row in rows}
    assert (told["fig-8.setup"], told["eq-1"], told["num-std"]) == ("misprint", "definition", "refuted")
    assert (told["lem-24.leaky"], told["thm-6.vec"], told["eq-8"]) == ("refuted", "misprint", "refuted")
    assert (told["thm-33.108"], told["thm-35.110"], told["fig-4.a"]) == ("proved", "asymptotic", "asymptotic")
    assert (told["lem-12.sv"], told["eq-2"], told["thm-42.153"]) == ("proved", "proved", "proved")
    assert (told["lem-14.65"], told["cor-11.62"], told["fig-5.b"]) == ("proved", "definition", "empirical")
    (edge,) = [row for row in rows if row["id"] == "riedi2022/thm-33.108" and row["kind"] == "law"]
    assert (edge["limit"], edge["rate"]) == ("proved", "conjectured")
    own = {row["id"].partition("/")[2]: row["status"] for row in rows if row["kind"] != "claim"}
    assert (own["fig-8.inc"], own["fig-8-steadily"], own["eq-8"]) == ("refuted", "empirical", "refuted")


def test_a_result_is_what_is_most_serious_in_its_statement(run: Run) -> None:
    """Not in a remark behind it, though that is among its items."""
    rows: list[dict[str, Any]] = json.loads(run("list", "riedi2022", "--json").stdout)
    told = {row["id"].partition("/")[2]: row for row in rows if row["kind"] in ("result", "experiment")}
    status = {name: told[name]["status"] for name in ("lem-20", "lem-24", "thm-22", "eq-33-38", "thm-42")}
    assert status == {
        "lem-20": "refuted",
        "lem-24": "proved",
        "thm-22": "proved",
        "eq-33-38": "misprint",
        "thm-42": "gap",
    }
    assert "riedi2022/thm-22.rem-4" in told["thm-22"]["items"]
    parts = [f"riedi2022/{name}" for name in ("eq-72", "eq-73a", "eq-73b", "eq-73.sharper")]
    assert told["eq-72-73"]["items"] == parts


def test_results_with_parts_are_listed_for_machines(run: Run) -> None:
    """A result of several items has a row that names them; one that is an item itself keeps its own row."""
    rows: list[dict[str, Any]] = json.loads(run("list", "Lemma 20", "--json").stdout)
    (found,) = [row for row in rows if row["kind"] == "result"]
    assert (found["id"], found["label"], found["paper"]) == ("riedi2022/lem-20", "Lemma 20", "riedi2022")
    assert sorted(found["items"]) == ["riedi2022/lem-20.cons", "riedi2022/lem-20.main"]
    every = [row["id"] for row in rows if row["kind"] not in ("remark", "item", "result")]
    assert found["id"] not in every
