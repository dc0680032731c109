"""Layers of rank <= k near a ReLU layer A: a search that feeds an enclosure, and the published approximation.

Neither proves anything by itself.

Matrices of rank <= k near A in the sense of ReLU layers: a search for small F(A, WM), which proves
nothing.

max over x of |ReLU(Ax) - ReLU(WMx)| is a maximum of functions that are smooth almost everywhere. The points
where it is nearly attained are kept; a linear programme over a box about (W, M) lowers the largest of their
linearisations; the box grows after a success and shrinks after a failure (sequential linear programming, in
the style of Remez).

The published approximation of ReLU singular values (Dittmer, King, Maass 2019, (9) and (10)), as
printed.

W, M minimise the sum over a finite X of |ReLU(Ax) - ReLU(WMx)|^2 by Adam; reported is the maximum over X of
|ReLU(Ax) - ReLU(WMx)|. It is called an approximate upper bound of s_k: WM need not be optimal, which makes
it larger, and X is finite, which makes it smaller, so it bounds s_k on neither side. The paper gives no
number of points, no batches, steps, rate, initialisation or restarts; the defaults are those of Adam
(Kingma and Ba 2015) and ours.
"""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np
from flint import arb_mat

from perturb.networks.relu import arguments
from perturb.networks.relu.arguments import positive, whole
from perturb.networks.relu.definite import Floats
from perturb.networks.relu.two_layers import climb, normalised, values
from perturb.numbers import factors
from perturb.numbers.scalar import as_matrix_balls

KEPT, NEAR, FRESH, ASCENT = 120, 0.8, 40, 12
SMALLEST_BOX = 1e-7
SPREADS = (0.1, 0.3, 0.9)


class Candidate(NamedTuple):
    """W (m, k), M (k, n), points where A and WM are far apart, and about how far."""

    W: Floats
    M: Floats
    X: Floats
    height: float


def fitted(A: Floats, k: int, starts: int, steps: int) -> tuple[Floats, Floats]:
    """Candidate W (m, k) and M (k, n) with small F(A, WM): the best of several starts about the truncated
    SVD.
    """
    rng = np.random.default_rng([k, *A.shape])
    U, d, V = np.linalg.svd(A)
    first = U[:, :k] * np.sqrt(d[:k]), V[:k] * np.sqrt(d[:k])[:, None]
    best = _descended(A, *first, rng, steps)
    for start in range(1, starts):
        spread = SPREADS[start % len(SPREADS)] * np.sqrt(d[k])
        W, M = (X + spread * rng.standard_normal(X.shape) for X in first)
        found = _descended(A, W, M, rng, steps)
        best = found if found.height < best.height else best
    return best.W, best.M


def _descended(A: Floats, W: Floats, M: Floats, rng: np.random.Generator, steps: int) -> Candidate:
    found = _seen(A, W, M, np.concatenate([A, np.linalg.svd(A - W @ M)[2]]), rng)
    box = 0.2 * float(np.sqrt(np.abs(A).max()))
    for _ in range(steps):
        if box < SMALLEST_BOX:
            break
        step = _step(A, found, box)
        if step is None:
            break
        trial = _seen(A, found.W + step[0], found.M + step[1], found.X, rng)
        lower = trial.height < found.height * (1 - 1e-9)
        box *= 1.5 if lower else 0.5
        found = trial if lower else found._replace(X=_kept(A, found, trial.X))
    return found


def _seen(A: Floats, W: Floats, M: Floats, X: Floats, rng: np.random.Generator) -> Candidate:
    """The factors with the points that climbing finds from X, both its signs, and from nowhere."""
    fresh = rng.standard_normal((FRESH, A.shape[1]))
    X = climb(A, W @ M, normalised(np.concatenate([X, -X[:FRESH], fresh])), ASCENT)
    found = Candidate(W, M, X, float(values(A, W @ M, X).max()))
    return found._replace(X=_kept(A, found, X))


def _kept(A: Floats, found: Candidate, X: Floats) -> Floats:
    """Of all points the highest, one of those that are much alike."""
    every = np.concatenate([found.X, X])
    every = every[np.unique(np.round(every, 4), axis=0, return_index=True)[1]]
    height = values(A, found.W @ found.M, every)
    order = np.argsort(-height)[:KEPT]
    chosen: Floats = every[order][height[order] >= NEAR * height.max()]
    return chosen


