"""Distributions of a family: a row each, density, both tails in logarithms, the error of the cdf."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property, partial
from typing import Any

import numpy as np
from matplotlib.backends.backend_agg import FigureCanvasAgg
from matplotlib.figure import Figure
from matplotlib.gridspec import GridSpec
from matplotlib.ticker import MaxNLocator

from perturb.laws.distributions import ContinuousDistribution
from perturb.pages.figures import Drawing
from perturb.pages.figures.distribution_reference import Reference, reference
from perturb.process import output
from perturb.types import FloatArray

TAIL = 160  # points of a tail
DEEPEST = -290.0
LINE, ATOM, BOUND, DOT = "#31618f", "#8c510a", "#b2182b", "#4d9221"
STEPS, POINTS = 601, 400
LEAST = -18  # errors below 10^-18, zero among them, are drawn there
QUARTERS = (0.25, 0.5, 0.75)
VERSION = 2
ACROSS, HIGH = 12.5, 2.2  # inches: the width, a row
RATIOS = (1.25, 0.8, 0.8, 1.25)


@dataclass(frozen=True)
class Shown:
    """What the panels of a distribution draw."""

    distribution: ContinuousDistribution

    @cached_property
    def window(self) -> tuple[float, float]:
        """Eight quartiles to either side of the median; the level 1e-4 or the support's end if nearer. To the
        end where an atom inside has a quartile or two.
        """
        low, high = self.distribution.support
        quarter, half, rest = (
            float(self.distribution.ppf(self._start + (1 - self._start) * q)) for q in QUARTERS
        )
        a = max(low, half - 8 * (half - quarter)) if not self.distribution.atoms else low
        inside = any(point > low for point, _ in self.distribution.atoms)
        b = high if inside else min(high, half + 8 * (rest - half))
        a = a if np.isfinite(low) else max(a, float(self.distribution.ppf(1e-4)))
        b = b if np.isfinite(high) else min(b, float(self.distribution.isf(1e-4)))
        room = 0.04 * (b - a)
        return a - room, b + room

    @property
    def _start(self) -> float:
        """The mass at the lower end."""
        return sum(mass for point, mass in self.distribution.atoms if point == self.distribution.support[0])

    @cached_property
    def grid(self) -> FloatArray:
        """Even on the window, with the ends of the support and both sides of every atom."""
        a, b = self.window
        atoms = [x for point, _ in self.distribution.atoms for x in (np.nextafter(point, -np.inf), point)]
        marks = [x for x in (*self.distribution.support, *atoms) if a < x < b]
        return np.unique(np.concatenate([np.linspace(a, b, STEPS), marks]))

    @cached_property
    def reference(self) -> Reference | None:
        """At half of the points by quantile, half of them evenly."""
        a, b = self.window
        low, high = max(a, self.distribution.support[0]), min(b, self.distribution.support[1])
        part = (np.arange(POINTS // 2) + 0.5) / (POINTS // 2)
        ends = float(self.distribution.cdf(low)), float(self.distribution.cdf(high))
        quantiles = self.distribution.ppf(ends[0] + (ends[1] - ends[0]) * part)
        x = np.unique(np.concatenate([quantiles, low + (high - low) * part]))
        return reference(self.distribution, x[(low < x) & (x < high)])

    @cached_property
    def top(self) -> tuple[float, bool]:
        """How high the density is drawn, and whether it goes on beyond: it may be infinite at an end."""
        levels = self._start + (1 - self._start) * np.linspace(0.05, 0.95, 19)
        inner, width = self.distribution.pdf(self.distribution.ppf(levels)), self.window[1] - self.window[0]
        near = [end + way * 1e-9 * width for end, way in zip(self.distribution.support, (1, -1), strict=True)]
        if float(np.max(self.distribution.pdf(near))) > 5 * inner.max():
            return 1.5 * float(inner[2]), True
        return float(np.max(self.distribution.pdf(self.grid))), False


def drawing(file: str, listed: Sequence[ContinuousDistribution]) -> Drawing:
    return Drawing(file, digest(listed), partial(figure, listed), portable=True)


def figure(listed: Sequence[ContinuousDistribution]) -> Figure:
    """A row of four panels a distribution: density, both tails, the error of the cdf."""
    tall = HIGH * len(listed) + 0.1
    picture = Figure(figsize=(ACROSS, tall), dpi=75)
    FigureCanvasAgg(picture)
    # Fixed margins: an automatic layout takes longer than the drawing.
    ends = {"top": 1 - 0.45 / tall, "bottom": 0.5 / tall}
    cells = GridSpec(
        len(listed), 4, picture, left=0.045, right=0.99, wspace=0.27, hspace=0.7, width_ratios=RATIOS, **ends
    )
    for row, distribution in enumerate(listed):
        shown = Shown(distribution)
        panels = [picture.add_subplot(cells[row, k]) for k in range(4)]
        _pdf(panels[0], shown)
        _tail(panels[1], left(distribution), r"left tail, $\log_{10} F$")
        _tail(panels[2], right(distribution), r"right tail, $\log_{10}(1 - F)$")
        _error(panels[3], shown)
    return picture


def _dress(axes: Any, title: str, label: str) -> None:
    axes.set_title(title, fontsize=9)
    axes.set_xlabel(label, fontsize=9, labelpad=1)
    axes.tick_params(labelsize=8)
    axes.grid(True, which="major", lw=0.4, color="#dddddd")
    axes.spines[["top", "right"]].set_visible(False)


def _pdf(axes: Any, shown: Shown) -> None:
    axes.plot(shown.grid, shown.distribution.pdf(shown.grid), color=LINE, lw=1.6)
    top, cut = shown.top
    for point, mass in shown.distribution.atoms:
        axes.plot([point, point], [0, top], color=ATOM, lw=2, label=f"atom of mass {mass:.3g} at {point:g}")
        axes.legend(fontsize=8, frameon=False, loc="upper right")
    axes.set_xlim(*shown.window)
    axes.set_ylim(-0.03 * top, 1.08 * top)
    cut_off = " (infinite at the end, cut off)" if cut else ""
    _dress(axes, f"density{cut_off}", "$x$")
    axes.set_title(shown.distribution.name, fontsize=10, loc="left", fontweight="bold", y=1.14)


def _tail(axes: Any, branch: Branch | None, title: str) -> None:
    if branch is None:
        axes.set_axis_off()
        words = "no left tail:\nan atom is\nat the lower end"
        axes.text(0.5, 0.5, words, ha="center", va="center", fontsize=8)
        return
    axes.plot(branch.u, branch.log, color=LINE, lw=1.6)
    axes.set_xscale(branch.scale)
    if branch.scale == "log":
        _decades(axes, float(np.log10(branch.u.min())), float(np.log10(branch.u.max())))
    else:
        axes.xaxis.set_major_locator(MaxNLocator(4))
    if branch.turned:
        axes.invert_xaxis()
    axes.set_ylim(1.05 * float(branch.log.min()), 0)
    _dress(axes, title, branch.label)


def _decades(axes: Any, first: float, last: float) -> None:
    """At most four powers of ten, at round exponents."""
    step = next(s for s in (1, 2, 5, 10, 20, 50, 100) if last - first < 3.5 * s)
    powers = [k for k in range(-300, 301, step) if first <= k <= last]
    axes.set_xticks([10.0**k for k in powers], [f"$10^{{{k}}}$" for k in powers])
    axes.minorticks_off()


def _error(axes: Any, shown: Shown) -> None:
    bound, points = shown.distribution.cdf_error, shown.reference
    axes.axhline(bound, color=BOUND, lw=1.2)
    axes.set_xlim(*shown.window)
    by = "no second formula"
    if points is not None:
        error, where = np.maximum(points.error(shown.distribution), 10.0**LEAST), points.x
        axes.plot(where, error, ".", color=DOT, ms=3)
        axes.set_xlim(min(where[0], shown.window[0]), max(where[-1], shown.window[1]))
        by = f"dots: by {points.by}"
    axes.set_yscale("log")
    powers = range(LEAST, int(np.log10(bound)) + 2)
    labels = [f"≤ $10^{{{k}}}$" if k == LEAST else f"$10^{{{k}}}$" for k in powers]
    axes.set_yticks([10.0**k for k in powers], labels)
    axes.minorticks_off()
    axes.set_ylim(10.0**LEAST / 2, bound * 20)
    corner = {"ha": "right", "va": "bottom", "fontsize": 8, "color": BOUND, "transform": axes.transAxes}
    axes.text(1.0, 0.9, f"stated bound {bound:.2g}", **corner)
    _dress(axes, "error of $F$", f"$x$ ({by})")


def digest(listed: Sequence[ContinuousDistribution]) -> str:
    """Names the data to six digits, so that roundings play no part; measured errors are nothing else."""
    return output.digest([VERSION, *map(_data, listed)])


def _data(distribution: ContinuousDistribution) -> list[Any]:
    shown = Shown(distribution)
    a, b = shown.window
    data: list[Any] = [distribution.name, f"{distribution.cdf_error:.1e}", f"{a:.6g}", f"{b:.6g}"]
    data += [_rounded(distribution.cdf(shown.grid)), _rounded((b - a) * distribution.pdf(shown.grid))]
    branches = left(distribution), right(distribution)
    return [*data, *(branch and [branch.label, _rounded(branch.log / 100)] for branch in branches)]


def _rounded(values: Any) -> list[float]:
    return [float(v) for v in np.round(values, 6) + 0.0]


@dataclass(frozen=True)
class Branch:
    """One tail: log10 of its probability at `u`, and how u is to be drawn."""

    u: FloatArray
    log: FloatArray
    label: str
    scale: str
    turned: bool = False


def left(distribution: ContinuousDistribution) -> Branch | None:
    """None where an atom stands at the lower end."""
    low, middle = distribution.support[0], float(distribution.median())
    if any(point == low for point, _ in distribution.atoms):
        return None
    if np.isfinite(low):
        least = float(distribution.ppf(10.0**DEEPEST)) - low
        u = np.geomspace(max(_nearest(low, middle - low), least), middle - low, TAIL)
        label = "$x$" if low == 0 else f"$x {'+' if low < 0 else '-'} {abs(low):.4g}$"
        return _seen(u, distribution.logcdf(low + u), label, "log" if u[0] < 0.1 * u[-1] else "linear")
    x = distribution.ppf(10.0 ** np.linspace(DEEPEST, -0.31, TAIL))
    return _seen(x, distribution.logcdf(x), "$x$", "linear")


def right(distribution: ContinuousDistribution) -> Branch:
    """In the distance to the upper end where there is one, else in x."""
    high, middle = distribution.support[1], float(distribution.median())
    if np.isfinite(high):
        u = np.geomspace(_nearest(high, high - middle), high - middle, TAIL)
        return _seen(u, distribution.logsf(high - u), f"${high:.4g} - x$", "log", turned=True)
    x = distribution.isf(10.0 ** np.linspace(-0.31, DEEPEST, TAIL))
    heavy = x[-1] > 1e6 * max(abs(middle), 1.0)
    return _seen(x, distribution.logsf(x), "$x$", "log" if heavy else "linear")


def _nearest(end: float, width: float) -> float:
    """How close to an end of the support floats can tell distances apart."""
    return 1e-300 if end == 0 else 1e-13 * max(abs(end), width)


def _seen(u: FloatArray, logarithm: Any, label: str, scale: str, turned: bool = False) -> Branch:
    log10 = np.asarray(logarithm) / np.log(10)
    kept = np.isfinite(u) & np.isfinite(log10) & (log10 >= DEEPEST - 1e-6)
    return Branch(u[kept], log10[kept], label, scale, turned)
