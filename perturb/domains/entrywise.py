"""Domains by entries: nonnegative matrices, masks, graphs, stochastic and totally nonnegative matrices.

Dominant diagonals: M-matrices, H-matrices, diagonally dominant ones, Laplacians.
"""

from __future__ import annotations

from typing import Any

from perturb.domains.domain import Domain, domain_of, rectangular, vector
from perturb.domains.space import Param, Space, as_typed, declared
from perturb.domains.structured import symmetric, symmetric_member
from perturb.vocab import (
    I,
    T,
    banded,
    cols,
    column_sums,
    diag,
    diagonal,
    entries,
    entrywise_abs,
    hadamard,
    inv,
    larger,
    largest,
    least_minor,
    length,
    ones_matrix,
    row_sums,
    strict_lower,
    strict_upper,
    total,
)
from perturb.vocab.grammar.kinds import Kind
from perturb.vocab.grammar.tree import Expr, const
from perturb.vocab.relations.order import Given, given


def nonnegative(rows: str = "n", cols: str = "n", count: int = 1, **ranges: Any) -> Domain:
    """Real matrices with no negative entry, square by default."""
    return domain_of(_nonnegative(rows, cols), count, ranges)


def _nonnegative(rows: str, cols: str) -> Space:
    return Space(
        Kind.MATRIX,
        (rows, cols),
        {"X": Param((rows, cols), "nonneg")},
        lambda X: X,
        lambda A: [given(0, "<=", entries(A))],
        rf"0 \le {{0}} \in \mathbb{{R}}^{{{rows} \times {cols}}}",
        rectangular(rows, cols).spaces["_0"],
    )


def mask(low: Any = 0, rows: str = "n", cols: str = "n", count: int = 1, **ranges: Any) -> Domain:
    """Real matrices with every entry in [low, 1], 0 <= low < 1."""
    alpha = declared(low)
    if not 0 <= alpha < 1:
        raise ValueError(f"mask: low = {low} is not in [0, 1)")
    space = Space(
        Kind.MATRIX,
        (rows, cols),
        {"X": Param((rows, cols), "unit")},
        lambda X: const(alpha) * _all_ones(X) + const(1 - alpha) * X,
        lambda A: [given(alpha, "<=", entries(A), "<=", 1)],
        rf"{{0}} \in [{alpha}, 1]^{{{rows} \times {cols}}}",
        rectangular(rows, cols).spaces["_0"],
        shown=rf"{{0}} \in [{as_typed(alpha)}, 1]^{{{rows} \times {cols}}}",
    )
    return domain_of(space, count, ranges)


def _all_ones(X: Expr) -> Expr:
    return ones_matrix.node(cols.node(T(X)), cols.node(X))


def binary(rows: str = "n", cols: str = "n", count: int = 1, **ranges: Any) -> Domain:
    """Matrices with entries 0 and 1."""
    space = Space(
        Kind.MATRIX,
        (rows, cols),
        {"X": Param((rows, cols), "bit")},
        lambda X: X,
        _binary,
        rf"{{0}} \in \{{0, 1\}}^{{{rows} \times {cols}}}",
        rectangular(rows, cols).spaces["_0"],
    )
    return domain_of(space, count, ranges)


def _binary(A: Expr) -> list[Given]:
    return [given(entries(hadamard(A, A)), "==", entries(A))]


def graph(size: str = "n", count: int = 1, **ranges: Any) -> Domain:
    """Adjacency matrices of simple graphs on n vertices: symmetric, 0 and 1, zero diagonal."""
    space = Space(
        Kind.MATRIX,
        (size, size),
        {"X": Param((size, size), "bit")},
        lambda X: strict_upper(X) + T(strict_upper(X)),
        lambda A: [*symmetric_member(A), *_binary(A), given(diagonal(A), "==", 0)],
        rf"{{0}} = {{0}}^T \in \{{0, 1\}}^{{{size} \times {size}}},\ \mathrm{{diagonal}}\ 0",
        symmetric(size).spaces["_0"],
    )
    return domain_of(space, count, ranges)