def _step(A: Floats, found: Candidate, box: float) -> tuple[Floats, Floats] | None:
    """The step in the box that lowers the largest linearised height most; None where there is none."""
    from scipy.optimize import linprog  # 0.7 s, which only a fit has to pay

    W, M, X, _ = found
    U, V = X @ A.T, X @ M.T @ W.T
    d = np.maximum(U, 0.0) - np.maximum(V, 0.0)
    height = np.sqrt((d * d).sum(axis=1))
    slope = -d * (V > 0) / np.maximum(height, 1e-300)[:, None]
    by_w = (slope[:, :, None] * (X @ M.T)[:, None, :]).reshape(len(X), -1)
    by_m = ((slope @ W)[:, :, None] * X[:, None, :]).reshape(len(X), -1)
    G = np.concatenate([by_w, by_m, -np.ones((len(X), 1))], axis=1)
    goal = np.append(np.zeros(G.shape[1] - 1), 1.0)
    found_step = linprog(goal, G, -height, bounds=[(-box, box)] * (G.shape[1] - 1) + [(None, None)])
    if found_step.status != 0:
        return None
    step = found_step.x[:-1]
    return step[: W.size].reshape(W.shape), step[W.size :].reshape(M.shape)


BETAS, EPSILON = (0.9, 0.999), 1e-8


def relu_singular_values_sampled(
    A: Any,
    points: int | Floats,
    *,
    steps: int = 2000,
    rate: float = 1e-2,
    restarts: int = 1,
    seed: int = 0,
) -> Floats:
    """The numbers (10) for k = 0, ..., min(m, n) - 1, float64, without any certificate.

    `points` is the number of uniform points on the sphere that make X, or X itself, one point a row. Each
    of the `restarts` starts Adam from Gaussian factors of variance 1 / k and takes `steps` steps over all
    of X; the fit with the least sum (9) counts. ValueError where A is no matrix of finite real numbers, or
    there are no points, steps or restarts.
    """
    F = _floats(A)
    rng = np.random.default_rng(seed)
    X = _points(points, F.shape[1], rng)
    for name, value in (("steps", steps), ("restarts", restarts)):
        whole(name, value, 1)
    positive("rate", rate)
    found = [values(F, 0 * F, X).max()]
    for k in range(1, min(F.shape)):
        fits = [_adam(F, X, k, steps, rate, rng) for _ in range(restarts)]
        L = min(fits, key=lambda L: float((values(F, L, X) ** 2).sum()))
        found.append(values(F, L, X).max())
    return np.array(found)


def _floats(A: Any) -> Floats:
    exact = arguments.exact_matrix(A, "A")
    balls: arb_mat = as_matrix_balls(exact)
    return factors.floats(balls)


def _points(points: int | Floats, n: int, rng: np.random.Generator) -> Floats:
    if isinstance(points, int | np.integer):
        if points < 1:
            raise ValueError(f"points: {points} points, at least 1 is needed")
        return normalised(rng.standard_normal((int(points), n)))
    try:
        X = np.asarray(points, dtype=np.float64)
    except (TypeError, ValueError):
        raise ValueError("points: neither a number of points nor an array of them") from None
    if X.ndim != 2 or X.shape[1] != n or not len(X) or not np.isfinite(X).all():
        raise ValueError(f"points: shape {X.shape} is not that of points of R^{n}, or one is not finite")
    return X


def _adam(A: Floats, X: Floats, k: int, steps: int, rate: float, rng: np.random.Generator) -> Floats:
    """WM after so many steps of Adam on the sum (9)."""
    m, n = A.shape
    theta = rng.standard_normal(m * k + k * n) / np.sqrt(k)
    mean, square = np.zeros_like(theta), np.zeros_like(theta)
    target = np.maximum(X @ A.T, 0.0)
    for step in range(1, steps + 1):
        slope = _slope(theta, target, X, k)
        mean = BETAS[0] * mean + (1 - BETAS[0]) * slope
        square = BETAS[1] * square + (1 - BETAS[1]) * slope**2
        length = rate * np.sqrt(1 - BETAS[1] ** step) / (1 - BETAS[0] ** step)
        theta = theta - length * mean / (np.sqrt(square) + EPSILON)
    product: Floats = theta[: m * k].reshape(m, k) @ theta[m * k :].reshape(k, n)
    return product


def _slope(theta: Floats, target: Floats, X: Floats, k: int) -> Floats:
    """The gradient of (9) in (W, M)."""
    m = target.shape[1]
    W, M = theta[: m * k].reshape(m, k), theta[m * k :].reshape(k, -1)
    inner = X @ M.T
    outer = inner @ W.T
    error = 2 * (np.maximum(outer, 0.0) - target) * (outer > 0)
    return np.concatenate([(error.T @ inner).ravel(), ((error @ W).T @ X).ravel()])
