"""A distribution function on a band, with relatively accurate tails, from densities at Chebyshev points.

The band is halved until polynomials have what is left of the density without its square roots at the edges.
The mass between an end of a panel and v, over its power of u = |v - end| / width, 3/2 at an edge and 1
elsewhere, is analytic too: a polynomial has it, from quadrature of a positive function. So both tails have
the relative accuracy of the densities.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from functools import cached_property

import numpy as np
from numpy.polynomial.chebyshev import chebval
from numpy.polynomial.legendre import leggauss

from perturb.types import FloatArray, Function

POINTS, DEPTH, WIDE = 32, 24, 64  # of a panel; halvings, and panels that are halved at a time
SETTLED = 1e-14  # of the largest coefficient: the last quarter is below
NARROW = 0.2
ROUNDED = 2.0**-50  # of a point, beside the width of its panel
T = np.cos(np.pi * (np.arange(POINTS) + 0.5) / POINTS)
FIT = 2 / POINTS * np.cos(np.arange(POINTS)[:, None] * np.pi * (np.arange(POINTS) + 0.5) / POINTS)
FIT[0] /= 2
NODES, WEIGHTS = leggauss(2 * POINTS)
NODES, WEIGHTS = (NODES + 1) / 2, WEIGHTS / 2


@dataclass(frozen=True)
class Segment:
    """From low to high; the density is sqrt(distance from `edge`) times a series, an end or None."""

    low: float
    high: float
    edge: float | None
    series: FloatArray

    @property
    def upper(self) -> bool:
        """Are masses taken from the upper end?"""
        return self.edge == self.high

    def integral(self, f: Function) -> float:
        """Of f times the density."""
        width, rooted = self.high - self.low, self.edge is not None
        away = width * (NODES**2 if rooted else NODES)
        v = self.high - away if self.upper else self.low + away
        weights = width**1.5 * 2 * NODES**2 * WEIGHTS if rooted else width * WEIGHTS
        series = chebval((1 - 2 * away / width) if self.upper else (2 * away / width - 1), self.series)
        return float((series * f(v)) @ weights)

    @cached_property
    def masses(self) -> FloatArray:
        """Of the mass over its power of u: v - end = width u z^2 at an edge, width u z elsewhere."""
        u, width = (T + 1)[:, None] / 2, self.high - self.low
        rooted = self.edge is not None
        at = u * (NODES**2 if rooted else NODES)
        found = chebval((1 - 2 * at) if self.upper else (2 * at - 1), self.series)
        weights = width**1.5 * 2 * NODES**2 * WEIGHTS if rooted else width * WEIGHTS
        return np.asarray(FIT @ (found @ weights))

    @cached_property
    def mass(self) -> float:
        return float(self.masses.sum())

    def pdf(self, v: FloatArray) -> FloatArray:
        t = ((v - self.low) - (self.high - v)) / (self.high - self.low)
        root = 1.0 if self.edge is None else np.sqrt(np.abs(v - self.edge))
        return np.asarray(root * chebval(t, self.series))

    def parts(self, v: FloatArray) -> tuple[FloatArray, FloatArray]:
        """The masses left and right of v in this panel."""
        u = ((self.high - v) if self.upper else (v - self.low)) / (self.high - self.low)
        part = (u if self.edge is None else u * np.sqrt(u)) * chebval(2 * u - 1, self.masses)
        rest = np.maximum(self.mass - part, 0.0)
        return (rest, part) if self.upper else (part, rest)


@dataclass(frozen=True)
class Band:
    """Panels side by side; a density on all of them."""

    panels: tuple[Segment, ...]

    @property
    def low(self) -> float:
        return self.panels[0].low

    @property
    def high(self) -> float:
        return self.panels[-1].high

    @property
    def edge(self) -> bool:
        """Is the lower end an edge?"""
        return self.panels[0].edge is not None

    @cached_property
    def mass(self) -> float:
        return float(sum(panel.mass for panel in self.panels))

    @cached_property
    def cuts(self) -> tuple[float, ...]:
        """Both ends, and between them the middle of the narrowest panel, if it is narrow beside the way to an
        end: there is a peak.
        """
        inner = self.panels[1:-1]
        if inner:
            least = min(inner, key=lambda panel: panel.high - panel.low)
            if least.high - least.low < NARROW * min(least.low - self.low, self.high - least.high):
                return self.low, (least.low + least.high) / 2, self.high
        return self.low, self.high

    def pdf(self, v: FloatArray) -> FloatArray:
        return self._each(v, lambda k, x: (self.panels[k].pdf(x),))[0]

    def parts(self, v: FloatArray) -> tuple[FloatArray, FloatArray]:
        """The masses of the band left and right of v."""
        masses = np.array([panel.mass for panel in self.panels])
        before = np.concatenate(([0.0], np.cumsum(masses)))
        after = np.concatenate((np.cumsum(masses[::-1])[::-1], [0.0]))

        def both(k: int, x: FloatArray) -> tuple[FloatArray, ...]:
            left, right = self.panels[k].parts(x)
            return before[k] + left, after[k + 1] + right

        left, right = self._each(v, both)
        return left, right

    def _each(
        self, v: FloatArray, f: Callable[[int, FloatArray], tuple[FloatArray, ...]]
    ) -> list[FloatArray]:
        """f on the points of each panel."""
        place = np.searchsorted([panel.low for panel in self.panels[1:]], v, side="right")
        out: list[FloatArray] = []
        for k in range(len(self.panels)):
            inside = place == k
            for i, values in enumerate(f(k, v[inside])):
                if len(out) <= i:
                    out.append(np.empty_like(v))
                out[i][inside] = values
        return out


def band(low: float, high: float, edge: bool, smooth: Function) -> Band:
    """From the density over sqrt(high - v), and over sqrt(v - low) where `edge`.

    ArithmeticError where halvings leave something unsettled.
    """
    middle = low / 2 + high / 2
    open_ones, done = [(low, middle), (middle, high)], list[Segment]()
    for _ in range(DEPTH):
        if not open_ones:
            return Band(tuple(sorted(done, key=lambda panel: panel.low)))
        points = np.concatenate([a / 2 + b / 2 + (b - a) / 2 * T for a, b in open_ones])
        values = smooth(points).reshape(-1, POINTS)
        left = []
        for (a, b), row, v in zip(open_ones, values, points.reshape(-1, POINTS), strict=True):
            end = b if b == high else a if edge and a == low else None
            below = 1.0 if end == low or not edge else np.sqrt(v - low)
            series = FIT @ (row * below * (1.0 if end == high else np.sqrt(high - v)))
            size = np.abs(series)
            limit = SETTLED + ROUNDED * max(abs(a), abs(b)) / (b - a)
            if size[-POINTS // 4 :].max() <= limit * size.max():
                done.append(Segment(a, b, end, series))
            else:
                left += [(a, a / 2 + b / 2), (a / 2 + b / 2, b)]
        if len(left) > WIDE:
            break
        open_ones = left
    raise ArithmeticError("panels do not settle a density: a gap is about to close or to open")
