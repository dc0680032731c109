"""Distributions on a few intervals whose cdf and quantiles come from tables once many values are wanted.

The tables are made at the first call for many values and kept. They interpolate the formulas that
answer shorter calls, are compared with them in every cell, and where they do not say enough the formulas are
used, so the stated error and the relative tails are the same. Gaps and what is outside of the support, atoms,
and the levels that an atom jumps over have the very values of the formulas.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import lru_cache

import numpy as np
from numpy.typing import ArrayLike

from perturb.laws.distributions.base import ContinuousDistribution
from perturb.laws.distributions.graded import FromEnd, Graded, Plateau
from perturb.laws.distributions.protocol import Real
from perturb.types import BoolArray, FloatArray, Function

MANY = 2**16
STEPS, CLOSE = 8, 1e-9  # of Newton's method, and where one more step is the last
REACH = 64  # octaves of the distance from an end in which a quantile is looked for
KEPT = 32  # tables; one takes a megabyte or so for each interval
POINTS, LEVELS = 20, 32  # octaves of the distance to an end of a piece, and of a level to that of its mass
LEAST = 4e-15  # relative to the smaller of the masses left and right


class TabledDistribution(ContinuousDistribution):
    """By default all of it lies on the support; a subclass with atoms or gaps says where it lies instead."""

    @property
    def pieces(self) -> tuple[tuple[float, float], ...]:
        """Disjoint intervals, increasing, which carry all mass but the atoms and have none of them inside."""
        return (self.support,)

    @property
    def levels(self) -> tuple[tuple[float, float], ...]:
        """The cdf at the ends of each of the pieces; 0 and 1, where they occur, are exact."""
        return ((0.0, 1.0),)

    @property
    def many(self) -> int:
        """Values for which a table is made: about as many as making it takes."""
        return MANY

    def cdf(self, x: ArrayLike) -> Real:
        return self._fast("cdf", super().cdf, x)

    def cdf_left(self, x: ArrayLike) -> Real:
        return self._fast("cdf_left", super().cdf_left, x)

    def sf(self, x: ArrayLike) -> Real:
        return self._fast("sf", super().sf, x)

    def ppf(self, q: ArrayLike) -> Real:
        return self._fast("ppf", super().ppf, q)

    def isf(self, q: ArrayLike) -> Real:
        return self._fast("isf", super().isf, q)

    def _fast(self, method: str, formulas: Callable[[ArrayLike], Real], x: ArrayLike) -> Real:
        given = np.asarray(x)
        if given.size < self.many or given.dtype.kind not in "fiub":
            return formulas(x)
        kind = given.dtype if given.dtype.kind == "f" else np.dtype(np.float64)
        found = _looked_up(_table(self, method), formulas, given.astype(np.float64, copy=False).ravel())
        return found.astype(kind, copy=False).reshape(given.shape)


@lru_cache(maxsize=KEPT)
def _table(dist: TabledDistribution, method: str) -> Graded:
    with np.errstate(all="ignore"):  # near the smallest and largest floats a cell may fail: it says nothing
        return {"cdf": _cdf, "cdf_left": _cdf_left, "sf": _sf, "ppf": _ppf, "isf": _isf}[method](dist)


def _looked_up(table: Graded, formulas: Function, given: FloatArray) -> FloatArray:
    """From the table, and where it does not say from the formulas."""
    out = table(given)
    left = np.flatnonzero(np.isnan(out))
    if left.size:
        out[left] = formulas(given[left])
    return out


def _plateaus(dist: TabledDistribution, method: str) -> list[Plateau]:
    """Of cdf and sf, continuous from the right, and of cdf_left: from piece to piece, cut at the atoms.

    The value is from the end that is no atom: at atoms it may be rounded in another way.
    """
    ends = [-np.inf, *(end for piece in dist.pieces for end in piece), np.inf]
    value = getattr(ContinuousDistribution, method)
    found = []
    for low, high in zip(ends[::2], ends[1::2], strict=True):
        atoms = [at for at, _ in dist.atoms if low <= at <= high]
        if low == high and not atoms:
            continue
        left = method == "cdf_left"
        if left:
            firsts, lasts = [low, *(np.nextafter(at, np.inf) for at in atoms)], [*atoms, high]
        else:
            firsts, lasts = [low, *atoms], [*(np.nextafter(at, -np.inf) for at in atoms), high]
        found += [
            Plateau(float(first), float(last), float(value(dist, first if left else last)))
            for first, last in zip(firsts, lasts, strict=True)
            if first <= last
        ]
    return found


def jumps(dist: TabledDistribution, method: str) -> list[Plateau]:
    """Of ppf and isf: strictly inside what an atom jumps over."""
    found = []
    for at, mass in dist.atoms:
        low = float(dist.cdf_left(at) if method == "ppf" else dist.sf(at))
        high = float(dist.cdf(at)) if method == "ppf" else low + mass
        found.append(Plateau(float(np.nextafter(low, np.inf)), float(np.nextafter(high, -np.inf)), at))
    return found


def _cdf(dist: TabledDistribution) -> Graded:
    return _masses(dist, below=True)


def _cdf_left(dist: TabledDistribution) -> Graded:
    return _table(dist, "cdf").beside(_plateaus(dist, "cdf_left"))


def _sf(dist: TabledDistribution) -> Graded:
    return _masses(dist, below=False)


def _masses(dist: TabledDistribution, below: bool) -> Graded:
    ends = np.array(dist.pieces)

    def values(side: FromEnd) -> FloatArray:
        """At low + gap or high - gap exactly: the rounding of that sum is made good by the density.

        On either side by the mass that is smaller at its end: the formulas give it with the smaller error.
        """
        low, high = ends[side.number]
        right = dist.levels[side.number][side.upper] >= 0.5
        x = high - side.gap if side.upper else low + side.gap
        late = (high - x) - side.gap if side.upper else side.gap - (x - low)
        moved = dist._pdf(x) * late
        mass = dist._sf(x) - moved if right else dist._cdf(x) + moved
        found: FloatArray = mass if right != below else 1 - mass
        return found

    def good(side: FromEnd, found: FloatArray) -> BoolArray:
        exact = values(side)
        return np.abs(found - exact) <= np.minimum(dist.cdf_error / 2, max(LEAST, dist.cdf_error) * exact)

    return Graded(ends, POINTS, values, good, _plateaus(dist, "cdf" if below else "sf"))


def _ppf(dist: TabledDistribution) -> Graded:
    return _quantiles(dist, np.array(dist.levels), lambda side: side).beside(jumps(dist, "ppf"))


def _isf(dist: TabledDistribution) -> Graded:
    levels = 1 - np.array(dist.levels)[::-1, ::-1]
    last = len(levels) - 1
    found = _quantiles(dist, levels, lambda side: FromEnd(last - side.number, not side.upper, side.gap))
    return found.beside(jumps(dist, "isf"))


def _quantiles(dist: TabledDistribution, levels: FloatArray, seen: Callable[[FromEnd], FromEnd]) -> Graded:
    """`seen` says which side of which piece the levels of a side are."""

    def values(side: FromEnd) -> FloatArray:
        return _solved(dist, seen(side))

    def good(side: FromEnd, found: FloatArray) -> BoolArray:
        at = seen(side)
        goal, density = _goal(dist, at), dist._pdf(found)
        grain = 3 * density * np.spacing(np.abs(found))
        mass = _mass(dist, at.upper, found)
        near = np.abs(mass - goal) <= max(LEAST, dist.cdf_error) * goal + grain
        return near & np.isfinite(density)

    return Graded(levels, LEVELS, values, good)


def _mass(dist: TabledDistribution, upper: bool, x: FloatArray) -> FloatArray:
    """Right or left of points inside the support, from the table however few they are."""
    return _looked_up(_table(dist, "sf" if upper else "cdf"), dist._sf if upper else dist._cdf, x)


def _goal(dist: TabledDistribution, side: FromEnd) -> FloatArray:
    """The cdf, on an upper side the survival function, where a side of a piece holds the mass `gap`."""
    below, at_end = dist.levels[side.number]
    goal: FloatArray = side.gap + (1 - at_end if side.upper else below)
    return goal


def _solved(dist: TabledDistribution, side: FromEnd) -> FloatArray:
    """Where a side of a piece holds the mass `gap`."""
    low, high = dist.pieces[side.number]
    sign = -1.0 if side.upper else 1.0
    goal, x = _goal(dist, side), _started(dist, side)
    for _ in range(STEPS):
        x = np.where(np.isnan(x), low / 2 + high / 2, x)
        x = np.clip(x, np.nextafter(low, high), np.nextafter(high, low))
        miss = _mass(dist, side.upper, x) - goal
        x = x - sign * miss / dist._pdf(x)
        if (np.abs(miss) < CLOSE * goal).all():
            break
    return np.clip(x, np.nextafter(low, high), np.nextafter(high, low))


def _started(dist: TabledDistribution, side: FromEnd) -> FloatArray:
    """By interpolation in the logarithms of the mass and of the distance from the end."""
    low, high = dist.pieces[side.number]
    gap = (high - low) * 2.0 ** -np.linspace(REACH, 0.02, 8 * REACH)
    x = high - gap if side.upper else low + gap
    inside = (low < x) & (x < high)
    gap, x = gap[inside], x[inside]
    mass = (dist._sf(x) if side.upper else dist._cdf(x)) - _goal(
        dist, FromEnd(side.number, side.upper, np.zeros(1))
    )
    mass = np.maximum.accumulate(np.maximum(mass, 1e-300))
    found = np.exp(np.interp(np.log(side.gap), np.log(mass), np.log(gap)))
    return high - found if side.upper else low + found
