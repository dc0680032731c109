"""The board of problems: declarations, short runs, witnesses by two routes, and the page."""

from __future__ import annotations

import json
from dataclasses import replace
from pathlib import Path

import pytest

from perturb.certify.point import certify
from perturb.domains.draws import draw
from perturb.enclosure import Verdict
from perturb.pages.material import Material
from perturb.pages.places import anchor
from perturb.pages.records import RED
from perturb.pages.report.board import at_odds, board
from perturb.results import stored
from perturb.results.claims import from_store
from perturb.results.records import ProblemRecord, VerdictCounts
from perturb.results.store import PROBLEMS, Store, current
from perturb.search.method import claim_stream
from perturb.statements.catalogue import catalogue, everything, problems
from perturb.statements.claim import Claim
from perturb.statements.paper import Outcome, Status
from perturb.statements.problem import State, problem
from perturb.statements.shelf import Shelf
from tools import open_second

ROOT = Path(__file__).parents[2]
PROBLEMS_KNOWN = problems()
POINTS = 6


def of_state(*states: State) -> list[object]:
    found = [(name, c) for name, c in PROBLEMS_KNOWN.items() if c.problem and c.problem.state in states]
    return [pytest.param(c, id=name) for name, c in found]


def test_there_are_enough_and_they_are_apart_from_the_catalogue() -> None:
    """Sixty problems of different names, forty of them not settled; every command finds them by id."""
    known = [c.problem for c in PROBLEMS_KNOWN.values() if c.problem]
    assert len(known) >= 60
    assert sum(not one.state.settled for one in known) >= 40
    assert len({c.label for c in PROBLEMS_KNOWN.values()}) == len(PROBLEMS_KNOWN)
    assert len({c.fingerprint for c in PROBLEMS_KNOWN.values()}) == len(PROBLEMS_KNOWN)
    assert not PROBLEMS_KNOWN.keys() & catalogue().keys()
    assert PROBLEMS_KNOWN.keys() <= everything().keys()


@pytest.mark.parametrize("c", of_state(*State))
def test_declared(c: Claim) -> None:
    """A sentence of what is said, a state that is the status; the refuted name their second route."""
    assert c.problem is not None
    assert len(c.doc) > 30
    assert c.doc.rstrip().endswith((".", "?"))
    assert c.status is c.problem.state.status
    assert (c.problem.state is State.REFUTED) == bool(c.problem.second)
    assert c.problem.state is not State.PARTLY or c.problem.known or c.problem.most
    assert c.problem.checked >= "2015" or not c.problem.state.settled


@pytest.mark.parametrize("c", of_state(State.PROVED, State.OPEN, State.PARTLY))
def test_holds_at_some_points(c: Claim) -> None:
    """No random point of what is proved, or listed as open, is certified to violate it."""
    sizes = next(iter(c.domain.sizes()))
    batch = draw(c.domain, claim_stream(c, "board test", 0), POINTS, sizes)
    found = [certify(c, c.domain.construct(batch.sizes, batch.params_of(k))).verdict for k in range(POINTS)]
    assert Verdict.VIOLATED not in found


@pytest.mark.parametrize("c", of_state(State.REFUTED))
def test_refuted_by_both_routes(c: Claim) -> None:
    """The stored witness is about this very statement, is certified again, and the second route agrees."""
    evidence = from_store(c)
    assert evidence is not None, f"{c.id} has no witness: tools/open_board.py"
    assert evidence.outcome is Outcome.REFUTED, evidence.note
    kept = stored.of_lines(c)
    assert kept is not None
    assert open_second.violation(kept[1].data) > open_second.LEAST


def test_the_second_route_can_say_no() -> None:
    """Numbers that do not violate a statement are not taken for a violation."""
    line = next(x for x in open_second.LINES.read_text().splitlines() if "open/ando-hiai-okubo" in x)
    data = json.loads(line)
    one = {"kind": "matrix", "value": [["1", "0"], ["0", "1"]]}
    assert open_second.violation({**data, "inputs": {"A": one, "B": one}}) <= 0


def test_the_page_is_made_of_the_record_and_names_each() -> None:
    """Each problem has its place; the records are of the statements as they stand, and none is at odds."""
    shelf = Shelf(problems=tuple(PROBLEMS_KNOWN.values()))
    records = Store(ROOT / "reports").read(PROBLEMS)
    text = board(Material([], shelf, folder=ROOT / "reports", board=records))
    assert text == (ROOT / "reports/open/README.md").read_text(encoding="utf-8")
    for name, c in PROBLEMS_KNOWN.items():
        assert f'<a id="{anchor(name)}"></a>' in text
        record = current(records.get(name), c)
        assert record is not None, f"{name}: tools/open_board.py"
        assert c.problem is not None
        assert not at_odds(c.problem.state, record), f"{name} is listed as {c.problem.state}"


def test_a_refutation_of_what_is_listed_as_open_is_red() -> None:
    """The page marks it, and a record of another statement is none."""
    c = PROBLEMS_KNOWN["open/dittert"]
    shelf = Shelf(problems=(c,))
    record = ProblemRecord(
        c.id, c.fingerprint, Outcome.REFUTED, "", 1, 2.0, 3, VerdictCounts(4, 1), 0, ("n = 5",)
    )
    told = board(Material([], shelf, board={c.id: record}))
    assert RED in told
    other = replace(record, fingerprint="0" * 12)
    assert "not computed" in board(Material([], shelf, board={c.id: other}))


def test_what_is_declared_must_make_sense() -> None:
    """A source without a year, an unknown state, a day that is none: errors where they are written."""
    with pytest.raises(ValueError, match="names no year"):
        problem("somebody", "open", "2026")
    with pytest.raises(ValueError, match="solved"):
        problem("somebody 2020", "solved", "2026")
    with pytest.raises(ValueError, match="checked"):
        problem("somebody 2020", "open", "today")
    assert problem("somebody 2020", "partly", "2026-09").state.status is Status.CONJECTURED
