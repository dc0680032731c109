"""Where both sides of a strict conclusion meet: an equation beside those of the hypotheses.

Newton's method for it, to many digits (`Refiner`), is drawn towards a root of lhs - rhs, or towards a point
where it is least. Where lhs >= rhs touches equality, its difference has a double root, which differences of
first order reach by halves. There the gradient vanishes, with the multipliers of the equations (Lagrange),
and Newton's method for it gains digits as fast as for a simple root.

`ties`: where a maximum, a minimum or |x| has a kink: its arguments tie there, and each of them is its value.

The least value of a largest component lies where all are equal. Newton's method finds no way into a kink;
with the ties as equations, and one of what ties in place of the maximum, all is smooth.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import cached_property
from itertools import combinations, islice
from typing import Any

import numpy as np
from flint import arb, ctx, fmpq

from perturb.domains.space import Point, exact_array
from perturb.numbers.errors import Unavailable, Undefined
from perturb.numbers.scalar import to_arb
from perturb.search.found import STRICT
from perturb.search.solvers.equations import Equations, difference
from perturb.vocab.grammar.kinds import Kind
from perturb.vocab.grammar.tree import Expr, Word, const
from perturb.vocab.relations.decide import assignments
from perturb.vocab.relations.order import Link
from perturb.vocab.systems.certified import CharPoly
from perturb.vocab.systems.evaluate import Evaluation, Floats, OutOfRange, as_scalar
from perturb.vocab.words.arithmetic import absolute, larger, smaller
from perturb.vocab.words.matrix import rank
from perturb.vocab.words.vector import largest, smallest

BITS = 700  # of values whose second differences are taken
STEP, PART = fmpq(1, 2**200), fmpq(1, 40)  # a double root lies twice as far as a simple one
NOUGHT = fmpq(1, 2**200)  # less is no difference
ENDS = {"nonneg": (0, None), "positive": (0, None), "unit": (0, 1), "signed": (-1, 1)}
REACHED = {name: ends for name, ends in ENDS.items() if name != "positive"}
MOVED = 1e-9  # a parameter that moves an input by less does not move it
FIRST = fmpq(1, 2**150)  # of first differences: their errors are of second order
NARROW = fmpq(1, 2**300)  # at the tip of a cone, |x| at 0, none is narrow enough to the last digit
WIDE = fmpq(1, 2**40)  # of the derivative that float64 holds
GRID = 2 ** (BITS - 60)
STEPS, DERIVED = 40, 3  # steps, and how many of them with a derivative of their own
DONE = 1e-75  # the length of a last step
RANK = 1e-7
FAR = 0.25  # a solution is no farther than so much of 1 and its length
Vector = Sequence[fmpq]


@dataclass(frozen=True)
class Contact(Equations):
    """One instance of a strict conclusion at one combination of sizes: lhs = rhs beside the equations.

    `at` fixes its indices, `component` (from 0) is the one of a relation between vectors; `edge` is a
    hypothesis "<=" or ">=", by its number, that is taken for an equation, too; `tie` says which arguments of
    maxima are equal there.
    """

    conclusion: int = 0
    at: Mapping[str, int] = field(default_factory=dict)
    component: int = 0
    edge: int | None = None
    tie: Tie | None = None

    @property
    def any(self) -> bool:
        return True

    @property
    def link(self) -> Link:
        return self.tie.link if self.tie else self.claim.conclusions[self.conclusion]

    @cached_property
    def equations(self) -> list[Link]:
        """Those of the hypotheses that can be solved: a rank stays as it is while its matrix moves little."""
        hypotheses = self.claim.hypotheses
        equal = [link for link in hypotheses if link.op == "=="]
        if self.edge is not None:
            equal.append(replace(hypotheses[self.edge], op="=="))
        equal += self.tie.equations if self.tie else ()
        return [link for link in equal if not any(n.word is rank for side in link.parts for n in side.walk())]

    def residual(self, vectors: Any) -> Any:
        """lhs - rhs first, then the differences of the equations, (count, 1 + equations)."""
        batch = self.batch(vectors)
        read = Evaluation(Floats(self.claim.domain.inputs(batch)))
        with np.errstate(all="ignore"):
            sides = [read(side, self.at) for side in self.link.parts]
            parts = [difference(sides[0], sides[1], batch.count)[:, self.component : self.component + 1]]
            for link in self.equations:
                for at in assignments(link, read):
                    parts.append(self.part(link, read(link.lhs, at), read(link.rhs, at), batch.count))
        self.work[0] += len(read)
        return np.concatenate(parts, axis=1)

    @cached_property
    def active(self) -> list[int]:
        """The parameters that move an input at all, at a general point."""
        general = np.random.default_rng(1).uniform(
            0.25, 0.75, sum(int(np.prod(s)) for s in self.shapes.values())
        )
        moved = np.concatenate([general[None], general + 1e-3 * np.eye(len(general))])
        with np.errstate(all="ignore"):
            inputs = self.claim.domain.inputs(self.batch(moved))
        whole = [x for x in inputs.values() if np.ndim(x) and len(x) == len(moved)]  # the others are fixed
        changes = [np.abs(x[1:] - x[:1]).reshape(len(general), -1).max(axis=1) for x in whole]
        return np.flatnonzero(np.max([np.zeros(len(general)), *changes], axis=0) > MOVED).tolist()

    @cached_property
    def bounded(self) -> Any:
        """Which coordinates have an end that is reached: 0 and 1, -1 and 1, or 0."""
        found = np.zeros(sum(int(np.prod(shape)) for shape in self.shapes.values()), dtype=bool)
        for key, place in self.places.items():
            found[place] = self.claim.domain.params[key].range in REACHED
        return found

    def at_ends(self, vectors: Any) -> Any:
        """Vectors with every bounded coordinate at the end that is nearest."""
        found = np.array(vectors, dtype=float)
        for key, place in self.places.items():
            low, high = REACHED.get(self.claim.domain.params[key].range, (None, None))
            if low is not None:
                up = found[:, place] > (low + high) / 2 if high is not None else False
                found[:, place] = np.where(up, high or 0, low)
        return found

    def exact_point(self, x: Sequence[fmpq]) -> Point:
        """The point of the domain at rational coordinates, exact."""
        params = {key: exact_array(array[0]) for key, array in self.fixed.params.items()}
        for key, shape in self.shapes.items():
            params[key] = np.array(list(x[self.places[key]]), dtype=object).reshape(shape)
        return self.claim.domain.construct(self.fixed.sizes, params)

    def values(self, x: Sequence[fmpq]) -> list[arb] | None:
        """The residual at rational coordinates to about BITS bits; None where it has no value."""
        try:
            system = CharPoly(self.exact_point(x).values, BITS)
            with ctx.workprec(BITS):
                found = list(self._values(Evaluation(system)))
        except (Undefined, Unavailable, OutOfRange, ArithmeticError, ValueError):
            return None
        return found if all(v.is_finite() for v in found) else None

    def nears(self, x: Sequence[fmpq]) -> bool:
        """Does the slope of lhs - rhs lead to equality within a small part of the way that x is long?

        For t / (1 + t) < 1 it never does, however small the difference is.
        """
        slopes, here = fmpq(0), self.values(x)
        for k in self.active if here is not None else ():
            step = STEP * (1 + abs(x[k]))
            there = self.values([v + step if i == k else v for i, v in enumerate(x)])
            slopes += 0 if there is None or here is None else abs(_middle(there[0]) - _middle(here[0])) / STEP
        return here is None or abs(_middle(here[0])) <= PART * slopes

    def outside(self, x: Sequence[fmpq]) -> bool:
        """Is a range or a hypothesis missed there, or a strict one an equality, to many digits?"""
        ranges = ((self.claim.domain.params[key].range, x[place]) for key, place in self.places.items())
        if any(not _inside(range_, v) for range_, values in ranges for v in values):
            return True
        system = CharPoly(self.exact_point(x).values, BITS)
        with ctx.workprec(BITS):
            read = Evaluation(system)
            return any(_missed(link, read) for link in self.claim.hypotheses if link.op != "==")

    def _values(self, read: Evaluation) -> Iterator[arb]:
        own = [_numbers(read(side, self.at)) for side in self.link.parts]
        yield _gap(own, self.component)
        for link in self.equations:
            for at in assignments(link, read):
                sides = [_numbers(read(side, at)) for side in link.parts]
                for k in range(max(map(len, sides))):
                    yield _gap(sides, k)


def _inside(range_: str, x: fmpq) -> bool:
    """To many digits; a positive parameter is not 0."""
    low, high = ENDS.get(range_, (None, None))
    below = low is not None and (x < low - NOUGHT if range_ != "positive" else x < NOUGHT)
    return not below and (high is None or x <= high + NOUGHT)


def _missed(link: Link, read: Evaluation) -> bool:
    """A value that does not exist is missed too: it is no value at equality."""
    for at in assignments(link, read):
        try:
            sides = [_numbers(read(side, at)) for side in link.parts]
        except (Undefined, Unavailable, OutOfRange, ArithmeticError, ValueError):
            return True
        gaps = [_gap(sides, k) for k in range(max(map(len, sides)))]
        below = [-gap if link.op in (">", ">=") else gap for gap in gaps]  # lhs - rhs is at most 0 for "<="
        if any(gap > NOUGHT for gap in below) and link.op != "!=":
            return True
        if link.op in STRICT and any(abs(gap) < NOUGHT for gap in below):
            return True
    return False


def _middle(x: arb) -> fmpq:
    return x.mid().fmpq()


def _numbers(side: Any) -> tuple[Any, ...]:
    return side if isinstance(side, tuple) else (side,)


def _gap(sides: Sequence[tuple[Any, ...]], k: int) -> arb:
    """lhs - rhs of one component; a number stands beside every component of a vector."""
    left, right = (to_arb(as_scalar(side[k if len(side) > 1 else 0])) for side in sides)
    return left - right


class Refiner:
    """One contact with most coordinates fixed: the free ones are moved."""

    def __init__(self, contact: Contact, start: Vector, free: Sequence[int]) -> None:
        self.contact, self.start, self.free = contact, list(start), list(free)
        self._known: dict[tuple[fmpq, ...], list[arb] | None] = {}

    def whole(self, z: Vector) -> list[fmpq]:
        """All coordinates."""
        x = list(self.start)
        for k, value in zip(self.free, z, strict=False):
            x[k] = value
        return x

    def values(self, z: Vector) -> list[arb]:
        """lhs - rhs and the equations; ArithmeticError where they have no value."""
        key = tuple(z[: len(self.free)])
        if key not in self._known:
            self._known[key] = self.contact.values(self.whole(key))
        found = self._known[key]
        if found is None:
            raise ArithmeticError("no value")
        return found

    def slopes(self, z: Vector) -> list[list[arb]]:
        """The derivatives of all values by each free coordinate."""
        rows = []
        for k in range(len(self.free)):
            up, down = (self.values(_moved(z, k, s)) for s in (FIRST, -FIRST))
            rows.append([(a - b) / (2 * arb(FIRST)) for a, b in zip(up, down, strict=True)])
        return rows

    def critical(self, z: Vector) -> list[arb]:
        """The gradient of lhs - rhs + sum of multipliers times equations, then the equations."""
        multipliers = [fmpq(1), *z[len(self.free) :]]
        gradient = [
            sum([arb(m) * d for m, d in zip(multipliers, row, strict=True)], arb(0)) for row in self.slopes(z)
        ]
        return [*gradient, *self.values(z)[1:]]

    @cached_property
    def multipliers(self) -> list[fmpq]:
        """Of the equations, by least squares at the start."""
        z = [self.start[k] for k in self.free]
        rows = np.array([[float(d.mid()) for d in row] for row in self.slopes(z)])
        if rows.shape[1] < 2:
            return []
        found = np.linalg.lstsq(rows[:, 1:], -rows[:, 0], rcond=RANK)[0]
        return [fmpq(*float(m).as_integer_ratio()) for m in found]

    def refined(self, crossing: bool) -> list[fmpq] | None:
        """All coordinates of a solution near the start, to seventy digits; None where none is reached."""
        z = [self.start[k] for k in self.free]
        try:
            with ctx.workprec(BITS):
                if not crossing:
                    z += self.multipliers
                found = newton(self.values, z, NARROW, STEPS) if crossing else newton(self.critical, z)
        except ArithmeticError:
            return None
        if found is None:
            return None
        far = max(
            abs(float(a - b)) / (1 + abs(float(b))) for a, b in zip(found, z[: len(self.free)], strict=False)
        )
        return self.whole(found) if far <= FAR else None


def newton(
    f: Callable[[Vector], list[arb]], start: Vector, width: fmpq = WIDE, derived: int = DERIVED
) -> list[fmpq] | None:
    """A zero of f near `start`: steps of least length, the derivative taken anew in the first ones."""
    z, inverse = list(start), np.zeros((0, 0))
    for number in range(STEPS):
        if number < derived:
            inverse = np.linalg.pinv(_derivative(f, z, width), rcond=RANK)
        value = np.array([float(v.mid()) for v in f(z)])
        step = inverse @ value
        if not np.isfinite(step).all() or np.abs(step).max(initial=0.0) > FAR * (
            1 + max(abs(float(x)) for x in z)
        ):
            return None
        z = [_on_grid(x - fmpq(*float(s).as_integer_ratio())) for x, s in zip(z, step, strict=True)]
        if np.abs(step).max(initial=0.0) < DONE:
            return z
    return None


def _derivative(f: Callable[[Vector], list[arb]], z: Vector, width: fmpq) -> Any:
    columns = []
    for k in range(len(z)):
        up, down = f(_moved(z, k, width)), f(_moved(z, k, -width))
        columns.append([float(((a - b) / (2 * arb(width))).mid()) for a, b in zip(up, down, strict=True)])
    return np.array(columns).T


def _moved(z: Vector, k: int, step: fmpq) -> list[fmpq]:
    return [x + step if i == k else x for i, x in enumerate(z)]


def _on_grid(x: fmpq) -> fmpq:
    """Few enough bits that the differences keep theirs."""
    return fmpq((x * GRID).floor(), GRID)


MOST = 3  # kinks of a relation that are looked at each by itself, the outer ones first; pairs of components
Plain = tuple[Expr, tuple[Expr, Expr]]  # what stands for a kink where the two sides are equal


@dataclass(frozen=True)
class Tie:
    """A relation where some of its kinks are: without them, beside what is equal there."""

    link: Link
    equations: tuple[Link, ...]


def ties(link: Link, length: Callable[[Expr], int]) -> Iterator[Tie]:
    """All kinks together, then each alone, then two components of a vector of more (`length` of it)."""
    kinks = list(dict.fromkeys(node for side in link.parts for node in side.walk() if node.word in TIED))
    whole = {node: TIED[node.word](node) for node in kinks}
    if len(kinks) > 1:
        yield _tie(link, whole)
    for node in kinks[:MOST]:
        yield _tie(link, {node: whole[node]})
    for node in kinks[:MOST]:
        many = length(node.args[0]) if node.word in (largest, smallest) else 0
        for i, j in islice(combinations(range(1, many + 1), 2), MOST if many > 2 else 0):
            yield _tie(link, {node: (node.args[0][i], (node.args[0][i], node.args[0][j]))})


def _tie(link: Link, plain: Mapping[Expr, Plain]) -> Tie:
    instead = {node: value for node, (value, _) in plain.items()}
    equations = [Link(_without(a, instead), "==", _without(b, instead)) for _, (a, b) in plain.values()]
    return Tie(Link(_without(link.lhs, instead), link.op, _without(link.rhs, instead)), tuple(equations))


def _without(expr: Expr, instead: Mapping[Expr, Expr]) -> Expr:
    """The tree with others for some nodes; a derived word that has one is its definition."""
    if expr in instead:
        return _without(instead[expr], instead)
    if expr.expansion is not None and not instead.keys().isdisjoint(expr.expansion.walk()):
        return _without(expr.expansion, instead)
    args = tuple([_without(arg, instead) for arg in expr.args])
    return expr if args == expr.args else Expr(expr.word, args, expr.payload)


def _first(node: Expr) -> Plain:
    """A component, to which all of them are equal."""
    (vector,) = node.args
    return vector[1], (vector, vector[1])


def _either(node: Expr) -> Plain:
    a, b = node.args
    return (a if a.kind is Kind.VECTOR else b), (a, b)


def _nought(node: Expr) -> Plain:
    return node.args[0], (node.args[0], const(0))


TIED: Mapping[Word, Callable[[Expr], Plain]] = {
    largest: _first,
    smallest: _first,
    larger: _either,
    smaller: _either,
    absolute: _nought,
}
