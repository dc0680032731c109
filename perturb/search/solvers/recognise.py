"""Exact numbers behind their digits, by lattice reduction (Lenstra, Lenstra and Lovasz 1982).

What is found is a proposal: nothing is believed before exact arithmetic has looked at it.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from contextlib import suppress
from itertools import combinations, islice
from typing import Any

from flint import fmpq, fmpq_poly, fmpz_mat, fmpz_poly

from perturb.domains.exact import Point, exact_value, numbers
from perturb.numbers.number_field import NumberField, field_of
from perturb.numbers.roots import irreducible_factors
from perturb.vocab.grammar.kinds import Kind

BITS = 240  # of the numbers that are known
SHARE = 0.5  # of them that the coefficients of a relation may take
DEGREES = (1, 2, 3, 4, 6, 8)
NEAR = fmpq(1, 2**120)
MULTIPLES = (1, 2, -1)


def recognised(given: Sequence[fmpq]) -> list[Any] | None:
    """Exact numbers of one field that agree with the given ones to BITS bits; None where there are none."""
    known: dict[fmpq, Any] = {x: rational_near(x) for x in map(abs, given)}
    irrational = [x for x, exact in known.items() if exact is None]
    for generator in _generators(irrational):
        field = field_near(generator)
        forms = [] if field is None else [_in_field(x, generator, field) for x in irrational]
        if forms and None not in forms:
            known |= dict(zip(irrational, forms, strict=True))
            break
    if None in known.values():
        return None
    return [known[x] if x >= 0 else -known[-x] for x in given]


def _generators(numbers: Sequence[fmpq]) -> list[fmpq]:
    """Numbers that may generate the field of all: each of them, and sums of two."""
    sums = [x + k * y for x, y in combinations(numbers[:4], 2) for k in MULTIPLES]
    return [*numbers[:4], *sums]


def rational_near(x: fmpq) -> fmpq | None:
    """A fraction of few digits."""
    found = relation([fmpq(1), x])
    return fmpq(-found[0], found[1]) if found is not None and found[1] != 0 else None


def field_near(x: fmpq) -> NumberField | None:
    """Q(r) for the algebraic number of least degree that x may be."""
    for degree in DEGREES[1:]:
        found = relation([x**k for k in range(degree + 1)])
        if found is None:
            continue
        for factor, _ in irreducible_factors(fmpq_poly(fmpz_poly(found))):
            with suppress(ValueError):
                return field_of(factor, x - NEAR, x + NEAR)
    return None


def _in_field(x: fmpq, generator: fmpq, field: NumberField) -> Any:
    """x as a polynomial in the generator."""
    found = relation([x, *[generator**k for k in range(field.degree)]])
    if found is None or found[0] == 0:
        return None
    return field.number(fmpq_poly([fmpq(-c, found[0]) for c in found[1:]]))


def relation(numbers: Sequence[fmpq]) -> list[int] | None:
    """Small integers, not all 0, whose combination of the numbers vanishes to BITS bits."""
    n, scale = len(numbers), 2**BITS
    scaled = [int((x * scale).floor()) for x in numbers]
    rows = [[int(i == j) for j in range(n)] + [scaled[i]] for i in range(n)]
    reduced = fmpz_mat(rows).lll()
    first = [int(reduced[0, j]) for j in range(n + 1)]
    size = max(map(abs, first)).bit_length()
    return first[:n] if n * size < SHARE * BITS and any(first[:n]) else None


def point_near(near: Point, kinds: Mapping[str, Kind]) -> Point | None:
    """The exact point behind the digits of one of rational inputs; None where they are not recognised."""
    inputs = {name: value for name, value in near.values.items() if kinds[name] is not Kind.INTEGER}
    exact = recognised([x for value in inputs.values() for x in numbers(value)])
    if exact is None:
        return None
    rest = iter(exact)
    return Point(near.sizes, {**near.values, **{name: _like(value, rest) for name, value in inputs.items()}})


def _like(value: Any, rest: Iterator[Any]) -> Any:
    """The next numbers in the shape of `value`."""
    if isinstance(value, tuple):
        return tuple(islice(rest, len(value)))
    if hasattr(value, "entries"):
        m, n = value.nrows(), value.ncols()
        return exact_value([[next(rest) for _ in range(n)] for _ in range(m)], Kind.MATRIX)
    return next(rest)
