"""An identity with Gram matrices where a linear program finds none.

Sums of squares times products of constraints: a Positivstellensatz certificate of low degree (Parrilo
2003) as a semidefinite program. Equality of a statement on curves makes its solutions thin: what every
solution lacks is cut away (facial reduction: Borwein and Wolkowicz 1981, Permenter and Parrilo 2018)
until some are inside, and a point inside may be rounded to rationals and put back on the equations
(Peyrl and Parrilo 2008). The terms are those that a linear program gives.

An interior-point method for semidefinite programs, made to find the largest face that there is.

Find X_b >= 0 (positive semidefinite) and free y with sum_b A_b vec(X_b) + B y = c. Without a cost the
central path ends in the relative interior of the solutions, and its dual variables in that of the dual
ones: where both are strictly complementary, eigenvectors of X_b that go to 0 span what every solution
misses. Predictor and corrector in the direction of Helmberg, Kojima and Monteiro (Todd 2001); dense, for
small blocks, those of one size together.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from time import process_time
from typing import Any

import numpy as np
import scipy

from perturb.prove.identities.atoms import Grading, Supply, targets
from perturb.prove.identities.conditions import Conditions
from perturb.prove.identities.grams import Gram, GramCone, Solution, exact, face, gram, squares
from perturb.prove.identities.linear_program import Identity, Width
from perturb.prove.reading.ring import Poly

FACES = 12  # how often faces are cut
WEIGHINGS, LEAST = 3, 1e-2
NOTHING = 1e-5  # of the largest trace: a cone that is not used


def identity(system: Conditions, width: Width, deadline: float) -> Identity | None:
    """An identity that shows the constraints to be impossible, or None."""
    store = Supply(system, Grading(system))
    products = store.products(width.factors, width.degree)
    for target in targets(store, products):
        if process_time() > deadline:
            return None
        whole = gram(store, products, target, width.degree)
        found = None if whole is None else _found(whole, deadline)
        if found is not None:
            return found
    return None


def _found(whole: Gram, deadline: float) -> Identity | None:
    inside = _inside(whole, deadline)
    if inside is None:
        return None
    few = _few(inside[0], deadline)
    smaller = None if few is None else _inside(few, deadline)
    for at in (smaller, inside):
        solution = None if at is None or process_time() > deadline else exact(at[0], at[1].primal)
        made = None if at is None or solution is None else written(at[0], solution)
        if made is not None:
            return made
    return None


def _inside(now: Gram, deadline: float) -> tuple[Gram, Iterate] | None:
    """The face that has a solution inside, and that one, its strict part 1."""
    for _ in range(FACES):
        point = solved(program(now), deadline)
        if point is None:
            return None
        smaller = _within(now, point)
        if smaller is None:
            strict = sum(
                float(Q[0, 0]) for cone, Q in zip(now.cones, point.primal, strict=True) if cone.strict
            )
            return now, Iterate([Q / strict for Q in point.primal], point.dual, point.miss)
        now = smaller
        if not any(cone.strict for cone in now.cones):
            return None
    return None


def _within(now: Gram, point: Iterate) -> Gram | None:
    """The program on the face of the point, None where that is the whole."""
    cones: list[GramCone] = []
    for cone, Q, S in zip(now.cones, point.primal, point.dual, strict=True):
        columns = face(Q, S)
        if columns is None:
            cones.append(cone)
        elif columns:
            cones.append(cone.within(now.system, columns))
    same = len(cones) == len(now.cones) and all(a is b for a, b in zip(cones, now.cones, strict=True))
    return None if same else Gram(now.system, cones, now.multiples)


def _few(now: Gram, deadline: float) -> Gram | None:
    """The cones that a solution of small trace uses: fewer terms. What is small costs more the next time."""
    costs = [1.0] * len(now.cones)
    for _ in range(WEIGHINGS):
        point = solved(program(now, costs), deadline)
        if point is None:
            return None
        traces = [float(np.trace(Q)) for Q in point.primal]
        costs = [1.0 / (t / max(traces) + LEAST) for t in traces]
        costs = [c / max(costs) for c in costs]
    used = [cone for cone, t in zip(now.cones, traces, strict=True) if t > NOTHING * max(traces)]
    return Gram(now.system, used, now.multiples)


def program(now: Gram, costs: list[float] | None = None) -> Program:
    """A row for each monomial, and the last one.

    Without costs all solutions of a fixed trace, even those that are not strict. With costs of the traces
    those whose strict part is 1.
    """
    rows: dict[Any, int] = {}
    parts = []
    for cone in now.cones:
        k = len(cone.basis)
        places = [(i * k + j, p, 1.0 if i == j else 0.5) for (i, j), p in cone.table.items()]
        places += [(j * k + i, p, 0.5) for (i, j), p in cone.table.items() if i != j]
        parts.append((places, k * k))
    parts.append(([(k, p, 1.0) for k, (_, _, p) in enumerate(now.multiples)], len(now.multiples)))
    every = [
        [
            (rows.setdefault(m, len(rows)), j, weight * int(c.p) / int(c.q))
            for j, p, weight in places
            for m, c in p.to_dict().items()
        ]
        for places, _ in parts
    ]
    count = len(rows) + 1
    for cone, entries in zip(now.cones, every, strict=False):
        k = len(cone.basis)
        if costs is None or cone.strict:
            entries += [(count - 1, i * k + i, 1.0) for i in range(k)]
    sizes = [len(cone.basis) for cone in now.cones]
    right = np.zeros(count)
    right[-1] = sum(sizes) if costs is None else 1.0
    return Program(sizes, every[:-1], (every[-1], len(now.multiples)), right, costs or [0.0] * len(sizes))


def written(now: Gram, solution: Solution) -> Identity | None:
    """The terms of the identity; None where it is none after all."""
    ring, reduced = now.system.ring, now.system.reduced
    total, terms = ring.zero, []
    for cone, Q in zip(now.cones, solution[0], strict=True):
        for d, line in squares(Q):
            square = sum([p * c for c, p in zip(line, cone.basis, strict=True) if c != 0], ring.zero)
            terms.append([str(d), ring.written(square), list(cone.product.numbers)])
            total += reduced(reduced(square * square) * cone.product.poly) * d
    multipliers: dict[int, Poly] = {}
    for (number, m, p), c in zip(now.multiples, solution[1], strict=True):
        if c != 0:
            multipliers[number] = multipliers.get(number, ring.zero) + ring.made({m: c})
            total += p * c
    if not reduced(total).is_zero():
        return None
    return {"sum": terms, "equations": [[k, ring.written(p)] for k, p in sorted(multipliers.items())]}


ROUNDS, TOLERANCE, NEARLY = 80, 1e-9, 1e-6
SHRINK = 0.9  # of the way to the boundary
DIVERGED = 1e8
TOGETHER = 6  # blocks up to this size are stacked
SHORTEST = 1e-6


@dataclass(frozen=True)
class Program:
    """Rows of sum_b A_b vec(X_b) + B y = c: A_b and B as lists of (row, column, value), k_b^2 columns."""

    sizes: list[int]
    entries: list[list[tuple[int, int, float]]]
    free: tuple[list[tuple[int, int, float]], int]
    right: Any
    costs: list[float]


@dataclass(frozen=True)
class Iterate:
    """X and its dual S, block by block, and by how much the rows are missed."""

    primal: list[Any]
    dual: list[Any]
    miss: float


class SameSize:
    """Blocks of one size: the rows that they are in, and their matrices (block, row, k, k)."""

    def __init__(self, program: Program, blocks: list[int], size: int) -> None:
        self.blocks, self.size = blocks, size
        self.rows = np.array(sorted({i for b in blocks for i, _, _ in program.entries[b]}), dtype=int)
        place = {int(i): n for n, i in enumerate(self.rows)}
        self.A = np.zeros((len(blocks), len(self.rows), size, size))
        for n, b in enumerate(blocks):
            for i, j, value in program.entries[b]:
                self.A[n, place[i], j // size, j % size] += value
        self.flat = self.A.transpose(1, 0, 2, 3).reshape(len(self.rows), -1)
        self.cost = np.array([program.costs[b] for b in blocks])[:, None, None] * np.eye(size)


def solved(program: Program, deadline: float) -> Iterate | None:
    """A point near the end of the path, None where there seems to be none or time is over."""
    free = np.zeros((len(program.right), program.free[1]))
    for i, j, value in program.free[0]:
        free[i, j] += value
    Z = np.eye(len(program.right))
    if free.shape[1]:
        Q, R, _ = scipy.linalg.qr(free, pivoting=True)
        diagonal = np.abs(np.diag(R))
        Z = Q[:, int((diagonal > 1e-9 * max(diagonal.max(initial=0.0), 1.0)).sum()) :]
    with np.errstate(all="ignore"):  # what overflows ends the path
        return _Path(program, Z).run(deadline)


class _Path:
    def __init__(self, program: Program, Z: Any) -> None:
        self.program, self.Z = program, Z
        sizes = program.sizes
        groups: dict[tuple[int, int], list[int]] = {}
        for b, k in enumerate(sizes):
            groups.setdefault((k, 0 if k <= TOGETHER else b + 1), []).append(b)
        self.stacks = [SameSize(program, blocks, k) for (k, _), blocks in sorted(groups.items())]
        self.b = Z.T @ program.right
        self.X = [np.tile(np.eye(s.size), (len(s.blocks), 1, 1)) for s in self.stacks]
        self.S = [x.copy() for x in self.X]
        self.y = np.zeros(Z.shape[1])
        self.order = sum(sizes)

    def image(self, X: Sequence[Any]) -> Any:
        total = np.zeros(len(self.program.right))
        for s, x in zip(self.stacks, X, strict=True):
            total[s.rows] += s.flat @ x.ravel()
        return self.Z.T @ total

    def adjoint(self, y: Any) -> list[Any]:
        z = self.Z @ y
        return [_even((z[s.rows] @ s.flat).reshape(-1, s.size, s.size)) for s in self.stacks]

    def run(self, deadline: float) -> Iterate | None:
        scale = 1.0 + float(np.linalg.norm(self.b))
        dear = max(self.program.costs)
        best: Iterate | None = None
        for _ in range(ROUNDS):
            if process_time() > deadline:
                return None
            lacking = self.b - self.image(self.X)
            rest = [s.cost - a - t for s, a, t in zip(self.stacks, self.adjoint(self.y), self.S, strict=True)]
            mu, miss = self._mu(self.X, self.S), float(np.linalg.norm(lacking)) / scale
            if best is None or miss < max(best.miss, TOLERANCE):
                best = self._point(miss)
            elif best.miss < NEARLY and mu < NEARLY:
                break  # no digits are left
            if miss < TOLERANCE and mu < TOLERANCE:
                break
            off = max(float(np.abs(r).max()) for r in rest)
            if not np.isfinite(off + miss + mu):
                break
            if float(self.b @ self.y) > DIVERGED * max(off + dear, 1e-12):
                return None  # the dual variables say that there is none
            try:
                if not self._step(lacking, rest, mu):
                    break
            except np.linalg.LinAlgError:
                break
        return best if best is not None and best.miss < NEARLY else None

    def _point(self, miss: float) -> Iterate:
        primal: list[Any] = [None] * len(self.program.sizes)
        dual = list(primal)
        for s, x, t in zip(self.stacks, self.X, self.S, strict=True):
            for n, b in enumerate(s.blocks):
                primal[b], dual[b] = x[n], t[n]
        return Iterate(primal, dual, miss)

    def _mu(self, X: Any, S: Any) -> float:
        return sum(float((x * s).sum()) for x, s in zip(X, S, strict=True)) / self.order

    def _step(self, lacking: Any, rest: list[Any], mu: float) -> bool:
        inverses = [_even(np.linalg.inv(s)) for s in self.S]
        M = self._schur(inverses)
        M[np.diag_indices_from(M)] += 1e-13 * np.diag(M) + 1e-14 * np.diag(M).max()
        factor = scipy.linalg.cho_factor(M, check_finite=False)
        base = [x @ r @ t for x, r, t in zip(self.X, rest, inverses, strict=True)]
        zero = [np.zeros_like(x) for x in self.X]
        dy, dX, dS = self._direction(factor, lacking, rest, base, inverses, 0.0, zero)
        p, d = _length(self.X, dX), _length(self.S, dS)
        ahead = self._mu(_moved(self.X, p, dX), _moved(self.S, d, dS))
        sigma = min(max((ahead / mu) ** 2, (1 - min(p, d)) ** 2, 1e-3), 1.0)
        second = [dx @ ds @ t for dx, ds, t in zip(dX, dS, inverses, strict=True)]
        dy, dX, dS = self._direction(factor, lacking, rest, base, inverses, sigma * mu, second)
        p, d = _length(self.X, dX), _length(self.S, dS)
        self.X, self.S, self.y = _moved(self.X, p, dX), _moved(self.S, d, dS), self.y + d * dy
        return max(p, d) > SHORTEST

    def _schur(self, inverses: list[Any]) -> Any:
        """A (X . S^-1) A'."""
        M = np.zeros((len(self.program.right),) * 2)
        for s, x, t in zip(self.stacks, self.X, inverses, strict=True):
            turned = np.matmul(np.matmul(x[:, None], s.A), t[:, None])
            turned = turned.transpose(1, 0, 2, 3).reshape(len(s.rows), -1)
            M[np.ix_(s.rows, s.rows)] += s.flat @ turned.T
        return _even(self.Z.T @ M @ self.Z)

    def _direction(
        self, factor: Any, lacking: Any, rest: Any, base: Any, inverses: Any, mu: float, second: Any
    ) -> Any:
        """X S = mu, linear in the changes: dX = mu S^-1 - X - X dS S^-1 - second, with dS = rest - A* dy."""
        known = [mu * t - x - c for t, x, c in zip(inverses, self.X, second, strict=True)]
        there = [_even(k - r) for k, r in zip(known, base, strict=True)]
        dy = scipy.linalg.cho_solve(factor, lacking - self.image(there), check_finite=False)
        dS = [r - a for r, a in zip(rest, self.adjoint(dy), strict=True)]
        changes = zip(known, self.X, dS, inverses, strict=True)
        return dy, [_even(k - x @ ds @ t) for k, x, ds, t in changes], dS


def _even(x: Any) -> Any:
    return (x + x.swapaxes(-1, -2)) / 2


def _moved(X: list[Any], by: float, dX: list[Any]) -> list[Any]:
    return [x + by * dx for x, dx in zip(X, dX, strict=True)]


def _length(X: list[Any], dX: list[Any]) -> float:
    """How far one may go, at most 1, before some block is no longer positive definite."""
    longest = 1.0
    for x, d in zip(X, dX, strict=True):
        inverse = np.linalg.inv(np.linalg.cholesky(x))
        least = float(np.linalg.eigvalsh(_even(inverse @ d @ inverse.swapaxes(-1, -2))).min())
        if least < 0:
            longest = min(longest, -SHRINK / least)
    return longest
