"""Matrices with prescribed spectra, built from exactly orthogonal rational factors (Cayley's transform).

Cayley: for skew-symmetric K, (I + K)^(-1) (I - K) is orthogonal and has no eigenvalue -1; times a diagonal of
signs it reaches every orthogonal matrix (Liebeck-Osborne), and it is rational when K is.

Domains between 0 and 1: positive contractions, boxes, unit vectors. Normal and correlation matrices.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from flint import fmpq, fmpq_mat

from perturb.domains.domain import Domain, domain_of, rectangular, vector
from perturb.domains.space import Param, Size, Space, as_typed, declared, with_field
from perturb.domains.structured import psd, symmetric, symmetric_member
from perturb.vocab import (
    I,
    T,
    banded,
    cols,
    column_matrix,
    diag,
    diagonal,
    entries,
    eye,
    hadamard,
    hstack,
    inv,
    lam,
    length,
    ones_matrix,
    row_sums,
    s,
    sq,
    strict_lower,
    strict_upper,
    total,
    unit,
)
from perturb.vocab.grammar.kinds import Kind
from perturb.vocab.grammar.tree import Expr, const
from perturb.vocab.relations.order import given
from perturb.vocab.words.lists import constant_matrix


def cayley(X: Expr, signs: Expr) -> Expr:
    """The orthogonal matrix of the skew-symmetric part of X's upper triangle, its rows signed."""
    K = strict_upper.node(X) - T(strict_upper(X))
    Q: Expr = diag(signs) @ inv(I + K) @ (I - K)
    return Q


def _rotation(size: Size, tag: str) -> dict[str, Param]:
    return {f"K{tag}": Param((size, size)), f"e{tag}": Param((size,), "sign")}


@with_field
def orthogonal(size: str = "n", count: int = 1, **ranges: Any) -> Domain:
    """Orthogonal n x n matrices; rational ones are drawn. With field="complex" A^T A = I, no conjugation."""
    space = Space(
        Kind.MATRIX,
        (size, size),
        _rotation(size, ""),
        cayley,
        lambda Q: [given(entries(T(Q) @ Q), "==", entries(eye(Q)))],
        rf"{{0}} \in O({size})",
        rectangular(size, size).spaces["_0"],
        rational_only=True,
        form=("orthogonal", str(size)),
    )
    return domain_of(space, count, ranges)


@with_field
def contraction(size: str = "n", count: int = 1, **ranges: Any) -> Domain:
    """n x n matrices U diag(t) V with t in [0, 1]: s_1 <= 1, the boundary included."""
    space = Space(
        Kind.MATRIX,
        (size, size),
        {**_rotation(size, "u"), **_rotation(size, "v"), "t": Param((size,), "unit")},
        lambda Ku, eu, Kv, ev, t: cayley(Ku, eu) @ diag(t) @ cayley(Kv, ev),
        lambda A: [given(T(A) @ A, "loewner", I)],
        rf"{{0}} \in \mathbb{{R}}^{{{size} \times {size}}},\ \lVert {{0}} \rVert \le 1",
        rectangular(size, size).spaces["_0"],
        rational_only=True,
        form=("contraction", str(size), str(size)),
    )
    return domain_of(space, count, ranges)


@with_field
def projection(size: str = "n", count: int = 1, **ranges: Any) -> Domain:
    """Orthogonal projections Q diag(0/1) Q' of every rank; rational Q are drawn, and J/n, J all ones."""
    space = Space(
        Kind.MATRIX,
        (size, size),
        {**_rotation(size, ""), "b": Param((size,), "bit")},
        lambda K, e, b: cayley(K, e) @ diag(b) @ T(cayley(K, e)),
        lambda P: [*symmetric_member(P), given(entries(P @ P), "==", entries(P))],
        rf"{{0}} = {{0}}^T = {{0}}^2 \in \mathbb{{R}}^{{{size} \times {size}}}",
        symmetric(size).spaces["_0"],
        rational_only=True,
        further=_means,
        form=("projection", str(size), str(size)),
    )
    return domain_of(space, count, ranges)


