"""The paper's own symbols: a representation of three layers, its diagonal matrices, its bounds."""

from __future__ import annotations

from collections.abc import Sequence

from perturb import term
from perturb.domains import activation, rectangular, together, vector
from perturb.vocab import T, diag, diagonal, larger, largest, norm, slopes, sqrt
from perturb.vocab.grammar.tree import Expr

WEIGHTS = {
    "W_1": rectangular("a", "n"),
    "W_2": rectangular("b", "a"),
    "W_3": rectangular("c", "b"),
}
BIASES = {"b_1": vector("a"), "b_2": vector("b"), "b_3": vector("c")}
PATTERNS = {"Q_1": activation(0, "a"), "Q_2": activation(0, "b")}
FOURTH = {"W_4": rectangular("d", "c"), "Q_3": activation(0, "c")}
SIZES = {size: (1, 2) for size in "abcn"}
FIVE_SIZES = {size: (1, 2) for size in "abcdn"}
UNITS = {name: [[1]] for name in WEIGHTS}
ACTIVE = {name: [[1]] for name in PATTERNS}
REPRESENTATION = together(**WEIGHTS, **BIASES, x=vector(), **SIZES)
TWO_INPUTS = together(**WEIGHTS, **BIASES, x=vector(), y=vector(), **SIZES).lettered(y="x'")


@term(r"\rho({0})")
def rho(z: Expr) -> Expr:
    """max(0, z), component by component."""
    return larger(z, 0)


@term(r"Q({0})")
def pattern(z: Expr) -> Expr:
    """The diagonal matrix with 1 where z is positive and 0 where it is negative, (6)."""
    return diag(slopes(z, 0))


def cell(Q: tuple[Expr, Expr], z: tuple[Expr, Expr]) -> list[Expr]:
    """Not negative for an input with the pre-activations z_1, z_2 in P_q: (7) and (8) of a layer in one."""
    return [2 * (Q_l @ z_l) - z_l for Q_l, z_l in zip(Q, z, strict=True)]


def with_nine(Q: Expr, z: Expr) -> tuple[Expr, Expr]:
    """Positive and not negative where (7) to (9) hold: z_i > 0 where q_i = 1, and z_i <= 0 elsewhere."""
    return Q @ z + 1 - diagonal(Q), Q @ z - z


def inputs_of(q: Sequence[Expr], W: Sequence[Expr], b: Sequence[Expr], x: Expr) -> list[Expr]:
    """z_1^q(x), z_2^q(x), ...: what comes into the layers where the matrices of q stand for rectifiers."""
    found = [W[0] @ x + b[0]]
    for Q_l, W_l, b_l in zip(q, W[1:], b[1:], strict=True):
        found.append(W_l @ (Q_l @ found[-1]) + b_l)
    return found


def representation(W: Sequence[Expr], b: Sequence[Expr], x: Expr) -> Expr:
    """(3) for any number of layers."""
    z = W[0] @ x + b[0]
    for W_l, b_l in zip(W[1:], b[1:], strict=True):
        z = W_l @ rho(z) + b_l
    return z


@term(r"r({0})")
def longest_row(W: Expr) -> Expr:
    """The largest length of a row."""
    return sqrt(largest(diagonal(W @ T(W))))


@term(r"c({0})")
def longest_column(W: Expr) -> Expr:
    """The largest length of a column."""
    return sqrt(largest(diagonal(T(W) @ W)))


def distance(x: Expr, y: Expr) -> Expr:
    """|x - y|."""
    return norm(x - y)
