"""The paper's own symbols, written in the words of the vocabulary."""

from __future__ import annotations

from perturb.vocab import I, T, lam_max, lam_min, sq, total
from perturb.vocab.tree import Expr


def tau_low(M_o: Expr) -> Expr:
    """The smallest eigenvalue of M_o' + M_o (Definition 15)."""
    return lam_min(T(M_o) + M_o)


def tau_up(M_o: Expr) -> Expr:
    """The largest eigenvalue of M_o' + M_o (Definition 15)."""
    return lam_max(T(M_o) + M_o)


def with_residual(M_o: Expr, rho: Expr) -> Expr:
    """M(rho) = M_o + rho Id, (44)."""
    return M_o + rho * I


def squared_length(v: Expr) -> Expr:
    """|v|^2 without the root, so that exact inputs stay exact."""
    return total(sq(v))
