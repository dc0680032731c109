"""ReLU singular values, s_k(A) = min over L of rank <= k of F(A, L), F(A, L) = max over |x| <= 1 of
|ReLU(Ax) - ReLU(Lx)|, k = 0, ..., min(m, n) - 1 (Dittmer, King, Maass 2019, Definition 3).

Theorem. With the singular values s_1(A) >= s_2(A) >= ... in their usual numbering,
    s_{k+1}(A) / sqrt(2) <= s_k(A) <= s_{k+1}(A).
Proof. Above: ReLU is 1-Lipschitz, so F(A, L) <= |A - L|; Eckart and Young. Below: ker L meets the span of
the first k + 1 right singular vectors, in a unit x say; |Ax| >= s_{k+1}, Lx = 0 and |ReLU(Ax)|^2 +
|ReLU(-Ax)|^2 = |Ax|^2.

Both constants are best possible for every k and every size with m >= 2 (zero rows and columns change
nothing; for m = 1 the two are equal). Below: for k = 0 the rows a and -a. For k >= 1 the unit matrix of
order k + 1, with L = J/2 in the first two rows and columns and the unit matrix in the others: F(A, L)^2 =
1/2, for with v = (a + b) / 2
    (ReLU(a) - ReLU(v))^2 + (ReLU(b) - ReLU(v))^2 <= (a^2 + b^2) / 2:
it is (a - b)^2 / 2 for a, b >= 0; (a - v)^2 + v^2 = (a^2 + b^2) / 2 for a >= 0 >= b, v >= 0; a^2 for a >= 0
>= b, v <= 0, where a^2 <= b^2; 0 for a, b <= 0. Above: any A >= 0 for k = 0; for k >= 1 the matrix diag(M,
..., M, 1) of order k + 1, M >= 1, has s_k^2 >= M^2 / (1 + M^2), which tends to s_{k+1}^2 = 1: a kernel
holds a unit x with last component c >= 0 and others z, and with a = |ReLU(-z)|^2 the larger of |ReLU(Ax)|^2
>= 1 - a and |ReLU(-Ax)|^2 >= M^2 a counts. The matrix of Figure 1, with rows (0, 1) and (1, -1), attains
it. Let x be a unit vector. If (Ax)_1 (Ax)_2 >= 0, the larger of |ReLU(Ax)| and |ReLU(-Ax)| is |Ax| >= s_2.
Otherwise, up to the sign of x, x_2 > 0 and x_1 < x_2, and it is at least x_2 >= 1 / sqrt(2) for x_1 > 0 and
x_2 - x_1 >= 1 for x_1 <= 0. So s_1 = s_2(A) = (sqrt(5) - 1) / 2.

Properties, for all matrices of one shape.
- s_{k+1} <= s_k: more L compete.
- |s_k(A) - s_k(B)| <= F(A, B) <= |A - B|, for F(A, L) <= F(A, B) + F(B, L).
- s_k(PAQ) = s_k(A) for permutations P and orthogonal Q, s_k(cA) = |c| s_k(A) for every real c (-I is
  orthogonal): x -> Qx and L -> PLQ keep balls and ranks. Not for orthogonal P: (1, -1)' has s_0 = 1, its
  rotation (sqrt(2), 0)' has sqrt(2).
- For phi(t) = max(t, et), |e| <= 1, in place of ReLU: sqrt((1 + e^2) / 2) s_{k+1} <= s_k <= s_{k+1}, by the
  same proof; the constant is attained by the rows a and -a. So s_k = s_{k+1}(A) for the identity (e = 1)
  and the absolute value (e = -1).

Lower bounds of ReLU singular values, from what any L of rank <= k must forget.

Let V be the kernel of L, or n - k dimensions of it. If p - q lies in V then Lp = Lq, so
    |ReLU(Ap) - ReLU(Aq)| <= |ReLU(Ap) - ReLU(Lp)| + |ReLU(Lq) - ReLU(Aq)| <= F(A, L) (|p| + |q|):
F(A, L) is at least every quotient |ReLU(Ap) - ReLU(Aq)| / (|p| + |q|), q = 0 among them, and s_k(A) at
least the least, over all V, of the best quotient. With q = 0 and p = x or -x in V alone this gives s_k >=
s_{k+1} / sqrt(2), in the usual numbering of singular values from 1 (above).

Every V has a basis that is the unit matrix in n - k of its rows and has entries T in [-1, 1] in the others
(the rows of a largest minor). So there are binom(n, k) boxes to search. On a part of a box, |T - T_0| <= H
entry by entry, p = g + Xf and q = g - Xf, X = (I; T), move by h = H|f| at most, component by component, and
their images by (sum |A_i|^2 h_i^2)^(1/2), the columns A_i of A being orthogonal; this bounds the quotient
of one pair (g, f) on the whole part. Parts with the least bounds are halved, and their pairs improved by
chance. A is replaced by AQ, Q its right singular vectors: s_k(AQ) = s_k(A), and short columns say where T
matters less.

For two columns there is a better bound of s_1(A), from the lines that an L of rank 1 may forget. On such a
line F(A, L) is at least |ReLU(Ax)| at both of its unit vectors x. The least, over all lines, of the larger of
the two is bounded on arcs of them: at the middle less |A|_F times half the arc.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from itertools import combinations
from typing import Any, NamedTuple

import numpy as np
from flint import arb, ctx, fmpq, fmpq_mat
from numpy.typing import NDArray

from perturb.enclosure import WHOLE_LINE, Enclosure
from perturb.networks.relu import arguments
from perturb.networks.relu.arguments import number, whole
from perturb.networks.relu.definite import Floats
from perturb.networks.relu.distance import relu_distance
from perturb.networks.relu.low_rank_fits import fitted
from perturb.networks.relu.norm import SIDE_LIMIT as NORM_LIMIT
from perturb.networks.relu.norm import relu_norm
from perturb.numbers import factors, residual
from perturb.numbers.residual import norm_bound
from perturb.numbers.scalar import bounds

Integers = NDArray[np.int64]
TRIALS, WIDTH = 24, 128
ROUNDING = 2.0**-40  # what float64 makes of a quotient or a length, relative to |A|: far more than it is
SCALES = np.array([1.0, 0.3, 0.1, 0.03])
ARCS, HALVINGS, FINE = 64, 24, 2.0**-20


class Boxes(NamedTuple):
    """Orders (B, n) of the coordinates, T's chart first; T, H (B, k, d); pairs (B, n + d); bounds (B)."""

    order: Integers
    T: Floats
    H: Floats
    pair: Floats
    bound: Floats

    def pick(self, which: Integers) -> Boxes:
        return Boxes(self.order[which], self.T[which], self.H[which], self.pair[which], self.bound[which])


