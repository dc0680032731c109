"""The paper's own symbols, written in the words of the vocabulary."""

from __future__ import annotations

from perturb import term
from perturb.vocab import I, T, lam_max, lam_min, sq, total
from perturb.vocab.tree import Expr


@term(r"\underline{\tau}({0})")
def tau_low(M_o: Expr) -> Expr:
    """The smallest eigenvalue of M_o' + M_o (Definition 15)."""
    return lam_min(T(M_o) + M_o)


@term(r"\overline{\tau}({0})")
def tau_up(M_o: Expr) -> Expr:
    """The largest eigenvalue of M_o' + M_o (Definition 15)."""
    return lam_max(T(M_o) + M_o)


@term("M({1})")
def with_residual(M_o: Expr, rho: Expr) -> Expr:
    """The family (44)."""
    return M_o + rho * I


@term(r"\lVert {0} \rVert^2", standard=True)
def squared_length(v: Expr) -> Expr:
    """|v|^2 without the root, so that exact inputs stay exact."""
    return total(sq(v))
