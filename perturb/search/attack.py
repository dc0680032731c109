"""Looking for a violation: corners, then all small integer inputs, then screened random batches that climb.

float64 only orders the points; whatever is counted has been certified. The number of rounds fixes the work,
so that the same seed gives the same points; a time limit may cut the rounds short.
"""

from __future__ import annotations

import itertools
import time
from collections import Counter
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from typing import Any

import numpy as np

from perturb.certify.point import PointVerdict, certify
from perturb.certify.screen import screen
from perturb.domains.base import Batch, Point
from perturb.domains.corners import corners
from perturb.domains.families import draw
from perturb.enclosure import Verdict
from perturb.search.climb import climb
from perturb.search.discrete import small_inputs
from perturb.search.related import related
from perturb.search.shrink import complexity
from perturb.search.streams import claim_stream
from perturb.search.walks import boundary, step
from perturb.statements.claim import Claim

SUSPICION = -1e-10
KEPT = 2_000
TOUCHING = 1e-9


@dataclass(frozen=True)
class Effort:
    """How much work a search does: rounds of screened batches, certified points a round, corners a size."""

    rounds: int = 40
    batch: int = 256
    certified: int = 8
    corners: int = 40
    grid: int = 20_000
    climb_every: int = 4
    related: bool = True
    seconds: float = float("inf")


PROFILES = {
    "ci": Effort(rounds=12, certified=4, corners=10, grid=4_000, climb_every=6),
    "brief": Effort(rounds=36, corners=30, grid=4_000, climb_every=8),
    "quick": Effort(rounds=150, certified=10, corners=60),
    "deep": Effort(rounds=2_000, certified=20, corners=300, grid=200_000, climb_every=1),
}


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
    undefined: Counter[str] = field(default_factory=Counter)
    unsaid: Counter[str] = field(default_factory=Counter)
    tightest: tuple[float, Point | None] = (float("inf"), None)
    violations: list[tuple[Point, PointVerdict]] = field(default_factory=list)
    cut_short: bool = False

    @property
    def points(self) -> int:
        return sum(self.origins.values())

    def certify(self, claim: Claim, point: Point, origin: str) -> PointVerdict:
        """Certify one point of the domain and remember what was found."""
        found = certify(claim, point)
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
            self.touching += abs(found.margin) <= TOUCHING
            # An infinite margin is no number at all (overflow, no method): open, but nothing to doubt.
            self.doubtful += TOUCHING < abs(found.margin) < float("inf")
        elif found.verdict is Verdict.VIOLATED:
            self._violation(point, found)
        if found.verdict in (Verdict.HOLDS, Verdict.VIOLATED):
            self.kernels[found.certificate] += 1
            self._slack(point, found.margin)
        return found

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
            if margin < self.tightest[0]:
                self.tightest = (margin, point)


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
    found, deadline = found or SearchResult(), time.monotonic() + effort.seconds
    for stage in (_known, _grid, _random):
        for _ in stage(claim, effort, seed, found):
            progress(found)
            if found.violations and stop_at_first and stage is _random:
                return found
            if time.monotonic() > deadline:
                found.cut_short = True
                return found
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
        batch = small_inputs(
            claim.domain, dict(sizes), effort.grid, claim_stream(claim, "grid", seed, number)
        )
        before = len(found.violations)
        yield from _certify_best(claim, batch, effort.certified, "grid", found)
        if len(found.violations) > before:
            return


def _random(claim: Claim, effort: Effort, seed: int, found: SearchResult) -> Iterator[None]:
    """Random batches; the tightest points of each are climbed from."""
    sizes = list(claim.domain.sizes())
    for number in range(effort.rounds):
        rng = claim_stream(claim, "random", seed, number)
        batch = draw(claim.domain, rng, effort.batch, sizes[rng.integers(len(sizes))])
        yield from _certify_best(claim, batch, effort.certified, "random", found, rng)
        if number % effort.climb_every == 0:
            yield from _walk(claim, batch, rng, found)


def _walk(claim: Claim, batch: Batch, rng: np.random.Generator, found: SearchResult) -> Iterator[None]:
    """To the boundary of the hypotheses, up the margin, and one discrete step further."""
    edge = boundary(claim, batch, screen(claim, batch), rng)
    if edge is not None:
        yield from _certify_best(claim, edge, 1, "boundary", found)
    climbed = climb(claim, edge if edge is not None and rng.random() < 0.5 else batch, rng)
    if climbed is not None:
        yield from _certify_best(claim, step(claim, climbed), 1, "climb", found)


def _certify_best(
    claim: Claim,
    batch: Batch,
    count: int,
    origin: str,
    found: SearchResult,
    rng: np.random.Generator | None = None,
) -> Iterator[None]:
    """Certify the points that look tightest, and for a random batch as many that were not looked at."""
    screened = screen(claim, batch)
    found.drawn += batch.count
    found.screened += batch.count
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
    blind = [int(k) for k in rng.integers(batch.count, size=count - count // 2)] if rng is not None else []
    for k in dict.fromkeys(tight + blind):
        found.certify(claim, claim.domain.construct(batch.sizes, batch.params_of(k)), origin)
        yield


def _weights(batch: Batch) -> Any:
    """How far from zero the parameters of each point are: simple points first."""
    sizes = (np.abs(a).reshape(batch.count, -1).sum(axis=1) for a in batch.params.values())
    return sum(sizes, start=np.zeros(batch.count))
