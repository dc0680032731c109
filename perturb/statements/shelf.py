"""What stands beside the claims of the catalogue: remarks on items that are not checkable, curves, laws."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from perturb import sources
from perturb.distributions import ALL, ContinuousDistribution
from perturb.statements.chance import Bound, Law
from perturb.statements.claim import Claim, Paper, Remark
from perturb.statements.curves import Curves
from perturb.statements.registry import GROUP
from perturb.statements.registry import laws as stated


@dataclass(frozen=True)
class Shelf:
    """Remarks by their item, curves by module, laws with experiments, laws that have a picture.

    `statements` are the laws, tails and means that `perturb report` examines, by id.
    """

    remarks: Mapping[str, Remark] = field(default_factory=dict)
    curves: Sequence[Curves] = ()
    laws: Sequence[Law | Bound] = ()
    limits: Sequence[ContinuousDistribution] = ()
    statements: Sequence[Law | Bound] = ()


def papers(claims: Sequence[Claim]) -> list[Paper]:
    """Those whose items are listed: each has a page of its own."""
    return [paper for paper in dict.fromkeys(c.paper for c in claims) if paper.items]


def shelf() -> Shelf:
    """Everything that installed packages declare. ValueError when an item is remarked on twice."""
    from perturb.statements.discover import experiments

    remarks: dict[str, Remark] = {}
    curves: dict[str, Curves] = {}
    laws: dict[str, Law | Bound] = {}
    for value in _declared():
        if isinstance(value, Remark):
            _add(remarks, value)
        elif isinstance(value, Curves):
            curves.setdefault(value.file, value)
        elif isinstance(value, Law | Bound):
            laws.setdefault(value.name, value)
    laws |= experiments()
    beside = tuple(curves.values()), tuple(laws.values()), ALL, tuple(stated().values())
    return Shelf(dict(sorted(remarks.items())), *beside)


def _add(remarks: dict[str, Remark], new: Remark) -> None:
    for item in new.items:
        if remarks.setdefault(item, new) is not new:
            raise ValueError(f"item {item!r} is recorded twice as not checkable")


def _declared() -> Iterator[Any]:
    """The top-level values of every module of the catalogue, lists opened."""
    for module in sources.declared(GROUP):
        for value in vars(module).values():
            yield from value if isinstance(value, list) else (value,)
