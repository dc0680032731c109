"""One path through the cases of a statement: the answers given so far, and the constraints that follow.

Signs that a number may have, constraints, how the evaluation stops; scalars, and the path that does with them
what the words ask for.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, NamedTuple

from perturb.prove.reading.ring import (
    ROOTS,
    Key,
    Poly,
    Ring,
    Unsupported,
    constant_value,
    content,
    hashed,
    primitive,
    rational_root,
)

# The signs that a number may have, as bits.
LESS, EQUAL, MORE = 1, 2, 4
AT_MOST, AT_LEAST, ANY = LESS | EQUAL, EQUAL | MORE, 7
KEYS = {"<": LESS, "=": EQUAL, ">": MORE, "<=": AT_MOST, ">=": AT_LEAST}
TEXT = {bits: key for key, bits in KEYS.items()}
SIDES: tuple[int, ...] = (AT_LEAST, AT_MOST)
SIGNS: tuple[int, ...] = (LESS, EQUAL, MORE)
UNDER_ROOT: tuple[int, ...] = (LESS, EQUAL, AT_LEAST)


class Asked(Exception):
    """The next case is open: which of the `options` holds for a polynomial."""

    def __init__(self, poly: Poly, options: list[int]) -> None:
        self.poly, self.options = poly, options


class VariantAsked(Exception):
    """An input space has several cases."""

    def __init__(self, count: int) -> None:
        self.count = count


class PathEnds(Exception):
    """The path ends before the conclusion: `how` is undefined, outside or true; `part` has no value then."""

    def __init__(self, how: str) -> None:
        self.how = how
        self.part: object = None


class Constraint(NamedTuple):
    """poly = 0, >= 0 or > 0."""

    poly: Poly
    kind: str


def mirrored(bits: int) -> int:
    return (bits & EQUAL) | (LESS if bits & MORE else 0) | (MORE if bits & LESS else 0)


def constraint(poly: Poly, bits: int) -> Constraint:
    """What an answer says: < and <= are turned."""
    if bits in (LESS, AT_MOST):
        poly, bits = -poly, mirrored(bits)
    return Constraint(poly, {EQUAL: "=", MORE: ">", AT_LEAST: ">="}[bits])


def options_of(now: int, sufficient: Sequence[int]) -> list[int]:
    """A cover of what is possible by few sufficient answers, closed ones first."""
    options, left = [], now
    for enough in sorted(sufficient, key=lambda bits: -bin(bits).count("1")):
        if left & enough:
            options.append(left & enough)
            left &= ~enough
    return options


@dataclass(frozen=True)
class Scalar:
    """num over a product of factors that are positive on the path: (number of the factor, exponent)."""

    num: Poly
    den: tuple[tuple[int, int], ...] = ()


class Path:
    """The state of an evaluation; `answers` are bits for asks, numbers for variants, in their order."""

    def __init__(self, ring: Ring, answers: Sequence[int]) -> None:
        self.ring, self.answers = ring, list(answers)
        self.used = 0
        self.constraints: list[Constraint] = []
        self.rules: list[Poly] = []  # r_k^2 = rules[k - 1]
        self.factors: list[Poly] = []
        self.known: dict[Key, int] = {}
        self.sums: dict[Key, list[Poly]] = {}  # sums of squares, with what is squared
        self.values: dict[tuple[Any, tuple[int, ...]], Any] = {}  # of parts of the statement, at indices
        self.starts: list[int] = []  # the first constraint of each hypothesis, then of the goal
        self.conclusion: int | None = None  # the number of the first constraint that denies the goal

    # -- what is known ------------------------------------------------------------------------------------

    def put(self, poly: Poly, bits: int) -> None:
        """A constraint on the list."""
        self.constraints.append(constraint(poly, bits))
        if poly.is_constant():
            return
        key, sign = primitive(poly)
        self.known[key] = self.known.get(key, ANY) & (bits if sign > 0 else mirrored(bits))

    def sign_of(self, poly: Poly) -> int:
        """The signs that a polynomial may still have on this path."""
        value = constant_value(poly)
        if value is not None:
            return EQUAL if value == 0 else MORE if value > 0 else LESS
        key, sign = primitive(poly)
        bits = self.known.get(key, ANY)
        return bits if sign > 0 else mirrored(bits)

    def ask(self, poly: Poly, sufficient: Sequence[int]) -> int:
        """The signs of a polynomial, narrowed until they lie in one of the sufficient sets."""
        now = self.sign_of(poly)
        if now == 0 and sufficient == SIGNS:
            raise Asked(poly, [])  # a path that contradicts itself
        if any(now & ~enough == 0 for enough in sufficient):
            return now
        if self.used == len(self.answers):
            raise Asked(poly, options_of(now, sufficient))
        given = self.answers[self.used]
        self.used += 1
        self.put(poly, given)
        return now & given

    def variant(self, count: int) -> int:
        if self.used == len(self.answers):
            raise VariantAsked(count)
        self.used += 1
        return self.answers[self.used - 1]

    # -- polynomials --------------------------------------------------------------------------------------

    def reduced(self, poly: Poly) -> Poly:
        """No square of a root is left."""
        for k in range(len(self.rules) - 1, -1, -1):
            poly = reduce_by(poly, self.ring.first_root + k, self.rules[k], self.ring)
        return poly

    def product(self, p: Poly, q: Poly) -> Poly:
        return self.reduced(p * q)

    def root(self, q: Poly, strict: bool = False) -> Poly:
        """The root of a polynomial that is certain not to be negative."""
        value = constant_value(q)
        exact = None if value is None else rational_root(value)
        if exact is not None:
            return self.ring.constant(exact)
        for k, known in enumerate(self.rules):
            if known == q:
                return self.ring.variables[f"r{k + 1}"]
        if len(self.rules) == ROOTS:
            raise Unsupported("too many roots")
        self.rules.append(q)
        new = self.ring.variables[f"r{len(self.rules)}"]
        self.put(new, MORE if strict or value is not None else AT_LEAST)
        return new

    # -- scalars ------------------------------------------------------------------------------------------

    def number(self, value: Any) -> Scalar:
        return Scalar(self.ring.constant(value))

    def factor(self, poly: Poly) -> int:
        for k, known in enumerate(self.factors):
            if known == poly:
                return k
        self.factors.append(poly)
        return len(self.factors) - 1

    def expanded(self, num: Poly, factors: dict[int, int]) -> Poly:
        for k, times in sorted(factors.items()):
            for _ in range(times):
                num = self.product(num, self.factors[k])
        return num

    def common(self, values: Sequence[Scalar]) -> tuple[list[Poly], tuple[tuple[int, int], ...]]:
        """The numerators over one denominator."""
        union: dict[int, int] = {}
        for value in values:
            for k, times in value.den:
                union[k] = max(union.get(k, 0), times)
        nums = [self.expanded(v.num, difference(union, dict(v.den))) for v in values]
        return nums, as_den(union)

    def add(self, x: Scalar, y: Scalar) -> Scalar:
        (a, b), den = self.common([x, y])
        return Scalar(a + b, den)

    def sub(self, x: Scalar, y: Scalar) -> Scalar:
        return self.add(x, Scalar(-y.num, y.den))

    def mul(self, x: Scalar, y: Scalar) -> Scalar:
        den = dict(x.den)
        for k, times in y.den:
            den[k] = den.get(k, 0) + times
        return Scalar(self.product(x.num, y.num), as_den(den))

    def div(self, x: Scalar, y: Scalar) -> Scalar:
        bits = self.ask(y.num, SIGNS)
        if bits == EQUAL:
            raise PathEnds("undefined")
        num = self.expanded(x.num, difference(dict(y.den), dict(x.den)))
        den = difference(dict(x.den), dict(y.den))
        value = constant_value(y.num)
        if value is not None:
            return Scalar(num / value, as_den(den))
        g = y.num if bits == MORE else -y.num
        scale = content(g)
        k = self.factor(g / scale)
        den[k] = den.get(k, 0) + 1
        return Scalar(num / (scale if bits == MORE else -scale), as_den(den))

    def sqrt(self, x: Scalar) -> Scalar:
        bits = self.ask(x.num, UNDER_ROOT)
        if bits == LESS:
            raise PathEnds("undefined")
        return Scalar(self.ring.zero) if bits == EQUAL else self.rooted(x, bits == MORE)

    def rooted(self, x: Scalar, strict: bool = False) -> Scalar:
        """The root of what is certain not to be negative, or to be positive."""
        odd = {k: times % 2 for k, times in x.den}
        den = {k: times // 2 + times % 2 for k, times in x.den}
        return Scalar(self.root(self.expanded(x.num, odd), strict), as_den(den))

    def absolute(self, x: Scalar) -> Scalar:
        return x if self.ask(x.num, SIDES) & LESS == 0 else Scalar(-x.num, x.den)

    def larger(self, x: Scalar, y: Scalar) -> Scalar:
        return x if self.ask(self.sub(x, y).num, SIDES) & LESS == 0 else y

    def smaller(self, x: Scalar, y: Scalar) -> Scalar:
        return x if self.ask(self.sub(x, y).num, SIDES) in (LESS, EQUAL, AT_MOST) else y

    def norm(self, values: Sequence[Scalar]) -> Scalar:
        if len(values) == 1:
            return self.absolute(values[0])
        nums, den = self.common(values)
        return Scalar(self.root(self.squares(nums)), den)

    def squares(self, nums: Sequence[Poly]) -> Poly:
        total = sum([self.product(p, p) for p in nums], self.ring.zero)
        if len(nums) > 1:
            self.sums[hashed(total)] = list(nums)
        return total


def as_den(factors: dict[int, int]) -> tuple[tuple[int, int], ...]:
    return tuple(sorted((k, times) for k, times in factors.items() if times))


def difference(one: dict[int, int], other: dict[int, int]) -> dict[int, int]:
    return {k: times - other.get(k, 0) for k, times in one.items() if times > other.get(k, 0)}


def reduce_by(poly: Poly, place: int, rule: Poly, ring: Ring) -> Poly:
    """r^2 replaced by its rule, in every term."""
    if poly.is_zero() or poly.degrees()[place] < 2:
        return poly
    parts: dict[int, dict[tuple[int, ...], Any]] = {}
    for powers, c in poly.to_dict().items():
        half, rest = divmod(int(powers[place]), 2)
        parts.setdefault(half, {})[(*powers[:place], rest, *powers[place + 1 :])] = c
    return sum([ring.made(terms) * rule**half for half, terms in parts.items()], ring.zero)