def joined(boxes: Sequence[Boxes]) -> Boxes:
    order, T, H, pair, bound = (np.concatenate(parts) for parts in zip(*boxes, strict=True))
    return Boxes(order, T, H, pair, bound)


def least_quotient(A: Floats, k: int, rounds: int) -> float:
    """A lower bound of s_k(A), 0 < k < n, for A (m, n) with orthogonal columns but for rounding (else it is
    0).

    Each of the `rounds` halves the WIDTH parts with the least bounds: more of them narrow the gap to the
    best quotients.
    """
    if not _orthogonal(A):
        return 0.0
    rng = np.random.default_rng([k, *A.shape])
    boxes = _improved(A, _charts(A.shape[1], k), rng)
    for _ in range(rounds):
        order = np.argsort(boxes.bound, kind="stable")
        halves = _improved(A, _halved(A, boxes.pick(order[:WIDTH])), rng)
        boxes = joined([boxes.pick(order[WIDTH:]), halves])
    return float(boxes.bound.min())


def _orthogonal(A: Floats) -> bool:
    """|A_i'A_j| <= e |A|_F max(|A_i|, |A_j|), rounding included: then |sum h_i A_i| <= (sum |A_i|^2
    h_i^2)^(1/2) + n e |A|_F |h|.

    For the square of the left side is at most s^2 + 2 n e |A|_F |h| s, s the first term on the right.
    """
    n, lengths = A.shape[1], np.sqrt((A * A).sum(axis=0))
    products = np.abs(A.T @ A) + sum(A.shape) * 2.0**-50 * np.outer(lengths, lengths)
    allowed = ROUNDING / (2 * n) * np.sqrt((A * A).sum()) * np.maximum.outer(lengths, lengths)
    return bool((products <= allowed)[~np.eye(n, dtype=bool)].all())


def _charts(n: int, k: int) -> Boxes:
    d = n - k
    order = np.array([[*own, *(i for i in range(n) if i not in own)] for own in combinations(range(n), d)])
    T = np.zeros((len(order), k, d))
    return Boxes(order, T, np.ones_like(T), np.zeros((len(order), n + d)), np.zeros(len(order)))


def _halved(A: Floats, boxes: Boxes) -> Boxes:
    """Both halves of each, cut where H moves the image most."""
    k, d = boxes.T.shape[1:]
    each, H = np.arange(len(boxes.T)), boxes.H.reshape(-1, k * d)
    lengths = np.repeat(np.sqrt((A * A).sum(axis=0))[boxes.order[:, d:]], d, axis=1)
    spot = (lengths * H).argmax(axis=1)
    step = np.zeros_like(H)
    step[each, spot] = H[each, spot] / 2
    moved = step.reshape(boxes.T.shape)
    return joined([boxes._replace(T=boxes.T + way * moved, H=boxes.H - moved) for way in (1, -1)])


