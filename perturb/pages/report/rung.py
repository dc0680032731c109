"""The rung of the ladder that a true statement stands on: proved by machine at some sizes, or seen at points.

The one place that pages ask; what is proved is what the store of proofs has of the statement as it is now.
"""

from __future__ import annotations

from typing import NamedTuple

from perturb.pages.material import Material
from perturb.statements.catalogue import Statement
from perturb.statements.paper import Outcome


class Badge(NamedTuple):
    """Words in capitals, and whether they are good news ("true"), bad ("false") or neither ("open")."""

    words: str
    kind: str

    @property
    def wrong(self) -> bool:
        return self.kind == "false"


AT_POINTS = Badge("SURVIVED AT POINTS", "open")
BY_DRAWS = Badge("CONSISTENT WITH DRAWS", "open")
OPEN = Badge("UNRESOLVED", "open")
UNSEEN = Badge("NOT EXAMINED", "open")
RUNGS = (AT_POINTS, BY_DRAWS, OPEN, UNSEEN)
AT_SIZES = r"PROVED AT n = \d+(?:, \d+)*"  # what the words of the highest rung look like


def rung(one: Statement, of: Material) -> Badge:
    """The sizes at which checked certificates prove a claim, else what was found at points or by draws."""
    if found := of.proofs.get(one.id):
        return Badge(f"PROVED AT n = {', '.join(str(proof.n) for proof in found)}", "true")
    record = of.records.get(one.id) or of.law_records.get(one.id)
    if record is None:
        return UNSEEN
    return {Outcome.SURVIVED: AT_POINTS, Outcome.CONSISTENT: BY_DRAWS}.get(record.outcome, OPEN)
