"""The hypotheses of a statement as a residual that Newton's method can make vanish: equations, inequalities.

Each inequality is asked for with some slack, a thousandth of its sides, so that a point may be rounded to few
bits and is still inside. What is met counts as zero. Nothing here decides: float64 finds where solutions lie,
and what is found has to be certified.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from fractions import Fraction
from functools import cached_property
from typing import Any

import numpy as np

from perturb.certify.point import screen
from perturb.domains.draws import on_grid
from perturb.domains.space import Batch
from perturb.numbers.errors import Undefined
from perturb.search.solvers.climb import DISCRETE, objective, within
from perturb.statements.claim import Claim
from perturb.vocab.grammar.tree import const
from perturb.vocab.relations.decide import assignments
from perturb.vocab.relations.order import Link
from perturb.vocab.systems.evaluate import Evaluation, Floats, OutOfRange

STEP = 1e-6  # of the differences that stand for derivatives
STEPS = 12  # of Gauss and Newton
FARTHEST = 2.0  # a step moves a point by at most so much of its length, and 1
RANK = 1e-8  # singular values below this share of the largest count as 0
SOLVED = 1e-11
AT_ONCE = 512  # points that take hardly longer than one
NOUGHT = 1e-10
EASE = Fraction(1, 2**40)
SLACK = 1e-3
MOST = 64  # points at a time
NEWTON = 24  # an eigenvalue has kinks, which take Newton's method longer
WIDE = 80  # parameters, beyond which derivatives by differences are too many
GRID = 2.0**12  # of points that were moved inside


@dataclass(frozen=True)
class Equations:
    """The hypotheses "==" of a statement at one combination of sizes, over its parameters as one vector.

    Signs and bits, and sizes that are inputs, are those of `fixed`, a batch of one. `work` counts the terms
    that were evaluated, for `AT_ONCE` points each.
    """

    claim: Claim
    fixed: Batch
    work: list[int] = field(default_factory=lambda: [0], compare=False)

    @cached_property
    def shapes(self) -> dict[str, tuple[int, ...]]:
        """Of the parameters that may move."""
        params = self.claim.domain.params
        return {k: a.shape[1:] for k, a in self.fixed.params.items() if params[k].range not in DISCRETE}

    @cached_property
    def places(self) -> dict[str, slice]:
        """Where each parameter lies in the vector."""
        ends = np.cumsum([0, *(int(np.prod(shape)) for shape in self.shapes.values())])
        return {k: slice(a, b) for k, a, b in zip(self.shapes, ends[:-1], ends[1:], strict=True)}

    @property
    def any(self) -> bool:
        """Are there equations?"""
        return any(h.op == "==" for h in self.claim.hypotheses)

    @cached_property
    def relaxed(self) -> Claim:
        """The statement without its equations: what else a point has to fulfil, up to errors of rounding."""
        return replace(self.claim, hypotheses=tuple(_eased(h) for h in self.claim.hypotheses if h.op != "=="))

    def vectors(self, batch: Batch) -> Any:
        """The points of a batch as vectors (count, size)."""
        return np.concatenate([batch.params[k].reshape(batch.count, -1) for k in self.shapes], axis=1)

    def batch(self, vectors: Any) -> Batch:
        """Vectors (count, size) as a batch."""
        count = len(vectors)
        params = {k: np.repeat(a, count, axis=0) for k, a in self.fixed.params.items()}
        for key, shape in self.shapes.items():
            params[key] = vectors[:, self.places[key]].reshape(count, *shape)
        return Batch(self.fixed.sizes, params, count)

    def folded(self, vectors: Any) -> Any:
        """Vectors with every parameter folded back into its range, as climbs do it."""
        found = np.array(vectors, dtype=float)
        for key, place in self.places.items():
            found[:, place] = within(found[:, place], self.claim.domain.params[key].range)
        return found

    def allowed(self, vectors: Any) -> Any:
        """Which vectors keep every parameter in its range."""
        good = np.isfinite(vectors).all(axis=1)
        for key, place in self.places.items():
            low, high = LIMITS.get(self.claim.domain.params[key].range, (-np.inf, np.inf))
            good &= ((vectors[:, place] >= low) & (vectors[:, place] <= high)).all(axis=1)
        return good

    def residual(self, vectors: Any) -> Any:
        """The differences of the two sides of every equation, (count, equations); NaN where undefined."""
        if not self.any:
            return np.zeros((len(vectors), 0))
        batch = self.batch(vectors)
        read = Evaluation(Floats(self.claim.domain.inputs(batch)))
        parts = [np.zeros((batch.count, 0))]
        with np.errstate(all="ignore"):
            for link in self.claim.hypotheses:
                for at in assignments(link, read):
                    parts.append(self.part(link, read(link.lhs, at), read(link.rhs, at), batch.count))
        self.work[0] += len(read) * -(-batch.count // AT_ONCE)
        return np.concatenate(parts, axis=1)

    def part(self, link: Link, lhs: Any, rhs: Any, count: int) -> Any:
        """What a hypothesis adds to the residual, (count, components): equations alone."""
        return difference(lhs, rhs, count) if link.op == "==" else np.zeros((count, 0))

    def jacobian(self, vectors: Any) -> Any:
        """Its derivatives (count, equations, size), by central differences in one batch."""
        return self.residual_and_jacobian(vectors)[1]

    def residual_and_jacobian(self, vectors: Any) -> tuple[Any, Any]:
        """Both from one batch."""
        count, size = vectors.shape
        if not self.any:
            return np.zeros((count, 0)), np.zeros((count, 0, size))
        h = STEP * np.maximum(1.0, np.abs(vectors).max(axis=1, initial=0.0))
        moves = h[:, None, None] * np.eye(size)
        middle = vectors[:, None]
        every = np.concatenate([middle, middle + moves, middle - moves], axis=1)
        found = self.residual(every.reshape(-1, size)).reshape(count, 1 + 2 * size, -1)
        change = found[:, 1 : 1 + size] - found[:, 1 + size :]
        return found[:, 0], change.transpose(0, 2, 1) / (2 * h[:, None, None])

    def solve(self, vectors: Any, free: Any = None, steps: int = STEPS) -> Any:
        """Gauss and Newton's steps of least length towards solutions; coordinates where `free` is set stay.

        What has no derivative stands still: ask `solved`.
        """
        x = np.array(vectors, dtype=float)
        moving = np.ones_like(x) if free is None else np.where(free, 0.0, 1.0)
        for _ in range(steps):
            r, J = self.residual_and_jacobian(x)
            J *= moving[:, None, :]
            sound = np.isfinite(r).all(axis=1) & np.isfinite(J).all(axis=(1, 2))
            sound &= np.abs(r).max(axis=1, initial=0.0) > 1e-15
            if not sound.any():
                break
            step = np.einsum("bij,bj->bi", np.linalg.pinv(J[sound], rcond=RANK), r[sound])
            length = np.linalg.norm(step, axis=1, keepdims=True)
            longest = FARTHEST * (1.0 + np.linalg.norm(x[sound], axis=1, keepdims=True))
            x[sound] -= step * np.minimum(1.0, longest / np.maximum(length, 1e-300))
        return x

    def solved(self, vectors: Any) -> Any:
        """Where the equations hold as far as float64 tells, and the parameters are in their ranges."""
        size = 1.0 + np.abs(vectors).max(axis=1, initial=0.0) ** 2
        near = np.abs(self.residual(vectors)).max(axis=1, initial=0.0) <= SOLVED * size
        return near & self.allowed(vectors)

    def margin(self, vectors: Any) -> Any:
        """The objective of climbs, the equations left out; +infinity where they are not solved."""
        tidy = np.where(np.abs(vectors) < NOUGHT, 0.0, vectors)  # a sum of errors has no sign
        values = objective(screen(self.relaxed, self.batch(tidy)))
        return np.where(self.solved(vectors), values, np.inf)


LIMITS = {"nonneg": (0.0, np.inf), "positive": (2.0**-20, np.inf), "unit": (0.0, 1.0), "signed": (-1.0, 1.0)}


def _eased(link: Link) -> Link:
    """On the edge of "<=", where an eigenvalue is 0, say, errors of rounding have either sign."""
    if link.op not in ("<=", ">="):
        return link
    ease = const(EASE if link.op == "<=" else -EASE)
    return replace(link, rhs=link.rhs + ease, shown=None)


def equations(claim: Claim, fixed: Batch, work: list[int] | None = None) -> Equations | None:
    """None where the statement has no equations, or nothing can move. `work` goes on counting."""
    found = Equations(claim, fixed, [0] if work is None else work)
    if not found.any or not found.shapes:
        return None
    try:
        return found if found.residual(found.vectors(fixed)).shape[1] else None
    except (Undefined, OutOfRange):
        return None


def difference(lhs: Any, rhs: Any, count: int) -> Any:
    """Of two sides at each point, (count, components)."""
    gap = np.asarray(np.subtract(lhs, rhs, dtype=float))
    return (
        np.broadcast_to(gap, (count, *gap.shape[1:])).reshape(count, -1)
        if gap.ndim
        else np.full((count, 1), gap)
    )


def independent(J: Any, order: Sequence[int]) -> list[int]:
    """Columns of a matrix that span its range, the first in `order` that do."""
    scale, chosen = np.abs(J).max(initial=0.0), []
    rest = np.array(J, dtype=float)
    for k in order:
        column = rest[:, k]
        length = float(np.linalg.norm(column))
        if length > 1e-7 * scale:
            chosen.append(k)
            unit = column / length
            rest = rest - np.outer(unit, unit @ rest)
    return chosen


@dataclass(frozen=True)
class Inequalities(Equations):
    """As `Equations`, with what is missing of every inequality among the hypotheses beside them.

    `slack` is what an inequality is asked for beyond itself, as a share of its sides.
    """

    slack: float = SLACK

    @property
    def any(self) -> bool:
        """Are there hypotheses?"""
        return bool(self.claim.hypotheses)

    def part(self, link: Link, lhs: Any, rhs: Any, count: int) -> Any:
        """The difference of an equation, what an inequality lacks; 0 for "!=", which few points miss."""
        gap = difference(lhs, rhs, count)
        if link.op == "==":
            return gap
        size = np.maximum(np.abs(difference(lhs, 0.0, count)), np.abs(difference(rhs, 0.0, count)))
        missing = (gap if link.op in ("<", "<=") else -gap) + self.slack * np.maximum(size, self.slack)
        return np.zeros_like(gap) if link.op == "!=" else np.maximum(missing, 0.0)


def towards(system: Equations, vectors: Any, slack: float = SLACK) -> Any:
    """Vectors moved until the inequalities among the hypotheses are met, or as near as that goes."""
    if all(h.op == "==" for h in system.claim.hypotheses):
        return vectors
    found = Inequalities(system.claim, system.fixed, system.work, slack)
    return found.folded(found.solve(vectors, steps=NEWTON))


def inside(claim: Claim, batch: Batch) -> Batch | None:
    """Up to `MOST` points of a batch moved inside the hypotheses, on a grid; None where too much can move."""
    first = Batch(batch.sizes, {key: array[:1] for key, array in batch.params.items()}, 1)
    system = Inequalities(claim, first)
    width = sum(int(np.prod(shape)) for shape in system.shapes.values())
    if not system.any or not 0 < width <= WIDE:
        return None
    moved = system.folded(system.solve(system.vectors(batch)[:MOST], steps=NEWTON))
    rounded = np.nan_to_num(on_grid(moved, GRID), nan=0.0, posinf=0.0, neginf=0.0)
    return system.batch(system.folded(rounded))  # a positive parameter may have been rounded to 0
