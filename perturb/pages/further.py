"""The pages that other commands write into the reports: simulations, long runs of these, benchmarks."""

from __future__ import annotations

from pathlib import Path

from perturb.montecarlo import experiments, pictures
from perturb.pages.material import Extra
from perturb.pages.places import FULL, page_of
from perturb.results.store import RUNS, Store


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
    return there + _benchmarks(folder)


def _benchmarks(folder: Path) -> list[tuple[str, str]]:
    """Pages that `make bench` wrote, by their titles."""
    pages = sorted((folder / "benchmarks").glob("*.md"))
    titles = [page.read_text(encoding="utf-8").partition("\n")[0].lstrip("# ") for page in pages]
    return [(title, f"benchmarks/{page.name}") for title, page in zip(titles, pages, strict=True)]
