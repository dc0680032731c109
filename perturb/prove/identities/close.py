"""Closing the leaves of one goal: from constraints that contradict each other to a certificate that says so.

Each leaf is closed in the way that costs least to check among a few.

What is tried at a leaf, cheap things first: linear programs, lemmas on lengths, squares of the goal.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from time import process_time
from typing import Any, NamedTuple

from flint import fmpq

from perturb.prove.identities import linear_program, semidefinite_program
from perturb.prove.identities.atoms import Grading
from perturb.prove.identities.conditions import Conditions, Gauge
from perturb.prove.identities.deductions import (
    Close,
    Fact,
    Sum,
    applied,
    around,
    contradiction,
    deduced,
    impossible,
    open_factor,
    sums,
    zeros,
)
from perturb.prove.identities.lengths import ONE, as_factors, chained, extended, known_lengths, lemmas, pruned
from perturb.prove.identities.linear_program import Identity, Width
from perturb.prove.reading.path import Constraint, Path
from perturb.prove.reading.ring import Poly, constant_value
from perturb.prove.tidy import lean, of_close

DEPTH = 6
FIRST = 4  # efforts before a factor is split
CHEAP = 8  # efforts before another gauge is tried
ENOUGH = 50  # a close that costs no more is not made shorter
SEARCHES = 40  # leaves of a goal for which more than one way is tried


def closed(system: Conditions, efforts: tuple[Try, ...], deadline: float, depth: int) -> Close | None:
    """Simplify, then contradict at once, by a sign of a root or factor, or by a linear program."""
    system.simplify()
    found = plain(system)
    if found is not None:
        return {"steps": system.steps, "identity": found}
    if depth > 0:
        for facts in _facts(system):
            return _with(system, facts, efforts, deadline, depth - 1)
        cut = undecided_root(system)
        if cut is not None:
            return split(system, cut, (">=", "<"), efforts, deadline, depth)
    made = _tried(system, efforts[:FIRST], deadline)
    factor = open_factor(system) if made is None and depth > 0 else None
    if factor is not None:
        made = split(system, *factor, efforts, deadline, depth)
        if made is not None:
            return made
    return made or _tried(system, efforts[FIRST:], deadline)


def _facts(system: Conditions) -> Iterator[list[Fact]]:
    """What follows from sums of squares that are 0, or from the signs of factors."""
    for number, parts in system.zeros:
        system.zeros = [one for one in system.zeros if one[0] != number]
        kept = [(fmpq(1), p) for p in parts if not p.is_zero()]
        if kept:
            yield zeros(system, Sum(number, 1, kept))
    for found in sums(system):
        if found.number not in system.spent:
            system.spent.add(found.number)
            yield zeros(system, found)
    facts = deduced(system)
    if facts:
        yield facts


def _tried(system: Conditions, efforts: tuple[Try, ...], deadline: float) -> Close | None:
    for effort in efforts:
        if process_time() > deadline:
            return None
        made = effort.attempt(system, deadline)
        if made is not None:
            return {"steps": system.steps, **made}
    return None


def _with(
    system: Conditions, facts: list[Fact], efforts: tuple[Try, ...], deadline: float, depth: int
) -> Close | None:
    found = closed(applied(system, facts), efforts, deadline, depth)
    return None if found is None else {"steps": system.steps, **around(system, facts, found)}


def plain(system: Conditions) -> Identity | None:
    """A constraint that is impossible by itself."""
    one = {"1": "1"}
    for number, c in enumerate(system.constraints):
        value = constant_value(system.reduced(c.poly))
        if value is None:
            continue
        if c.kind == "=" and value != 0:
            return {"sum": [["1", one, []]], "equations": [[number, {"1": str(-1 / value)}]]}
        if c.kind == ">" and value == 0:
            return {"sum": [["1", one, [number]]], "equations": []}
        if c.kind != "=" and value < 0:
            return {"sum": [["1", one, []], [str(-1 / value), one, [number]]], "equations": []}
    return contradiction(system, sums(system)) or impossible(system)


def undecided_root(system: Conditions) -> Poly | None:
    """What a root is the absolute value of, where its sign is not known."""
    for _, p in system.squares():
        if not p.is_constant():
            return p
    return None


def split(
    system: Conditions,
    cut: Poly,
    keys: tuple[str, ...],
    efforts: tuple[Try, ...],
    deadline: float,
    depth: int,
) -> Close | None:
    cases = {}
    for key in keys:
        found = closed(system.split(cut, key), efforts, deadline, depth - 1)
        if found is None:
            return None
        cases[key] = found
    return {"steps": system.steps, "split": system.ring.written(cut), "cases": cases}


# -- the cheapest of a few ways -------------------------------------------------------------------------


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


ANY = 99  # no limit on the degree


@dataclass(frozen=True)
class Try:
    """One attempt: a program of some width, with lemmas between lengths or products of them.

    `attempt` gets constraints that may contradict each other and a deadline. It gives the end of a close,
    exact over the rationals, or None; it changes nothing in what it gets.
    """

    width: Width
    lemmas: bool = False
    products: bool = False
    squarings: int = 0

    def attempt(self, system: Conditions, deadline: float) -> Close | None:
        """An identity or splits around one."""
        if self.squarings:
            return self._squared(system, deadline, self.squarings)
        if not self.lemmas:
            found = identity(system, self.width, deadline)
            return None if found is None else {"identity": found}
        known = lemmas(system, Grading(system), self.products)
        if not known:
            return None
        found = identity(extended(system, known), self.width, deadline)
        if found is None:
            return None
        used, found = pruned(system, known, found)
        return chained(system, used, {"identity": found})

    def _squared(self, system: Conditions, deadline: float, times: int) -> Close | None:
        """The last strict constraint L - R > 0, R >= 0, gives L^2 - R^2 > 0."""
        for number, cut, below in squared_goals(system):
            inner = system.copy()
            inner.constraints.append(Constraint(cut, ">"))
            below["sum"].append(["1", ONE, [len(system.constraints)]])
            effort = Try(self.width, self.lemmas, self.products, times - 1)
            found = effort.attempt(inner, deadline)
            if found is not None:
                cases = {">": found, "<=": {"identity": below}}
                return {"split": system.ring.written(cut), "cases": cases}
            if process_time() > deadline or number < 0:
                return None
        return None


def identity(system: Conditions, width: Width, deadline: float) -> Identity | None:
    """By a linear or a semidefinite program."""
    if width.gram:
        return semidefinite_program.identity(system, width, deadline)
    return linear_program.identity(system, width, deadline)


def squared_goals(system: Conditions) -> Iterator[tuple[int, Poly, dict[str, Any]]]:
    """L^2 - R^2 for the last strict constraint, and why it is positive."""
    numbers = [k for k, c in enumerate(system.constraints) if c.kind == ">" and not c.poly.is_constant()]
    known = known_lengths(system)
    for number in numbers[-1:]:
        goal = system.reduced(system.constraints[number].poly)
        parts = [(m, c) for m, c in goal.to_dict().items() if c < 0 and as_factors(m, known) is not None]
        if not parts:
            continue
        R = system.ring.made({m: -c for m, c in parts})
        cut = system.reduced((goal + R) ** 2 - R * R)
        terms: list[list[Any]] = [["1", ONE, [number, number]]]
        for m, c in parts:
            made = as_factors(m, known)
            assert made is not None
            factors, square, scale = made
            term = system.ring.made({square: c / c})
            terms.append([str(-2 * c / scale), system.ring.written(term), [*factors, number]])
        yield number, cut, {"sum": terms, "equations": []}


EFFORTS = (
    Try(Width(1, ANY, flat=True)),
    Try(Width(1, 2)),
    Try(Width(1, 2), lemmas=True),
    Try(Width(2, ANY, flat=True)),
    Try(Width(2, 2), lemmas=True),
    Try(Width(2, 2, True)),
    Try(Width(1, 4), lemmas=True, products=True),
    Try(Width(2, 4)),
    Try(Width(3, ANY, flat=True)),
    Try(Width(2, 2, gram=True)),
    Try(Width(2, 4, gram=True)),
    Try(Width(2, 2, True, rounds=40)),
    Try(Width(2, 2, True, rounds=40), lemmas=True),
    Try(Width(1, 4, True), squarings=1),
    Try(Width(2, 4), lemmas=True),
    Try(Width(2, 4), lemmas=True, products=True),
    Try(Width(1, 4), lemmas=True, products=True, squarings=1),
    Try(Width(2, 4, True, rounds=10)),
    Try(Width(3, 4, True)),
    Try(Width(2, 4, True, rounds=10), lemmas=True, products=True),
    Try(Width(1, 8, True), squarings=2),
    Try(Width(3, 6)),
    Try(Width(2, 6, True), squarings=1),
    Try(Width(2, 6, True, rounds=10)),
    Try(Width(4, 6, True)),
    Try(Width(4, 8, True)),
    Try(Width(3, 6, gram=True)),
    Try(Width(4, 8, gram=True)),
)
DIRECT = (EFFORTS[0], EFFORTS[3], EFFORTS[1], EFFORTS[2])  # before signs of factors are looked at
