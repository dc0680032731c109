"""Strict conclusions that fail where both sides are equal: such points are solved for, exactly.

lhs = rhs is an equation beside those of the hypotheses: float64 finds where it may hold, `approach` the exact
point. As many coordinates as possible become simple fractions, Newton's method gives many digits of the
others, and lattice reduction the numbers behind these digits. What comes out is certified like every other
point. The same is asked of every point of the search that holds by next to nothing (`looked_into`).
"""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator
from dataclasses import replace
from enum import Enum
from fractions import Fraction
from functools import partial
from itertools import islice, product
from typing import Any, TypeVar

import numpy as np
from flint import fmpq

from perturb.certify.point import PointVerdict, screen
from perturb.domains.draws import draw
from perturb.domains.space import Batch, Point, Sizes, rational, to_float
from perturb.enclosure import Verdict
from perturb.numbers.errors import Undefined
from perturb.process.pool import TimeIsOver, limited
from perturb.search.found import STRICT, SearchResult
from perturb.search.method import Effort, claim_stream
from perturb.search.methods.listed import small_inputs
from perturb.search.solvers.climb import DISCRETE
from perturb.search.solvers.contact import Contact, Refiner, ties
from perturb.search.solvers.rationals import NEAR, point_near
from perturb.statements.claim import Claim
from perturb.vocab.relations.decide import assignments
from perturb.vocab.systems.evaluate import Evaluation, Floats, OutOfRange

SHARE = 0.2  # of the seconds, for all of it before the random batches, and for a look beside one point
SIZES, INSTANCES = 3, 4  # smallest combinations of sizes, and instances of a conclusion at each
STARTS, FAMILIES, TRIED = 12, 6, 3
PATTERNS, CONTACTS = 6, 16  # of signs and bits, and in all
TRIES = 8  # solutions without a point of equality: then there is none, most likely
FIRST, FOLLOWED, NEARLY = 12, 12, 0.01  # steps from every start, and how many that come so near go on
WIDEST = 12  # parameters that move an input
APART = 1e-3  # of solutions that are different
HALVINGS = 60  # steps that each halve the way to a double root
DONE = 1e-15
EQUAL = 1e-10  # what is left of lhs - rhs and of the equations
GRIDS = (0.0, 1.0, 2.0, 4.0)
DENOMINATOR, CLOSE = 64, 1e-8  # of fractions that a coordinate is read as, and how close it is
NEIGHBOUR = 1.0  # how far others may go to make up for a coordinate, beside 1 and what they are
NOUGHT = 1e-10
EDGE = 1e-7  # a strict hypothesis that holds by less is an equality where the conclusion is one
CROSSING = 1e-3  # the slope of lhs - rhs where it has a simple root
Found = TypeVar("Found")


class Approach(Enum):
    """What lies where a strict conclusion comes close to equality."""

    FOUND = "a point of equality"
    EXCLUDED = "no point of the domain and the hypotheses"
    OPEN = "neither found nor excluded"


def strict(claim: Claim) -> list[int]:
    """The numbers of the strict conclusions."""
    return [k for k, link in enumerate(claim.conclusions) if link.op in STRICT]


def isolated(claim: Claim, effort: Effort, seed: int, found: SearchResult) -> Iterator[None]:
    """Look for points of equality of every strict conclusion, small sizes first; nothing without one."""
    if not strict(claim):
        return
    rng = claim_stream(claim, "isolated", seed)
    drawn = [_drawn(claim, rng, sizes) for sizes in islice(claim.domain.sizes(), SIZES)]
    tried = 0
    turns = sorted(product(range(PATTERNS), range(len(drawn))), key=sum)
    firsts = ((drawn[k], _pattern(claim, drawn[k], number)) for number, k in turns)
    every = ((batch, one) for batch, first in firsts if first for one in contacts(claim, first))
    left = found.left_of(SHARE)
    for batch, contact in islice(every, CONTACTS):
        start = time.monotonic()
        solutions = _in_time(partial(_equal, contact, contact.vectors(batch)), left) or []
        for x in solutions:
            _in_time(partial(approach, contact, x, found, rng), left - (time.monotonic() - start))
            tried += 1
            yield
            if found.violations or tried == TRIES:
                return
        left -= time.monotonic() - start
        if left <= 0:
            return


def _in_time(work: Callable[[], Found], seconds: float) -> Found | None:
    """What the work returns; None where the seconds are over before, or floats have no value on the way."""
    try:
        with limited(max(seconds, 0.0)):
            return work()
    except (TimeIsOver, Undefined, OutOfRange, ArithmeticError, np.linalg.LinAlgError):
        return None


def looked_into(claim: Claim, seed: int, found: SearchResult) -> None:
    """Solve for points of equality beside those that hold by next to nothing; what stays open is kept."""
    while found.near.waiting and not found.violations:
        point, verdict = found.near.waiting.pop()
        contact = _beside(claim, point, verdict)
        rng = claim_stream(claim, "beside", seed, len(found.near.looked))
        there = contact and _in_time(partial(_lies_there, contact, point, found, rng), found.left_of(SHARE))
        if there in (None, Approach.OPEN):
            found.near.open = min(found.near.open, abs(verdict.margin))


