"""Closing a leaf: from a path whose constraints contradict each other to a certificate that says so."""

from __future__ import annotations

from collections.abc import Iterator
from time import process_time
from typing import Any

from flint import fmpq

from perturb.prove.efforts import Try
from perturb.prove.factors import Fact, applied, around, deduced, impossible, open_factor, zeros
from perturb.prove.linear import Identity
from perturb.prove.ring import Poly, constant_value
from perturb.prove.squares import Sum, contradiction, sums
from perturb.prove.system import Conditions

Close = dict[str, Any]
DEPTH = 6
FIRST = 4  # efforts before a factor is split


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
