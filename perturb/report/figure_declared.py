"""Pictures that are no histograms: the file and its page."""

from __future__ import annotations

from pathlib import Path

import click
from matplotlib.backends.backend_agg import FigureCanvasAgg
from matplotlib.figure import Figure

from perturb.picture import Picture
from perturb.report.histogram import save
from perturb.witness import write_whole


def figure(picture: Picture, seed: int | None = None) -> Figure:
    """The drawn figure; `seed` replaces the declared one."""
    drawn = Figure(figsize=picture.size, dpi=110, layout="constrained")
    FigureCanvasAgg(drawn)
    picture.draw(drawn, picture.seed if seed is None else seed)
    return drawn


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
    save(figure(picture, seed), png)
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
