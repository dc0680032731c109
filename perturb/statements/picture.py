"""What is drawn that is no histogram: the nouns Picture and Curves.

A picture is drawn by a declared function; curves are a printed bound, a sharper one and the truth over their
natural parameter.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

from perturb.statements.paper import Paper
from perturb.types import FloatArray, Function

if TYPE_CHECKING:  # drawing is an extra; a declaration must not need it
    from matplotlib.figure import Figure


@dataclass(frozen=True, kw_only=True)
class Picture:
    """One figure: `draw` fills an empty matplotlib Figure and takes all its randomness from `seed`.

    name    "paper/figure"
    covers  ids of the printed items that it shows
    printed what its page says of them: LaTeX, or items, where it is not all that it covers
    note    what a reader has to know, in markdown
    size    of the figure, in inches
    """

    name: str
    title: str
    source: str
    draw: Callable[[Figure, int], None]
    size: tuple[float, float]
    covers: tuple[str, ...] = ()
    paper: Paper | None = None
    printed: str | tuple[str, ...] = ""
    note: str = ""
    seed: int = 0

    kind = "picture"

    def __post_init__(self) -> None:
        if self.paper is not None:
            self.paper.says(self.printed)

    @property
    def id(self) -> str:
        return self.name


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