@with_field
def normal(size: str = "n", count: int = 1, **ranges: Any) -> Domain:
    """Real normal n x n matrices, A A' = A' A: Q B Q', B of numbers and of blocks [a, b; -b, a].

    A block begins at k where bit k is set and bit k - 1 is not, so that no two of them meet.
    """
    space = Space(
        Kind.MATRIX,
        (size, size),
        {**_rotation(size, ""), "d": Param((size,)), "b": Param((size,)), "t": Param((size,), "bit")},
        lambda K, e, d, b, t: cayley(K, e) @ _turning(d, b, t) @ T(cayley(K, e)),
        lambda A: [given(entries(A @ T(A)), "==", entries(T(A) @ A))],
        rf"{{0}} {{0}}^T = {{0}}^T {{0}} \in \mathbb{{R}}^{{{size} \times {size}}}",
        rectangular(size, size).spaces["_0"],
        rational_only=True,
    )
    return domain_of(space, count, ranges)


def _turning(d: Expr, b: Expr, t: Expr) -> Expr:
    n = length(d)
    Z = strict_lower(banded(ones_matrix(n, n), 1))  # moves components down by one
    begins = t * (1 - Z @ t)
    ends = Z @ begins
    beside = diag(b * begins) @ T(Z)
    found: Expr = diag(d + ends * (Z @ d - d)) + beside - T(beside)
    return found


def turning_planes(c: Expr, s: Expr, t: Expr) -> tuple[Expr, Expr]:
    """Real and imaginary part of [c, is; -is, c] in planes of neighbouring coordinates, and of 1 elsewhere.

    A plane begins at k where bit k is set and bit k - 1 is not, and k is not the last.
    """
    n = length(c)
    Z = strict_lower(banded(ones_matrix(n, n), 1))  # moves components down by one
    begins = t * (1 - Z @ t) * (T(Z) @ (0 * t + 1))
    ends = Z @ begins
    beside = diag(s * begins) @ T(Z)
    return diag(1 + begins * (c - 1) + ends * (Z @ c - 1)), beside - T(beside)


def correlation(size: str = "n", count: int = 1, **ranges: Any) -> Domain:
    """Correlation n x n matrices, positive semidefinite with diagonal 1: V V', the rows of V of length 1."""
    space = Space(
        Kind.MATRIX,
        (size, size),
        {"X": Param((size, size))},
        _of_unit_rows,
        lambda A: [*symmetric_member(A), given(0, "loewner", A), given(diagonal(A), "==", 1)],
        rf"0 \preceq {{0}} \in \mathbb{{R}}^{{{size} \times {size}}},\ {{0}}_{{ii}} = 1",
        psd(size).spaces["_0"],
        rational_only=True,
    )
    return domain_of(space, count, ranges)


def _of_unit_rows(X: Expr) -> Expr:
    """Rows (2x, |x|^2 - 1) / (|x|^2 + 1), as of unit vectors; V V' written with the numbers that enter it."""
    r = row_sums(hadamard(X, X))
    V = diag(1 / (1 + r)) @ hstack(2 * X, column_matrix(r - 1))
    found: Expr = V @ T(V)
    return found


def _means(sides: tuple[int, ...]) -> list[fmpq_mat]:
    """J/n, J the matrix of ones, and I - J/n: for n = 3 no rational Q gives them."""
    n = sides[0]
    J = fmpq_mat(n, n, [fmpq(1, n)] * (n * n))
    return [J, fmpq_mat(n, n, [int(i == j) for i in range(n) for j in range(n)]) - J]


def _fixed(values: Iterable[Any]) -> tuple[int, list[fmpq], Expr]:
    if not isinstance(values, Iterable) or isinstance(values, str):
        raise ValueError(f"values = {values!r}: a list of numbers expected")
    exact = [declared(v) for v in values]
    if not exact:
        raise ValueError("values: a spectrum needs at least one value")
    n = len(exact)
    rows = fmpq_mat(n, n, [exact[i] if i == j else 0 for i in range(n) for j in range(n)])
    return n, exact, constant_matrix(rows)


