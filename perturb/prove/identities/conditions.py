"""The constraints at the end of a path, and the recorded steps that make them simpler.

Before them: `gauges`, the rotations of complex variables under which a system of polynomials is invariant.
"""

from __future__ import annotations

import itertools
from collections.abc import Iterator, Sequence
from math import lcm
from typing import Any

from flint import fmpq, fmpq_mat

from perturb.prove.reading.path import AT_LEAST, KEYS, Constraint, Path, constraint, reduce_by
from perturb.prove.reading.ring import Poly, Ring, constant_value, hashed, rational_root

Gauge = list[dict[str, Any]]


def gauges(ring: Ring, polys: Sequence[Poly], complex_variables: Sequence[str]) -> list[Gauge]:
    """The rotations that leave all polynomials alone, each with a variable that it turns to the real line.

    First those that turn the variables that occur most, then those that turn the others.
    """
    seen = {z: sum(_occurs(ring, p, z) for p in polys) for z in complex_variables}
    found: list[Gauge] = []
    for sign in (-1, 1):
        names = sorted([z for z in seen if seen[z]], key=lambda z: sign * seen[z])
        gauge = _gauge(ring, polys, names) if names else []
        if gauge not in found:
            found.append(gauge)
    return found


def _occurs(ring: Ring, p: Poly, z: str) -> int:
    degrees = p.degrees()
    return int(degrees[ring.place[z + "1"]] > 0) + int(degrees[ring.place[z + "2"]] > 0)


def _gauge(ring: Ring, polys: Sequence[Poly], names: list[str]) -> Gauge:
    rows = [row for p in polys for row in _derivatives(ring, p, names)]
    return [_generator(weights, names) for weights in nullspace(rows, len(names))]


def _derivatives(ring: Ring, p: Poly, names: list[str]) -> list[list[fmpq]]:
    """A row for each monomial: what the rotation of each variable does to its coefficient."""
    columns = []
    for z in names:
        x, y = ring.variables[z + "1"], ring.variables[z + "2"]
        turned = x * p.derivative(ring.place[z + "2"]) - y * p.derivative(ring.place[z + "1"])
        columns.append(turned.to_dict())
    monomials = {m for column in columns for m in column}
    return [[column.get(m, fmpq(0)) for column in columns] for m in monomials]


def _generator(weights: list[fmpq], names: list[str]) -> dict[str, Any]:
    scale = lcm(*[int(w.q) for w in weights])
    turned = {z: int((w * scale).p) for z, w in zip(names, weights, strict=True) if w != 0}
    return {"weights": turned, "fix": next(iter(turned))}


def nullspace(rows: list[list[fmpq]], columns: int) -> list[list[fmpq]]:
    """A basis of the w with rows @ w = 0, in echelon form: a leading 1 where the others have 0."""
    if not rows:
        return [[fmpq(int(i == j)) for j in range(columns)] for i in range(columns)]
    matrix = fmpq_mat(len(rows), columns, [x for row in rows for x in row])
    reduced, rank = matrix.rref()
    pivots = [next(j for j in range(columns) if reduced[i, j] != 0) for i in range(rank)]
    free = [j for j in range(columns) if j not in pivots]
    found = []
    for j in free:
        w = [fmpq(0)] * columns
        w[j] = fmpq(1)
        for i, pivot in enumerate(pivots):
            w[pivot] = -reduced[i, j]
        found.append(w)
    if not found:
        return []
    echelon, _ = fmpq_mat(len(found), columns, [x for row in found for x in row]).rref()
    return [[echelon[i, j] for j in range(columns)] for i in range(len(found))]


