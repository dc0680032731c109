"""Lengths, and inequalities between them that hold by geometry, each with its certificate.

A length is a number that is not negative and whose square is a polynomial: a root, a coordinate of known
sign, a product of two. Lengths L1, L2, L3 with squares q1, q2, q3 are the sides of a triangle when Heron's
4 q2 q3 - (q1 - q2 - q3)^2 is a square; a polynomial f is at most L when q - f^2 is one.
"""

from __future__ import annotations

import itertools
from collections.abc import Iterator
from typing import Any, NamedTuple

from flint import fmpq

from perturb.prove.identities.atoms import Degree, Grading
from perturb.prove.identities.conditions import Conditions
from perturb.prove.reading.path import Constraint
from perturb.prove.reading.ring import Poly, primitive, rational_root

ONE = {"1": "1"}
LENGTHS, LEMMAS = 40, 60
Cases = dict[str, Any]


class Length(NamedTuple):
    """value = the product of the constraints with these numbers / scale, square = value^2 reduced."""

    value: Poly
    square: Poly
    numbers: tuple[int, ...]
    scale: fmpq


def singles(system: Conditions) -> list[Length]:
    """Variables and roots of known sign; -x where x is not positive."""
    found: dict[int, Length] = {}
    for number, c in enumerate(system.constraints):
        terms = c.poly.to_dict()
        if c.kind == "=" or len(terms) != 1:
            continue
        ((powers, scale),) = terms.items()
        if sum(int(e) for e in powers) == 1:
            place = next(k for k, e in enumerate(powers) if int(e))
            x = system.ring.context.gens()[place] * (1 if scale > 0 else -1)
            found.setdefault(place, Length(x, system.reduced(x * x), (number,), abs(scale)))
    return list(found.values())


def lengths(system: Conditions) -> list[Length]:
    """Those and their products of two."""
    ones = singles(system)
    found = list(ones)
    for a, b in itertools.combinations_with_replacement(ones, 2):
        value = a.value * b.value
        if system.reduced(value) == value:
            square = system.reduced(a.square * b.square)
            found.append(Length(value, square, a.numbers + b.numbers, a.scale * b.scale))
    return found


def root_of(q: Poly) -> Poly | None:
    """p with p^2 = q."""
    if any(d % 2 for d in q.degrees()):
        return None
    try:
        return q.sqrt()
    except Exception:  # flint's own kinds of error: not a square
        return None


def known_lengths(system: Conditions) -> dict[int, Length]:
    """The variables that are not negative, by place."""
    rising = [one for one in singles(system) if one.value.leading_coefficient() > 0]
    return {next(k for k, e in enumerate(one.value.monoms()[0]) if int(e)): one for one in rising}


