"""From one discrete point to the next: signs and bits flipped, one or two at a time, by tabu search.

Of all neighbours the best is taken, better or not; what was flipped stays for some steps, so that a walk
leaves a local minimum and does not come back (Glover 1989, Tabu Search). Sharp statements about graphs are
equalities at many (regular ones, say), where every walk would stay: half of the walks do not stop there.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np

from perturb.certify.point import screen
from perturb.domains.space import Batch
from perturb.search.solvers.climb import DISCRETE, OUTSIDE, objective
from perturb.statements.claim import Claim

STEPS = 40  # of a short walk
PAIRS = 128  # neighbours that differ in two places, drawn at random
WIDE = 512  # signs and bits, beyond which the neighbours are too many
EQUAL = 1e-12  # relative: a margin that is an equality


def flips(
    claim: Claim,
    point: Batch,
    rng: np.random.Generator,
    steps: int = STEPS,
    past: bool = False,
    late: Callable[[], bool] = lambda: False,
) -> Batch | None:
    """The best point on a walk of `steps` from a batch of one; a suspicion ends it. None without discrete
    parameters, and where they are too many.

    With `past` points of equality count as the worst inside the hypotheses: the walk goes past them.
    """
    moved = Flipped(claim, point)
    count = len(moved.live)
    if not 0 < count <= WIDE:
        return None
    here = moved.start
    held = np.zeros(count, dtype=int)  # until which step a place stays as it is
    best, least = here, _values(claim, moved.batch(here[None]), past)[0]
    for number in range(steps):
        if late() or least < 0:
            break
        ways = _ways(count, rng)
        values = _values(claim, moved.batch(np.where(ways, 1 - here, here)), past)
        forbidden = (ways & (held > number)).any(axis=1) & (values >= least)
        k = int(np.argmin(np.where(forbidden, np.inf, values)))
        here = np.where(ways[k], 1 - here, here)
        held[ways[k]] = number + 2 + int(rng.integers(2 + count // 4))
        if values[k] < least:
            best, least = here, values[k]
    return moved.batch(best[None])


class Flipped:
    """The points that differ from one in signs and bits: vectors of 0 and 1 over the places that matter.

    `live` are the places whose flip changes an input of the statement, `start` is the point itself.
    """

    def __init__(self, claim: Claim, point: Batch) -> None:
        params = claim.domain.params
        self.claim, self.point = claim, point
        self.keys = [key for key in point.params if params[key].range in DISCRETE]
        flat = [point.params[key].reshape(-1) for key in self.keys]
        self.whole = np.concatenate([*flat, np.zeros(0)])
        self.signs = np.concatenate(
            [*[np.full(len(x), params[k].range == "sign") for k, x in zip(self.keys, flat, strict=True)], []]
        ).astype(bool)
        self.live = np.arange(len(self.whole))
        self.start = (self.whole > 0).astype(int)
        if 0 < len(self.whole) <= 2 * WIDE:
            changed = self._changed(
                self.batch(np.vstack([self.start, self.start ^ np.eye(len(self.live), dtype=int)]))
            )
            self.live = np.flatnonzero(changed)
            self.start = self.start[self.live]

    def batch(self, vectors: Any) -> Batch:
        """Vectors (count, places) as a batch."""
        count = len(vectors)
        whole = np.repeat(self.whole[None], count, axis=0)
        whole[:, self.live] = np.where(self.signs[self.live], 2.0 * vectors - 1.0, vectors)
        params = {k: np.repeat(a, count, axis=0) for k, a in self.point.params.items()}
        start = 0
        for key in self.keys:
            shape = params[key].shape
            width = int(np.prod(shape[1:]))
            params[key] = whole[:, start : start + width].reshape(shape)
            start += width
        return Batch(self.point.sizes, params, count)

    def _changed(self, batch: Batch) -> Any:
        """Which points after the first have other inputs than it."""
        found = np.zeros(batch.count - 1, dtype=bool)
        for values in self.claim.domain.inputs(batch).values():
            if not isinstance(values, int) and len(values) == batch.count:
                found |= (values[1:] != values[:1]).reshape(batch.count - 1, -1).any(axis=1)
        return found


def _ways(count: int, rng: np.random.Generator) -> Any:
    """What is flipped together: each place alone, and pairs (an edge that moves, a transposition)."""
    many = min(PAIRS, count * (count - 1) // 2)
    pairs = np.zeros((many, count), dtype=bool)
    first = rng.integers(count, size=many)
    second = (first + rng.integers(1, max(count, 2), size=many)) % count
    pairs[np.arange(many), first] = pairs[np.arange(many), second] = True
    return np.concatenate([np.eye(count, dtype=bool), pairs])


def _values(claim: Claim, batch: Batch, past: bool) -> Any:
    values = objective(screen(claim, batch))
    return np.where(np.abs(values) < EQUAL, OUTSIDE / 2, values) if past else values
