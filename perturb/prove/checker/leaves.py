"""A leaf: the constraints of a path contradict each other."""

from __future__ import annotations

import re
from math import prod
from typing import Any

from perturb.prove.checker.numbers import NULL, ONE, Poly, X, rational, require
from perturb.prove.checker.paths import POS, ZERO, Condition, Equality, Trail


def read(path: Trail, data: Any) -> Poly:
    """A polynomial {"A.u1^2*r1": "-3/2", "1": 5} in variables of the path."""
    out = NULL
    for text, c in data.items():
        factors = re.findall(r"([\w.]+)(?:\^([1-9]\d?))?(?:\*|$)", text) if text != "1" else []
        require("*".join(f"{x}^{k}" if k else x for x, k in factors) == text or text == "1", "a monomial")
        out += prod([X[path.names[x]] ** int(k or 1) for x, k in factors], start=ONE) * rational(c)
    return out


def close(path: Trail, data: Any, gauges: Any = ()) -> None:
    """Raises Rejected unless the leaf shows that no real point meets all constraints. The path is used up."""
    if "gauge" in data:
        fix(path, gauges[data["gauge"]])
    for step in data.get("steps", []):
        take(path, step)
    require(("identity" in data) != ("split" in data), "a leaf ends in an identity or in a split")
    if "identity" in data:
        contradiction(path, data["identity"])
        return
    for twin, inner in path.cases(read(path, data["split"]), data["cases"], 7):
        close(twin, inner)


def fix(path: Trail, gauge: Any) -> None:
    """Rotate until certain complex variables are real and not negative."""
    fixed: list[str] = []
    for generator in gauge:
        weights, z = {z: w for z, w in generator["weights"].items() if w}, generator["fix"]
        require(all(type(w) is int for w in weights.values()), "weights are integers")
        require(path.complex.issuperset(weights), "a gauge turns what is no complex variable")
        require(z in weights and weights.keys().isdisjoint(fixed), "a gauge does not fix what it says")
        places = [(w, path.names[f"{z}1"], path.names[f"{z}2"]) for z, w in weights.items()]
        text = str(places)
        for p in [*[c.p for c in path.list], *[rule.q for rule in path.rules.values()]]:
            if path.still.get((text, id(p))) is p:
                continue
            turned = sum([w * (X[x] * p.derivative(y) - X[y] * p.derivative(x)) for w, x, y in places], NULL)
            require(not turned or not path.reduce(turned), "a gauge changes a constraint")
            path.still |= {} if turned else {(text, id(p)): p}
        fixed.append(z)
    for z in fixed:
        path.rules[path.names[f"{z}2"]] = Equality(1, NULL)
        path.put(path.variable(f"{z}1"), ZERO | POS)


def take(path: Trail, step: Any) -> None:
    """One substitution: a variable, or its square, is something else."""
    ((kind, name),) = [(k, step[k]) for k in ("solve", "root", "circle") if k in step]
    x, power = path.names[name], 2 if kind == "circle" else 1
    rule = path.rules.get(x)
    p, relation = constraint(path, step["is" if kind == "root" else "by"])
    if kind == "root":
        by = path.reduce(p) * rational(step["times"])
        require(relation != ZERO and rational(step["times"]) > 0, "a root is not negative")
        require(rule and rule.root, f"{name} is no root that is left, or may be negative")
        require(rule and not path.reduce(by * by - rule.q), f"{name} is not this root")
    else:
        c, rest = divmod(path.reduce(p), X[x] ** power)
        require(relation == ZERO and c and c.is_constant(), "no equation for this variable")
        by = rest / -c.leading_coefficient()
        require(kind == "solve" or not rule, "a square of what has a rule")
        if rule:
            path.list.append(Condition(by * by - rule.q, ZERO))
    require(by.degrees()[x] <= 0, f"{name} is put in terms of itself")
    path.rules[x] = Equality(power, by)


def constraint(path: Trail, k: Any) -> Condition:
    require(type(k) is int and 0 <= k < len(path.list), f"no constraint {k!r}")
    p, kind = path.list[k]
    return Condition(p, kind)


def contradiction(path: Trail, data: Any) -> None:
    """sum c s^2 g g ... + sum p e = 0 with c > 0, g >= 0, e = 0 and one term that is certainly positive."""
    total, strict = NULL, False
    for c, square, numbers in data["sum"]:
        s, factors = read(path, square), [constraint(path, k) for k in numbers]
        require(rational(c) > 0, "a weight that is not positive")
        strict |= bool(s) and s.is_constant() and all(f.kind == POS for f in factors)
        total += prod([s, s, *[f.p for f in factors]], start=rational(c) * ONE)
    for k, p in data["equations"]:
        e = constraint(path, k)
        require(e.kind == ZERO, "a multiplier of what is no equation")
        total += read(path, p) * e.p
    require(strict, "an identity without a term that is certainly positive")
    require(not path.reduce(total), "an identity that does not hold")
