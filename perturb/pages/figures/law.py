"""The laws of a chapter: a row each, the histogram at its largest n and the distances over n."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np
from matplotlib.axes import Axes
from matplotlib.backends.backend_agg import FigureCanvasAgg
from matplotlib.figure import Figure

from perturb.enclosure import Verdict
from perturb.pages.figures import Drawing
from perturb.pages.figures.histogram import BAR
from perturb.process import output
from perturb.results.records import Histogram, LawCheck, LawRecord
from perturb.results.store import to_plain
from perturb.statements.chance import Law
from perturb.types import FloatArray

CURVE, RATE, SEEN = "#b2182b", "#444444", "#111111"
COLORS = {Verdict.HOLDS: "#1b7837", Verdict.VIOLATED: "#b2182b", Verdict.UNDECIDED: "#8c6d31"}
MEANING = {
    Verdict.HOLDS: "certified within the rate",
    Verdict.VIOLATED: "certified above it",
    Verdict.UNDECIDED: "undecided",
}
VERSION = 2
ACROSS, HIGH, HEAD, FOOT = 9.5, 3.1, 0.45, 0.5  # inches: the width, a row, the room above and below all rows
Judged = tuple[Law, LawRecord]


def drawing(file: str, laws: Sequence[Judged]) -> Drawing:
    return Drawing(file, digest(laws), lambda: figure(laws))


def figure(laws: Sequence[Judged]) -> Figure:
    """Two panels a law, from the record and the density of the limit; nothing is drawn at random."""
    tall = HIGH * len(laws) + HEAD + FOOT
    picture = Figure(figsize=(ACROSS, tall), dpi=80)
    FigureCanvasAgg(picture)
    # Fixed margins: an automatic layout takes longer than the drawing.
    ends = {"top": 1 - HEAD / tall, "bottom": FOOT / tall}
    picture.subplots_adjust(left=0.075, right=0.985, wspace=0.19, hspace=0.38, **ends)
    for (law, record), (left, right) in zip(laws, picture.subplots(len(laws), 2, squeeze=False), strict=True):
        _density(left, law, _shown(record))
        _ladder(right, sorted(record.checks, key=_size))
        left.set_title(law.id, fontsize=10, loc="left", fontweight="bold")
        verdict = f"{record.outcome} at alpha {record.alpha:.0e}"
        right.set_title(f"distance to the limit: {verdict}", fontsize=10, loc="left")
    return picture


def _size(check: LawCheck) -> int:
    assert check.n is not None, "the checks of a law have a size"
    return check.n


def _shown(record: LawRecord) -> Histogram:
    assert record.histogram is not None, "only laws with a histogram are drawn"
    return record.histogram


def _points(shown: Histogram) -> FloatArray:
    points: FloatArray = np.linspace(shown.low, shown.high, 601)
    return points


def _curve(law: Law, shown: Histogram) -> FloatArray:
    curve: FloatArray = np.asarray(law.reference.pdf(_points(shown)), dtype=float)
    return curve


def _density(axes: Axes, law: Law, shown: Histogram) -> None:
    counts, draws = np.array(shown.counts), shown.draws
    edges = np.linspace(shown.low, shown.high, len(counts) + 1)
    density = counts / (draws * (edges[1] - edges[0]))
    axes.stairs(density, edges, fill=True, color=BAR, label=f"n = {shown.n}, {draws:,} draws")
    curve = _curve(law, shown)
    axes.plot(_points(shown), curve, color=CURVE, lw=1.6, label=law.reference.name)
    # A density that is unbounded at an end would flatten all the rest.
    axes.set_ylim(0, 1.45 * max(density.max(), float(np.quantile(curve, 0.98))))
    axes.set_xlim(shown.low, shown.high)
    outside = shown.below + shown.above
    title = f"{outside:,} draws outside the frame" if outside else ""
    legend = axes.legend(loc="upper right", fontsize=9, frameon=False, title=title, title_fontsize=8)
    for text in legend.get_texts():
        text.set_parse_math(False)
    _dress(axes, "value of the statistic", "density")


def _ladder(axes: Axes, checks: Sequence[LawCheck]) -> None:
    """Bands over n (increasing), logarithmic axes; one that reaches down to 0 ends with an arrow."""
    ends = [end for c in checks for end in (c.lo, c.hi, c.bound, c.seen) if end]
    floor, most = min(ends) / 1.4, max(ends)
    axes.set_xscale("log")
    axes.set_yscale("log")
    for check in checks:
        _band(axes, check, floor)
    sizes, seen = [_size(c) for c in checks], [c.seen for c in checks]
    axes.plot(sizes, seen, "o", color=SEEN, ms=4, label="distance of the draws")
    if checks[0].bound is not None:
        axes.plot(*_rate(checks), color=RATE, lw=1.2, ls="--", label="rate that the law states")
    _label(axes, checks)
    # Room for the legend: a share of the height, which is a power on this axis.
    top = most * 1.2 * (most / floor) ** 0.45
    ticks = _ticks(floor, top)
    axes.set_yticks(ticks, [f"{tick:g}" for tick in ticks])
    axes.set_ylim(floor, top)
    _dress(axes, "n", "sup distance")
    axes.grid(True, which="major", axis="y", lw=0.4, color="#dddddd")


def _band(axes: Axes, check: LawCheck, floor: float) -> None:
    low, high = check.lo or floor, 1.0 if check.hi is None else check.hi
    color = COLORS[check.verdict]
    axes.plot([_size(check)] * 2, [low, high], color=color, lw=5, alpha=0.45, solid_capstyle="butt")
    axes.plot([_size(check)], [high], "_", color=color, ms=13, mew=1.6)
    mark = "_" if check.lo else "v"
    axes.plot([_size(check)], [low], mark, color=color, ms=13 if check.lo else 7, mew=1.6, clip_on=False)


def _rate(checks: Sequence[LawCheck]) -> tuple[list[float], list[float]]:
    """Through the bounds at the sizes; a short line about a single one."""
    sizes, bounds = [float(_size(c)) for c in checks], [c.bound for c in checks if c.bound is not None]
    return ([sizes[0] / 1.1, sizes[0] * 1.1], bounds * 2) if len(sizes) == 1 else (sizes, bounds)


def _ticks(floor: float, top: float) -> list[float]:
    """1, 2, 5 times powers of ten; all digits where these are too few."""
    decades = [10.0**k for k in range(-9, 1)]
    few, many = [[d * decade for decade in decades for d in digits] for digits in ((1, 2, 5), range(1, 10))]
    found = [tick for tick in few if floor <= tick <= top]
    return found if len(found) > 1 else [tick for tick in many if floor <= tick <= top]


def _label(axes: Axes, checks: Sequence[LawCheck]) -> None:
    """The legend, and ticks at the sizes that were drawn."""
    sizes = [_size(c) for c in checks]
    for verdict in dict.fromkeys(c.verdict for c in checks):
        label = f"band at alpha {checks[0].alpha:.1e}: {MEANING[verdict]}"
        if checks[0].bound is None:
            label = f"band at alpha {checks[0].alpha:.1e}"
        axes.plot([], [], color=COLORS[verdict], lw=5, alpha=0.45, label=label)
    axes.set_xlim(min(sizes) / 1.25, max(sizes) * 1.25)
    axes.set_xticks(sizes, [str(n) for n in sizes])
    axes.minorticks_off()
    axes.legend(loc="upper right", fontsize=8, frameon=False)


def _dress(axes: Axes, across: str, up: str) -> None:
    axes.set_xlabel(across, fontsize=9)
    axes.set_ylabel(up, fontsize=9)
    axes.tick_params(labelsize=8)
    axes.spines[["top", "right"]].set_visible(False)


def digest(laws: Sequence[Judged]) -> str:
    """Names the data of the picture."""
    return output.digest([VERSION, *[_data(law, record) for law, record in laws]])


def _data(law: Law, record: LawRecord) -> list[Any]:
    """Densities count to five digits, so that roundings play no part."""
    shown = _shown(record)
    curve = np.round(_curve(law, shown) * (shown.high - shown.low), 5) + 0.0
    told = [law.id, law.reference.name, record.outcome, record.alpha, shown, record.checks]
    return [*to_plain(told), curve.tolist()]
