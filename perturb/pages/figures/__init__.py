"""The pictures, byte for byte the same from the same data: of laws, distributions, curves and runs.

What a picture of the reports is stands here: `Drawing`, the protocol of those that `perturb.pages.render`
lists. It needs matplotlib, and imports what `perturb.pages` may.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path

from matplotlib.figure import Figure

from perturb.process import output


@dataclass(frozen=True)
class Drawing:
    """`file` is a path from the folder of the reports; `stamp` names the data and is stored in the file.

    One that is `portable` can be pickled: a worker may draw it.
    """

    file: str
    stamp: str
    draw: Callable[[], Figure]
    portable: bool = False

    def save(self, folder: Path) -> Path:
        """Draw and write it; the path. Equal data give equal bytes."""
        path = folder / self.file
        path.parent.mkdir(parents=True, exist_ok=True)
        output.save_picture(self.draw(), path, self.stamp)
        return path

    def is_in(self, folder: Path) -> bool:
        """The picture is there and was drawn from these data."""
        return output.drawn_from(self.stamp, folder / self.file)
