"""Complex matrices of one size n as real ones of 2n x 2n, [[X, -Y], [Y, X]]: square, Hermitian, unitary."""

from __future__ import annotations

from typing import Any

from flint import fmpq_mat

from perturb.domains.domain import Domain, domain_of
from perturb.domains.space import LARGEST, Param, Space
from perturb.domains.structured import symmetric_member
from perturb.vocab import I, T, complex_matrix, diag, entries, eye, inv, strict_upper, upper
from perturb.vocab.grammar.kinds import Kind
from perturb.vocab.grammar.tree import Expr
from perturb.vocab.relations.order import Given, given
from perturb.vocab.words.lists import constant_matrix


def complex_square(n: int, count: int = 1) -> Domain:
    """Complex n x n matrices, n an integer, as real 2n x 2n ones: `complex_square(2)`."""
    sides = {"X": Param((_size(n), n)), "Y": Param((n, n))}
    return domain_of(_space(n, sides, complex_matrix.node, lambda A: _complex(n, A), ""), count, {})


def hermitian(n: int, count: int = 1) -> Domain:
    """Hermitian n x n matrices, n an integer, as real symmetric 2n x 2n ones."""
    space = _space(
        n,
        {"X": Param((_size(n), n)), "Y": Param((n, n))},
        lambda X, Y: complex_matrix.node(upper(X) + T(strict_upper(X)), _skew(Y)),
        lambda A: [*_complex(n, A), *symmetric_member(A)],
        " = {0}^*",
    )
    return domain_of(space, count, {})


def unitary(n: int, count: int = 1) -> Domain:
    """Unitary n x n matrices, n an integer, as orthogonal 2n x 2n ones; rational ones are drawn.

    Cayley's transform of a skew-Hermitian matrix, its rows signed: det(D + U), of degree 1 in each diagonal
    entry of D, is not zero for all choices of signs, so every unitary U without -1 in its spectrum is DU.
    """
    space = _space(
        n,
        {"K": Param((_size(n), n)), "H": Param((n, n)), "e": Param((n,), "sign")},
        _cayley,
        lambda A: [*_complex(n, A), given(entries(T(A) @ A), "==", entries(eye(A)))],
        rf" \in U({n})",
    )
    return domain_of(space, count, {})


def _size(n: int) -> int:
    if not isinstance(n, int) or not 1 <= n <= LARGEST // 2:
        raise ValueError(f"n = {n!r} is not a size of complex matrices: an integer from 1 to {LARGEST // 2}")
    return n


def _space(n: int, params: dict[str, Param], build: Any, member: Any, more: str) -> Space:
    twice = 2 * n
    free = Space(
        Kind.MATRIX,
        (twice, twice),
        {"Z": Param((twice, twice))},
        lambda Z: Z,
        lambda A: [],
        rf"{{0}} \in \mathbb{{R}}^{{{twice} \times {twice}}}",
    )
    text = rf"{{0}}{more} \in \mathbb{{C}}^{{{n} \times {n}}}"
    return Space(Kind.MATRIX, (twice, twice), params, build, member, text, free)


def _complex(n: int, A: Expr) -> list[Given]:
    """It commutes with the multiplication by i."""
    turn = [[int(j == i + n) * -1 + int(i == j + n) for j in range(2 * n)] for i in range(2 * n)]
    J = constant_matrix(fmpq_mat(turn))
    return [given(entries(J @ A), "==", entries(A @ J))]


def _skew(X: Expr) -> Expr:
    part = strict_upper.node(X)
    return part - T.node(part)


def _cayley(K: Expr, H: Expr, e: Expr) -> Expr:
    """K the skew part, H the symmetric part of a skew-Hermitian matrix."""
    S = complex_matrix.node(_skew(K), upper.node(H) + T(strict_upper.node(H)))
    signs = complex_matrix.node(diag(e), 0 * diag(e))
    U: Expr = signs @ inv(I + S) @ (I - S)
    return U
