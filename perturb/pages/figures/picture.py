"""Pictures that are no histograms: the file and its page."""

from __future__ import annotations

from pathlib import Path

from matplotlib.backends.backend_agg import FigureCanvasAgg
from matplotlib.figure import Figure

from perturb.montecarlo import experiments, pictures
from perturb.montecarlo.result import Results
from perturb.pages.figures import histogram
from perturb.pages.places import simulation
from perturb.pages.report.statement import as_printed
from perturb.process.output import save_picture, write_whole
from perturb.statements.experiment import Picture


def figure(picture: Picture, seed: int | None = None) -> Figure:
    """The drawn figure; `seed` replaces the declared one."""
    drawn = Figure(figsize=picture.size, dpi=85, layout="constrained")
    FigureCanvasAgg(drawn)
    picture.draw(drawn, picture.seed if seed is None else seed)
    return drawn


def page(picture: Picture, seed: int, module: str) -> str:
    """Markdown: the figure, its source, what to know, how to reproduce it."""
    shown = f"![{picture.title}]({simulation(picture.name)[1]}.png)"
    again = f"To reproduce, with the same libraries to the byte:\n\n    python -m {module} --seed {seed}"
    covers = f"Shows {', '.join(f'`{item}`' for item in picture.covers)}." if picture.covers else ""
    source = f"Source: {picture.source}."
    head = [f"# {picture.title}", f"`{picture.name}`", as_printed(picture), source]
    parts = [*head, shown, picture.note, covers, again]
    return "\n\n".join(part for part in parts if part) + "\n"


def write(picture: Picture, folder: Path, seed: int | None = None) -> tuple[Path, Path]:
    """Write `<figure>.png` and `<figure>.md` into `folder` (made if missing); their paths."""
    folder.mkdir(parents=True, exist_ok=True)
    _, stem = simulation(picture.name)
    png, text = folder / f"{stem}.png", folder / f"{stem}.md"
    save_picture(figure(picture, seed), png)
    used = picture.seed if seed is None else seed
    # The module is called __main__ when it is run as a script.
    module = Path(picture.draw.__code__.co_filename).stem
    write_whole(text, page(picture, used, f"simulations.{picture.name.partition('/')[0]}.{module}"))
    return png, text


def draw_run(name: str, results: Results, out: Path) -> Path:
    """The histograms of a run of an experiment, beside its page under `out`; the file."""
    return histogram.draw(experiments()[name], results, out / simulation(name)[0])


def draw_picture(name: str, out: Path) -> Path:
    """A declared picture and its page under `out`; the file of the picture."""
    return write(pictures()[name], out / simulation(name)[0])[0]
