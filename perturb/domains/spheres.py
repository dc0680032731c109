"""Domains between 0 and 1: positive contractions, boxes, unit vectors."""

from __future__ import annotations

from typing import Any

from perturb.domains.domain import Domain, domain_of, vector
from perturb.domains.exact import Param, Space, as_typed, declared
from perturb.domains.spectra import cayley
from perturb.domains.structured import symmetric, symmetric_member
from perturb.vocab import I, T, cols, diag, sq, total, unit
from perturb.vocab.grammar.kinds import Kind
from perturb.vocab.grammar.tree import const
from perturb.vocab.relations.order import given


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
