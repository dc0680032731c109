"""Looking for a violation: one method after the other, from points that need no search to long climbs.

float64 only orders the points; whatever is counted has been certified. The number of rounds fixes the work,
so that the same seed gives the same points; a time limit may cut the rounds short.
"""

from __future__ import annotations

import time
from collections.abc import Callable

from perturb.search.found import SearchResult
from perturb.search.method import Effort, SearchMethod
from perturb.search.methods.isolated import isolated, looked_into
from perturb.search.methods.listed import grid, known
from perturb.search.methods.solve import solved
from perturb.search.methods.wander import wander
from perturb.statements.claim import Claim

ENOUGH, NEARLY = 0.5, 0.9  # of the seconds: a search that has found a violation leaves time to simplify it
BEFORE = 0.3  # of the seconds, for the points that are tried whatever the statement is
# In the order in which they run.
METHODS: tuple[SearchMethod, ...] = (known, grid, isolated, solved, wander)
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
    for method in METHODS:
        for _ in method(claim, effort, seed, found):
            looked_into(claim, seed, found)
            progress(found)
            if found.violations and stop_at_first and method is wander:
                return found
            share = 1.0 if not found.violations else ENOUGH if stop_at_first else NEARLY
            spent = time.monotonic() - start
            if spent > share * effort.seconds or found.late():
                found.cut_short = True
                return found
            if method is known and spent > BEFORE * effort.seconds:
                break
        if found.violations and stop_at_first and method is not known:
            return found
    return found
