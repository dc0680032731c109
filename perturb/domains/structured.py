"""Matrices with a structure: symmetric, semidefinite, rank r, entrywise bounded, activation diagonals.

Complex matrices of one size n as real ones of 2n x 2n, [[X, -Y], [Y, X]]: square, Hermitian, unitary.
"""

from __future__ import annotations

from typing import Any

from flint import fmpq_mat

from perturb.domains.domain import Domain, domain_of, rectangular
from perturb.domains.space import LARGEST, Param, Space, as_typed, declared, with_field
from perturb.vocab import (
    I,
    T,
    complex_matrix,
    diag,
    diagonal,
    entries,
    eye,
    inv,
    lam_min,
    strict_upper,
    upper,
)
from perturb.vocab import rank as rank_of
from perturb.vocab.grammar.kinds import Kind
from perturb.vocab.grammar.tree import Expr, const
from perturb.vocab.relations.order import Given, given
from perturb.vocab.words.lists import constant_matrix


def symmetric_member(A: Expr) -> list[Given]:
    return [given(entries(A), "==", entries(T(A)))]


def diagonal_member(D: Expr) -> list[Given]:
    return [given(entries(D), "==", entries(diag(diagonal(D))))]


def _general(rows: str, cols: str) -> Space:
    return rectangular(rows, cols).spaces["_0"]


@with_field
def symmetric(size: str = "n", count: int = 1, **ranges: Any) -> Domain:
    """Real symmetric n x n matrices; with field="complex" complex ones, A = A^T, without conjugation."""
    return domain_of(_symmetric(size), count, ranges)


def _symmetric(size: str) -> Space:
    return Space(
        Kind.MATRIX,
        (size, size),
        {"X": Param((size, size))},
        lambda X: upper(X) + T(strict_upper(X)),
        symmetric_member,
        rf"{{0}} = {{0}}^T \in \mathbb{{R}}^{{{size} \times {size}}}",
        _general(size, size),
        form=("symmetric", str(size), str(size)),
    )


@with_field
def psd(size: str = "n", count: int = 1, **ranges: Any) -> Domain:
    """Positive semidefinite symmetric n x n matrices B'B, of any rank."""
    space = Space(
        Kind.MATRIX,
        (size, size),
        {"B": Param((size, size))},
        lambda B: T(B) @ B,
        lambda A: [*symmetric_member(A), given(0, "loewner", A)],
        rf"0 \preceq {{0}} \in \mathbb{{R}}^{{{size} \times {size}}}",
        _symmetric(size),
        form=("psd", str(size), str(size)),
    )
    return domain_of(space, count, ranges)


@with_field
def positive_definite(size: str = "n", count: int = 1, **ranges: Any) -> Domain:
    """Positive definite symmetric n x n matrices U'DU, U unit upper triangular, D > 0 diagonal."""
    space = Space(
        Kind.MATRIX,
        (size, size),
        {"U": Param((size, size)), "d": Param((size,), "positive")},
        lambda U, d: T(I + strict_upper(U)) @ diag(d) @ (I + strict_upper(U)),
        lambda A: [*symmetric_member(A), given(lam_min(A), ">", 0)],
        rf"0 \prec {{0}} \in \mathbb{{R}}^{{{size} \times {size}}}",
        psd(size).spaces["_0"],
        form=("pd", str(size), str(size)),
    )
    return domain_of(space, count, ranges)


def of_rank(rank: int, rows: str = "m", cols: str = "n", count: int = 1, **ranges: Any) -> Domain:
    """Real m x n matrices B C of rank at most `rank` (B is m x rank, C is rank x n)."""
    if rank < 1:
        raise ValueError(f"of_rank: rank = {rank} must be at least 1")
    space = Space(
        Kind.MATRIX,
        (rows, cols),
        {"B": Param((rows, rank)), "C": Param((rank, cols))},
        lambda B, C: B @ C,
        lambda A: [given(rank_of(A), "<=", rank)],
        rf"{{0}} \in \mathbb{{R}}^{{{rows} \times {cols}}},\ \mathrm{{rank}}\,{{0}} \le {rank}",
        _general(rows, cols),
        form=(f"rank{rank}", str(rows), str(cols)) if rank <= 2 else (),
    )
    return domain_of(space, count, ranges)


def bounded(bound: Any = 1, rows: str = "n", cols: str = "n", count: int = 1, **ranges: Any) -> Domain:
    """Real matrices with every entry in [-bound, bound]."""
    c = declared(bound)
    if c <= 0:
        raise ValueError(f"bounded: bound = {bound} is not positive")
    space = Space(
        Kind.MATRIX,
        (rows, cols),
        {"X": Param((rows, cols), "signed")},
        lambda X: const(c) * X,
        lambda A: [given(abs(entries(A)), "<=", c)],
        rf"{{0}} \in [-{c}, {c}]^{{{rows} \times {cols}}}",
        _general(rows, cols),
        shown=rf"{{0}} \in [-{as_typed(c)}, {as_typed(c)}]^{{{rows} \times {cols}}}",
        form=("bounded", str(rows), str(cols), str(c)),
    )
    return domain_of(space, count, ranges)


def activation(eta: Any = 0, size: str = "n", count: int = 1, called: str = "m", **ranges: Any) -> Domain:
    """D(m, n, eta) for every m: diagonal matrices with entries 1 or eta (Riedi et al., (78)).

    `called` is what pages call m, in LaTeX, where they say that it may be any.
    """
    slope = declared(eta)
    space = Space(
        Kind.MATRIX,
        (size, size),
        {"b": Param((size,), "bit")},
        lambda b: diag(1 + const(slope - 1) * b),
        lambda D: [*diagonal_member(D), given((diagonal(D) - 1) * (diagonal(D) - slope), "==", 0)],
        rf"{{0}} \in \mathcal{{D}}(m, {size}, {slope})",
        diagonal_matrices(size).spaces["_0"],
        shown=rf"{{0}} \in \bigcup_{{{called}}} \mathcal{{D}}({called}, {size}, {as_typed(slope)})",
        form=("activation", str(size), str(slope)),
    )
    return domain_of(space, count, ranges)


def diagonal_matrices(size: str = "n", count: int = 1, **ranges: Any) -> Domain:
    """Real diagonal n x n matrices."""
    space = Space(
        Kind.MATRIX,
        (size, size),
        {"d": Param((size,))},
        lambda d: diag(d),
        diagonal_member,
        rf"{{0}} \in \mathbb{{R}}^{{{size} \times {size}}}\ \mathrm{{diagonal}}",
        _general(size, size),
        form=("diagonal", str(size), str(size)),
    )
    return domain_of(space, count, ranges)


def complex_square(n: int, count: int = 1) -> Domain:
    """Complex n x n matrices, n an integer, as real 2n x 2n ones: `complex_square(2)`."""
    sides = {"X": Param((_size(n), n)), "Y": Param((n, n))}
    return domain_of(_space(n, sides, complex_matrix.node, lambda A: _complex(n, A), ""), count, {})


def hermitian_doubles(n: int, count: int = 1) -> Domain:
    """Hermitian n x n matrices, n an integer, as real symmetric 2n x 2n ones."""
    space = _space(
        n,
        {"X": Param((_size(n), n)), "Y": Param((n, n))},
        lambda X, Y: complex_matrix.node(upper(X) + T(strict_upper(X)), _skew(Y)),
        lambda A: [*_complex(n, A), *symmetric_member(A)],
        " = {0}^*",
    )
    return domain_of(space, count, {})


def unitary_doubles(n: int, count: int = 1) -> Domain:
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
