"""Points in float64 that steer the prover: which branches are inhabited. They decide nothing."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import numpy as np

from perturb.prove.inputs import Input, shape, variables
from perturb.prove.path import Path
from perturb.prove.ring import Poly

COUNT = 3000
CLOSE = 1e-9
CLEAR = 1e-6  # a root of a rounded 0 is 1e-8


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
    if one.ordered:
        _descending(values)
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
