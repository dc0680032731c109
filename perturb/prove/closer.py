"""The leaves of one goal, each closed in the way that costs least to check among a few."""

from __future__ import annotations

from typing import NamedTuple

from perturb.prove.close import DEPTH, Close, closed, plain
from perturb.prove.cost import of_close
from perturb.prove.efforts import DIRECT, Try
from perturb.prove.gauges import Gauge
from perturb.prove.lean import lean
from perturb.prove.path import Path
from perturb.prove.system import Conditions

CHEAP = 8  # efforts before another gauge is tried
ENOUGH = 50  # a close that costs no more is not made shorter
SEARCHES = 40  # leaves of a goal for which more than one way is tried


class Route(NamedTuple):
    """With a gauge, by its number, or none; `raw`: before any step; by one effort, None: by signs and all."""

    gauge: int | None
    raw: bool
    effort: Try | None


class Closing(NamedTuple):
    """A close, what it costs to check, and how it was found."""

    cost: int
    close: Close
    gauge: Gauge
    way: Route


class Closer:
    """Closes leaves; what was best for the last one is tried first, and is enough where it costs no more."""

    def __init__(self, pairs: list[str]) -> None:
        self.pairs = pairs  # the complex variables
        self.last: Closing | None = None
        self.left = SEARCHES

    def close(self, path: Path, efforts: tuple[Try, ...], deadline: float) -> tuple[Close, Gauge] | None:
        """A certificate that the constraints of a path are impossible, with the gauge that it uses, or None.

        Of the cheap attempts, with every choice of what is turned to the real line and with none, the one
        that costs least; the dear ones come after these.
        """
        leaf = Simplified(path, Conditions.of(path).gauges(self.pairs), deadline)
        best: Closing | None = None
        for way in self._ways(leaf.gauges, bool(efforts)):
            found = leaf.closed(way, efforts[:CHEAP])
            if found is not None and (best is None or found.cost < best.cost):
                best = found
                like = self.last is not None and way == self.last.way and found.cost <= self.last.cost
                if found.cost <= ENOUGH or like or not self.left:
                    break
                self.left -= 1
        if best is not None:
            self.last = best
        else:
            dear = efforts[CHEAP:]
            ways = [Route(k, False, None) for k in range(len(leaf.gauges))] if dear else []
            best = next((cut for way in ways if (cut := leaf.closed(way, dear)) is not None), None)
        return None if best is None else (best.close, best.gauge)

    def _ways(self, gauges: list[Gauge], programs: bool) -> list[Route]:
        """That of the last leaf first, then those that are cheap to check where they succeed."""
        direct = DIRECT if programs else ()
        ways = [Route(None, True, effort) for effort in direct[:2]]
        for k in (None, *[k for k, gauge in enumerate(gauges) if gauge]):
            ways += [Route(k, False, effort) for effort in direct]
        ways += [Route(k, False, None) for k in range(len(gauges))]
        return sorted(ways, key=lambda way: self.last is None or way != self.last.way)


class Simplified:
    """The constraints of a path with each gauge, made simpler once."""

    def __init__(self, path: Path, gauges: list[Gauge], deadline: float) -> None:
        self.path, self.gauges, self.deadline = path, gauges, deadline
        self.simple: dict[int | None, tuple[Conditions, Close | None]] = {}

    def closed(self, way: Route, efforts: tuple[Try, ...]) -> Closing | None:
        """A certificate found in this way."""
        gauge = [] if way.gauge is None else self.gauges[way.gauge]
        if way.effort is None:
            found = closed(self._fixed(gauge), efforts, self.deadline, DEPTH)
        elif way.raw:
            found = way.effort.attempt(Conditions.of(self.path), self.deadline)
        else:
            found = self._direct(way.gauge, gauge, way.effort)
        if found is None:
            return None
        found = lean(found, len(self.path.constraints) + len(gauge))
        return Closing(of_close(found, len(gauge)), found, gauge, way)

    def _fixed(self, gauge: Gauge) -> Conditions:
        system = Conditions.of(self.path)
        system.fix(gauge)
        return system

    def _direct(self, k: int | None, gauge: Gauge, effort: Try) -> Close | None:
        if k not in self.simple:
            system = self._fixed(gauge)
            system.simplify()
            found = plain(system)
            self.simple[k] = system, None if found is None else {"steps": system.steps, "identity": found}
        system, known = self.simple[k]
        if known is not None:
            return known
        made = effort.attempt(system, self.deadline)
        return None if made is None else {"steps": system.steps, **made}
