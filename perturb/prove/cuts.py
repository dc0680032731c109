"""Parts of a goal and of what it follows from that may be anything where only their relations matter."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from perturb.prove.general import below, total
from perturb.vocab.grammar.kinds import Kind
from perturb.vocab.grammar.tree import Expr
from perturb.vocab.relations.order import Link

SPECTRA = ("s", "s1", "op", "s_min", "norm", "fro")


def cuts(goal: Link, given: Sequence[Link]) -> Iterator[list[Expr]]:
    """The largest shared parts; those that are singular values or norms; matrices and vectors."""
    sides = [side for link in (goal, *given) for side in link.parts]
    every = list(below(sides))
    fine = [part for part in every if part.args and not part.indices and total(part)]
    twice = set(below(goal.parts)) & set(below([side for link in given for side in link.parts]))
    found = list[list[Expr]]()
    for kept in (
        [part for part in fine if part in twice],
        [part for part in fine if part.word.name in SPECTRA],
        [part for part in fine if part.kind is not Kind.SCALAR],
    ):
        parts = frontier(sides, kept)
        if parts and parts not in found:
            found.append(parts)
            yield parts


def frontier(sides: Sequence[Expr], kept: Sequence[Expr]) -> list[Expr]:
    """Those of the parts that are not only inside others."""
    outside = set(below(sides, but=kept))
    heads = {arg for part in outside for arg in part.args} | set(sides)
    return sorted([part for part in kept if part in heads], key=repr)
