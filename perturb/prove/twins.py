"""Roots of one polynomial, up to a factor, are one root."""

from __future__ import annotations

import itertools
from typing import TYPE_CHECKING

from flint import fmpq

from perturb.prove.ring import Poly, rational_root

if TYPE_CHECKING:
    from perturb.prove.system import Conditions


def take_twin(system: Conditions) -> bool:
    """Put one root for another one where there are two such, as a recorded step."""
    roots = [(place, q) for place, q in system.rules.items() if place not in system.signed]
    gens = system.ring.context.gens()
    for (one, q), (other, p) in itertools.combinations(roots, 2):
        c = ratio(p, q)
        times = rational_root(c) if c is not None and c > 0 else None
        number = _known(system, gens[one]) if times is not None else None
        if times is None or number is None or p.degrees()[one]:
            continue
        times = times / abs(system.constraints[number].poly.leading_coefficient())
        del system.rules[other]
        system.replace(other, system.constraints[number].poly * times)
        system.steps.append({"root": system.ring.names[other], "is": number, "times": str(times)})
        return True
    return False


def _known(system: Conditions, x: Poly) -> int | None:
    """The constraint that says x >= 0."""
    for number, c in enumerate(system.constraints):
        times = ratio(c.poly, x) if c.kind != "=" else None
        if times is not None and times > 0:
            return number
    return None


def ratio(p: Poly, g: Poly) -> fmpq | None:
    """c with p = c g, None where there is none."""
    if p.is_zero() or g.is_zero():
        return None
    c = p.leading_coefficient() / g.leading_coefficient()
    return c if p == g * c else None
