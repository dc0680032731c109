"""The noun Picture: a figure that is no histogram, drawn by a declared function."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import TYPE_CHECKING

from perturb.statements.paper import Paper

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
