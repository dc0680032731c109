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
"""

from __future__ import annotations

from typing import Any

import numpy as np
from flint import arb, ctx, fmpq, fmpq_mat

from perturb.enclosure import WHOLE_LINE, Enclosure
from perturb.networks.relu import matrices
from perturb.networks.relu.arguments import number, whole
from perturb.networks.relu.definite import Floats
from perturb.networks.relu.distance import relu_distance
from perturb.networks.relu.fit import fitted
from perturb.networks.relu.kernels import least_on_lines, least_quotient
from perturb.networks.relu.norm import SIDE_LIMIT as NORM_LIMIT
from perturb.networks.relu.norm import relu_norm
from perturb.numbers import factors, residual
from perturb.numbers.residual import norm_bound
from perturb.numbers.scalar import bounds

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
    exact = matrices.matrix(A, "A")
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
    `kernels`) and F(A, L) for a fitted L (the best of `starts`); for larger sizes between s_{k+1} / sqrt(2)
    and s_{k+1}. ValueError where A is no matrix of finite real numbers, or rounds < 0 or starts < 1.
    """
    whole("rounds", rounds, 0)
    whole("starts", starts, 1)
    exact = matrices.matrix(A, "A")
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
    near = matrices.near(A)
    assert near is not None
    if A.rank() <= k:
        return _zero()
    (F,) = near.floats
    W, M = (matrices.matrix(X, "factor") for X in fitted(F, k, starts, steps))
    above = relu_distance(A, W * M * fmpq(2) ** near.exponent, lipschitz=lipschitz)
    turned, error = _turned(F)
    low = least_quotient(turned, k, rounds)
    below = matrices.enclosure(low, low, near._replace(error=near.error + error))
    if A.ncols() == 2:
        line = least_on_lines(F)
        below = max(below, matrices.enclosure(line, line, near), key=lambda found: found.lo or fmpq(0))
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
