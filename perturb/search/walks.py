"""Walks that a climb cannot make: to the boundary of the hypotheses, and single discrete steps."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np

from perturb.certify.screen import Screened, screen
from perturb.domains.exact import Batch
from perturb.search.climb import DISCRETE, objective
from perturb.statements.claim import Claim
from perturb.vocab.grammar.kinds import Kind

BISECTIONS = 24


def boundary(
    claim: Claim,
    batch: Batch,
    screened: Screened,
    rng: np.random.Generator,
    late: Callable[[], bool] = lambda: False,
) -> Batch | None:
    """Points just inside the hypotheses, on segments from points of the batch inside to points outside.

    A bound is often sharp only where a hypothesis nearly fails. Parameters are bisected, so the domain holds;
    None where nothing lies on one of the sides.
    """
    inside, outside = np.flatnonzero(screened.inside), np.flatnonzero(~screened.inside)
    if not claim.hypotheses or not len(inside) or not len(outside):
        return None
    near = {key: array[inside] for key, array in batch.params.items()}
    partner = rng.choice(outside, size=len(inside))
    far = {key: array[partner] for key, array in batch.params.items()}
    low, high = np.zeros(len(inside)), np.ones(len(inside))
    for _ in range(BISECTIONS):
        if late():
            break
        middle = (low + high) / 2
        good = screen(claim, _between(claim, batch, near, far, middle)).inside
        low, high = np.where(good, middle, low), np.where(good, high, middle)
    return _between(claim, batch, near, far, low)


def _between(claim: Claim, batch: Batch, near: dict[str, Any], far: dict[str, Any], t: Any) -> Batch:
    """The points (1 - t) near + t far; discrete parameters stay those of `near`."""
    params = {}
    for key, array in near.items():
        weight = t.reshape(-1, *[1] * (array.ndim - 1))
        discrete = claim.domain.params[key].range in DISCRETE
        params[key] = array if discrete else array + weight * (far[key] - array)
    return Batch(batch.sizes, params, len(t))


def step(claim: Claim, point: Batch) -> Batch:
    """The best of one point and those with an integer input moved by one."""
    options = [point, *_moved_integers(claim, point)]
    values = [float(objective(screen(claim, option))[0]) for option in options]
    return options[int(np.argmin(values))]


def _moved_integers(claim: Claim, point: Batch) -> list[Batch]:
    found = []
    for name, kind in claim.domain.kinds.items():
        if kind is Kind.INTEGER:
            low, high = (point.sizes[e] if isinstance(e, str) else e for e in claim.domain.all_ranges()[name])
            for value in (point.sizes[name] - 1, point.sizes[name] + 1):
                if low <= value <= high:
                    found.append(Batch({**point.sizes, name: value}, point.params, 1))
    return found
