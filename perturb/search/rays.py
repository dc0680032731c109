"""Along rays through promising points: what holds at the scale of the draws may fail at a thousand times it.

A statement that does not change along a ray (a relation between norms, say) is left alone after one look.
Where floats overflow on the way a screen sees nothing, while balls still do: a few such points are certified.
"""

from __future__ import annotations

from collections.abc import Iterator

import numpy as np

from perturb.certify.screen import screen
from perturb.domains.exact import Batch
from perturb.search.climb import objective
from perturb.statements.claim import Claim

UNBOUNDED = ("real", "nonneg", "positive")
STARTS, FLAT = 4, 1e-9
MOST = 500  # points on rays at a time
EXTREME = (80, 107, 143, 190, 254, 340, 450, 600, 800, 1000)  # of two, from where most powers overflow
SEEN_FIRST = 3  # points of a ray beyond the floats
EXPONENTS = (-60, -30, -12, -5, -2, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 12, 14, 17, 20, 25, 30, 40, 60)


def along_rays(claim: Claim, batch: Batch) -> Batch | None:
    """The best point on rays through the tightest points of `batch`, all inputs scaled or one of them.

    None where no parameter is free to grow, or where nothing changes along the rays.
    """
    free = [key for key in batch.params if claim.domain.params[key].range in UNBOUNDED]
    if not free:
        return None
    order = np.argsort(objective(screen(claim, batch)), kind="stable")[:STARTS]
    starts = Batch(batch.sizes, {key: array[order] for key, array in batch.params.items()}, len(order))
    scaled = [_scaled(starts, keys) for keys in _together(free)]
    values = np.array([objective(screen(claim, one)).reshape(len(order), -1) for one in scaled])
    if np.ptp(values, axis=-1).max(initial=0.0) < FLAT:
        return None
    ray, place = divmod(int(np.argmin(values)), values[0].size)
    best = scaled[ray]
    return Batch(best.sizes, {key: array[place : place + 1] for key, array in best.params.items()}, 1)


def _together(free: list[str]) -> Iterator[list[str]]:
    """What is scaled at once: everything, then each parameter alone where there are few."""
    yield free
    if 1 < len(free) <= 4:
        yield from ([key] for key in free)


def _scaled(starts: Batch, keys: list[str]) -> Batch:
    """Each start by each power of two, exact in float64 as far as that reaches."""
    factors = np.tile(2.0 ** np.array(EXPONENTS, dtype=float), starts.count)
    params = {}
    for key, array in starts.params.items():
        wide = np.repeat(array, len(EXPONENTS), axis=0)
        params[key] = wide * factors.reshape(-1, *[1] * (wide.ndim - 1)) if key in keys else wide
    return Batch(starts.sizes, params, len(factors))


def beyond_floats(claim: Claim, batch: Batch) -> Batch | None:
    """Points on rays, and on the opposite ones, of which floats tell nothing, or that look violated far out.

    The rays go through the tightest point and two more; a few points of each, from the first to the last.
    """
    free = [key for key in batch.params if claim.domain.params[key].range in UNBOUNDED]
    if not free:
        return None
    tightest = int(np.argmin(objective(screen(claim, batch))))
    starts = [tightest, batch.count // 3, 2 * batch.count // 3]
    powers = 2.0 ** np.array([e for e in (*EXPONENTS, *EXTREME) if e > 0], dtype=float)
    factors = np.tile(np.concatenate([powers, -powers]), len(starts))
    params = {}
    for key, array in batch.params.items():
        wide = np.repeat(array[starts], 2 * len(powers), axis=0)
        scaled = wide * factors.reshape(-1, *[1] * (wide.ndim - 1))
        kind = claim.domain.params[key].range
        params[key] = wide if key not in free else scaled if kind == "real" else np.abs(scaled)
    far = Batch(batch.sizes, params, len(factors))
    seen = screen(claim, far)
    unseen = seen.inside & (np.isposinf(seen.margin) | (seen.margin < 0))
    unseen &= np.all([np.isfinite(x).reshape(far.count, -1).all(axis=1) for x in params.values()], axis=0)
    kept = [k for ray in np.split(np.arange(far.count), 2 * len(starts)) for k in _spread(ray[unseen[ray]])]
    return Batch(far.sizes, {key: array[kept] for key, array in params.items()}, len(kept)) if kept else None


def _spread(places: np.ndarray) -> list[int]:
    """The first ones, where balls still reach, the middle and the last."""
    first = places[:SEEN_FIRST]
    return list(dict.fromkeys(int(k) for k in [*first, *places[len(places) // 2 :][:1], *places[-1:]]))
