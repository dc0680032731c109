"""`perturb report` and its records: strangers go, kind by kind; an interrupt keeps what was finished."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest
from click.testing import CliRunner

from perturb.cli import main
from perturb.cli import report as command
from perturb.results.store import CLAIMS, CONSTANTS, FULL_SIMULATIONS, LAWS, MUTANTS, SIMULATIONS, Store
from tests.results.examples import CLAIM, LAW, SIMULATION
from tests.results.examples import CONSTANTS as SOME_CONSTANTS
from tests.results.examples import MUTANTS as SOME_MUTANTS

A_CLAIM, A_LAW, A_FIGURE = "classical/weyl-additive", "limits/semicircle", "riedi2022/fig-4"


def test_what_left_the_catalogue_is_removed_and_nothing_else(tmp_path: Path) -> None:
    """A claim's id is no law's id: each kind is held against its own part of the catalogue."""
    store = Store(tmp_path)
    for identifier in (A_CLAIM, "me/gone"):
        store.put(CLAIMS, replace(CLAIM, id=identifier))
        store.put(MUTANTS, replace(SOME_MUTANTS, id=identifier))
        store.put(CONSTANTS, replace(SOME_CONSTANTS, id=identifier))
    store.put(LAWS, replace(LAW, id=A_LAW), replace(LAW, id=A_CLAIM))
    for kind in (SIMULATIONS, FULL_SIMULATIONS):
        store.put(kind, replace(SIMULATION, experiment=A_FIGURE), SIMULATION)
    command.remove_strangers(store)
    assert [list(store.read(kind)) for kind in (CLAIMS, MUTANTS, CONSTANTS)] == [[A_CLAIM]] * 3
    assert list(store.read(LAWS)) == [A_LAW]
    assert list(store.read(SIMULATIONS)) == [A_FIGURE]
    # Long runs cost hours: a report does not make them, and it removes none.
    assert len(store.read(FULL_SIMULATIONS)) == 2


def test_an_interrupt_keeps_what_was_finished(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def two(identifiers, *_):
        assert A_CLAIM in identifiers
        assert A_LAW in identifiers
        yield replace(CLAIM, id=A_CLAIM)
        yield replace(LAW, id=A_LAW)
        raise KeyboardInterrupt

    monkeypatch.setattr(command, "run_all", two)
    done = CliRunner().invoke(main, ["report", "--out", str(tmp_path)])
    assert done.exit_code == 130
    assert "finished records are in" in done.output
    assert list(Store(tmp_path).read(CLAIMS)) == [A_CLAIM]
    assert list(Store(tmp_path).read(LAWS)) == [A_LAW]


@pytest.mark.parametrize("options", [["--check"], ["--render-only"], []])
def test_a_damaged_file_is_one_clear_line(tmp_path: Path, options: list[str]) -> None:
    path = Store(tmp_path).path(CLAIMS)
    path.parent.mkdir()
    path.write_text('{"id": "me/claim"}\n{\n')
    done = CliRunner().invoke(main, ["report", "--out", str(tmp_path), *options])
    assert done.exit_code == 2
    assert "claims.jsonl, line" in done.output
    assert "Traceback" not in done.output
    assert path.read_text() == '{"id": "me/claim"}\n{\n'
