"""What the engine found about a statement."""

from __future__ import annotations

from enum import StrEnum


class Outcome(StrEnum):
    """What an examination ends with; never "true"."""

    SURVIVED = "survived"
    REFUTED = "refuted"
    VACUOUS = "vacuous"
    UNRESOLVED = "unresolved"
    CONSISTENT = "consistent"
