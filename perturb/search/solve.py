"""Points of thin hypotheses: equations are solved, the margin descends along their solutions, and what looks
like a violation is made rational. Work is counted, never time.
"""

from __future__ import annotations

import math
from collections.abc import Iterator
from itertools import islice
from typing import Any

import numpy as np

from perturb.domains.base import Batch, Point
from perturb.domains.families import draw
from perturb.enclosure import Verdict
from perturb.search.climb import OUTSIDE
from perturb.search.descent import WIDE, descend
from perturb.search.discrete import small_inputs
from perturb.search.equations import Equations, equations
from perturb.search.found import SearchResult
from perturb.search.inside import towards
from perturb.search.rationals import BELOW, roundings
from perturb.search.secants import bases, secants
from perturb.search.sizing import Sizing
from perturb.search.streams import claim_stream
from perturb.statements.claim import Claim

INSIDE = OUTSIDE * (1 + 1e-9)  # no margin (both sides 0, say), and all other hypotheses met
WORK = 1200  # starts times parameters: derivatives by differences cost so many points each
STARTS = 64  # points from which the equations are solved at a time
BEST, LONG = 3, 12  # solutions that are followed, and steps of a descent
TRIED = 4  # exact points certified near one solution that looks like a violation
FEW = 20  # times the work where few points hold
PLAIN = 24  # exact points among solutions that do not, spread over the sizes


def solved(
    claim: Claim, rounds: int, seed: int, found: SearchResult, most: float = math.inf
) -> Iterator[None]:
    """Certify exact solutions of the equations among the hypotheses, the tightest that are found.

    Nothing where there are none. After all sizes in turn, every other one is where margins fall. It ends at
    the first violation, and begins nothing new once `most` terms of them are evaluated, each for 512 points;
    `FEW` times as many where few points hold without it.
    """
    if not any(h.op == "==" for h in claim.hypotheses):
        return
    sizing, work = Sizing(claim), [0]
    sizes = sizing.sizes
    if found.verdicts["holds"] < PLAIN:
        most = FEW * most
    for number in range(rounds * len(sizes)):
        rng = claim_stream(claim, "solved", seed, number)
        which = sizing.turn(number)
        system, starts = _starts(claim, sizes[which], rng, work)
        if system is None or starts.shape[1] > WIDE:
            sizing.close(which)
            continue
        again = number // len(sizes)
        plain = max(1, -(-(PLAIN - found.verdicts["holds"]) // len(sizes)))
        yield from _round(system, starts, rng, found, plain, LONG * (1 + again), most)
        sizing.saw(which, found.least(sizes[which]))
        if found.violations or found.late() or work[0] >= most:
            return


def _starts(
    claim: Claim, sizes: Any, rng: np.random.Generator, work: list[int]
) -> tuple[Equations | None, Any]:
    """Points drawn as usual, and small integer ones; signs and bits are those of one of them."""
    drawn = draw(claim.domain, rng, STARTS, sizes)
    first = Batch(sizes, {key: array[:1] for key, array in drawn.params.items()}, 1)
    system = equations(claim, first, work)
    if system is None:
        return None, np.zeros((0, 0))
    grid = small_inputs(claim.domain, dict(sizes), STARTS, rng)
    whole = system.vectors(grid)[rng.permutation(grid.count)[: STARTS // 4]]
    every = np.concatenate([whole, system.vectors(drawn)])
    return system, every[: max(8, WORK // every.shape[1])]


def _round(
    system: Equations,
    starts: Any,
    rng: np.random.Generator,
    found: SearchResult,
    plain: int,
    steps: int,
    most: float,
) -> Iterator[None]:
    """Solve from `starts`; certify some solutions as they are, and the best after `steps` of a descent."""

    def late() -> bool:
        return found.late() or system.work[0] >= most

    solutions = system.solve(towards(system, starts))
    values = system.margin(solutions)
    best = np.argsort(values, kind="stable")[:BEST]
    best = best[np.isfinite(values[best])]
    if not len(best):
        return
    known = bases(system, rng)
    blind = rng.permutation(np.flatnonzero(values < INSIDE))[: 2 * plain]
    points = (p for k in blind for p in islice(_near(system, known, solutions[k], rng, INSIDE), 1))
    for point in islice(points, plain):
        verdict = found.certify(system.claim, point, "solved").verdict
        yield
        if verdict is Verdict.VIOLATED or late():
            return
    reached, margins = solutions[best], values[best]
    if margins[0] >= BELOW:
        reached, margins = descend(system, reached, rng, steps, late)
    for k in np.argsort(margins, kind="stable"):
        if margins[k] >= BELOW or found.late():
            return
        for point in islice(_near(system, known, reached[k], rng, BELOW), TRIED):
            verdict = found.certify(system.claim, point, "solved").verdict
            yield
            if verdict is Verdict.VIOLATED:
                return


def _near(
    system: Equations, known: list[Any], vector: Any, rng: np.random.Generator, below: float
) -> Iterator[Point]:
    """Exact solutions near `vector`: by rounding, and on lines."""
    yield from islice(roundings(system, vector, rng, below), TRIED // 2)
    yield from secants(system, known, vector, rng, below)
