"""A polynomial as a nonnegative combination of others: a linear program, whose answer is made exact."""

from __future__ import annotations

import warnings
from collections.abc import Sequence

import numpy as np
import scipy.optimize
import scipy.sparse
from flint import fmpq, fmpq_mat

from perturb.derive.checker.polynomials import Monomial, Poly

SUPPORT = 1e-9


def combination(
    goal: Poly, columns: Sequence[tuple[Poly, bool]], seconds: float
) -> dict[int, fmpq] | None:
    """Factors by column with sum factor * column = goal; a factor is >= 0 but where the column says free."""
    rows: dict[Monomial, int] = {m: k for k, m in enumerate(goal.terms)}
    at, to, values = list[int](), list[int](), list[float]()
    for j, (p, _) in enumerate(columns):
        for m, c in p.terms.items():
            at.append(rows.setdefault(m, len(rows)))
            to.append(j)
            values.append(float(c))
    if not columns:
        return None
    A = scipy.sparse.coo_matrix((values, (at, to)), (len(rows), len(columns))).tocsr()
    b = np.zeros(len(rows))
    for m, c in goal.terms.items():
        b[rows[m]] = float(c)
    free = [j for j, (_, either) in enumerate(columns) if either]
    A = scipy.sparse.hstack([A, -A[:, free]]).tocsr()  # both signs cost: few equations are used
    cost = [(0.3 if either else 1.0) + 0.1 * len(p.terms) for p, either in columns]
    cost += [cost[j] for j in free]
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        found = scipy.optimize.linprog(
            cost, A_eq=A, b_eq=b, method="highs-ds", options={"time_limit": max(seconds, 0.05)}
        )
    if found.x is None or found.status != 0:
        return None
    x = found.x[: len(columns)]
    x[free] -= found.x[len(columns) :]
    return exact(goal, columns, [j for j, value in enumerate(x) if abs(value) > SUPPORT])


def exact(goal: Poly, columns: Sequence[tuple[Poly, bool]], kept: list[int]) -> dict[int, fmpq] | None:
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
