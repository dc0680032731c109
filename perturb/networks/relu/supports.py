"""Is |A'y| <= sqrt(t) |y| for every y >= 0? Decided over all sets of rows, by principal pivots, with a
proof.

Let M = tI - AA'. Call a set S of rows *failing* if some y > 0 on S has y'My <= 0, and minimal if no proper
part of it fails.

Lemma. If S is minimal failing and x != 0 on S has x'Mx <= 0, then x > 0 or x < 0 on all of S. Proof: take y
> 0 on S with the least Rayleigh quotient -mu <= 0 of M among nonnegative vectors on S; as it is inside, My
= -mu y. Let x'y >= 0 (else -x). Then (x + sy)'M(x + sy) = x'Mx - 2 s mu x'y - s^2 mu |y|^2 <= 0 for all s
>= 0. If x had a component <= 0, the least s for which x + sy >= 0 would give a vector with a zero, not 0
itself as x'y >= 0 and x != 0: a proper part of S fails, a contradiction.

So, walking through the sets by including or excluding one row after another, with the Schur complements of
M at hand: a set with positive pivots is definite and does not fail; where the pivot of the next row j is <=
0, the vector v = (-M_PP^-1 M_Pj, 1) has v'Mv <= 0, and if it has a component < 0 no set that holds P and j
is minimal failing: a set equal to P + j by the sign of v, a larger one because v would have zeros. If v >=
0, then v itself is a better y. About 2^m sets, a few dozen operations each.

The vectors v are checked anew as |A'v| >= sqrt(t) |v|, with a bound of the rounding; the pivots prove
definiteness by the lemma of `definite`, the margin being taken from t before they are computed.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from perturb.networks.relu.definite import Flags, Floats, margin

BLOCK = 2048  # nodes that are worked on at a time: they stay in the processor's cache


class Bounded(NamedTuple):
    """`proved`: the bound holds. Else `better`, a y >= 0 beyond it, or None where rounding hides it."""

    proved: bool
    better: Floats | None = None


def bounded(A: Floats, t: float) -> Bounded:
    """Is |A'y|^2 <= t |y|^2 for all y >= 0? A (m, n) of floats up to 1 in size, t > 0."""
    m = len(A)
    size = float((A * A).sum()) * (1 + 1e-10)
    X = t * (1 - 2.0**-50) * np.eye(m) - A @ A.T
    X -= np.eye(m) * (4 * (sum(A.shape) + 8) * 2.0**-52 * size + 2 * margin(m) * m * t)
    stack = [(0, ((X + X.T) / 2)[None])]
    while stack:
        k, block = stack.pop()
        pivot = block[:, k, 0]
        answer = _refused(block[~(pivot > 0), :k, 0], A, t)
        if not answer.proved:
            return answer
        if k < m - 1:
            children = [_without(block, k), _with(block[pivot > 0], k)]
            stack += [(k + 1, part) for part in _pieces(np.concatenate(children))]
    return Bounded(True)


def _without(X: Floats, k: int) -> Floats:
    rest = X[:, :, 1:].copy()
    rest[:, k] = 0.0
    return rest


def _with(X: Floats, k: int) -> Floats:
    """Columns of the rows to come: their Schur complements below row k, -M_PP^-1 M_Pj above."""
    pivot, row = X[:, k, :1, None], X[:, k, None, 1:]
    rest: Floats = X[:, :, 1:] - X[:, :, :1] * row / pivot
    rest[:, k] = -row[:, 0] / pivot[:, 0]
    return rest


def _pieces(X: Floats) -> list[Floats]:
    return [X[i : i + BLOCK] for i in range(0, len(X), BLOCK)]


def _refused(above: Floats, A: Floats, t: float) -> Bounded:
    """Do the vectors v = (above, 1, 0) show that no minimal failing set holds their support?"""
    if not len(above):
        return Bounded(True)
    if not np.isfinite(above).all():
        return Bounded(False)
    k = above.shape[1]
    V = np.concatenate([above, np.ones((len(above), 1))], axis=1)
    mixed = (above < 0).any(axis=1)
    if not mixed.all():
        y = np.zeros(len(A))
        y[: k + 1] = np.maximum(V[int(np.argmin(mixed))], 0.0)
        return Bounded(False, y)
    return Bounded(bool(_stretched(V, A[: k + 1], t).all()))


def _stretched(V: Floats, A: Floats, t: float) -> Flags:
    """Certainly |A'v| >= sqrt(t) |v|: |fl(A'v) - A'v| <= g |A|'|v| <= g |A|_F |v|, g = k u / (1 - k u)."""
    slack = 4 * sum(A.shape) * 2.0**-52
    length = np.sqrt((V * V).sum(axis=1))
    image = np.sqrt(((V @ A) ** 2).sum(axis=1))
    found: Flags = image * (1 - slack) >= length * (np.sqrt(t) + slack * np.sqrt((A * A).sum())) * (1 + slack)
    return found
