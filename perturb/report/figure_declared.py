"""The noun Picture: a figure that is no histogram, drawn by a declared function, with its page."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path

import click
from matplotlib.backends.backend_agg import FigureCanvasAgg
from matplotlib.figure import Figure

from perturb.report.histogram import save
from perturb.witness import write_whole


@dataclass(frozen=True, kw_only=True)
class Picture:
    """One figure: `draw` fills an empty matplotlib Figure and takes all its randomness from `seed`.

    name    "paper/figure"
    covers  ids of the printed items that it shows
    note    what a reader has to know, in markdown
    size    of the figure, in inches
    """

    name: str
    title: str
    source: str
    draw: Callable[[Figure, int], None]
    size: tuple[float, float]
    covers: tuple[str, ...] = ()
    note: str = ""
    seed: int = 0

    @property
    def slug(self) -> str:
        return self.name.replace("/", "-")

    def figure(self, seed: int | None = None) -> Figure:
        figure = Figure(figsize=self.size, dpi=110, layout="constrained")
        FigureCanvasAgg(figure)
        self.draw(figure, self.seed if seed is None else seed)
        return figure


def page(picture: Picture, seed: int, module: str) -> str:
    """Markdown: the figure, its source, what to know, how to reproduce it."""
    shown = f"![{picture.title}]({picture.slug}.png)"
    again = f"To reproduce, with the same libraries to the byte:\n\n    python -m {module} --seed {seed}"
    covers = f"Shows {', '.join(f'`{item}`' for item in picture.covers)}." if picture.covers else ""
    source = f"Source: {picture.source}."
    parts = [f"# {picture.title}", f"`{picture.name}`", source, shown, picture.note, covers, again]
    return "\n\n".join(part for part in parts if part) + "\n"


def write(picture: Picture, folder: Path, seed: int | None = None) -> tuple[Path, Path]:
    """Write `<name>.png` and `<name>.md` into `folder` (made if missing); their paths."""
    folder.mkdir(parents=True, exist_ok=True)
    png, text = folder / f"{picture.slug}.png", folder / f"{picture.slug}.md"
    save(picture.figure(seed), png)
    used = picture.seed if seed is None else seed
    # The module is called __main__ when it is run as a script.
    module = Path(picture.draw.__code__.co_filename).stem
    write_whole(text, page(picture, used, f"simulations.{picture.name.partition('/')[0]}.{module}"))
    return png, text


def main(picture: Picture) -> None:
    """The command line of a picture's own file."""

    @click.command(help=f"{picture.title} ({picture.name}).")
    @click.option("--seed", type=click.IntRange(0), default=picture.seed, show_default=True)
    @click.option("--out", type=click.Path(path_type=Path, file_okay=False), default=".", show_default=True)
    def command(seed: int, out: Path) -> None:
        for path in write(picture, out, seed):
            click.echo(path)

    command()
