"""Rendering: files written and removed, equal bytes from equal records, and the command `perturb report`.

Pages of experiments come from their records, quick or full, and say which draws they hold; further pages.
"""

from __future__ import annotations

import shutil
from dataclasses import replace
from pathlib import Path

import pytest
from click.testing import CliRunner

from perturb.cli import main
from perturb.cli import report as command
from perturb.laws.distributions import marchenko_pastur
from perturb.montecarlo import Bins, run
from perturb.pages.places import simulation
from perturb.pages.render import render
from perturb.pages.report.simulation import simulation_page, write
from perturb.pages.runs import further
from perturb.pages.stale import stale
from perturb.results.store import CLAIMS, FULL_SIMULATIONS, RUNS, SIMULATIONS, Store
from perturb.statements import shelf as shelves
from perturb.statements.paper import Outcome
from perturb.statements.shelf import Shelf
from simulations.riedi2022.exceptions import EXCEPTIONS
from simulations.riedi2022.fig_4 import FIG_4
from tests.pages.conftest import CHANCE, revise, weyl
from tests.small_laws import ALL, LIMIT, true


def files(folder: Path) -> set[str]:
    found = {p.relative_to(folder).as_posix() for p in folder.rglob("*") if p.is_file()}
    return {name for name in found if not name.startswith("records/")}


def test_a_file_has_a_chapter_and_equal_records_give_equal_bytes(samples):
    claims, folder = samples
    first = {path: path.read_bytes() for path in render(claims, folder)}
    assert files(folder) == {"README.md", "vocabulary.md", "sample/three.md"}
    assert first == {path: path.read_bytes() for path in render(claims, folder)}


def test_a_changed_record_touches_the_index_and_one_chapter(samples):
    claims, folder = samples
    claims[2] = replace(claims[2], file=claims[2].file.with_name("other.py"))
    before = {path: path.read_bytes() for path in render(claims, folder)}
    revise(folder, "sample/shift", outcome=Outcome.UNRESOLVED)
    changed = [path for path in render(claims, folder) if path.read_bytes() != before[path]]
    assert changed == [folder / "README.md", folder / "sample" / "other.md"]


def test_laws_and_distributions_have_pages_and_few_pictures(chance):
    render([], chance, shelf=Shelf(statements=ALL, limits=(LIMIT, marchenko_pastur(2.5, 3.0))))
    assert files(chance) == {
        "README.md",
        "vocabulary.md",
        "laws.md",
        "distributions.md",
        "distributions/bulk.png",
        CHANCE,
        "small/small_laws.png",
    }
    assert (chance / "laws.md").read_text().startswith("# Laws, tails and means")
    assert (chance / "distributions.md").read_text().startswith("# Distributions")


def test_equal_records_give_equal_pictures(chance):
    path = chance / "small" / "small_laws.png"
    before = path.read_bytes()
    path.unlink()
    render([], chance, shelf=Shelf(statements=ALL))
    assert path.read_bytes() == before


def test_what_no_statement_needs_any_more_is_removed(chance):
    """A page and a picture of ours; nothing that somebody else put there, and no run that is kept."""
    mine = ["small/old.md", "small/old.png"]
    kept = ["small/notes.md", "small/photo.png", "small/simulations/fig-1.md", "small/simulations/fig-1.png"]
    page, picture = (chance / "README.md").read_bytes(), (chance / "small" / "small_laws.png").read_bytes()
    (chance / "small" / "simulations").mkdir()
    (chance / "small" / "old.md").write_text("# Old\n\n[Status of the catalogue](../README.md)\n")
    (chance / "small" / "old.png").write_bytes(picture)
    (chance / "small" / "notes.md").write_text("# Notes of my own\n")
    (chance / "small" / "photo.png").write_bytes(b"\x89PNG of somebody else")
    (chance / "small" / "simulations" / "fig-1.md").write_bytes(page)
    (chance / "small" / "simulations" / "fig-1.png").write_bytes(picture)
    render([], chance, shelf=Shelf(statements=ALL))
    assert set(kept) <= files(chance)
    assert not set(mine) & files(chance)


def test_without_statements_and_distributions_there_are_no_such_pages(samples):
    claims, folder = samples
    render(claims, folder)
    assert not (folder / "laws.md").exists()
    assert not (folder / "distributions.md").exists()
    assert "Statements about distributions" not in (folder / "README.md").read_text()


