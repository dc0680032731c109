"""One path of a case tree: what is known on it of signs, and its roots."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from copy import copy
from functools import reduce
from math import isqrt
from operator import or_
from typing import Any, NamedTuple, Self

from flint import fmpq

from perturb.prove.checker.numbers import (
    FACTORS,
    NOTHING,
    RING,
    Poly,
    Ratio,
    Rejected,
    X,
    content,
    lifted,
    monic,
    require,
    squares,
)

NEG, ZERO, POS, MIRROR = 1, 2, 4, (0, 4, 2, 6, 1, 5, 3, 7)
CERTAIN = {"0": ZERO, "1": POS}
RELATIONS = {"<": 1, "=": 2, ">": 4, "<=": 3, ">=": 6}
ROUNDS = 1000  # of a reduction


class Stop(Rejected):
    """The evaluation is at a question, at variants of an input, at a part without a value, or at an end."""


class Condition(NamedTuple):
    """p = 0, p >= 0 or p > 0: the kind is ZERO, ZERO | POS or POS."""

    p: Poly
    kind: int


class Equality(NamedTuple):
    """x^k = q for the x under which it is kept; whether x is a root, so not negative."""

    k: int
    q: Poly
    root: bool = False


class Lasting(dict[Any, Any]):
    """What is true of all paths of a walk."""


class Trail:
    """What has been chosen and made up to here; `part` is what is being evaluated."""

    part = ""

    def __init__(self) -> None:
        self.names: dict[str, int] = {}
        self.list: list[Condition] = []
        self.known: dict[str, int] = {}
        self.rules: dict[int, Equality] = {}
        self.roots: dict[str, Poly] = {}
        self.memo: dict[str, Any] = {}
        self.complex: set[str] = set()
        self.inputs: dict[str, Any] = {}
        self.still = Lasting()  # polynomials that a gauge leaves as they are

    def copy(self) -> Self:
        twin = copy(self)
        twin.__dict__.update((k, v.copy()) for k, v in vars(self).items() if type(v) in (dict, list, set))
        return twin

    def variable(self, name: str) -> Poly:
        return X[self.names.setdefault(name, len(self.names))]

    def reduce(self, p: Poly) -> Poly:
        """Modulo the rules: no power of a variable that has one is left."""
        for _ in range(ROUNDS):
            degrees = p.degrees() if self.rules else ()
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
        p, relation = (-p, MIRROR[relation]) if relation & NEG else (p, relation)
        self.list.append(Condition(self.reduce(p), relation))
        name, turned = monic(self.list[-1].p)
        self.known[name] = self.known.get(name, 7) & (MIRROR[relation] if turned else relation)

    def cases(self, p: Poly, answers: dict[str, Any], possible: int) -> Iterator[tuple[Self, Any]]:
        """The path with each answer, and what belongs to it; the answers are all signs that are possible."""
        covered = reduce(or_, [RELATIONS[answer] for answer in answers], 0)
        require(not possible & ~covered, "the answers do not cover <, = and >")
        for left, (answer, child) in zip(reversed(range(len(answers))), answers.items(), strict=True):
            twin = self.copy() if left else self
            twin.put(p, RELATIONS[answer])
            yield twin, child

    def signs(self, p: Poly) -> int:
        """Those that are still possible."""
        name, turned = monic(p)
        found = CERTAIN.get(name) or self.known.get(name, 7)
        return MIRROR[found] if turned else found

    def ask(self, x: Ratio, *enough: int) -> int:
        """The signs that are possible, where these are enough to go on; else the tree is asked.

        One of the three must be the only one; of a union (6: = or >) nothing outside may be left.
        """
        p = self.reduce(x.n)
        found = self.signs(p)
        if not any(found == e if e in (NEG, ZERO, POS) else not found & ~e for e in enough):
            raise Stop("ask", p, enough)
        return found

    def vanishes(self, x: Ratio) -> bool:
        """Whether it is 0 whatever the variables are."""
        return not self.reduce(x.n)

    def sign(self, x: Ratio) -> int:
        return self.ask(x, NEG, ZERO, POS)

    def negative(self, x: Ratio) -> bool:
        """Or not; zero is not."""
        return bool(self.ask(x, ZERO | POS, NEG | ZERO) & NEG)

    # numbers

    def undefined(self) -> Any:
        raise Stop("undefined", self.part)

    def div(self, x: Ratio, y: Ratio) -> Ratio:
        sign = self.sign(y)
        if sign == ZERO:
            self.undefined()
        p = self.reduce(y.n)
        c = content(p) * (1 if sign == POS else -1)
        FACTORS[str(p / c)] = p / c
        factor = Counter(() if p.is_constant() else [str(p / c)])
        return Ratio(lifted(x.n, y.d - x.d) / c, (x.d - y.d) + factor)

    def root(self, x: Ratio, strict: bool = False) -> Ratio:
        """Of what is certainly not negative."""
        q, half = x.n, x.d
        if x.d:
            q = lifted(x.n, Counter([f for f, k in x.d.items() if k % 2]))
            half = Counter({f: (k + 1) // 2 for f, k in x.d.items()})
        q = self.reduce(q)
        if q.is_constant():
            c = fmpq(q.leading_coefficient())
            exact = fmpq(isqrt(int(c.p)), isqrt(int(c.q)))
            if exact * exact == c:
                return Ratio(RING.constant(exact), half)
        text = str(q)
        if text not in self.roots:
            name = f"r{len(self.roots) + 1}"
            r = self.roots[text] = self.variable(name)
            self.rules[self.names[name]] = Equality(2, q, root=True)
            self.put(r, POS if strict or q.is_constant() else ZERO | POS)
        return Ratio(self.roots[text], half)

    def sqrt(self, x: Ratio) -> Ratio:
        sign = self.ask(x, NEG, ZERO, ZERO | POS)
        if sign == NEG:
            self.undefined()
        return NOTHING if sign == ZERO else self.root(x, sign == POS)

    def abs(self, x: Ratio) -> Ratio:
        return -x if self.negative(x) else x

    def larger(self, x: Ratio, y: Ratio) -> Ratio:
        return y if self.negative(x - y) else x

    def smaller(self, x: Ratio, y: Ratio) -> Ratio:
        return y if self.ask(x - y, ZERO | POS, NEG | ZERO) & POS else x

    def norm(self, xs: list[Ratio]) -> Ratio:
        return self.root(squares(xs)) if len(xs) > 1 else self.abs(*xs)
