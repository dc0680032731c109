"""Matrices of rank <= k near A in the sense of ReLU layers: a search for small F(A, WM), which proves
nothing.

max over x of |ReLU(Ax) - ReLU(WMx)| is a maximum of functions that are smooth almost everywhere. The points
where it is nearly attained are kept; a linear programme over a box about (W, M) lowers the largest of their
linearisations; the box grows after a success and shrinks after a failure (sequential linear programming, in
the style of Remez).
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from perturb.networks.relu.climb import climb, normalised, values
from perturb.networks.relu.definite import Floats

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