def test_a_broken_record_is_named(samples):
    Store(samples[1]).path(CLAIMS).write_text("{")
    with pytest.raises(ValueError, match=r"claims\.jsonl, line 1: "):
        render(*samples)


def test_two_pages_do_not_share_a_name(samples):
    listed = replace(weyl.paper, items=("sample/weyl",))
    claims = [replace(weyl, paper=listed, file=Path("theorems/errata.py"))]
    with pytest.raises(ValueError, match=r"two pages have one name, sample/errata\.md"):
        render(claims, samples[1])


def test_two_statements_do_not_share_a_place(tmp_path):
    with pytest.raises(ValueError, match="small-true"):
        render([], tmp_path, shelf=Shelf(statements=(true, replace(true, name="small~true"))))


# The command `perturb report`, on a small catalogue.


@pytest.fixture
def report(samples, monkeypatch):
    claims, folder = samples
    monkeypatch.setattr(command, "catalogue", lambda: {claim.id: claim for claim in claims})
    monkeypatch.setattr(shelves, "shelf", lambda: Shelf())
    return lambda *options: CliRunner().invoke(main, ["report", "--out", str(folder), *options])


def test_rendering_writes_the_pages_and_the_check_agrees(report, samples):
    assert report("--render-only").exit_code == 0
    assert (samples[1] / "sample" / "three.md").is_file()
    found = report("--check")
    assert found.exit_code == 0, found.output
    assert found.output == f"{samples[1]} matches the catalogue\n"


def test_the_check_names_each_difference_and_what_to_do(report, samples):
    report("--render-only")
    (samples[1] / "sample" / "three.md").unlink()
    found = report("--check")
    assert found.exit_code == 1
    assert found.output.splitlines() == [
        "sample/three.md: missing",
        f"1 differences between {samples[1]} and the catalogue; perturb report renews what they name",
    ]


def test_a_broken_record_is_a_line_and_no_traceback(report, samples):
    Store(samples[1]).path(CLAIMS).write_text("{")
    for option in ("--check", "--render-only"):
        found = report(option)
        assert found.exit_code == 2
        assert "claims.jsonl, line 1: " in found.output
        assert "Traceback" not in found.output


def test_benchmarks_and_simulations_that_are_there_are_listed(report, samples):
    (samples[1] / "benchmarks").mkdir()
    (samples[1] / "benchmarks" / "speed.md").write_text("# How fast\n")
    assert report("--render-only").exit_code == 0
    assert "- [How fast](benchmarks/speed.md)" in (samples[1] / "README.md").read_text()
    assert report("--check").exit_code == 0


# Runs of experiments, quick and full: their pages come from the records, and old ones are noticed.


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


# The page of a simulation: how it says which draws it holds.


@pytest.fixture(scope="module")
def results():
    return run(FIG_4, draws=40, sizes=(5,))


def test_the_page_says_how_to_draw_the_same_again(results):
    text = simulation_page(FIG_4, results)
    assert "perturb simulate riedi2022/fig-4 --draws 40 --sizes 5 --seed 33" in text
    assert "![" not in text
    assert "![Largest" in simulation_page(FIG_4, results, "fig-4.png")


def test_an_interrupted_run_says_so_first(results):
    text = simulation_page(FIG_4, replace(results, interrupted=True))
    assert "**Interrupted**" in text
    assert "To reproduce" not in text


def test_events_are_counted_with_their_band():
    text = simulation_page(EXCEPTIONS, run(EXCEPTIONS, draws=30, sizes=(5,)))
    assert "| n | draws | events | fraction | probability, with its band | verdict |" in text
    assert "Probabilities have Clopper-Pearson bands, as much wider." in text


# Pages that other pages link to: listed before they are written, when the record of the run is there.


REPORTS = Path(__file__).parents[2] / "reports"


def test_the_page_of_a_recorded_run_is_listed_before_it_is_rendered(tmp_path):
    shutil.copytree(REPORTS / "records", tmp_path / "records")
    rendered = {page for _, page in further(tmp_path)}
    assert "riedi2022/simulations/fig-4.md" in rendered
    assert "riedi2022/simulations/full/fig-4.md" in rendered
    assert "riedi2022/simulations/fig-2.md" not in rendered  # no run: its page is drawn, not rendered
    assert all((REPORTS / page).is_file() for page in rendered)


def test_nothing_is_listed_of_an_empty_folder(tmp_path):
    assert further(tmp_path) == []
