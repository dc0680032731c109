"""Where a maximum, a minimum or |x| has a kink: its arguments tie there, and each of them is its value.

The least value of a largest component lies where all are equal. Newton's method finds no way into a kink;
with the ties as equations, and one of what ties in place of the maximum, all is smooth.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from itertools import combinations, islice

from perturb.vocab.grammar.kinds import Kind
from perturb.vocab.grammar.tree import Expr, const
from perturb.vocab.relations.order import Link

MOST = 3  # kinks of a relation that are looked at each by itself, the outer ones first; pairs of components
Plain = tuple[Expr, tuple[Expr, Expr]]  # what stands for a kink where the two sides are equal


@dataclass(frozen=True)
class Tie:
    """A relation where some of its kinks are: without them, beside what is equal there."""

    link: Link
    equations: tuple[Link, ...]


def ties(link: Link, length: Callable[[Expr], int]) -> Iterator[Tie]:
    """All kinks together, then each alone, then two components of a vector of more (`length` of it)."""
    kinks = list(dict.fromkeys(node for side in link.parts for node in side.walk() if node.word.name in TIED))
    whole = {node: TIED[node.word.name](node) for node in kinks}
    if len(kinks) > 1:
        yield _tie(link, whole)
    for node in kinks[:MOST]:
        yield _tie(link, {node: whole[node]})
    for node in kinks[:MOST]:
        many = length(node.args[0]) if node.word.name in ("max", "min") else 0
        for i, j in islice(combinations(range(1, many + 1), 2), MOST if many > 2 else 0):
            yield _tie(link, {node: (node.args[0][i], (node.args[0][i], node.args[0][j]))})


def _tie(link: Link, plain: Mapping[Expr, Plain]) -> Tie:
    instead = {node: value for node, (value, _) in plain.items()}
    equations = [Link(_without(a, instead), "==", _without(b, instead)) for _, (a, b) in plain.values()]
    return Tie(Link(_without(link.lhs, instead), link.op, _without(link.rhs, instead)), tuple(equations))


def _without(expr: Expr, instead: Mapping[Expr, Expr]) -> Expr:
    """The tree with others for some nodes; a derived word that has one is its definition."""
    if expr in instead:
        return _without(instead[expr], instead)
    if expr.expansion is not None and not instead.keys().isdisjoint(expr.expansion.walk()):
        return _without(expr.expansion, instead)
    args = tuple([_without(arg, instead) for arg in expr.args])
    return expr if args == expr.args else Expr(expr.word, args, expr.payload)


def _first(node: Expr) -> Plain:
    """A component, to which all of them are equal."""
    (vector,) = node.args
    return vector[1], (vector, vector[1])


def _either(node: Expr) -> Plain:
    a, b = node.args
    return (a if a.kind is Kind.VECTOR else b), (a, b)


def _nought(node: Expr) -> Plain:
    return node.args[0], (node.args[0], const(0))


TIED: Mapping[str, Callable[[Expr], Plain]] = {
    "max": _first,
    "min": _first,
    "larger": _either,
    "smaller": _either,
    "abs": _nought,
}
