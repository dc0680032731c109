"""Strict conclusions that fail where both sides are equal: such points are solved for, exactly.

lhs = rhs is an equation beside those of the hypotheses. float64 finds where it may hold, as many coordinates as
possible become simple fractions, Newton's method gives many digits of the others, and lattice reduction the numbers
behind these digits. What comes out is certified like every other point, or it is nothing.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from enum import Enum
from itertools import islice, product
from typing import Any

import numpy as np
from flint import fmpq

from perturb.balls.errors import Undefined
from perturb.certify.screen import screen
from perturb.domains.base import Batch, Point
from perturb.domains.exact import exact_value, rational
from perturb.domains.families import draw
from perturb.domains.space import Sizes
from perturb.enclosure import Verdict
from perturb.search.climb import DISCRETE
from perturb.search.contact import STRICT, Contact
from perturb.search.critical import Refiner
from perturb.search.discrete import small_inputs
from perturb.search.found import SearchResult
from perturb.search.recognise import NEAR, recognised
from perturb.search.streams import claim_stream
from perturb.statements.claim import Claim
from perturb.vocab.decide import assignments, shapes_of
from perturb.vocab.evaluate import Evaluation, OutOfRange
from perturb.vocab.floats import Floats
from perturb.vocab.word import Kind

SIZES, INSTANCES = 3, 4  # smallest combinations of sizes, and instances of a conclusion at each
STARTS, FAMILIES, TRIED = 12, 6, 3
PATTERNS, CONTACTS = 6, 16  # of signs and bits, and in all
HALVINGS = 60  # steps that each halve the way to a double root
EQUAL = 1e-11  # what is left of lhs - rhs, beside 1 and the sides
WIDEST = 12  # parameters that move an input
GRIDS = (0.0, 1.0, 2.0, 4.0)
NEIGHBOUR = 1.0  # how far others may go to make up for a coordinate, beside 1 and what they are
CROSSING = 1e-3  # the slope of lhs - rhs where it has a simple root


class Approach(Enum):
    """What lies where a strict conclusion comes close to equality."""

    FOUND = "a point of equality"
    EXCLUDED = "no point of the domain and the hypotheses"
    OPEN = "neither found nor excluded"


def strict(claim: Claim) -> list[int]:
    """The numbers of the strict conclusions."""
    return [k for k, link in enumerate(claim.conclusions) if link.op in STRICT]


def isolated(claim: Claim, seed: int, found: SearchResult) -> Iterator[None]:
    """Look for points of equality of every strict conclusion, small sizes first; nothing where there is none."""
    if not strict(claim):
        return
    rng = claim_stream(claim, "isolated", seed)
    drawn = [_drawn(claim, rng, sizes) for sizes in islice(claim.domain.sizes(), SIZES)]
    turns = sorted(product(range(PATTERNS), range(len(drawn))), key=sum)
    firsts = ((drawn[k], _pattern(claim, drawn[k], number)) for number, k in turns)
    every = ((batch, one) for batch, first in firsts if first for one in contacts(claim, first))
    for batch, contact in islice(every, CONTACTS):
        for x in _equal(contact, contact.vectors(batch)):
            approach(contact, x, found, rng)
            yield
            if found.violations or found.late():
                return


def _drawn(claim: Claim, rng: np.random.Generator, sizes: Sizes) -> Batch:
    """Points of several families, and small whole ones."""
    parts = [draw(claim.domain, rng, STARTS, sizes) for _ in range(FAMILIES)]
    parts.append(small_inputs(claim.domain, dict(sizes), STARTS * FAMILIES, rng))
    params = {key: np.concatenate([part.params[key] for part in parts]) for key in claim.domain.params}
    return Batch(sizes, params, sum(part.count for part in parts))


def _pattern(claim: Claim, batch: Batch, number: int) -> Batch | None:
    """The first point of the batch with the signs and bits that are `number`th in it; None beyond the last."""
    discrete = [key for key, param in claim.domain.params.items() if param.range in DISCRETE]
    rows = [tuple(np.concatenate([batch.params[key][k].ravel() for key in discrete], axis=None)) for k in range(batch.count)] if discrete else [()]
    kinds = list(dict.fromkeys(rows))
    if number >= len(kinds):
        return None
    k = rows.index(kinds[number])
    return Batch(batch.sizes, {key: array[k : k + 1] for key, array in batch.params.items()}, 1)


def contacts(claim: Claim, first: Batch) -> Iterator[Contact]:
    """The instances of the strict conclusions at the sizes of a batch of one, signs and bits as they are there."""
    read = Evaluation(Floats(claim.domain.inputs(first)))
    for k in strict(claim):
        link = claim.conclusions[k]
        for at in islice(assignments(link, read), INSTANCES):
            for component in range(min(INSTANCES, _components(link, read, at))):
                contact = Contact(claim, first, conclusion=k, at=at, component=component)
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
    solved = settled(contact, starts)
    good = solved[[_is_equal(contact, x) for x in solved]]
    order = np.argsort(np.abs(good).sum(axis=1), kind="stable")
    chosen: list[Any] = []
    for x in good[order]:
        if all(np.abs(x - y).max() > 1e-3 for y in chosen) and len(chosen) < TRIED:
            chosen.append(x)
    return chosen


def settled(contact: Contact, starts: Any, fixed: Any = None) -> Any:
    """Solutions near the starts; the coordinates that are `fixed`, and those that move nothing, stay."""
    still = np.ones(starts.shape[1], dtype=bool)
    still[contact.active] = False
    held = np.broadcast_to(still, starts.shape) if fixed is None else still | fixed
    with np.errstate(all="ignore"):
        return contact.solve(starts, held, HALVINGS)


def _is_equal(contact: Contact, x: Any) -> bool:
    if not contact.allowed(x[None])[0]:
        return False
    left = np.abs(contact.residual(x[None])).max()
    inside = screen(contact.relaxed, contact.batch(np.where(np.abs(x) < 1e-10, 0.0, x)[None])).inside[0]
    return bool(left <= EQUAL and inside)


def approach(contact: Contact, x: Any, found: SearchResult, rng: np.random.Generator) -> Approach:
    """Solve exactly for a point of equality near x and certify it."""
    x, frozen = simplified(contact, x, rng)
    exact = [rational(float(v)) for v in x]
    free = [k for k in contact.active if not frozen[k]]
    refined = _refined(contact, exact, free) if free else exact
    if refined is None:
        return Approach.OPEN
    if not _vanishes(contact, refined):
        return Approach.EXCLUDED
    point = exact_near(contact, refined)
    if point is None:
        return Approach.OPEN
    verdict = found.certify(contact.claim, point, "isolated").verdict
    return Approach.FOUND if verdict is Verdict.VIOLATED else Approach.EXCLUDED


def simplified(contact: Contact, x: Any, rng: np.random.Generator) -> tuple[Any, Any]:
    """One coordinate after the other made simple, where the others can make up for it; which ones were."""
    frozen = np.zeros(len(x), dtype=bool)
    for k in rng.permutation(contact.active).tolist():
        tries = list(dict.fromkeys(np.round(x[k] * g) / g if g else 0.0 for g in GRIDS))
        starts = np.repeat(x[None], len(tries), axis=0)
        starts[:, k] = tries
        trial = frozen.copy()
        trial[k] = True
        for y in settled(contact, starts, trial[None]):
            if np.abs(y - x).max() <= NEIGHBOUR * (1 + np.abs(x).max()) and _is_equal(contact, y):
                x, frozen = y, trial
                break
    return x, frozen


def _refined(contact: Contact, start: list[fmpq], free: list[int]) -> list[fmpq] | None:
    """To many digits, as a simple root or as a double one; a point where no equality is, if neither is one."""
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


def exact_near(contact: Contact, x: list[fmpq]) -> Point | None:
    """The point of exact inputs behind these digits."""
    near = contact.exact_point(x)
    kinds = contact.claim.domain.kinds
    numbers = [v for n, value in near.values.items() if kinds[n] is not Kind.INTEGER for v in _numbers(value)]
    exact = recognised(numbers)
    if exact is None:
        return None
    rest = iter(exact)
    values = {n: v if kinds[n] is Kind.INTEGER else _like(v, rest) for n, v in near.values.items()}
    return Point(near.sizes, values)


def _numbers(value: Any) -> list[fmpq]:
    if isinstance(value, tuple):
        return list(value)
    return list(value.entries()) if hasattr(value, "entries") else [value]


def _like(value: Any, rest: Iterator[Any]) -> Any:
    """The next numbers in the shape of `value`."""
    if isinstance(value, tuple):
        return tuple(islice(rest, len(value)))
    if hasattr(value, "entries"):
        m, n = value.nrows(), value.ncols()
        return exact_value([[next(rest) for _ in range(n)] for _ in range(m)], Kind.MATRIX)
    return next(rest)
