"""Pictures of bounds over their natural parameter: printed dashed, sharpened solid, truth black."""

from __future__ import annotations

from textwrap import fill

import numpy as np
from matplotlib.backends.backend_agg import FigureCanvasAgg
from matplotlib.figure import Figure
from matplotlib.ticker import FuncFormatter

from perturb.pages.figures import Drawing
from perturb.process import output
from perturb.statements.experiment import Curve, Curves
from perturb.types import FloatArray

WARM = ("#b2182b", "#ef8a62", "#8c510a", "#d8b365")
COOL = ("#2166ac", "#67a9cf", "#01665e", "#5ab4ac")
WIDTH = 76  # characters of a line of the title
BLACK = ("#222222", "#777777", "#aaaaaa")


def drawing(curves: Curves) -> Drawing:
    return Drawing(curves.file, digest(curves), lambda: figure(curves))


def drawn(curves: Curves) -> dict[str, dict[str, FloatArray]]:
    """The values of each curve on the grid, by kind and label; infinite ones are left out."""
    kinds = {"printed": curves.printed, "sharpened": curves.sharpened, "truth": curves.truth}
    return {
        kind: {label: _values(f, curves.grid) for label, f in found.items()} for kind, found in kinds.items()
    }


def _values(f: Curve, grid: FloatArray) -> FloatArray:
    with np.errstate(all="ignore"):
        values = np.asarray(f(grid), dtype=float) + np.zeros(len(grid))
    return np.where(np.isfinite(values), values, np.nan)


def figure(curves: Curves) -> Figure:
    picture = Figure(figsize=(7.0, 4.0), dpi=90, layout="constrained")
    FigureCanvasAgg(picture)
    axes = picture.add_subplot()
    styles = {"printed": (WARM, "--", 1.6), "sharpened": (COOL, "-", 1.8), "truth": (BLACK, ":", 2.0)}
    for kind, found in drawn(curves).items():
        colours, dashes, width = styles[kind]
        for k, (label, values) in enumerate(found.items()):
            colour = colours[k % len(colours)]
            axes.plot(curves.grid, values, ls=dashes, lw=width, color=colour, label=f"{kind}: {label}")
    if curves.log:
        axes.set_yscale("log")
        axes.yaxis.set_major_formatter(FuncFormatter(lambda y, _: f"{y:g}"))
        axes.yaxis.set_minor_formatter(
            FuncFormatter(lambda y, _: f"{y:g}" if str(f"{y:g}")[0] in "25" else "")
        )
    if curves.log_x:
        axes.set_xscale("log")
        axes.xaxis.set_major_formatter(FuncFormatter(lambda x, _: f"{x:g}"))
    axes.set_ylim(bottom=curves.low, top=curves.top)
    axes.set_xlim(float(curves.grid[0]), float(curves.grid[-1]))
    axes.set_xlabel(f"${curves.parameter}$", fontsize=10)
    axes.set_ylabel(f"${curves.quantity}$", fontsize=10)
    axes.set_title(fill(curves.title, WIDTH), fontsize=10)
    axes.tick_params(labelsize=8, which="both")
    axes.grid(True, which="major", lw=0.4, color="#dddddd")
    axes.spines[["top", "right"]].set_visible(False)
    axes.legend(fontsize=8, frameon=False)
    return picture


def digest(curves: Curves) -> str:
    """Names the data: values to nine digits, so that the last bits of a library play no part."""
    values = {
        kind: {label: [f"{x:.9g}" for x in array] for label, array in found.items()}
        for kind, found in drawn(curves).items()
    }
    data = [curves.title, curves.parameter, curves.quantity, [f"{x:.9g}" for x in curves.grid], values]
    return output.digest(data)
