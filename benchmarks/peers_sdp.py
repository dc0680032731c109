"""Bounds of |ReLU(Ax) - ReLU(Lx)| by semidefinite programs, where there is a solver (`make peers`).

JSON on stdin, JSON on stdout; it imports nothing of perturb. Run alone it says whether the solver is there.
With p = ReLU(Ax), q = ReLU(Lx): the least rho with |p - q|^2 + multipliers times what is >= 0 <= rho |x|^2.

lipsdp     d_i ((A - L)_i x - d_i) >= 0 for d = p - q, a multiplier a row: all that LipSDP-Neuron knows of a
           slope between 0 and 1 (Fazlyab, Robey, Hassani, Morari, Pappas 2019)
quadratic  p(p - Ax) = 0, q(q - Lx) = 0 row by row, and all products of p, p - Ax, q, q - Lx, which are >= 0

The first is |A - L| for all A and L: d = (A - L)x meets all its constraints, and with all multipliers 1 they
say |d|^2 <= d'(A - L)x.
"""

from __future__ import annotations

import json
import sys
from itertools import combinations_with_replacement
from time import process_time

import numpy as np


def product(u: np.ndarray, v: np.ndarray) -> np.ndarray:
    """The symmetric matrix of the form (u'z)(v'z)."""
    return (np.outer(u, v) + np.outer(v, u)) / 2


def svec(M: np.ndarray) -> np.ndarray:
    """The upper triangle by columns, off the diagonal times sqrt(2)."""
    rows, columns = np.triu_indices(len(M))
    order = np.lexsort((rows, columns))
    rows, columns = rows[order], columns[order]
    return M[rows, columns] * np.where(rows == columns, 1.0, 2**0.5)


def parts(A: np.ndarray, L: np.ndarray) -> tuple[np.ndarray, ...]:
    """The rows, on z = (x, p, q), of p, p - Ax, q and q - Lx."""
    m, n = A.shape
    none, one = np.zeros((m, m)), np.eye(m)
    zero = np.zeros((m, n))
    p, q = np.hstack([zero, one, none]), np.hstack([zero, none, one])
    return p, np.hstack([-A, one, none]), q, np.hstack([-L, none, one])


def solved(n: int, goal: np.ndarray, free: list[np.ndarray], positive: list[np.ndarray]) -> float:
    """The root of the least rho with rho |x|^2 - goal - sum of multiplied forms >= 0."""
    import clarabel
    from scipy import sparse

    inputs = np.diag(np.arange(len(goal)) < n).astype(float)
    columns = [-svec(inputs), *(svec(Q) for Q in free), *(svec(Q) for Q in positive)]
    signs = sparse.hstack([sparse.csc_matrix((len(positive), 1 + len(free))), -sparse.eye(len(positive))])
    matrix = sparse.vstack([signs, sparse.csc_matrix(np.column_stack(columns))], format="csc")
    right = np.concatenate([np.zeros(len(positive)), svec(-goal)])
    cones = [clarabel.NonnegativeConeT(len(positive)), clarabel.PSDTriangleConeT(len(goal))]
    settings = clarabel.DefaultSettings()
    settings.verbose = False
    cost = np.eye(1, len(columns))[0]
    empty = sparse.csc_matrix((len(columns), len(columns)))
    found = clarabel.DefaultSolver(empty, cost, matrix, right, cones, settings).solve()
    return max(float(found.obj_val), 0.0) ** 0.5


def lipsdp(A: np.ndarray, L: np.ndarray) -> float:
    p, below, q, other = parts(A, L)
    d, rest = p - q, (p - below) - (q - other)
    forms = [product(x, y - x) for x, y in zip(d, rest, strict=True)]
    return solved(A.shape[1], d.T @ d, [], forms)


def quadratic(A: np.ndarray, L: np.ndarray) -> float:
    p, below, q, other = parts(A, L)
    free = [product(x, y) for x, y in zip(np.vstack([p, q]), np.vstack([below, other]), strict=True)]
    forms = [product(x, y) for x, y in combinations_with_replacement(np.vstack([p, below, q, other]), 2)]
    return solved(A.shape[1], (p - q).T @ (p - q), free, forms)


def answer(pair: dict[str, list]) -> dict[str, float]:
    A, L = np.array(pair["A"]), np.array(pair["L"])
    found = {}
    for name, bound in (("lipsdp", lipsdp), ("quadratic", quadratic)):
        start = process_time()
        found[name] = bound(A, L)
        found[f"{name} seconds"] = process_time() - start
    return found


if __name__ == "__main__":
    if "--answer" in sys.argv:
        answer({"A": [[1.0]], "L": [[0.0]]})  # the solver is loaded before time is taken
        print(json.dumps([answer(pair) for pair in json.load(sys.stdin)]))
    else:
        try:
            import clarabel

            print(f"clarabel {clarabel.__version__}")
        except ImportError:
            print("clarabel is not in this interpreter: make peers")
