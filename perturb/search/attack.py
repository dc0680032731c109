"""Looking for a violation: corners, then all small integer inputs, then screened random batches that climb.

float64 only orders the points; whatever is counted has been certified. The number of rounds fixes the work,
so that the same seed gives the same points; a time limit may cut the rounds short.
"""

from __future__ import annotations

import itertools
import math
import time
from collections.abc import Callable, Iterator
from dataclasses import dataclass

import numpy as np

from perturb.domains.draws import corners
from perturb.search.discrete import small_inputs
from perturb.search.found import SearchResult, certify_best
from perturb.search.isolated import isolated, looked_into
from perturb.search.related import related
from perturb.search.solve import solved
from perturb.search.streams import claim_stream
from perturb.search.wander import Wander
from perturb.statements.claim import Claim

ENTRIES = 4_000_000  # numbers in a batch of the grid: fewer points of inputs with many entries
ENOUGH, NEARLY = 0.5, 0.9  # of the seconds: a search that has found a violation leaves time to simplify it
BEFORE = 0.3  # of the seconds, for the points that are tried whatever the statement is


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


Progress = Callable[[SearchResult], None]


def search(
    claim: Claim,
    effort: Effort,
    seed: int = 0,
    stop_at_first: bool = True,
    progress: Progress = lambda found: None,
    found: SearchResult | None = None,
) -> SearchResult:
    """Attack a claim. With `stop_at_first` the random stage is left out once there is a violation; the small
    integer inputs are always tried, because the simplest witness is among them. A `found` that is passed in
    is filled, so that an interrupted search leaves what it saw.
    """
    found, start = found or SearchResult(), time.monotonic()
    found.ends_in(effort.seconds)
    for stage in (_known, _grid, _isolated, _solved, _random):
        for _ in stage(claim, effort, seed, found):
            looked_into(claim, seed, found)
            progress(found)
            if found.violations and stop_at_first and stage is _random:
                return found
            share = 1.0 if not found.violations else ENOUGH if stop_at_first else NEARLY
            spent = time.monotonic() - start
            if spent > share * effort.seconds or found.late():
                found.cut_short = True
                return found
            if stage is _known and spent > BEFORE * effort.seconds:
                break
        if found.violations and stop_at_first and stage is not _known:
            return found
    return found


def _known(claim: Claim, effort: Effort, seed: int, found: SearchResult) -> Iterator[None]:
    """Equality cases, witnesses against statements about the same kinds of inputs, structured corners."""
    for point in claim.equality:
        found.certify(claim, point, "equality")
        yield
    for point in related(claim) if effort.related else ():
        found.certify(claim, point, "related")
        yield
    for point in corners(claim.domain, effort.corners):
        found.certify(claim, point, "corners")
        yield


def _grid(claim: Claim, effort: Effort, seed: int, found: SearchResult) -> Iterator[None]:
    """Small integer and discrete inputs (all of them where they are few), small sizes first."""
    for number, sizes in enumerate(itertools.islice(claim.domain.sizes(), 12)):
        width = sum(int(np.prod(p.extent(sizes))) for p in claim.domain.params.values())
        limit = min(effort.grid, max(ENTRIES // max(width, 1), 256))
        batch = small_inputs(claim.domain, dict(sizes), limit, claim_stream(claim, "grid", seed, number))
        before = len(found.violations)
        yield from certify_best(claim, batch, effort.certified, "grid", found)
        if len(found.violations) > before:
            return


def _isolated(claim: Claim, effort: Effort, seed: int, found: SearchResult) -> Iterator[None]:
    """Points where both sides of a strict conclusion are equal."""
    yield from isolated(claim, seed, found)


def _solved(claim: Claim, effort: Effort, seed: int, found: SearchResult) -> Iterator[None]:
    """Solutions of the equations among the hypotheses."""
    yield from solved(claim, effort.solved, seed, found, effort.terms)


def _random(claim: Claim, effort: Effort, seed: int, found: SearchResult) -> Iterator[None]:
    """Random batches, walks and climbs."""
    wander = Wander(claim, found, seed, effort.longest)
    yield from wander.batches(effort.rounds, effort.batch, effort.certified, effort.climb_every)
