"""Matrices with a pattern: Toeplitz, Hankel, circulant; of signs; with zeros; one entry a row and column."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from perturb.domains.domain import Domain, domain_of, rectangular
from perturb.domains.space import Param, Space
from perturb.vocab import (
    T,
    banded,
    circulant,
    cols,
    column,
    column_matrix,
    column_sums,
    descending,
    diag,
    diagonal,
    entries,
    hadamard,
    hstack,
    kron,
    length,
    ones,
    ones_matrix,
    partial_sums,
    reshape,
    row_sums,
    rows,
    smaller,
    sq,
    strict_lower,
    without_columns,
    without_rows,
)
from perturb.vocab.grammar.kinds import Kind
from perturb.vocab.grammar.tree import Expr
from perturb.vocab.relations.order import Given, given


def _general(m: str, n: str) -> Space:
    return rectangular(m, n).spaces["_0"]


def _down(n: Expr) -> Expr:
    """Ones below the diagonal: Z A is A moved down by one row, A Z by one column to the left."""
    found: Expr = strict_lower(banded(ones_matrix(n, n), 1))
    return found


def _of_diagonals(
    rows: str, cols: str, build: Callable[..., Expr], member: Callable[[Expr], list[Given]], called: str
) -> Space:
    """Matrices of two lists of numbers, as many as there are rows and columns."""
    return Space(
        Kind.MATRIX,
        (rows, cols),
        {"a": Param((rows,)), "b": Param((cols,))},
        lambda a, b: build(entries(hstack(T(column_matrix(a)), T(column_matrix(b)))), length(a), length(b)),
        member,
        rf"{{0}} \in \mathbb{{R}}^{{{rows} \times {cols}}}\ \mathrm{{{called}}}",
        _general(rows, cols),
    )


def toeplitz(rows: str = "n", cols: str = "n", count: int = 1, **ranges: Any) -> Domain:
    """Real Toeplitz matrices, a_ij a function of i - j, square by default.

    The first m rows and n columns of the circulant matrix of m + n numbers.
    """
    space = _of_diagonals(rows, cols, _toeplitz, _constant_along_diagonals, "Toeplitz")
    return domain_of(space, count, ranges)


def _toeplitz(c: Expr, m: Expr, n: Expr) -> Expr:
    found: Expr = without_rows(without_columns(circulant(c), m), n)
    return found


def _constant_along_diagonals(A: Expr) -> list[Given]:
    """a_(i+1)(j+1) - a_ij in each place that has a next row and column, 0 beside."""
    Z, Y = _down(rows(A)), _down(cols(A))
    return [given(entries(T(Z) @ A @ Y), "==", entries(T(Z) @ Z @ A @ T(Y) @ Y))]


def hankel(rows: str = "n", cols: str = "n", count: int = 1, **ranges: Any) -> Domain:
    """Real Hankel matrices, a_ij a function of i + j, square by default.

    N = m + n numbers, again and again in rows of N + 1: each row begins one further.
    """
    space = _of_diagonals(rows, cols, _hankel, _constant_across_diagonals, "Hankel")
    return domain_of(space, count, ranges)


def _hankel(c: Expr, m: Expr, n: Expr) -> Expr:
    again = reshape(entries(kron(ones(m + n + 1), c)), m + n, m + n + 1)
    found: Expr = without_rows(without_columns(again, m + 1), n)
    return found


def _constant_across_diagonals(A: Expr) -> list[Given]:
    """a_(i+1)j - a_i(j+1) in each place that has a next row and column, 0 beside."""
    Z, Y = _down(rows(A)), _down(cols(A))
    return [given(entries(T(Z) @ A @ T(Y) @ Y), "==", entries(T(Z) @ Z @ A @ Y))]


def circulants(size: str = "n", count: int = 1, **ranges: Any) -> Domain:
    """Real circulant n x n matrices, a_ij a function of i - j modulo n."""
    space = Space(
        Kind.MATRIX,
        (size, size),
        {"c": Param((size,))},
        lambda c: circulant(c),
        lambda A: [given(entries(A), "==", entries(circulant(column(A, 1))))],
        rf"{{0}} \in \mathbb{{R}}^{{{size} \times {size}}}\ \mathrm{{circulant}}",
        _general(size, size),
    )
    return domain_of(space, count, ranges)


def sign_matrices(rows: str = "n", cols: str = "n", count: int = 1, **ranges: Any) -> Domain:
    """Matrices with entries 1 and -1, square by default."""
    space = Space(
        Kind.MATRIX,
        (rows, cols),
        {"X": Param((rows, cols), "sign")},
        lambda X: X,
        lambda A: [given(sq(entries(A)), "==", 1)],
        rf"{{0}} \in \{{-1, 1\}}^{{{rows} \times {cols}}}",
        _general(rows, cols),
    )
    return domain_of(space, count, ranges)


def sparse_nonnegative(rows: str = "n", cols: str = "n", count: int = 1, **ranges: Any) -> Domain:
    """Nonnegative matrices, searched among those with zeros anywhere."""
    space = Space(
        Kind.MATRIX,
        (rows, cols),
        {"X": Param((rows, cols), "nonneg"), "b": Param((rows, cols), "bit")},
        lambda X, b: hadamard(X, b),
        lambda A: [given(0, "<=", entries(A))],
        rf"0 \le {{0}} \in \mathbb{{R}}^{{{rows} \times {cols}}}\ \mathrm{{(sparse)}}",
        _general(rows, cols),
    )
    return domain_of(space, count, ranges)


def weighted_permutation(size: str = "n", count: int = 1, **ranges: Any) -> Domain:
    """Weighted permutation n x n matrices P diag(w), w > 0: one positive entry in each row and column.

    P sorts the numbers (n + 1) k_i + i, k_i the count of ones in row i of the bits: any order is of these.
    """
    space = Space(
        Kind.MATRIX,
        (size, size),
        {"b": Param((size, size), "bit"), "w": Param((size,), "positive")},
        lambda b, w: _sorting(b) @ diag(w),
        _one_a_line,
        rf"{{0}} \in S_{{{size}}}\, \mathrm{{diag}}_{{>0}}",
        _general(size, size),
        shown=rf"{{0}} \in \mathbb{{R}}^{{{size} \times {size}}}\ \mathrm{{a\ weighted\ permutation}}",
    )
    return domain_of(space, count, ranges)


def _sorting(b: Expr) -> Expr:
    """The permutation matrix with a 1 where the i-th number is the j-th largest."""
    n = rows(b)
    numbers = (n + 1) * row_sums(b) + partial_sums(ones(n))
    line = T(column_matrix(ones(n)))
    apart = column_matrix(numbers) @ line - T(column_matrix(descending(numbers)) @ line)
    found: Expr = reshape(1 - smaller(1, abs(entries(apart))), n, n)
    return found


def _one_a_line(A: Expr) -> list[Given]:
    parts = [given(0, "<=", entries(A)), given(0, "<", row_sums(A)), given(0, "<", column_sums(A))]
    for G in (A @ T(A), T(A) @ A):  # products of two entries of a row, and of a column
        parts.append(given(entries(G), "==", entries(diag(diagonal(G)))))
    return parts