def with_singular_values(values: Iterable[Any], count: int = 1) -> Domain:
    """n x n matrices with these singular values (repeated as often as listed); rational ones are drawn."""
    n, exact, D = _fixed(values)
    target = sorted((abs(v) for v in exact), reverse=True)
    space = Space(
        Kind.MATRIX,
        (n, n),
        {**_rotation(n, "u"), **_rotation(n, "v")},
        lambda Ku, eu, Kv, ev: cayley(Ku, eu) @ D @ cayley(Kv, ev),
        lambda A: [given(s(A)[i + 1], "==", v) for i, v in enumerate(target)],
        rf"s({{0}}) = ({', '.join(map(str, target))})",
        rectangular(n, n).spaces["_0"],
        shown=rf"s({{0}}) = ({', '.join(map(as_typed, target))})",
        rational_only=True,
    )
    return domain_of(space, count, {})


def with_eigenvalues(values: Iterable[Any], count: int = 1) -> Domain:
    """Symmetric n x n matrices with these eigenvalues (repeated ones as listed); rational ones are drawn."""
    n, exact, D = _fixed(values)
    target = sorted(exact, reverse=True)
    space = Space(
        Kind.MATRIX,
        (n, n),
        _rotation(n, ""),
        lambda K, e: cayley(K, e) @ D @ T(cayley(K, e)),
        lambda A: [*symmetric_member(A), *[given(lam(A)[i + 1], "==", v) for i, v in enumerate(target)]],
        rf"{{0}} = {{0}}^T,\ \lambda({{0}}) = ({', '.join(map(str, target))})",
        rectangular(n, n).spaces["_0"],
        shown=rf"{{0}} = {{0}}^T,\ \lambda({{0}}) = ({', '.join(map(as_typed, target))})",
        rational_only=True,
    )
    return domain_of(space, count, {})


def positive_contraction(size: str = "n", count: int = 1, **ranges: Any) -> Domain:
    """Symmetric n x n matrices with 0 <= A <= I: Q diag(t) Q', t in [0, 1]."""
    space = Space(
        Kind.MATRIX,
        (size, size),
        {"K": Param((size, size)), "e": Param((size,), "sign"), "t": Param((size,), "unit")},
        lambda K, e, t: cayley(K, e) @ diag(t) @ T(cayley(K, e)),
        lambda A: [*symmetric_member(A), given(0, "loewner", A), given(A, "loewner", I)],
        rf"0 \preceq {{0}} \preceq I \in \mathbb{{R}}^{{{size} \times {size}}}",
        symmetric(size).spaces["_0"],
        rational_only=True,
    )
    return domain_of(space, count, ranges)


def box(low: Any = 0, high: Any = 1, size: str = "n", count: int = 1, **ranges: Any) -> Domain:
    """Vectors of n components, each in [low, high]."""
    ends = declared(low), declared(high)
    if not ends[0] < ends[1]:
        raise ValueError(f"box: low = {low} is not below high = {high}")
    space = Space(
        Kind.VECTOR,
        (size,),
        {"t": Param((size,), "unit")},
        lambda t: const(ends[0]) + const(ends[1] - ends[0]) * t,
        lambda v: [given(ends[0], "<=", v, "<=", ends[1])],
        rf"{{0}} \in [{ends[0]}, {ends[1]}]^{{{size}}}",
        vector(size).spaces["_0"],
        shown=rf"{{0}} \in [{as_typed(ends[0])}, {as_typed(ends[1])}]^{{{size}}}",
    )
    return domain_of(space, count, ranges)


@with_field
def unit_vector(size: str = "n", count: int = 1, **ranges: Any) -> Domain:
    """Vectors of Euclidean norm 1; rational ones are drawn."""
    space = Space(
        Kind.VECTOR,
        (size,),
        {"K": Param((size, size)), "e": Param((size,), "sign")},
        lambda K, e: cayley(K, e) @ unit.node(cols.node(K), const(1)),
        lambda v: [given(total(sq(v)), "==", 1)],
        rf"{{0}} \in \mathbb{{R}}^{{{size}}},\ \lVert {{0}} \rVert = 1",
        vector(size).spaces["_0"],
        rational_only=True,
    )
    return domain_of(space, count, ranges)
