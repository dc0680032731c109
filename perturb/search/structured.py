"""The dictionary where classical counterexamples live: special matrices of each size up to 12, exactly.

0/1 and sign matrices, permutations, Hadamard and conference matrices, circulants, Toeplitz, Jordan blocks,
graphs, rank-one updates, companions, doubly stochastic matrices, Pascal, Hilbert, Frank, tensor products
and direct sums of what is good at n = 2. Every entry is a rational number; nothing is random.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from fractions import Fraction
from functools import cache
from math import comb

import numpy as np

from perturb.domains.exact import rational
from perturb.domains.space import Param

LARGEST = 12
Rows = tuple[tuple[Fraction, ...], ...]
Rule = Callable[[int, int], int | Fraction]
GOOD = (  # at n = 2
    ((1, 1), (1, -1)),
    ((0, 1), (0, 0)),
    ((0, 1), (1, 0)),
    ((0, 1), (-1, 0)),
    ((1, 1), (0, 1)),
    ((1, 0), (0, 0)),
)


@cache
def structured(m: int, n: int) -> tuple[Rows, ...]:
    """Special m x n matrices without repetition, none above n = 12; rectangular ones are cut out."""
    side = max(m, n)
    if side > LARGEST:
        return ()
    found = [*_by_rule(side), *_graphs(side), *_orthogonal(side), *_made_of_two(side)]
    return tuple(dict.fromkeys(tuple(row[:n] for row in rows[:m]) for rows in found))


@cache
def allowed(param: Param, shape: tuple[int, int]) -> tuple[Rows, ...]:
    """Those whose entries a parameter may take."""
    every = structured(*shape)
    return tuple(rows for rows in every if all(param.allows(rational(x)) for row in rows for x in row))


def _rows(n: int, rule: Rule) -> Rows:
    return tuple(tuple(Fraction(rule(i, j)) for j in range(n)) for i in range(n))


def _by_rule(n: int) -> Iterator[Rows]:
    """Entries given by their places: circulants, Toeplitz, Jordan, companions, updates, Pascal and others."""
    one, half = Fraction(1), Fraction(1, 2)
    rules: list[Rule] = [
        lambda i, j: int(j == (i + 1) % n),  # a cyclic permutation
        lambda i, j: int(i + j == n - 1),  # the reversal
        lambda i, j: int(j == (1 - i if i < 2 else i)),  # an exchange
        lambda i, j: int(i == j) + int(j == (i + 1) % n),
        lambda i, j: int(j == (i + 1) % n) - int(i == (j + 1) % n),
        lambda i, j: half * (int(i == j) + int(j == (i + 1) % n)),  # doubly stochastic
        lambda i, j: one / n,
        lambda i, j: int(i == j) - one / n,
        lambda i, j: 2 * int(i == j) - int(abs(i - j) == 1),  # Toeplitz
        lambda i, j: int(j > i) - int(j < i),
        lambda i, j: int(j >= i),
        lambda i, j: int(i == j) - int(j > i),
        lambda i, j: int(i - j <= 1) * max(n - max(i, j), 0),  # Frank
        lambda i, j: int(j == i + 1),  # Jordan
        lambda i, j: int(j == i) + int(j == i + 1),
        lambda i, j: int(j == i + 1 and j != n // 2),  # two blocks
        lambda i, j: int(i == j + 1) + int(i == 0 and j >= n - 2),  # companions
        lambda i, j: int(i == j + 1) + int(i == 0),
        lambda i, j: 1 + int(i == j),  # updates of rank one
        lambda i, j: n * int(i == j) - 1,
        lambda i, j: int(i == 0),
        lambda i, j: int(i == 0) + int(i == j),
        lambda i, j: int(i == 0 or j == 0) * (1 if i == j == 0 else -1) + int(i == j > 0),
        lambda i, j: comb(i + j, i),  # Pascal
        lambda i, j: comb(i, j),
        lambda i, j: one / (i + j + 1),  # Hilbert
        lambda i, j: min(i, j) + 1,
        lambda i, j: 1 if (i + j) % 2 else -1,  # signs, 0 and 1
        lambda i, j: -1 if i == j else 1,
        lambda i, j: int((i * j) % 2 == 0),
        lambda i, j: int(i == j < (n + 1) // 2) - int(i == j >= (n + 1) // 2),
    ]
    return (_rows(n, rule) for rule in rules)


def _graphs(n: int) -> Iterator[Rows]:
    """Adjacency and Laplacian of paths, cycles, stars, complete and complete bipartite graphs, Petersen's."""
    edges: list[Callable[[int, int], bool]] = [
        lambda i, j: abs(i - j) == 1,
        lambda i, j: i != j and (i - j) % n in (1, n - 1),
        lambda i, j: i != j and 0 in (i, j),
        lambda i, j: i != j,
        lambda i, j: (i < n // 2) != (j < n // 2),
    ]
    if n == 10:
        edges.append(_petersen)
    for joined in edges:
        degrees = [sum(joined(i, j) for j in range(n)) for i in range(n)]
        yield _rows(n, lambda i, j, joined=joined: int(joined(i, j)))  # type: ignore[misc]
        yield _rows(n, lambda i, j, joined=joined, d=degrees: d[i] * int(i == j) - int(joined(i, j)))  # type: ignore[misc]


def _petersen(i: int, j: int) -> bool:
    """An outer five-cycle, an inner one of step 2, and spokes."""
    if (i < 5) != (j < 5):
        return i % 5 == j % 5
    return (i - j) % 5 in ((1, 4) if i < 5 else (2, 3))


def _orthogonal(n: int) -> Iterator[Rows]:
    """Hadamard matrices of Sylvester and Paley, conference matrices of Paley."""
    if n & (n - 1) == 0:
        yield _rows(n, lambda i, j: (-1) ** (i & j).bit_count())
    q = n - 1
    if q not in (3, 5, 7, 11):
        return
    squares = {x * x % q for x in range(1, q)}

    def conference(i: int, j: int) -> int:
        """Symmetric for q = 1 mod 4, skew for q = 3 mod 4."""
        if i == j:
            return 0
        if 0 in (i, j):
            return 1 if i == 0 or q % 4 == 1 else -1
        return 1 if (j - i) % q in squares else -1

    yield _rows(n, conference)
    if q % 4 == 3:
        yield _rows(n, lambda i, j: conference(i, j) + int(i == j))  # Hadamard


def _made_of_two(n: int) -> Iterator[Rows]:
    """What is good at n = 2, beside zeros, ones and itself, and times I or J from either side."""
    for X in GOOD if n > 2 else ():
        inside = lambda i, j, X=X: X[i][j] if max(i, j) < 2 else 0  # noqa: E731
        yield _rows(n, inside)
        yield _rows(n, lambda i, j, f=inside: f(i, j) + int(i == j > 1))  # type: ignore[misc]
        if n % 2:
            continue
        half = n // 2
        yield _rows(n, lambda i, j, X=X: X[i % 2][j % 2] * int(i // 2 == j // 2))  # type: ignore[misc]
        yield _rows(n, lambda i, j, X=X, h=half: X[i // h][j // h] * int(i % h == j % h))  # type: ignore[misc]
        yield _rows(n, lambda i, j, X=X: X[i % 2][j % 2])  # type: ignore[misc]


def as_floats(matrices: tuple[Rows, ...]) -> np.ndarray:
    """A batch (count, m, n) of the nearest float64 numbers."""
    return np.array([[[float(x) for x in row] for row in rows] for rows in matrices])
