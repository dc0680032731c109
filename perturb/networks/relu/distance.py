"""How far two ReLU layers without bias are apart, F(A, L) = max over |x| <= 1 of |ReLU(Ax) - ReLU(Lx)|,
enclosed.

F is a metric on matrices of one shape up to what ReLU forgets: F(A, L) <= |A - L| (ReLU is 1-Lipschitz), it
obeys the triangle inequality, hence |F(A, L) - F(A', L')| <= |A - A'| + |L - L'|, which pays for every
rounding of the inputs here. F(A, L) >= |A - L| / 2, because u - v = (ReLU(u) - ReLU(v)) - (ReLU(-u) -
ReLU(-v)); F(cA, cL) = c F(A, L) for c >= 0; F(PAQ, PLQ) = F(A, L) for a permutation P and an orthogonal Q;
F(A, 0) = s_0(A), which is NP-hard already (`norm`).

Three ways: over the faces of the arrangement (`faces`) for up to 6 rows in which A and L differ, by branch
and bound over cones (`cones`) up to 24 rows, beyond by the first bound of the latter; always the better of
that and |A - L|.
"""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np
from flint import fmpq, fmpq_mat

from perturb.enclosure import WHOLE_LINE, Enclosure
from perturb.networks.relu import arguments, cones, faces
from perturb.networks.relu.definite import Floats, certified_top
from perturb.networks.relu.norm import relu_norm
from perturb.networks.relu.two_layers import best_point
from perturb.numbers.residual import norm_bound
from perturb.numbers.scalar import Matrix, as_matrix_balls, bounds

FACES_ROWS, CONES_ROWS = 6, 24
WIDE = (
    1e-6  # relative; a wider result of the faces is due to ties, which a small change of the matrices breaks
)
CHANGE = 2.0**-27
SIDE_LIMIT, SECONDS = 300, 1.5e-6  # and what a side of 1 would cost, cubed
FINE, COARSE = 1e-3, 2e-2
NEGLIGIBLE = 1e-12  # relative: smaller singular values of floats are taken for a missing rank


class Pair(NamedTuple):
    """Matrices of floats up to 1 in size without common rows, and their rows a_1, l_1, a_2, ... exactly."""

    A: Floats
    L: Floats
    exact: fmpq_mat


def relu_distance(A: Any, L: Any, lipschitz: bool = True) -> Enclosure:
    """F(A, L) of two m x n matrices: to about 1e-9 for up to 6 rows (1e-7 where there are ties), 1e-3 up to
    8, 2e-2 to 12.

    The widths are what is aimed at; the ends hold in any case. Matrices are arrays, nested lists or
    matrices of flint; ValueError where they are no matrices of finite real numbers, or of different shapes,
    or with a side beyond 300. Without `lipschitz` nothing rests on ReLU's being 1-Lipschitz, where the
    matrices are of floats: what is to be proved with this should not.
    """
    left, right = arguments.pair(A, L)
    arguments.refuse_large(left, "A", SIDE_LIMIT, SECONDS)
    if isinstance(right, fmpq_mat) and right == right * 0:
        return relu_norm(left)
    (left, slip), (right, slide) = _of_exact_rank(left), _of_exact_rank(right)
    near = arguments.near(left, right)
    if near is None:
        return WHOLE_LINE
    problem = _problem(near, left, right)
    ends = _ends(problem, lipschitz) if len(problem.A) else (0.0, 0.0)
    scale = fmpq(2) ** -near.exponent
    exactly = near._replace(error=near.error + (slip + slide) * scale)
    return arguments.enclosure(*ends, exactly, lipschitz and len(problem.A) > 0)


def _of_exact_rank(A: Matrix) -> tuple[Matrix, fmpq]:
    """A, or a product of thin factors near a matrix that lacks rank but for rounding, and how far that is
    from A.
    """
    if not isinstance(A, fmpq_mat):
        return A, fmpq(0)
    one = arguments.near(A)
    assert one is not None
    (F,) = one.floats
    U, d, V = np.linalg.svd(F, full_matrices=False)
    rank = int((d > NEGLIGIBLE * d[0]).sum())
    if rank == len(d) or A.rank() <= rank:
        return A, fmpq(0)
    W, M = (arguments.exact_matrix(X, "factor") for X in (U[:, :rank] * d[:rank], V[:rank]))
    product = W * M * fmpq(2) ** one.exponent
    ends = bounds(norm_bound(as_matrix_balls(A - product)))
    assert ends is not None
    return product, ends[1]


