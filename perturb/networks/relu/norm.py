"""The norm of a ReLU layer without bias, s_0(A) = max over |x| <= 1 of |ReLU(Ax)|, enclosed.

|ReLU(u)| is the largest y'u with y >= 0, |y| <= 1. So s_0(A) is the largest |A'y| over these y, and s_0^2
the least t with tI - AA' copositive. The largest eigenvalue of a principal block of AA' counts only where
an eigenvector of it is nonnegative. Consequences:
- s_0(A) >= s_1(A) / sqrt(2), for |ReLU(u)|^2 + |ReLU(-u)|^2 = |u|^2; equality for two rows a and -a;
- s_0(A) <= s_1(A), with equality where a left singular vector of s_1 is nonnegative;
- s_0(A)^2 <= lambda_max(AA' + N) for every N >= 0, entry by entry; for the positive part of AA', equality
  where no entry of AA' is negative (Perron, Frobenius).

Complexity. Whether s_0(A)^2 > t, for integers A and t, is NP-complete. In NP: the set of rows is the
certificate. Hard: let a graph have adjacency matrix B and largest degree d, and let A have the columns (1,
..., 1)', k times e_i - e_j for each edge, k (d - deg i) times e_i for each vertex. Then AA' = J - kB + kd
I, so with t = k (d + 1)
    tI - AA' = k (I + B) - J,
which is copositive if and only if no k + 1 vertices are independent (Motzkin and Straus 1965; de Klerk and
Pasechnik 2002): s_0(A)^2 > k (d + 1) asks for an independent set of more than k vertices, whose indicator
is a y. For Gaussian A it is believed that no fast algorithm certifies less than about s_1(A) (Bandeira,
Kunisky, Wein 2020).

Is |A'y| <= sqrt(t) |y| for every y >= 0? Decided over all sets of rows, by principal pivots, with a
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

from typing import Any, NamedTuple

import numpy as np
from flint import arb, arb_mat, ctx, fmpq_mat

from perturb.enclosure import WHOLE_LINE, Enclosure
from perturb.networks.relu import arguments
from perturb.networks.relu.definite import Flags, Floats, certified_top, margin
from perturb.numbers import factors

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


ROWS_LIMIT = 20  # 2^m sets: 0.1 s at 15 rows, seconds at 20
SIDE_LIMIT, SECONDS = 1000, 1.2e-7  # and what a side of 1 would cost, cubed
GAPS = (2.0**-38, 2.0**-32, 2.0**-26, 2.0**-20)
ATTEMPTS = 12
STEPS = 80


def relu_norm(A: Any) -> Enclosure:
    """s_0(A) of an m x n matrix: to about 1e-11 for m <= 20 rows that are not 0, an enclosure beyond.

    Beyond, the ends differ by a factor of at most sqrt(2). A is an array, nested lists or a matrix of flint;
    ValueError where it is none of finite real numbers, or has a side beyond 1000.
    """
    exact = arguments.exact_matrix(A, "A")
    arguments.refuse_large(exact, "A", SIDE_LIMIT, SECONDS)
    near = arguments.near(exact)
    if near is None:
        return WHOLE_LINE
    (F,) = near.floats
    F = F[np.abs(F).max(axis=1) > 0]
    return arguments.enclosure(*(norm_of_floats(F) if len(F) else (0.0, 0.0)), near)


def norm_of_floats(A: Floats) -> tuple[float, float]:
    """Ends around s_0 of a matrix of floats up to 1 in size, without zero rows."""
    y = _ascend(A)
    if len(A) <= ROWS_LIMIT:
        for gap in [g for g in GAPS for _ in range(ATTEMPTS // len(GAPS))]:
            t = _image(A, y)[1] ** 2 * (1 + gap)
            answer = bounded(A, t)
            if answer.proved:
                return _image(A, y)[0], float(np.nextafter(np.sqrt(t), np.inf))
            if answer.better is not None:
                y = _ascend(A, answer.better)
    return _image(A, y)[0], _relaxed(A, _image(A, y)[1])


def _image(A: Floats, y: Floats) -> tuple[float, float]:
    """A certified lower bound of |A'y| / |y|, and a number not far above it."""
    with ctx.workprec(96):
        Y = arb_mat(len(y), 1, y.tolist())
        image = factors.from_floats(np.ascontiguousarray(A.T)) * Y
        ratio = ((image.transpose() * image)[0, 0] / (Y.transpose() * Y)[0, 0]).sqrt()
    value = float(ratio.mid())
    return max(float(np.nextafter(value, 0.0)) if arb(value) > ratio.lower() else value, 0.0), value


