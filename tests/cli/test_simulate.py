"""`perturb simulate` and `perturb report`: what they write, keep and remove, go on with, and refuse."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest
from click.testing import CliRunner

from perturb.cli import main
from perturb.cli import report as command_report
from perturb.cli import simulate as command
from perturb.montecarlo import run
from perturb.results.store import CLAIMS, CONSTANTS, FULL_SIMULATIONS, LAWS, MUTANTS, SIMULATIONS, Store
from simulations.riedi2022.fig_4 import FIG_4
from tests.results.examples import CLAIM, LAW, SIMULATION
from tests.results.examples import CONSTANTS as SOME_CONSTANTS
from tests.results.examples import MUTANTS as SOME_MUTANTS


@pytest.fixture
def simulate(tmp_path):
    def invoke(*options, name="fig-4", workers=("--workers", "1")):
        given = ["simulate", name, "--out", str(tmp_path), *workers, *map(str, options)]
        return CliRunner().invoke(main, given)

    return invoke


def test_record_figure_page_and_chunks_are_written(simulate, tmp_path):
    found = simulate("--draws", 40)
    assert found.exit_code == 0, found.output
    folder = tmp_path / "riedi2022" / "simulations"
    names = {path.name for path in folder.iterdir()}
    stem = "fig-4"
    assert names == {f"{stem}.png", f"{stem}.md", f"{stem}-seed-33.chunks"}
    assert Store(tmp_path).read(SIMULATIONS) == {FIG_4.name: run(FIG_4, draws=40)}


def test_a_run_of_the_full_profile_is_kept_apart(simulate, tmp_path):
    assert simulate("--draws", 40).exit_code == 0
    assert simulate("--draws", 50, "--profile", "full").exit_code == 0
    assert Store(tmp_path).read(SIMULATIONS) == {FIG_4.name: run(FIG_4, draws=40)}
    assert Store(tmp_path).read(FULL_SIMULATIONS) == {FIG_4.name: run(FIG_4, draws=50)}
    assert (tmp_path / "riedi2022" / "simulations" / "full" / "fig-4.md").exists()


def test_the_same_command_again_draws_nothing(simulate, tmp_path, monkeypatch):
    simulate("--draws", 40)
    before = {path.name: path.read_bytes() for path in (tmp_path / "riedi2022" / "simulations").glob("*[!r]")}

    def refuse(*_):
        raise AssertionError("drawn again")

    monkeypatch.setitem(run.__globals__, "perform", refuse)
    assert simulate("--draws", 40).exit_code == 0
    after = {path.name: path.read_bytes() for path in (tmp_path / "riedi2022" / "simulations").glob("*[!r]")}
    assert {k: v for k, v in after.items() if "chunks" not in k} == {
        k: v for k, v in before.items() if "chunks" not in k
    }


def test_an_interruption_writes_the_page_and_says_how_to_go_on(simulate, tmp_path, monkeypatch):
    real, seen = run.__globals__["perform"], []

    def stops(job):
        if len(seen) == 2:
            raise KeyboardInterrupt
        seen.append(job)
        return real(job)

    monkeypatch.setitem(run.__globals__, "perform", stops)
    found = simulate("--draws", 40)
    assert found.exit_code == 130
    assert "the same command goes on" in found.output
    page = (tmp_path / "riedi2022" / "simulations" / "fig-4.md").read_text()
    assert "**Interrupted**" in page
    assert "To reproduce" not in page
    monkeypatch.undo()
    assert simulate("--draws", 40).exit_code == 0
    assert "**Interrupted**" not in (tmp_path / "riedi2022" / "simulations" / "fig-4.md").read_text()


def test_an_interruption_before_the_first_chunk_promises_no_page(simulate, tmp_path, monkeypatch):
    def stops(job):
        raise KeyboardInterrupt

    monkeypatch.setitem(run.__globals__, "perform", stops)
    found = simulate("--draws", 40)
    assert found.exit_code == 130
    assert "interrupted: before the first chunk was drawn" in found.output
    assert not list(tmp_path.rglob("*.md"))


def test_profiles_set_the_draws():
    assert command.Choice().plan_of(FIG_4) == FIG_4.draws
    assert command.Choice(profile="full").plan_of(FIG_4) == FIG_4.full
    undeclared = replace(FIG_4, draws=2, full=None)
    assert command.Choice(profile="full").plan_of(undeclared) == dict.fromkeys(FIG_4.sizes, 50)
    assert command.Choice(profile="full", draws=7).plan_of(FIG_4) == 7


def test_sizes_may_be_chosen(simulate, tmp_path):
    assert simulate("--draws", 40, "--sizes", "3,7").exit_code == 0
    page = (tmp_path / "riedi2022" / "simulations" / "fig-4.md").read_text()
    assert "perturb simulate riedi2022/fig-4 --draws 40 --sizes 3,7 --seed 33" in page
    wrong = simulate("--sizes", "3,x")
    assert wrong.exit_code == 2
    assert "'3,x' is not a list of sizes such as 5,10,1000" in wrong.output
    large = simulate("--sizes", 2**32)
    assert large.exit_code == 2
    assert "sizes must be at most 4294967295, got 4294967296" in large.output


def test_the_page_of_some_sizes_of_a_profile_says_how_to_draw_them_again(simulate, tmp_path):
    assert simulate("--sizes", "5,10").exit_code == 0
    page = (tmp_path / "riedi2022" / "simulations" / "fig-4.md").read_text()
    assert "perturb simulate riedi2022/fig-4 --profile quick --sizes 5,10 --seed 33" in page


def test_one_draw_has_no_variance(simulate, tmp_path):
    assert simulate("--draws", 1, "--sizes", 5).exit_code == 0
    (size,) = Store(tmp_path).read(SIMULATIONS)[FIG_4.name].sizes
    assert size.variance is None


def test_a_statistic_that_fails_at_a_size_says_where(simulate):
    found = simulate("--sizes", 4, "--draws", 3, name="thm-39")
    assert found.exit_code == 2
    assert "n = 4" in found.output
    assert "is too small" in found.output
    assert "ZeroDivisionError" in simulate("--sizes", 1, "--draws", 3, name="fig-5").output


@pytest.mark.parametrize(
    ("option", "value"), [("--draws", 10), ("--workers", 1), ("--pool", "threads"), ("--profile", "full")]
)
def test_a_picture_refuses_what_it_would_ignore(simulate, option, value):
    found = simulate(option, value, name="riedi2022/fig-2", workers=())
    assert found.exit_code == 2
    assert f"{option}: riedi2022/fig-2 is a picture: --seed and --out are all it takes" in found.output


@pytest.mark.parametrize(
    ("name", "kind", "full"),
    [
        ("riedi2022/prop-5.22", "a claim", "riedi2022/prop-5.22"),
        ("prop-5.22", "a claim", "riedi2022/prop-5.22"),
        ("limits/semicircle", "a law", "limits/semicircle"),
    ],
)
def test_a_statement_is_sent_to_check(simulate, name, kind, full):
    found = simulate(name=name)
    assert found.exit_code == 2
    assert f"NAME: {full} is {kind}: perturb check {full}" in found.output


def test_a_store_of_something_else_is_one_clear_line(simulate, tmp_path):
    store = tmp_path / "my.chunks"
    assert simulate("--draws", 10, "--chunks", store).exit_code == 0
    found = simulate("--draws", 10, "--seed", 5, "--chunks", store)
    assert found.exit_code == 2
    assert "seed is 33 there and 5 here" in found.output
    assert "Traceback" not in found.output


def test_an_unknown_name_and_a_silent_scheduler_are_clear(simulate):
    assert "no experiment is called" in simulate(name="fig-99").output
    pytest.importorskip("distributed")
    for address, message in {
        "nonsense://nowhere": "'nonsense://nowhere' is no address such as tcp://host:8786",
        "tcp://127.0.0.1:1": "tcp://127.0.0.1:1: no scheduler answers",
        "127.0.0.1:1": "127.0.0.1:1: no scheduler answers",
    }.items():
        found = simulate("--scheduler", address)
        assert found.exit_code == 2
        assert message in found.output


# `perturb report` and its records: strangers go, kind by kind; an interrupt keeps what was finished.


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
    command_report.remove_strangers(store)
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

    monkeypatch.setattr(command_report, "run_all", two)
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
