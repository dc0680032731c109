"""Eigenvalues of AB, both symmetric: they are real where A or B is semidefinite, and AB is not symmetric."""

from __future__ import annotations

from typing import Any

from perturb.read.functions import symmetric
from perturb.read.products import node
from perturb.read.scope import Scope
from perturb.vocab.grammar.tree import Expr, const

ENDS = {"lam_max": lambda A: const(1), "lam_min": lambda A: node("cols", A)}
READING = "real parts, in descending order; they are real where one factor is semidefinite"


def with_real_spectra(chain: list[Any], scope: Scope, pos: int) -> list[Any]:
    """A chain in which the eigenvalues of a product of two symmetric matrices are the real parts, which is
    said; of any other matrix that need not be symmetric they have no order, and the chain stays as it is.
    """
    return [_real(side, scope, pos) if isinstance(side, Expr) else side for side in chain]


def _real(expr: Expr, scope: Scope, pos: int) -> Expr:
    args = tuple(_real(arg, scope, pos) for arg in expr.args)
    made = expr if args == expr.args else Expr(expr.word, args, expr.payload)
    if expr.word.name not in ("lam", *ENDS) or not _of_symmetric_ones(args[0], scope):
        return made
    scope.choose(r"\lambda of a product", (READING,), pos)
    parts = node("eig_re", args[0])
    at = ENDS.get(expr.word.name)
    return node("component", parts, at(args[0])) if at else parts


def _of_symmetric_ones(A: Expr, scope: Scope) -> bool:
    """Two of them, the product not being symmetric by how it is made."""
    two = A.word.name == "matmul" and not symmetric(A, scope)
    return two and all(symmetric(factor, scope) for factor in A.args)
