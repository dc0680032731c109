"""The paper's own symbols: matrices of a block beside and on top of each other, flattenings of a tensor."""

from __future__ import annotations

from perturb import term
from perturb.vocab import T, fro, lam_max, s1, sq, trace
from perturb.vocab.grammar.tree import Expr


@term(r"\left\|\begin{bmatrix}{0}&{1}\end{bmatrix}\right\|_2^2", standard=True)
def beside(U: Expr, Z: Expr) -> Expr:
    """The squared operator norm of [U Z], as the largest eigenvalue of UU' + ZZ'."""
    return lam_max(U @ T(U) + Z @ T(Z))


@term(r"\left\|\begin{bmatrix}{0}\\{1}\end{bmatrix}\right\|_2^2", standard=True)
def on_top(Y: Expr, Z: Expr) -> Expr:
    """The squared operator norm of Y on top of Z, as the largest eigenvalue of Y'Y + Z'Z."""
    return lam_max(T(Y) @ Y + T(Z) @ Z)


def op_sq(W: Expr) -> Expr:
    """The squared operator norm."""
    return sq(s1(W))


def fro_sq(W: Expr) -> Expr:
    """The squared Frobenius norm."""
    return sq(fro(W))


@term(r"\Delta({0},{1})")
def imbalance(W: Expr, V: Expr) -> Expr:
    """WW' - V'V for adjacent layers W and V, which gradient flow conserves (Theorem 1)."""
    return W @ T(W) - T(V) @ V


@term(r"\lambda(-{0})")
def deficit(E: Expr) -> Expr:
    """The largest eigenvalue of -E."""
    return lam_max(-E)


def excess(E: Expr) -> Expr:
    """tr E + lambda(-E): by this much can the two sides of (13) move apart over one pair of layers."""
    return trace(E) + deficit(E)
