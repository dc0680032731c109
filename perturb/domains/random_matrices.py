"""Exact matrices of a kind from small fractions that somebody picks: a structure, a rank, a spectrum.

A complex m x n matrix X + iY is worked with as the real 2m x 2n matrix [[X, -Y], [Y, X]], which adds,
multiplies, transposes (to the adjoint) and inverts alike.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import Any

from flint import fmpq, fmpq_mat

STRUCTURES = (
    *("general", "symmetric", "skew", "psd", "orthogonal", "projection"),
    *("diagonal", "upper", "toeplitz", "circulant", "permutation", "nilpotent"),
)


@dataclass(frozen=True)
class Wanted:
    """What is asked for: a structure, or one of rank, singular values, eigenvalues, condition."""

    structure: str
    rank: int | None
    singular: tuple[Any, ...] | None
    eigen: tuple[Any, ...] | None
    condition: Any

    @property
    def square(self) -> bool:
        return self.structure != "general" or self.eigen is not None

    @property
    def values(self) -> tuple[Any, ...]:
        return self.singular or self.eigen or ()

    @property
    def least(self) -> int:
        """The least side there can be."""
        return max(1, self.rank or 0, 2 if self.condition is not None and self.condition != 1 else 1)

    def check(self) -> None:
        """ValueError for what does not go together."""
        given = {"rank": self.rank, "singular_values": self.singular, "eigenvalues": self.eigen}
        given |= {"condition": self.condition}
        named = [name for name, value in given.items() if value is not None]
        if len(named) > 1:
            raise ValueError(f"{' and '.join(named)} are given; one of them makes the matrix")
        both = self.structure == "symmetric" and named == ["eigenvalues"]
        if named and self.structure != "general" and not both:
            raise ValueError(f"structure = {self.structure!r} does not go with {named[0]}")
        if self.singular is not None and (not self.singular or min(self.singular) < 0):
            raise ValueError("singular_values are at least one number, none of them negative")
        if self.eigen is not None and not self.eigen:
            raise ValueError("eigenvalues are at least one number")
        if self.condition is not None and self.condition < 1:
            raise ValueError(f"condition = {self.condition} is below 1")
        if self.rank is not None and self.rank < 0:
            raise ValueError(f"rank = {self.rank} is negative")

    def fits(self, m: int, n: int) -> None:
        """ValueError where a matrix of this shape cannot be so."""
        if self.square and m != n:
            raise ValueError(f"a square matrix is asked for, and a shape of {m} x {n}")
        if self.rank is not None and self.rank > min(m, n):
            raise ValueError(f"rank = {self.rank} exceeds the sides of {m} x {n}")
        if self.values and len(self.values) != min(m, n):
            raise ValueError(f"{len(self.values)} values are given for {m} x {n}")
        if self.condition is not None and self.condition != 1 and min(m, n) < 2:
            raise ValueError(f"condition = {self.condition} takes two singular values, {m} x {n} has one")


@dataclass(frozen=True)
class Picks:
    """Where the numbers come from: `pick(kind)` a fraction, `permute(n)` an order of 0..n-1."""

    pick: Callable[[str], Fraction]
    permute: Callable[[int], Sequence[int]]
    complex: bool = False

    def dense(self, m: int, n: int) -> fmpq_mat:
        """A matrix of free entries, as a real one."""
        real = matrix(m, n, lambda i, j: self.pick("real"))
        return paired(real, matrix(m, n, lambda i, j: self.pick("real"))) if self.complex else real

    def identity(self, n: int) -> fmpq_mat:
        return matrix(n * (2 if self.complex else 1), n * (2 if self.complex else 1), lambda i, j: i == j)

    def diagonal(self, m: int, n: int, values: Sequence[Any]) -> fmpq_mat:
        """m x n with these real numbers on its diagonal."""
        real = matrix(m, n, lambda i, j: values[i] if i == j and i < len(values) else 0)
        return paired(real, matrix(m, n, lambda i, j: 0)) if self.complex else real

    def unitary(self, n: int) -> fmpq_mat:
        """(I - S)(I + S)^-1 of a skew S, which is orthogonal, its columns with signs (Cayley)."""
        skew = strict(self.dense(n, n), n) if n > 1 else self.diagonal(1, 1, [0])
        skew = skew - skew.transpose()
        one = self.identity(n)
        return (one - skew) * (one + skew).inv() * self.diagonal(n, n, [self.pick("sign") for _ in range(n)])


def build(wanted: Wanted, m: int, n: int, picks: Picks) -> tuple[fmpq_mat, fmpq_mat | None]:
    """The real and the imaginary part of a matrix as the wanted says; the second is None for a real one."""
    found = _spectral(wanted, m, n, picks)
    if found is None:
        found = _structured(wanted.structure, m, n, picks)
    return split(found, m, n) if picks.complex else (found, None)


def _spectral(wanted: Wanted, m: int, n: int, picks: Picks) -> fmpq_mat | None:
    if wanted.rank is not None:
        return _of_rank(wanted.rank, m, n, picks)
    if wanted.eigen is not None:
        return _with_eigenvalues(wanted, n, picks)
    values = wanted.singular
    if wanted.condition is not None:
        within = [1 + (wanted.condition - 1) * exact(picks.pick("unit")) for _ in range(min(m, n) - 2)]
        scale = exact(picks.pick("positive"))
        ends = [wanted.condition, fmpq(1)][: min(m, n)]
        values = tuple(scale * x for x in (ends[0], *within, *ends[1:]))
    if values is None:
        return None
    return picks.unitary(m) * picks.diagonal(m, n, values) * picks.unitary(n)


def _of_rank(rank: int, m: int, n: int, picks: Picks) -> fmpq_mat:
    """[I; X] D [I, Y] with D invertible, rows and columns permuted: the rank is that of D."""
    if rank == 0:
        return picks.diagonal(m, n, [])
    left = picks.diagonal(m, rank, [1] * rank) + lower_rows(picks.dense(m, rank), rank, m, rank)
    right = picks.diagonal(rank, n, [1] * rank) + lower_rows(picks.dense(n, rank), rank, n, rank).transpose()
    middle = picks.diagonal(rank, rank, [picks.pick("positive") for _ in range(rank)])
    return _order(m, picks) * left * middle * right * _order(n, picks)


def _with_eigenvalues(wanted: Wanted, n: int, picks: Picks) -> fmpq_mat:
    """Q D Q' for a symmetric matrix, P D P^-1 with P = L L' of unit triangular L for any."""
    assert wanted.eigen is not None
    D = picks.diagonal(n, n, wanted.eigen)
    if wanted.structure == "symmetric":
        Q = picks.unitary(n)
        return Q * D * Q.transpose()
    L = picks.identity(n) + strict(picks.dense(n, n), n)
    P = L * L.transpose()
    return P * D * P.inv()


def _structured(structure: str, m: int, n: int, picks: Picks) -> fmpq_mat:
    if structure in ("orthogonal", "permutation"):
        return picks.unitary(n) if structure == "orthogonal" else _order(n, picks)
    if structure == "projection":
        Q, bits = picks.unitary(n), [picks.pick("bit") for _ in range(n)]
        return Q * picks.diagonal(n, n, bits) * Q.transpose()
    A = picks.dense(m, n)
    if structure == "psd":
        return A * A.transpose()
    if structure in ("symmetric", "skew"):
        return A + A.transpose() if structure == "symmetric" else A - A.transpose()
    if structure == "nilpotent":
        order = _order(n, picks)
        return order * strict(A, n) * order.transpose()
    return each_part(A, m, n, KEPT[structure]) if structure in KEPT else A


Part = list[list[Any]]
KEPT: dict[str, Callable[[Part, int, int], Any]] = {
    "diagonal": lambda rows, i, j: rows[i][j] if i == j else 0,
    "upper": lambda rows, i, j: rows[i][j] if i <= j else 0,
    "strict": lambda rows, i, j: rows[i][j] if i < j else 0,
    "toeplitz": lambda rows, i, j: rows[0][j - i] if j >= i else rows[i - j][0],
    "circulant": lambda rows, i, j: rows[0][(j - i) % len(rows)],
}


def strict(A: fmpq_mat, n: int) -> fmpq_mat:
    """What stands above the diagonal."""
    return each_part(A, n, n, KEPT["strict"])


def lower_rows(A: fmpq_mat, first: int, m: int, n: int) -> fmpq_mat:
    """The rows from `first` on, zeros above them."""
    return each_part(A, m, n, lambda rows, i, j: rows[i][j] if i >= first else 0)


def each_part(A: fmpq_mat, m: int, n: int, entry: Callable[[Part, int, int], Any]) -> fmpq_mat:
    """A matrix made alike from the real and from the imaginary part."""
    parts = split(A, m, n) if A.nrows() == 2 * m else (A, None)
    made = [_made(x.tolist(), m, n, entry) for x in parts if x is not None]
    return made[0] if len(made) == 1 else paired(*made)


def _made(rows: Part, m: int, n: int, entry: Callable[[Part, int, int], Any]) -> fmpq_mat:
    return matrix(m, n, lambda i, j: entry(rows, i, j))


def _order(n: int, picks: Picks) -> fmpq_mat:
    order = list(picks.permute(n))
    real = matrix(n, n, lambda i, j: order[i] == j)
    return paired(real, matrix(n, n, lambda i, j: 0)) if picks.complex else real


def matrix(m: int, n: int, entry: Callable[..., Any]) -> fmpq_mat:
    return fmpq_mat(m, n, [exact(entry(i, j)) for i in range(m) for j in range(n)])


def exact(x: Any) -> fmpq:
    return fmpq(x.numerator, x.denominator) if isinstance(x, Fraction) else fmpq(x)


def paired(X: fmpq_mat, Y: fmpq_mat) -> fmpq_mat:
    m, n, x, y = X.nrows(), X.ncols(), X.tolist(), Y.tolist()
    rows = [[*x[i], *(-b for b in y[i])] for i in range(m)] + [[*y[i], *x[i]] for i in range(m)]
    return fmpq_mat(2 * m, 2 * n, [entry for row in rows for entry in row])


def split(A: fmpq_mat, m: int, n: int) -> tuple[fmpq_mat, fmpq_mat]:
    """X and Y of X + iY."""
    rows = A.tolist()
    return matrix(m, n, lambda i, j: rows[i][j]), matrix(m, n, lambda i, j: rows[m + i][j])
