"""Histograms beside a density, byte-stable: those of an experiment beside its limit law, and of one sample.

`draw` has all of an experiment in one figure; `write_figure` has a sample beside its distribution: histogram
with the density, empirical cdf with its band.
"""

from __future__ import annotations

from pathlib import Path
from typing import Any

import numpy as np
from matplotlib.axes import Axes
from matplotlib.backends.backend_agg import FigureCanvasAgg
from matplotlib.figure import Figure
from matplotlib.ticker import MaxNLocator

from perturb.enclosure import Enclosure
from perturb.laws.distributions.base import ContinuousDistribution
from perturb.laws.stats.bands import dkw_radius
from perturb.laws.stats.bins import Bins
from perturb.laws.stats.goodness import GoodnessOfFit
from perturb.montecarlo.result import PanelCheck, Results, SizeResult, judge_panels
from perturb.pages.places import simulation
from perturb.process import output
from perturb.process.output import save_picture
from perturb.results import say
from perturb.statements.experiment import Experiment
from perturb.types import FloatArray

BAR = "#b8c9dc"
STYLES: tuple[dict[str, Any], ...] = (
    {"color": "#b2182b", "lw": 1.6},
    {"color": "#444444", "lw": 1.0, "ls": "--"},
)
LINES: tuple[dict[str, Any], ...] = tuple(
    {"color": color, "lw": 1.2, "ls": "-."} for color in ("#1b7837", "#762a83", "#b35806", "#000000")
)
MOST_COLUMNS = 6


def histogram(experiment: Experiment, results: Results) -> Figure:
    """One panel a size: density, reference law solid, contrast law dashed, marks as vertical lines.

    Sizes share their axes; several columns or cases have a row each. Probabilities are in the table only.
    """
    judged, _ = judge_panels(experiment, results)
    shown = [j for j in judged if isinstance(experiment.columns[j.size.column], Bins)]
    rows = _rows(shown)
    across = max(map(len, rows), default=1)
    figure = Figure(
        figsize=(max(6.0, 4.0 * across), 2.9 * max(1, len(rows)) + 1.0), dpi=85, layout="constrained"
    )
    FigureCanvasAgg(figure)
    firsts: dict[tuple[str, str], Axes] = {}
    for row, line in enumerate(rows):
        _row(figure, experiment, line, (len(rows), across, row), firsts)
    _captions(figure, experiment, results)
    return figure


def _rows(shown: list[PanelCheck]) -> list[list[PanelCheck]]:
    """A row for each case and column; a single one of many sizes is broken into lines of three."""
    groups: dict[tuple[str, str], list[PanelCheck]] = {}
    for judged in shown:
        groups.setdefault((judged.size.case, judged.size.column), []).append(judged)
    step = 3 if len(groups) == 1 else MOST_COLUMNS
    return [group[i : i + step] for group in groups.values() for i in range(0, len(group), step)]


def _row(
    figure: Figure,
    experiment: Experiment,
    line: list[PanelCheck],
    place: tuple[int, int, int],
    firsts: dict[tuple[str, str], Axes],
) -> None:
    """One line of panels; `firsts` holds the first panel of each case and column, which shares its axes."""
    rows, across, row = place
    size = line[0].size
    kind = size.case, size.column
    new, top = kind not in firsts, 0.0
    for index, judged in enumerate(line):
        share = firsts.get(kind)
        axes = figure.add_subplot(rows, across, row * across + index + 1, sharex=share, sharey=share)
        firsts.setdefault(kind, axes)
        axes.tick_params(labelleft=index == 0)
        _draw(axes, experiment, judged)
        top = max(top, 1.5 * axes.dataLim.ymax)
    # Room above the curves for the legend and the numbers.
    firsts[kind].set_ylim(0, top if new else max(top, firsts[kind].get_ylim()[1]))
    if new:
        firsts[kind].legend(loc="upper left", fontsize=7.5, frameon=False)


