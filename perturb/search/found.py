"""What a search has seen, and the look at a batch: the tightest points are certified, and some at random.

`NearEquality` keeps points where a strict conclusion comes close to equality; they wait until somebody looks
what is there. `Sizing` says which size is worth the next batch.
"""

from __future__ import annotations

import math
import time
from collections import Counter
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from typing import Any

import numpy as np

from perturb.certify.point import LADDER, PointVerdict, Screened, Step, certify, screen
from perturb.domains.space import Batch, Point, Sizes
from perturb.enclosure import Verdict
from perturb.process.pool import TimeIsOver, limited
from perturb.search.shrink import complexity
from perturb.statements.claim import Claim
from perturb.vocab.systems.certified import CharPoly

SUSPICION = -1e-10
KEPT = 2_000
OPAQUE, OPAQUE_TO_CLEAR = 20, 4  # points left open, and for each that is decided
FIRST_PIECE = 4  # points screened before the first look at the clock
AT_ONCE = 0.02  # seconds that a batch may take without one
HARDER = 30  # beyond 53 bits factors are refined, or mpmath's: large matrices take so many times longer
SHARE = 0.05  # of the time, for one batch
Shape = tuple[tuple[str, int], ...]
STRICT = ("<", ">", "!=")
CLOSE = 1e-12  # of the sides: closer than what follows from a few digits
TOUCHING = 1e-9
LOOKED_AT = 3  # points of one conclusion at one combination of sizes, each closer than those before
CLOSER = 1e-2
HIGHER: tuple[Step, ...] = tuple((CharPoly, bits) for bits in (848, 1696, 3392, 6784))
SHARPENED = 20  # open points that are looked at with so many bits
FARTHEST = 2**30  # where a margin falls as an entry grows, no point lies beside
EVEN = 40  # batches before the sizes are weighed against each other
FALLEN = 0.9  # a margin that falls below this share of the least one was worth its batch


@dataclass
class NearEquality:
    """`waiting` are the points not yet looked into, `open` the least margin where this came to no end."""

    waiting: list[tuple[Point, PointVerdict]] = field(default_factory=list)
    least: dict[tuple[object, ...], float] = field(default_factory=dict)
    looked: Counter[tuple[object, ...]] = field(default_factory=Counter)
    sharpened: int = 0
    open: float = math.inf

    def saw(self, claim: Claim, point: Point, found: PointVerdict) -> None:
        """Keep a constructed point that holds by less than CLOSE, if it is closer than the others."""
        if point.params is None or not concludes_strictly(claim, found) or _far(point.params):
            return
        key = (found.failed, *point.sizes.items())
        closer = found.margin <= min(CLOSE, CLOSER * self.least.get(key, math.inf))
        if closer and self.looked[key] < LOOKED_AT:
            self.looked[key] += 1
            self.least[key] = found.margin
            self.waiting.append((point, found))

    def sharper(self, claim: Claim, point: Point, found: PointVerdict) -> PointVerdict:
        """An open point that touches a strict conclusion, with more bits: it may hold after all."""
        open_ = found.verdict is Verdict.UNDECIDED and concludes_strictly(claim, found)
        if not open_ or abs(found.margin) > TOUCHING or self.sharpened == SHARPENED:
            return found
        self.sharpened += 1
        finer = certify(claim, point, HIGHER)
        return found if finer.verdict is Verdict.UNDECIDED else finer


def _far(params: Mapping[str, Any]) -> bool:
    return any(abs(x) > FARTHEST for array in params.values() for x in array.ravel())


def concludes_strictly(claim: Claim, found: PointVerdict) -> bool:
    """Holds or is left open what a verdict rests on, and is it a strict conclusion?"""
    about = found.verdict in (Verdict.HOLDS, Verdict.UNDECIDED) and found.why.hypothesis is None
    return about and found.failed is not None and claim.conclusions[found.failed].op in STRICT


