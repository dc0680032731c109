"""The best constants that facts at the terms of a statement give: one linear program instead of a yes or no.

The statement is searched as any other, with a number in place of each free constant that no fact depends on. Where
the search would ask whether the facts give the conclusion, it is asked here which constants they give. What is
found is a candidate: a derivation at these numbers, and its checker, decide.
"""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from math import isqrt
from time import process_time
from typing import Any

from perturb.derive.checker.kernel import Kernel
from perturb.derive.checker.matrices import Unspoken
from perturb.derive.checker.member import statement
from perturb.derive.checker.polynomials import Monomial, Poly, atom, number, total
from perturb.derive.checker.reading import Tree, parsed
from perturb.derive.header import header
from perturb.derive.least import Asked, Numbers, Unbounded, least
from perturb.derive.lemmas import Base, Theorem
from perturb.derive.search import ConclusionSearch
from perturb.statements.claim import Claim
from perturb.statements.questions import with_numbers

TYPICAL = Fraction(7, 1009)  # what a free constant is while facts are found: no number that a statement has
LETTER = "free_{}"  # the name of a free constant while the conclusion is read
DIGITS = 10**6  # of a root, rounded to the weaker side
MOST = 3  # candidates that are kept


class Enough(Exception):
    """Nothing better is to be looked for."""


