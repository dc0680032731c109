"""What a method of searching is, and how much work it is given: the protocol of the family `methods/`.

A method proposes points of a statement, and nothing more: float64 orders them, certification decides. The
methods run one after the other (`attack.METHODS`), the same points each time that the seed is the same: each
draws from streams of its own (`claim_stream`).
"""

from __future__ import annotations

import math
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import Protocol

import numpy as np

from perturb.domains.space import Batch
from perturb.search.found import SearchResult
from perturb.statements.claim import Claim


@dataclass(frozen=True)
class Effort:
    """How much work a search does: rounds of screened batches, certified points a round, corners a size.

    `solved` is how often the equations among the hypotheses are solved at each size, `terms` how many terms
    are evaluated for it, 512 points at a time (more where few points hold yet), `longest` how often the
    longest climbs are doubled in length. Without `seconds` the work is fixed.
    """

    rounds: int = 40
    batch: int = 256
    certified: int = 8
    corners: int = 40
    grid: int = 20_000
    climb_every: int = 4
    longest: int = 0
    solved: int = 1
    terms: float = math.inf
    related: bool = True
    seconds: float = float("inf")


PROFILES = {
    "ci": Effort(rounds=12, certified=4, corners=10, grid=4_000, climb_every=6, terms=1_000),
    "brief": Effort(rounds=36, corners=30, grid=4_000, climb_every=8, terms=1_000),
    "quick": Effort(rounds=150, certified=10, corners=60, longest=3, solved=4),
    "deep": Effort(
        rounds=2_000, certified=20, corners=300, grid=200_000, climb_every=1, longest=6, solved=20
    ),
}


class SearchMethod(Protocol):
    """One way of looking for a violation: `known`, `grid`, `isolated`, `solved`, `wander`.

    It gets the claim, the effort that bounds its work, the seed of its randomness, and the record of what the
    search has seen so far. It proposes points by `found.certify` (`certify_best` for a batch), with a word
    for where they come from, and yields after each of them: then the time is looked at, and whether there is
    a violation. What it learns from the points it may use for the next.

    It must not decide anything by float64, nor certify what is no point of the domain; nor draw from another
    stream than `claim_stream(claim, DRIVER, seed, number)`, with driver names that are its own and never
    change (they are keys of streams); nor let a clock change what it does where the work is fixed: ask
    `found.late`, `affords` and `left_of`, which then do not tell the time.
    """

    def __call__(self, claim: Claim, effort: Effort, seed: int, found: SearchResult) -> Iterator[None]: ...


class Walk(Protocol):
    """From a promising point of a batch to a better one: `climb`, `descent`, `slide`, `flips` in `solvers/`.

    It gets the stream of the method that calls it, a number of steps, and `late`, which ends it early. It
    gives the best point that it saw as a batch of one, in the domain and on as coarse a grid as its margin
    bears; None where nothing can move. It certifies nothing.
    """

    def __call__(
        self,
        claim: Claim,
        batch: Batch,
        rng: np.random.Generator,
        steps: int,
        /,
        *,
        late: Callable[[], bool] = ...,
    ) -> Batch | None: ...


def claim_stream(claim: Claim, driver: str, seed: int, index: int = 0) -> np.random.Generator:
    """Randomness keyed by (seed, statement, driver, index): another claim or driver changes nothing here."""
    key = [seed, int(claim.fingerprint, 16), int.from_bytes(driver.encode()), index]
    return np.random.Generator(np.random.PCG64DXSM(np.random.SeedSequence(key)))
