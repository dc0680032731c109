"""One path of a case tree: the constraints on it, what they say of signs, the roots, and scalars N/D."""

from __future__ import annotations

from fractions import Fraction
from functools import reduce
from operator import or_
from typing import Any, NamedTuple, Self

from perturb.prove.checker.polynomials import (
    BITS,
    ONES,
    VARIABLES,
    Budget,
    Key,
    Poly,
    Rational,
    Rejected,
    constant,
    powers,
    rational_root,
    times,
)

NEG, ZERO, POS = 1, 2, 4
ANY, MIRROR = 7, (0, 4, 2, 6, 1, 5, 3, 7)
RELATIONS = {"<": 1, "=": 2, ">": 4, "<=": 3, ">=": 6}
LONGEST = 300  # constraints on one path
# What an answer must lie in; "exactly one of" <, =, > or also a union that needs no further case.
EXACT, SIDES, ROOT, RADIUS = (1, 2, 4), (6, 3), (1, 2, 6), (4, 3)


class NoValue(Exception):
    """A part has no value here."""


class Ask(Exception):
    """The sign of a polynomial is needed: the tree must branch."""


class Ratio(NamedTuple):
    """N over a product of factors, each known to be positive on the path, with multiplicities."""

    n: Poly
    d: dict[Key, int]


class Condition(NamedTuple):
    """p = 0, p >= 0 or p > 0: the kind is ZERO, ZERO | POS or POS."""

    p: Poly
    kind: int


