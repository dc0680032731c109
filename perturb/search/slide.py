"""Many points at once down the margin, by exact gradients: quasi-Newton steps, and across what is flat.

One walk back over the statement gives the gradients at all points of a batch (`reverse`), one screened batch
all their line searches (Broyden, Fletcher, Goldfarb, Shanno; on margins with kinks: Lewis and Overton 2013).
Where a point stands still, as on the equality set of a sharp statement, differences of exact gradients are
its second derivatives, and it leaves both ways along the eigenvectors of least curvature.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np

from perturb.certify.screen import screen
from perturb.domains.exact import Batch
from perturb.search.climb import OUTSIDE, coarsest, objective
from perturb.search.equations import Equations
from perturb.search.reverse import differentiable, gradient
from perturb.statements.claim import Claim

POINTS = 12  # that slide together
WIDE = 400  # parameters
WIDEST = 60  # parameters, up to which second derivatives are taken
LENGTHS = np.array([1.0, 3.0, *4.0 ** -np.arange(1, 9)])
EQUAL = 1e-9  # margins
LEAST = 1e-10  # an improvement below this is none
ENOUGH = -1e-3  # below it there is nothing to improve
CURVE = 1e-5  # of the differences of gradients
IDLE = 4  # steps without improvement, after which a point stays


def slide(
    claim: Claim, batch: Batch, rng: np.random.Generator, steps: int, late: Callable[[], bool] = lambda: False
) -> Batch | None:
    """The best point that is reached from the tightest of a batch and some others, on as coarse a grid as it
    bears; None where a word has no derivative, or nothing or too much can move.
    """
    first = Batch(batch.sizes, {key: array[:1] for key, array in batch.params.items()}, 1)
    system = Equations(claim, first)
    width = sum(int(np.prod(shape)) for shape in system.shapes.values())
    if not 2 <= width <= WIDE or not differentiable(claim):
        return None
    chosen = _starts(objective(screen(claim, batch)), rng)
    if not len(chosen):
        return None
    best = _slid(Sliding(system, system.vectors(batch)[chosen], rng), steps, late)
    fixed = {key: array[:1] for key, array in system.fixed.params.items()}
    return coarsest(claim, batch.sizes, fixed, system.shapes, best)


def _starts(values: Any, rng: np.random.Generator) -> Any:
    """Half of the points the tightest, the others at random from those inside; no equality."""
    inside = np.argsort(values, kind="stable")
    inside = inside[(values[inside] < OUTSIDE / 2) & (np.abs(values[inside]) > EQUAL)]
    tight, others = inside[: POINTS // 2], inside[POINTS // 2 :]
    return np.concatenate([tight, rng.permutation(others)[: POINTS - len(tight)]]).astype(int)


def _slid(points: Sliding, steps: int, late: Callable[[], bool]) -> Any:
    """The best vector after some steps of all points."""
    for _ in range(steps):
        if late() or points.best.min() < ENOUGH or (points.idle > IDLE).all():
            break
        points.step()
    return points.x[int(np.argmin(points.best))]


class Sliding:
    """Vectors (count, size), their margins, and what each has learnt of its second derivatives."""

    def __init__(self, system: Equations, vectors: Any, rng: np.random.Generator) -> None:
        self.system, self.rng = system, rng
        self.x = system.folded(vectors)
        self.best = self.values(self.x)
        self.slopes = self.gradients(self.x)
        size = self.x.shape[1]
        self.inverse = np.repeat(np.eye(size)[None], len(self.x), axis=0)
        self.fresh = np.ones(len(self.x), dtype=bool)  # knows no second derivatives yet
        self.idle = np.zeros(len(self.x), dtype=int)

    def values(self, vectors: Any) -> Any:
        """The objective of climbs."""
        return objective(screen(self.system.claim, self.system.batch(vectors)))

    def gradients(self, vectors: Any) -> Any:
        """Of the margin, (count, size); 0 where there is none."""
        found = gradient(self.system.claim, self.system.batch(vectors))
        if found is None:
            return np.zeros_like(vectors)
        flat = [found[key].reshape(len(vectors), -1) for key in self.system.shapes]
        return np.nan_to_num(np.concatenate(flat, axis=1), nan=0.0, posinf=0.0, neginf=0.0)

    def step(self) -> None:
        """All points one step: those that stand still across what is flat, the others down."""
        moving = np.flatnonzero(self.idle <= IDLE)
        still = moving[self.idle[moving] == IDLE]
        if len(still) and self.x.shape[1] <= WIDEST:
            self._across(still[np.argsort(self.best[still], kind="stable")[:2]])
        ways = -np.einsum("kij,kj->ki", self.inverse[moving], self.slopes[moving])
        length = np.linalg.norm(ways, axis=1)
        whole = np.maximum(np.linalg.norm(self.x[moving], axis=1), 1e-3)
        longest = np.where(self.fresh[moving], 0.3, 1.0) * whole
        scale = np.where(self.fresh[moving], longest, np.minimum(length, longest)) / np.maximum(
            length, 1e-300
        )
        ways = ways * scale[:, None]
        tried = self.system.folded(
            (self.x[moving, None] + LENGTHS[:, None] * ways[:, None]).reshape(-1, ways.shape[1])
        )
        values = self.values(tried).reshape(len(moving), -1)
        j = values.argmin(axis=1)
        better = values[np.arange(len(moving)), j] < self.best[moving] - LEAST
        reached = tried.reshape(len(moving), len(LENGTHS), -1)[np.arange(len(moving)), j]
        self._move(moving[better], reached[better], values[np.arange(len(moving)), j][better])
        stuck = moving[~better]
        self.idle[stuck] += 1
        self.inverse[stuck], self.fresh[stuck] = np.eye(self.x.shape[1]), True

    def _move(self, which: Any, reached: Any, values: Any) -> None:
        """To better places; the inverses of the second derivatives learn from the change of the gradient."""
        if not len(which):
            return
        slopes = self.gradients(reached)
        s, y = reached - self.x[which], slopes - self.slopes[which]
        sy = np.einsum("ki,ki->k", s, y)
        known = sy > 1e-10 * np.linalg.norm(s, axis=1) * np.linalg.norm(y, axis=1)
        for k, i in enumerate(which):
            if known[k]:
                H = self.inverse[i] if not self.fresh[i] else np.eye(len(s[k])) * sy[k] / (y[k] @ y[k])
                left = np.eye(len(s[k])) - np.outer(s[k], y[k]) / sy[k]
                self.inverse[i] = left @ H @ left.T + np.outer(s[k], s[k]) / sy[k]
                self.fresh[i] = False
        self.x[which], self.best[which], self.slopes[which], self.idle[which] = reached, values, slopes, 0

    def _across(self, which: Any) -> None:
        """Both ways along the three directions of least curvature; the best place if it is better."""
        size = self.x.shape[1]
        for i in which:
            h = CURVE * max(1.0, float(np.abs(self.x[i]).max()))
            moves = h * np.eye(size)
            slopes = self.gradients(np.concatenate([self.x[i] + moves, self.x[i] - moves]))
            H = (slopes[:size] - slopes[size:]) / (2 * h)
            least = np.linalg.eigh((H + H.T) / 2)[1][:, :3].T
            ways = np.concatenate([least, -least]) * max(1e-3, float(np.linalg.norm(self.x[i])))
            tried = self.system.folded((self.x[i] + LENGTHS[:, None, None] * ways).reshape(-1, size))
            values = self.values(tried)
            j = int(values.argmin())
            if values[j] < self.best[i] - LEAST:
                self._move(np.array([i]), tried[j : j + 1], values[j : j + 1])
                self.inverse[i], self.fresh[i] = np.eye(size), True
