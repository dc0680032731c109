"""Which size comes next: a bandit that goes where margins fall (UCB1: Auer, Cesa-Bianchi, Fischer 2002)."""

from __future__ import annotations

import math

import numpy as np

from perturb.statements.claim import Claim

EVEN = 40  # batches before the sizes are weighed against each other
FALLEN = 0.9  # a margin that falls below this share of the least one was worth its batch


class Sizing:
    """What was tried at each size, and how often its least margin fell."""

    def __init__(self, claim: Claim) -> None:
        self.sizes = list(claim.domain.sizes())
        self.least = [math.inf] * len(self.sizes)
        self.pulls, self.worth = [0] * len(self.sizes), [0] * len(self.sizes)
        self.closed: set[int] = set()

    def next(self, number: int, rng: np.random.Generator) -> int:
        """At random for the first batches and for every other one of the later."""
        drawn = int(rng.integers(len(self.sizes)))
        return drawn if number < EVEN or number % 2 else self._best()

    def turn(self, number: int) -> int:
        """Each in turn once, and then every other time."""
        own = len(self.sizes)
        if number < own:
            return number
        return self._best() if (number - own) % 2 else (number - own) // 2 % own

    def _best(self) -> int:
        """The largest upper bound of the share of batches that were worth it."""
        tried = sum(self.pulls)
        scores = [
            -math.inf if k in self.closed else w / n + math.sqrt(2 * math.log(tried) / n) if n else math.inf
            for k, (w, n) in enumerate(zip(self.worth, self.pulls, strict=True))
        ]
        return int(np.argmax(scores))

    def close(self, which: int) -> None:
        """Nothing can be done at this size."""
        self.closed.add(which)

    def saw(self, which: int, least: float) -> None:
        """Count a batch, and whether the least margin at its size has fallen."""
        before = self.least[which]
        self.pulls[which] += 1
        self.worth[which] += least < (FALLEN * before if 0 < before < math.inf else before)
        self.least[which] = min(before, least)