def _lies_there(contact: Contact, point: Point, found: SearchResult, rng: np.random.Generator) -> Approach:
    if not contact.nears(exactly(contact, point)):
        return Approach.EXCLUDED
    start = contact.vectors(contact.fixed)
    x = settled(contact, start)[0]
    if not np.isfinite(contact.residual(x[None])).all():
        return Approach.OPEN
    far = np.abs(x - start[0]).max() > NEIGHBOUR * (1 + np.abs(start).max())
    return Approach.EXCLUDED if far or not is_equal(contact, x) else approach(contact, x, found, rng)


def _beside(claim: Claim, point: Point, verdict: PointVerdict) -> Contact | None:
    """The contact of the instance that a verdict rests on; None where floats do not reach the point."""
    params = {key: floats_of(array)[None] for key, array in (point.params or {}).items()}
    if verdict.failed is None or not all(np.isfinite(array).all() for array in params.values()):
        return None
    link, at = claim.conclusions[verdict.failed], dict(verdict.at)
    component = at.pop(link.component, 1) - 1
    contact = Contact(
        claim, Batch(point.sizes, params, 1), conclusion=verdict.failed, at=at, component=component
    )
    return contact if contact.shapes and contact.active else None


def exactly(contact: Contact, point: Point) -> list[Any]:
    """The moving parameters of a constructed point, exact, as one vector."""
    return [x for key in contact.shapes for x in (point.params or {})[key].ravel()]


def floats_of(array: Any) -> Any:
    """An object array of rationals as floats."""
    return np.array([to_float(x) for x in array.ravel()], dtype=float).reshape(array.shape)


def _drawn(claim: Claim, rng: np.random.Generator, sizes: Sizes) -> Batch:
    """Points of several families, and small whole ones."""
    parts = [draw(claim.domain, rng, STARTS, sizes) for _ in range(FAMILIES)]
    parts.append(small_inputs(claim.domain, dict(sizes), STARTS * FAMILIES, rng))
    params = {key: np.concatenate([part.params[key] for part in parts]) for key in claim.domain.params}
    return Batch(sizes, params, sum(part.count for part in parts))


def _pattern(claim: Claim, batch: Batch, number: int) -> Batch | None:
    """The first point of the batch with the `number`th signs and bits in it; None beyond the last."""
    discrete = [key for key, param in claim.domain.params.items() if param.range in DISCRETE]
    columns = [batch.params[key].reshape(batch.count, -1) for key in discrete]
    rows = list(map(tuple, np.concatenate([np.zeros((batch.count, 0)), *columns], axis=1).tolist()))
    kinds = list(dict.fromkeys(rows))
    if number >= len(kinds):
        return None
    k = rows.index(kinds[number])
    return Batch(batch.sizes, {key: array[k : k + 1] for key, array in batch.params.items()}, 1)


def contacts(claim: Claim, first: Batch) -> Iterator[Contact]:
    """The instances of the strict conclusions at the sizes of a batch of one, signs and bits as there.

    Each also where its maxima have kinks. Then those where a hypothesis "<=" is an equality: beyond it the
    equation may hold all around.
    """
    read = Evaluation(Floats(claim.domain.inputs(first)))
    edges = [k for k, link in enumerate(claim.hypotheses) if link.op in ("<=", ">=")]
    for edge, k in product((None, *edges), strict(claim)):
        link = claim.conclusions[k]
        for at in islice(assignments(link, read), INSTANCES):
            for component in range(min(INSTANCES, _components(link, read, at))):
                contact = Contact(claim, first, conclusion=k, at=at, component=component, edge=edge)
                if contact.shapes and 0 < len(contact.active) <= WIDEST:
                    yield contact
                    smooth = ties(link, partial(_length, read, at)) if edge is None else ()
                    yield from (replace(contact, tie=tie) for tie in smooth)


def _length(read: Evaluation, at: Any, vector: Any) -> int:
    """0 where it has no value."""
    try:
        return int(np.asarray(read(vector, at)).shape[-2])
    except (Undefined, OutOfRange, ValueError):
        return 0


def _components(link: Any, read: Evaluation, at: Any) -> int:
    """Of a relation between vectors; 1 for numbers, 0 where a side has no value."""
    try:
        with np.errstate(all="ignore"):
            sides = [np.asarray(read(side, at)) for side in link.parts]
    except (Undefined, OutOfRange, ValueError):
        return 0
    return max(side.shape[-2] if side.ndim > 1 else 1 for side in sides)


def _equal(contact: Contact, starts: Any) -> list[Any]:
    """Different solutions that look like points of equality inside the hypotheses, the simplest first."""
    solved = _followed(contact, starts, None)
    if contact.bounded.any():  # the way to a point of the boundary leads through the outside, or along it
        solved = np.concatenate([solved, _followed(contact, contact.at_ends(starts), contact.bounded[None])])
    good = solved[[is_equal(contact, x) for x in solved]]
    order = np.argsort(np.abs(good).sum(axis=1), kind="stable")
    chosen: list[Any] = []
    for x in good[order]:
        if all(np.abs(x - y).max() > APART for y in chosen) and len(chosen) < TRIED:
            chosen.append(x)
    return chosen


def _followed(contact: Contact, starts: Any, fixed: Any) -> Any:
    """Where the ways lead to that come nearest, inside the hypotheses first; coordinates `fixed` stay."""
    first = settled(contact, starts, fixed, FIRST)
    left = np.abs(contact.residual(first)).max(axis=1)
    with np.errstate(all="ignore"):
        inside = screen(contact.relaxed, contact.batch(first)).inside & (left < NEARLY)
    near = np.lexsort((left, ~inside))[:FOLLOWED]
    return settled(contact, first[near[left[near] < NEARLY]], fixed)


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
