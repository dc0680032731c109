"""The tightest bounds of the numbers of a goal in terms of simpler ones, before products are formed.

Of two bounds x <= U and y >= L a goal such as y/x >= L/U takes products with each other; found at once, these
are products of three facts and more.
"""

from __future__ import annotations

import itertools
import random
from collections.abc import Iterator
from typing import Any

from perturb.derive.checker.polynomials import ONE, Monomial, Poly, atom, times
from perturb.derive.columns import CLOSE, PLAIN, Column, Columns, Growth

SAMPLES = 0.3, 0.85  # where a bound is to be tight: numbers are about as large
SIZE = 6.0  # and sizes
OTHERS = 0.05, 0.3, 0.6, 0.85, 1.5, 9.0  # and where facts rule that out
TRIES = 40
MOST_BASE = 40
TAKEN = {"sqrt", "inv"}  # numbers that are taken as they are


class Tight:
    """For one goal."""

    def __init__(self, of: Columns, goal: Poly) -> None:
        self.of, self.R, self.goal = of, of.R, goal
        self.growth = Growth(of, goal, False)
        self.telling = [k for k in sorted(goal.atoms) if self.R.names[k][0] not in PLAIN]

    def bounds(self) -> Iterator[tuple[Poly, list[Column], list[tuple[Poly, float]]]]:
        """What is to be a combination of columns and, with any factors, of the monomials of a bound."""
        for k in self.telling:
            base = [j for j in sorted(self.goal.atoms) if self.about(j) != self.about(k)]
            if self.R.names[k][0] in TAKEN or not base:
                continue
            monomials = self.monomials(base)
            rows = {m for q, *_ in self.growth.facts for m in q.terms} | {*monomials}
            columns = [*self.growth.facts, *self.growth.within(rows)]
            powers = sorted({e for m in self.goal.terms for j, e in m if j == k and e in (1, 2)})
            for e, sign, point in itertools.product(powers, (1, -1), self.points(base)):
                values = [(Poly({m: ONE.terms[()]}), value(m, point)) for m in monomials]
                yield atom(k, e).scaled(sign), columns, values

    def about(self, k: int) -> Any:
        """The matrix that a number is of; itself, of one that is of none."""
        kind, *rest = self.R.names[k]
        if kind == "comp" and self.R.vector_kind(rest[0]) in ("s", "lam", "rev"):
            name = self.R.names[rest[0][0][0]]
            return self.R.names[name[1][0][0]][1] if name[0] == "rev" else name[1]
        return rest[0] if kind in ("s_star", "fro", "rank") else k

    def monomials(self, base: list[int]) -> list[Monomial]:
        """Of simpler numbers alone: those of the goal, and small ones."""
        simple = {*base}
        found = dict[Monomial, None]({(): None})
        for m in self.goal.terms:
            found[tuple((k, e) for k, e in m if k in simple)] = None
        for k in base:
            found[((k, 1),)] = None
        for j, k in itertools.combinations_with_replacement(base, 2):
            found[times(((j, 1),), ((k, 1),))] = None
        return [*found][:MOST_BASE]

    def points(self, base: list[int]) -> list[dict[int, float]]:
        """Values of these numbers at which all facts about them alone hold; elsewhere it is unbounded."""
        facts = [(q, free) for q, free, *_ in self.growth.facts if q.atoms and q.atoms <= {*base}]
        found, rng = list[dict[int, float]](), random.Random(0)
        for tries in range(TRIES):
            sample = SAMPLES[tries] if tries < len(SAMPLES) else None
            point = dict[int, float]()
            for k in base:
                point[k] = self.at(k, point, rng.choice(OTHERS) if sample is None else sample)
            rest = [sum(float(c) * value(m, point) for m, c in q.terms.items()) for q, _ in facts]
            if all(x >= -CLOSE or free for x, (_, free) in zip(rest, facts, strict=True)):
                found.append(point)
            if len(found) == len(SAMPLES):
                break
        return found

    def at(self, k: int, point: dict[int, float], sample: float) -> float:
        """The value of a number: from those of others where it is a root or an inverse of them."""
        kind, *rest = self.R.names[k]
        if kind in TAKEN and rest[0].atoms <= point.keys():
            inner = sum(float(c) * value(m, point) for m, c in rest[0].terms.items())
            if kind == "sqrt" and inner > 0:
                return float(inner**0.5)
            if kind == "inv" and abs(inner) > CLOSE:
                return float(1 / inner)
        return SIZE if kind in ("size", "min") else 1 / (1 - min(sample, 0.9)) if kind == "inv" else sample


def value(m: Monomial, point: dict[int, float]) -> float:
    found = 1.0
    for k, e in m:
        found *= float(point[k] ** e)
    return found
