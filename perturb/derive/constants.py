"""The best constants that facts at the terms of a statement give: one linear program instead of a yes or no.

The statement is searched as any other, with a weak number in place of each free constant. Where the search
would ask whether facts give the conclusion, it is asked here which constants they give; then a better number
takes the place of the first, towards which new products of facts are formed. What is found is a candidate: a
derivation at these numbers, and its checker, decide.
"""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from math import isqrt
from time import process_time
from typing import Any

from flint import fmpq

from perturb.derive.checker.kernel import Kernel
from perturb.derive.checker.matrices import Unspoken
from perturb.derive.checker.member import Relation, statement
from perturb.derive.checker.polynomials import ONE, Monomial, Poly, atom, number, total
from perturb.derive.checker.reading import Tree, parsed
from perturb.derive.closers import Way
from perturb.derive.combining import ALL, OWN
from perturb.derive.header import header
from perturb.derive.least import FreeConstant, Numbers, Unbounded, least
from perturb.derive.lemmas import Base, Theorem
from perturb.derive.pool import Pool
from perturb.derive.search import ConclusionSearch
from perturb.statements.claim import Claim
from perturb.statements.questions import with_numbers

LETTER = "free_{}"  # the name of a free constant while the conclusion is read
DIGITS = 10**6  # of a root, rounded to the weaker side
MOST = 3  # candidates that are kept
STEPS = Fraction(9, 10), Fraction(999, 1000)  # what is tried beyond a candidate, by parts of it
OFFERS = 4  # times that what a candidate rests on may turn out to be no fact
STARTS = 3
PATIENCE = 1.0  # seconds without a better candidate, beside those that it took to the last


class Enough(Exception):
    """No better constants are to be looked for."""


