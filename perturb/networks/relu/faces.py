"""The largest |ReLU(Ax) - ReLU(Lx)| on the sphere, exactly but for rounding, over the faces of the
arrangement.

g(x) = |ReLU(Ax) - ReLU(Lx)|^2 is a quadratic form on each cone where no u_i = a_i x and no v_i = l_i x
changes its sign.

Theorem. Let x be a maximiser of g on the sphere. Give each row one of six states: the four pairs of signs
of (u, v), among them "none" for u <= 0 and v <= 0, and the two ridges u = 0 < v and v = 0 < u; a row with
(u, v) = 0 or with one of them 0 and the other negative is in "none". Let Q be the sum of the forms of the
states (v^2 and u^2 on the ridges, 0 for "none") and Z the space where the ridges' u or v vanish. Then x is
an eigenvector of the largest eigenvalue of Q restricted to Z, and that is g(x). Proof: near x, on Z, g >=
Q, with equality at x: each term of g is the form of its state near x, or, in state "none", is at least 0
and 0 at x. So x is a local maximiser of a quadratic form on the sphere of Z, hence one of the largest
eigenvalue.

So the maximum of g is at most t, or the largest eigenvalue, above t, of one of the 6^m forms an eigenvector
of which fits the signs of its states. The states are given row by row; a part is dropped where tI - Q is
certainly definite for the form Q that takes (u - v)^2 for the rows still open. What is left is tested by
its eigenvector (`ridges`).
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
from flint import fmpq_mat
from numpy.typing import NDArray

from perturb.networks.relu import ridges, states
from perturb.networks.relu.climb import certified_value, values
from perturb.networks.relu.definite import Floats, certainly_definite

ROWS_LIMIT = 7  # 6^m forms
PENALTY = 2.0**10  # what a ridge's form is lowered by off the ridge, relative to t
RIDGES = np.array([[0, 1], [1, 0]])
SIGNS = np.concatenate([states.SIGNS, RIDGES])
GAP = 2.0**-34
BLOCK = 8192

States = NDArray[np.int8]


class Partial(NamedTuple):
    """States of the first rows (B, k), and their forms with (u - v)^2 for the other rows (B, n, n)."""

    chosen: States
    Q: Floats


def largest(A: Floats, L: Floats, exact: fmpq_mat, x: Floats) -> tuple[float, float]:
    """Ends around the maximum of |ReLU(Ax) - ReLU(Lx)| over the sphere; x a point where it is large.

    A and L (m, n) have entries up to 1 in size, m <= ROWS_LIMIT; `exact` has the rows a_1, l_1, a_2, ...
    that A and L round, so that it is known which of them are dependent. The upper end is infinite where
    rounding hides it.
    """
    lower = certified_value(A, L, x)
    if lower < states.NOTHING:
        return lower, float(np.sqrt(states.size(A, L)))
    t, upper, each = lower**2 * (1 + GAP), 0.0, _forms(A, L)
    rows = ridges.Rows(exact, np.stack([A, L], axis=1).reshape(-1, A.shape[1]))
    for leaves in _leaves(A, L, t):
        Q = each[np.arange(len(A)), leaves].sum(axis=1)
        points, top = ridges.survivors(rows, SIGNS[leaves].reshape(len(leaves), -1), Q, t)
        best = _highest(A, L, np.concatenate([x[None], points, -points]))
        lower = max(lower, certified_value(A, L, best))
        upper = max(upper, top)
    return lower, float(np.nextafter(np.sqrt(max(t, upper)), np.inf))


def _highest(A: Floats, L: Floats, X: Floats) -> Floats:
    best: Floats = X[np.argmax(values(A, L, X))]
    return best


def _forms(A: Floats, L: Floats) -> Floats:
    """(m, 6, n, n): the forms of the four states, and v^2, u^2 on the ridges u = 0, v = 0."""
    four = states.forms(A, L)
    return np.concatenate([four, four[:, [states.SECOND, states.FIRST]]], axis=1)


def _leaves(A: Floats, L: Floats, t: float) -> list[States]:
    """The states of all rows that definiteness does not exclude, in blocks."""
    changes = _changes(A, L, t)
    error = states.rounding(A) * (states.size(A, L) + PENALTY * t * len(A))
    stack = [Partial(np.zeros((1, 0), np.int8), states.outer(A - L).sum(axis=0)[None])]
    leaves = []
    while stack:
        part = stack.pop()
        k = part.chosen.shape[1]
        if k == len(A):
            leaves.append(part.chosen)
            continue
        Q = (part.Q[:, None] + changes[k]).reshape(-1, *part.Q.shape[1:])
        chosen = np.concatenate([np.repeat(part.chosen, 6, axis=0), _choices(len(part.Q))], axis=1)
        kept = ~certainly_definite(t * np.eye(A.shape[1]) - Q, error)
        stack += [
            Partial(chosen[kept][i : i + BLOCK], Q[kept][i : i + BLOCK]) for i in range(0, kept.sum(), BLOCK)
        ]
    return leaves


def _choices(count: int) -> States:
    return np.tile(np.arange(6, dtype=np.int8), count)[:, None]


def _changes(A: Floats, L: Floats, t: float) -> Floats:
    """(m, 6, n, n): what a state adds to the form of an open row.

    Where uv <= 0 it takes u^2 - 2uv for u^2 and v^2 - 2uv for v^2, which is no less there; off a ridge it
    is lowered.
    """
    changes = _forms(A, L) - states.outer(A - L)[:, None]
    cross = A[:, :, None] * L[:, None, :]
    changes[:, [states.FIRST, states.SECOND]] -= (cross + np.swapaxes(cross, 1, 2))[:, None]
    for place, X in ((4, A), (5, L)):
        squares = (X * X).sum(axis=1)[:, None, None]
        changes[:, place] -= PENALTY * t * states.outer(X) / np.where(squares > 0, squares, 1.0)
    return changes