def _improved(A: Floats, boxes: Boxes, rng: np.random.Generator) -> Boxes:
    """The best of each part's pair, of pairs near it, of some from nowhere, and of some with q = 0."""
    own = boxes.pair[:, None]
    far = rng.standard_normal((len(own), TRIALS, own.shape[2]))
    near = own + far * SCALES[np.arange(TRIALS) % len(SCALES)][:, None]
    pairs = np.concatenate([own, near, far, _from_zero(boxes.T, far), _from_zero(boxes.T, near)], axis=1)
    bounds, lengths = _bounds(A, boxes, pairs)
    best, each = bounds.argmax(axis=1), np.arange(len(own))
    pair = pairs[each, best] / np.maximum(lengths[each, best], 1e-9)[:, None]
    return boxes._replace(pair=pair, bound=np.maximum(bounds[each, best], boxes.bound))


def _spread(T: Floats, f: Floats) -> Floats:
    """Xf = (f, Tf)."""
    return np.concatenate([f, f @ np.swapaxes(T, 1, 2)], axis=-1)


def _from_zero(T: Floats, pairs: Floats) -> Floats:
    """The pairs with q = 0: g = Xf."""
    f = pairs[..., -T.shape[2] :]
    return np.concatenate([_spread(T, f), f], axis=-1)


def _bounds(A: Floats, boxes: Boxes, pairs: Floats) -> tuple[Floats, Floats]:
    """For each pair (B, K, n + d) what it proves on its part, and (|p| + |q|) / 2."""
    d = boxes.T.shape[2]
    g, f = pairs[..., :-d], pairs[..., -d:]
    step = _spread(boxes.T, f)
    images = np.swapaxes(A.T[boxes.order], 1, 2)[:, None] @ np.stack([g + step, g - step], axis=-1)
    gap = np.maximum(images, 0.0) @ np.array([1.0, -1.0])
    moved = np.abs(f) @ np.swapaxes(boxes.H, 1, 2)
    stretch = np.sqrt((A * A).sum(axis=0))[boxes.order[:, d:]]
    size = float(np.sqrt((A * A).sum()))
    lengths = _norm(g + step) + _norm(g - step)
    rounding = ROUNDING * size * (lengths + _norm(moved) + _norm(g))
    least = _norm(gap) - 2 * _norm(moved * stretch[:, None]) - 4 * rounding
    return least / np.maximum(lengths + 2 * _norm(moved), 1e-9), lengths / 2


def _norm(X: Floats) -> Floats:
    norms: Floats = np.sqrt((X * X).sum(axis=-1))
    return norms


def least_on_lines(A: Floats) -> float:
    """At most s_1 of A (m, 2): but for 1e-6 |A|_F the least, over all lines, of the larger length."""
    size, half = float(np.sqrt((A * A).sum())), math.pi / (2 * ARCS)
    middles: Floats = np.arange(half, math.pi, 2 * half, dtype=np.float64)
    settled = math.inf
    for _ in range(HALVINGS):
        heights = _larger(A, middles)
        bounds = heights - size * (half + ROUNDING)
        left = bounds < min(settled, float(heights.min())) - FINE * size
        settled = min(settled, float(bounds[~left].min(initial=math.inf)))
        if not left.any():
            return max(0.0, settled)
        half /= 2
        middles = np.concatenate([middles[left] - half, middles[left] + half])
    return max(0.0, min(settled, float(bounds.min())))


def _larger(A: Floats, angles: Floats) -> Floats:
    """The larger of |ReLU(Ax)| and |ReLU(-Ax)|, x = (cos, sin) of each angle."""
    Y = A @ np.stack([np.cos(angles), np.sin(angles)])
    squares = (np.maximum(Y, 0.0) ** 2).sum(axis=0), (np.minimum(Y, 0.0) ** 2).sum(axis=0)
    larger: Floats = np.sqrt(np.maximum(*squares))
    return larger


TRUSTS = frozenset({"weyl", "ostrowski"})
SIDE_LIMIT = 5  # larger matrices get the a priori bounds alone, but for k = 0
STEPS = 60


def relu_singular_bounds(A: Any, slope: float = 0.0) -> list[Enclosure]:
    """[c s_{k+1}, s_{k+1}], c = sqrt((1 + slope^2) / 2), around every s_k of an m x n matrix of any size.

    `slope`, from -1 to 1, is that of the activation left of 0: 0 is ReLU, -1 the absolute value. ValueError
    for a slope outside, or where A is no matrix of finite real numbers.
    """
    if not -1 <= number("slope", slope) <= 1:
        raise ValueError(f"slope: {slope} is not between -1 and 1")
    exact = arguments.exact_matrix(A, "A")
    rank = exact.rank() if isinstance(exact, fmpq_mat) else min(exact.nrows(), exact.ncols())
    with ctx.workprec(64):
        share = ((1 + arb(slope) ** 2) / 2).sqrt()
        values = residual.singular_values(exact)
        return [_between(x * share, x) if k < rank else _zero() for k, x in enumerate(values)]


