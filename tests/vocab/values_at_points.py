"""What a statement drawn at random says at a point: the two sides of every instance, if any."""

from __future__ import annotations

import random
from collections.abc import Mapping
from fractions import Fraction
from typing import Any

from flint import ctx

from perturb.domains.space import exact_value
from perturb.numbers.errors import Unavailable, Undefined
from perturb.numbers.scalar import to_arb
from perturb.vocab.grammar import ranges
from perturb.vocab.grammar.kinds import Kind
from perturb.vocab.printing.terms import Lexicon
from perturb.vocab.relations.decide import shapes_of
from perturb.vocab.relations.order import Link
from perturb.vocab.systems.certified import CharPoly, Exact, Field
from perturb.vocab.systems.evaluate import Evaluation, OutOfRange, as_scalar
from perturb.vocab.systems.facts import partial_parts
from tests.vocab.statements_at_random import KIND_OF, SHAPES, SIZES

SYSTEMS = (CharPoly, Exact)
BITS = 64
UNDEFINED, MEANINGLESS, MISFIT = "undefined", "meaningless", "shapes that do not fit"
POOLS: tuple[tuple[Any, ...], ...] = (
    (0,),
    (0, 1),
    (1, 2, 3),
    (-1, 0, 1, 2),
    (Fraction(1, 2), -2, 3, Fraction(-5, 7), 1, 0),
)
Said = str | Mapping[frozenset[tuple[str, int]], tuple[Any, Any]]


def point(rng: random.Random) -> dict[str, Any]:
    """Exact inputs of random sizes: zero, signs, fractions, symmetric matrices."""
    sizes, pool = {name: rng.choice((1, 2, 3)) for name in SIZES}, rng.choice(POOLS)
    return {name: _value([sizes.get(str(d), d) for d in s or ()], s, rng, pool) for name, s in SHAPES.items()}


def _value(sides: Any, shape: Any, rng: random.Random, pool: tuple[Any, ...]) -> Any:
    if shape is None:
        return rng.choice((0, 1, 1, 2, 2, 3))
    table = [[str(rng.choice(pool)) for _ in range(sides[-1] if sides else 1)] for _ in range(3)]
    if len(sides) < 2:
        return exact_value(table[0] if sides else table[0][0], KIND_OF[len(sides)])
    m, n = sides
    mirrored = m == n and rng.random() < 0.5
    rows = [
        [table[min(i, j) if mirrored else i][max(i, j) if mirrored else j] for j in range(n)]
        for i in range(m)
    ]
    return exact_value(rows, Kind.MATRIX)


def said_evaluated(link: Link, system: Field, names: Lexicon) -> Said:
    """By the indices of each instance, told by their letters."""
    with ctx.workprec(system.bits):
        try:
            return _said(link, Evaluation(system), names)
        except Undefined:
            return UNDEFINED
        except (ValueError, OutOfRange):
            return MISFIT


def _said(link: Link, read: Evaluation, names: Lexicon) -> Said:
    shapes = shapes_of(link, read)
    if not ranges.meaningful(link, shapes):
        return MEANINGLESS
    found: dict[frozenset[tuple[str, int]], tuple[Any, Any]] = {}
    for at in ranges.assignments(link, shapes):
        for part in (part for side in link.parts for part in partial_parts(side)):
            _valued(part, read, at)
        sides = [_valued(side, read, at) for side in link.parts]
        lengths = {len(x) for x in sides if isinstance(x, tuple)}
        if len(lengths) > 1:
            return MISFIT
        for k in range(*lengths or {1}):
            here = {**at, link.component: k + 1} if lengths else at
            left, right = (x[k] if isinstance(x, tuple) else x for x in sides)
            found[frozenset(link.told(here, names).items())] = left, right
    return found


def _valued(part: Any, read: Evaluation, at: Mapping[str, int]) -> Any:
    try:
        return read(part, at)
    except Unavailable:  # by this system
        return None


def differs(one: Said, other: Said) -> bool:
    """Certainly: in existence, in instances, or in a value."""
    if MISFIT in (one, other) or _open(one) or _open(other):
        return False
    if isinstance(one, str) or isinstance(other, str):
        return one != other
    return one.keys() != other.keys() or any(
        not _meet(x, y) for key in one for x, y in zip(one[key], other[key], strict=True)
    )


def _open(said: Said) -> bool:
    """Has the system no way to a side?"""
    return not isinstance(said, str) and any(x is None for sides in said.values() for x in sides)


def _meet(x: Any, y: Any) -> bool:
    a, b = to_arb(as_scalar(x)), to_arb(as_scalar(y))
    return bool(a.overlaps(b)) if a.is_finite() and b.is_finite() else True


def differ_at(one: Link, other: Link, values: Mapping[str, Any], names: Lexicon) -> bool:
    """In one of the systems."""
    pairs = ([said_evaluated(link, make(values, BITS), names) for link in (one, other)] for make in SYSTEMS)
    return any(differs(*pair) for pair in pairs)
