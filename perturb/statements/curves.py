"""The noun Curves: a printed bound, a sharper one and the truth over their natural parameter."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from perturb.statements.paper import Paper
from perturb.types import FloatArray, Function

Curve = Function


@dataclass(frozen=True)
class Curves:
    """One picture. Each curve takes the grid, shape (k,), and gives NaN where the bound does not apply.

    name       of the picture's file, in the folder of the paper
    parameter  the horizontal axis in LaTeX, without dollar signs; `quantity` the vertical one
    printed    bounds as printed by label; `sharpened` those that are proved, `truth` what is attained
    of         ids of the claims that the curves draw
    note       what a reader has to know, in markdown
    log, log_x   logarithmic axes; `low` and `top` the ends of the vertical one
    """

    paper: Paper
    name: str
    title: str
    parameter: str
    quantity: str
    grid: FloatArray
    printed: Mapping[str, Curve]
    sharpened: Mapping[str, Curve]
    truth: Mapping[str, Curve]
    of: Sequence[str] = ()
    note: str = ""
    log: bool = True
    log_x: bool = False
    low: float | None = None
    top: float | None = None

    @property
    def file(self) -> str:
        """The picture, from the folder of the reports."""
        return f"{self.paper.key}/{self.name}.png"
