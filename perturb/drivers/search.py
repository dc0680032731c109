"""Looking for a violation: corners, then all small integer inputs, then screened random batches that climb.

float64 only orders the points; whatever is counted has been certified. The number of rounds fixes the
work, so
that the same seed gives the same points; a time limit may cut the rounds short.
"""

from __future__ import annotations

import itertools
import time
from collections import Counter
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from typing import Any

import numpy as np

from perturb.claim import Claim
from perturb.domains.base import Batch, Point
from perturb.domains.corners import corners
from perturb.domains.families import draw, on_grid
from perturb.drivers.point import PointVerdict, certify
from perturb.drivers.screen import screen
from perturb.enclosure import Verdict

SUSPICION = -1e-10


@dataclass(frozen=True)
class Effort:
    """How much work a search does: rounds of screened batches, certified points a round, corners a size."""

    rounds: int = 40
    batch: int = 256
    certified: int = 8
    corners: int = 40
    grid: int = 20_000
    seconds: float = float("inf")


PROFILES = {
    "ci": Effort(rounds=12, certified=4, corners=10, grid=4_000),
    "quick": Effort(rounds=150, certified=10, corners=60),
    "deep": Effort(rounds=2_000, certified=20, corners=300, grid=200_000),
}


@dataclass
class Found:
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
        if origin in ("equality", "corners"):
            self.drawn += 1
            self.inside += found.verdict is not Verdict.VACUOUS
        if found.verdict is Verdict.UNDECIDED:
            self.reasons[found.reason.split(":")[0]] += 1
        elif found.verdict is Verdict.VIOLATED:
            self.violations.append((point, found))
        if found.verdict in (Verdict.HOLDS, Verdict.VIOLATED):
            self.kernels[found.certificate] += 1
            self._slack(point, found.margin)
        return found

    def _slack(self, point: Point, margin: float) -> None:
        if margin == 0.0:
            self.equality += 1
        elif np.isfinite(margin):
            self.margins.append(margin)
            if margin < self.tightest[0]:
                self.tightest = (margin, point)


Progress = Callable[[Found], None]


def search(
    claim: Claim,
    effort: Effort,
    seed: int = 0,
    stop_at_first: bool = True,
    progress: Progress = lambda found: None,
) -> Found:
    """Attack a claim. With `stop_at_first` the random stage is left out once there is a violation; the small
    integer inputs are always tried, because the simplest witness is among them.
    """
    found, deadline = Found(), time.monotonic() + effort.seconds
    for stage in (_known, _grid, _random):
        for _ in stage(claim, effort, seed, found):
            progress(found)
            if time.monotonic() > deadline:
                found.cut_short = True
                return found
        if found.violations and stop_at_first and stage is not _known:
            return found
    return found


def stream(claim: Claim, driver: str, seed: int, index: int = 0) -> np.random.Generator:
    """Randomness keyed by (seed, statement, driver, index): another claim or driver changes nothing here."""
    key = [seed, int(claim.fingerprint, 16), int.from_bytes(driver.encode()), index]
    return np.random.Generator(np.random.PCG64DXSM(np.random.SeedSequence(key)))


def _known(claim: Claim, effort: Effort, seed: int, found: Found) -> Iterator[None]:
    """Equality cases and structured corners."""
    for point in claim.equality:
        found.certify(claim, point, "equality")
        yield
    for point in corners(claim.domain, effort.corners):
        found.certify(claim, point, "corners")
        yield


def _grid(claim: Claim, effort: Effort, seed: int, found: Found) -> Iterator[None]:
    """Inputs with entries -1, 0, 1 (all of them where they are few), small sizes first."""
    for number, sizes in enumerate(itertools.islice(claim.domain.sizes(), 12)):
        batch = _small_inputs(claim, dict(sizes), effort.grid, stream(claim, "grid", seed, number))
        before = len(found.violations)
        yield from _certify_best(claim, batch, effort.certified, "grid", found)
        if len(found.violations) > before:
            return


