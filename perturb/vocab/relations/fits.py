"""Whether the parts of a relation fit each other, told by shapes alone, before any value.

A statement whose sizes do not fit is an error at every point: also where some part of it has no value, which
an evaluation may meet first.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import lru_cache
from typing import Any, NamedTuple

from flint import fmpq

from perturb.enclosure import Enclosure, Rigour, Verdict, compare
from perturb.vocab.grammar.intervals import Interval, exactly
from perturb.vocab.grammar.kinds import Kind
from perturb.vocab.grammar.ranges import (
    Box,
    Extents,
    Relation,
    Shape,
    as_extents,
    assignments,
    exists,
    known,
    meaningful,
)
from perturb.vocab.grammar.tree import Expr
from perturb.vocab.relations.order import Link
from perturb.vocab.systems.demands import Sides, fit


def left_out(link: Link, shapes: Mapping[str, Shape]) -> bool:
    """Do the sizes alone keep a hypothesis from being met? A part does not exist, or sizes are compared."""
    if not meaningful(link, shapes):
        return True
    if any(side.kind is not Kind.INTEGER for side in link.parts):
        return False
    sizes, boxes = as_extents(shapes.items()), map(_box, assignments(link, shapes))
    sides = [[_number(known(side, sizes, box)) for side in link.parts] for box in boxes]
    return any(compare(lhs, link.op, rhs) is Verdict.VIOLATED for lhs, rhs in sides)


def _box(at: Mapping[str, int]) -> Box:
    return {name: exactly(k) for name, k in at.items()}


def _number(found: Interval) -> Enclosure:
    low, high = (fmpq(end) if isinstance(end, int) else None for end in found)
    return Enclosure(low, high, rigour=Rigour.EXACT)


def fits(link: Relation, shapes: Mapping[str, Shape]) -> None:
    """ValueError where the parts of some instance do not fit at these shapes of the inputs."""
    why = _unfit(link.parts, tuple(sorted(shapes.items())))
    if why is not None:
        raise ValueError(why)


class _Sides(NamedTuple):
    """The two sides of a relation, for the ranges of its indices."""

    parts: tuple[Expr, Expr]


@lru_cache(maxsize=1024)
def _unfit(parts: tuple[Expr, Expr], shapes: tuple[tuple[str, Shape], ...]) -> str | None:
    """What does not fit: a part without indices, or in an instance a part with some."""
    link, memo = _Sides(parts), dict[Expr, Any]()
    try:
        _fit_closed(parts, as_extents(shapes), memo)
        if meaningful(link, dict(shapes)):
            for at in assignments(link, dict(shapes)):
                _fit_instance(parts, as_extents(shapes), _box(at), dict(memo))
    except ValueError as error:
        return str(error)
    return None


def _fit_closed(parts: tuple[Expr, Expr], sizes: Extents, memo: dict[Expr, Any]) -> None:
    """A part made of one that does not exist is not there either: nothing is asked of it."""
    gone: set[Expr] = set()
    for node in computed(parts):
        if not node.free:
            if any([_defined(arg) in gone for arg in node.args]) or not exists(node, sizes, {}):
                gone.add(node)
            else:
                fit(node, [_exact(known(arg, sizes, {}, memo)) for arg in node.args])


def _fit_instance(parts: tuple[Expr, Expr], sizes: Extents, box: Box, memo: dict[Expr, Any]) -> None:
    for node in computed(parts):
        if node.free:
            fit(node, [_exact(known(arg, sizes, box, memo)) for arg in node.args])
    between([_exact(known(side, sizes, box, memo)) for side in parts if side.kind is Kind.VECTOR])


def between(lengths: Sequence[Sides]) -> None:
    """ValueError for a relation between vectors of two lengths."""
    if len(set(lengths)) > 1:
        raise ValueError(f"a relation between vectors of lengths {sorted({n for (n,) in lengths})}")


def _exact(sides: Any) -> Sides:
    """The sides of a vector or matrix where all indices have values; of a number none."""
    return () if isinstance(sides, Interval) else tuple([int(side.lo) for side in sides])


@lru_cache(maxsize=1024)
def computed(parts: tuple[Expr, Expr]) -> tuple[Expr, ...]:
    """What an evaluation looks at, arguments first: of a derived word its definition alone."""
    found: dict[Expr, None] = {}

    def visit(expr: Expr) -> None:
        if expr not in found:
            for below in expr.args if expr.expansion is None else (expr.expansion,):
                visit(below)
            found[expr] = None

    for side in parts:
        visit(side)
    return tuple([node for node in found if node.expansion is None])


def _defined(expr: Expr) -> Expr:
    """The definition of a derived word."""
    while expr.expansion is not None:
        expr = expr.expansion
    return expr