def _draw(axes: Axes, experiment: Experiment, judged: PanelCheck) -> None:
    size = judged.size
    bins = experiment.columns[size.column]
    assert isinstance(bins, Bins)
    edges = bins.edges()
    density = np.array(size.counts) / (size.draws * (edges[1] - edges[0]))
    axes.stairs(density, edges, fill=True, color=BAR, label="draws")
    x = np.linspace(edges[0], edges[-1], 400)
    for distribution, style in zip(experiment.named(size.case, size.column).values(), STYLES, strict=False):
        axes.plot(x, distribution.pdf(x), label=f"${distribution.latex}$", **style)
    for (label, value), style in zip(experiment.marks_of(size.panel).items(), LINES, strict=False):
        # Up to the room for legend and numbers.
        axes.axvline(value, ymax=0.68, label=label, **style)
    axes.set_title(", ".join(filter(None, (size.case, f"n = {size.n}"))), fontsize=10)
    axes.set_xlim(edges[0], edges[-1])
    if not isinstance(experiment.symbol, str):
        axes.set_xlabel(f"${experiment.symbol_of(size.column)}$", fontsize=8.5)
    # A label at either end would run into that of the panel beside it.
    axes.xaxis.set_major_locator(MaxNLocator(nbins=7, prune="both"))
    corner: dict[str, Any] = {"ha": "right", "va": "top", "fontsize": 7.5}
    axes.text(0.98, 0.96, _inset(experiment, judged), transform=axes.transAxes, **corner)


def _inset(experiment: Experiment, judged: PanelCheck) -> str:
    size = judged.size
    known = experiment.named(size.case, size.column)
    lines = [f"sup distance to ${one.latex}$: {distance(size, key)}" for key, one in known.items()]
    if known:
        lines.append(f"radius of the band at {judged.alpha:.1e}: {judged.radius:.4f}")
    if judged.verdict is not None:
        lines.append(f"{judged.statement}: {judged.verdict.value}")
    outside = size.below + size.above
    return "\n".join([*lines, f"draws outside the frame: {outside:,}"] if outside else lines)


def distance(size: SizeResult, distribution: str) -> str:
    """The bracket of the empirical distance to one by its key: one number when both ends round to it."""
    if distribution not in size.distances:
        return "not computed"
    lo, hi = (f"{end:.4f}" for end in size.distances[distribution])
    return lo if lo == hi else f"{lo} to {hi}"


def interval(enclosure: Enclosure) -> str:
    """Rounded outwards."""
    lo, hi = enclosure.lo, enclosure.hi
    return "not computed" if lo is None or hi is None else say.interval(lo, hi)


def _captions(figure: Figure, experiment: Experiment, results: Results) -> None:
    figure.suptitle(f"{experiment.title}\n{drawn(results)} draws a panel, seed {results.seed}", fontsize=11)
    caution = "" if experiment.rate else "a limit law without a rate says nothing at finite n"
    symbol = f"${experiment.symbol}$" if isinstance(experiment.symbol, str) else ""
    if any(experiment.references(case, column) for case, column in _kinds(experiment)):
        symbol = "\n".join(filter(None, (symbol, caution)))
    figure.supxlabel(symbol, fontsize=9)
    figure.supylabel("density", fontsize=9)


def _kinds(experiment: Experiment) -> set[tuple[str, str]]:
    return {(panel.case, panel.column) for panel in experiment.panels()}


def drawn(results: Results) -> str:
    draws = sorted({size.draws for size in results.sizes}) or [0]
    return f"{draws[0]:,}" if len(draws) == 1 else f"{draws[0]:,} to {draws[-1]:,}"


def draw(experiment: Experiment, results: Results, folder: Path) -> Path:
    """Write `<figure>.png` into `folder` (made if missing); its path."""
    folder.mkdir(parents=True, exist_ok=True)
    png = folder / f"{simulation(experiment.name)[1]}.png"
    output.save_picture(histogram(experiment, results), png)
    return png


SAMPLE = "#2f6690"
STEPS = 2_000  # vertices of the empirical cdf that are drawn


def sample_figure(
    sample: FloatArray, judged: GoodnessOfFit, limit: ContinuousDistribution | None, title: str, n: int | None
) -> Figure:
    """The distribution judged is solid; `limit`, if it is another one, is dashed."""
    figure = Figure(figsize=(10.5, 4.6), dpi=110, layout="constrained")
    FigureCanvasAgg(figure)
    left, right = figure.subplots(1, 2, sharex=True)
    low, high = _frame(sample, judged.distribution)
    distributions = (
        [judged.distribution]
        if limit is None or limit.name == judged.distribution.name
        else [judged.distribution, limit]
    )
    _density(left, sample, distributions, low, high)
    _band(right, sample, judged, distributions, low, high)
    size = "" if n is None else f"n = {n}, "
    verdict = judged.verdict if judged.tolerance is None else f"{judged.verdict} within {judged.tolerance:g}"
    head = f"{title}: {verdict} at alpha {judged.alpha:.0e}"
    facts = f"{size}{judged.draws:,} draws, distribution: {judged.distribution.name}"
    figure.suptitle(f"{head}\n{facts}", fontsize=11, parse_math=False)
    return figure


