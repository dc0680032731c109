"""What follows without any program: from sums of squares, and from signs of factors.

A sum of squares (by completing the square) that is at most 0 makes each of them 0; from f g > 0 and g > 0
follows f > 0.
"""

from __future__ import annotations

from typing import Any, NamedTuple

from flint import fmpq

from perturb.prove.identities.conditions import Conditions
from perturb.prove.identities.lengths import ONE, Length, as_factors, known_lengths
from perturb.prove.reading.path import EQUAL, LESS, MORE, Constraint, constraint
from perturb.prove.reading.ring import Key, Poly, constant_value, primitive

TERMS = 60  # of a polynomial that is looked at
Close = dict[str, Any]


class Sum(NamedTuple):
    """A constraint that says `scale` (its polynomial) = sum of c p^2 is at most 0; scale is 1 or -1."""

    number: int
    scale: int
    parts: list[tuple[fmpq, Poly]]

    def written(self, system: Conditions, but: int | None = None) -> list[list[Any]]:
        """The terms of an identity, without the part `but`."""
        kept = [(c, p) for k, (c, p) in enumerate(self.parts) if k != but]
        return [[str(c), system.ring.written(p), []] for c, p in kept]

    def identity(self, system: Conditions, terms: list[list[Any]]) -> dict[str, Any]:
        """terms = scale (polynomial): a contradiction where the terms are positive."""
        if system.constraints[self.number].kind == "=":
            return {"sum": terms, "equations": [[self.number, {"1": str(-self.scale)}]]}
        return {"sum": [*terms, ["1", ONE, [self.number]]], "equations": []}


