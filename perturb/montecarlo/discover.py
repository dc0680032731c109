"""Experiments and pictures, found through the entry-point group `perturb.simulations` of any package."""

from __future__ import annotations

import pkgutil
from collections.abc import Iterator
from difflib import get_close_matches
from importlib import import_module
from importlib.metadata import entry_points
from types import ModuleType

from perturb.montecarlo.plan import Experiment
from perturb.picture import Picture

GROUP = "perturb.simulations"


def experiments() -> dict[str, Experiment]:
    """Every declared experiment by name, sorted; ValueError when two different ones share a name."""
    return {name: found for name, found in _declared().items() if isinstance(found, Experiment)}


def pictures() -> dict[str, Picture]:
    """Every declared picture by name, sorted; ValueError when two different ones share a name."""
    return {name: found for name, found in _declared().items() if isinstance(found, Picture)}


def find(name: str) -> Experiment | Picture:
    """What has this name, "paper/figure" or "figure" alone; LookupError naming close matches."""
    known = _declared()
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


def _declared() -> dict[str, Experiment | Picture]:
    found: dict[str, Experiment | Picture] = {}
    for entry in sorted(entry_points(group=GROUP)):
        for value in _inside(import_module(entry.module)):
            if found.setdefault(value.name, value) is not value:
                raise ValueError(f"two experiments are called {value.name}")
    return dict(sorted(found.items()))


def _inside(package: ModuleType) -> Iterator[Experiment | Picture]:
    for module in _modules(package):
        yield from (value for value in vars(module).values() if isinstance(value, Experiment | Picture))


def _modules(package: ModuleType) -> Iterator[ModuleType]:
    yield package
    paths = getattr(package, "__path__", [])
    for info in pkgutil.walk_packages(paths, package.__name__ + "."):
        yield import_module(info.name)
