"""Histograms of an experiment beside its limit law: a figure and a markdown page, both byte-stable."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import numpy as np
from matplotlib.axes import Axes
from matplotlib.backends.backend_agg import FigureCanvasAgg
from matplotlib.figure import Figure
from matplotlib.ticker import MaxNLocator

from perturb.montecarlo.plan import Experiment
from perturb.montecarlo.result import Results, SizeResult
from perturb.stats.bands import dkw_radius

ALPHA = 1e-6
BAR = "#b8c9dc"
STYLES: tuple[dict[str, Any], ...] = (
    {"color": "#b2182b", "lw": 1.6},
    {"color": "#444444", "lw": 1.0, "ls": "--"},
)


def histogram(experiment: Experiment, results: Results) -> Figure:
    """One panel a size on shared axes: density, reference law solid, contrast law dashed."""
    count = max(1, len(results.sizes))
    columns = min(3, count)
    rows = -(-count // columns)
    figure = Figure(figsize=(max(6.0, 4.0 * columns), 2.9 * rows + 1.0), dpi=110, layout="constrained")
    FigureCanvasAgg(figure)
    panels = _panels(figure, rows, columns, count)
    for axes, size in zip(panels, results.sizes, strict=False):
        _draw(axes, experiment, size)
    if results.sizes:
        # Room above the curves for the legend and the numbers.
        panels[0].set_ylim(0, 1.45 * max(axes.dataLim.ymax for axes in panels))
    _captions(figure, panels[0], experiment, results)
    return figure


def _panels(figure: Figure, rows: int, columns: int, count: int) -> list[Axes]:
    """`count` panels on shared axes; those with nothing below them carry the tick labels."""
    panels: list[Axes] = []
    for index in range(count):
        share = panels[0] if panels else None
        axes = figure.add_subplot(rows, columns, index + 1, sharex=share, sharey=share)
        axes.tick_params(labelbottom=index + columns >= count, labelleft=index % columns == 0)
        panels.append(axes)
    return panels


def _draw(axes: Axes, experiment: Experiment, size: SizeResult) -> None:
    edges = experiment.bins.edges()
    width = edges[1] - edges[0]
    density = np.array(size.counts) / (size.draws * width)
    axes.stairs(density, edges, fill=True, color=BAR, label="draws")
    x = np.linspace(edges[0], edges[-1], 400)
    for law, style in zip(experiment.laws(), STYLES, strict=False):
        axes.plot(x, law.pdf(x), label=f"${law.latex}$", **style)
    axes.set_title(f"n = {size.n}", fontsize=10)
    axes.set_xlim(edges[0], edges[-1])
    # A label at either end would run into that of the panel beside it.
    axes.xaxis.set_major_locator(MaxNLocator(nbins=7, prune="both"))
    corner: dict[str, Any] = {"ha": "right", "va": "top", "fontsize": 7.5}
    axes.text(0.98, 0.96, _inset(experiment, size), transform=axes.transAxes, **corner)


def _inset(experiment: Experiment, size: SizeResult) -> str:
    lines = [f"sup distance to ${law.latex}$: {_distance(size, law.name)}" for law in experiment.laws()]
    lines.append(f"DKW radius at {ALPHA:.0e}: {dkw_radius(size.draws, ALPHA):.4f}")
    outside = size.below + size.above
    return "\n".join([*lines, f"draws outside the frame: {outside}"] if outside else lines)


def _captions(figure: Figure, first: Axes, experiment: Experiment, results: Results) -> None:
    draws = sorted({size.draws for size in results.sizes}) or [0]
    shown = f"{draws[0]:,}" if len(draws) == 1 else f"{draws[0]:,} to {draws[-1]:,}"
    figure.suptitle(f"{experiment.title}\n{shown} draws a panel, seed {results.seed}", fontsize=11)
    caution = "shown, never decisive: a limit law says nothing at finite n"
    figure.supxlabel(f"${experiment.symbol}$\n{caution}", fontsize=9)
    figure.supylabel("density", fontsize=9)
    if results.sizes:
        first.legend(loc="upper left", fontsize=7.5, frameon=False)


def save(figure: Figure, path: Path) -> None:
    """PNG without date or version, so that equal results give equal bytes."""
    figure.savefig(path, format="png", metadata={"Software": None})


def simulation_page(experiment: Experiment, results: Results, figure: str | None = None) -> str:
    """Markdown: what, source, table, how to reproduce; `figure` is a relative path to embed."""
    parts = [f"# {experiment.title}", f"`{experiment.name}`: ${experiment.symbol}$", experiment.note]
    parts.append(f"Source: {experiment.source}.")
    if results.interrupted:
        parts.append("**Interrupted**: the run holds what was done, the same as a run with fewer draws.")
    if figure is not None:
        parts.append(f"![{experiment.title}]({figure})")
    parts += ["\n".join(_table(experiment, results)), _reading(experiment), _reproduce(experiment, results)]
    return "\n\n".join(part for part in parts if part) + "\n"


def _table(experiment: Experiment, results: Results) -> list[str]:
    laws = experiment.laws()
    distances = [f"sup distance to ${law.latex}$" for law in laws]
    head = ["n", "draws", "mean", "sd", *distances, f"DKW radius at {ALPHA:.0e}"]
    lines = [_row(head), _row(["---:"] * len(head))]
    for size in results.sizes:
        moments = [f"{size.mean:.4f}", f"{size.variance**0.5:.4f}"]
        found = [_distance(size, law.name) for law in laws]
        radius = f"{dkw_radius(size.draws, ALPHA):.4f}"
        lines.append(_row([str(size.n), f"{size.draws:,}", *moments, *found, radius]))
    return lines


def _row(cells: list[str]) -> str:
    return "| " + " | ".join(cells) + " |"


def _distance(size: SizeResult, law: str) -> str:
    return f"{size.distances[law]:.4f}" if law in size.distances else "not computed"


def _reading(experiment: Experiment) -> str:
    return (
        f"At each n the distance between the law of the statistic and ${experiment.reference.latex}$ lies "
        f"within the DKW radius of the printed one, with a chance of at most {ALPHA:.0e} to be wrong (rung: "
        "confidence). This is shown and decides nothing: a limit law says nothing at a finite n."
    )


def _reproduce(experiment: Experiment, results: Results) -> str:
    draws = {size.draws for size in results.sizes}
    count = max(draws, default=experiment.draws)
    return (
        "To reproduce (the same bits for any number of workers, with the same libraries):\n\n"
        f"    perturb simulate {experiment.name} --draws {count} --seed {results.seed}"
    )


def write(experiment: Experiment, results: Results, folder: Path) -> tuple[Path, Path]:
    """Write `<name>.png` and `<name>.md` into `folder` (made if missing), slashes as hyphens; their paths."""
    folder.mkdir(parents=True, exist_ok=True)
    stem = experiment.name.replace("/", "-")
    png, page = folder / f"{stem}.png", folder / f"{stem}.md"
    save(histogram(experiment, results), png)
    page.write_text(simulation_page(experiment, results, png.name), encoding="utf-8")
    return png, page
