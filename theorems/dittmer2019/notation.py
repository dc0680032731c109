"""The paper's own symbols, and the constructions that several files share."""

from __future__ import annotations

from collections.abc import Sequence

from flint import fmpq_mat

from perturb import term
from perturb.domains import integer, orthogonal, scalar, together, vector
from perturb.vocab import T, cols, diag, larger, norm, partial_sums, sq, total, without_columns
from perturb.vocab.grammar.tree import Expr
from perturb.vocab.words.lists import constant_matrix


@term(r"\mathrm{ReLU}({0})", standard=True)
def relu(y: Expr) -> Expr:
    """max(0, y), component by component."""
    return larger(y, 0)


@term(r"\phi_{{1}}({0})")
def leaky(y: Expr, eta: Expr) -> Expr:
    """Leaky ReLU: y where y is positive and eta y where it is negative."""
    return relu(y) - eta * relu(-y)


@term(r"\lVert {0} \rVert^2", standard=True)
def squared_length(v: Expr) -> Expr:
    """|v|^2 without the root, so that exact inputs stay exact."""
    return total(sq(v))


@term(r"\langle {0}, {1} \rangle", standard=True)
def inner(u: Expr, v: Expr) -> Expr:
    """The sum of the products of the components."""
    return total(u * v)


def distance(x: Expr, y: Expr) -> Expr:
    """|x - y|."""
    return norm(x - y)


def matrix(*rows: Sequence[int]) -> Expr:
    """A constant matrix."""
    return constant_matrix(fmpq_mat(len(rows), len(rows[0]), [x for row in rows for x in row]))


def decreasing(e: Expr) -> Expr:
    """Decreasing numbers: the k-th is e_k^2 + ... + e_n^2, which may be any n numbers >= 0 in that order."""
    return total(sq(e)) - partial_sums(sq(e)) + sq(e)


@term(r"\sigma")
def increasing(e: Expr) -> Expr:
    """e_1^2 + ... + e_k^2, any increasing numbers >= 0: the singular values, the least of them first."""
    return partial_sums(sq(e))


@term("{0}_{{1}}")
def first(Q: Expr, k: Expr) -> Expr:
    """The first k columns of Q."""
    return without_columns(Q, cols(Q) - k)


@term("A")
def with_svd(U: Expr, V: Expr, values: Expr) -> Expr:
    """U diag(sigma) V^T."""
    return U @ diag(values) @ T(V)


@term("R")
def left_out(U: Expr, V: Expr, values: Expr, k: Expr) -> Expr:
    """What truncation to rank k leaves out: the n - k least singular values, with their columns."""
    kept = cols(V) - k
    return without_columns(U, k) @ diag(values[:kept]) @ T(without_columns(V, k))


@term("L")
def truncated(U: Expr, V: Expr, values: Expr, k: Expr) -> Expr:
    """The truncated SVD: the k largest singular values of A with their columns, and 0 for k = 0."""
    return with_svd(U, V, values) - left_out(U, V, values, k)


SVD = {
    "U": orthogonal(),
    "V": orthogonal(),
    "e": vector(),
    "k": integer(0, "n"),
}
IDENTITY = {"U": [[1, 0], [0, 1]], "V": [[1, 0], [0, 1]], "e": [1, 1], "k": 1}
LAYER = together(**SVD, x=vector(), n=(1, 3))
LEAKY = together(**SVD, x=vector(), eta=scalar(0, 1), n=(1, 3))
