"""Everything that installed packages declare, by kind: one walk finds each thing once."""

from __future__ import annotations

import gc
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path
from types import ModuleType
from typing import Any

from perturb.process import sources
from perturb.statements.chance import Bound, Law
from perturb.statements.claim import Claim
from perturb.statements.erratum import Erratum, Remark
from perturb.statements.experiment import Experiment
from perturb.statements.picture import Curves, Picture

CLAIMS, SIMULATIONS = GROUPS = sources.CATALOGUE, "perturb.simulations"
Statement = Claim | Law | Bound
# Tuples: whatever stands in a module is asked.
ANYWHERE, AT_HOME = (Experiment, Picture, Remark, Curves, Erratum), (Claim, Law, Bound)


@dataclass(frozen=True)
class Declared:
    """What was found, in the order of the walk.

    `claims` and `laws` (laws, tails and means) by id, `experiments` and `pictures` by name, `remarks` by the
    item that they are on, `curves` by the file that they are drawn into, `errata` by id.
    """

    claims: dict[str, Claim] = field(default_factory=dict)
    laws: dict[str, Law | Bound] = field(default_factory=dict)
    experiments: dict[str, Experiment] = field(default_factory=dict)
    pictures: dict[str, Picture] = field(default_factory=dict)
    remarks: dict[str, Remark] = field(default_factory=dict)
    curves: dict[str, Curves] = field(default_factory=dict)
    errata: dict[str, Erratum] = field(default_factory=dict)

    @property
    def statements(self) -> dict[str, Statement]:
        return {**self.claims, **self.laws}

    @property
    def drawn(self) -> dict[str, Experiment | Picture]:
        """What `perturb simulate` draws."""
        return {**self.experiments, **self.pictures}

    def add(self, value: Statement | Experiment | Picture | Remark | Curves | Erratum) -> None:
        """ValueError when something else is called so."""
        match value:
            case Experiment():  # first, as it is a law too
                _keep(self.experiments, value.name, value, self.pictures)
            case Picture():
                _keep(self.pictures, value.name, value, self.experiments)
            case Claim():
                _keep(self.claims, value.id, value, self.laws)
            case Law() | Bound():
                _keep(self.laws, value.id, value, self.claims)
            case Remark():
                for item in value.items:
                    _keep(self.remarks, item, value)
            case Curves():
                _keep(self.curves, value.file, value)
            case Erratum():
                _keep(self.errata, value.id, value)


def _keep(known: dict[str, Any], name: str, value: Any, others: Mapping[str, Any] | None = None) -> None:
    first = (others or {}).get(name) or known.setdefault(name, value)
    if first is not value:
        where = " and ".join(
            str(one.file) for one in (first, value) if isinstance(one, Statement) and one.file
        )
        raise ValueError(f"id {name!r} is declared twice{where and ': '}{where}")


def collect(*groups: str) -> Declared:
    """What the packages of these entry-point groups declare, of all groups without any.

    ValueError when two things of one kind share their name.
    """
    found = Declared()
    with _keeping_all():
        for group in groups or GROUPS:
            for module in sources.declared(group):
                for value in declared_in(module):
                    found.add(value)
    return found


@contextmanager
def _keeping_all() -> Iterator[None]:
    """No search for garbage: what is declared stays, and looking through it takes a tenth of the time."""
    before = gc.isenabled()
    gc.disable()
    try:
        yield
    finally:
        if before:
            gc.enable()


def declared_in(module: ModuleType) -> Iterator[Any]:
    """The top-level values of a module that can be declared, lists opened, in their order.

    A claim, law, tail or mean belongs to the module that its body is in: imported, it is not declared again.
    """
    file = Path(module.__file__) if module.__file__ else None
    for entry in vars(module).values():
        for value in entry if isinstance(entry, list) else (entry,):
            if isinstance(value, ANYWHERE) or (
                isinstance(value, AT_HOME) and file is not None and value.file == file
            ):
                yield value


def everything() -> dict[str, Statement]:
    """Every claim, law, tail and mean, by id, in the order of ids."""
    return dict(sorted(collect(CLAIMS).statements.items()))


def catalogue() -> dict[str, Claim]:
    """Every claim, by id, in the order of ids."""
    return dict(sorted(collect(CLAIMS).claims.items()))


def laws() -> dict[str, Law | Bound]:
    """Every law, tail and mean beside the claims, by id, in the order of ids."""
    return dict(sorted(collect(CLAIMS).laws.items()))


def experiments() -> dict[str, Experiment]:
    """Every declared experiment by name, in the order of names."""
    return dict(sorted(collect(SIMULATIONS).experiments.items()))


def pictures() -> dict[str, Picture]:
    """Every declared picture by name, in the order of names."""
    return dict(sorted(collect(SIMULATIONS).pictures.items()))
