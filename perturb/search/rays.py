"""Along rays through promising points: what holds at the scale of the draws may fail at a thousand times it.

A statement that does not change along a ray (a relation between norms, say) is left alone after one look.
"""

from __future__ import annotations

from collections.abc import Iterator

import numpy as np

from perturb.certify.screen import screen
from perturb.domains.base import Batch
from perturb.search.climb import objective
from perturb.statements.claim import Claim

UNBOUNDED = ("real", "nonneg", "positive")
STARTS, FLAT = 4, 1e-9
MOST = 500  # points on rays at a time
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
