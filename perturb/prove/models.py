"""A branch that a sampled point fits: a candidate for a violation, and what the engine says of it."""

from __future__ import annotations

from collections.abc import Mapping
from fractions import Fraction
from typing import Any

from flint import fmpq_mat

from perturb.certify.point import certify
from perturb.domains.exact import Point
from perturb.enclosure import Verdict
from perturb.prove.explore import Explorer
from perturb.prove.inputs import Input, called, shape
from perturb.prove.statement import SizedClaim
from perturb.statements.claim import Claim

SIMPLE = (1, 2, 4, 16, 256)  # denominators of coordinates that are tried first


def violated(claim: Claim, explorer: Explorer, model: int) -> Point | None:
    """The sampled point as an exact one, where it is certified to violate the claim; None otherwise.

    Inputs that consist of cases (orthogonal matrices, activations) are not tried: the sample does not say
    which case is meant.
    """
    statement = explorer.statement
    columns = dict(zip(statement.names, explorer.cloud.columns, strict=True))
    at = {name: Fraction(float(column[model])) for name, column in columns.items()}
    found = _at(claim, statement, at)
    if found is None:
        return None
    for d in SIMPLE:
        near = _at(claim, statement, {name: Fraction(round(x * d), d) for name, x in at.items()})
        if near is not None:
            return near
    return found


def _at(claim: Claim, statement: SizedClaim, at: Mapping[str, Fraction]) -> Point | None:
    """The point with these coordinates, where it is certified to violate the claim."""
    try:
        values = {one.name: _value(one, statement.sizes, at) for one in statement.inputs}
        point = claim.domain.point(values)
        inside = claim.domain.contains(point)
        found = inside and certify(claim, point).verdict is Verdict.VIOLATED
    except (KeyError, ValueError):  # no such coordinates, or no such point
        return None
    return point if found else None


def written_out(point: Point) -> str:
    """A = [[1, 2], [0, 1]], t = 1/2"""
    return ", ".join(f"{name} = {_listed(value)}" for name, value in point.values.items())


def _listed(value: Any) -> str:
    rows = value.tolist() if isinstance(value, fmpq_mat) else value
    if isinstance(rows, list | tuple):
        return f"[{', '.join(_listed(part) for part in rows)}]"
    return str(value)


def _value(one: Input, sizes: Mapping[str, int], at: Mapping[str, Fraction]) -> Any:
    """An input from its variables, those that its space has not being 0. KeyError where it has none."""
    if one.space == "integer":
        return sizes[one.name]
    if one.space == "scalar":
        return at[called(one.name)]
    sides = shape(one, sizes)
    if sides == (2, 2):
        if f"{one.name}.u1" not in at:
            raise KeyError(one.name)
        u1, u2, v1, v2 = (at.get(f"{one.name}.{part}", Fraction(0)) for part in ("u1", "u2", "v1", "v2"))
        return [[u1 + v1, v2 - u2], [v2 + u2, u1 - v1]]
    flat = [at[name] for name in _names(one.name, sides)]
    if len(sides) == 1:
        return flat
    return [flat[i * sides[1] : (i + 1) * sides[1]] for i in range(sides[0])]


def _names(name: str, sides: tuple[int, ...]) -> list[str]:
    if sides in ((2,), (1, 2), (2, 1)):
        return [f"{name}.u1", f"{name}.u2"]
    if len(sides) == 1:
        return [f"{name}.{k + 1}" for k in range(sides[0])]
    return [f"{name}.{i + 1}{j + 1}" for i in range(sides[0]) for j in range(sides[1])]
