"""Walks without derivatives: up the relative margin, along rays, to the boundary of the hypotheses.

Climbs are CMA-ES over the parameters of a point, hypotheses as a penalty (`objective`). All moves act on
parameters, so the domain's constraints hold by construction: orthogonal stays orthogonal, rank r stays rank
r. Signs, bits and integer inputs are fixed during a climb and vary over restarts.

What holds at the scale of the draws may fail at a thousand times it: rays lead there. A statement that does
not change along a ray (a relation between norms, say) is left alone after one look. Where floats overflow on
the way a screen sees nothing, while balls still do: a few such points are certified.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from functools import partial
from typing import Any

import numpy as np

from perturb.certify.point import Screened, screen
from perturb.domains.draws import on_grid
from perturb.domains.space import Batch
from perturb.statements.claim import Claim
from perturb.vocab.grammar.kinds import Kind

OUTSIDE = 1e3
FAR = OUTSIDE / 2  # the worst that a point inside is worth
REACH = 4.0
SPREAD = 2.0**8  # of parameters, from which a climb may move their logarithms
MANY = 500  # parameters whose correlations a climb learns: a decomposition of that size takes 0.05 s
SHORT = 30  # generations of a short climb
ENOUGH = -1e-9  # a suspicion that ends a long one
DISCRETE = ("sign", "bit")
GRIDS = (1.0, 4.0, 16.0, 256.0, 2.0**16, 2.0**30)
UNBOUNDED = ("real", "nonneg", "positive")
STARTS, FLAT = 4, 1e-9
MOST = 500  # points on rays at a time
EXTREME = (80, 107, 143, 190, 254, 340, 450, 600, 800, 1000)  # of two, from where most powers overflow
SEEN_FIRST = 3  # points of a ray beyond the floats
EXPONENTS = (-60, -30, -12, -5, -2, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 12, 14, 17, 20, 25, 30, 40, 60)
BISECTIONS = 24


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
        with _quiet():
            vectors = np.array([optimiser.ask() for _ in range(optimiser.population_size)])
        values = _deflated(objective(screen(claim, seen(vectors))), vectors, away)
        k = int(np.argmin(values))
        if values[k] < least:
            best, least = vectors[k], values[k]
        with _quiet():
            optimiser.tell(list(zip(vectors, values.tolist(), strict=True)))
            ended = optimiser.should_stop()
        if ended or (generation >= SHORT and least < ENOUGH) or late():
            break
    return best


def _quiet() -> Any:
    """Margins of 1e308 on both sides of 0 overflow in differences of CMA-ES, whose steps nothing rests on."""
    return np.errstate(over="ignore", invalid="ignore", divide="ignore")


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
    kept = [k for ray in np.split(np.arange(far.count), 2 * len(starts)) for k in _far_ones(ray[unseen[ray]])]
    return Batch(far.sizes, {key: array[kept] for key, array in params.items()}, len(kept)) if kept else None


def _far_ones(places: np.ndarray) -> list[int]:
    """The first ones, where balls still reach, the middle and the last."""
    first = places[:SEEN_FIRST]
    return list(dict.fromkeys(int(k) for k in [*first, *places[len(places) // 2 :][:1], *places[-1:]]))


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
