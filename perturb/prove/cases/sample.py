"""Points in float64 that steer the prover: which branches are inhabited. They decide nothing.

One that fits an open branch is a candidate for a violation: made exact, the engine says what it is.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from fractions import Fraction
from typing import Any

import numpy as np
from flint import fmpq_mat

from perturb.certify.point import certify
from perturb.domains.pairs import joined
from perturb.domains.space import Point
from perturb.enclosure import Verdict
from perturb.prove.reading.inputs import EIGEN, SCHUR, SINGULAR, Input, called, shape, variables
from perturb.prove.reading.path import Path
from perturb.prove.reading.ring import Poly
from perturb.prove.reading.sized_claim import SizedClaim
from perturb.statements.claim import Claim

COUNT = 3000
CLOSE = 1e-9
CLEAR = 1e-6  # a root of a rounded 0 is 1e-8
SIMPLE = (1, 2, 4, 16, 256)  # denominators of coordinates that are tried first


def points(inputs: list[Input], sizes: Mapping[str, int], seed: int = 1) -> dict[str, Any]:
    """Values of the real variables, special ones included; constraints of the spaces mostly met."""
    rng = np.random.default_rng(seed)
    found: dict[str, Any] = {}
    for one in inputs:
        names = variables(one, sizes)
        values = {name: _mixed(rng) for name in names}
        _into(one, values, rng, shape(one, sizes))
        found.update(values)
    return found


def _mixed(rng: Any) -> Any:
    """A third of them small integers, some of them tiny, the rest normal."""
    x = rng.standard_normal(COUNT) * 2.0 ** rng.integers(-3, 3, COUNT)
    kind = rng.random(COUNT)
    return np.where(kind < 0.35, rng.integers(-2, 3, COUNT), x)


def _into(one: Input, values: dict[str, Any], rng: Any, sides: tuple[int, ...]) -> None:
    name, space = one.name, one.space
    if one.turned:
        _turned(one, values)
    elif space == "scalar" and one.parameters:
        low, high = [float(_number(end)) if end else None for end in one.parameters]
        _between(values, low, high, rng)
    elif space == "bounded":
        c = float(_number(one.parameters[2]))
        for key in values:
            values[key] = c * (2 * rng.random(COUNT) - 1) / len(values)
    elif space in ("psd", "pd", "contraction", "orthogonal", "rank1", "projection") and sides == (2, 2):
        _planar(name, space, values, rng)
    elif space in ("psd", "pd") and values:
        values[f"{name}.11"] = np.abs(values[f"{name}.11"])


def _number(text: str) -> float:
    top, _, bottom = text.partition("/")
    return int(top) / int(bottom or 1)


def _between(values: dict[str, Any], low: float | None, high: float | None, rng: Any) -> None:
    for key, x in values.items():
        if low is not None and high is not None:
            part = np.where(rng.random(COUNT) < 0.3, rng.integers(0, 2, COUNT), rng.random(COUNT))
            values[key] = low + (high - low) * part
        elif low is not None:
            values[key] = low + np.abs(x)
        elif high is not None:
            values[key] = high - np.abs(x)


def _turned(one: Input, values: dict[str, Any]) -> None:
    """Of a matrix that is simple, in place."""
    if one.turned == SINGULAR:
        _descending(values)
    elif one.turned == EIGEN and f"{one.name}.v1" in values:
        values[f"{one.name}.v1"] = np.abs(values[f"{one.name}.v1"])
    elif one.turned == SCHUR:
        corner = np.abs(values[f"{one.name}.v2"])
        values[f"{one.name}.u2"], values[f"{one.name}.v2"] = -corner, corner


def _descending(values: dict[str, Any]) -> None:
    """Values of a matrix that is diagonal in descending order, in place."""
    rows = np.array(list(values.values())).reshape(len(values), COUNT)
    rows = -np.sort(-np.abs(rows), axis=0)
    values.update(zip(values, rows, strict=True))


def _planar(name: str, space: str, values: dict[str, Any], rng: Any) -> None:
    v = np.hypot(values[f"{name}.v1"], values[f"{name}.v2"])
    if space in ("psd", "pd"):
        values[f"{name}.u1"] = v + np.abs(values[f"{name}.u1"])
        return
    if space == "projection":
        values[f"{name}.v1"], values[f"{name}.v2"] = (0.5 * x for x in _circle(rng))
        return
    if space == "orthogonal":
        for part in "uv":
            values[f"{name}.{part}1"], values[f"{name}.{part}2"] = _circle(rng)
        return
    u = np.hypot(values[f"{name}.u1"], values[f"{name}.u2"])
    if space == "rank1":
        with np.errstate(all="ignore"):
            scale = np.where(u > 0, v / u, 0.0)
        for part in "12":
            values[f"{name}.u{part}"] = values[f"{name}.u{part}"] * scale
            values[f"{name}.v{part}"] = np.where(u > 0, values[f"{name}.v{part}"], 0.0)
        return
    top = np.maximum(u + v, 1e-12) / np.where(rng.random(COUNT) < 0.3, 1 - 1e-12, rng.random(COUNT))
    for key in values:
        values[key] = values[key] / top


def _circle(rng: Any) -> tuple[Any, Any]:
    angle = np.where(rng.random(COUNT) < 0.4, rng.integers(0, 4, COUNT) * np.pi / 2, rng.random(COUNT) * 7)
    return np.cos(angle), np.sin(angle)


class Cloud:
    """The sample of a statement; which of its points fit a path."""

    def __init__(self, names: list[str], values: Mapping[str, Any]) -> None:
        self.columns = [np.asarray(values[name], dtype=float) for name in names]
        self.count = COUNT if self.columns else 1
        self.seen: dict[str, Any] = {}

    def fits(self, path: Path, clear: float = CLEAR) -> Any:
        """A mask; a point counts only clear of the strict boundaries."""
        with np.errstate(all="ignore"):
            columns = list(self.columns)
            for q in path.rules:
                columns.append(np.sqrt(np.maximum(self.value(q, columns), 0.0)))
            good = np.ones(self.count, dtype=bool)
            for c in path.constraints:
                x, size = self._with_size(c.poly, columns)
                margin = CLOSE * size
                good &= {"=": np.abs(x) <= margin, ">=": x >= -margin, ">": x > clear * size}[c.kind]
        return good

    def value(self, p: Poly, columns: list[Any]) -> Any:
        return self._with_size(p, columns)[0]

    def _with_size(self, p: Poly, columns: list[Any]) -> tuple[Any, Any]:
        """Values and the sum of the moduli of the terms, against which rounding is measured."""
        value, size = np.zeros(self.count), np.zeros(self.count)
        for powers, c in p.to_dict().items():
            term = np.full(self.count, int(c.p) / int(c.q))
            for k, e in enumerate(powers):
                if int(e):
                    term = term * columns[k] ** int(e)
            value, size = value + term, size + np.abs(term)
        return value, size


# -- a candidate for a violation ------------------------------------------------------------------------


def violated(claim: Claim, statement: SizedClaim, cloud: Cloud, model: int | None) -> Point | None:
    """The sampled point as an exact one, where it is certified to violate the claim; None otherwise.

    Inputs that consist of cases (orthogonal matrices, activations) are not tried: the sample does not say
    which case is meant.
    """
    if model is None:
        return None
    columns = dict(zip(statement.names, cloud.columns, strict=True))
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


def written_out(point: Point, complex_inputs: Sequence[str] = ()) -> str:
    """A = [[1, 2], [0, 1]], t = 1/2; entries of complex inputs as 1 + 2i."""
    texts = {name: _texts(value) for name, value in point.values.items()}
    whole = joined(texts, complex_inputs)
    return ", ".join(f"{name} = {_listed(value)}" for name, value in whole.items())


def _texts(value: Any) -> Any:
    rows = value.tolist() if isinstance(value, fmpq_mat) else value
    return [_texts(part) for part in rows] if isinstance(rows, list | tuple) else str(value)


def _listed(texts: Any) -> str:
    return f"[{', '.join(map(_listed, texts))}]" if isinstance(texts, list) else str(texts)


def _value(one: Input, sizes: Mapping[str, int], at: Mapping[str, Fraction]) -> Any:
    """An input from its variables, those that its space has not being 0. KeyError where it has none."""
    if one.space == "integer":
        return sizes[one.name]
    if one.space == "scalar":
        return at[called(one.name)]
    sides = shape(one, sizes)
    if one.space == "skew" and sides == (1, 1):
        return [[Fraction(0)]]
    if sides == (2, 2):
        if f"{one.name}.{'u2' if one.space == 'skew' else 'u1'}" not in at:
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