class ConstantSearch(ConclusionSearch):
    """The constants of one conclusion."""

    def __init__(
        self, kernel: Kernel, k: int, asked: Sequence[Asked], lemmas: list[Theorem], deadline: float
    ) -> None:
        super().__init__(kernel, k, lemmas, deadline)
        self.asked = asked
        self.noted = list[Numbers]()  # candidates, the best first
        self.parts = list[Numbers | None]()  # what the cases gave that are looked at
        self.unknown = [self.R.number_of("input", LETTER.format(one.name)) for one in asked]
        self.R.nonneg_inputs |= {LETTER.format(one.name) for one in asked}
        self.goal = self.at_typical = number(0)

    def read(self, then: list[Tree]) -> Poly:
        """The conclusion with free constants in it. Unspoken where it is not linear in them."""
        names, kernel = {one.name: LETTER.format(one.name) for one in self.asked}, self.kernel
        typical, kernel.of = kernel.of, kernel.of._replace(then=[filled(tree, names) for tree in then])
        letters = dict(zip(names.values(), map(atom, self.unknown), strict=True))
        kernel.R.inputs |= letters
        try:
            (goal, how), *more = kernel.goal(self.k)
        finally:
            kernel.of = typical
            for name in letters:
                del kernel.R.inputs[name]
        inner = {j for k in goal.atoms - {*self.unknown} for j in kernel.inside(k)}
        powers = [sum(e for k, e in m if k in self.unknown) for m in goal.terms]
        if more or how == "==" or inner & {*self.unknown} or not {*powers} <= {0, 1}:
            raise Unspoken("constants that do not enter linearly: c f <= g, or f <= c g + d h, is asked")
        return goal

    def candidates(self, then: list[Tree]) -> list[Numbers]:
        """The best first. Unbounded where every number is one."""
        self.goal = self.read(then)
        ((self.at_typical, _),) = self.kernel.goal(self.k)
        try:
            if self.steps() is not None:  # clear without any fact
                self.direct(self.goal, ">=")
        except Enough:
            pass
        return self.noted

    def prove(self, p: Poly, how: str, depth: int = 2) -> int | None:
        return super().prove(self.goal if p == self.at_typical else p, how, depth)

    def direct(self, p: Poly, how: str, depth: int = 0, rounds: int = 3) -> int | None:
        """The same program, with the constants to be found; it gives candidates, and no fact."""
        if not p.atoms & {*self.unknown}:
            return super().direct(p, how, depth, rounds)
        split = self.split_up(p)
        if split is None:
            return None
        power, rest, factors = split
        asked = self.asked if power == 1 else [Asked(one.name, one.sense, Fraction(0)) for one in self.asked]
        for columns in self.columns(self.typical(p), rounds):
            if process_time() > self.deadline:
                return None
            try:
                plain = [(q, free) for q, free, _, _ in columns]
                found = least(rest, factors, asked, plain, self.deadline - process_time())
            except Unbounded:
                if p == self.goal:
                    raise
                return None
            if found is not None:
                self.note(found if power == 1 else tuple(map(self.root, found, self.asked)))
        return None

    def split_up(self, p: Poly) -> tuple[int, Poly, list[Poly]] | None:
        """p as rest + sum c_j^power factor_j, the power 1 or 2; None where it is no such sum."""
        rest, factors = dict[Monomial, Fraction](), [dict[Monomial, Fraction]() for _ in self.asked]
        powers = set[int]()
        for m, c in p.terms.items():
            own = [(k, e) for k, e in m if k in self.unknown]
            if len(own) > 1:
                return None
            powers |= {e for _, e in own}
            into = factors[self.unknown.index(own[0][0])] if own else rest
            into[tuple(one for one in m if one not in own)] = c
        if len(powers) != 1 or not powers <= {1, 2} or (2 in powers and len(self.asked) > 1):
            return None
        return powers.pop(), Poly(rest), [*map(Poly, factors)]

    def typical(self, p: Poly) -> Poly:
        """With numbers for the constants."""
        found = list[Poly]()
        for m, c in p.terms.items():
            for k, e in m:
                if k in self.unknown:
                    c *= (TYPICAL * (1 + self.unknown.index(k))) ** e
            found.append(Poly({tuple((k, e) for k, e in m if k not in self.unknown): c}))
        return total(found)

    @staticmethod
    def root(square: Fraction, one: Asked) -> Fraction:
        """Rounded to the weaker side: up where less is stronger."""
        over, under = isqrt(square.numerator), isqrt(square.denominator)
        if over**2 == square.numerator and under**2 == square.denominator:
            return Fraction(over, under)
        whole = isqrt(square.numerator * DIGITS**2 // square.denominator)
        return Fraction(whole + (one.sense > 0), DIGITS)

    def note(self, found: Numbers) -> None:
        fine = all(one.within(x) for one, x in zip(self.asked, found, strict=True))
        if fine and found not in self.noted:
            self.noted = sorted([*self.noted, found], key=self.cost)[:MOST]

    def cost(self, found: Numbers) -> Fraction:
        return sum((one.sense * x for one, x in zip(self.asked, found, strict=True)), Fraction(0))

    def lifted(self, p: Poly, how: str, depth: int) -> int | None:
        """x <= c y from x^2 <= c^2 y^2."""
        if not p.atoms & {*self.unknown}:
            return super().lifted(p, how, depth)
        if not {self.R.names[k][0] for k in p.atoms} & {"sqrt", "fro"}:
            return None
        up = Poly({m: c for m, c in p.terms.items() if c > 0})
        down = Poly({m: -c for m, c in p.terms.items() if c < 0})
        plain = self.typical(up)
        if up and (self.kernel.holds(plain) or self.prove(plain, ">=", 0) is not None):
            self.prove(self.squared(up) - self.squared(down), how, depth - 1)
        return None

    def split(self, p: Poly, how: str, depth: int) -> int | None:
        """What both cases give: the weaker of the two."""
        if not p.atoms & {*self.unknown}:
            return super().split(p, how, depth)
        outer, self.parts = self.parts, []
        super().split(p, how, depth)
        found, self.parts = self.parts, outer
        if len(found) == 2 and found[0] is not None and found[1] is not None:
            pairs = zip(self.asked, *found, strict=True)
            self.note(tuple(max(x, y) if one.sense > 0 else min(x, y) for one, x, y in pairs))
        return None

    def case(self, p: Poly, how: str, k: int, assumed: Poly, sign: str, depth: int) -> list[Any] | None:
        if not p.atoms & {*self.unknown}:
            return super().case(p, how, k, assumed, sign, depth)
        outer, self.noted = self.noted, []
        super().case(p, how, k, assumed, sign, depth)
        self.parts.append(self.noted[0] if self.noted else None)
        self.noted = outer
        return None


def filled(tree: Tree, by: dict[str, str]) -> Tree:
    """With a text in place of each free constant."""
    if isinstance(tree, str):
        return tree
    if len(tree) == 1 and tree[0].startswith("free["):
        return by[tree[0].removeprefix("free[").partition(",")[0]]
    return (tree[0], *[filled(arg, by) for arg in tree[1:]])


def candidates(claim: Claim, k: int, asked: Sequence[Asked], base: Base, seconds: float) -> list[Numbers]:
    """Constants that facts give for conclusion k, the best first; none where facts give none.

    Raises Unbounded, and what `deriver.derive` takes for unsupported: Unspoken, Unsupported, Rejected.
    """
    then = [parsed(line) for line in header(claim)["then"]]
    data = header(with_numbers(claim, {one.name: TYPICAL * (j + 1) for j, one in enumerate(asked)}))
    kernel = Kernel(statement(data), lambda name: base(name)[2])
    lemmas = base.below(claim.lemma, claim.id)
    return ConstantSearch(kernel, k, asked, lemmas, process_time() + seconds).candidates(then)
