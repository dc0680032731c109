"""The regions around a point where pre-activations are 0, by the signs that these have there."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any, NamedTuple

import numpy as np

from perturb.networks.least_norm import distance

Place = tuple[int, int, int]  # group, from 0, example, neuron
FLAT = 1e-12  # a pre-activation with a smaller derivative has no sign
PARALLEL = 1e-8  # the sine of an angle between derivatives that is none
SHARE = 1e-3  # of a derivative: below it rounding would be a rate


class Pattern(NamedTuple):
    """A region around the point: signs[place] is -1, 1, or 0 where there is none, sizes[place] how large the
    derivative of that pre-activation is, and units[place] its direction, equal ones the same array.
    """

    signs: dict[Place, int]
    sizes: dict[Place, float]
    units: dict[Place, Any]


def direction(n: Any) -> tuple[float, Any]:
    """The size of a derivative, and the vector of length 1; 0 where it is too small for a sign."""
    size = float(np.linalg.norm(n))
    return size, n / size if size > FLAT else np.zeros_like(n)


def normals(places: Iterable[Place], patterns: list[Pattern]) -> Any:
    """The directions of the derivatives of these pre-activations, a column each."""
    every = (p.units[a] for p in patterns for a in sorted(places) if p.signs[a])
    return np.array(list({id(u): u for u in every}.values())).T


def beside(N: Any, v: Any) -> Any:
    """The part of v that is orthogonal to these columns."""
    return v - N @ np.linalg.lstsq(N, v, rcond=PARALLEL)[0] if N.size else v


def share(place: Place, kept: frozenset[Place], patterns: list[Pattern]) -> float:
    """Of the derivative at a tie, the part that is free beside the kinks that are kept.

    A rate along them over this is the distance of the hull from what would keep this kink too.
    """
    parts = [beside(normals(kept, patterns), n) for n in normals([place], patterns).T]
    return max(SHARE, *(float(np.linalg.norm(part)) for part in parts))


def realised(pattern: Pattern) -> bool:
    """Is there a direction in which all these pre-activations get their signs?"""
    rows = [s * pattern.units[place] for place, s in pattern.signs.items() if s]
    return len(rows) < 2 or distance(np.array(rows)) > PARALLEL
