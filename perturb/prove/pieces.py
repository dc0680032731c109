"""Spectra of larger matrices that fall apart into pieces of at most two rows or columns."""

from __future__ import annotations

from itertools import combinations

from perturb.prove.path import Path, Scalar
from perturb.prove.ring import Unsupported
from perturb.prove.signs import LESS, SIDES
from perturb.prove.tables import entries, transpose
from perturb.prove.words import Column, Tableau


def pieces(A: Tableau) -> list[Tableau]:
    """The submatrices on the connected parts of rows and columns, by their first row, without rows of 0."""
    left = {i: {j for j, x in enumerate(row) if not x.num.is_zero()} for i, row in enumerate(A)}
    left = {i: columns for i, columns in left.items() if columns}
    found = []
    while left:
        first = min(left)
        rows, columns = {first}, left.pop(first)
        while joined := [i for i, own in left.items() if own & columns]:
            rows.update(joined)
            columns = columns.union(*[left.pop(i) for i in joined])
        found.append(Tableau([tuple(A[i][j] for j in sorted(columns)) for i in sorted(rows)]))
    for piece in found:
        if min(len(piece), len(piece[0])) > 2:
            raise Unsupported(f"the spectrum of a {len(piece)} x {len(piece[0])} matrix")
    return found


def whole(A: Tableau) -> bool:
    """Two rows or two columns that are one piece."""
    if min(len(A), len(A[0])) != 2:
        return False
    found = pieces(A)
    return len(found) == 1 and (len(found[0]), len(found[0][0])) == (len(A), len(A[0]))


def two_rows(path: Path, A: Tableau) -> Column:
    """(a + b) / 2 and (a - b) / 2 with a^2, b^2 = |A|_F^2 +- 2 e, e^2 the sum of the squared minors."""
    rows = A if len(A) == 2 else transpose(path, A)
    tops, den = path.common(entries(path, rows))
    first, second = tops[: len(rows[0])], tops[len(rows[0]) :]
    minors = [
        path.product(first[i], second[j]) - path.product(first[j], second[i])
        for i, j in combinations(range(len(first)), 2)
    ]
    size, e = path.squares(tops), path.root(path.squares(minors))
    a, b = path.root(size + 2 * e), path.root(size - 2 * e)
    return Column([Scalar((a + b) / 2, den), Scalar((a - b) / 2, den)])


def descending(path: Path, values: list[Scalar], count: int) -> Column:
    """Sorted by the path's answers, zeros added at the end."""
    found: list[Scalar] = []
    for x in values:
        k = 0
        while k < len(found) and path.ask(path.sub(found[k], x).num, SIDES) & LESS == 0:
            k += 1
        found.insert(k, x)
    return Column(found + [path.number(0)] * (count - len(found)))
