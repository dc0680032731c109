"""One path of a case tree: its constraints and what they say of signs; its roots; scalars N/D on it."""

from __future__ import annotations

import re
from collections import Counter
from copy import copy
from functools import reduce
from math import gcd, isqrt, lcm
from operator import or_
from typing import Any, NamedTuple, Self

from flint import fmpq, fmpq_mpoly_ctx

Poly = Any  # of flint, with rational coefficients
RING = fmpq_mpoly_ctx.get([f"x{k}" for k in range(64)], "lex")
X, ONE, NULL = RING.gens(), RING.constant(1), RING.constant(0)
NEG, ZERO, POS, ANY, MIRROR = 1, 2, 4, 7, (0, 4, 2, 6, 1, 5, 3, 7)
RELATIONS = {"<": 1, "=": 2, ">": 4, "<=": 3, ">=": 6}
NUMERAL = re.compile(r"(-?[0-9]{1,1000})(?:/(0*[1-9][0-9]{0,999}))?")
TERMS, ROUNDS = 200_000, 1000  # of a product, of a reduction
FACTORS: dict[str, Poly] = {}  # denominators by their text


class Rejected(Exception):
    """The file does not prove what it says, with the reason."""


class Stop(Rejected):
    """The evaluation is at a question, at variants of an input, at a part without a value, or at an end."""


class Ratio(NamedTuple):
    """N over a product of factors, each known to be positive on the path, with multiplicities."""

    n: Poly
    d: Counter[str]


class Condition(NamedTuple):
    """p = 0, p >= 0 or p > 0: the kind is ZERO, ZERO | POS or POS."""

    p: Poly
    kind: int


class Equality(NamedTuple):
    """x^k = q for the x under which it is kept; whether x is a root, so not negative."""

    k: int
    q: Poly
    root: bool = False


