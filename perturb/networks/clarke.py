"""Clarke's subdifferential of the risk where pre-activations are 0, and how gradient flow goes on from there.

Around weights w at which pre-activations of some examples are 0, the risk is smooth on each of finitely many
regions, one for each pattern of signs that is realised there. Clarke's subdifferential is the convex hull of
the limits of the gradients in these regions (Clarke, 1983, Theorem 2.5.1). The sign of a later neuron depends
on those of the earlier ones, so not all patterns are realised: one is where some direction gives all its
signs to first order, which by Gordan's theorem is to say that 0 is not in the hull of the signed derivatives
of the pre-activations. A pre-activation whose derivative is 0, as behind neurons that are all inactive, has
no sign: its slope is in no derivative.

Along a curve with dw/dt in minus the subdifferential the risk of such a network falls at the rate
|dw/dt|^2, and dw/dt is minus its element of least norm, for almost every t (Davis, Drusvyatskiy, Kakade and
Lee, 2020, Theorem 5.8 and Lemma 5.2; Bolte and Pauwels, 2021). So a curve that leaves w in a direction v,
into a region or along kinks, has for v minus the element of least norm of the hull over the patterns that
agree with v. These v are all found, by trying which kinks it keeps. It keeps kinks whose sides both point at
them, and also those that it could leave on either side; then there are several v.

The regions around a point where pre-activations are 0, by the signs that these have there.

The element of least norm of a convex hull, which is a problem in non-negative least squares.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from functools import cached_property
from typing import Any, NamedTuple

import numpy as np

from perturb.networks.descent import Slope, backwards, forwards
from perturb.networks.graph import Network
from perturb.networks.wires import with_parameters


def least_norm(points: Any) -> Any:
    """The element of least norm of the convex hull of the rows of (m, p).

    That of the affine hull is orthogonal to all differences, so what is asked for is the point next to it.
    The u >= 0 that minimises |Y'u|^2 + (sum u - 1)^2, for what is left of the rows, is a multiple of its
    weights (Lawson and Hanson, 1974, chapter 23). Then again for the rows with a weight alone, to the last
    digits.
    """
    points = np.asarray(points)
    near = affine_least_norm(points)
    left = points - near
    size = np.abs(left).max()
    if len(points) == 1 or size == 0:
        return near
    return affine_least_norm(points[_weights(left / size)[0] > 0])


def distance(points: Any) -> float:
    """How far 0 is from the convex hull of the rows, where that is much below 1."""
    return _weights(points)[1]


def _weights(points: Any) -> tuple[Any, float]:
    """Multiples of the weights, and d / sqrt(1 + d^2) for the distance d."""
    from scipy.optimize import nnls  # half a second, which only a kink has to pay

    found = nnls(np.vstack([points.T, np.ones(len(points))]), np.append(np.zeros(points.shape[1]), 1.0))
    return found[0], float(found[1])


def affine_least_norm(points: Any) -> Any:
    """The element of least norm of the affine hull of the rows of (m, p)."""
    base = points[0]
    apart = points[1:] - base
    sizes = np.linalg.norm(apart, axis=1)
    kept = sizes > 1e-15 * max(np.linalg.norm(base), sizes.max(initial=0.0))
    D = (apart[kept] / sizes[kept, None]).T
    return base - D @ np.linalg.lstsq(D, base, rcond=1e-11)[0]


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


TOLERANCE = 1e-8  # of the largest gradient: a part of a velocity that is none
CLEARLY = 100  # times the tolerance: what is left out unseen
MOST = 256  # patterns of signs


class TooManyKinks(ArithmeticError):
    """More patterns of signs around a point than are looked at."""


class Risk(NamedTuple):
    """`loss` is the derivative in the outputs; `places` and `copies` are the `wires.free` parameters.

    Vectors are points of the space of these parameters, each of which has one axis. What is small
    is small beside gradients of the size `least` at least.
    """

    network: Network
    x: Any
    loss: Slope
    places: Any
    copies: Any
    least: float = 0.0

    def everywhere(self, v: Any) -> Any:
        """A vector of free parameters as one of all places, 0 where nothing is learned."""
        return np.append(v, 0.0)[self.copies]

    def slopes(self, signs: Iterable[Any]) -> list[Any]:
        """For each group (N, neurons) the slopes on these sides, 1 and -1, of the kinks."""
        ends = [(float(n.activation.low), float(n.activation.up)) for n in self.network.nodes]
        return [np.where(s > 0, up, low) for s, (low, up) in zip(signs, ends, strict=True)]


@dataclass(frozen=True, eq=False)
class Continuation:
    """A direction in which the flow may go on: the kinks that it keeps, and sides of others (0: either one).

    margin   how far it is from keeping a kink that it leaves, in the units of a gradient; minus infinity
             where it is no way to go on
    """

    velocity: Any
    kept: frozenset[Place]
    sides: dict[Place, int]
    margin: float


class Kinks:
    """The risk at parameters w, with the pre-activations at the `ties` 0; `signs` of others are given."""

    def __init__(self, risk: Risk, w: Any, signs: list[Any], ties: Iterable[Place]) -> None:
        self.risk, self.signs, self.ties = risk, signs, sorted(ties)
        self.now = with_parameters(risk.network, w)
        slopes = [s.copy() for s in risk.slopes(signs)]
        for k, i, v in self.ties:
            slopes[k][i, v] = 0.0
        self.before, self.outputs = forwards(self.now, risk.x, slopes)
        self._gradients: dict[tuple[int, ...], Any] = {}

    def slopes(self, signs: dict[Place, int]) -> list[Any]:
        every = [s.copy() for s in self.signs]
        for (k, i, v), s in signs.items():
            every[k][i, v] = s or -1
        return self.risk.slopes(every)

    def gradient(self, pattern: Pattern) -> Any:
        """The limit of the gradients of the risk in this region."""
        key = tuple(pattern.signs.values())
        if key not in self._gradients:
            slopes = self.slopes(pattern.signs)
            delta = self.risk.loss(self.outputs[-1]) * slopes[-1]
            found = backwards(self.now, self.outputs, slopes, len(slopes), delta)
            self._gradients[key] = found[self.risk.places]
        return self._gradients[key]

    def normal(self, place: Place, signs: dict[Place, int]) -> Any:
        """The derivative of one pre-activation in the parameters."""
        k, i, v = place
        delta = np.zeros_like(self.before[k])
        delta[i, v] = 1.0
        found = backwards(self.now, self.outputs, self.slopes(signs), k + 1, delta)
        return np.pad(found, (0, len(self.risk.copies) - len(found)))[self.risk.places]

    @cached_property
    def patterns(self) -> list[Pattern]:
        """Those that are realised, one tie after the other."""
        found, known, alike = [Pattern({}, {}, {})], dict[Any, Any](), dict[bytes, Any]()
        for place in self.ties:
            grown = []
            for signs, sizes, units in found:
                # What stands in front of a neuron, at the same example, decides about its derivative.
                front = (place, *(x for x in signs.items() if x[0][0] < place[0] and x[0][1] == place[1]))
                if front not in known:
                    size, unit = direction(self.normal(place, signs))
                    known[front] = size, alike.setdefault(unit.tobytes(), unit)
                size, unit = known[front]
                sides = (-1, 1) if size > FLAT else (0,)
                more = {**sizes, place: size}, {**units, place: unit}
                grown += [Pattern({**signs, place: s}, *more) for s in sides]
            found = [one for one in grown if realised(one)]
            if len(found) > MOST:
                raise TooManyKinks(
                    f"gradient_flow: {len(self.ties)} kinks meet, with more than {MOST} patterns of signs"
                )
        return found

    @cached_property
    def sizes(self) -> dict[Place, float]:
        """Of the derivative of each tie."""
        return {a: max(FLAT, *(p.sizes[a] for p in self.patterns)) for a in self.ties}

    @property
    def gradients(self) -> Any:
        """The limits of gradients, a row a pattern: Clarke's subdifferential is their convex hull."""
        return np.array([self.gradient(p) for p in self.patterns])

    def along(self, kept: frozenset[Place], patterns: list[Pattern]) -> Any:
        """The velocity along these kinks: all gradients around them have the same part along them.

        If minus it is in their hull it is the element of least norm.
        """
        return -beside(normals(kept, patterns), self.gradient(patterns[0]))

    def outside(self, velocity: Any, patterns: list[Pattern]) -> float:
        """How far minus the velocity is from the hull of these gradients."""
        return float(np.linalg.norm(least_norm([self.gradient(p) + velocity for p in patterns])))

    @cached_property
    def scale(self) -> float:
        """Of gradients, beside which a part of a velocity is 0 or not."""
        return max(float(np.linalg.norm(self.gradients, axis=1).max()), self.risk.least, np.finfo(float).tiny)

    def rates(self, velocity: Any) -> dict[Place, float]:
        """The derivative of each pre-activation at a tie in this direction, over the size of its own."""
        change = with_parameters(self.now, self.risk.everywhere(velocity))
        moved = [np.zeros_like(self.risk.x)]
        found: dict[Place, float] = {}
        slopes = self.risk.slopes(self.signs)
        for k, (node, part) in enumerate(zip(self.now.nodes, change.nodes, strict=True)):
            there = zip(node.sources, node.matrices, strict=True)
            rate = part.before(self.outputs) + sum(moved[j] @ M.T for j, M in there)
            for place in self.ties:
                if place[0] == k:
                    r = rate[place[1:]]
                    found[place] = float(r) / self.sizes[place]
                    slopes[k][place[1:]] = node.activation.up if r > 0 else node.activation.low
            moved.append(slopes[k] * rate)
        return found

    def ways(self) -> list[Continuation]:
        """All ways to go on, to first order, with some that are tried and are none."""
        return list(self._ways(self.patterns, frozenset(), frozenset()))

    @cached_property
    def pushes(self) -> dict[int, dict[Place, float]]:
        """By the id of a pattern: how fast minus its gradient alone moves the pre-activation of each tie."""
        return {id(p): {a: -float(p.units[a] @ self.gradient(p)) for a in self.ties} for p in self.patterns}

    def _may(self, place: Place, kept: bool, patterns: list[Pattern]) -> bool:
        """May minus an element of the hull keep a tie, or move it to the side of these patterns?

        Not where each of the gradients alone moves it the other way, clearly. All that agree about earlier
        ties have one derivative of it; where they do not nothing is said.
        """
        if len({id(p.units[place]) for p in patterns}) > 1:
            return True
        moved = [self.pushes[id(p)][place] for p in patterns]
        size = max(FLAT, min(p.sizes[place] for p in patterns))
        clear = CLEARLY * TOLERANCE * self.scale * max(1.0, self.sizes[place] / size)
        signs = {p.signs[place] for p in patterns}
        up = (kept or 1 in signs) and max(moved) < -clear
        down = (kept or -1 in signs) and min(moved) > clear
        return not (up or down)

    def _ways(
        self, patterns: list[Pattern], kept: frozenset[Place], left: frozenset[Place]
    ) -> Iterator[Continuation]:
        """Those for which the ties in `kept` stay 0 and those in `left` have the sign of these patterns."""
        if not all(self._may(place, place in kept, patterns) for place in kept | left):
            return
        for place in self.ties:
            if place not in kept and {-1, 1} <= {p.signs[place] for p in patterns}:
                yield from self._ways(patterns, kept | {place}, left)
                for s in (-1, 1):
                    there = [p for p in patterns if p.signs[place] != -s]
                    yield from self._ways(there, kept, left | {place})
                return
        velocity = self.along(kept, patterns)
        sides = {a: sum({p.signs[a] for p in patterns}) for a in self.ties}
        rates, still = self.rates(velocity), TOLERANCE * self.scale
        possible = all(s * rates[a] >= -still for a, s in sides.items())
        if not (possible and self.outside(velocity, patterns) <= still):
            yield Continuation(velocity, kept, sides, -np.inf)
            return
        away = [sides[a] * rates[a] / share(a, kept, patterns) for a in left]
        yield Continuation(velocity, kept, sides, min(away, default=np.inf))
