"""Distances to the edge of a support that is not a float, and the area that an angle cuts off."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np

from perturb.types import FloatArray

if TYPE_CHECKING:
    import mpmath


@dataclass(frozen=True)
class SplitReal:
    """A real number as the float next to it and what is left, so that differences keep their digits."""

    value: float
    rest: float

    @classmethod
    def of(cls, exact: mpmath.mpf) -> SplitReal:
        value = float(exact)
        return cls(value, float(exact - value))

    def above(self, x: FloatArray) -> FloatArray:
        """x - edge."""
        return (x - self.value) - self.rest

    def below(self, x: FloatArray) -> FloatArray:
        """edge - x."""
        return (self.value - x) + self.rest


def segment(angle: FloatArray) -> FloatArray:
    """angle - sin(angle) on [0, 2 pi], twice the area of a circular segment, relative error a few ulps."""
    small = np.minimum(angle, 1.0)
    square = small * small
    total = np.ones_like(small)
    for k in range(8, 0, -1):
        total = 1 - total * square / ((2 * k + 2) * (2 * k + 3))
    series = small * square / 6 * total
    return np.where(angle < 1, series, angle - np.sin(angle))


def angle_of_segment(area: FloatArray) -> FloatArray:
    """The angle in [0, pi] with angle - sin(angle) = area in [0, pi], Kepler's equation of eccentricity 1.

    From the first terms of its power series in area^(1/3), then Newton; the function is convex there.
    """
    s = np.cbrt(6 * area)
    square = s * s
    angle = np.minimum(s * (1 + square * (1 / 60 + square * (1 / 1400 + square / 25200))), np.pi)
    for _ in range(4):
        slope = 2 * np.sin(angle / 2) ** 2
        angle = np.minimum(angle - (segment(angle) - area) / np.maximum(slope, 1e-300), np.pi)
    return angle
