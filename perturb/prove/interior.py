"""An interior-point method for semidefinite programs without a cost: the largest face that there is.

Find X_b >= 0 (positive semidefinite) and free y with  sum_b A_b vec(X_b) + B y = c. The central path of this
problem ends in the relative interior of the solutions, and its dual variables in that of the dual ones: where both
are strictly complementary, eigenvectors of X_b that go to 0 span what every solution misses (facial reduction).
Predictor and corrector in the direction of Helmberg, Kojima and Monteiro (Todd 2001); dense, for small blocks.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from time import process_time
from typing import Any

import numpy as np
import scipy

ROUNDS, TOLERANCE, NEARLY = 80, 1e-9, 1e-6
SHRINK = 0.9  # of the way to the boundary
DIVERGED = 1e8


@dataclass(frozen=True)
class Program:
    """Rows of sum_b A_b vec(X_b) + B y = c: A_b sparse with k_b^2 columns, B sparse."""

    sizes: list[int]
    matrices: list[Any]
    free: Any
    right: Any
    cost: float


@dataclass(frozen=True)
class Point:
    """X and its dual S, block by block, and by how much the rows are missed."""

    primal: list[Any]
    dual: list[Any]
    miss: float


def solved(program: Program, deadline: float) -> Point | None:
    """A point of the largest face, None where there seems to be none or time is over."""
    free = program.free
    if free.shape[1]:
        Q, R, _ = scipy.linalg.qr(free.toarray(), mode="full", pivoting=True)
        diagonal = np.abs(np.diag(R))
        rank = int((diagonal > 1e-9 * max(diagonal.max(initial=0), 1)).sum())
        Z = Q[:, rank:]
    else:
        Z = np.eye(len(program.right))
    return _Path(program, Z).run(deadline)


class _Path:
    def __init__(self, program: Program, Z: Any) -> None:
        self.program, self.Z, self.cost = program, Z, program.cost
        self.b = Z.T @ program.right
        self.X = [np.eye(k) for k in program.sizes]
        self.S = [np.eye(k) for k in program.sizes]
        self.y = np.zeros(Z.shape[1])
        self.order = sum(program.sizes)

    def image(self, X: Sequence[Any]) -> Any:
        total = sum((A @ x.ravel() for A, x in zip(self.program.matrices, X, strict=True)), 0.0 * self.program.right)
        return self.Z.T @ total

    def adjoint(self, y: Any) -> list[Any]:
        z = self.Z @ y
        found = []
        for A, k in zip(self.program.matrices, self.program.sizes, strict=True):
            M = (A.T @ z).reshape(k, k)
            found.append((M + M.T) / 2)
        return found

    def run(self, deadline: float) -> Point | None:
        scale = 1.0 + float(np.linalg.norm(self.b))
        best: Point | None = None
        for _ in range(ROUNDS):
            if process_time() > deadline:
                return None
            lacking = self.b - self.image(self.X)
            rest = [self.cost * np.eye(len(s)) - a - s for a, s in zip(self.adjoint(self.y), self.S, strict=True)]
            mu, miss = self._mu(self.X, self.S), float(np.linalg.norm(lacking)) / scale
            if best is None or miss < max(best.miss, TOLERANCE):
                best = Point(self.X, self.S, miss)
            elif best.miss < NEARLY and mu < NEARLY:
                break  # no digits are left
            if miss < TOLERANCE and mu < TOLERANCE:
                break
            off = max(float(np.abs(r).max()) for r in rest)
            if float(self.b @ self.y) > DIVERGED * max(off + self.cost, 1e-12):
                return None  # the dual variables say that there is none
            try:
                if not self._step(lacking, rest, mu):
                    break
            except np.linalg.LinAlgError:
                break
        return best if best is not None and best.miss < NEARLY else None

    def _mu(self, X: Any, S: Any) -> float:
        return sum(float((x * s).sum()) for x, s in zip(X, S, strict=True)) / self.order

    def _step(self, lacking: Any, rest: list[Any], mu: float) -> bool:
        inverses = [np.linalg.inv(s) for s in self.S]
        inverses = [(t + t.T) / 2 for t in inverses]
        M = self._schur(inverses)
        M[np.diag_indices_from(M)] *= 1 + 1e-13
        M[np.diag_indices_from(M)] += 1e-14 * np.diag(M).max()
        factor = scipy.linalg.cho_factor(M)
        base = [x @ r @ t for x, r, t in zip(self.X, rest, inverses, strict=True)]
        zero = [np.zeros_like(x) for x in self.X]
        dy, dX, dS = self._direction(factor, lacking, rest, base, inverses, 0.0, zero)
        p, d = self._length(self.X, dX), self._length(self.S, dS)
        ahead = self._mu(
            [x + p * dx for x, dx in zip(self.X, dX, strict=True)],
            [s + d * ds for s, ds in zip(self.S, dS, strict=True)],
        )
        sigma = min(max((ahead / mu) ** 2, (1 - min(p, d)) ** 2, 1e-3), 1.0)
        second = [dx @ ds @ t for dx, ds, t in zip(dX, dS, inverses, strict=True)]
        dy, dX, dS = self._direction(factor, lacking, rest, base, inverses, sigma * mu, second)
        p, d = self._length(self.X, dX), self._length(self.S, dS)
        self.X = [x + p * dx for x, dx in zip(self.X, dX, strict=True)]
        self.S = [s + d * ds for s, ds in zip(self.S, dS, strict=True)]
        self.y = self.y + d * dy
        return max(p, d) > 1e-6

    def _schur(self, inverses: list[Any]) -> Any:
        m = len(self.program.right)
        M = np.zeros((m, m))
        for A, x, t in zip(self.program.matrices, self.X, inverses, strict=True):
            k = len(x)
            rows = np.flatnonzero(np.diff(A.indptr))
            part = A[rows]
            dense = part.toarray().reshape(len(rows), k, k)
            turned = np.matmul(np.matmul(x, dense), t).reshape(len(rows), k * k)
            M[np.ix_(rows, rows)] += part @ turned.T
        M = (M + M.T) / 2
        return self.Z.T @ M @ self.Z

    def _direction(self, factor: Any, lacking: Any, rest: Any, base: Any, inverses: Any, mu: float, second: Any) -> Any:
        # X S = mu:  dX = mu S^-1 - X - X dS S^-1 - second
        known = [mu * t - x - r - c for t, x, r, c in zip(inverses, self.X, base, second, strict=True)]
        dy = scipy.linalg.cho_solve(factor, lacking - self.image([(k + k.T) / 2 for k in known]))
        dS = [r - a for r, a in zip(rest, self.adjoint(dy), strict=True)]
        dX = []
        for t, x, ds, c in zip(inverses, self.X, dS, second, strict=True):
            d = mu * t - x - x @ ds @ t - c
            dX.append((d + d.T) / 2)
        return dy, dX, dS

    def _length(self, X: list[Any], dX: list[Any]) -> float:
        longest = 1.0
        for x, d in zip(X, dX, strict=True):
            L = np.linalg.cholesky(x)
            inner = scipy.linalg.solve_triangular(L, d, lower=True)
            inner = scipy.linalg.solve_triangular(L, inner.T, lower=True)
            least = float(np.linalg.eigvalsh((inner + inner.T) / 2)[0]) if len(x) > 1 else float(inner[0, 0])
            if least < 0:
                longest = min(longest, -SHRINK / least)
        return longest
