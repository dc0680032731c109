"""Larger matrices whose entries that are not 0 fall apart into pieces of at most two rows or columns."""

from __future__ import annotations

from itertools import combinations

from perturb.prove.checker.matrices import Matrix, planar
from perturb.prove.checker.paths import Trail
from perturb.prove.checker.polynomials import Poly


def connected(A: Matrix) -> list[tuple[list[int], list[int]]]:
    """The connected parts of rows and columns, by their first row, without rows of 0."""
    groups: list[tuple[set[int], set[int]]] = []
    for i, row in enumerate(A):
        columns = {j for j, x in enumerate(row) if x.n}
        meeting = [group for group in groups if group[1] & columns]
        groups = [group for group in groups if not group[1] & columns]
        if columns:
            groups.append(({i}.union(*[g[0] for g in meeting]), columns.union(*[g[1] for g in meeting])))
    return sorted((sorted(rows), sorted(columns)) for rows, columns in groups)


def pieces(A: Matrix) -> list[Matrix]:
    """The submatrices on the connected parts: each a row, a column, or of two rows or two columns."""
    found = [Matrix([A[i][j] for j in columns] for i in rows) for rows, columns in connected(A)]
    return [piece if min(piece.m, piece.n) <= 2 else planar(piece) for piece in found]


def whole(A: Matrix) -> bool:
    """Two rows or two columns that are one piece."""
    return min(A.m, A.n) == 2 and connected(A) == [(list(range(A.m)), list(range(A.n)))]


def minors(path: Trail, tops: list[Poly]) -> list[Poly]:
    """Of a matrix of two rows."""
    columns = list(zip(tops[: len(tops) // 2], tops[len(tops) // 2 :], strict=True))
    return [path.times(a, d) - path.times(c, b) for (a, b), (c, d) in combinations(columns, 2)]
