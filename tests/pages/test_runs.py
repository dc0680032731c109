"""Runs of experiments, quick and full: their pages come from the records, and old ones are noticed."""

from __future__ import annotations

import shutil
from dataclasses import replace
from pathlib import Path

import pytest

from perturb.montecarlo import Bins, run
from perturb.pages.places import simulation
from perturb.pages.render import render
from perturb.pages.report.simulation import write
from perturb.pages.stale import stale
from perturb.results.store import FULL_SIMULATIONS, RUNS, SIMULATIONS, Store
from perturb.statements.shelf import Shelf
from simulations.riedi2022.fig_4 import FIG_4

SHELF = Shelf(laws=(FIG_4,))
FULL = "riedi2022/simulations/full/fig-4"


@pytest.fixture(scope="module")
def drawn_once(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """As `perturb simulate` leaves a quick and a full run, and `perturb report` the rest."""
    folder = tmp_path_factory.mktemp("drawn")
    for number, (profile, kind) in enumerate(RUNS.items(), 1):
        results = run(FIG_4, draws=20 * number, sizes=(5,))
        Store(folder).put(kind, results)
        write(FIG_4, results, folder / simulation(FIG_4.name, profile)[0])
    render([], folder, shelf=SHELF)
    return folder


@pytest.fixture
def drawn(drawn_once: Path, tmp_path: Path) -> Path:
    """A copy, for the test to change."""
    return shutil.copytree(drawn_once, tmp_path / "drawn")


def test_what_was_just_drawn_is_well(drawn: Path) -> None:
    assert stale([], drawn, shelf=SHELF) == []


@pytest.mark.parametrize("page", [FULL, FULL.replace("full/", "")])
def test_a_page_that_its_record_does_not_bear_out_is_noticed_and_renewed(drawn: Path, page: str) -> None:
    file = drawn / f"{page}.md"
    before = file.read_text()
    file.write_text(before.replace("| 5 |", "| 50 |"))
    assert stale([], drawn, shelf=SHELF) == [f"{page}.md: differs from a fresh rendering"]
    render([], drawn, shelf=SHELF)
    assert file.read_text() == before


def test_missing_pages_and_figures(drawn: Path) -> None:
    for suffix in (".md", ".png"):
        (drawn / f"{FULL}{suffix}").unlink()
    assert stale([], drawn, shelf=SHELF) == [f"{FULL}.png: missing", f"{FULL}.md: missing"]


@pytest.mark.parametrize(
    "now",
    [
        replace(FIG_4, version=FIG_4.version + 1),
        replace(FIG_4, bins=Bins(-8, 4, 7)),
        replace(FIG_4, bins={"z": FIG_4.bins}),
        replace(FIG_4, cases=({"r": 1},), contrast=None, reference=None),
    ],
    ids=["statistic", "bins", "columns", "cases"],
)
def test_a_run_of_an_older_experiment_is_noticed_and_its_page_left(drawn: Path, now) -> None:
    before = (drawn / f"{FULL}.md").read_text()
    line = "riedi2022/fig-4: the experiment has changed since its run"
    assert stale([], drawn, shelf=Shelf(laws=(now,))) == [f"{line} (quick)", f"{line} (full)"]
    render([], drawn, shelf=Shelf(laws=(now,)))
    assert (drawn / f"{FULL}.md").read_text() == before


def test_a_run_of_no_experiment_and_an_experiment_without_a_run(drawn: Path) -> None:
    assert stale([], drawn) == [f"riedi2022/fig-4: a record of a run ({p}) of no experiment" for p in RUNS]
    Store(drawn).keep_only(FULL_SIMULATIONS, ())
    assert stale([], drawn, shelf=SHELF) == []
    Store(drawn).keep_only(SIMULATIONS, ())
    assert stale([], drawn, shelf=SHELF) == ["riedi2022/fig-4: no record of a run"]
