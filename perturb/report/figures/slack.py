"""The slack histogram of a claim: log10 of the relative margin, with exact equality as a bar of its own."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import Any

import numpy as np
from matplotlib.backends.backend_agg import FigureCanvasAgg
from matplotlib.figure import Figure
from matplotlib.ticker import MaxNLocator

from perturb import files
from perturb.report.records import violated

WIDTH = 0.5
BAR, ATOM = "#7a9cc0", "#b2182b"
MARGINS = {"left": 0.085, "right": 0.985, "top": 0.89, "bottom": 0.19}  # an engine would draw all twice


def has_slack(record: Mapping[str, Any]) -> bool:
    slack = record.get("slack") or {}
    return bool(sum(slack.get("counts", [])) or slack.get("equality", 0))


def slack_figure(record: Mapping[str, Any]) -> Figure:
    """Certified points by distance to equality: counts in bins of width 0.5 from `low` on, and `equality`."""
    slack = record["slack"]
    edges = slack["low"] + WIDTH * np.arange(len(slack["counts"]) + 1)
    figure = Figure(figsize=(7.0, 2.9), dpi=110)
    FigureCanvasAgg(figure)
    axes = figure.add_subplot()
    figure.subplots_adjust(**MARGINS)
    axes.bar(
        edges[:-1], slack["counts"], width=WIDTH, align="edge", color=BAR, edgecolor="white", linewidth=0.4
    )
    at = slack["low"] - 1.5
    axes.bar([at], [slack["equality"]], width=1.0, color=ATOM)
    axes.axvline(slack["low"] - 0.5, color="#999999", lw=0.8, ls=":")
    ticks = [tick for tick in range(int(slack["low"]) + 1, int(edges[-1]) + 1) if tick % 4 == 0]
    # The first bin also collects everything below it.
    first, least = slack["low"] + WIDTH / 2, f"$<10^{{{slack['low'] + WIDTH:g}}}$"
    axes.set_xticks([at, first, *ticks], ["equal", least, *[f"$10^{{{tick}}}$" for tick in ticks]])
    axes.set_xlim(at - 1, max(float(edges[-1]), slack["low"] + 1.0))
    _label(axes, slack, at)
    axes.set_title(_title(slack, violated(record)), fontsize=10)
    return figure


def _label(axes: Any, slack: Mapping[str, Any], at: float) -> None:
    tall = max([*slack["counts"], slack["equality"], 1])
    if tall > 50:
        axes.set_yscale("symlog", linthresh=1)
        axes.set_ylim(0, 4 * tall)
    else:
        axes.set_ylim(0, 1.25 * tall)
        axes.yaxis.set_major_locator(MaxNLocator(integer=True))
    axes.text(
        at, slack["equality"], f"{slack['equality']:,}", ha="center", va="bottom", fontsize=8, color=ATOM
    )
    axes.set_xlabel("relative margin of the tightest relation at a point", fontsize=9)
    axes.set_ylabel("points", fontsize=9)
    axes.tick_params(labelsize=8)
    axes.spines[["top", "right"]].set_visible(False)


def _title(slack: Mapping[str, Any], failing: int) -> str:
    points = sum(slack["counts"]) + slack["equality"]
    if failing:
        return f"{points:,} certified points by their distance to equality, beside {failing:,} violations"
    return f"{points:,} certified points where the statement holds: how far from equality"


def digest(record: Mapping[str, Any]) -> str:
    """Names the data of a figure; stored in the image, so that an old picture is noticed."""
    data = [record["slack"], violated(record)]
    return files.digest(data)


def save_slack(record: Mapping[str, Any], path: Path) -> None:
    files.save_picture(slack_figure(record), path, digest(record))


def is_of(record: Mapping[str, Any], path: Path) -> bool:
    """The picture was drawn from this record."""
    return files.drawn_from(digest(record), path)