class Trail:
    """What has been chosen and made up to here."""

    diagonal: frozenset[str] = frozenset()  # the inputs that are taken as diagonal

    def __init__(self, budget: Budget, shifts: dict[str, int]) -> None:
        self.budget, self.shifts = budget, shifts  # shared by all paths: a name has one place
        self.list: list[Condition] = []
        self.known: dict[Key, int] = {}
        self.rules: dict[int, Poly] = {}
        self.roots: dict[Key, Poly] = {}
        self.memo: dict[Any, Any] = {}
        self.complex: set[str] = set()
        self.signed: set[int] = set()  # variables with a rule that may be negative

    def copy(self) -> Self:
        self.budget.spend(50 + len(self.memo) + len(self.list))
        twin = object.__new__(type(self))
        twin.__dict__.update({k: v.copy() if k in COPIED else v for k, v in self.__dict__.items()})
        return twin

    def place(self, name: str) -> int:
        shift = self.shifts.setdefault(name, BITS * len(self.shifts))
        if shift >= BITS * VARIABLES:
            raise Rejected("too many variables")
        return shift

    def variable(self, name: str) -> Poly:
        return Poly({1 << self.place(name): 1})

    # polynomials modulo the rules of the roots

    def times(self, p: Poly, q: Poly) -> Poly:
        return self.reduce(times(p, q, self.budget))

    def reduce(self, p: Poly) -> Poly:
        """Replace r^2 by its radicand until no square of a root is left."""
        while True:
            self.budget.spend(1)
            every = reduce(or_, p, 0)
            shift = next((shift for shift in self.rules if every >> shift & ONES - 1), None)
            if shift is None:
                return p
            p = self.joined(powers(p, shift, 2), self.rules[shift])

    def joined(self, parts: dict[int, Poly], base: Poly) -> Poly:
        """The sum of base^k parts[k]."""
        total = parts.pop(0, Poly())
        for k, p in parts.items() if base else ():
            for _ in range(k):
                p = times(p, base, self.budget)
            total = total + p
        return total

    # signs

    def put(self, p: Poly, relation: int) -> None:
        """A constraint on the list; p < 0 is put as -p > 0."""
        if relation & NEG:
            p, relation = -p, MIRROR[relation]
        self.list.append(Condition(p, relation))
        self.budget.spend(100)
        if len(self.list) > LONGEST:
            raise Rejected("too many constraints on one path")
        if p.constant is None:
            name, flipped = self.name(p)
            seen = MIRROR[relation] if flipped else relation
            self.known[name] = self.known.get(name, ANY) & seen

    def name(self, p: Poly) -> tuple[Key, bool]:
        """The same for all multiples of p; whether this one has the opposite sign."""
        flipped = p[max(p)] < 0
        c = p.content * (-1 if flipped else 1)
        return (p if c == 1 else p * Fraction(1, c)).key, flipped

    def signs(self, p: Poly) -> int:
        """The signs that are still possible."""
        c = p.constant
        if c is not None:
            return POS if c > 0 else NEG if c < 0 else ZERO
        name, flipped = self.name(p)
        found = self.known.get(name, ANY)
        return MIRROR[found] if flipped else found

    def ask(self, p: Poly, enough: tuple[int, ...]) -> int:
        """The signs that are possible, where these are enough to go on; else the tree is asked."""
        found = self.signs(p)
        if not sufficient(found, enough):
            raise Ask(p, enough)
        return found

    def undefined(self, why: str) -> None:
        raise NoValue(why)

    # scalars

    def together(self, *xs: Ratio) -> tuple[list[Poly], dict[Key, int]]:
        """Numerators over the common denominator."""
        d: dict[Key, int] = {}
        for x in xs:
            d.update({f: max(k, d.get(f, 0)) for f, k in x.d.items()})
        return [self.lifted(x.n, less(d, x.d)) for x in xs], d

    def lifted(self, p: Poly, factors: dict[Key, int]) -> Poly:
        for f, k in factors.items():
            for _ in range(k):
                p = self.times(p, Poly(f))
        return p

    def add(self, x: Ratio, y: Ratio) -> Ratio:
        if x.d == y.d:
            return Ratio(x.n + y.n, x.d)
        (p, q), d = self.together(x, y)
        return Ratio(p + q, d)

    def sub(self, x: Ratio, y: Ratio) -> Ratio:
        return self.add(x, Ratio(-y.n, y.d))

    def mul(self, x: Ratio, y: Ratio) -> Ratio:
        return Ratio(self.times(x.n, y.n), more(x.d, y.d))

    def div(self, x: Ratio, y: Ratio) -> Ratio:
        sign = self.ask(y.n, EXACT)
        if sign == ZERO:
            self.undefined("division by zero")
        top, d = self.lifted(x.n, less(y.d, x.d)), less(x.d, y.d)
        c = y.n.constant
        if c is None:
            c = y.n.content * (1 if sign == POS else -1)
            d = more(d, {(y.n * Fraction(1, c)).key: 1})
        return Ratio(top * Fraction(1, c), d)

    def root(self, q: Poly, strict: bool = False) -> Poly:
        """The root of a q that is certainly not negative."""
        c = q.constant
        exact = rational_root(c) if c is not None and c >= 0 else None
        if exact is not None:
            return constant(exact)
        if q.key not in self.roots:
            r = self.variable(f"r{len(self.roots) + 1}")
            self.roots[q.key], self.rules[next(iter(r)).bit_length() - 1] = r, q
            self.put(r, POS if strict or c is not None else ZERO | POS)
        return self.roots[q.key]

    def sqrt(self, x: Ratio) -> Ratio:
        sign = self.ask(x.n, ROOT)
        if sign == NEG:
            self.undefined("the root of a negative number")
        if sign == ZERO:
            return number(0)
        odd = {f: 1 for f, k in x.d.items() if k % 2}
        half = {f: (k + 1) // 2 for f, k in x.d.items()}
        return Ratio(self.root(self.lifted(x.n, odd), sign == POS), half)

    def absolute(self, x: Ratio) -> Ratio:
        return x if not self.ask(x.n, SIDES) & NEG else Ratio(-x.n, x.d)

    def larger(self, x: Ratio, y: Ratio) -> Ratio:
        return y if self.ask(self.sub(x, y).n, SIDES) & NEG else x

    def smaller(self, x: Ratio, y: Ratio) -> Ratio:
        return y if self.ask(self.sub(x, y).n, SIDES) & POS else x

    def norm(self, xs: list[Ratio]) -> Ratio:
        if len(xs) == 1:
            return self.absolute(xs[0])
        tops, d = self.together(*xs)
        return Ratio(self.root(self.squares(tops)), d)

    def squares(self, tops: list[Poly]) -> Poly:
        total = Poly()
        for p in tops:
            total = total + self.times(p, p)
        return total


COPIED = ("list", "known", "rules", "roots", "memo", "complex", "signed", "inputs")


def number(c: Rational) -> Ratio:
    return Ratio(constant(c), {})


def sufficient(found: int, enough: tuple[int, ...]) -> bool:
    """One of the three signs must be the only one; of a union (6: = or >) nothing outside may be left."""
    return any(found == e if e in (NEG, ZERO, POS) else not found & ~e for e in enough)


def more(d: dict[Key, int], e: dict[Key, int]) -> dict[Key, int]:
    return {f: d.get(f, 0) + e.get(f, 0) for f in (*d, *e)}


def less(d: dict[Key, int], e: dict[Key, int]) -> dict[Key, int]:
    """The multiset difference."""
    return {f: k - e.get(f, 0) for f, k in d.items() if k > e.get(f, 0)}
