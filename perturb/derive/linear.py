"""A polynomial as a nonnegative combination of others: a linear program, whose answer is made exact."""

from __future__ import annotations

import warnings
from collections.abc import Collection, Sequence
from fractions import Fraction
from typing import Any

import numpy as np
import scipy.optimize
import scipy.sparse
from flint import fmpq, fmpq_mat

from perturb.derive.checker.polynomials import Monomial, Poly, rational

SUPPORT, REWARD, LARGE, LEAST = 1e-9, 1e4, 40.0, 1e-3
ROUND = 24  # denominators of factors that are only told


def program(goal: Poly, columns: Sequence[tuple[Any, ...]]) -> tuple[dict[Monomial, int], Any, Any]:
    """The rows by monomials, the columns as a matrix, and the goal."""
    rows: dict[Monomial, int] = {m: k for k, m in enumerate(goal.terms)}
    at, to, values = list[int](), list[int](), list[float]()
    for j, (p, *_) in enumerate(columns):
        for m, c in p.terms.items():
            at.append(rows.setdefault(m, len(rows)))
            to.append(j)
            values.append(float(c))
    b = np.zeros(len(rows))
    for m, c in goal.terms.items():
        b[rows[m]] = float(c)
    return rows, scipy.sparse.coo_matrix((values, (at, to)), (len(rows), len(columns))).tocsc(), b


def solved(cost: Any, A: Any, b: Any, seconds: float, high: Any = None) -> Any:
    bounds = [(0, x) for x in high] if high is not None else (0, None)
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        options = {"time_limit": max(seconds, 0.05)}
        return scipy.optimize.linprog(cost, A_eq=A, b_eq=b, bounds=bounds, method="highs-ds", options=options)


def nearest(
    goal: Poly, columns: Sequence[tuple[Any, ...]], seconds: float
) -> tuple[float, dict[Monomial, float]]:
    """How far the nearest combination is from the goal, and what each monomial would be worth."""
    rows, _, found = _elastic(goal, columns, seconds)
    if found is None:
        return np.inf, {}
    distance = float(found.x[-2 * len(rows) :].sum())
    return distance, dict(zip(rows, map(float, found.eqlin.marginals), strict=True))


def _elastic(goal: Poly, columns: Sequence[tuple[Any, ...]], seconds: float) -> tuple[Any, ...]:
    """The rows, the columns of free factors and the solution of the program in which a rest may stay."""
    rows, A, b = program(goal, columns)
    free = [j for j, one in enumerate(columns) if one[1]]
    unit = scipy.sparse.identity(len(rows), format="csc")
    whole = scipy.sparse.hstack([A, -A[:, free], unit, -unit]).tocsc()
    if not whole.shape[1]:  # 0 > 0, of which there is nothing to combine
        return rows, free, None
    cost = np.concatenate([np.full(len(columns) + len(free), 1e-9), np.ones(2 * len(rows))])
    found = solved(cost, whole, b, seconds)
    return rows, free, None if found.x is None or found.status != 0 else found


def remainder(goal: Poly, columns: Sequence[tuple[Any, ...]], seconds: float) -> Poly | None:
    """What the nearest combination leaves, with factors that are round: if it is >= 0, so is the goal."""
    _, free, found = _elastic(goal, columns, seconds)
    if found is None:
        return None
    x = found.x[: len(columns)].copy()
    x[free] -= found.x[len(columns) : len(columns) + len(free)]
    for j, value in enumerate(x):
        if abs(value) > SUPPORT:
            goal = goal - columns[j][0].scaled(rational(Fraction(float(value)).limit_denominator(ROUND)))
    return goal


def combination(
    goal: Poly, columns: Sequence[tuple[Any, ...]], seconds: float, strict: Collection[int] = ()
) -> dict[int, fmpq] | None:
    """Factors by column with sum factor * column = goal; a factor is >= 0 but where the column says free.

    `strict`: columns of which one has a part in it at least.
    """
    if not columns:
        return None
    _, A, b = program(goal, columns)
    free = [j for j, one in enumerate(columns) if one[1]]
    A = scipy.sparse.hstack([A, -A[:, free]]).tocsc()  # both signs cost: few equations are used
    cost = [(0.3 if one[1] else 1.0) + 0.1 * len(one[0].terms) for one in columns]
    cost += [cost[j] for j in free]
    if strict:
        return _strict(goal, columns, seconds, strict, (cost, A, b))
    found = solved(cost, A, b, seconds)
    if found.x is None or found.status != 0:
        return None
    x = found.x[: len(columns)]
    x[free] -= found.x[len(columns) :]
    return exact(goal, columns, [j for j, value in enumerate(x) if abs(value) > SUPPORT])


