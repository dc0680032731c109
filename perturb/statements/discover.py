"""Experiments and pictures, found through the entry-point group `perturb.simulations` of any package."""

from __future__ import annotations

from difflib import get_close_matches

from perturb import sources
from perturb.statements.experiment import Experiment
from perturb.statements.picture import Picture

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
    for module in sources.declared(GROUP):
        for value in vars(module).values():
            if isinstance(value, Experiment | Picture) and found.setdefault(value.name, value) is not value:
                raise ValueError(f"two experiments are called {value.name}")
    return dict(sorted(found.items()))
