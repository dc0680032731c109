"""From a float64 point where a strict conclusion looks like equality to the exact point behind it.

As many coordinates as possible become simple fractions, Newton's method gives many digits of the others, and
lattice reduction the numbers behind these digits. What comes out is certified like every other point.
"""

from __future__ import annotations

from enum import Enum
from fractions import Fraction
from typing import Any

import numpy as np
from flint import fmpq

from perturb.certify.screen import screen
from perturb.domains.exact import rational
from perturb.enclosure import Verdict
from perturb.search.contact import Contact
from perturb.search.critical import Refiner
from perturb.search.found import SearchResult
from perturb.search.near import STRICT
from perturb.search.recognise import NEAR, point_near

HALVINGS = 60  # steps that each halve the way to a double root
DONE = 1e-15
EQUAL = 1e-10  # what is left of lhs - rhs and of the equations
GRIDS = (0.0, 1.0, 2.0, 4.0)
DENOMINATOR, CLOSE = 64, 1e-8  # of fractions that a coordinate is read as, and how close it is
NEIGHBOUR = 1.0  # how far others may go to make up for a coordinate, beside 1 and what they are
NOUGHT = 1e-10
EDGE = 1e-7  # a strict hypothesis that holds by less is an equality where the conclusion is one
CROSSING = 1e-3  # the slope of lhs - rhs where it has a simple root


class Approach(Enum):
    """What lies where a strict conclusion comes close to equality."""

    FOUND = "a point of equality"
    EXCLUDED = "no point of the domain and the hypotheses"
    OPEN = "neither found nor excluded"


def approach(contact: Contact, x: Any, found: SearchResult, rng: np.random.Generator) -> Approach:
    """Solve for a point of equality near x, with simple coordinates or else as it is, and certify it."""
    simple, frozen = simplified(contact, x, rng)
    first = _solved(contact, simple, frozen, found)
    if first is not None and not (first is Approach.OPEN and frozen.any()):
        return first
    return _solved(contact, x, np.zeros_like(frozen), found) or first or Approach.EXCLUDED


def _solved(contact: Contact, x: Any, frozen: Any, found: SearchResult) -> Approach | None:
    """None where the way leads to no equality."""
    start = [_plain(v) if still else rational(float(v)) for v, still in zip(x, frozen, strict=True)]
    free = [k for k in contact.active if not frozen[k]]
    refined = _refined(contact, start, free) if free else start
    if refined is None:
        return Approach.OPEN
    if not _vanishes(contact, refined):
        return None
    if contact.outside(refined):
        return Approach.EXCLUDED
    near = contact.exact_point(refined)
    point = point_near(near, contact.claim.domain.kinds)
    verdict = found.certify(contact.claim, point or near, "isolated").verdict
    if verdict is Verdict.VIOLATED:
        return Approach.FOUND
    return Approach.OPEN if point is None or verdict is Verdict.UNDECIDED else Approach.EXCLUDED


def settled(contact: Contact, starts: Any, fixed: Any = None, steps: int = HALVINGS) -> Any:
    """The best points on the way from each start; coordinates that are `fixed`, or move nothing, stay."""
    still = np.ones(starts.shape[1], dtype=bool)
    still[contact.active] = False
    held = np.broadcast_to(still, starts.shape) if fixed is None else still | fixed
    best, least, x = starts, np.full(len(starts), np.inf), starts
    with np.errstate(all="ignore"):
        for _ in range(steps if len(starts) else 0):
            left = np.abs(contact.residual(x)).max(axis=1)
            better = left < least  # at a tip, |x| at 0, a step may lead away again
            best, least = np.where(better[:, None], x, best), np.where(better, left, least)
            if not (least[np.isfinite(least)] > DONE).any():
                break
            x = contact.solve(x, held, 1)
    return best


def is_equal(contact: Contact, x: Any) -> bool:
    """Does x look like equality inside the hypotheses, not on the edge of a strict one, to float64?"""
    if not contact.allowed(x[None])[0]:
        return False
    left = np.abs(contact.residual(x[None])).max()
    tidy = contact.batch(np.where(np.abs(x) < NOUGHT, 0.0, x)[None])
    if not left <= EQUAL:
        return False
    screened, hypotheses = screen(contact.relaxed, tidy), contact.relaxed.hypotheses
    edges = [m[0] < EDGE for m, h in zip(screened.met, hypotheses, strict=True) if h.op in STRICT]
    return bool(screened.inside[0]) and not any(edges)


def simplified(contact: Contact, x: Any, rng: np.random.Generator) -> tuple[Any, Any]:
    """One coordinate after the other made simple, where the others can make up for it; which ones were."""
    frozen = np.zeros(len(x), dtype=bool)
    ended = contact.bounded & (x == contact.at_ends(x[None])[0])
    for k in sorted(rng.permutation(contact.active).tolist(), key=lambda k: not ended[k]):
        tries = [float(x[k])] if ended[k] else _simple(float(x[k]))
        starts = np.repeat(x[None], len(tries), axis=0)
        starts[:, k] = tries
        trial = frozen.copy()
        trial[k] = True
        for y in settled(contact, starts, trial[None]):
            if np.abs(y - x).max() <= NEIGHBOUR * (1 + np.abs(x).max()) and is_equal(contact, y):
                x, frozen = y, trial
                break
    return x, frozen


def _simple(x: float) -> list[float]:
    """0, then what is near x on coarse grids, and the fraction that it may be."""
    grid = [float(np.round(x * g) / g) if g else 0.0 for g in GRIDS]
    near = float(Fraction(x).limit_denominator(DENOMINATOR))
    return list(dict.fromkeys([*grid, near] if abs(near - x) < CLOSE else grid))


def _plain(x: float) -> fmpq:
    """The fraction that a frozen coordinate stands for."""
    return rational(Fraction(float(x)).limit_denominator(DENOMINATOR))


def _refined(contact: Contact, start: list[fmpq], free: list[int]) -> list[fmpq] | None:
    """To many digits, as a simple root or as a double one; else a point without equality, if there is one."""
    refiner, crossing = Refiner(contact, start, free), _crosses(contact, start, free)
    tried = [x for x in map(refiner.refined, (crossing, not crossing)) if x is not None]
    return next((x for x in tried if _vanishes(contact, x)), tried[0] if tried else None)


def _crosses(contact: Contact, x: list[fmpq], free: list[int]) -> bool:
    """Does lhs - rhs change its sign along the equations? It has a slope there, else a double root."""
    J = contact.jacobian(np.array([x], dtype=float))[0][:, free]
    multipliers = np.linalg.lstsq(J[1:].T, J[0], rcond=None)[0]
    return bool(np.abs(J[0] - multipliers @ J[1:]).max() > CROSSING)


def _vanishes(contact: Contact, x: list[fmpq]) -> bool:
    left = contact.values(x)
    return left is not None and all(abs(v) < NEAR for v in left)