def as_factors(
    powers: tuple[int, ...], known: dict[int, Length]
) -> tuple[list[int], tuple[int, ...], Any] | None:
    """A monomial as a square times lengths; None where its sign is not known."""
    factors: list[int] = []
    square = [int(e) // 2 for e in powers]
    scale: Any = 1
    for k, e in enumerate(powers):
        if int(e) % 2:
            if k not in known:
                return None
            factors += known[k].numbers
            scale = scale * known[k].scale
    return factors, tuple(square), scale


class Lemma(NamedTuple):
    """poly >= 0 as longer <= first + second, or f <= first; `rest`: the square that is left over."""

    poly: Poly
    first: Length
    second: Length | None
    longer: Length | None
    rest: Poly


def lemmas(system: Conditions, grading: Grading, products: bool) -> list[Lemma]:
    """All that geometry gives between the lengths of a system."""
    every = [one for one in (lengths(system) if products else singles(system)) if one.value and one.square]
    groups: dict[Degree, list[Length]] = {}
    for length in every:
        groups.setdefault(grading.of_poly(length.value), []).append(length)
    found: list[Lemma] = []
    for degree, own in groups.items():
        group = own + [one for length in own for one in _multiples(length, groups[degree])]
        if len(group) <= LENGTHS:
            for three in itertools.combinations(group, 3):
                found += _triangle(system, three)
        for length in group:
            found += _shadows(system, grading, length)
    found += [lemma for length in every for lemma in _coordinates(system, length)]
    found += _legs(system)
    return _distinct(system, found)[:LEMMAS]


def _multiples(length: Length, group: list[Length]) -> Iterator[Length]:
    """c times a monomial, where a square of the group has c^2 times its square."""
    if len(length.square.coeffs()) > 1:
        return
    (powers,) = length.square.monoms()
    own, done = length.square.leading_coefficient(), {fmpq(1)}
    for other in group:
        part = other.square.to_dict().get(powers)
        c = None if part is None or part <= 0 else rational_root(fmpq(part / own))
        if c is not None and c not in done:
            done.add(c)
            yield Length(length.value * c, length.square * c * c, length.numbers, length.scale / c)


def _triangle(system: Conditions, three: tuple[Length, ...]) -> Iterator[Lemma]:
    a, b, c = three
    rest = system.reduced(4 * b.square * c.square - (a.square - b.square - c.square) ** 2)
    root = root_of(rest)
    if root is None:
        return
    for longer, first, second in ((a, b, c), (b, a, c), (c, a, b)):
        yield Lemma(first.value + second.value - longer.value, first, second, longer, root)


def _shadows(system: Conditions, grading: Grading, length: Length) -> Iterator[Lemma]:
    """Polynomials without roots, parts of a constraint, that are at most a length."""
    places = {k for k, d in enumerate(length.square.degrees()) if d}
    if not places or length.square == length.value * length.value:
        return
    degree = grading.of_poly(length.value)
    half = length.square.total_degree() // 2
    for c in system.constraints:
        part = _part(system, grading, c.poly, places, degree, half)
        for f in part:
            scaled = _scaled(length.square, f)
            root = None if scaled is None else root_of(system.reduced(length.square - scaled * scaled))
            if scaled is not None and root is not None:
                yield Lemma(length.value - scaled, length, None, None, root)
                yield Lemma(length.value + scaled, length, None, None, root)


def _coordinates(system: Conditions, length: Length) -> Iterator[Lemma]:
    """The variables whose square is a part of its square, whether or not a constraint has them."""
    if length.square == length.value * length.value:
        return
    for place, degree in enumerate(length.square.degrees()):
        f = _scaled(length.square, system.ring.context.gens()[place]) if degree == 2 else None
        root = None if f is None else root_of(system.reduced(length.square - f * f))
        if f is not None and root is not None:
            yield Lemma(length.value - f, length, None, None, root)
            yield Lemma(length.value + f, length, None, None, root)


def _legs(system: Conditions) -> Iterator[Lemma]:
    """|x| and |y| are at most the root of x^2 + y^2."""
    for length in singles(system):
        place = next((k for k, e in enumerate(length.value.monoms()[0]) if int(e)), -1)
        own = [p for p in system.parts.get(place, ()) if not p.is_zero()]
        if len(own) == 2 and place in system.rules:
            for leg, rest in (own, own[::-1]):
                yield Lemma(length.value - leg, length, None, None, rest)
                yield Lemma(length.value + leg, length, None, None, rest)


def _part(
    system: Conditions, grading: Grading, p: Poly, places: set[int], degree: Degree, half: int
) -> Iterator[Poly]:
    kept = {}
    for powers, c in p.to_dict().items():
        used = {k for k, e in enumerate(powers) if int(e)}
        size = sum(int(e) for e in powers)
        fitting = used and used <= places and size == half and grading.of(powers) == degree
        if fitting and not used & set(system.rules):
            kept[powers] = c
    if kept:
        yield system.ring.made(kept)
        if len(kept) > 1:
            for powers in kept:
                yield system.ring.made({powers: fmpq(1)})


def _scaled(q: Poly, f: Poly) -> Poly | None:
    """c f with the coefficient of the first monomial's square that q has."""
    powers = f.monoms()[0]
    own = q.to_dict().get(tuple(2 * int(e) for e in powers))
    if own is None or own <= 0:
        return None
    c = rational_root(fmpq(own) / (f.leading_coefficient() ** 2))
    return None if c is None else f * c


def _distinct(system: Conditions, found: list[Lemma]) -> list[Lemma]:
    """Each once, and none that is a constraint already or has no content."""
    seen = {primitive(c.poly) for c in system.constraints if not c.poly.is_constant()}
    kept = []
    for lemma in found:
        if lemma.poly.is_constant():
            continue
        key = primitive(lemma.poly)
        if key not in seen:
            seen.add(key)
            kept.append(lemma)
    return kept


def extended(system: Conditions, found: list[Lemma]) -> Conditions:
    """The lemmas as constraints at the end."""
    other = system.copy()
    other.constraints += [Constraint(lemma.poly, ">=") for lemma in found]
    return other


def proof(system: Conditions, lemma: Lemma, number: int) -> dict[str, Any]:
    """Why poly < 0 (constraint `number`: -poly > 0) is impossible, as a close without steps."""
    L = lemma.first
    if lemma.second is None:
        terms = [["1", ONE, [number, number]], [str(2 / L.scale), ONE, [*L.numbers, number]]]
        return {"identity": {"sum": terms + _rest(system, lemma.rest, fmpq(1)), "equations": []}}
    R = lemma.second
    assert lemma.longer is not None
    D = (lemma.longer.square - L.square - R.square) / 2
    cut = system.reduced(D - L.value * R.value)
    above = [
        ["1", ONE, [number + 1, number + 1]],
        [str(2 / (L.scale * R.scale)), ONE, [*L.numbers, *R.numbers, number + 1]],
        *_rest(system, lemma.rest, fmpq(1, 4)),
    ]
    below = [
        ["1", ONE, [number, number]],
        [str(2 / L.scale), ONE, [*L.numbers, number]],
        [str(2 / R.scale), ONE, [*R.numbers, number]],
        ["2", ONE, [number + 1]],
    ]
    cases = {
        ">": {"identity": {"sum": above, "equations": []}},
        "<=": {"identity": {"sum": below, "equations": []}},
    }
    return {"split": system.ring.written(cut), "cases": cases}


def _rest(system: Conditions, root: Poly, c: fmpq) -> list[list[Any]]:
    return [] if root.is_zero() else [[str(c), system.ring.written(root), []]]


def chained(system: Conditions, used: list[Lemma], last: dict[str, Any]) -> dict[str, Any]:
    """Splits on the lemmas one after the other, around a close in which they are constraints."""
    number = len(system.constraints)
    for k in range(len(used) - 1, -1, -1):
        cases = {">=": last, "<": proof(system, used[k], number + k)}
        last = {"split": system.ring.written(used[k].poly), "cases": cases}
    return last


def pruned(
    system: Conditions, found: list[Lemma], identity: dict[str, Any]
) -> tuple[list[Lemma], dict[str, Any]]:
    """Only the lemmas that an identity uses, and the identity with their new numbers."""
    base = len(system.constraints)
    numbers = sorted({i for _, _, factors in identity["sum"] for i in factors if i >= base})
    renamed = {old: base + k for k, old in enumerate(numbers)}
    terms = [[c, s, [renamed.get(i, i) for i in factors]] for c, s, factors in identity["sum"]]
    return [found[i - base] for i in numbers], {**identity, "sum": terms}
