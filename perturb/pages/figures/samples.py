"""One sample beside its distribution: histogram with the density, empirical cdf with its band."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import numpy as np
from matplotlib.axes import Axes
from matplotlib.backends.backend_agg import FigureCanvasAgg
from matplotlib.figure import Figure

from perturb.laws.distributions.base import ContinuousDistribution
from perturb.laws.stats.bands import dkw_radius
from perturb.laws.stats.goodness import GoodnessOfFit
from perturb.pages.figures.histogram import BAR, STYLES
from perturb.process.output import save_picture
from perturb.types import FloatArray

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