class ConstantSearch(ConclusionSearch):
    """The constants of one conclusion."""

    enough: Fraction | None = None  # the cost from which on nothing better is looked for

    def __init__(
        self,
        kernel: Kernel,
        k: int,
        asked: Sequence[FreeConstant],
        start: Numbers,
        lemmas: list[Theorem],
        deadline: float,
    ) -> None:
        super().__init__(kernel, k, lemmas, deadline)
        self.asked, self.start = asked, start
        self.noted = list[Numbers]()  # candidates, the best first
        self.inside = 0  # cases
        self.begun = self.last = process_time()  # when candidates began to be looked for, and became better
        self.parts = list[Numbers | None]()  # what the cases gave that are looked at
        self.unknown = [self.R.number_of("input", LETTER.format(one.name)) for one in asked]
        self.R.nonneg_inputs |= {LETTER.format(one.name) for one in asked}
        self.goal = self.at_start = number(0)

    def read(self, then: list[Tree]) -> Poly:
        """The conclusion with free constants in it. Unspoken where it is not linear in them."""
        names, kernel = {one.name: LETTER.format(one.name) for one in self.asked}, self.kernel
        plain, kernel.of = kernel.of, kernel.of._replace(then=[filled(tree, names) for tree in then])
        letters = dict(zip(names.values(), map(atom, self.unknown), strict=True))
        kernel.R.inputs |= letters
        try:
            (goal, how), *more = kernel.goal(self.k)
        finally:
            kernel.of = plain
            for name in letters:
                del kernel.R.inputs[name]
        inner = {j for k in goal.atoms - {*self.unknown} for j in kernel.inside(k)}
        powers = {sum(abs(e) for k, e in m if k in self.unknown) for m in goal.terms}
        if more or how == "==" or inner & {*self.unknown} or not powers <= {0, 1}:
            raise Unspoken("constants that do not enter linearly, as in f <= c g + d h, are not asked for")
        if not {*self.unknown} <= goal.atoms:
            raise Unbounded  # what one of them stands beside is 0
        return goal

    def candidates(self, then: list[Tree]) -> bool:
        """Notes them; is the conclusion clear without any fact? Unbounded where every number is one."""
        self.goal = self.read(then)
        ((self.at_start, _),) = self.kernel.goal(self.k)
        try:
            if self.steps() is None:
                return False
            self.direct(self.goal, ">=")
            return True
        except Enough:
            return False

    def prove(self, p: Poly, how: str, depth: int = 3) -> int | None:
        waited = process_time() - self.last
        if self.noted and not self.inside and waited > PATIENCE + self.last - self.begun:
            raise Enough
        return super().prove(self.goal if p == self.at_start else p, how, depth)

    def clear(self, p: Poly) -> bool:
        """A sum of products of what is never negative; of inverses of what is positive, too."""
        names, fine = self.R.names, self.R.never_negative
        inverses = {k for k in p.atoms if names[k][0] == "inv"}
        positive = {k for k in inverses if self.kernel.holds(names[k][1], True)}
        return self.kernel.holds(p) or all(
            c > 0 and all(e % 2 == 0 or k in positive or fine(k) for k, e in m) for m, c in p.terms.items()
        )

    def asks(self, p: Poly) -> bool:
        return not p.atoms.isdisjoint(self.unknown)

    def bounded(self, p: Poly, how: str, depth: int) -> int | None:
        if not self.asks(p):
            return super().bounded(p, how, depth)
        super().bounded(self.at(self.start, p), how, depth)  # for the bounds, which stay
        return self.direct(p, how, level=OWN)

    def direct(self, p: Poly, how: str, depth: int = 0, level: int = ALL) -> int | None:
        """The same program, with the constants to be found; it gives candidates, and no fact."""
        if not self.asks(p):
            return super().direct(p, how, depth, level)
        split = self.split_up(p)
        if split is None:
            return None
        best = self.best(p, split, self.start, level)
        steps = [*STEPS] if best else []
        while best is not None and steps and process_time() < self.deadline:
            found = self.best(p, split, self.beyond(best, steps[0]), level)
            better = found is not None and self.cost(found) < self.cost(best)
            best, steps = (found, steps) if better else (best, steps[1:])
        return None

    def best(
        self, p: Poly, split: tuple[int, Poly, list[Poly]], start: Numbers, level: int
    ) -> Numbers | None:
        """What the first columns that are enough at these numbers give; noted."""
        power, rest, factors = split
        asked = (
            self.asked
            if power == 1
            else [FreeConstant(one.name, one.sense, Fraction(0)) for one in self.asked]
        )
        aim = self.at(start, p)
        for columns in self.columns(aim, level, self.deadline) if aim else ():
            try:
                found = self.accepted(rest, factors, asked, columns)
            except Unbounded:
                if p == self.goal:
                    raise
                return None
            if found is not None:
                found = found if power == 1 else tuple(map(root, found, self.asked))
                self.note(found)
                return found
        return None

    def accepted(
        self, rest: Poly, factors: list[Poly], asked: Sequence[FreeConstant], columns: list[Any]
    ) -> Numbers | None:
        """Of facts alone: what is offered and is no fact is left out."""
        columns = columns or [(ONE, False, [], None)]
        for _ in range(OFFERS):
            answer = least(rest, factors, asked, columns, self.seconds())
            if answer is None:
                return None
            found, support = answer
            refused = {j for j in support if self.facts.accepted(columns[j][2]) is None}
            if not refused:
                return found
            columns = [one for j, one in enumerate(columns) if j not in refused]
        return None

    def beyond(self, found: Numbers, part: Fraction) -> Numbers:
        """Better ones by this part."""
        return tuple(x - one.sense * abs(x) * (1 - part) for one, x in zip(self.asked, found, strict=True))

    def split_up(self, p: Poly) -> tuple[int, Poly, list[Poly]] | None:
        """p as rest + sum c_j^power factor_j, the power 1 or 2; None where it is no such sum."""
        rest, factors = dict[Monomial, fmpq](), [dict[Monomial, fmpq]() for _ in self.asked]
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

    def at(self, numbers: Numbers, p: Poly) -> Poly:
        """With numbers for the constants."""
        values = {k: fmpq(x.numerator, x.denominator) for k, x in zip(self.unknown, numbers, strict=True)}
        found = list[Poly]()
        for m, c in p.terms.items():
            for k, e in m:
                c = c * values[k] ** e if k in values else c
            found.append(Poly({tuple((k, e) for k, e in m if k not in values): c}))
        return total(found)

    def note(self, found: Numbers) -> None:
        fine = all(one.within(x) for one, x in zip(self.asked, found, strict=True))
        if fine and found not in self.noted:
            self.noted = sorted([*self.noted, found], key=self.cost)[:MOST]
            self.last = process_time() if found == self.noted[0] else self.last
            if self.enough is not None and not self.inside and self.cost(found) <= self.enough:
                raise Enough

    def cost(self, found: Numbers) -> Fraction:
        return sum((one.sense * x for one, x in zip(self.asked, found, strict=True)), Fraction(0))

    def lifted(self, p: Poly, how: str, depth: int) -> int | None:
        """x <= c y from x^2 <= c^2 y^2."""
        if not self.asks(p):
            return super().lifted(p, how, depth)
        if not {self.R.names[k][0] for k in p.atoms} & {"sqrt", "fro"}:
            return None
        up = Poly({m: c for m, c in p.terms.items() if c > 0})
        down = Poly({m: -c for m, c in p.terms.items() if c < 0})
        plain = self.at(self.start, up)
        if up and (self.kernel.holds(plain) or self.prove(plain, ">=", 0) is not None):
            self.prove(self.squared(up) - self.squared(down), how, depth - 1)
        return None

    def split(self, p: Poly, how: str, depth: int) -> int | None:
        """What both cases give: the weaker of the two."""
        if not self.asks(p):
            return super().split(p, how, depth)
        outer, self.parts = self.parts, []
        super().split(p, how, depth)
        found, self.parts = self.parts, outer
        if len(found) == 2 and found[0] is not None and found[1] is not None:
            pairs = zip(self.asked, found[0], found[1], strict=True)
            self.note(tuple(max(x, y) if one.sense > 0 else min(x, y) for one, x, y in pairs))
        return None

    def case(
        self, p: Poly, how: str, k: int, assumed: Relation, by: Poly, depth: int, way: Way = None
    ) -> list[Any] | None:
        if not self.asks(p):
            return super().case(p, how, k, assumed, by, depth, way)
        outer, self.noted = self.noted, []
        self.inside += 1
        try:
            super().case(p, how, k, assumed, by, depth, way)
            self.parts.append(self.noted[0] if self.noted else None)
        finally:
            self.inside -= 1
            self.noted = outer
        return [] if len(self.parts) == 1 and self.parts[0] is not None else None


