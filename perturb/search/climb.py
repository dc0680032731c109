"""Climbing on the relative margin: CMA-ES over the parameters of a point, hypotheses as a penalty.

Moves act on parameters, so the domain's constraints hold by construction: orthogonal stays orthogonal, rank r
stays rank r. Signs, bits and integer inputs are fixed during a climb and vary over restarts.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import partial
from typing import Any

import numpy as np

from perturb.certify.screen import Screened, screen
from perturb.domains.draws import on_grid
from perturb.domains.exact import Batch
from perturb.statements.claim import Claim

OUTSIDE = 1e3
FAR = OUTSIDE / 2  # the worst that a point inside is worth
REACH = 4.0
SPREAD = 2.0**8  # of parameters, from which a climb may move their logarithms
MANY = 500  # parameters whose correlations a climb learns: a decomposition of that size takes 0.05 s
SHORT = 30  # generations of a short climb
ENOUGH = -1e-9  # a suspicion that ends a long one
DISCRETE = ("sign", "bit")
GRIDS = (1.0, 4.0, 16.0, 256.0, 2.0**16, 2.0**30)


def climb(
    claim: Claim,
    batch: Batch,
    rng: np.random.Generator,
    generations: int = SHORT,
    away: Sequence[Any] = (),
    late: Callable[[], bool] = lambda: False,
    orders: bool = False,
) -> Batch | None:
    """The point reached from a promising one of `batch`, its parameters on as coarse a grid as they bear.

    It keeps away from the positions `away`, and ends early where `late` says so. With `orders` it moves the
    logarithms of parameters that span many orders. None where nothing is left to move.
    """
    shapes = moving(claim, batch)
    size = sum(int(np.prod(shape)) for shape in shapes.values())
    if size < 2:
        return None
    start = tight(screen(claim, batch), rng)
    fixed = {key: array[start : start + 1] for key, array in batch.params.items()}
    mean = np.concatenate([fixed[key].reshape(-1) for key in shapes])
    seen = partial(_batch, claim, batch.sizes, fixed, shapes)
    if orders and _spread(mean) >= SPREAD:
        scale = Logarithms(mean)
        best = scale.back(
            _ascend(claim, lambda v: seen(scale.back(v)), scale.start, rng, generations, (), late)
        )
    else:
        best = _ascend(claim, seen, mean, rng, generations, away, late)
    return coarsest(claim, batch.sizes, fixed, shapes, best)


def _spread(vector: Any) -> float:
    """The largest entry over the least that is not 0, at least 1."""
    sizes = np.abs(vector[vector != 0])
    return float(sizes.max() / sizes.min()) if sizes.size else 1.0


class Logarithms:
    """Coordinates log_2 |x| around a vector; signs stay, and zeros stay zeros."""

    def __init__(self, vector: Any) -> None:
        self.signs = np.sign(vector)
        self.start = np.log2(np.abs(np.where(vector == 0, 1.0, vector)))

    def back(self, logarithms: Any) -> Any:
        """The vectors; beyond 2^500 they are cut."""
        return self.signs * 2.0 ** np.clip(logarithms, -500.0, 500.0)


def tight(screened: Screened, rng: np.random.Generator) -> int:
    """One of the four tightest points, so that restarts do not all end in one equality case."""
    order = np.argsort(objective(screened), kind="stable")
    return int(order[rng.integers(min(4, len(order)))])


def objective(screened: Screened) -> Any:
    """The margin inside; outside, a penalty that grows with the violation of the hypotheses."""
    missed = [np.minimum(np.nan_to_num(m, nan=-1.0, posinf=0.0, neginf=-1e3), 0.0) for m in screened.met]
    penalty = OUTSIDE - np.sum(missed, axis=0) if missed else OUTSIDE
    margin = np.where(np.isfinite(screened.margin), screened.margin, OUTSIDE)
    return np.where(screened.inside, margin, penalty)


def moving(claim: Claim, batch: Batch) -> dict[str, tuple[int, ...]]:
    """The shapes of the parameters that a climb moves."""
    return {k: a.shape[1:] for k, a in batch.params.items() if claim.domain.params[k].range not in DISCRETE}


def position(claim: Claim, point: Batch) -> Any:
    """Where a batch of one is, as the vector that climbs move."""
    return np.concatenate([point.params[key].reshape(-1) for key in moving(claim, point)])


def _ascend(
    claim: Claim,
    seen: Callable[[Any], Batch],
    mean: Any,
    rng: np.random.Generator,
    generations: int,
    away: Sequence[Any],
    late: Callable[[], bool],
) -> Any:
    """CMA-ES from `mean`; the best vector of parameters that it saw. More generations get more points each.

    A long climb ends at the first suspicion.
    """
    from cmaes import CMA, SepCMA  # brings all of scipy.stats: what never climbs starts without it

    sigma = 0.3 * max(0.1, float(np.median(np.abs(mean))))
    wide = (4 + int(3 * np.log(len(mean)))) << (generations // SHORT).bit_length() // 2
    many = None if generations <= SHORT else wide
    # Without correlations where their decomposition alone would take seconds, which nothing interrupts.
    strategy = CMA if len(mean) <= MANY else SepCMA
    optimiser = strategy(mean=mean, sigma=sigma, seed=int(rng.integers(2**31)), population_size=many)
    best, least = mean, np.inf
    for generation in range(generations):
        vectors = np.array([optimiser.ask() for _ in range(optimiser.population_size)])
        values = _deflated(objective(screen(claim, seen(vectors))), vectors, away)
        k = int(np.argmin(values))
        if values[k] < least:
            best, least = vectors[k], values[k]
        optimiser.tell(list(zip(vectors, values.tolist(), strict=True)))
        if optimiser.should_stop() or (generation >= SHORT and least < ENOUGH) or late():
            break
    return best


def _deflated(values: Any, vectors: Any, away: Sequence[Any]) -> Any:
    """Margins above 0 divided by the fourth power of the distance, within reach, from what to keep away from.

    Beside a point of equality a smooth margin grows with the second or the fourth power, so a climb leaves
    along the flattest direction, or along the equality set; a way below 0 stays the best of all.
    """
    for point in away:
        reach = REACH * max(float(np.linalg.norm(point)), 1.0)
        near = np.clip(np.linalg.norm(vectors - point, axis=1) / reach, 1e-6, 1.0) ** 4
        values = np.where((values > 0) & (values < OUTSIDE), np.minimum(values / near, FAR), values)
    return values


def _batch(
    claim: Claim, sizes: Any, fixed: dict[str, Any], shapes: dict[str, tuple[int, ...]], vectors: Any
) -> Batch:
    """Vectors of parameters (count, size) as a batch, each parameter folded back into its range."""
    count, start = len(vectors), 0
    params: dict[str, Any] = {}
    for key, array in fixed.items():
        if key not in shapes:
            params[key] = np.repeat(array, count, axis=0)
            continue
        width = int(np.prod(shapes[key]))
        block = vectors[:, start : start + width].reshape(count, *shapes[key])
        params[key] = within(block, claim.domain.params[key].range)
        start += width
    return Batch(sizes, params, count)


def within(values: Any, kind: str) -> Any:
    """Real numbers folded into the range of a parameter."""
    if kind in ("unit", "signed"):
        return np.clip(values, -1.0 if kind == "signed" else 0.0, 1.0)
    if kind == "nonneg":
        return np.abs(values)
    return np.maximum(np.abs(values), 2.0**-20) if kind == "positive" else values


def coarsest(
    claim: Claim, sizes: Any, fixed: dict[str, Any], shapes: dict[str, tuple[int, ...]], best: Any
) -> Batch:
    """Few bits keep exact arithmetic cheap: the coarsest rounding that keeps most of the margin won."""
    vectors = np.array([*[on_grid(best, grid) for grid in GRIDS], best])
    batch = _batch(claim, sizes, fixed, shapes, vectors)
    values = objective(screen(claim, batch))
    enough = values[-1] + (1e-9 if values[-1] > 0 else 0.0) + 0.1 * abs(values[-1])
    k = int(np.flatnonzero(values <= enough)[0])
    return Batch(sizes, {key: array[k : k + 1] for key, array in batch.params.items()}, 1)
