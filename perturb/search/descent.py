"""Down the margin along the solutions of the equations: gradients, curvature, and a few steps at random.

Derivatives are differences of one batch, of many parameters exact ones (`reverse`). A step is tangent to the
solution set and drawn back to it by Newton's method (Absil, Mahony and Sepulchre, Optimization Algorithms on
Matrix Manifolds, 2008, Chapter 4). Where the gradient vanishes, as on the equality set of a
sharp statement, the eigenvectors of the second differences show the way across. Without equations it is a
descent over all parameters.

First differences take 17 to 31 percent of the time of one descent (n = 4 and 6: kappa, eigenvalues, traces,
commutators), line searches most of the rest. For one point a walk back costs as much as differences of 16 to
50 parameters; for many points together it is 5 to 150 times as fast (`slide`).
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np

from perturb.certify.screen import screen
from perturb.domains.exact import Batch
from perturb.search.climb import coarsest, objective, tight
from perturb.search.equations import RANK, Equations
from perturb.search.reverse import gradient
from perturb.statements.claim import Claim

MANY = 36  # parameters, from which one walk back is faster than differences of one point
SLOPE, CURVE = 1e-6, 1e-3  # of first and second differences
LENGTHS = 4.0 ** -np.arange(0, 10)
BLIND = 8  # steps at random beside each that has a reason
WIDE = 80  # parameters, beyond which derivatives by differences are too many
WIDEST = 20  # directions of which second differences are taken
ENOUGH = -1e-3  # below it there is nothing to improve
LEAST = 1e-9  # an improvement below this is none


def descend(
    system: Equations,
    vectors: Any,
    rng: np.random.Generator,
    steps: int,
    late: Callable[[], bool] = lambda: False,
) -> tuple[Any, Any]:
    """The points reached from solutions (count, size) within `steps`, and their margins."""
    x, best = np.array(vectors, dtype=float), system.margin(vectors)
    memory: list[Any] = [None] * len(x)
    width, idle = np.full(len(x), 0.5), np.zeros(len(x), dtype=int)
    for number in range(steps):
        if late() or not len(x) or best.min() < ENOUGH or (idle > 6).all():
            break
        for k in np.flatnonzero(np.isfinite(best) & (idle <= 6)):
            tangent = _tangent(system, x[k])
            if not tangent.shape[1]:
                idle[k] = 7
                continue
            ways = _ways(system, x[k], tangent, memory, int(k), rng, number % 3 == 2)
            size = width[k] * max(1.0, float(np.linalg.norm(x[k])))
            tried = [x[k] + size * t * w for w in ways for t in LENGTHS]
            tried += [
                x[k] + size * 2 * rng.random() * _unit(tangent @ rng.standard_normal(tangent.shape[1]))
                for _ in range(BLIND)
            ]
            moved = system.solve(system.folded(tried), None, 4)
            values = system.margin(moved)
            j = int(np.nanargmin(values))
            if values[j] < best[k] - LEAST:
                distance = float(np.linalg.norm(moved[j] - x[k])) / max(1.0, float(np.linalg.norm(x[k])))
                width[k] = min(1.0, max(4 * distance, 1e-6))
                x[k], best[k], idle[k] = moved[j], values[j], 0
            else:
                width[k] = max(width[k] / 8, 1e-6)
                idle[k] += 1
    return x, best


def descent(
    claim: Claim, batch: Batch, rng: np.random.Generator, steps: int, late: Callable[[], bool] = lambda: False
) -> Batch | None:
    """As `climb`, by derivatives: the point reached from a promising one, on as coarse a grid as it bears.

    None where nothing can move, or too much for differences.
    """
    start = tight(screen(claim, batch), rng)
    fixed = {key: array[start : start + 1] for key, array in batch.params.items()}
    system = Equations(claim, Batch(batch.sizes, fixed, 1))
    if not 2 <= sum(int(np.prod(shape)) for shape in system.shapes.values()) <= WIDE:
        return None
    reached, _ = descend(system, system.vectors(system.fixed), rng, steps, late)
    return coarsest(claim, batch.sizes, fixed, system.shapes, reached[0])


def _tangent(system: Equations, x: Any) -> Any:
    """An orthonormal basis of the directions in which no equation changes, as columns."""
    J = system.jacobian(x[None])[0]
    if not len(J) or not np.isfinite(J).all():
        return np.eye(len(x))
    _, s, V = np.linalg.svd(J)
    return V[int((s > RANK * max(s.max(initial=0.0), 1e-300)).sum()) :].T


def _ways(
    system: Equations,
    x: Any,
    tangent: Any,
    memory: list[Any],
    k: int,
    rng: np.random.Generator,
    curved: bool,
) -> list[Any]:
    """Unit directions worth a look: against the gradient, its quasi-Newton image, along least curvature."""
    down = tangent @ _slopes(system, x, tangent)
    ways = [_unit(-down)]
    before = memory[k]
    memory[k] = _updated(before, x, down)
    if before is not None:
        ways.append(_unit(-tangent @ (tangent.T @ (memory[k][2] @ down))))
    if curved:
        ways += _flat(system, x, tangent, rng)
    return [w for w in ways if np.isfinite(w).all() and w.any()]


def _slopes(system: Equations, x: Any, tangent: Any) -> Any:
    """Of the margin along the columns of `tangent`: exact where parameters are many and words have rules."""
    if len(x) >= MANY:
        exact = gradient(system.relaxed, system.batch(x[None]))
        if exact is not None:
            flat = np.concatenate([exact[key].reshape(-1) for key in system.shapes])
            if np.isfinite(flat).all():
                return tangent.T @ flat
    h = SLOPE * max(1.0, float(np.abs(x).max()))
    values = _plain(system, np.concatenate([x + h * tangent.T, x - h * tangent.T]))
    slopes = (values[: tangent.shape[1]] - values[tangent.shape[1] :]) / (2 * h)
    return np.where(np.isfinite(slopes), slopes, 0.0)


def _updated(before: Any, x: Any, gradient: Any) -> Any:
    """The last place, its gradient, and the inverse of the Hessian by Broyden, Fletcher, Goldfarb, Shanno."""
    if before is None:
        return x.copy(), gradient, np.eye(len(x))
    s, y, H = x - before[0], gradient - before[1], before[2]
    sy = float(s @ y)
    if sy <= 1e-12 * float(np.linalg.norm(s) * np.linalg.norm(y)):
        return x.copy(), gradient, H
    left = np.eye(len(x)) - np.outer(s, y) / sy
    return x.copy(), gradient, left @ H @ left.T + np.outer(s, s) / sy


def _flat(system: Equations, x: Any, tangent: Any, rng: np.random.Generator) -> list[Any]:
    """Both ways along the two directions of least curvature on the solution set, among some at random."""
    many = min(tangent.shape[1], WIDEST)
    basis = tangent @ np.linalg.qr(rng.standard_normal((tangent.shape[1], many)))[0]
    h = CURVE * max(1.0, float(np.abs(x).max()))
    pairs = [(i, j) for i in range(many) for j in range(i + 1)]
    moves = np.array([h * (basis[:, i] + basis[:, j]) for i, j in pairs])
    places = np.concatenate([x[None], x + moves, x - moves])
    values = _plain(system, system.solve(places, None, 2))
    if not np.isfinite(values).all():
        return []
    second = (values[1 : 1 + len(pairs)] + values[1 + len(pairs) :] - 2 * values[0]) / (h * h)
    Q = np.zeros((many, many))
    for (i, j), value in zip(pairs, second, strict=True):
        Q[i, j] = Q[j, i] = value
    own = np.diag(Q) / 4  # both moves along one direction: four times its curvature
    H = (Q - own[:, None] - own[None, :]) / 2
    H[np.diag_indices(many)] = own
    _, vectors = np.linalg.eigh(H)
    least = basis @ vectors[:, :2]
    return [*least.T, *(-least.T)]


def _plain(system: Equations, vectors: Any) -> Any:
    """The objective, the equations left out."""
    return objective(screen(system.relaxed, system.batch(vectors)))


def _unit(v: Any) -> Any:
    length = float(np.linalg.norm(v))
    return v / length if length > 0 else v
