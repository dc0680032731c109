"""Relations to 0, and how they come together; what stands in the names of atoms."""

from __future__ import annotations

from collections.abc import Mapping
from functools import lru_cache
from typing import Any

from perturb.derive.checker.matrices import Matrix, Unspoken
from perturb.derive.checker.member import Relation
from perturb.derive.checker.polynomials import ZERO, Poly
from perturb.derive.checker.reading import NAME, Tree, Value, put, vector


def sides(relation: Tree, texts: Mapping[str, Tree] | None = None) -> tuple[str, Tree, Tree]:
    """The sign and the two sides of a relation, names replaced. Unspoken where it is none."""
    if isinstance(relation, str) or len(relation) != 3:
        raise Unspoken("what is no relation")
    op, lhs, rhs = relation
    return str(op), put(lhs, texts or {}), put(rhs, texts or {})


def names_in(tree: Tree) -> set[str]:
    """The names among the arguments of its words."""
    if isinstance(tree, str):
        return {tree} if NAME.fullmatch(tree) else set()
    return set().union(*[names_in(arg) for arg in tree[1:]])


def numbers_in(x: Any) -> list[int]:
    """Of atoms and letters, in the name of one."""
    if isinstance(x, Poly):
        return [*x.atoms]
    if isinstance(x, Matrix):
        inner = [k for w, c in x.terms.items() for k in (*[a for a, _ in w], *c.atoms)]
        return [*inner, *x.rows.atoms, *x.cols.atoms]
    if isinstance(x, tuple) and len(x) == 2 and type(x[0]) is int and type(x[1]) is bool:
        return [x[0]]
    return [k for y in x for k in numbers_in(y)] if isinstance(x, tuple) else []


def component_sums(R: Any, k: int, v: Matrix) -> Poly:
    """The sum of the components of a letter times those of v."""
    parts = [c * R.sum_of([((k, False),), w]) for w, c in v.terms.items()]
    return sum(parts, ZERO)


def related(op: str, x: Poly, y: Poly) -> list[Relation]:
    signs: dict[str, list[Relation]] = {
        "<=": [(y - x, ">=")], "<": [(y - x, ">")], ">=": [(x - y, ">=")], ">": [(x - y, ">")],
        "==": [(y - x, "==")],
    }  # fmt: skip
    if op not in signs:
        raise Unspoken(f"the relation {op}")
    return signs[op]


def of_vectors(R: Any, op: str, x: Value, y: Value) -> list[tuple[Matrix, str]]:
    A, B = [v if isinstance(v, Matrix) else None for v in (x, y)]
    rows = (A or B).rows  # type: ignore[union-attr]
    first, second = [v if isinstance(v, Matrix) else R.ones(rows).times(v) for v in (x, y)]
    up, down = vector(second) - vector(first), vector(first) - vector(second)
    table = {"<=": (up, ">="), "<": (up, ">"), ">=": (down, ">="), ">": (down, ">"), "==": (up, "==")}
    if op not in table:
        raise Unspoken(f"the relation {op}")
    return [table[op]]


@lru_cache(maxsize=20_000)
def primitive(p: Poly) -> Poly:
    """A positive multiple that all positive multiples share."""
    return p.scaled(1 / abs(p.ordered()[0][1])) if p else p


def worse(first: str, second: str) -> str:
    """Of a product."""
    return "==" if "==" in (first, second) else ">" if first == second == ">" else ">="


def added(first: str, second: str) -> str:
    """Of a sum."""
    return first if second == "==" else second if first == "==" else ">" if ">" in (first, second) else ">="
