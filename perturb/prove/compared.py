"""A comparison of two sides by their squares: 0 <= R < L exactly when 0 <= R and R^2 < L^2, for L >= 0.

The square of a root is what stands under it, so that the root itself need not be argued about.
"""

from __future__ import annotations

from collections.abc import Container, Mapping
from typing import Any

from perturb.prove.path import Path, Scalar
from perturb.prove.ring import Poly
from perturb.prove.signs import LESS, SIDES
from perturb.prove.words import WORDS, Column
from perturb.vocab.grammar.tree import Expr
from perturb.vocab.relations.order import Link

ROOTS = ("sqrt", "fro", "norm")


def rooted(side: Expr, but: Container[Expr] = ()) -> bool:
    """A root, or a product or quotient with one, none of these among `but`."""
    name = side.word.name
    if side in but:
        return False
    return name in ROOTS or (name in ("mul", "div") and any(rooted(arg, but) for arg in side.args))


def sides(
    path: Path, read: Any, link: Link, at: Mapping[str, int], values: list[Scalar], k: int
) -> list[Scalar]:
    """The squares of both sides where the smaller one (for ==, each) is certain not to be negative."""
    lhs, rhs = values
    least = {"<": [rhs], "<=": [rhs], ">": [lhs], ">=": [lhs]}.get(link.op, [lhs, rhs])
    if not all(clearly(path, x.num) or not path.ask(x.num, SIDES) & LESS for x in least):
        return values
    found = [square(path, read, side, at) for side in (link.lhs, link.rhs)]
    return [x[k] if isinstance(x, Column) else x for x in found]


def clearly(path: Path, p: Poly) -> bool:
    """Positive multiples of products of squares and of variables that are known not to be negative."""
    fine = [not path.sign_of(x) & LESS for x in path.ring.context.gens()]
    return all(
        c > 0 and all(fine[k] or not int(e) % 2 for k, e in enumerate(powers))
        for powers, c in p.to_dict().items()
    )


def square(path: Path, read: Any, expr: Expr, at: Mapping[str, int]) -> Any:
    """The square of a number or vector: of a root what is under it, also in the top of a quotient."""
    name, args = expr.word.name, expr.args
    if name == "sqrt" and expr not in read.lets:
        return read(args[0], at)
    if name == "div" and expr not in read.lets:
        top, below = square(path, read, args[0], at), read(args[1], at)
        return WORDS["div"](path, WORDS["div"](path, top, below), below)
    return WORDS["sq"](path, read(expr, at))
