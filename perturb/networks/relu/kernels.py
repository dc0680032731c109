"""Lower bounds of ReLU singular values, from what any L of rank <= k must forget.

Let V be the kernel of L, or n - k dimensions of it. If p - q lies in V then Lp = Lq, so
    |ReLU(Ap) - ReLU(Aq)| <= |ReLU(Ap) - ReLU(Lp)| + |ReLU(Lq) - ReLU(Aq)| <= F(A, L) (|p| + |q|):
F(A, L) is at least every quotient |ReLU(Ap) - ReLU(Aq)| / (|p| + |q|), q = 0 among them, and s_k(A) at
least the least, over all V, of the best quotient. With q = 0 and p = x or -x in V alone this gives s_k >=
s_{k+1} / sqrt(2), in the usual numbering of singular values from 1 (`singular`).

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
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from perturb.networks.relu.definite import Floats

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