def _strict(
    goal: Poly, columns: Sequence[tuple[Any, ...]], seconds: float, strict: Collection[int], whole: Any
) -> dict[int, fmpq] | None:
    """With a part of the column that can have the greatest, which is taken from the goal first."""
    cost, A, b = whole
    own = sorted(strict)
    whole = scipy.sparse.hstack([A, A[:, own]]).tocsc()  # once more, of which a little is worth much
    high = np.concatenate([np.full(len(cost), np.inf), np.ones(len(own))])
    found = solved([*cost, *[-REWARD] * len(own)], whole, b, seconds, high)
    if found.x is None or found.status != 0:
        return None
    parts = dict(zip(own, found.x[len(cost) :], strict=True))
    j = max(own, key=lambda k: (parts[k], -k))
    part = fmpq(1)
    while float(part) > parts[j]:
        part /= 2
        if float(part) < LEAST:
            return None
    rest = goal - columns[j][0].scaled(part)
    others = combination(rest, columns, seconds) if rest else {}
    return None if others is None else {**others, j: others.get(j, fmpq(0)) + part}


def tightest(
    goal: Poly, columns: Sequence[tuple[Any, ...]], base: Sequence[tuple[Poly, float]], seconds: float
) -> dict[int, fmpq] | None:
    """Factors by column such that sum factor * column is goal + U, with U in the monomials of `base` as small
    as it can be where these have the values that are given."""
    every = [*columns, *[(m, True) for m, _ in base]]
    _, A, b = program(goal, every)
    free = [j for j, one in enumerate(columns) if one[1]]
    A = scipy.sparse.hstack([A, -A[:, free], -A[:, len(columns) :]]).tocsc()
    values = np.array([value for _, value in base])
    plain = np.full(len(columns), 1e-6)
    cost = np.concatenate([plain, -values, np.full(len(free), 1e-6), values])
    high = np.concatenate([np.full(len(columns), np.inf), np.full(len(base), LARGE)])
    high = np.concatenate([high, np.full(len(free), np.inf), np.full(len(base), LARGE)])
    found = solved(cost, A, b, seconds, high)
    if found.x is None or found.status != 0:
        return None
    x = found.x[: len(every)].copy()
    x[free] -= found.x[len(every) : len(every) + len(free)]
    x[len(columns) :] -= found.x[len(every) + len(free) :]
    if np.abs(x[len(columns) :]).max(initial=0) > LARGE / 2:
        return None
    chosen = exact(goal, every, [j for j, value in enumerate(x) if abs(value) > SUPPORT])
    return None if chosen is None else {j: c for j, c in chosen.items() if j < len(columns)}


def exact(goal: Poly, columns: Sequence[tuple[Any, ...]], kept: list[int]) -> dict[int, fmpq] | None:
    """The solution on these columns, by row reduction; None where it is none or a factor is negative."""
    rows: dict[Monomial, int] = {}
    for p in (goal, *[columns[j][0] for j in kept]):
        for m in p.terms:
            rows.setdefault(m, len(rows))
    if not rows:
        return {}
    matrix = fmpq_mat(len(rows), len(kept) + 1)
    for k, p in enumerate([*[columns[j][0] for j in kept], goal]):
        for m, c in p.terms.items():
            matrix[rows[m], k] = c
    reduced, rank = matrix.rref()
    solution = dict[int, fmpq]()
    for i in range(rank):
        lead = next(j for j in range(len(kept) + 1) if reduced[i, j] != 0)
        if lead == len(kept):
            return None
        value = reduced[i, len(kept)]
        solution[kept[lead]] = value
    if any(x < 0 and not columns[j][1] for j, x in solution.items()):
        return None
    return {j: x for j, x in solution.items() if x}