def way(question: Claim, name: str, base: Base) -> int:
    """1 where a larger constant makes the one conclusion weaker, -1 where stronger, 0 where that is unclear.

    Read off the normal form: of which sign is what the constant stands beside, under the hypotheses?
    """
    then = [parsed(line) for line in header(question)["then"]]
    kernel = Kernel(statement(header(with_numbers(question, {name: Fraction(2)}))), lambda one: base(one)[2])
    search = ConstantSearch(kernel, 0, [FreeConstant(name, 1)], (Fraction(2),), [], process_time())
    split = search.split_up(search.read(then))
    search.pool = Pool(kernel, [kernel.of.then[0], *kernel.of.given])
    search.of_statement()
    signs = [] if split is None else [x for x in (1, -1) if search.clear(split[2][0].scaled(fmpq(x)))]
    return signs[0] if signs else 0


def root(square: Fraction, one: FreeConstant) -> Fraction:
    """Rounded to the weaker side: up where less is stronger."""
    over, under = isqrt(square.numerator), isqrt(square.denominator)
    if over**2 == square.numerator and under**2 == square.denominator:
        return Fraction(over, under)
    whole = isqrt(square.numerator * DIGITS**2 // square.denominator)
    return Fraction(whole + (one.sense > 0), DIGITS)


def filled(tree: Tree, by: dict[str, str]) -> Tree:
    """With a text in place of each free constant."""
    if isinstance(tree, str):
        return tree
    if len(tree) == 1 and tree[0].startswith("free["):
        return by[tree[0].removeprefix("free[").partition(",")[0]]
    return (tree[0], *[filled(arg, by) for arg in tree[1:]])


def candidates(
    claim: Claim,
    asked: Sequence[FreeConstant],
    start: Numbers,
    base: Base,
    seconds: float,
    enough: Fraction | None = None,
) -> list[Numbers]:
    """Constants that facts give for the one conclusion, the best first; none where facts give none.

    `start`: numbers that are weak enough to hold; `enough`: the sum of sense_j c_j that ends the search.
    Raises Unbounded, and what `deriver.derive` takes for unsupported: Unspoken, Unsupported, Rejected.
    """
    then = [parsed(line) for line in header(claim)["then"]]
    lemmas, deadline = base.below(claim.lemma, claim.id), process_time() + seconds
    best = list[Numbers]()
    for _ in range(STARTS):
        names = {one.name: x for one, x in zip(asked, start, strict=True)}
        kernel = Kernel(statement(header(with_numbers(claim, names))), lambda name: base(name)[2])
        search = ConstantSearch(kernel, 0, asked, start, lemmas, deadline)
        search.enough = enough
        clear = search.candidates(then)
        best = sorted([*search.noted, *[x for x in best if x not in search.noted]], key=search.cost)[:MOST]
        if not clear or not best:
            break
        start = search.beyond(best[0], STEPS[0])  # which is not clear by itself
    return best
