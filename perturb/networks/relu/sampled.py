"""The published approximation of ReLU singular values (Dittmer, King, Maass 2019, (9) and (10)), as
printed.

W, M minimise the sum over a finite X of |ReLU(Ax) - ReLU(WMx)|^2 by Adam; reported is the maximum over X of
|ReLU(Ax) - ReLU(WMx)|. It is called an approximate upper bound of s_k: WM need not be optimal, which makes
it larger, and X is finite, which makes it smaller, so it bounds s_k on neither side. The paper gives no
number of points, no batches, steps, rate, initialisation or restarts; the defaults are those of Adam
(Kingma and Ba 2015) and ours.
"""

from __future__ import annotations

from typing import Any

import numpy as np
from flint import arb_mat

from perturb.networks.relu import matrices
from perturb.networks.relu.arguments import positive, whole
from perturb.networks.relu.climb import normalised, values
from perturb.networks.relu.definite import Floats
from perturb.numbers import factors
from perturb.numbers.scalar import as_matrix_balls

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
    exact = matrices.matrix(A, "A")
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