def _frame(sample: FloatArray, distribution: ContinuousDistribution) -> tuple[float, float]:
    """The bulk of both; tails are cut, heavy ones earlier, as they would flatten the rest."""
    levels = np.array([0.002, 0.25, 0.75, 0.998])
    x, y = np.quantile(sample, levels), np.asarray(distribution.ppf(levels))
    reach = 4 * max(x[2] - x[1], y[2] - y[1])
    low = max(min(x[0], y[0]), min(x[1], y[1]) - reach)
    high = min(max(x[3], y[3]), max(x[2], y[2]) + reach)
    margin = 0.04 * (high - low)
    return float(low - margin), float(high + margin)


def _density(
    axes: Axes, sample: FloatArray, distributions: list[ContinuousDistribution], low: float, high: float
) -> None:
    bins = int(np.clip(2 * len(sample) ** (1 / 3), 10, 80))
    counts, edges = np.histogram(sample, bins, (low, high))
    density = counts / (len(sample) * np.diff(edges))
    axes.stairs(density, edges, fill=True, color=BAR, label="sample")
    x = np.linspace(low, high, 600)
    for distribution, style in zip(distributions, STYLES, strict=False):
        axes.plot(x, distribution.pdf(x), label=distribution.name, **style)
    # A density that is unbounded at an end would flatten all the rest.
    curve = np.asarray(distributions[0].pdf(x))
    axes.set_ylim(0, 1.35 * max(density.max(), float(np.quantile(curve, 0.98))))
    axes.set_xlim(low, high)
    axes.set_ylabel("density")
    axes.set_xlabel("value")
    axes.legend(loc="upper right", fontsize=9, frameon=False)
    outside = int(np.sum((sample < low) | (sample > high)))
    if outside:
        corner: dict[str, Any] = {"ha": "left", "va": "top", "fontsize": 8, "transform": axes.transAxes}
        axes.text(0.02, 0.97, f"draws outside the frame: {outside:,}", **corner)


def _band(
    axes: Axes,
    sample: FloatArray,
    judged: GoodnessOfFit,
    distributions: list[ContinuousDistribution],
    low: float,
    high: float,
) -> None:
    x = np.quantile(sample, np.linspace(0, 1, min(len(sample), STEPS)), method="inverted_cdf")
    share = np.searchsorted(np.sort(sample), x, side="right") / len(sample)
    x, share = np.r_[min(low, x[0]), x, max(high, x[-1])], np.r_[0.0, share, 1.0]
    radius = dkw_radius(len(sample), judged.distance.alpha)
    ends = np.clip(share - radius, 0, 1), np.clip(share + radius, 0, 1)
    label = f"DKW band, radius {radius:.4f} at alpha {judged.distance.alpha:.0e}"
    axes.fill_between(x, *ends, step="post", color=BAR, lw=0, label=label)
    axes.step(x, share, where="post", color=SAMPLE, lw=1.0, label="empirical cdf")
    points = np.linspace(low, high, 600)
    for distribution, style in zip(distributions, STYLES, strict=False):
        axes.plot(points, distribution.cdf(points), label=distribution.name, **style)
    axes.set_ylim(-0.02, 1.42)  # room for the legend
    axes.set_yticks(np.linspace(0, 1, 6))
    axes.set_xlabel("value")
    axes.set_ylabel("cumulative probability")
    seen: dict[str, Any] = {"title": f"sup distance seen {judged.observed:.4f}", "alignment": "left"}
    axes.legend(loc="upper left", fontsize=8, title_fontsize=8, frameon=False, **seen)


def write_figure(figure: Figure, folder: Path, stem: str) -> Path:
    """`<stem>.png` in the folder, which is made if missing; its path."""
    folder.mkdir(parents=True, exist_ok=True)
    path = folder / f"{stem}.png"
    save_picture(figure, path)
    return path
