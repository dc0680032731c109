"""Symbols of one hidden layer of neurons: what comes in, what leaves, and derivatives in both."""

from __future__ import annotations

from perturb import term
from perturb.domains import rectangular, together, vector
from perturb.vocab import T, hadamard, larger, total
from perturb.vocab.grammar.tree import Expr

SIZES = {size: (1, 2) for size in "abcn"}
LAYER = {"W_1": rectangular("b", "a"), "W_2": rectangular("c", "b")}
DATA = {"X": rectangular("a", "n"), "E": rectangular("c", "n")}
ANY_SLOPES = together(**LAYER, **DATA, S=rectangular("b", "n"), **SIZES)
ONE_SLOPE = together(**LAYER, **DATA, s=vector("n"), **SIZES)


@term(r"\rho({0})")
def rho(z: Expr) -> Expr:
    """max(0, z), component by component."""
    return larger(z, 0)


@term(r"\langle {0},{1}\rangle", standard=True)
def inner(u: Expr, v: Expr) -> Expr:
    """The inner product of two vectors."""
    return total(u * v)


def gradient_in(W_2: Expr, X: Expr, E: Expr, S: Expr) -> Expr:
    """The derivative of the risk in the weights that come in."""
    return hadamard(S, T(W_2) @ E) @ T(X)


def gradient_out(W_1: Expr, X: Expr, E: Expr, S: Expr) -> Expr:
    """The derivative of the risk in the weights that leave."""
    return E @ T(hadamard(S, W_1 @ X))
