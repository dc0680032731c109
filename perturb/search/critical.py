"""Newton's method to many digits: towards a root of lhs - rhs, or towards a point where it is least.

Where lhs >= rhs touches equality, its difference has a double root, which differences of first order reach by
halves. There the gradient vanishes, with the multipliers of the equations (Lagrange), and Newton's method for
it gains digits as fast as for a simple root.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import cached_property
from typing import Any

import numpy as np
from flint import arb, ctx, fmpq

from perturb.search.contact import BITS, Contact

STEP = fmpq(1, 2**150)  # of first differences: their errors are of second order
NARROW = fmpq(1, 2**300)  # at the tip of a cone, |x| at 0, none is narrow enough to the last digit
WIDE = fmpq(1, 2**40)  # of the derivative that float64 holds
GRID = 2 ** (BITS - 60)
STEPS, DERIVED = 40, 3  # steps, and how many of them with a derivative of their own
DONE = 1e-75  # the length of a last step
RANK = 1e-7
FAR = 0.25  # a solution is no farther than so much of 1 and its length
Vector = Sequence[fmpq]


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
            up, down = (self.values(_moved(z, k, s)) for s in (STEP, -STEP))
            rows.append([(a - b) / (2 * arb(STEP)) for a, b in zip(up, down, strict=True)])
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
