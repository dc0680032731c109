"""Larger matrices whose entries that are not 0 fall apart into pieces of at most two rows or columns."""

from __future__ import annotations

from fractions import Fraction
from itertools import combinations
from typing import Any

from perturb.prove.checker.matrices import Matrix, planar
from perturb.prove.checker.paths import NEG, SIDES, Ratio, number
from perturb.prove.checker.polynomials import plus, scale


def pieces(A: Matrix) -> list[Matrix]:
    """The submatrices on the connected parts of rows and columns, by their first row, without rows of 0."""
    groups: list[tuple[set[int], set[int]]] = []
    for i, row in enumerate(A):
        columns = {j for j, x in enumerate(row) if x.n}
        meeting = [group for group in groups if group[1] & columns]
        rows = {i}.union(*[group[0] for group in meeting])
        kept = [group for group in groups if not group[1] & columns]
        groups = [*kept, (rows, columns.union(*[group[1] for group in meeting]))] if columns else groups
    groups.sort(key=lambda group: min(group[0]))
    return [Matrix([A[i][j] for j in sorted(columns)] for i in sorted(rows)) for rows, columns in groups]


def values(F: Any, A: Matrix) -> list[Ratio]:
    """The singular values of all pieces, in their order, without those that are 0 by their number."""
    return [x for piece in pieces(A) for x in F.singular(thin(F, piece))]


def thin(F: Any, A: Matrix) -> Matrix:
    """A piece that has a rule: a row, a column, 2 x 2, or two rows or two columns."""
    return A if min(A.m, A.n) <= 2 else planar(A)


def two_rows(F: Any, A: Matrix) -> list[Ratio]:
    """(a + b) / 2 and (a - b) / 2 with a^2, b^2 = |A|_F^2 +- 2 e, e^2 the sum of the squared minors."""
    rows = A if A.m == 2 else A.mirrored
    tops, d = F.together(*rows.all)
    first, second = tops[: rows.n], tops[rows.n :]
    minors = [
        plus(F.times(first[i], second[j]), F.times(first[j], second[i]), -1)
        for i, j in combinations(range(rows.n), 2)
    ]
    size, e = F.squares(tops), F.root(F.squares(minors))
    a, b = F.root(plus(size, e, 2)), F.root(plus(size, e, -2))
    return [Ratio(scale(plus(a, b, sign), Fraction(1, 2)), d) for sign in (1, -1)]


def descending(F: Any, A: Matrix) -> list[Ratio]:
    """All singular values, sorted by the path's answers."""
    found: list[Ratio] = []
    for x in values(F, A):
        k = 0
        while k < len(found) and F.ask(F.sub(found[k], x).n, SIDES) & NEG == 0:
            k += 1
        found.insert(k, x)
    return found + [number(0)] * (min(A.m, A.n) - len(found))
