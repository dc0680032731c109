"""An identity with Gram matrices where a linear program finds none.

Sums of squares times products of constraints: a Positivstellensatz certificate of low degree (Parrilo
2003) as a semidefinite program. Equality of a statement on curves makes its solutions thin: what every
solution lacks is cut away (facial reduction: Borwein and Wolkowicz 1981, Permenter and Parrilo 2018)
until some are inside, and a point inside may be rounded to rationals and put back on the equations
(Peyrl and Parrilo 2008). The terms are those that a linear program gives.
"""

from __future__ import annotations

from time import process_time
from typing import Any

import numpy as np

from perturb.prove.identities.atoms import Grading, Supply, targets
from perturb.prove.identities.conditions import Conditions
from perturb.prove.identities.grams import Gram, GramCone, Solution, exact, face, gram, squares
from perturb.prove.identities.interior import Iterate, Program, solved
from perturb.prove.identities.linear_program import Identity, Width
from perturb.prove.reading.ring import Poly

FACES = 12  # how often faces are cut
WEIGHINGS, LEAST = 3, 1e-2
NOTHING = 1e-5  # of the largest trace: a cone that is not used


def identity(system: Conditions, width: Width, deadline: float) -> Identity | None:
    """An identity that shows the constraints to be impossible, or None."""
    store = Supply(system, Grading(system))
    products = store.products(width.factors, width.degree)
    for target in targets(store, products):
        if process_time() > deadline:
            return None
        whole = gram(store, products, target, width.degree)
        found = None if whole is None else _found(whole, deadline)
        if found is not None:
            return found
    return None


def _found(whole: Gram, deadline: float) -> Identity | None:
    inside = _inside(whole, deadline)
    if inside is None:
        return None
    few = _few(inside[0], deadline)
    smaller = None if few is None else _inside(few, deadline)
    for at in (smaller, inside):
        solution = None if at is None or process_time() > deadline else exact(at[0], at[1].primal)
        made = None if at is None or solution is None else written(at[0], solution)
        if made is not None:
            return made
    return None


def _inside(now: Gram, deadline: float) -> tuple[Gram, Iterate] | None:
    """The face that has a solution inside, and that one, its strict part 1."""
    for _ in range(FACES):
        point = solved(program(now), deadline)
        if point is None:
            return None
        smaller = _within(now, point)
        if smaller is None:
            strict = sum(
                float(Q[0, 0]) for cone, Q in zip(now.cones, point.primal, strict=True) if cone.strict
            )
            return now, Iterate([Q / strict for Q in point.primal], point.dual, point.miss)
        now = smaller
        if not any(cone.strict for cone in now.cones):
            return None
    return None


def _within(now: Gram, point: Iterate) -> Gram | None:
    """The program on the face of the point, None where that is the whole."""
    cones: list[GramCone] = []
    for cone, Q, S in zip(now.cones, point.primal, point.dual, strict=True):
        columns = face(Q, S)
        if columns is None:
            cones.append(cone)
        elif columns:
            cones.append(cone.within(now.system, columns))
    same = len(cones) == len(now.cones) and all(a is b for a, b in zip(cones, now.cones, strict=True))
    return None if same else Gram(now.system, cones, now.multiples)


def _few(now: Gram, deadline: float) -> Gram | None:
    """The cones that a solution of small trace uses: fewer terms. What is small costs more the next time."""
    costs = [1.0] * len(now.cones)
    for _ in range(WEIGHINGS):
        point = solved(program(now, costs), deadline)
        if point is None:
            return None
        traces = [float(np.trace(Q)) for Q in point.primal]
        costs = [1.0 / (t / max(traces) + LEAST) for t in traces]
        costs = [c / max(costs) for c in costs]
    used = [cone for cone, t in zip(now.cones, traces, strict=True) if t > NOTHING * max(traces)]
    return Gram(now.system, used, now.multiples)


def program(now: Gram, costs: list[float] | None = None) -> Program:
    """A row for each monomial, and the last one.

    Without costs all solutions of a fixed trace, even those that are not strict. With costs of the traces
    those whose strict part is 1.
    """
    rows: dict[Any, int] = {}
    parts = []
    for cone in now.cones:
        k = len(cone.basis)
        places = [(i * k + j, p, 1.0 if i == j else 0.5) for (i, j), p in cone.table.items()]
        places += [(j * k + i, p, 0.5) for (i, j), p in cone.table.items() if i != j]
        parts.append((places, k * k))
    parts.append(([(k, p, 1.0) for k, (_, _, p) in enumerate(now.multiples)], len(now.multiples)))
    every = [
        [
            (rows.setdefault(m, len(rows)), j, weight * int(c.p) / int(c.q))
            for j, p, weight in places
            for m, c in p.to_dict().items()
        ]
        for places, _ in parts
    ]
    count = len(rows) + 1
    for cone, entries in zip(now.cones, every, strict=False):
        k = len(cone.basis)
        if costs is None or cone.strict:
            entries += [(count - 1, i * k + i, 1.0) for i in range(k)]
    sizes = [len(cone.basis) for cone in now.cones]
    right = np.zeros(count)
    right[-1] = sum(sizes) if costs is None else 1.0
    return Program(sizes, every[:-1], (every[-1], len(now.multiples)), right, costs or [0.0] * len(sizes))


def written(now: Gram, solution: Solution) -> Identity | None:
    """The terms of the identity; None where it is none after all."""
    ring, reduced = now.system.ring, now.system.reduced
    total, terms = ring.zero, []
    for cone, Q in zip(now.cones, solution[0], strict=True):
        for d, line in squares(Q):
            square = sum([p * c for c, p in zip(line, cone.basis, strict=True) if c != 0], ring.zero)
            terms.append([str(d), ring.written(square), list(cone.product.numbers)])
            total += reduced(reduced(square * square) * cone.product.poly) * d
    multipliers: dict[int, Poly] = {}
    for (number, m, p), c in zip(now.multiples, solution[1], strict=True):
        if c != 0:
            multipliers[number] = multipliers.get(number, ring.zero) + ring.made({m: c})
            total += p * c
    if not reduced(total).is_zero():
        return None
    return {"sum": terms, "equations": [[k, ring.written(p)] for k, p in sorted(multipliers.items())]}
