"""One edge distribution in the scale of its determinants: tails from tables, the bulk from faster ones."""

from __future__ import annotations

from functools import cache, cached_property
from pathlib import Path

import numpy as np

from perturb.laws.distributions.piecewise import Dyadic, Piecewise
from perturb.types import BoolArray, FloatArray, Function

TABLES = Path(__file__).parent / "tables" / "tracy_widom.npz"

OCTAVES = 10  # the fast tables reach down to the levels 2^-10 on both sides
FINE = 2048  # their cells per unit
LEVELS = 11  # 2^-11 of an octave is the width of a cell of the quantile
# Newton steps in log q, from linear interpolation between knots this far apart.
STEPS, KNOT = 3, 1 / 64
# The knots end where the tail is below the smallest float, for every beta.
FAR_LEFT, FAR_RIGHT = -27.0, 109.0


class LogTail:
    """The logarithm of one tail and its slope: the table inside, the expansion beyond it.

    With y = |s| and z = y^(3/2) the expansion is a z^2 + b z + p log y + c + d_1 / z + d_2 / z^2 + ...
    """

    def __init__(self, table: Piecewise, expansion: FloatArray, left: bool) -> None:
        self.table, self.left, self._slopes = table, left, table.derivative()
        (self._a, self._b, self._p, self._c), self._d = expansion[:4].tolist(), expansion[4:]

    def value(self, s: FloatArray) -> FloatArray:
        return self._joined(s, self.table, self._expanded)

    def slope(self, s: FloatArray) -> FloatArray:
        return self._joined(s, self._slopes, self._expanded_slope)

    def density(self, s: FloatArray) -> FloatArray:
        return np.exp(self.value(s)) * np.abs(self.slope(s))

    def log_density(self, s: FloatArray) -> FloatArray:
        return self.value(s) + np.log(np.abs(self.slope(s)))

    @cached_property
    def knots(self) -> tuple[FloatArray, FloatArray]:
        """Values, increasing, and their places, down to the smallest float."""
        if self.left:
            where = np.arange(FAR_LEFT, self.table.high, KNOT)
        else:
            where = np.arange(FAR_RIGHT, self.table.low, -KNOT)
        return self.value(where), where

    def _joined(self, s: FloatArray, inside: Piecewise, beyond: Function) -> FloatArray:
        out = inside(s)
        far = np.flatnonzero(s < inside.low if self.left else s >= inside.high)
        if far.size:
            out[far] = beyond(np.abs(s[far]))
        return out

    def _expanded(self, y: FloatArray) -> FloatArray:
        with np.errstate(over="ignore"):
            z = y * np.sqrt(y)
            lead = z * (self._a * z + self._b) if self._a else self._b * z
        value: FloatArray = lead + (self._p * np.log(y) + self._c + np.polyval(self._d[::-1], 1 / z) / z)
        return value

    def _expanded_slope(self, y: FloatArray) -> FloatArray:
        y = np.minimum(y, 1e100)  # where the tail itself is 0 and the slope only has to stay finite
        z = y * np.sqrt(y)
        powers = np.arange(1, len(self._d) + 1)
        rest = np.polyval((self._d * powers)[::-1], 1 / z) / z
        slope: FloatArray = (1.5 * (2 * self._a * z * z + self._b * z - rest) + self._p) / y
        return -slope if self.left else slope


class SoftEdge:
    """One distribution in the scale of its determinants: tails, and the fast tables between them."""

    def __init__(self, beta: int) -> None:
        with np.load(TABLES) as data:
            per_unit, self.split = int(data["per_unit"]), float(data[f"split_{beta}"])
            self.moments: list[float] = data[f"moments_{beta}"].tolist()
            self.left, self.right = (
                LogTail(
                    Piecewise(int(data[f"first_{side}_{beta}"]), per_unit, data[f"{side}_{beta}"]),
                    data[f"expansion_{side}_{beta}"],
                    side == "left",
                )
                for side in ("left", "right")
            )

    def by_side(self, s: FloatArray, below: Function, above: Function) -> FloatArray:
        """below(s) left of the split, above(s) right of it."""
        out, low = np.empty(s.shape), s < self.split
        out[low], out[~low] = below(s[low]), above(s[~low])
        return out

    def cdf(self, s: FloatArray) -> FloatArray:
        """Good to a relative 1e-12 in the left tail."""
        return self.by_side(s, lambda v: np.exp(self.left.value(v)), lambda v: -np.expm1(self.right.value(v)))

    def sf(self, s: FloatArray) -> FloatArray:
        return self.by_side(s, lambda v: -np.expm1(self.left.value(v)), lambda v: np.exp(self.right.value(v)))

    def pdf(self, s: FloatArray) -> FloatArray:
        return self.by_side(s, self.left.density, self.right.density)

    def logpdf(self, s: FloatArray) -> FloatArray:
        return self.by_side(s, self.left.log_density, self.right.log_density)

    def logcdf(self, s: FloatArray) -> FloatArray:
        return self.by_side(s, self.left.value, lambda v: np.log1p(-np.exp(self.right.value(v))))

    def logsf(self, s: FloatArray) -> FloatArray:
        return self.by_side(s, lambda v: np.log1p(-np.exp(self.left.value(v))), self.right.value)

    @cached_property
    def central(self) -> Piecewise:
        ends = self.solve(np.full(2, -OCTAVES * np.log(2.0)), np.array([True, False]))
        first, last = int(np.floor(ends[0] * FINE)), int(np.ceil(ends[1] * FINE))
        return Piecewise.fitted(self.cdf, first, last, FINE)

    @cached_property
    def quantiles(self) -> Dyadic:
        return Dyadic(
            lambda p: self.solve(np.log(p), np.full(p.shape, True)),
            lambda p: self.solve(np.log(p), np.full(p.shape, False)),
            OCTAVES,
            LEVELS,
        )

    def solve(self, log_level: FloatArray, lower: BoolArray) -> FloatArray:
        """Where log cdf (where `lower`) or log sf is `log_level`, at most log(1/2)."""
        out = np.empty(log_level.shape)
        for tail, mine in ((self.left, lower), (self.right, ~lower)):
            wanted = log_level[mine]
            if wanted.size:
                s = np.interp(wanted, *tail.knots)
                for _ in range(STEPS):
                    s -= (tail.value(s) - wanted) / tail.slope(s)
                out[mine] = s
        return out


@cache
def edge(beta: int) -> SoftEdge:
    """The tables of beta = 1, 2 or 4, read once."""
    return SoftEdge(beta)
