"""The random stage: batches that are drawn and certified, walks to boundaries, rays, and climbs.

With more work than the short profiles have, climbs get longer by the ruler sequence 1, 2, 1, 4, 1, 2, 1, 8,
... (restarts with growing populations, each length a like share of the work: Auger and Hansen 2005), every
other one keeps away from the points where the climbs before it ended in equality, and the sizes whose margins
still fall get half of the batches. Every fourth is a descent by derivatives instead, another fourth moves the
logarithms of what spans many orders. Work is counted, never time.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Generator, Iterator
from typing import Any

import numpy as np

from perturb.certify.point import screen
from perturb.domains.domain import Domain
from perturb.domains.draws import draw
from perturb.domains.space import Batch, Sizes
from perturb.search.found import SearchResult, Shape, Sizing, certify_best, screen_within
from perturb.search.method import Effort, claim_stream
from perturb.search.methods.composed import composed, neighbours, sums
from perturb.search.solvers.climb import (
    DISCRETE,
    MOST,
    along_rays,
    beyond_floats,
    boundary,
    climb,
    moving,
    objective,
    position,
    step,
    tight,
    within,
)
from perturb.search.solvers.descent import descent, slide
from perturb.search.solvers.equations import inside
from perturb.search.solvers.flips import STEPS as FLIPS
from perturb.search.solvers.flips import flips
from perturb.statements.claim import Claim

COMPOSED = (16, 64, 256)  # batches before which points of other sizes are put together
SUMS = 6  # batches of direct sums of small inputs of which the tightest is certified
ENDED = 1e-6  # a climb that ends at most this far above equality ended there
THIN = 0.02  # of a batch: fewer points inside are moved there
STEPS = 8  # of a short descent by derivatives
FASTER = 4  # times as many, where all points slide together
AFTER = 4  # steps over signs and bits after a climb over the other parameters
KEPT_AWAY = 6  # ends for each size
POINTS = 2_048  # in a batch of sparse and graded ones
SPREADS = (0, 1, 3, 6, 9)  # exponents of two that scale rows and columns, at most
WHOLE = 3  # the largest integer of graded points


def wander(claim: Claim, effort: Effort, seed: int, found: SearchResult) -> Iterator[None]:
    """Random batches, walks and climbs."""
    stage = Wander(claim, found, seed, effort.longest)
    yield from stage.batches(effort.rounds, effort.batch, effort.certified, effort.climb_every)


class Wander:
    """One random stage: what it learns, it learns from the points it has seen."""

    def __init__(self, claim: Claim, found: SearchResult, seed: int, longest: int) -> None:
        self.claim, self.found, self.seed, self.longest = claim, found, seed, longest
        self.sizing = Sizing(claim)
        self.climbs = 0
        self.equations = any(h.op == "==" for h in claim.hypotheses)
        self.discrete = any(p.range in DISCRETE for p in claim.domain.params.values())
        self.rays = True
        self.joined: set[tuple[float, float]] = set()
        self.overflowed: set[Shape] = set()
        self.ends: dict[Shape, list[Any]] = defaultdict(list)

    def batches(self, rounds: int, batch: int, certified: int, climb_every: int) -> Iterator[None]:
        """Random batches; the tightest points of each `climb_every`-th are climbed from."""
        for number in range(rounds):
            if number in COMPOSED and self.longest:
                yield from self._compose(number)
            rng = claim_stream(self.claim, "random", self.seed, number)
            which = self._clear(self.sizing.next(number, rng), number, rng)
            sizes = self.sizing.sizes[which]
            drawn = self._drawn(number, batch, sizes, rng)
            yield from certify_best(self.claim, drawn, certified, "random", self.found, rng)
            if number % climb_every == 0:
                yield from self._walk(drawn, rng, which)
            self.sizing.saw(which, self.found.least(sizes))

    def _drawn(self, number: int, batch: int, sizes: dict[str, int], rng: np.random.Generator) -> Batch:
        """Random points; of every fourth batch more, sparse and graded ones."""
        if self.longest and number % 4 == 1:
            return graded(self.claim.domain, rng, self.found.affords(sizes, POINTS), sizes)
        return draw(self.claim.domain, rng, self.found.affords(sizes, batch), sizes)

    def _clear(self, which: int, number: int, rng: np.random.Generator) -> int:
        """Three times in four another size, if hardly a point of this one is decided: all are equal, say."""
        sizes = self.sizing.sizes
        if number % 4 == 0 or not self.found.opaque(sizes[which]):
            return which
        others = [k for k, one in enumerate(sizes) if not self.found.opaque(one)]
        return int(rng.choice(others)) if others else which

    def _walk(self, batch: Batch, rng: np.random.Generator, which: int) -> Iterator[None]:
        """To the boundary of the hypotheses, along rays, up the margin, and one discrete step further."""
        late = self.found.late
        batch = yield from self._inside(batch)
        edge = boundary(self.claim, batch, screen_within(self.claim, batch, self.found), rng, late)
        if edge is not None:
            yield from certify_best(self.claim, edge, 1, "boundary", self.found)
        yield from self._beyond(batch)
        start = edge if edge is not None and rng.random() < 0.5 else batch
        far = along_rays(self.claim, batch) if self.rays and self._in_time(batch) else None
        self.rays = far is not None
        if far is not None:
            yield from certify_best(self.claim, far, 1, "ray", self.found)
            start = far if self._better(far, start) else start
        yield from self._climb(start, rng)

    def _compose(self, number: int) -> Iterator[None]:
        """Sums and products of the best points of each size so far, and points beside equality cases."""
        rng = claim_stream(self.claim, "neighbours", self.seed, number)
        if number == COMPOSED[0]:
            yield from self._sums()
        for origin, points in (
            ("composed", composed(self.claim, self.found.best, self.joined)),
            ("neighbour", neighbours(self.claim, rng)),
        ):
            for point in points:
                self.found.certify(self.claim, point, origin)
                yield

    def _sums(self) -> Iterator[None]:
        """Direct sums of points of equality: those that look like violations, and the tightest otherwise."""
        rng = claim_stream(self.claim, "sums", self.seed)
        every = list(sums(self.claim, rng, self.found.late))
        margins = [float(objective(screen(self.claim, batch)).min()) for batch in every]
        for k in np.argsort(margins, kind="stable")[:SUMS]:
            yield from certify_best(self.claim, every[k], 1, "composed", self.found)

    def _inside(self, batch: Batch) -> Generator[None, None, Batch]:
        """The batch, or where hardly a point of it is inside the hypotheses, points moved there."""
        met = screen_within(self.claim, batch, self.found).inside
        if not self.longest or met.sum() >= THIN * batch.count or not self._in_time(batch):
            return batch
        moved = inside(self.claim, batch)
        if moved is None or screen(self.claim, moved).inside.sum() <= met.sum():
            return batch
        order = np.argsort(screen(self.claim, moved).margin, kind="stable")
        for k in order[:2]:
            point = self.claim.domain.construct(moved.sizes, moved.params_of(int(k)))
            self.found.certify(self.claim, point, "solved")
            yield
        return moved

    def _beyond(self, batch: Batch) -> Iterator[None]:
        """Points whose floats overflow, once for each size: with the work that longer climbs get."""
        shape = tuple(batch.sizes.items())
        if not self.longest or shape in self.overflowed or not self._in_time(batch):
            return
        self.overflowed.add(shape)
        far = beyond_floats(self.claim, batch)
        for k in range(far.count if far is not None else 0):
            assert far is not None
            self.found.certify(self.claim, self.claim.domain.construct(far.sizes, far.params_of(k)), "ray")
            yield

    def _in_time(self, batch: Batch) -> bool:
        """Is there time for all points of the rays? Always, where there is no limit."""
        return not self.found.late() and self.found.affords(batch.sizes, MOST) == MOST

    def _better(self, far: Batch, start: Batch) -> bool:
        """Does the ray lead below every point of the batch?"""
        least = [float(objective(screen(self.claim, one)).min()) for one in (far, start)]
        return least[0] < least[1]

    def _level(self, number: int) -> int:
        """How often a climb is doubled in length."""
        return min((number & -number).bit_length() - 1, self.longest)

    def _flipped(self, start: Batch, reached: Batch | None, rng: np.random.Generator, steps: int) -> Batch:
        """A walk over signs and bits, every other one past equality; a short one after a climb."""
        if reached is not None:
            return flips(self.claim, reached, rng, AFTER, False, self.found.late) or reached
        k = tight(screen(self.claim, start), rng)
        one = Batch(start.sizes, {key: array[k : k + 1] for key, array in start.params.items()}, 1)
        return flips(self.claim, one, rng, steps, bool(self.climbs % 2), self.found.late) or one

    def _descended(self, start: Batch, rng: np.random.Generator) -> Batch | None:
        """By derivatives: many points at once, and every other time of a long search one by one."""
        steps = STEPS << self._level(self.climbs // 4 + 1)
        if not self.longest or self.climbs % 8 == 2:
            return slide(self.claim, start, rng, FASTER * steps, self.found.late)
        return descent(self.claim, start, rng, steps, self.found.late)

    def _climb(self, start: Batch, rng: np.random.Generator) -> Iterator[None]:
        self.climbs += 1
        level = self._level(self.climbs)
        shape = tuple(start.sizes.items())
        ends = self.ends[shape] if self.longest and self.climbs % 2 else []
        reached = None
        turn = self.climbs % 4 == 2 if self.longest else self.climbs % 2 == 0
        if turn and not self.equations:
            reached = self._descended(start, rng)
        if reached is None:
            orders = self.longest > 0 and self.climbs % 4 == 3
            reached = climb(self.claim, start, rng, 30 << level, ends, self.found.late, orders)
        if self.discrete:
            reached = self._flipped(start, reached, rng, FLIPS << level)
        if reached is None:
            return
        if (
            self.longest
            and moving(self.claim, reached)
            and 0 <= float(objective(screen(self.claim, reached))[0]) < ENDED
        ):
            self.ends[shape] = [*self.ends[shape], position(self.claim, reached)][-KEPT_AWAY:]
        yield from certify_best(self.claim, step(self.claim, reached), 1, "climb", self.found)


def graded(domain: Domain, rng: np.random.Generator, count: int, sizes: Sizes) -> Batch:
    """`count` sparse and graded points: small integers, many zeros, scaled rows and columns.

    Some statements fail only where eigenvalues span orders and few entries are not zero; a climb that starts
    elsewhere ends where both sides are equal. Such points are cheap to draw and to screen by the thousand.
    Arrays share the scales of equal first sides. Signs and bits are as usual.
    """
    found = draw(domain, rng, count, sizes)
    spread = rng.choice(SPREADS, size=count)
    rows: dict[int, Any] = {}
    params = {}
    for key, array in found.params.items():
        kind = domain.params[key].range
        params[key] = array if kind in DISCRETE else within(_sparse(array.shape, spread, rows, rng), kind)
    return Batch(found.sizes, params, count)


def _sparse(shape: tuple[int, ...], spread: Any, rows: dict[int, Any], rng: np.random.Generator) -> Any:
    """An array of shape (count, ...): whole numbers, many of them 0, times the scales of its sides."""
    count, sides = shape[0], shape[1:]
    density = rng.uniform(0.2, 1.0, size=count).reshape(-1, *[1] * len(sides))
    values = rng.integers(-WHOLE, WHOLE + 1, size=shape) * (rng.random(shape) < density)
    found = values.astype(float)
    for axis, side in enumerate(sides):
        scale = _scales(count, side, spread, rng)
        if axis == 0:
            scale = rows.setdefault(side, scale)
        found = found * scale.reshape(count, *[side if k == axis else 1 for k in range(len(sides))])
    return found


def _scales(count: int, side: int, spread: Any, rng: np.random.Generator) -> Any:
    return 2.0 ** np.round(spread[:, None] * rng.uniform(-1.0, 1.0, size=(count, side)))
