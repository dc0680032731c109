"""The pages that other commands write into the reports: simulations, long runs of these, benchmarks.

`pages` renders those of declared experiments from the records of their runs, runs of the full profile apart;
`further` names all that are there.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from pathlib import Path

from perturb.laws.stats.bins import Bins
from perturb.montecarlo import experiments, pictures
from perturb.montecarlo.result import Results, SizeResult
from perturb.pages.material import Extra
from perturb.pages.places import BOARD, FULL, page_of, simulation
from perturb.pages.report.simulation import simulation_page
from perturb.results.store import PROBLEMS, RUNS, Store
from perturb.statements.experiment import Experiment, label
from perturb.statements.shelf import Shelf

BOARD_TITLE = "Open and lately settled problems"
Runs = Mapping[str, Mapping[str, Results]]  # by profile, then by the name of the experiment


def pages(shelf: Shelf, runs: Runs) -> dict[str, str]:
    """A page for each run of an experiment as it is declared now, by file."""
    texts = {}
    for profile, found in runs.items():
        for name, experiment in _experiments(shelf).items():
            if name in found and _is_of(found[name], experiment):
                picture = f"{simulation(name)[1]}.png"
                texts[page_of(name, profile)] = simulation_page(experiment, found[name], picture)
    return texts


def stale(shelf: Shelf, runs: Runs, folder: Path) -> Iterator[str]:
    """What does not match the experiments, one line each. Only a run of the quick profile must be there."""
    known = _experiments(shelf)
    yield from (f"{name}: no record of a run" for name in known if name not in runs.get("quick", {}))
    for profile, found in runs.items():
        for name, results in sorted(found.items()):
            if name not in known:
                yield f"{name}: a record of a run ({profile}) of no experiment"
            elif not _is_of(results, known[name]):
                yield f"{name}: the experiment has changed since its run ({profile})"
            elif not (folder / _picture(name, profile)).is_file():
                yield f"{_picture(name, profile)}: missing"


def _picture(name: str, profile: str) -> str:
    return page_of(name, profile).removesuffix(".md") + ".png"


def _experiments(shelf: Shelf) -> dict[str, Experiment]:
    return {law.name: law for law in shelf.laws if isinstance(law, Experiment)}


def _is_of(results: Results, experiment: Experiment) -> bool:
    """Was this drawn by the statistic, and counted in the bins, that the experiment has now?"""
    cases = {label(case) for case in experiment.cases}
    same = results.stream_key == experiment.stream_key
    return same and all(size.case in cases and _is_counted(size, experiment) for size in results.sizes)


def _is_counted(size: SizeResult, experiment: Experiment) -> bool:
    column = experiment.columns.get(size.column)
    if column is None:
        return False
    return len(size.counts) in ((len(column.edges()) - 1,) if isinstance(column, Bins) else (2, 3))


def further(folder: Path) -> Extra:
    """(title, path from the folder) of those that are there, or that the record of a run is rendered to.

    Raises RecordError for a broken record.
    """
    titles = {e.name: e.title for e in experiments().values()}
    titles |= {p.name: p.title for p in pictures().values()}
    pages = [(titles[name], page_of(name)) for name in sorted(titles)]
    # Long runs are kept from `perturb simulate NAME --profile full`.
    pages += [(f"{titles[name]}, full profile", page_of(name, FULL)) for name in sorted(titles)]
    recorded = {page_of(name, profile) for profile, kind in RUNS.items() for name in Store(folder).read(kind)}
    there = [page for page in pages if page[1] in recorded or (folder / page[1]).exists()]
    board = [(BOARD_TITLE, BOARD)] if (folder / BOARD).exists() or Store(folder).read(PROBLEMS) else []
    return board + there + _benchmarks(folder)


def _benchmarks(folder: Path) -> list[tuple[str, str]]:
    """Pages that `make bench` wrote, by their titles."""
    pages = sorted((folder / "benchmarks").glob("*.md"))
    titles = [page.read_text(encoding="utf-8").partition("\n")[0].lstrip("# ") for page in pages]
    return [(title, f"benchmarks/{page.name}") for title, page in zip(titles, pages, strict=True)]