def _ascend(A: Floats, start: Floats | None = None) -> Floats:
    """A y >= 0 with large |A'y| / |y|: y <- ReLU(AA'y) never lowers it; then the eigenvector of its block.

    No y becomes 0 on the way: y'AA'y > 0 stays so, as y = ReLU(Ax) != 0 has x'A'y > 0.
    """
    rng = np.random.default_rng(len(A))
    V = np.linalg.svd(A, full_matrices=False)[2]
    X = np.concatenate([A, V, -V, rng.standard_normal((8 + 4 * len(A) * (len(A) < 100), A.shape[1]))])
    Y = np.maximum(X @ A.T, 0.0)
    Y = Y if start is None else np.concatenate([Y, start[None]])
    Y = Y[Y.any(axis=1)]
    Y /= Y.max(axis=1, keepdims=True)
    for _ in range(STEPS):
        Y = np.maximum(Y @ A @ A.T, 0.0)
        Y /= Y.max(axis=1, keepdims=True)
    best: Floats = Y[np.argmax(_lengths(Y @ A) / _lengths(Y))]
    return _polished(A, best / best.max())


def _lengths(Y: Floats) -> Floats:
    lengths: Floats = np.sqrt((Y * Y).sum(axis=1))
    return lengths


def _polished(A: Floats, y: Floats) -> Floats:
    S = y > 1e-9
    top = np.zeros_like(y)
    top[S] = np.linalg.eigh(A[S] @ A[S].T)[1][:, -1]
    top *= np.sign(top.sum())
    return top if top.min() >= 0 and _image(A, top)[1] >= _image(A, y)[1] else y


def _relaxed(A: Floats, target: float) -> float:
    """A certified upper bound of s_0: the root of a t with tI - AA' - N positive definite, N >= 0."""
    G = A @ A.T
    slack = 4 * (sum(A.shape) + 8) * 2.0**-52 * float((A * A).sum())
    t = min(certified_top(G + N, slack) for N in _shifts(G, target**2))
    return float(np.nextafter(np.sqrt(t), np.inf))


def _shifts(G: Floats, target: float) -> list[Floats]:
    """N = 0, the negative part of G, and what steps along the gradient of lambda_max (Polyak's length) lead
    to.
    """
    found, N = [np.zeros_like(G), np.maximum(-G, 0.0)], np.zeros_like(G)
    best, top = N, np.inf
    for _ in range(STEPS if len(G) < 400 else 0):
        values, vectors = np.linalg.eigh(G + N)
        if values[-1] < top:
            best, top = N, values[-1]
        slope = np.minimum(np.outer(vectors[:, -1], vectors[:, -1]), 0.0)
        if not slope.any():
            break
        N = np.maximum(N - slope * (values[-1] - target) / (slope * slope).sum(), 0.0)
        N = (N + N.T) / 2
    return [*found, best]


def groups(A: fmpq_mat) -> list[fmpq_mat] | None:
    """The blocks A_G of rows in groups that do not help each other; None where there are none.

    Theorem. If the rows fall into groups with products a_i a_j' >= 0 inside a group and <= 0 between two,
    s_0(A) is the largest of s_1(A_G) over the groups G. Proof: for y >= 0, |A'y|^2 is at most the sum of
    |A_G'y_G|^2 over the groups, hence at most max s_1(A_G)^2 |y|^2; and as A_G A_G' has no negative entry, it
    has a nonnegative top eigenvector (Perron, Frobenius). So it is for one row, two rows, A >= 0, and
    orthogonal rows.
    """
    G = A * A.transpose()
    m = A.nrows()
    found: list[list[int]] = []
    for i in range(m):
        friends = [group for group in found if any(G[i, j] > 0 for j in group)]
        merged = [*(j for group in friends for j in group), i]
        found = [*(group for group in found if group not in friends), merged]
    if any(G[i, j] < 0 for group in found for i in group for j in group):
        return None
    return [fmpq_mat([[A[i, j] for j in range(A.ncols())] for i in sorted(group)]) for group in found]