def _problem(near: arguments.Rounded, *pair: Matrix) -> Pair:
    """Rows that A and L share are left out. Of balls the floats are taken: how far these are is known."""
    different = np.flatnonzero((near.floats[0] != near.floats[1]).any(axis=1))
    A, L = (F[different] for F in near.floats)
    scale = fmpq(2) ** -near.exponent
    rows = [
        [X[i, j] * scale for j in range(X.ncols())] if isinstance(X, fmpq_mat) else _exact(F[i])
        for i in different.tolist()
        for X, F in zip(pair, near.floats, strict=True)
    ]
    return Pair(A, L, fmpq_mat(rows) if rows else fmpq_mat(0, 0))


def _exact(row: Floats) -> list[fmpq]:
    return [fmpq(*x.as_integer_ratio()) for x in row.tolist()]


def _ends(problem: Pair, lipschitz: bool) -> tuple[float, float]:
    m = len(problem.A)
    lower, upper = _by_faces(problem, lipschitz) if m <= FACES_ROWS else _by_cones(problem)
    return lower, min(upper, _lipschitz(problem.A - problem.L)) if lipschitz else upper


def _by_faces(problem: Pair, lipschitz: bool) -> tuple[float, float]:
    lower, upper = faces.largest(*problem, best_point(problem.A, problem.L, 20 * len(problem.A)))
    if upper <= lower * (1 + WIDE):
        return lower, upper
    if lipschitz:
        changed, change = _changed(problem)
        low, high = faces.largest(*changed, best_point(changed.A, changed.L, 20 * len(problem.A)))
        lower, upper = max(lower, low - change), min(upper, high + change)
    if upper > lower * (1 + FINE):
        low, high = _by_cones(problem)
        lower, upper = max(lower, low), min(upper, high)
    return lower, upper


def _changed(problem: Pair) -> tuple[Pair, float]:
    """A(I + E) and L(I + E') for small E, E', and a bound of how far they are: dependent rows stay so, ties
    do not.
    """
    rng = np.random.default_rng(problem.A.size)
    m, n = problem.A.shape
    rows: list[fmpq_mat] = []
    change = 0.0
    for k, X in enumerate((problem.A, problem.L)):
        E = CHANGE * rng.uniform(-1, 1, (n, n))
        old = fmpq_mat(m, n, [problem.exact[2 * i + k, j] for i in range(m) for j in range(n)])
        rows.append(old + old * fmpq_mat(n, n, _exact(E.ravel())))
        change += float(np.sqrt((X * X).sum() * (E * E).sum())) * (1 + 2.0**-20)
    return _problem_of(*rows), change + 2.0**-48 * np.sqrt(m * n)


def _problem_of(A: fmpq_mat, L: fmpq_mat) -> Pair:
    """The problem of two exact matrices with entries of order one."""
    left, right = (np.array([float(x) for x in X.entries()]).reshape(X.nrows(), -1) for X in (A, L))
    rows = [row for pair in zip(A.tolist(), L.tolist(), strict=True) for row in pair]
    return Pair(left, right, fmpq_mat(rows))


def _by_cones(problem: Pair) -> tuple[float, float]:
    """Beyond 24 rows the root alone is tried: a bound, no search."""
    A, L, _ = problem
    x = best_point(A, L, 200)
    tolerance = FINE if len(A) <= 8 else COARSE
    return cones.largest(A, L, x, tolerance, 20_000 if len(A) <= CONES_ROWS else 0)


def _lipschitz(D: Floats) -> float:
    """|D| from above."""
    D = D if len(D) <= len(D[0]) else D.T
    slack = 8 * (sum(D.shape) + 8) * 2.0**-52 * float((D * D).sum())
    return float(np.nextafter(np.sqrt(certified_top(D @ D.T, slack)), np.inf))
