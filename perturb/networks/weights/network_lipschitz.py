"""Lipschitz constants of a whole network of trained weights: from above, what is attained, the exact one.

Norms are Euclidean. Bounds from above hold, whatever the biases, for every activation that stretches no
difference, entry by entry: those of norms by the product, which none of them is below; that of absolute
values since |f(x) - f(y)| <= |W_L| ... |W_1| |x - y| in each entry. What is attained is that of ReLU.
"""

from __future__ import annotations

import math
from dataclasses import dataclass
from typing import Any

import numpy as np
from flint import fmpq

from perturb.enclosure import Enclosure
from perturb.laws.ensembles.certified import U
from perturb.networks.cells import TooManyCells, cells, expected
from perturb.networks.lipschitz import lipschitz_constant
from perturb.networks.weights.stack import Stack, sampled_points
from perturb.networks.weights.values import Values, fmpq_of, values
from perturb.types import BoolArray, FloatArray

POINTS = 200
WORK = 2e9  # multiplications of the search for a witness
CLIMB = 60
CELLS = 3000  # expected, up to which they are enumerated
INPUTS = 6
TRUSTS = frozenset({"weyl", "ostrowski"})


@dataclass(frozen=True, eq=False)
class Lipschitz:
    """`upper` has a bound from above by name, `lower` what a region attains, near the point `at`; `exact` is
    the constant where all `regions` were enumerated, else None.
    """

    upper: dict[str, Enclosure]
    lower: Enclosure
    at: FloatArray | None
    exact: Enclosure | None = None
    regions: int | None = None

    @property
    def best(self) -> Enclosure:
        """From the lower to the least upper bound, or the exact one."""
        if self.exact is not None:
            return self.exact
        tops = [x.hi for x in self.upper.values() if x.hi is not None]
        low = self.lower.lo or fmpq(0)
        return Enclosure(low, max(min(tops), low) if tops else None, trusts=TRUSTS)


def lipschitz(found: Stack, X: FloatArray | None = None, seed: int = 0) -> Lipschitz:
    """Bounds of a network; the witness is looked for near the points X, shape (N, n), or near drawn ones."""
    rng = np.random.default_rng([seed, len(found.weights)])
    own = [values(W) for W in found.weights]
    upper = {"product of norms": product_of_norms(found, own)}
    if not any(found.skips):
        upper |= {
            "Theorem 6 (ii) of heinecke2019": largest_power(own),
            "Theorem 6 (i) of heinecke2019": by_entries(found),
        }
    upper["absolute values"] = absolute_values(found)
    if found.above is not None:
        return Lipschitz(upper, Enclosure(fmpq(0), None), None)
    lower, at = witness(found, X, rng)
    exact = _exact(found)
    return Lipschitz(upper, lower, at, *exact)


def product_of_norms(found: Stack, own: list[Values]) -> Enclosure:
    """The product of |W_l| + |rho_l|. Proof: a layer moves two inputs apart by no more than that."""
    top: Any = fmpq(1)
    for one, rho in zip(own, found.skips, strict=True):
        top *= fmpq_of(float(one.high[0])) + abs(fmpq_of(rho))
    return Enclosure(fmpq(0), top, trusts=TRUSTS)


def largest_power(own: list[Values]) -> Enclosure:
    """Theorem 6 (ii) of heinecke2019: the largest norm to the power L, at least the product of all."""
    return Enclosure(fmpq(0), max(fmpq_of(float(one.high[0])) for one in own) ** len(own), trusts=TRUSTS)


def by_entries(found: Stack) -> Enclosure:
    """Theorem 6 (i): c r w^(L-2) times the product of all hidden widths, r the longest row of W_1, c the
    longest column of W_L, w the largest entry between. Proof: the claim thm-6.i-global of the catalogue.
    """
    W = found.weights
    root = [_upper(np.square(W[0]).sum(axis=1).max()), _upper(np.square(W[-1]).sum(axis=0).max())]
    w = max((fmpq_of(float(np.abs(A).max())) for A in W[1:-1]), default=fmpq(1))
    top = root[0] * root[1] * w ** (len(W) - 2)
    for A in W[:-1]:
        top *= A.shape[0]
    return Enclosure(fmpq(0), top)


def _upper(square: float) -> fmpq:
    """The root of a sum of squares, above: fewer than 2^30 terms err by a part below 2^-20."""
    return fmpq_of(float(np.sqrt(square)) * (1 + 2.0**-20) + 2.0**-500)


