"""What a report shows beside the claims: remarks on items that are not checkable, errata, curves, laws."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field

from perturb.laws.distributions import ALL, ContinuousDistribution
from perturb.statements.catalogue import collect
from perturb.statements.chance import Bound, Law
from perturb.statements.claim import Claim
from perturb.statements.erratum import Erratum, Remark, check
from perturb.statements.experiment import Curves
from perturb.statements.paper import Paper


@dataclass(frozen=True)
class Shelf:
    """Remarks by their item; curves; laws, experiments among them; limits that have a picture.

    `problems` are the claims of the board, `statements` the laws, tails and means that `perturb report`
    examines, both in the order of ids.
    """

    remarks: Mapping[str, Remark] = field(default_factory=dict)
    curves: Sequence[Curves] = ()
    laws: Sequence[Law | Bound] = ()
    limits: Sequence[ContinuousDistribution] = ()
    statements: Sequence[Law | Bound] = ()
    errata: Sequence[Erratum] = ()
    problems: Sequence[Claim] = ()


def papers(claims: Sequence[Claim]) -> list[Paper]:
    """Those whose items are listed: each has a page of its own."""
    return [paper for paper in dict.fromkeys(c.paper for c in claims) if paper.items]


def shelf() -> Shelf:
    """Everything that installed packages declare beside claims.

    ValueError when two things share a name, or an erratum names something that nothing declares.
    """
    found = collect()
    beside = {**found.laws, **found.experiments, **found.pictures, **found.remarks}
    check(found.errata.values(), found.claims, beside)
    return Shelf(
        remarks=dict(sorted(found.remarks.items())),
        curves=tuple(found.curves.values()),
        laws=(*found.laws.values(), *found.experiments.values()),
        limits=ALL,
        statements=tuple(law for _, law in sorted(found.laws.items())),
        errata=tuple(found.errata.values()),
        problems=tuple(one for _, one in sorted(found.problems.items())),
    )