def doubly_stochastic(size: str = "n", count: int = 1, **ranges: Any) -> Domain:
    """Doubly stochastic n x n matrices: no negative entry, every row and column sums to 1.

    J/n + (t/n) C / max(1, -least entry of C), C the part of nX with zero sums: t = 1 is the boundary, and a
    permutation matrix X gives itself there.
    """
    space = Space(
        Kind.MATRIX,
        (size, size),
        {"X": Param((size, size)), "t": Param((), "unit")},
        _doubly_stochastic,
        lambda A: [given(0, "<=", entries(A)), given(row_sums(A), "==", 1), given(column_sums(A), "==", 1)],
        rf"{{0}} \in \Omega_{{{size}}}",
        _nonnegative(size, size),
        shown=rf"{{0}} \in \Omega_{{{size}}}\ (\mathrm{{doubly\ stochastic}})",
    )
    return domain_of(space, count, ranges)


def _doubly_stochastic(X: Expr, t: Expr) -> Expr:
    n = cols.node(X)
    J = ones_matrix.node(n, n)
    centred = I - J / n
    C = n * (centred @ X @ centred)
    found: Expr = J / n + (t / (n * larger.node(const(1), largest(-entries(C))))) * C
    return found


def probability_vector(size: str = "n", count: int = 1, **ranges: Any) -> Domain:
    """Vectors of n components that are not negative and sum to 1."""
    space = Space(
        Kind.VECTOR,
        (size,),
        {"x": Param((size,)), "t": Param((), "unit")},
        probabilities,
        lambda v: [given(0, "<=", v), given(total(v), "==", 1)],
        rf"{{0}} \in \Delta_{{{size}}}",
        vector(size).spaces["_0"],
        shown=rf"0 \le {{0}} \in \mathbb{{R}}^{{{size}}},\ \textstyle\sum_i {{0}}_i = 1",
    )
    return domain_of(space, count, ranges)


def probabilities(x: Expr, t: Expr) -> Expr:
    """As of doubly stochastic matrices: a unit vector gives itself at t = 1."""
    n = length.node(x)
    c = n * x - total(x)
    found: Expr = 1 / n + (t / (n * larger.node(const(1), largest(-c)))) * c
    return found


def m_matrix(size: str = "n", count: int = 1, **ranges: Any) -> Domain:
    """Invertible M-matrices: no positive entry off the diagonal, an inverse without negative entries.

    (diag(row sums of B + e) - B) diag(d), B >= 0, e > 0, d > 0: all, as Ax > 0 for some x > 0.
    """
    space = Space(
        Kind.MATRIX,
        (size, size),
        {
            "B": Param((size, size), "nonneg"),
            "e": Param((size,), "positive"),
            "d": Param((size,), "positive"),
        },
        lambda B, e, d: (diag(row_sums(B) + e) - B) @ diag(d),
        lambda A: [given(entries(A - diag(diagonal(A))), "<=", 0), given(0, "<=", entries(inv(A)))],
        rf"{{0}} \in \mathcal{{M}}_{{{size}}}",
        rectangular(size, size).spaces["_0"],
        shown=rf"{{0}} \in \mathbb{{R}}^{{{size} \times {size}}}\ \mathrm{{an\ invertible\ M-matrix}}",
    )
    return domain_of(space, count, ranges)


def diagonally_dominant(strict: bool = False, size: str = "n", count: int = 1, **ranges: Any) -> Domain:
    """Real n x n matrices with |a_ii| at least the sum of |a_ij|, j != i, in each row, or more."""
    space = Space(
        Kind.MATRIX,
        (size, size),
        {
            "X": Param((size, size)),
            "e": Param((size,), "sign"),
            "t": Param((size,), "positive" if strict else "nonneg"),
        },
        _dominant,
        lambda A: [given(2 * abs(diagonal(A)), ">" if strict else ">=", row_sums(entrywise_abs(A)))],
        rf"{{0}} \in \mathrm{{DD}}_{{{size}}}{'^{>}' if strict else ''}",
        rectangular(size, size).spaces["_0"],
        shown=rf"{{0}} \in \mathbb{{R}}^{{{size} \times {size}}}\ "
        rf"\mathrm{{{'strictly' if strict else 'weakly'}\ diagonally\ dominant}}",
    )
    return domain_of(space, count, ranges)


def _dominant(X: Expr, e: Expr, t: Expr) -> Expr:
    beside = X - diag(diagonal(X))
    found: Expr = beside + diag(e * (row_sums(entrywise_abs(beside)) + t))
    return found


