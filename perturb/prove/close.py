"""Closing a leaf: from a path whose constraints contradict each other to a certificate that says so."""

from __future__ import annotations

from time import process_time
from typing import Any

from perturb.prove.efforts import Try
from perturb.prove.factors import Fact, applied, around, deduced, zeros
from perturb.prove.lemmas import root_of
from perturb.prove.linear import Identity
from perturb.prove.path import Path
from perturb.prove.ring import Poly, constant_value
from perturb.prove.system import Conditions, Gauge

Close = dict[str, Any]
DEPTH = 4


def close(
    path: Path, pairs: list[str], efforts: tuple[Try, ...], deadline: float
) -> tuple[Close, Gauge] | None:
    """A certificate that the constraints of a path are impossible, with the gauge that it uses, or None."""
    system = Conditions.of(path)
    gauge = system.gauge(pairs)
    system.fix(gauge)
    found = closed(system, efforts, deadline, DEPTH)
    return None if found is None else (found, gauge)


def closed(system: Conditions, efforts: tuple[Try, ...], deadline: float, depth: int) -> Close | None:
    """Simplify, then contradict at once, by a sign of a root, or by a linear program."""
    system.simplify()
    found = plain(system)
    if found is None and system.zeros:
        return _without_zeros(system, efforts, deadline, depth)
    if found is None and depth > 0:
        facts = deduced(system)
        if facts:
            return _with(system, facts, efforts, deadline, depth - 1)
        cut = undecided_root(system)
        if cut is not None:
            return split(system, cut, efforts, deadline, depth)
    if found is not None:
        return {"steps": system.steps, "identity": found}
    for effort in efforts:
        if process_time() > deadline:
            return None
        made = effort.attempt(system, deadline)
        if made is not None:
            return {"steps": system.steps, **made}
    return None


def _without_zeros(system: Conditions, efforts: tuple[Try, ...], deadline: float, depth: int) -> Close | None:
    """A sum of squares is 0: each of them is."""
    number, parts = system.zeros.pop()
    return _with(system, zeros(system, number, parts), efforts, deadline, depth)


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
            found = minus_a_square(system, number) if c.kind == ">" else None
            if found is not None:
                return found
            continue
        if c.kind == "=" and value != 0:
            return {"sum": [["1", one, []]], "equations": [[number, {"1": str(-1 / value)}]]}
        if c.kind == ">" and value == 0:
            return {"sum": [["1", one, [number]]], "equations": []}
        if c.kind != "=" and value < 0:
            return {"sum": [["1", one, []], [str(-1 / value), one, [number]]], "equations": []}
    return None


def minus_a_square(system: Conditions, number: int) -> Identity | None:
    """-c f^2 > 0."""
    p = system.constraints[number].poly
    if any(d % 2 for d in p.degrees()) or p.leading_coefficient() > 0:
        return None
    root = root_of(p / p.leading_coefficient())
    if root is None:
        return None
    scale = str(-p.leading_coefficient())
    return {"sum": [["1", {"1": "1"}, [number]], [scale, system.ring.written(root), []]], "equations": []}


def undecided_root(system: Conditions) -> Poly | None:
    """What a root is the absolute value of, where its sign is not known."""
    for _, p in system.squares():
        if not p.is_constant():
            return p
    return None


def split(
    system: Conditions, cut: Poly, efforts: tuple[Try, ...], deadline: float, depth: int
) -> Close | None:
    cases = {}
    for key in (">=", "<"):
        found = closed(system.split(cut, key), efforts, deadline, depth - 1)
        if found is None:
            return None
        cases[key] = found
    return {"steps": system.steps, "split": system.ring.written(cut), "cases": cases}