def absolute_values(found: Stack) -> Enclosure:
    """| |W_L| (|W_(L-1)| + |rho| I) ... |. Proof: entry by entry no linear part of a region is larger, and a
    norm grows with the entries of what is not negative. All terms are positive, so that a product of inner
    length n has a relative error of at most (n + 2) u, and these add up but for a factor below 2.
    """
    P, part = np.eye(found.weights[0].shape[1]), 0.0
    for W, rho in zip(found.weights, found.skips, strict=True):
        P = np.abs(W) @ P + abs(rho) * P if rho else np.abs(W) @ P
        part += 2 * (W.shape[1] + 4) * U
    if not np.isfinite(P).all() or P.max() > 2.0**900:
        return Enclosure(fmpq(0), None)
    top = fmpq_of(float(values(P).high[0])) * (1 + fmpq_of(part)) + fmpq_of(2.0**-900)
    return Enclosure(fmpq(0), top, trusts=TRUSTS)


def witness(
    found: Stack, X: FloatArray | None, rng: np.random.Generator
) -> tuple[Enclosure, FloatArray | None]:
    """[|J|, infinity) for the linear part J of a region that was met, and a point of it.

    Proof: no pre-activation of the point is within its error of 0, so that J is the linear part of an open
    set. Computed, J errs in the Frobenius norm by at most 2 sum (n_l + 4) u times the product of |W_l|_F +
    |rho_l| sqrt n.
    """
    cost = float(sum(W.size for W in found.weights) * found.weights[0].shape[1])
    count = int(np.clip(WORK / cost, 4, POINTS))
    pool = sampled_points(found, count, rng)
    if X is not None and len(X):
        pool = np.concatenate([X[rng.permutation(len(X))[:count]], pool[: count // 4]])
    seen, masks = found.run(pool)
    fine = sure(found, seen)
    sizes = [(_size(found, masks, i), i) for i in np.flatnonzero(fine).tolist()]
    if not sizes:
        return Enclosure(fmpq(0), None), None
    best, i = max(sizes)
    x = _climbed(found, pool[i], best, min(CLIMB, count), rng)
    seen, masks = found.run(x[None])
    return Enclosure(fmpq_of(certified_norm(found, masks)), None, trusts=TRUSTS), x


def sure(found: Stack, seen: list[FloatArray]) -> BoolArray:
    """At which points no hidden pre-activation may have the other sign."""
    off = found.errors(seen)
    fine = np.ones(len(seen[0]), dtype=bool)
    for k, (W, b) in enumerate(zip(found.weights[:-1], found.biases[:-1], strict=True)):
        z = seen[k] @ W.T + b
        room = 2 * (off[k] @ np.abs(W).T + (W.shape[1] + 6) * U * (np.abs(seen[k]) @ np.abs(W).T + np.abs(b)))
        fine &= (np.abs(z) > room).all(axis=1)
    return fine


def _size(found: Stack, masks: list[BoolArray], i: int) -> float:
    return float(np.linalg.norm(found.jacobian(masks, i), 2))


def _climbed(found: Stack, x: FloatArray, best: float, steps: int, rng: np.random.Generator) -> FloatArray:
    """Random steps of all lengths that are kept where the linear part grows."""
    for _ in range(steps):
        new = x + rng.standard_normal(x.shape) * 10.0 ** rng.uniform(-2, 0.5) * np.abs(x).mean()
        seen, masks = found.run(new[None])
        if sure(found, seen)[0] and (size := _size(found, masks, 0)) > best:
            x, best = new, size
    return x


def certified_norm(found: Stack, masks: list[BoolArray]) -> float:
    """A lower bound of |J| at the first point, with the rounding of J."""
    return max(float(values(found.jacobian(masks, 0)).low[0]) - jacobian_error(found), 0.0)


def jacobian_error(found: Stack) -> float:
    """A bound of what the rounding of a linear part changes in its norm, as proved at `witness`."""
    size, part = 1.0, 0.0
    for W, rho in zip(found.weights, found.skips, strict=True):
        size *= float(np.sqrt(np.square(W).sum())) + abs(rho) * math.sqrt(W.shape[1])
        part += (W.shape[1] + 4) * U
    start = math.sqrt(found.weights[0].shape[1])  # of I, in the Frobenius norm
    return 2.5 * part * size * start


def _exact(found: Stack) -> tuple[Enclosure | None, int | None]:
    """By all regions, of a network of few inputs and few neurons."""
    if found.weights[0].shape[1] > INPUTS or sum(len(b) for b in found.biases[:-1]) > 40:
        return None, None
    network = found.network()
    if expected(network) > CELLS:
        return None, None
    try:
        there = cells(network, limit=CELLS)
    except TooManyCells:
        return None, None
    return lipschitz_constant(there), there.full_dimensional
