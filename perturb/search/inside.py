"""Points inside inequalities that hardly a draw meets: Newton's method on what is missing of them.

Each inequality is asked for with some slack, a thousandth of its sides, so that a point may be rounded to few
bits and is still inside. What is met counts as zero.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import numpy as np

from perturb.domains.draws import on_grid
from perturb.domains.exact import Batch
from perturb.search.equations import Equations, difference
from perturb.statements.claim import Claim
from perturb.vocab.relations.order import Link

SLACK = 1e-3
MOST = 64  # points at a time
STEPS = 24  # an eigenvalue has kinks, which take Newton's method longer
WIDE = 80  # parameters, beyond which derivatives by differences are too many
GRID = 2.0**12


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
    return found.folded(found.solve(vectors, steps=STEPS))


def inside(claim: Claim, batch: Batch) -> Batch | None:
    """Up to `MOST` points of a batch moved inside the hypotheses, on a grid; None where too much can move."""
    first = Batch(batch.sizes, {key: array[:1] for key, array in batch.params.items()}, 1)
    system = Inequalities(claim, first)
    width = sum(int(np.prod(shape)) for shape in system.shapes.values())
    if not system.any or not 0 < width <= WIDE:
        return None
    moved = system.folded(system.solve(system.vectors(batch)[:MOST], steps=STEPS))
    rounded = np.nan_to_num(on_grid(moved, GRID), nan=0.0, posinf=0.0, neginf=0.0)
    return system.batch(system.folded(rounded))  # a positive parameter may have been rounded to 0