class Trail:
    """What has been chosen and made up to here."""

    part: Any = None  # what is being evaluated

    def __init__(self) -> None:
        self.names: dict[str, int] = {}
        self.list: list[Condition] = []
        self.known: dict[str, int] = {}
        self.rules: dict[int, Equality] = {}
        self.roots: dict[str, Poly] = {}
        self.memo: dict[Any, Any] = {}
        self.complex: set[str] = set()
        self.inputs: dict[str, Any] = {}

    def copy(self) -> Self:
        twin = copy(self)
        twin.__dict__.update((k, v.copy()) for k, v in vars(self).items() if type(v) in (dict, list, set))
        return twin

    def variable(self, name: str) -> Poly:
        return X[self.names.setdefault(name, len(self.names))]

    def times(self, p: Poly, q: Poly) -> Poly:
        if len(p) * len(q) > TERMS:
            raise Rejected("a polynomial has too many terms")
        return self.reduce(p * q)

    def reduce(self, p: Poly) -> Poly:
        """Modulo the rules: no power of a variable that has one is left."""
        for _ in range(ROUNDS):
            degrees = p.degrees()
            high = [x for x, rule in self.rules.items() if degrees[x] >= rule.k]
            if not high:
                return p
            for x in high:
                times, rest = divmod(p, X[x] ** self.rules[x].k)
                p = times * self.rules[x].q + rest
        raise Rejected("a reduction that does not end")

    # signs

    def put(self, p: Poly, relation: int) -> None:
        """A constraint on the list; p < 0 is put as -p > 0."""
        if relation & NEG:
            p, relation = -p, MIRROR[relation]
        self.list.append(Condition(p, relation))
        name, turned = monic(p)
        self.known[name] = self.known.get(name, ANY) & (MIRROR[relation] if turned else relation)

    def signs(self, p: Poly) -> int:
        """The signs that are still possible."""
        name, turned = monic(p)
        found = POS if name == "1" else ZERO if name == "0" else self.known.get(name, ANY)
        return MIRROR[found] if turned else found

    def ask(self, p: Poly, enough: tuple[int, ...]) -> int:
        """The signs that are possible, where these are enough to go on; else the tree is asked."""
        found = self.signs(p)
        if not sufficient(found, enough):
            raise Stop("ask", p, enough)
        return found

    def sign(self, p: Poly) -> int:
        """Exactly one of NEG, ZERO, POS."""
        return self.ask(p, (NEG, ZERO, POS))

    def negative(self, p: Poly) -> bool:
        """Or not; zero is not."""
        return bool(self.ask(p, (ZERO | POS, NEG | ZERO)) & NEG)

    def undefined(self) -> None:
        raise Stop("undefined", self.part)

    # scalars

    def together(self, *xs: Ratio) -> tuple[list[Poly], Counter[str]]:
        """Numerators over the common denominator."""
        d = reduce(or_, [x.d for x in xs if x.d], Counter[str]())
        if not d:
            return [x.n for x in xs], d
        return [self.lifted(x.n, d - x.d) for x in xs], d

    def lifted(self, p: Poly, factors: Counter[str]) -> Poly:
        return reduce(self.times, [FACTORS[f] for f in factors.elements()], p)

    def add(self, x: Ratio, y: Ratio) -> Ratio:
        (p, q), d = self.together(x, y)
        return Ratio(p + q, d)

    def sub(self, x: Ratio, y: Ratio) -> Ratio:
        return self.add(x, Ratio(-y.n, y.d))

    def mul(self, x: Ratio, y: Ratio) -> Ratio:
        return Ratio(self.times(x.n, y.n), x.d + y.d if x.d or y.d else x.d)

    def div(self, x: Ratio, y: Ratio) -> Ratio:
        sign = self.sign(y.n)
        if sign == ZERO:
            self.undefined()
        c = content(y.n) * (1 if sign == POS else -1)
        f = y.n / c
        FACTORS[str(f)] = f
        factor = Counter(() if f.is_constant() else [str(f)])
        return Ratio(self.lifted(x.n, y.d - x.d) / c, (x.d - y.d) + factor)

    def root(self, q: Poly, strict: bool = False) -> Poly:
        """The root of a q that is certainly not negative."""
        if q.is_constant():
            c = fmpq(q.leading_coefficient())
            exact = fmpq(isqrt(int(c.p)), isqrt(int(c.q)))
            if exact * exact == c:
                return RING.constant(exact)
        if str(q) not in self.roots:
            name = f"r{len(self.roots) + 1}"
            r = self.roots[str(q)] = self.variable(name)
            self.rules[self.names[name]] = Equality(2, q, root=True)
            self.put(r, POS if strict or q.is_constant() else ZERO | POS)
        return self.roots[str(q)]

    def sqrt(self, x: Ratio) -> Ratio:
        sign = self.ask(x.n, (NEG, ZERO, ZERO | POS))
        if sign == NEG:
            self.undefined()
        if sign == ZERO:
            return number(0)
        odd = Counter([f for f, k in x.d.items() if k % 2])
        half = Counter({f: (k + 1) // 2 for f, k in x.d.items()})
        return Ratio(self.root(self.lifted(x.n, odd), sign == POS), half)

    def absolute(self, x: Ratio) -> Ratio:
        return Ratio(-x.n, x.d) if self.negative(x.n) else x

    def larger(self, x: Ratio, y: Ratio) -> Ratio:
        return y if self.negative(self.sub(x, y).n) else x

    def smaller(self, x: Ratio, y: Ratio) -> Ratio:
        return y if self.ask(self.sub(x, y).n, (ZERO | POS, NEG | ZERO)) & POS else x

    def norm(self, xs: list[Ratio]) -> Ratio:
        if len(xs) == 1:
            return self.absolute(xs[0])
        tops, d = self.together(*xs)
        return Ratio(self.root(self.squares(tops)), d)

    def squares(self, tops: list[Poly]) -> Poly:
        return sum([self.times(p, p) for p in tops], NULL)


def monic(p: Poly) -> tuple[str, bool]:
    """The text of the multiple that begins with 1, the same for all multiples; is its sign another?"""
    c = p.leading_coefficient()
    return (str(p / c), c < 0) if c else ("0", False)


def content(p: Poly) -> fmpq:
    """The positive c for which p / c has coprime integer coefficients, p not 0."""
    every = p.coeffs()
    return fmpq(gcd(*[int(c.p) for c in every]), lcm(*[int(c.q) for c in every]))


def rational(x: object) -> fmpq:
    """An integer or the text of a fraction."""
    if type(x) is int and abs(x) < 10**1000:
        return fmpq(x)
    found = NUMERAL.fullmatch(x) if type(x) is str else None
    if not found:
        raise Rejected(f"{str(x)[:40] if type(x) is str else type(x)!r} is not a number")
    return fmpq(int(found[1]), int(found[2] or 1))


def number(c: object) -> Ratio:
    return Ratio(RING.constant(rational(c)), Counter())


def sufficient(found: int, enough: tuple[int, ...]) -> bool:
    """One of the three signs must be the only one; of a union (6: = or >) nothing outside may be left."""
    return any(found == e if e in (NEG, ZERO, POS) else not found & ~e for e in enough)