@dataclass
class SearchResult:
    """Everything a search has seen."""

    drawn: int = 0
    inside: int = 0
    screened: int = 0
    met: Counter[int] = field(default_factory=Counter)
    origins: Counter[str] = field(default_factory=Counter)
    verdicts: Counter[str] = field(default_factory=Counter)
    reasons: Counter[str] = field(default_factory=Counter)
    kernels: Counter[str] = field(default_factory=Counter)
    margins: list[float] = field(default_factory=list)
    equality: int = 0
    touching: int = 0
    doubtful: int = 0
    agreed: int = 0
    undefined: Counter[str] = field(default_factory=Counter)
    unsaid: Counter[str] = field(default_factory=Counter)
    tightest: tuple[float, Point | None] = (float("inf"), None)
    best: dict[Shape, tuple[float, Point]] = field(default_factory=dict)
    decided: Counter[Shape] = field(default_factory=Counter)
    left_open: Counter[Shape] = field(default_factory=Counter)
    violations: list[tuple[Point, PointVerdict]] = field(default_factory=list)
    sizes: set[Shape] = field(default_factory=set)
    deadline: float = math.inf
    seconds: float = math.inf
    pace: dict[Shape, float] = field(default_factory=dict)
    cost: dict[Shape, float] = field(default_factory=dict)
    near: NearEquality = field(default_factory=NearEquality)
    left_early: bool = False
    cut_short: bool = False

    @property
    def points(self) -> int:
        return sum(self.origins.values())

    @property
    def left(self) -> int:
        """Points left open whose sides do not agree to all the digits that one can ask for."""
        return self.verdicts["undecided"] - self.agreed

    def least(self, sizes: Sizes) -> float:
        """The least margin certified at these sizes so far."""
        return self.best.get(tuple(sizes.items()), (math.inf, None))[0]

    def opaque(self, sizes: Sizes) -> bool:
        """Are nearly all of twenty points or more of these sizes left open? So are the next, most likely."""
        shape = tuple(sizes.items())
        return self.left_open[shape] >= max(OPAQUE, OPAQUE_TO_CLEAR * self.decided[shape])

    def ends_in(self, seconds: float) -> None:
        """Time for looks within a batch, a climb or a point, which may each take longer than all of it."""
        self.deadline, self.seconds = time.monotonic() + seconds, seconds

    def affords(self, sizes: Sizes, count: int) -> int:
        """How many points of these sizes a batch has: a twentieth of the time at most, as far as is known."""
        pace = self.pace.get(tuple(sizes.items()), 0.0)
        return (
            count
            if self.deadline == math.inf or not pace
            else min(count, int(SHARE * self.seconds / pace) + 1)
        )

    def late(self) -> bool:
        """Is the time over? A search of a fixed amount of work does not look at the clock."""
        return self.deadline < math.inf and time.monotonic() > self.deadline

    def left_of(self, share: float) -> float:
        """Seconds until the end, at most a share of all; infinity for a search of a fixed amount of work."""
        return (
            math.inf if self.deadline == math.inf else min(self.deadline - self._now(), share * self.seconds)
        )

    def certify(self, claim: Claim, point: Point, origin: str) -> PointVerdict:
        """Certify one point of the domain and remember what was found."""
        shape, start = tuple(point.sizes.items()), self._now()
        if shape in self.cost and start + self.cost[shape] > self.deadline:
            return PointVerdict()  # there is no time for another point of these sizes
        try:
            with limited(self.deadline - start):
                found = certify(claim, point, LADDER if self.deadline == math.inf else self._steps())
                found = self.near.sharper(claim, point, found)
        except TimeIsOver:
            return PointVerdict()
        self.cost[shape] = self._now() - start
        if found.verdict is Verdict.UNDECIDED and self.left_early:
            return found  # the ladder was left half way: no finding about the statement
        if found.verdict is Verdict.VIOLATED and not claim.domain.contains(point):
            return PointVerdict()  # rounding has moved it out: it says nothing about the statement
        self.near.saw(claim, point, found)
        self.sizes.add(shape)
        self.origins[origin] += 1
        self.verdicts[found.verdict.value] += 1
        if found.undefined:
            self.undefined[found.reason] += 1
        elif found.verdict is Verdict.VACUOUS and found.failed is None:
            self.unsaid[found.reason] += 1
        if origin in ("equality", "related", "corners"):
            self.drawn += 1
            self.inside += found.verdict is not Verdict.VACUOUS
        if found.verdict is Verdict.UNDECIDED:
            self.reasons[found.why.heading] += 1
            self.left_open[shape] += 1
            # A point on the edge of a hypothesis may lie outside: it says nothing of a strict conclusion.
            self.touching += found.why.hypothesis is None and abs(found.margin) <= TOUCHING
            # An infinite margin is no number at all (overflow, no method): open, but nothing to doubt.
            self.agreed += found.agreed
            self.doubtful += TOUCHING < abs(found.margin) < float("inf")
        elif found.verdict is Verdict.VIOLATED:
            self._violation(point, found)
        if found.verdict in (Verdict.HOLDS, Verdict.VIOLATED):
            self.decided[shape] += 1
            self.kernels[found.certificate] += 1
            self._slack(point, found.margin)
        return found

    def _now(self) -> float:
        """The clock, where there is a deadline."""
        return 0.0 if self.deadline == math.inf else time.monotonic()

    def _steps(self) -> Iterator[Step]:
        """The ladder, as far as the time goes: always the first step, the others where they fit."""
        start, self.left_early = time.monotonic(), False
        for step in LADDER:
            yield step
            now = time.monotonic()
            if now + HARDER * (now - start) > self.deadline:
                self.left_early = True
                return

    def _violation(self, point: Point, found: PointVerdict) -> None:
        """Keep the violations that matter: the simplest and the worst."""
        self.violations.append((point, found))
        if len(self.violations) > KEPT:
            plain = sorted(self.violations, key=lambda pair: complexity(pair[0]))[: KEPT // 4]
            worst = sorted(self.violations, key=lambda pair: pair[1].margin)[: KEPT // 4]
            self.violations = [*plain, *worst]

    def _slack(self, point: Point, margin: float) -> None:
        if margin == 0.0:
            self.equality += 1
        elif np.isfinite(margin):
            self.margins.append(margin)
            shape = tuple(point.sizes.items())
            if shape not in self.best or margin < self.best[shape][0]:
                self.best[shape] = margin, point
            if margin < self.tightest[0]:
                self.tightest = (margin, point)


def certify_best(
    claim: Claim,
    batch: Batch,
    count: int,
    origin: str,
    found: SearchResult,
    rng: np.random.Generator | None = None,
) -> Iterator[None]:
    """Certify the points that look tightest, and for a random batch as many that were not looked at."""
    screened = screen_within(claim, batch, found)
    found.drawn += batch.count - screened.late
    found.screened += batch.count - screened.late
    found.inside += int(screened.inside.sum())
    for number, (link, margin) in enumerate(zip(claim.hypotheses, screened.met, strict=True)):
        found.met[number] += int((margin >= 0 if link.op in ("<=", ">=", "==") else margin > 0).sum())
    order = np.argsort(screened.margin, kind="stable")
    tight = [
        int(k) for k in order[: count // 2 if rng is not None else count] if np.isfinite(screened.margin[k])
    ]
    if origin == "grid":
        suspects = np.flatnonzero(screened.margin < SUSPICION)
        tight = [
            int(k) for k in suspects[np.argsort(_weights(batch)[suspects], kind="stable")][:count]
        ] or tight[:2]
    if found.verdicts["undecided"] > found.verdicts["holds"]:  # one more equality would tell nothing
        tight = [k for k in tight if abs(screened.margin[k]) > TOUCHING]
    blind = [int(k) for k in rng.integers(batch.count, size=count - count // 2)] if rng is not None else []
    for k in dict.fromkeys(tight + blind):
        found.certify(claim, claim.domain.construct(batch.sizes, batch.params_of(k)), origin)
        yield


def screen_within(claim: Claim, batch: Batch, found: SearchResult) -> Screened:
    """Screen a batch, by ever larger pieces where there is a deadline; what is late counts as not inside."""
    shape, began = tuple(batch.sizes.items()), time.monotonic()
    if found.deadline == math.inf or found.pace.get(shape, math.inf) * batch.count < AT_ONCE:
        return screen(claim, batch)
    pieces: list[Screened] = []
    start, width = 0, FIRST_PIECE
    while start < batch.count and not (pieces and found.late()):
        part = {key: array[start : start + width] for key, array in batch.params.items()}
        pieces.append(screen(claim, Batch(batch.sizes, part, min(width, batch.count - start))))
        pace = (time.monotonic() - began) / (start + width)
        start, width = start + width, max(1, min(2 * width, int(SHARE * found.seconds / max(pace, 1e-9))))
    found.pace[shape] = (time.monotonic() - began) / min(start, batch.count)
    missing = max(batch.count - start, 0)
    inside = np.concatenate([*(p.inside for p in pieces), np.zeros(missing, dtype=bool)])
    margin = np.concatenate([*(p.margin for p in pieces), np.full(missing, np.inf)])
    met = [
        np.concatenate([*(p.met[k] for p in pieces), np.full(missing, -np.inf)])
        for k in range(len(claim.hypotheses))
    ]
    return Screened(inside, margin, met, missing)


def _weights(batch: Batch) -> Any:
    """How far from zero the parameters of each point are: simple points first."""
    sizes = (np.abs(a).reshape(batch.count, -1).sum(axis=1) for a in batch.params.values())
    return sum(sizes, start=np.zeros(batch.count))


class Sizing:
    """Which size comes next: what was tried at each, and how often its least margin fell.

    A bandit that goes where margins fall (UCB1: Auer, Cesa-Bianchi, Fischer 2002).
    """

    def __init__(self, claim: Claim) -> None:
        self.sizes = list(claim.domain.sizes())
        self.least = [math.inf] * len(self.sizes)
        self.pulls, self.worth = [0] * len(self.sizes), [0] * len(self.sizes)
        self.closed: set[int] = set()

    def next(self, number: int, rng: np.random.Generator) -> int:
        """At random for the first batches and for every other one of the later."""
        drawn = int(rng.integers(len(self.sizes)))
        return drawn if number < EVEN or number % 2 else self._best()

    def turn(self, number: int) -> int:
        """Each in turn once, and then every other time."""
        own = len(self.sizes)
        if number < own:
            return number
        return self._best() if (number - own) % 2 else (number - own) // 2 % own

    def _best(self) -> int:
        """The largest upper bound of the share of batches that were worth it."""
        tried = sum(self.pulls)
        scores = [
            -math.inf if k in self.closed else w / n + math.sqrt(2 * math.log(tried) / n) if n else math.inf
            for k, (w, n) in enumerate(zip(self.worth, self.pulls, strict=True))
        ]
        return int(np.argmax(scores))

    def close(self, which: int) -> None:
        """Nothing can be done at this size."""
        self.closed.add(which)

    def saw(self, which: int, least: float) -> None:
        """Count a batch, and whether the least margin at its size has fallen."""
        before = self.least[which]
        self.pulls[which] += 1
        self.worth[which] += least < (FALLEN * before if 0 < before < math.inf else before)
        self.least[which] = min(before, least)
