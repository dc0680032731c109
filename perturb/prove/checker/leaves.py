"""A leaf: the constraints of a path contradict each other."""

from __future__ import annotations

import re
from math import prod
from typing import Any

from perturb.prove.checker.paths import (
    NULL,
    ONE,
    POS,
    RELATIONS,
    ZERO,
    Condition,
    Equality,
    Poly,
    Rejected,
    Trail,
    X,
    rational,
)

FACTOR = re.compile(r"([\w.]+)(?:\^([1-9]\d?))?")


def read(path: Trail, data: Any) -> Poly:
    """A polynomial {"A.u1^2*r1": "-3/2", "1": 5} in variables of the path."""
    out = NULL
    for text, c in data.items():
        factors = [FACTOR.fullmatch(factor).groups() for factor in text.split("*") if text != "1"]  # type: ignore[union-attr]
        out += prod(
            [X[path.names[name]] ** int(power or 1) for name, power in factors], start=ONE
        ) * rational(c)
    return out


def close(path: Trail, data: Any, gauges: Any = ()) -> None:
    """Raises Rejected unless the leaf shows that no real point meets all constraints. The path is used up."""
    if "gauge" in data:
        fix(path, gauges[data["gauge"]])
    for step in data.get("steps", []):
        take(path, step)
    if ("identity" in data) == ("split" in data):
        raise Rejected("a leaf ends in an identity or in a split")
    if "identity" in data:
        contradiction(path, data["identity"])
        return
    p, covered = path.reduce(read(path, data["split"])), 0
    for relation, inner in data["cases"].items():
        twin = path.copy()
        twin.put(p, RELATIONS[relation])
        covered |= RELATIONS[relation]
        close(twin, inner)
    if covered != 7:
        raise Rejected("the cases of a split do not cover <, = and >")


def fix(path: Trail, gauge: Any) -> None:
    """Rotate until certain complex variables are real and not negative."""
    fixed: list[str] = []
    for generator in gauge:
        weights = {z: w for z, w in generator["weights"].items() if w}
        z = generator["fix"]
        if not path.complex.issuperset(weights) or any(type(w) is not int for w in weights.values()):
            raise Rejected("a gauge turns what is no complex variable")
        if z not in weights or not weights.keys().isdisjoint(fixed):
            raise Rejected("a gauge does not fix what it says")
        places = [(w, path.names[f"{z}1"], path.names[f"{z}2"]) for z, w in weights.items()]
        for p in [*[c.p for c in path.list], *[rule.q for rule in path.rules.values()]]:
            turned = sum([w * (X[x] * p.derivative(y) - X[y] * p.derivative(x)) for w, x, y in places], NULL)
            if path.reduce(turned):
                raise Rejected("a gauge changes a constraint")
        fixed.append(z)
    for z in fixed:
        path.rules[path.names[f"{z}2"]] = Equality(1, NULL)
        path.put(path.variable(f"{z}1"), ZERO | POS)


def take(path: Trail, step: Any) -> None:
    """One substitution: a variable, or its square, is something else."""
    ((kind, name),) = [(k, step[k]) for k in ("solve", "root", "zero", "circle") if k in step]
    x, power, by = path.names[name], 2 if kind == "circle" else 1, NULL
    rule = path.rules.get(x)
    if kind in ("solve", "circle"):
        p, relation = constraint(path, step["by"])
        c, rest = divmod(p, X[x] ** power)
        if relation != ZERO or not c or not c.is_constant() or (kind == "circle" and rule):
            raise Rejected("what is solved is no equation for this variable")
        by = rest / -c.leading_coefficient()
        if rule:
            path.list.append(Condition(by * by - rule.q, ZERO))
    elif not rule or not rule.root:
        raise Rejected(f"{name} is no root that is left, or may be negative")
    else:
        if kind == "root":
            p, relation = constraint(path, step["is"])
            by = p * rational(step["times"])
            if relation == ZERO or rational(step["times"]) <= 0:
                raise Rejected("a root is not negative")
        if path.reduce(by * by - rule.q):
            raise Rejected(f"{name} is not this root")
    if by.degrees()[x] > 0:
        raise Rejected(f"{name} is put in terms of itself")
    path.rules[x] = Equality(power, by)


def numbered(path: Trail, k: Any) -> Condition:
    if type(k) is not int or not 0 <= k < len(path.list):
        raise Rejected(f"no constraint {k!r}")
    return path.list[k]


def constraint(path: Trail, k: Any) -> Condition:
    p, kind = numbered(path, k)
    return Condition(path.reduce(p), kind)


def contradiction(path: Trail, data: Any) -> None:
    """sum c s^2 g g ... + sum p e = 0 with c > 0, g >= 0, e = 0 and one term that is certainly positive."""
    total, strict = NULL, False
    for c, square, numbers in data["sum"]:
        s, factors = read(path, square), [numbered(path, k) for k in numbers]
        if rational(c) <= 0 or any(f.kind == ZERO for f in factors):
            raise Rejected("a term that is not certain to be >= 0")
        strict |= bool(s) and s.is_constant() and all(f.kind == POS for f in factors)
        total += prod([s, s, *[f.p for f in factors]], start=rational(c) * ONE)
    for k, p in data["equations"]:
        e = numbered(path, k)
        if e.kind != ZERO:
            raise Rejected("a multiplier of what is no equation")
        total += read(path, p) * e.p
    if path.reduce(total) or not strict:
        raise Rejected("an identity that does not hold, or without a term that is certainly positive")
