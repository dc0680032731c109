"""What every result says of itself: `Told` is the protocol of the family.

A result is what an examination gives: `Evidence` of a claim, `LawEvidence` of a law, tail or mean, and those
of perturb.api (`Several` of several, `Relations`, `Universal`, `Tightened`, `Goodness`, `Ranking`,
`SpectrumGoodness`, `Simulated`). It gives its lines, its Markdown and its rows, and examines nothing anew.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from perturb.process.output import frame

if TYPE_CHECKING:
    from pandas import DataFrame


class Told:
    """A result that prints as text, shows itself in a notebook, and gives its rows as a pandas table."""

    def lines(self) -> list[str]:
        raise NotImplementedError

    def markdown(self) -> str:
        raise NotImplementedError

    def rows(self) -> list[dict[str, Any]]:
        raise NotImplementedError

    def __repr__(self) -> str:
        return "\n".join(self.lines())

    def _repr_markdown_(self) -> str:
        return self.markdown()

    def to_frame(self) -> DataFrame:
        """A pandas table; ImportError without the extra `report`."""
        return frame(self.rows())
