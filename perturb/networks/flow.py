"""Gradient flow of a network with kinks, dw/dt in -(Clarke's subdifferential of the risk).

Between kinks, where a pre-activation of an example is 0, the flow is smooth and is integrated by an explicit
method of order 8. At a kink it goes on in the one direction in which it can (see `clarke`): across, or along
the kink where both sides point at it. Along kinks the velocity is orthogonal to all differences of gradients
around, which is minus the element of least norm as long as that is in Clarke's set.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any, NamedTuple

import numpy as np
import scipy

from perturb.networks.clarke import TOLERANCE, Continuation, Kinks, Place, Risk, least_norm
from perturb.networks.descent import Slope, examples, forwards, gradient, positive
from perturb.networks.graph import Network
from perturb.networks.wires import Fixed, free, parameters, with_parameters

BESIDE = 1e-13  # behind a kink a pre-activation has met it
SURE = 10 * TOLERANCE  # by so much what goes on is no way any more, or another one is
RESTING = 1e-4  # of the gradient at the start: what is small is small beside this at least
RESTARTS = 100  # at one time: more of them are no progress


class NotUnique(ArithmeticError):
    """At a kink the flow may go on in more than one way."""


class Event(NamedTuple):
    """At `time` example i meets the kink of neuron v of group k.

    `what` is "crosses", "slides" along it, "leaves" after that, or "stops" where one side does not move it.
    """

    time: float
    what: str
    group: int
    example: int
    neuron: int


@dataclass(frozen=True, eq=False)
class Flow:
    """networks[j] is the network at times[j]; events in their order."""

    times: Any
    networks: tuple[Network, ...]
    events: tuple[Event, ...]


def gradient_flow(
    network: Network, x: Any, loss: Slope, times: Any, fixed: Fixed = (), rtol: float = 1e-12
) -> Flow:
    """The flow from `network` at times[0] to all `times`, which increase.

    x (N, inputs) are the examples, loss(f) the derivative of the risk in the outputs f (N, outputs). All is
    learned but the blocks in `fixed`, (k, i) and (k, "bias"), and biases where there are none.
    Pre-activations may be 0 at the start.

    The velocity is minus the element of least norm of Clarke's subdifferential, so the risk never rises. At
    each kink all ways to go on with dw/dt in minus the subdifferential are looked for, to first order, and
    there is one. The steps of `descent` come near a curve of this kind as they become small, so near this
    one, where it is alone; but from a start with a weight row of zeros they need not, as the negative slopes
    that `descent` takes at ties may be those of no region. NotUnique names a kink from which there are
    several ways: the risk is concave across it, as where a neuron has come to rest at 0, inactive, and would
    move away if it were active. One of them is that of `descent`, chosen by its slopes at ties and by
    rounding.

    ArithmeticError where more kinks meet than are looked at (`clarke.MOST` patterns of signs), where none of
    the ways is found, or where the step becomes too small. ValueError for what does not fit.
    """
    x, times = examples("gradient_flow", network, x, loss), np.asarray(times, dtype=float)
    if times.ndim != 1 or len(times) < 2 or not np.isfinite(times).all() or np.any(np.diff(times) <= 0):
        raise ValueError("gradient_flow: times must be two or more numbers that increase")
    positive("gradient_flow", rtol=rtol)
    least = RESTING * float(np.linalg.norm(gradient(network, x, loss(network(x)))))
    motion = _Motion(Risk(network, x, loss, *free(network, fixed), least))
    w, t, found = parameters(network).astype(float), float(times[0]), [network]
    events = list(motion.start(t, w))
    while t < times[-1]:
        run = scipy.integrate.solve_ivp(
            lambda _, w: motion.velocity(w),
            (t, times[-1]),
            w,
            method="DOP853",
            t_eval=times[times > t],
            events=motion.room,
            rtol=rtol,
            atol=rtol / 10,
        )
        if run.status < 0:
            raise ArithmeticError(f"gradient_flow: after time {t:.6g}: {run.message}")
        found.extend(with_parameters(network, column) for column in np.transpose(run.y))
        if run.status == 0:
            break
        t, w = float(run.t_events[0][0]), run.y_events[0][0]
        events.extend(motion.switch(t, w))
    return Flow(times, tuple(found), tuple(events))


class _Motion:
    """The side of each kink on which the flow is, those along which it slides, and where that ends."""

    def __init__(self, risk: Risk) -> None:
        self.risk = risk
        self.sliding: frozenset[Place] = frozenset()
        self.ties: tuple[Place, ...] = ()  # those that stay 0: sliding ones and what depends on them alone
        self.signs: list[Any] = []
        self.floors: dict[Place, float] = {}  # where those begin that leave a kink from just behind it
        self.last, self.restarts = -np.inf, 0

    def start(self, t: float, w: Any) -> Iterator[Event]:
        """Pre-activations that are 0 begin on the side to which they go; only those that stay are events."""
        before, _ = forwards(with_parameters(self.risk.network, w), self.risk.x)
        self.signs = [np.where(z > 0, 1, -1) for z in before]
        ties = [
            (k, int(i), int(v))
            for k, (node, z) in enumerate(zip(self.risk.network.nodes, before, strict=True))
            if node.activation.bends
            for i, v in np.argwhere(z == 0)
        ]
        if ties:
            yield from (e for e in self._go_on(t, w, ties) if e.what in ("slides", "stops"))

    def velocity(self, w: Any) -> Any:
        if self.sliding:
            kinks = Kinks(self.risk, w, self.signs, self.ties)
            return self.risk.everywhere(kinks.along(self.sliding, kinks.patterns))
        now, slopes = with_parameters(self.risk.network, w), self.risk.slopes(self.signs)
        _, outputs = forwards(now, self.risk.x, slopes)
        found = gradient(now, self.risk.x, self.risk.loss(outputs[-1]), slopes)
        return np.where(self.risk.copies >= 0, -found, 0.0)

    def gaps(self, before: list[Any]) -> dict[Place, float]:
        """How far each pre-activation that moves freely is from its kink."""
        ties = set(self.ties)
        return {
            (k, int(i), int(v)): float(gap) - self.floors.get((k, int(i), int(v)), 0.0)
            for k, node in enumerate(self.risk.network.nodes)
            if node.activation.bends
            for (i, v), gap in np.ndenumerate(before[k] * self.signs[k])
            if (k, i, v) not in ties
        }

    def room(self, _: float, w: Any) -> float:
        """Positive as long as the flow goes on as it does."""
        kinks = Kinks(self.risk, w, self.signs, self.ties)
        free = min(self.gaps(kinks.before).values(), default=1.0) + BESIDE
        if not self.sliding:
            return free
        outside = kinks.outside(kinks.along(self.sliding, kinks.patterns), kinks.patterns)
        away = max((way.margin for way in kinks.ways() if way.kept != self.sliding), default=-np.inf)
        return min(free, SURE - max(outside, away) / kinks.scale)

    room.terminal, room.direction = True, -1  # type: ignore[attr-defined]

    def switch(self, t: float, w: Any) -> Iterator[Event]:
        """What happens where the room has become 0."""
        self.restarts = self.restarts + 1 if t <= self.last else 0
        self.last = t
        if self.restarts > RESTARTS:
            raise ArithmeticError(f"gradient_flow: at time {t:.6g} more than {RESTARTS} changes at one time")
        kinks = Kinks(self.risk, w, self.signs, self.ties)
        met = [place for place, gap in self.gaps(kinks.before).items() if gap <= BESIDE]
        yield from self._go_on(t, w, [*self.ties, *met])

    def _go_on(self, t: float, w: Any, ties: list[Place]) -> Iterator[Event]:
        """Take the one way that there is."""
        kinks = Kinks(self.risk, w, self.signs, ties)
        ways = [way for way in kinks.ways() if way.margin > TOLERANCE * kinks.scale]
        if len(ways) != 1:
            raise _refusal(t, kinks, ways)
        (way,) = ways
        rates = kinks.rates(way.velocity)
        for place in kinks.ties:
            what = self._what(kinks, way, place)
            if what:
                yield Event(t, what, place[0] + 1, *place[1:])
            if way.sides[place]:
                self.signs[place[0]][place[1:]] = way.sides[place]
        self.sliding = way.kept
        still = [a for a in kinks.ties if a in way.kept or abs(rates[a]) <= TOLERANCE * kinks.scale]
        self.ties, self.floors = tuple(still) if way.kept else (), {}
        gaps = self.gaps(Kinks(self.risk, w, self.signs, self.ties).before)
        self.floors = {a: min(0.0, gaps[a]) for a in kinks.ties if a in gaps}
        if self.room(t, w) <= 0:
            raise ArithmeticError(f"gradient_flow: at time {t:.6g} the way to go on is at its end")

    def _what(self, kinks: Kinks, way: Continuation, place: Place) -> str:
        if place in way.kept:
            return "" if place in self.sliding else _stays(kinks, place)
        if place in self.sliding:
            return "leaves"
        return "crosses" if way.sides[place] == -self.signs[place[0]][place[1:]] else ""


def _stays(kinks: Kinks, place: Place) -> str:
    """Stops where one of the sides alone does not move it, slides where both push."""
    sides = ([kinks.gradient(p) for p in kinks.patterns if p.signs[place] == s] for s in (-1, 1))
    alone = [kinks.rates(-least_norm(side))[place] for side in sides]
    return "stops" if min(map(abs, alone)) <= TOLERANCE * kinks.scale else "slides"


def _refusal(t: float, kinks: Kinks, ways: list[Continuation]) -> ArithmeticError:
    ends = {a: len({(way.sides[a], a in way.kept) for way in ways}) for a in kinks.ties}
    k, i, v = max(kinks.ties, key=lambda a: ends[a] > 1)
    place = f"from the kink of neuron {v} of group {k + 1} at example {i}"
    if not ways:
        return ArithmeticError(f"gradient_flow: at time {t:.6g} no way to go on was found {place}")
    return NotUnique(f"gradient_flow: at time {t:.6g} the flow may go on in {len(ways)} ways {place}")
