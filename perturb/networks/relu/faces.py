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
its eigenvector (see below).

Does the top eigenvector of a quadratic form on a subspace fit prescribed signs? Answered with certainty,
in batches.

The subspace is {x: c_i x = 0 for the ridges i}; which of the c_i span the others is found exactly. Let C be
r independent ones, and let the columns of Z and W be floats with |[Z W]'[Z W] - I| <= d, C' = WR + E, s at
most the smallest singular value of R. For a unit x in the subspace R'W'x = -E'x, so |W'x| <= |E| / s, and
Zz lies within 2 (|R| d + |E|) / s of it for unit z; let h be this plus 2d. With H = Z'QZ, |Q| <= q, z =
Z'x: x'Qx <= z'Hz + 3hq, and the largest eigenvalue of Q there is at least y'Hy - 5hq for a unit y. If H <=
mu I + k yy' (certified as definiteness) and x belongs to that eigenvalue, then
    y'Hy - 8hq <= z'Hz <= mu |z|^2 + k (y'z)^2,   so   1 - (y'z)^2 <= (k + mu - y'Hy + 12hq) / k =: sin^2,
and cx differs from cZy, up to the sign of x, by at most |c| (1.5 sin + 2h). Constants are generous; they
also hold the rounding of the matrices to floats.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

import numpy as np
from flint import fmpq_mat
from numpy.typing import NDArray

from perturb.networks.relu import two_layers
from perturb.networks.relu.definite import Flags, Floats, certainly_definite
from perturb.networks.relu.two_layers import certified_value, values

Integers = NDArray[np.int64]
WIDEST = 0.05  # sin^2 beyond which the eigenvector is not known
UNIT = 2.0**-52


class Rows(NamedTuple):
    """All c_i: exact, one a row (2m, n), a_1, l_1, a_2, ...; the same as floats."""

    exact: fmpq_mat
    floats: Floats


class Subspace(NamedTuple):
    """Z (B, n, k) and h (B, 1, 1), infinite where Z is not good enough."""

    Z: Floats
    h: Floats


class Top(NamedTuple):
    """Zy, a bound of the angle's sine, and one of the form itself; both infinite where not known."""

    x: Floats
    sine: Floats
    bound: Floats


def survivors(rows: Rows, signs: Integers, Q: Floats, t: float) -> tuple[Floats, float]:
    """Of the forms Q (B, n, n) under `signs` (B, 2m), 0 on a ridge: those that may hold a maximum above t >
    0.

    Returns their eigenvectors, one a row, and an upper bound of their largest eigenvalue (0 if there is
    none).
    """
    q = 2.5 * float((rows.floats * rows.floats).sum())
    points, upper = [np.zeros((0, Q.shape[-1]))], 0.0
    for here, space in _subspaces(rows, signs):
        top = _top(space, Q[here], q, t)
        left = ~(top.bound <= t) & ~_misfit(rows.floats, signs[here], top, space.h)
        points.append(top.x[left])
        upper = max([upper, *top.bound[left].tolist()])
    return np.concatenate(points), upper


def _subspaces(rows: Rows, signs: Integers) -> Iterator[tuple[Integers, Subspace]]:
    """The places in the batch with subspaces of one dimension k > 0; where only 0 is left there is no
    maximum.
    """
    codes, place = np.unique(signs == 0, axis=0, return_inverse=True)
    spanning = [_independent(rows.exact, np.flatnonzero(code).tolist()) for code in codes]
    ranks = np.array([len(chosen) for chosen in spanning])
    for r in np.unique(ranks[ranks < rows.floats.shape[1]]).tolist():
        kinds = np.flatnonzero(ranks == r)
        chosen = np.array([spanning[kind] for kind in kinds], dtype=np.int64).reshape(len(kinds), r)
        space = _subspace(rows.floats[chosen])
        here = np.flatnonzero(ranks[place] == r)
        number = np.searchsorted(kinds, place[here])
        yield here, Subspace(space.Z[number], space.h[number])


def _independent(C: fmpq_mat, chosen: list[int]) -> list[int]:
    """Of these rows the first that span all of them."""
    if not chosen:
        return []
    n = C.ncols()
    columns = fmpq_mat(len(chosen), n, [C[i, j] for i in chosen for j in range(n)]).transpose()
    reduced, rank = columns.rref()
    leads = [next(j for j in range(len(chosen)) if reduced[i, j] != 0) for i in range(rank)]
    return [chosen[j] for j in leads]


def _subspace(C: Floats) -> Subspace:
    """For r independent normals (B, r, n)."""
    r, n = C.shape[1:]
    if r == 0:
        return Subspace(np.broadcast_to(np.eye(n), (len(C), n, n)), np.zeros((len(C), 1, 1)))
    columns = np.swapaxes(C, 1, 2)
    basis, R = np.linalg.qr(columns, mode="complete")
    W, R = basis[:, :, :r], R[:, :r]
    d = _norm(np.swapaxes(basis, 1, 2) @ basis - np.eye(n)) + 8 * n * n * UNIT
    E = _norm(columns - W @ R) + 8 * n * r * UNIT * _norm(R)
    s = _least(R)
    h = np.divide(2 * (_norm(R) * d + E), s, out=np.full(len(s), np.inf), where=s > 0) + 2 * d
    return Subspace(basis[:, :, r:], h[:, None, None])


def _norm(X: Floats) -> Floats:
    norms: Floats = np.sqrt((X * X).sum(axis=(1, 2))) * (1 + 2.0**-40)
    return norms


def _least(R: Floats) -> Floats:
    """A lower bound of the smallest singular value of square R (B, r, r), by RR' - s^2 I > 0; else 0."""
    G = R @ np.swapaxes(R, 1, 2)
    guess = np.maximum(np.linalg.eigvalsh(G)[:, :1, None], 0.0) / 4
    slack = 8 * R.shape[2] * UNIT * np.einsum("bii->b", G)
    ok = certainly_definite(G - guess * np.eye(G.shape[-1]), slack)
    return np.where(ok, np.sqrt(guess[:, 0, 0]), 0.0)


def _top(space: Subspace, Q: Floats, q: float, t: float) -> Top:
    Z, h = space
    k, identity = Z.shape[-1], np.eye(Z.shape[-1])
    H = np.swapaxes(Z, 1, 2) @ Q @ Z
    H = (H + np.swapaxes(H, 1, 2)) / 2
    roots, vectors = np.linalg.eigh(H)
    y = vectors[:, :, -1:] / np.sqrt((vectors[:, :, -1:] ** 2).sum(axis=1, keepdims=True))
    yt = np.swapaxes(y, 1, 2)
    value = yt @ (H @ y)
    known = np.isfinite(h)
    slack = np.where(known, 12 * h, 1.0) * q + 64 * (sum(Q.shape[1:]) + len(Q[0])) * UNIT * q
    mu = (value + roots[:, -2, None, None]) / 2 if k > 1 else np.zeros_like(value)
    gap = value - mu + slack
    held = certainly_definite(mu * identity + gap * y * yt - H, slack[:, 0, 0] / 4) & known[:, 0, 0]
    square = (4 * slack / np.where(gap > 0, gap, 1.0))[:, 0, 0]
    sine = np.where(held & (gap[:, 0, 0] > 0) & (square < WIDEST), np.sqrt(square), np.inf)
    higher = value * (1 + 2.0**-40) + 8 * slack
    below, close = (
        certainly_definite((top - slack) * identity - H, slack[:, 0, 0]) & known[:, 0, 0]
        for top in (t, higher)
    )
    bound = np.where(below, t, np.where(close, higher[:, 0, 0], np.inf))
    return Top((Z @ y)[:, :, 0], sine, bound)


def _misfit(C: Floats, signs: Integers, top: Top, h: Floats) -> Flags:
    """Certainly neither the eigenvector nor its negative has the signs."""
    known = np.isfinite(top.sine) & np.isfinite(h[:, 0, 0])
    angle = np.where(known, 1.5 * top.sine + 2 * h[:, 0, 0] + 2.0**-40, 0.0)
    doubt = angle[:, None] * np.sqrt((C * C).sum(axis=1))
    fits = signs * (top.x @ C.T)
    misfit: Flags = known & (fits < -doubt).any(axis=1) & (fits > doubt).any(axis=1)
    return misfit


ROWS_LIMIT = 7  # 6^m forms
PENALTY = 2.0**10  # what a ridge's form is lowered by off the ridge, relative to t
RIDGES = np.array([[0, 1], [1, 0]])
SIGNS = np.concatenate([two_layers.SIGNS, RIDGES])
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
    if lower < two_layers.NOTHING:
        return lower, float(np.sqrt(two_layers.size(A, L)))
    t, upper, each = lower**2 * (1 + GAP), 0.0, _forms(A, L)
    rows = Rows(exact, np.stack([A, L], axis=1).reshape(-1, A.shape[1]))
    for leaves in _leaves(A, L, t):
        Q = each[np.arange(len(A)), leaves].sum(axis=1)
        points, top = survivors(rows, SIGNS[leaves].reshape(len(leaves), -1), Q, t)
        best = _highest(A, L, np.concatenate([x[None], points, -points]))
        lower = max(lower, certified_value(A, L, best))
        upper = max(upper, top)
    return lower, float(np.nextafter(np.sqrt(max(t, upper)), np.inf))


def _highest(A: Floats, L: Floats, X: Floats) -> Floats:
    best: Floats = X[np.argmax(values(A, L, X))]
    return best


def _forms(A: Floats, L: Floats) -> Floats:
    """(m, 6, n, n): the forms of the four states, and v^2, u^2 on the ridges u = 0, v = 0."""
    four = two_layers.forms(A, L)
    return np.concatenate([four, four[:, [two_layers.SECOND, two_layers.FIRST]]], axis=1)


def _leaves(A: Floats, L: Floats, t: float) -> list[States]:
    """The states of all rows that definiteness does not exclude, in blocks."""
    changes = _changes(A, L, t)
    error = two_layers.rounding(A) * (two_layers.size(A, L) + PENALTY * t * len(A))
    stack = [Partial(np.zeros((1, 0), np.int8), two_layers.outer(A - L).sum(axis=0)[None])]
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
    changes = _forms(A, L) - two_layers.outer(A - L)[:, None]
    cross = A[:, :, None] * L[:, None, :]
    changes[:, [two_layers.FIRST, two_layers.SECOND]] -= (cross + np.swapaxes(cross, 1, 2))[:, None]
    for place, X in ((4, A), (5, L)):
        squares = (X * X).sum(axis=1)[:, None, None]
        changes[:, place] -= PENALTY * t * two_layers.outer(X) / np.where(squares > 0, squares, 1.0)
    return changes
