"""What the literature knows of a statement that is open, partly settled, or settled a short while ago.

A claim that is declared with `problem=` belongs to the board of problems (`reports/open`): the ordinary
examination of the catalogue, its mutants and constants leave it out, while every command takes it by its id.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from enum import StrEnum

from perturb.statements.paper import Status

DAY = re.compile(r"\d{4}(-\d\d){0,2}")


class State(StrEnum):
    """What the literature says: "partly" is open beyond the cases that are named as known."""

    OPEN = "open"
    PARTLY = "partly"
    PROVED = "proved"
    REFUTED = "refuted"

    @property
    def settled(self) -> bool:
        return self in (State.PROVED, State.REFUTED)

    @property
    def status(self) -> Status:
        """The status of a claim whose state this is."""
        settled = {State.PROVED: Status.PROVED, State.REFUTED: Status.REFUTED}
        return settled.get(self, Status.CONJECTURED)


@dataclass(frozen=True)
class Posed:
    """Who asked it and where, what is known, and when the literature was looked at.

    `checked` is a day or a year: the statement's state is told as of it. `said` is where the state stands, if
    not in `source`. `known` names the settled cases, `least` and `most` what is known of the best constant
    from below and from above. `encodes` says what is examined where that is not the whole statement. `second`
    names the second route by which a refutation was confirmed, independent of the engine.
    """

    source: str
    state: State
    checked: str
    said: str = ""
    known: str = ""
    least: str = ""
    most: str = ""
    encodes: str = ""
    second: str = ""


def problem(
    source: str,
    state: str,
    checked: str,
    *,
    said: str = "",
    known: str = "",
    least: str = "",
    most: str = "",
    encodes: str = "",
    second: str = "",
) -> Posed:
    """Declare what is known of a problem; `Posed` says what each part is.

    Raises ValueError for a source without a year, for an unknown state, and for a day that is none.
    """
    if not re.search(r"\b(1[89]|20)\d\d\b", source):
        raise ValueError(f"problem: source = {source!r} names no year")
    if DAY.fullmatch(checked) is None:
        raise ValueError(f"problem: checked = {checked!r} must be a year, or a day as 2026-09-10")
    texts = (source, said, known, least, most, encodes, second)
    source, said, known, least, most, encodes, second = (" ".join(text.split()) for text in texts)
    return Posed(source, State(state), checked, said, known, least, most, encodes, second)
