"""Domains of several inputs that belong together: matrices that commute, the blocks of a positive matrix.

A matrix and one that differs from it by rank one.
"""

from __future__ import annotations

from itertools import combinations
from typing import Any

from perturb.domains import structured
from perturb.domains.domain import Domain, domain_of, rectangular, square, unconstrained
from perturb.domains.space import Param, Space
from perturb.domains.spectra import cayley
from perturb.domains.structured import symmetric_member
from perturb.vocab import I, T, block, column_matrix, diag, entries, rank, strict_upper, upper
from perturb.vocab.grammar.kinds import Kind
from perturb.vocab.grammar.tree import Expr
from perturb.vocab.relations.order import Given, given


def commute(*matrices: Expr) -> list[Given]:
    """Each pair does."""
    return [given(entries(A @ B), "==", entries(B @ A)) for A, B in combinations(matrices, 2)]


def commuting(count: int = 2, size: str = "n", **ranges: Any) -> Domain:
    """Square matrices of which each pair commutes: polynomials of degree 3 in one matrix.

    Of two matrices up to n = 4 these come as close to any as one likes (Motzkin and Taussky 1955).
    """
    space = Space(
        Kind.MATRIX,
        (size, size),
        {"c": Param((4,))},
        lambda c, X: c[1] * I + c[2] * X + c[3] * (X @ X) + c[4] * (X @ X @ X),
        unconstrained,
        rf"{{0}} \in \mathbb{{R}}^{{{size} \times {size}}}\ \mathrm{{commuting}}",
        rectangular(size, size).spaces["_0"],
        common={"X": Param((size, size))},
        joint=commute,
    )
    return domain_of(space, count, ranges)


def commuting_symmetric(count: int = 2, size: str = "n", **ranges: Any) -> Domain:
    """Symmetric matrices of which each pair commutes: Q diag(d) Q' with one Q."""
    space = Space(
        Kind.MATRIX,
        (size, size),
        {"d": Param((size,))},
        lambda d, K, e: cayley(K, e) @ diag(d) @ T(cayley(K, e)),
        symmetric_member,
        rf"{{0}} = {{0}}^T \in \mathbb{{R}}^{{{size} \times {size}}}\ \mathrm{{commuting}}",
        structured.symmetric(size).spaces["_0"],
        common={"K": Param((size, size)), "e": Param((size,), "sign")},
        joint=commute,
    )
    return domain_of(space, count, ranges)


def positive_blocks(size: str = "n", **ranges: Any) -> Domain:
    """Three n x n inputs A, B, C with [[A, B], [B', C]] positive semidefinite.

    A = r(W'W + X'X), B = r(W'Y + X'Z), C = r(Y'Y + Z'Z), r >= 0 and entries in [-1, 1]: all of them. One
    scale for all keeps the spectrum of the whole within reach of exact arithmetic.
    """
    squares = {key: Param((size, size), "signed") for key in ("W", "X", "Y", "Z")}
    builds = (
        lambda W, X, Y, Z, r: r * (T(W) @ W + T(X) @ X),
        lambda W, X, Y, Z, r: r * (T(W) @ Y + T(X) @ Z),
        lambda W, X, Y, Z, r: r * (T(Y) @ Y + T(Z) @ Z),
    )
    texts = (r"0 \preceq {0}", "{0}", r"0 \preceq {0}")
    spaces = {
        f"_{k}": Space(
            Kind.MATRIX,
            (size, size),
            {},
            build,
            unconstrained if k == 1 else symmetric_member,
            rf"{text} \in \mathbb{{R}}^{{{size} \times {size}}}\ \mathrm{{a\ block}}",
            rectangular(size, size).spaces["_0"] if k == 1 else structured.symmetric(size).spaces["_0"],
            common={**squares, "r": Param((), "nonneg")},
            joint=_positive_together,
            place=k,
        )
        for k, (build, text) in enumerate(zip(builds, texts, strict=True))
    }
    ranges = domain_of(rectangular(size, size).spaces["_0"], 1, ranges).ranges  # type: ignore[assignment]
    return Domain(spaces, ranges)


def rank_one_perturbation(symmetric: bool = False, size: str = "n", **ranges: Any) -> Domain:
    """Two n x n inputs A and B with rank(B - A) <= 1; symmetric ones, B = A + c u u', where asked."""
    bound = symmetric_member if symmetric else unconstrained
    wider = (structured.symmetric if symmetric else square)(size).spaces["_0"]
    common = {"X": Param((size, size)), "u": Param((size,))}
    common["c" if symmetric else "v"] = Param(() if symmetric else (size,))

    def first(X: Expr, u: Expr, v: Expr) -> Expr:
        made: Expr = upper(X) + T(strict_upper(X)) if symmetric else X
        return made

    def second(X: Expr, u: Expr, v: Expr) -> Expr:
        column = column_matrix(u)
        step: Expr = v * (column @ T(column)) if symmetric else column @ T(column_matrix(v))
        return first(X, u, v) + step

    spaces = {
        f"_{k}": Space(
            Kind.MATRIX,
            (size, size),
            {},
            build,
            bound,
            rf"{text} \in \mathbb{{R}}^{{{size} \times {size}}}\ \mathrm{{up\ to\ rank\ one}}",
            wider,
            common=common,
            joint=_up_to_rank_one,
            place=k,
        )
        for k, (build, text) in enumerate(
            zip((first, second), ["{0} = {0}^T" if symmetric else "{0}"] * 2, strict=True)
        )
    }
    ranges = domain_of(wider, 1, ranges).ranges  # type: ignore[assignment]
    return Domain(spaces, ranges)


def _up_to_rank_one(*matrices: Expr) -> list[Given]:
    return [given(rank(matrices[1] - matrices[0]), "<=", 1)] if len(matrices) == 2 else []


def _positive_together(*blocks: Expr) -> list[Given]:
    """Of all three; where one of them is let go, the others are bound by nothing."""
    if len(blocks) < 3:
        return []
    A, B, C = blocks
    return [given(0, "loewner", block(A, B, T(B), C))]