def h_matrix(size: str = "n", count: int = 1, **ranges: Any) -> Domain:
    """Real n x n H-matrices: |a_ii| beside -|a_ij| off the diagonal is an invertible M-matrix.

    B diag(d), B strictly diagonally dominant, d > 0: all of them (Berman and Plemmons, Theorem 6.2.3).
    """
    space = Space(
        Kind.MATRIX,
        (size, size),
        {
            "X": Param((size, size)),
            "e": Param((size,), "sign"),
            "t": Param((size,), "positive"),
            "d": Param((size,), "positive"),
        },
        lambda X, e, t, d: _dominant(X, e, t) @ diag(d),
        lambda A: [given(0, "<=", entries(inv(_compared(A))))],
        rf"{{0}} \in \mathcal{{H}}_{{{size}}}",
        rectangular(size, size).spaces["_0"],
        shown=rf"{{0}} \in \mathbb{{R}}^{{{size} \times {size}}}\ \mathrm{{an\ H-matrix}}",
    )
    return domain_of(space, count, ranges)


def _compared(A: Expr) -> Expr:
    found: Expr = 2 * diag(abs(diagonal(A))) - entrywise_abs(A)
    return found


def stochastic(size: str = "n", count: int = 1, **ranges: Any) -> Domain:
    """Row-stochastic n x n matrices: no negative entry, every row sums to 1.

    Rows in [0, 1]^n, divided by their sum where that is above 1; the diagonal has what a smaller one leaves.
    """
    space = Space(
        Kind.MATRIX,
        (size, size),
        {"X": Param((size, size), "unit")},
        _stochastic,
        lambda A: [given(0, "<=", entries(A)), given(row_sums(A), "==", 1)],
        rf"{{0}} \in \mathcal{{S}}_{{{size}}}",
        _nonnegative(size, size),
        shown=rf"0 \le {{0}} \in \mathbb{{R}}^{{{size} \times {size}}},\ {{0}} \mathbf{{1}} = \mathbf{{1}}",
    )
    return domain_of(space, count, ranges)


def _stochastic(X: Expr) -> Expr:
    whole = larger(1, row_sums(X))
    found: Expr = diag(1 / whole) @ X + diag(1 - row_sums(X) / whole)
    return found


def laplacians(size: str = "n", count: int = 1, **ranges: Any) -> Domain:
    """Laplacians D - W of undirected graphs on n vertices with weights: W symmetric, no negative weight."""
    space = Space(
        Kind.MATRIX,
        (size, size),
        {"X": Param((size, size), "nonneg"), "b": Param((size, size), "bit")},
        lambda X, b: _laplacian(strict_upper(hadamard(X, b))),
        lambda A: [
            *symmetric_member(A),
            given(entries(A - diag(diagonal(A))), "<=", 0),
            given(row_sums(A), "==", 0),
        ],
        rf"{{0}} = {{0}}^T \in \mathcal{{L}}_{{{size}}}",
        symmetric(size).spaces["_0"],
        shown=rf"{{0}} = {{0}}^T \in \mathbb{{R}}^{{{size} \times {size}}}\ \mathrm{{a\ Laplacian}}",
    )
    return domain_of(space, count, ranges)


def _laplacian(U: Expr) -> Expr:
    W = U + T(U)
    found: Expr = diag(row_sums(W)) - W
    return found


def totally_nonnegative(size: str = "n", count: int = 1, **ranges: Any) -> Domain:
    """Totally nonnegative n x n matrices, every minor at least 0: products of bidiagonal ones, n up to 6.

    Three lower factors, a diagonal and three upper ones: up to n = 4 all invertible ones (Loewner, Whitney).
    """
    sides = {key: Param((size, size), "nonneg") for key in ("K", "L", "M")}
    space = Space(
        Kind.MATRIX,
        (size, size),
        {**sides, "d": Param((size,), "nonneg")},
        _bidiagonal_products,
        lambda A: [given(0, "<=", least_minor(A))],
        rf"{{0}} \in \mathrm{{TN}}_{{{size}}}",
        _nonnegative(size, size),
        shown=rf"{{0}} \in \mathbb{{R}}^{{{size} \times {size}}}\ \mathrm{{totally\ nonnegative}}",
    )
    return domain_of(space, count, ranges)


def _bidiagonal_products(K: Expr, L: Expr, M: Expr, d: Expr) -> Expr:
    below, above = ([I + banded(part(X), 1) for X in (K, L, M)] for part in (strict_lower, strict_upper))
    found: Expr = below[0] @ below[1] @ below[2] @ diag(d) @ above[0] @ above[1] @ above[2]
    return found
