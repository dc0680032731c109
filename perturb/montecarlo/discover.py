"""Experiments are found through the entry-point group `perturb.simulations`, in any installed package."""

from __future__ import annotations

import pkgutil
from collections.abc import Iterator
from difflib import get_close_matches
from importlib import import_module
from importlib.metadata import entry_points
from types import ModuleType

from perturb.montecarlo.plan import Experiment

GROUP = "perturb.simulations"


def experiments() -> dict[str, Experiment]:
    """Every declared experiment by name, sorted; ValueError when two different ones share a name."""
    found: dict[str, Experiment] = {}
    for entry in sorted(entry_points(group=GROUP)):
        for experiment in _inside(import_module(entry.module)):
            if found.setdefault(experiment.name, experiment) is not experiment:
                raise ValueError(f"two experiments are called {experiment.name}")
    return dict(sorted(found.items()))


def find(name: str) -> Experiment:
    """The experiment of this name, "paper/figure" or "figure" alone; LookupError naming close matches."""
    known = experiments()
    hits = [full for full in known if name in (full, full.rpartition("/")[2])]
    if name in known:
        return known[name]
    if len(hits) == 1:
        return known[hits[0]]
    if hits:
        raise LookupError(f"{name!r} is ambiguous: {', '.join(hits)}")
    close = get_close_matches(name, [*known, *(full.rpartition("/")[2] for full in known)], cutoff=0.4)
    hint = f"did you mean {', '.join(close)}?" if close else f"known: {', '.join(known) or 'none'}"
    raise LookupError(f"no experiment is called {name!r}; {hint}")


def _inside(package: ModuleType) -> Iterator[Experiment]:
    for module in _modules(package):
        yield from (value for value in vars(module).values() if isinstance(value, Experiment))


def _modules(package: ModuleType) -> Iterator[ModuleType]:
    yield package
    paths = getattr(package, "__path__", [])
    for info in pkgutil.walk_packages(paths, package.__name__ + "."):
        yield import_module(info.name)
