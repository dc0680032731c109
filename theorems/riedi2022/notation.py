"""The paper's own symbols, written in the words of the vocabulary."""

from __future__ import annotations

from perturb import term
from perturb.vocab import I, T, lam_max, lam_min, rows, sq, total, without_columns, without_rows
from perturb.vocab.grammar.tree import Expr


@term(r"\underline{\tau}({0})")
def tau_low(M_o: Expr) -> Expr:
    """The smallest eigenvalue of M_o^T + M_o (Definition 15)."""
    return lam_min(T(M_o) + M_o)


@term(r"\overline{\tau}({0})")
def tau_up(M_o: Expr) -> Expr:
    """The largest eigenvalue of M_o^T + M_o (Definition 15)."""
    return lam_max(T(M_o) + M_o)


@term("M({1})")
def with_residual(M_o: Expr, rho: Expr) -> Expr:
    """The family (44)."""
    return M_o + rho * I


@term(r"\lVert {0} \rVert^2", standard=True)
def squared_length(v: Expr) -> Expr:
    """|v|^2 without the root, so that exact inputs stay exact."""
    return total(sq(v))


def size(A: Expr) -> Expr:
    """The number of rows of a square matrix."""
    return rows(A)


@term(r"\tilde{A}")
def without_last_rows(A: Expr, m: Expr) -> Expr:
    """The matrix of (23), by rows; its reading says what it is."""
    return without_rows(A, m)


@term(r"\hat{A}")
def without_last_columns(A: Expr, m: Expr) -> Expr:
    """The matrix of (23), by columns."""
    return without_columns(A, m)
