"""How an attempt at a goal ends without a proof."""

from __future__ import annotations

from perturb.prove.path import Path
from perturb.prove.spoken import case
from perturb.prove.statement import Goal, SizedClaim


class Unfinished(Exception):
    """A goal that is not proved, and the case that is not closed; where one is known, as LaTeX."""

    def __init__(self, statement: SizedClaim, goal: Goal, path: Path | None) -> None:
        super().__init__(goal)
        self.statement, self.goal, self.path = statement, goal, path

    def __str__(self) -> str:
        return case(self.statement, self.path, self.goal)


class Open(Unfinished):
    """A branch that could not be closed; `model` is an index of a sampled point that fits it."""

    def __init__(self, statement: SizedClaim, goal: Goal, path: Path, model: int | None) -> None:
        super().__init__(statement, goal, path)
        self.model = model


class OutOfTime(Unfinished):
    """The deadline has passed."""
