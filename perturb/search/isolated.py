"""Strict conclusions that fail where both sides are equal: such points are solved for, exactly.

lhs = rhs is an equation beside those of the hypotheses: float64 finds where it may hold, `approach` the exact
point.
The same is asked of every point of the search that holds by next to nothing.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator
from functools import partial
from itertools import islice, product
from typing import Any, TypeVar

import numpy as np

from perturb.certify.point import PointVerdict
from perturb.certify.screen import screen
from perturb.domains.draws import draw
from perturb.domains.exact import Batch, Point, to_float
from perturb.domains.space import Sizes
from perturb.numbers.errors import Undefined
from perturb.search.alarm import TimeIsOver, limited
from perturb.search.approach import NEIGHBOUR, Approach, approach, is_equal, settled
from perturb.search.climb import DISCRETE
from perturb.search.contact import Contact
from perturb.search.discrete import small_inputs
from perturb.search.found import SearchResult
from perturb.search.near import STRICT
from perturb.search.streams import claim_stream
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
Found = TypeVar("Found")


def strict(claim: Claim) -> list[int]:
    """The numbers of the strict conclusions."""
    return [k for k, link in enumerate(claim.conclusions) if link.op in STRICT]


def isolated(claim: Claim, seed: int, found: SearchResult) -> Iterator[None]:
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

    Then those where a hypothesis "<=" is an equality: beyond it the equation may hold all around.
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