def _between(low: arb, high: arb) -> Enclosure:
    ends = bounds(low), bounds(high)
    if ends[0] is None or ends[1] is None:
        return WHOLE_LINE
    return Enclosure(max(ends[0][0], fmpq(0)), ends[1][1], trusts=TRUSTS)


def _zero() -> Enclosure:
    return Enclosure(fmpq(0), fmpq(0), trusts=TRUSTS)


def relu_singular_values(A: Any, rounds: int = 160, starts: int = 4) -> list[Enclosure]:
    """s_0, ..., s_{min(m, n) - 1} of an m x n matrix, enclosed.

    s_0 comes from `relu_norm`. For m, n <= 5 the others lie between what kernels forget (`rounds` of
    bisection) and F(A, L) for a fitted L (the best of `starts`); for larger sizes between s_{k+1} / sqrt(2)
    and s_{k+1}. ValueError where A is no matrix of finite real numbers, or rounds < 0 or starts < 1.
    """
    whole("rounds", rounds, 0)
    whole("starts", starts, 1)
    exact = arguments.exact_matrix(A, "A")
    found = relu_singular_bounds(exact)
    if max(exact.nrows(), exact.ncols()) <= NORM_LIMIT:
        found[0] = _common(found[0], relu_norm(exact))
    if max(exact.nrows(), exact.ncols()) <= SIDE_LIMIT and isinstance(exact, fmpq_mat):
        for k in range(1, len(found)):
            if found[k] != _zero():
                found[k] = _common(found[k], searched(exact, k, rounds, starts))
    return _descending(found)


def _common(x: Enclosure, y: Enclosure) -> Enclosure:
    """What both say."""
    lows = [end for end in (x.lo, y.lo) if end is not None]
    highs = [end for end in (x.hi, y.hi) if end is not None]
    return Enclosure(max(lows, default=None), min(highs, default=None), trusts=x.trusts | y.trusts)


def _descending(found: list[Enclosure]) -> list[Enclosure]:
    """s_{k+1} <= s_k carries upper ends on and lower ends back."""
    for k in range(1, len(found)):
        found[k] = _common(found[k], Enclosure(None, found[k - 1].hi))
    for k in range(len(found) - 1, 0, -1):
        found[k - 1] = _common(found[k - 1], Enclosure(found[k].lo, None))
    return found


def searched(
    A: fmpq_mat, k: int, rounds: int, starts: int, steps: int = STEPS, lipschitz: bool = True
) -> Enclosure:
    """s_k, k >= 1, between what kernels forget and F(A, L) for a fitted L, and by no bound in terms of
    s_{k+1}(A) if not `lipschitz`. An A of rank <= k has s_k = 0.
    """
    near = arguments.near(A)
    assert near is not None
    if A.rank() <= k:
        return _zero()
    (F,) = near.floats
    W, M = (arguments.exact_matrix(X, "factor") for X in fitted(F, k, starts, steps))
    above = relu_distance(A, W * M * fmpq(2) ** near.exponent, lipschitz=lipschitz)
    turned, error = _turned(F)
    low = least_quotient(turned, k, rounds)
    below = arguments.enclosure(low, low, near._replace(error=near.error + error))
    if A.ncols() == 2:
        line = least_on_lines(F)
        below = max(below, arguments.enclosure(line, line, near), key=lambda found: found.lo or fmpq(0))
    return Enclosure(below.lo, above.hi, trusts=below.trusts | above.trusts)


def _turned(F: Floats) -> tuple[Floats, fmpq]:
    """FQ without its zero columns, Q near the right singular vectors, and what s_k(FQ) may differ from
    s_k(F) by.

    If |Q'Q - I| <= d < 1, some orthogonal matrix is within d of Q, and s_k is 1-Lipschitz.
    """
    Q = np.linalg.svd(F)[2].T
    image = F @ Q
    image[:, min(F.shape) :] = 0.0
    with ctx.workprec(128):
        exact, turn = factors.from_floats(F), factors.from_floats(np.ascontiguousarray(Q))
        miss = norm_bound(exact * turn - factors.from_floats(np.ascontiguousarray(image)))
        ends = bounds(miss + norm_bound(exact) * residual.orthogonality_defect(turn))
    assert ends is not None
    return np.ascontiguousarray(image[:, : min(F.shape)]), ends[1]
