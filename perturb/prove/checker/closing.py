"""A leaf: the constraints of a path contradict each other."""

from __future__ import annotations

import re
from fractions import Fraction
from typing import Any

from perturb.prove.checker.paths import POS, RELATIONS, ZERO, Condition, Trail
from perturb.prove.checker.polynomials import ONE, Poly, Rejected, exponent, number, powers, turned

FACTOR = re.compile(r"([\w.]+)(?:\^([1-9]\d?))?")


def read(path: Trail, data: Any) -> Poly:
    """A polynomial {"A.u1^2*r1": "-3/2", "1": 5} in variables of the path."""
    out = Poly()
    for text, c in data.items():
        monomial = 0
        for factor in [] if text == "1" else text.split("*"):
            name, power = FACTOR.fullmatch(factor).groups()  # type: ignore[union-attr]
            monomial += int(power or 1) << path.shifts[name]
            if len(text) > 300:
                raise Rejected("a monomial of this length")
        out = out.plus(Poly({monomial: 1}), number(c))
    return path.times(out, ONE) if out.keys() - {0} else out


def close(path: Trail, data: Any) -> None:
    """Raises Rejected unless the leaf shows that no real point meets all constraints. The path is used up."""
    waiting = [(path, data)]
    while waiting:
        here, case = waiting.pop()
        for step in case.get("steps", []):
            take(here, step)
        if ("identity" in case) == ("split" in case) or ("gauge" in case and case is not data):
            raise Rejected("a leaf ends in an identity or in a split")
        if "identity" in case:
            contradiction(here, case["identity"])
            continue
        p, covered = read(here, case["split"]), 0
        for relation, inner in case["cases"].items():
            twin = here.copy()
            twin.put(p, RELATIONS[relation])
            covered |= RELATIONS[relation]
            waiting.append((twin, inner))
        if covered != 7:
            raise Rejected("the cases of a split do not cover <, = and >")


def fix(path: Trail, gauge: Any, still: dict[tuple[int, int], Poly] | None = None) -> None:
    """Rotate until certain complex variables are real and not negative.

    `still` remembers which polynomials (by identity) do not change. Paths that share one are copies
    of the path on which it was made, so all have the same rules for its roots.
    """
    still = {} if still is None else still
    turns: list[tuple[dict[str, int], str]] = []
    for generator in gauge:
        weights, fixed = generator["weights"], generator["fix"]
        if not path.complex.issuperset({*weights, fixed}) or any(
            type(w) is not int for w in weights.values()
        ):
            raise Rejected("a gauge turns what is no complex variable")
        if not weights.get(fixed) or any(weights.get(z) for _, z in turns):
            raise Rejected("a gauge does not fix what it says")
        turns.append((weights, fixed))
        angles = [(w, path.shifts[f"{z}1"], path.shifts[f"{z}2"]) for z, w in weights.items()]
        for p in [*[c.p for c in path.list], *path.rules.values()]:
            if (id(generator), id(p)) not in still and path.reduce(turned(p, angles)):
                raise Rejected("a gauge changes a constraint")
            still[id(generator), id(p)] = p  # kept, so that no other has its identity
    for _, z in turns:
        substitute(path, path.shifts[f"{z}2"], Poly())
        path.put(path.variable(f"{z}1"), ZERO | POS)


def take(path: Trail, step: Any) -> None:
    """One substitution."""
    ((kind, name),) = [(k, step[k]) for k in ("solve", "root", "zero", "circle") if k in step]
    shift = path.shifts[name]
    if kind == "circle":
        circle(path, shift, step["by"])
        return
    rule = path.rules.pop(shift, None)
    if kind == "solve":
        by = solved(path, shift, 1, step["by"])
    elif rule is None or shift in path.signed:
        raise Rejected(f"{name} is no root that is left, or may be negative")
    elif kind == "root":
        p, relation = constraint(path, step["is"])
        c = number(step["times"])
        by = p * c
        if relation == ZERO or c <= 0 or path.reduce(path.times(by, by) - rule):
            raise Rejected(f"{name} is not this root")
    else:
        by = Poly()
        if path.reduce(rule):
            raise Rejected(f"the radicand of {name} is not 0")
    if any(exponent(m, shift) for m in by):
        raise Rejected(f"{name} is put in terms of itself")
    if kind == "solve" and rule is not None:
        path.list.append(Condition(path.times(by, by) - rule, ZERO))
    substitute(path, shift, by)


def solved(path: Trail, shift: int, power: int, k: Any) -> Poly:
    """What x^power is by an equation c x^power + rest = 0 with a number c; the rest must not hold x."""
    p, relation = constraint(path, k)
    c = p.get(power << shift, 0)
    if relation != ZERO or not c:
        raise Rejected("what is solved is no equation for this variable")
    return (p - Poly({power << shift: c})) * Fraction(-1, c)


def circle(path: Trail, shift: int, by: Any) -> None:
    """x^2 = q becomes a rule, by an equation c (x^2 - q) = 0 with a number c and no x in q."""
    q = solved(path, shift, 2, by)
    if any(exponent(m, s) for m in q for s in (shift, *path.rules)) or shift in path.rules:
        raise Rejected("a square in terms of itself or of what has a rule")
    path.rules[shift] = q
    path.signed = path.signed | {shift}
    path.list = [Condition(path.reduce(p), kind) for p, kind in path.list]


def constraint(path: Trail, k: Any) -> Condition:
    if type(k) is not int or not 0 <= k < len(path.list):
        raise Rejected(f"no constraint {k!r}")
    return path.list[k]


def substitute(path: Trail, shift: int, by: Poly) -> None:
    """The variable at `shift` is `by`, everywhere."""
    path.rules = {s: path.joined(powers(q, shift), by) for s, q in path.rules.items()}
    path.list = [Condition(path.reduce(path.joined(powers(p, shift), by)), kind) for p, kind in path.list]


def contradiction(path: Trail, data: Any) -> None:
    """sum c s^2 g g ... + sum p e = 0 with c > 0, g >= 0, e = 0 and one term that is certainly positive."""
    total, strict = Poly(), False
    for c, square, numbers in data["sum"]:
        c, term = number(c), read(path, square)
        factors = [constraint(path, k) for k in numbers]
        if c <= 0 or any(f.kind == ZERO for f in factors):
            raise Rejected("a term that is not certain to be >= 0")
        strict |= bool(term.constant) and all(f.kind == POS for f in factors)
        for p in [term, *[f.p for f in factors]]:
            term = path.times(term, p)
        total = total.plus(term, c)
    for k, p in data["equations"]:
        e = constraint(path, k)
        if e.kind != ZERO:
            raise Rejected("a multiplier of what is no equation")
        total = total + path.times(read(path, p), e.p)
    if total or not strict:
        raise Rejected("an identity that does not hold, or without a term that is certainly positive")