class Conditions:
    """Constraints and root rules (by place of the root); `steps` is what was done to them."""

    def __init__(self, ring: Ring, constraints: list[Constraint], rules: dict[int, Poly]) -> None:
        self.ring, self.constraints, self.rules = ring, constraints, rules
        self.steps: list[dict[str, Any]] = []
        self.zeros: list[tuple[int, list[Poly]]] = []  # equations that are sums of squares
        self.parts: dict[int, list[Poly]] = {}  # what the squares are of which the rule of a root is the sum
        self.spent: set[int] = set()  # constraints whose squares are known to be 0
        self.signed: set[int] = set()  # places with a rule that may be negative
        self._ordered: tuple[list[Poly], list[int] | None] | None = None

    @staticmethod
    def of(path: Path) -> Conditions:
        first = path.ring.first_root
        made = Conditions(path.ring, list(path.constraints), {first + k: q for k, q in enumerate(path.rules)})
        for number, c in enumerate(path.constraints):
            parts = path.sums.get(hashed(c.poly)) if c.kind == "=" else None
            if parts is not None:
                made.zeros.append((number, parts))
        for k, q in enumerate(path.rules):
            made.parts[first + k] = list(path.sums.get(hashed(q), ()))
        return made

    def copy(self) -> Conditions:
        other = Conditions(self.ring, list(self.constraints), dict(self.rules))
        other.zeros, other.spent, other.signed = list(self.zeros), set(self.spent), set(self.signed)
        other.parts = dict(self.parts)
        return other

    # -- polynomials --------------------------------------------------------------------------------------

    def order(self) -> list[int] | None:
        """The roots, each before the roots in its rule; None when they run in a circle."""
        now = list(self.rules.values())
        if self._ordered is None or not _same(self._ordered[0], now):
            self._ordered = now, self._sorted()
        return self._ordered[1]

    def _sorted(self) -> list[int] | None:
        left, done = dict(self.rules), list[int]()
        while left:
            ready = [r for r in left if not any(q.degrees()[r] for q in left.values())]
            if not ready:
                return None
            done += ready
            for r in ready:
                del left[r]
        return done

    def reduced(self, poly: Poly) -> Poly:
        if poly.is_constant():
            return poly
        degrees = poly.degrees()
        for place in self.order() or []:
            if degrees[place] > 1:
                poly = reduce_by(poly, place, self.rules[place], self.ring)
                degrees = poly.degrees()
        return poly

    def replace(self, place: int, value: Poly) -> None:
        """A variable replaced everywhere; constraints without squares of roots, as the checker has them."""
        gens = list(self.ring.context.gens())
        gens[place] = value

        def put(p: Poly) -> Poly:
            return p.compose(*gens, ctx=self.ring.context) if p.degrees()[place] else p

        self.rules = {r: put(q) for r, q in self.rules.items()}
        self.constraints = [c._replace(poly=self.reduced(put(c.poly))) for c in self.constraints]
        self.zeros = [(number, [put(p) for p in parts]) for number, parts in self.zeros]
        self.parts = {r: [put(p) for p in self.parts[r]] for r in self.rules if self.parts.get(r)}

    def split(self, poly: Poly, key: str) -> Conditions:
        """The case of a split, its constraint at the end."""
        other = self.copy()
        other.constraints.append(constraint(poly, KEYS[key]))
        return other

    # -- gauges -------------------------------------------------------------------------------------------

    def gauges(self, complex_variables: list[str]) -> list[Gauge]:
        """Rotations under which all is invariant."""
        return gauges(
            self.ring, [*[c.poly for c in self.constraints], *self.rules.values()], complex_variables
        )

    def fix(self, gauge: Gauge) -> None:
        """Turn the fixed variables until they are real and not negative."""
        for generator in gauge:
            z = generator["fix"]
            self.replace(self.ring.place[z + "2"], self.ring.zero)
            self.constraints.append(constraint(self.ring.variables[z + "1"], AT_LEAST))

    # -- steps --------------------------------------------------------------------------------------------

    def simplify(self) -> None:
        """Solve linear equations and take roots of squares while there are any."""
        while self._take_root() or take_twin(self) or self._solve() or self._take_circle():
            pass

    def _take_circle(self) -> bool:
        """x^2 + y^2 = c: from here on x^2 is c - y^2 wherever it stands."""
        for number, c in enumerate(self.constraints):
            terms = c.poly.to_dict()
            squares = [
                m for m in terms if any(m) and all(int(e) in (0, 2) for e in m) and sum(map(int, m)) == 2
            ]
            if c.kind != "=" or len(terms) != 3 or len(squares) != 2:
                continue
            place = next(k for k, e in enumerate(min(squares)) if int(e))
            if any(int(e) and k in self.rules for m in squares for k, e in enumerate(m)):
                continue
            x = self.ring.context.gens()[place]
            by = x * x - c.poly / terms[min(squares)]
            if by.degrees()[place] > 0:  # such as x^2 - 2xy + y^2
                continue
            self.rules[place] = by
            self.signed.add(place)
            self.constraints = [one._replace(poly=self.reduced(one.poly)) for one in self.constraints]
            self.steps.append({"circle": self.ring.names[place], "by": number})
            return True
        return False

    def _take_root(self) -> bool:
        for place, p in self.squares():
            for number, c in enumerate(self.constraints):
                if c.kind == "=" or c.poly.is_constant():
                    continue
                times = ratio(p, c.poly)
                if times is not None and times != 0 and c.poly.degrees()[place] == 0:
                    times = abs(times)
                    del self.rules[place]
                    self.replace(place, c.poly * times)
                    self.steps.append({"root": self.ring.names[place], "is": number, "times": str(times)})
                    return True
        return False

    def squares(self) -> Iterator[tuple[int, Poly]]:
        """The roots whose rule is a square, and of what."""
        for place, q in list(self.rules.items()):
            if place in self.signed:
                continue
            q = self.reduced(q)
            if q.is_constant() or any(d % 2 for d in q.degrees()):
                continue
            try:
                root = q.sqrt()
            except (ValueError, ArithmeticError, Exception):  # not a square
                continue
            yield place, root

    def _solve(self) -> bool:
        for number, c in sorted(enumerate(self.constraints), key=lambda pair: len(pair[1].poly.coeffs())):
            if c.kind == "=" and not c.poly.is_constant():
                for place in self._linear(c.poly):
                    if self._solve_for(place, number):
                        return True
        return False

    def _linear(self, p: Poly) -> list[int]:
        """The variables that p holds once, alone and to the first power; roots last."""
        alone = []
        for powers in p.to_dict():
            places = [k for k, e in enumerate(powers) if int(e)]
            alone += [k for k in places if len(places) == 1 and p.degrees()[k] == 1 and self._once(p, k)]
        return sorted(alone, key=lambda k: (k >= self.ring.first_root, k))

    def _once(self, p: Poly, place: int) -> bool:
        return sum(1 for powers in p.monoms() if int(powers[place])) == 1

    def _solve_for(self, place: int, number: int) -> bool:
        p = self.constraints[number].poly
        x = self.ring.context.gens()[place]
        c = constant_value(p.derivative(place))
        assert c is not None, "the coefficient of a variable that stands alone"
        value = x - p / c
        trial = self.copy()
        rule = trial.rules.pop(place, None)
        trial.replace(place, value)
        if trial.order() is None:
            return False
        self.constraints, self.rules = trial.constraints, trial.rules
        self.zeros, self.parts = trial.zeros, trial.parts
        self.signed.discard(place)
        if rule is not None:
            gens = list(self.ring.context.gens())
            gens[place] = value
            left = value * value - rule.compose(*gens, ctx=self.ring.context)
            self.constraints.append(Constraint(self.reduced(left), "="))
        self.steps.append({"solve": self.ring.names[place], "by": number})
        return True


def _same(one: list[Poly], other: list[Poly]) -> bool:
    """The same objects in the same order."""
    return len(one) == len(other) and all(a is b for a, b in zip(one, other, strict=True))


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
