"""Domains of several inputs that belong together: matrices that commute, the blocks of a positive matrix."""

from __future__ import annotations

from itertools import combinations
from typing import Any

from perturb.domains.domain import Domain, domain_of, rectangular, unconstrained
from perturb.domains.space import Param, Space
from perturb.domains.spectra import cayley
from perturb.domains.structured import symmetric, symmetric_member
from perturb.vocab import I, T, block, diag, entries
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
        symmetric(size).spaces["_0"],
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
            rectangular(size, size).spaces["_0"] if k == 1 else symmetric(size).spaces["_0"],
            common={**squares, "r": Param((), "nonneg")},
            joint=_positive_together,
            place=k,
        )
        for k, (build, text) in enumerate(zip(builds, texts, strict=True))
    }
    ranges = domain_of(rectangular(size, size).spaces["_0"], 1, ranges).ranges  # type: ignore[assignment]
    return Domain(spaces, ranges)


def _positive_together(*blocks: Expr) -> list[Given]:
    """Of all three; where one of them is let go, the others are bound by nothing."""
    if len(blocks) < 3:
        return []
    A, B, C = blocks
    return [given(0, "loewner", block(A, B, T(B), C))]
