"""What people assert of a statement."""

from __future__ import annotations

from enum import StrEnum

from perturb.statements.outcome import Outcome


class Status(StrEnum):
    """What people assert. What the engine finds is evidence and stands beside it.

    Beside the usual ones: "gap", true although the printed proof does not prove it; "misprint", false or
    without meaning as printed while the intended statement is clear from the text; "vacuous", hypotheses
    that no point meets.
    """

    PRINTED = "printed"
    PROVED = "proved"
    CORRECTED = "corrected"
    SHARPENED = "sharpened"
    REFUTED = "refuted"
    CONJECTURED = "conjectured"
    GAP = "gap"
    MISPRINT = "misprint"
    VACUOUS = "vacuous"

    @property
    def expects(self) -> Outcome:
        """The outcome of an examination that fits what people assert."""
        if self in (Status.REFUTED, Status.MISPRINT):
            return Outcome.REFUTED
        return Outcome.VACUOUS if self is Status.VACUOUS else Outcome.SURVIVED
