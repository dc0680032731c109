"""Down the margin by derivatives: one point along the solutions of the equations, or many points at once.

`descent`: derivatives are differences of one batch, of many parameters exact ones (`gradient`). A step is
tangent to the solution set and drawn back to it by Newton's method (Absil, Mahony and Sepulchre, Optimization
Algorithms on Matrix Manifolds, 2008, Chapter 4). Where the gradient vanishes, as on the equality set of a
sharp statement, the eigenvectors of the second differences show the way across. Without equations it is a
descent over all parameters.

`slide`: one walk back over the statement gives the gradients at all points of a batch, one screened batch all
their line searches (Broyden, Fletcher, Goldfarb, Shanno; on margins with kinks: Lewis and Overton 2013).
Where a point stands still, differences of exact gradients are its second derivatives, and it leaves both ways
along the eigenvectors of least curvature.

First differences take 17 to 31 percent of the time of one descent (n = 4 and 6: kappa, eigenvalues, traces,
commutators), line searches most of the rest. For one point a walk back costs as much as differences of 16 to
50 parameters; for many points together it is 5 to 150 times as fast (`slide`).
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np

from perturb.certify.point import screen
from perturb.domains.space import Batch
from perturb.search.solvers.climb import OUTSIDE, coarsest, objective, tight
from perturb.search.solvers.equations import RANK, Equations
from perturb.search.solvers.gradient import differentiable, gradient
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


def slide(
    claim: Claim, batch: Batch, rng: np.random.Generator, steps: int, late: Callable[[], bool] = lambda: False
) -> Batch | None:
    """The best point that is reached from the tightest of a batch and some others, on as coarse a grid as it
    bears; None where a word has no derivative, or nothing or too much can move.
    """
    first = Batch(batch.sizes, {key: array[:1] for key, array in batch.params.items()}, 1)
    system = Equations(claim, first)
    width = sum(int(np.prod(shape)) for shape in system.shapes.values())
    if not 2 <= width <= Sliding.WIDE or not differentiable(claim):
        return None
    chosen = _starts(objective(screen(claim, batch)), rng)
    if not len(chosen):
        return None
    best = _slid(Sliding(system, system.vectors(batch)[chosen], rng), steps, late)
    fixed = {key: array[:1] for key, array in system.fixed.params.items()}
    return coarsest(claim, batch.sizes, fixed, system.shapes, best)


def _starts(values: Any, rng: np.random.Generator) -> Any:
    """Half of the points the tightest, the others at random from those inside; no equality."""
    inside = np.argsort(values, kind="stable")
    inside = inside[(values[inside] < OUTSIDE / 2) & (np.abs(values[inside]) > Sliding.EQUAL)]
    tight, others = inside[: Sliding.POINTS // 2], inside[Sliding.POINTS // 2 :]
    return np.concatenate([tight, rng.permutation(others)[: Sliding.POINTS - len(tight)]]).astype(int)


def _slid(points: Sliding, steps: int, late: Callable[[], bool]) -> Any:
    """The best vector after some steps of all points."""
    for _ in range(steps):
        if late() or points.best.min() < ENOUGH or (points.idle > Sliding.IDLE).all():
            break
        points.step()
    return points.x[int(np.argmin(points.best))]


class Sliding:
    """Vectors (count, size), their margins, and what each has learnt of its second derivatives."""

    POINTS = 12  # that slide together
    WIDE = 400  # parameters
    WIDEST = 60  # parameters, up to which second derivatives are taken
    LENGTHS = np.array([1.0, 3.0, *4.0 ** -np.arange(1, 9)])
    EQUAL = 1e-9  # margins
    LEAST = 1e-10  # an improvement below this is none
    CURVE = 1e-5  # of the differences of gradients
    IDLE = 4  # steps without improvement, after which a point stays

    def __init__(self, system: Equations, vectors: Any, rng: np.random.Generator) -> None:
        self.system, self.rng = system, rng
        self.x = system.folded(vectors)
        self.best = self.values(self.x)
        self.slopes = self.gradients(self.x)
        size = self.x.shape[1]
        self.inverse = np.repeat(np.eye(size)[None], len(self.x), axis=0)
        self.fresh = np.ones(len(self.x), dtype=bool)  # knows no second derivatives yet
        self.idle = np.zeros(len(self.x), dtype=int)

    def values(self, vectors: Any) -> Any:
        """The objective of climbs."""
        return objective(screen(self.system.claim, self.system.batch(vectors)))

    def gradients(self, vectors: Any) -> Any:
        """Of the margin, (count, size); 0 where there is none."""
        found = gradient(self.system.claim, self.system.batch(vectors))
        if found is None:
            return np.zeros_like(vectors)
        flat = [found[key].reshape(len(vectors), -1) for key in self.system.shapes]
        return np.nan_to_num(np.concatenate(flat, axis=1), nan=0.0, posinf=0.0, neginf=0.0)

    def step(self) -> None:
        """All points one step: those that stand still across what is flat, the others down."""
        moving = np.flatnonzero(self.idle <= self.IDLE)
        still = moving[self.idle[moving] == self.IDLE]
        if len(still) and self.x.shape[1] <= self.WIDEST:
            self._across(still[np.argsort(self.best[still], kind="stable")[:2]])
        ways = -np.einsum("kij,kj->ki", self.inverse[moving], self.slopes[moving])
        length = np.linalg.norm(ways, axis=1)
        whole = np.maximum(np.linalg.norm(self.x[moving], axis=1), 1e-3)
        longest = np.where(self.fresh[moving], 0.3, 1.0) * whole
        scale = np.where(self.fresh[moving], longest, np.minimum(length, longest)) / np.maximum(
            length, 1e-300
        )
        ways = ways * scale[:, None]
        tried = self.system.folded(
            (self.x[moving, None] + self.LENGTHS[:, None] * ways[:, None]).reshape(-1, ways.shape[1])
        )
        values = self.values(tried).reshape(len(moving), -1)
        j = values.argmin(axis=1)
        better = values[np.arange(len(moving)), j] < self.best[moving] - self.LEAST
        reached = tried.reshape(len(moving), len(self.LENGTHS), -1)[np.arange(len(moving)), j]
        self._move(moving[better], reached[better], values[np.arange(len(moving)), j][better])
        stuck = moving[~better]
        self.idle[stuck] += 1
        self.inverse[stuck], self.fresh[stuck] = np.eye(self.x.shape[1]), True

    def _move(self, which: Any, reached: Any, values: Any) -> None:
        """To better places; the inverses of the second derivatives learn from the change of the gradient."""
        if not len(which):
            return
        slopes = self.gradients(reached)
        s, y = reached - self.x[which], slopes - self.slopes[which]
        sy = np.einsum("ki,ki->k", s, y)
        known = sy > 1e-10 * np.linalg.norm(s, axis=1) * np.linalg.norm(y, axis=1)
        for k, i in enumerate(which):
            if known[k]:
                H = self.inverse[i] if not self.fresh[i] else np.eye(len(s[k])) * sy[k] / (y[k] @ y[k])
                left = np.eye(len(s[k])) - np.outer(s[k], y[k]) / sy[k]
                self.inverse[i] = left @ H @ left.T + np.outer(s[k], s[k]) / sy[k]
                self.fresh[i] = False
        self.x[which], self.best[which], self.slopes[which], self.idle[which] = reached, values, slopes, 0

    def _across(self, which: Any) -> None:
        """Both ways along the three directions of least curvature; the best place if it is better."""
        size = self.x.shape[1]
        for i in which:
            h = self.CURVE * max(1.0, float(np.abs(self.x[i]).max()))
            moves = h * np.eye(size)
            slopes = self.gradients(np.concatenate([self.x[i] + moves, self.x[i] - moves]))
            H = (slopes[:size] - slopes[size:]) / (2 * h)
            least = np.linalg.eigh((H + H.T) / 2)[1][:, :3].T
            ways = np.concatenate([least, -least]) * max(1e-3, float(np.linalg.norm(self.x[i])))
            tried = self.system.folded((self.x[i] + self.LENGTHS[:, None, None] * ways).reshape(-1, size))
            values = self.values(tried)
            j = int(values.argmin())
            if values[j] < self.best[i] - self.LEAST:
                self._move(np.array([i]), tried[j : j + 1], values[j : j + 1])
                self.inverse[i], self.fresh[i] = np.eye(size), True