def completed(p: Poly, system: Conditions) -> list[tuple[fmpq, Poly]] | None:
    """p as a sum of c l^2 with c > 0, one square completed after the other; None where that fails."""
    made = system.ring.made
    parts: list[tuple[fmpq, Poly]] = []
    while not p.is_zero():
        terms = p.to_dict()
        if len(terms) > TERMS:
            return None
        top = next((m for m, c in sorted(terms.items(), reverse=True) if c > 0 and _even(m)), None)
        if top is None or len(parts) > TERMS:
            return None
        c = terms[top]
        half = tuple(int(e) // 2 for e in top)
        line = {half: fmpq(1)}
        for m, d in terms.items():
            rest = tuple(int(e) - h for e, h in zip(m, half, strict=True))
            if m != top and min(rest, default=0) >= 0 and not (_even(m) and d > 0):
                line[rest] = d / (2 * c)
        parts.append((c, made(line)))
        p = system.reduced(p - c * made(line) ** 2)
    return parts


def _even(powers: tuple[int, ...]) -> bool:
    return not any(int(e) % 2 for e in powers)


def sums(system: Conditions) -> list[Sum]:
    """The constraints that bound a sum of squares by 0."""
    found = []
    for number, c in enumerate(system.constraints):
        p = system.reduced(c.poly)
        if constant_value(p) is not None:
            continue
        for scale in (-1, 1) if c.kind == "=" else (-1,):
            if not _may_be_squares(p * scale):
                continue
            parts = completed(p * scale, system)
            if parts is not None:
                found.append(Sum(number, scale, parts))
                break
    return found


def _may_be_squares(p: Poly) -> bool:
    """The first and the last term of a sum of squares are squares with positive coefficients."""
    terms = sorted(p.to_dict().items())
    return all(c > 0 and _even(m) for m, c in (terms[0], terms[-1]))


def contradiction(system: Conditions, found: list[Sum]) -> dict[str, Any] | None:
    """An identity, where a sum of squares that is at most 0 has a constant part or is strictly negative."""
    for one in found:
        strict = system.constraints[one.number].kind == ">"
        if strict or any(p.is_constant() for _, p in one.parts):
            return one.identity(system, one.written(system))
    return None


# -- signs of factors -----------------------------------------------------------------------------------


class Fact(NamedTuple):
    """A split of which only the case `key` is possible; `wrong` closes each of the others."""

    poly: Poly
    key: str
    wrong: dict[str, Close]


class Known(NamedTuple):
    """A constraint that gives the sign of a factor: poly = scale * factor, scale of either sign."""

    number: int
    strict: bool
    scale: fmpq


def signs(system: Conditions) -> dict[Key, Known]:
    """What the inequalities say of polynomials up to a factor, strict ones first."""
    found: dict[Key, Known] = {}
    for number, c in enumerate(system.constraints):
        if c.kind == "=" or c.poly.is_constant():
            continue
        key, sign = primitive(c.poly)
        scale = abs(c.poly.leading_coefficient()) * sign
        if key not in found or (c.kind == ">" and not found[key].strict):
            found[key] = Known(number, c.kind == ">", scale)
    return found


def impossible(system: Conditions) -> Close | None:
    """An identity, where the signs of its factors make a constraint c > 0 impossible, or c >= 0."""
    known = signs(system)
    for number, c in enumerate(system.constraints):
        factors = system.ring.factors(c.poly) if c.kind != "=" else []
        odd = [known.get(primitive(f)[0]) for f, e in factors if e % 2]
        if len(factors) + sum(e > 1 for _, e in factors) < 2 or any(
            k is None or k.number == number for k in odd
        ):
            continue
        rest = [k for k in odd if k is not None]
        even = system.ring.one
        for f, e in factors:
            even = even * f ** (e // 2)
        product = even * even
        for k in rest:
            product = product * system.constraints[k.number].poly
        ratio = -c.poly.leading_coefficient() / product.leading_coefficient()
        strict = c.kind == ">" or (even.is_constant() and all(k.strict for k in rest))
        if strict and ratio > 0:
            term = [str(ratio), system.ring.written(even), [k.number for k in rest]]
            return {"sum": [["1", ONE, [number]], term], "equations": []}
    return None


def deduced(system: Conditions, budget: int = 12) -> list[Fact]:
    """Facts that follow one after the other; the n-th may use those before it."""
    work, facts = system.copy(), list[Fact]()
    done = set[Key]()
    while len(facts) < budget:
        fact = _next(work, done)
        if fact is None:
            return facts
        facts.append(fact)
        bits = {"=": EQUAL, ">": MORE, "<": LESS, ">=": EQUAL | MORE, "<=": EQUAL | LESS}[fact.key]
        work.constraints.append(constraint(fact.poly, bits))
    return facts


def _next(system: Conditions, done: set[Key]) -> Fact | None:
    known = signs(system)
    fact = _pinched(system, known, done)
    if fact is not None:
        return fact
    lengths = known_lengths(system)
    for number, c in enumerate(system.constraints):
        factors = system.ring.factors(c.poly)
        if len(factors) < 2 and (not factors or factors[0][1] < 2):
            continue
        plain = (_plainly(system, f, lengths, done) for f, _ in factors if primitive(f)[0] not in known)
        fact = next((one for one in plain if one is not None), None)
        if fact is not None:
            return fact
        fact = _of_factors(system, number, c, factors, known, done)
        if fact is not None:
            return fact
    return None


def _plainly(system: Conditions, f: Poly, lengths: dict[int, Length], done: set[Key]) -> Fact | None:
    """f > 0 where f is a positive number and positive multiples of what is known not to be negative."""
    key, _ = primitive(f)
    terms = f.to_dict()
    if key in done or not any(not any(m) for m in terms) or any(c < 0 for c in terms.values()):
        return None
    identity: list[list[Any]] = [["1", ONE, [len(system.constraints)]]]
    for m, c in terms.items():
        made = as_factors(m, lengths)
        if made is None:
            return None
        factors, square, scale = made
        identity.append([str(c / scale), system.ring.written(system.ring.made({square: fmpq(1)})), factors])
    done.add(key)
    return Fact(f, ">", {"<=": {"identity": {"sum": identity, "equations": []}}})


def _pinched(system: Conditions, known: dict[Key, Known], done: set[Key]) -> Fact | None:
    """p >= 0 and -p >= 0 (up to positive factors): p = 0."""
    new = len(system.constraints)
    for number, c in enumerate(system.constraints):
        if c.kind != ">=" or c.poly.is_constant():
            continue
        key, sign = primitive(c.poly)
        other = known[key]
        if key in done or (other.scale > 0) == (sign > 0):
            continue
        done.add(key)
        facing = system.constraints[other.number].poly
        ratio = abs(c.poly.leading_coefficient() / facing.leading_coefficient())
        sides = {"<": ["1", ONE, [number]], ">": [str(ratio), ONE, [other.number]]}
        wrong = {
            key: {"identity": {"sum": [["1", ONE, [new]], term], "equations": []}}
            for key, term in sides.items()
        }
        return Fact(c.poly, "=", wrong)
    return None


def _of_factors(
    system: Conditions,
    number: int,
    c: Constraint,
    factors: list[tuple[Poly, int]],
    known: dict[Key, Known],
    done: set[Key],
) -> Fact | None:
    """The one odd factor whose sign is open, where all others have a strict sign (or c > 0)."""
    odd = [f for f, e in factors if e % 2]
    open_ones = [f for f in odd if not _usable(f, known, c.kind)]
    if len(open_ones) != 1:
        return None
    f = open_ones[0]
    key, _ = primitive(f)
    if key in done or (c.kind != ">" and any(e > 1 for _, e in factors)):
        return None
    others = [known[primitive(g)[0]] for g in odd if primitive(g)[0] != key]
    rest = [k.number for k in others]
    even = system.ring.one
    for g, e in factors:
        even = even * g ** (e // 2)
    product = even * even * f
    for k in rest:
        product = product * system.constraints[k].poly
    ratio = c.poly.leading_coefficient() / product.leading_coefficient()  # c = ratio * even^2 * f * others
    done.add(key)
    up = ratio > 0  # f has the sign of c
    return _fact(system, number, c.kind, f, up, abs(ratio), even, rest)


def _usable(f: Poly, known: dict[Key, Known], kind: str) -> bool:
    found = known.get(primitive(f)[0])
    return found is not None and (found.strict or kind == ">")


def _fact(
    system: Conditions, number: int, kind: str, f: Poly, up: bool, ratio: fmpq, even: Poly, rest: list[int]
) -> Fact:
    new, written = len(system.constraints), system.ring.written(even)
    term = [str(ratio), written, [new, *rest]]
    if kind == "=":
        one, other = ("1", "-1") if not up else ("-1", "1")
        wrong = {
            ">": {"identity": {"sum": [term], "equations": [[number, {"1": one}]]}},
            "<": {"identity": {"sum": [term], "equations": [[number, {"1": other}]]}},
        }
        return Fact(f, "=", wrong)
    identity = {"identity": {"sum": [["1", ONE, [number]], term], "equations": []}}
    if kind == ">":
        return Fact(f, ">", {"<=": identity}) if up else Fact(f, "<", {">=": identity})
    return Fact(f, ">=", {"<": identity}) if up else Fact(f, "<=", {">": identity})


def zeros(system: Conditions, found: Sum) -> list[Fact]:
    """Each part of a sum of squares that is at most 0 is 0."""
    facts: list[Fact] = []
    for k, (c, p) in enumerate(found.parts):
        new = len(system.constraints) + len(facts)
        terms = [[str(c), ONE, [new, new]], *found.written(system, but=k)]
        close = {"identity": found.identity(system, terms)}
        facts.append(Fact(p, "=", {">": close, "<": close}))
    return facts


def open_factor(system: Conditions) -> tuple[Poly, tuple[str, ...]] | None:
    """A factor of unknown sign beside another one, and the cases of it that matter."""
    known = signs(system)
    for c in system.constraints:
        open_ones = [f for f, e in system.ring.factors(c.poly) if e % 2 and not _usable(f, known, c.kind)]
        if len(open_ones) > 1:
            cases = (">", "<=") if c.kind == ">" else ("=", ">", "<")
            return min(open_ones, key=lambda f: len(f.coeffs())), cases
    return None


def applied(system: Conditions, facts: list[Fact]) -> Conditions:
    """The facts as constraints at the end."""
    other = system.copy()
    bits = {"=": EQUAL, ">": MORE, "<": LESS, ">=": EQUAL | MORE, "<=": EQUAL | LESS}
    other.constraints += [constraint(fact.poly, bits[fact.key]) for fact in facts]
    return other


def around(system: Conditions, facts: list[Fact], last: Close) -> Close:
    """Splits on the facts one after the other, around a close in which they are constraints."""
    for fact in reversed(facts):
        last = {"split": system.ring.written(fact.poly), "cases": {fact.key: last, **fact.wrong}}
    return last
