"""What is tried at a leaf, cheap things first: linear programs, lemmas on lengths, squares of the goal."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from time import process_time
from typing import Any

from perturb.prove.identities import linear_program, semidefinite_program
from perturb.prove.identities.atoms import Grading
from perturb.prove.identities.conditions import Conditions
from perturb.prove.identities.deductions import Close
from perturb.prove.identities.lengths import ONE, as_factors, chained, extended, known_lengths, lemmas, pruned
from perturb.prove.identities.linear_program import Identity, Width
from perturb.prove.reading.path import Constraint
from perturb.prove.reading.ring import Poly

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
