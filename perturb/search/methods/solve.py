"""Points of thin hypotheses: equations are solved, the margin descends along their solutions, and what looks
like a violation is made rational. Work is counted, never time.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from itertools import islice
from typing import Any

import numpy as np

from perturb.domains.draws import draw
from perturb.domains.exact import Batch, Point
from perturb.enclosure import Verdict
from perturb.search.found import SearchResult, Sizing
from perturb.search.method import Effort, claim_stream
from perturb.search.methods.listed import small_inputs
from perturb.search.solvers.climb import OUTSIDE
from perturb.search.solvers.descent import WIDE, descend
from perturb.search.solvers.equations import Equations, equations, towards
from perturb.search.solvers.rationals import BELOW, bases, roundings, secants
from perturb.search.solvers.restated import brought_back, fitted, loosened
from perturb.statements.claim import Claim

INSIDE = OUTSIDE * (1 + 1e-9)  # no margin (both sides 0, say), and all other hypotheses met
WORK = 1200  # starts times parameters: derivatives by differences cost so many points each
STARTS = 64  # points from which the equations are solved at a time
BEST, LONG = 3, 12  # solutions that are followed, and steps of a descent
TRIED = 4  # exact points certified near one solution that looks like a violation
FEW = 20  # times the work where few points hold
PLAIN = 24  # exact points among solutions that do not, spread over the sizes
WITHIN = (0.01, 0.05, 0.2)  # shares of their sides by which inequalities are met, for points on their edge
See = Callable[[Point], Verdict]


def solved(claim: Claim, effort: Effort, seed: int, found: SearchResult) -> Iterator[None]:
    """Certify exact solutions of the equations among the hypotheses, the tightest that are found.

    Nothing where there are none. After all sizes in turn, every other one is where margins fall. It ends at
    the first violation, and begins nothing new once `effort.terms` of them are evaluated, each for 512
    points; `FEW` times as many where few points hold without it.
    """
    if not any(h.op == "==" for h in claim.hypotheses):
        return
    sizing, work = Sizing(claim), [0]
    sizes, ways = sizing.sizes, _ways(claim, seed, found)
    most = FEW * effort.terms if found.verdicts["holds"] < PLAIN else effort.terms
    for number in range(effort.solved * len(sizes)):
        which, any_ = sizing.turn(number), False
        again = number // len(sizes)
        for driver, (stated, see) in ways.items():
            rng = claim_stream(claim, driver, seed, number)
            system, starts = _starts(stated, sizes[which], rng, work)
            if system is None or starts.shape[1] > WIDE:
                continue
            any_ = True
            plain = max(1, -(-(PLAIN - found.verdicts["holds"]) // len(sizes)))
            yield from _round(system, starts, rng, found, plain, LONG * (1 + again), most, see)
            if found.violations or found.late() or work[0] >= most:
                return
        if any_:
            sizing.saw(which, found.least(sizes[which]))
        else:
            sizing.close(which)


def _ways(claim: Claim, seed: int, found: SearchResult) -> dict[str, tuple[Claim, See]]:
    """The statement as it is, and others with the same points: in their entries, in factors, in one basis."""

    def see(point: Point) -> Verdict:
        own = brought_back(claim.domain, point)
        return Verdict.VACUOUS if own is None else found.certify(claim, own, "solved").verdict

    ways: dict[str, tuple[Claim, See]] = {
        "solved": (claim, lambda point: found.certify(claim, point, "solved").verdict)
    }
    others = {"loosened": loosened(claim), "fitted": fitted(claim, claim_stream(claim, "fits", seed))}
    return ways | {driver: (stated, see) for driver, stated in others.items() if stated is not None}


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
    see: See,
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
    points = _in_turn([_near(system, known, solutions[k], rng, INSIDE) for k in blind])
    for point in islice(points, plain):
        verdict = see(point)
        yield
        if verdict is Verdict.VIOLATED or late():
            return
    reached, margins = solutions[best], values[best]
    if margins[0] >= BELOW:
        reached, margins = descend(system, reached, rng, steps, late)
    for k in np.argsort(margins, kind="stable"):
        if margins[k] >= BELOW or found.late():
            return
        for point in islice(_from_within(system, known, reached[k], rng), TRIED):
            verdict = see(point)
            yield
            if verdict is Verdict.VIOLATED:
                return


def _in_turn(sources: list[Iterator[Point]]) -> Iterator[Point]:
    """One point of each, then another of each that has more, `TRIED` times."""
    for _ in range(TRIED):
        for source in sources:
            yield from islice(source, 1)


def _from_within(
    system: Equations, known: list[Any], vector: Any, rng: np.random.Generator
) -> Iterator[Point]:
    """Exact solutions near `vector`, and near points further inside the inequalities.

    The margin falls up to the edge of the hypotheses, where what is rounded falls out of them.
    """
    yield from _near(system, known, vector, rng, BELOW)
    for slack in WITHIN if any(h.op != "==" for h in system.claim.hypotheses) else ():
        moved = system.solve(towards(system, vector[None], slack))[0]
        yield from _near(system, known, moved, rng, BELOW)


def _near(
    system: Equations, known: list[Any], vector: Any, rng: np.random.Generator, below: float
) -> Iterator[Point]:
    """Exact solutions near `vector`: by rounding, and on lines."""
    yield from islice(roundings(system, vector, rng, below), TRIED // 2)
    yield from secants(system, known, vector, rng, below)