def _small_inputs(claim: Claim, sizes: dict[str, int], limit: int, rng: np.random.Generator) -> Batch:
    """Columns of a table of all ternary inputs, or of `limit` random ones where the table is larger."""
    extents = {key: p.extent(sizes) for key, p in claim.domain.params.items()}
    alphabets = {key: _alphabet(p.range) for key, p in claim.domain.params.items()}
    cells = [alphabets[key] for key, extent in extents.items() for _ in range(int(np.prod(extent)))]
    total = float(np.prod([float(len(c)) for c in cells]))
    if total <= limit:
        table = np.array(list(itertools.product(*cells))).reshape(-1, len(cells))
    else:
        table = np.stack([rng.choice(c, size=limit) for c in cells], axis=1)
    params, start = {}, 0
    for key, extent in extents.items():
        width = int(np.prod(extent))
        params[key] = table[:, start : start + width].reshape(-1, *extent)
        start += width
    return Batch(sizes, params, len(table))


def _alphabet(kind: str) -> list[float]:
    special = {
        "bit": [0.0, 1.0],
        "unit": [0.0, 1.0, 0.5],
        "nonneg": [0.0, 1.0, 2.0],
        "positive": [1.0, 2.0, 0.5],
    }
    return [1.0, -1.0] if kind == "sign" else special.get(kind, [0.0, 1.0, -1.0])


def _random(claim: Claim, effort: Effort, seed: int, found: Found) -> Iterator[None]:
    """Random batches; the tightest points of each are climbed from."""
    sizes = list(claim.domain.sizes())
    for number in range(effort.rounds):
        rng = stream(claim, "random", seed, number)
        batch = draw(claim.domain, rng, effort.batch, sizes[rng.integers(len(sizes))])
        yield from _certify_best(claim, batch, effort.certified, "random", found, rng)
        climbed = climb(claim, batch, rng)
        if climbed is not None:
            yield from _certify_best(claim, climbed, max(1, effort.certified // 4), "climb", found)


def _certify_best(
    claim: Claim, batch: Batch, count: int, origin: str, found: Found, rng: np.random.Generator | None = None
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
    return sum(np.abs(a).reshape(batch.count, -1).sum(axis=1) for a in batch.params.values())


def climb(
    claim: Claim, batch: Batch, rng: np.random.Generator, steps: int = 6, width: int = 64
) -> Batch | None:
    """A few generations of random moves around the tightest point, each half the size of the one before."""
    margin = screen(claim, batch).margin
    best = int(np.argmin(margin))
    if not np.isfinite(margin[best]):
        return None
    params = {key: array[best : best + 1] for key, array in batch.params.items()}
    least = margin[best]
    for step in range(steps):
        trial = _around(claim, Batch(batch.sizes, params, 1), rng, 2.0**-step, width)
        margins = screen(claim, trial).margin
        k = int(np.argmin(margins))
        if margins[k] < least:
            least, params = margins[k], {key: array[k : k + 1] for key, array in trial.params.items()}
    return Batch(batch.sizes, params, 1)


def _around(claim: Claim, centre: Batch, rng: np.random.Generator, size: float, width: int) -> Batch:
    params: dict[str, Any] = {}
    for key, array in centre.params.items():
        kind = claim.domain.params[key].range
        shape = (width, *array.shape[1:])
        moved = array + on_grid(rng.standard_normal(shape) * size * (rng.random(shape) < 0.5))
        params[key] = _back(moved, np.broadcast_to(array, shape), kind)
    return Batch(centre.sizes, params, width)


def _back(moved: Any, start: Any, kind: str) -> Any:
    """Keep a moved parameter in its range."""
    if kind in ("sign", "bit"):
        return np.array(start)
    if kind in ("unit", "signed"):
        return np.clip(moved, -1.0 if kind == "signed" else 0.0, 1.0)
    return (
        np.abs(moved) + (1 / 256 if kind == "positive" else 0.0) if kind in ("nonneg", "positive") else moved
    )
