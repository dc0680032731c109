"""A derivation along a way that people declare: lemmas at its terms, relations one after the other."""

from __future__ import annotations

from collections.abc import Iterable
from time import process_time
from typing import Any

from perturb.derive.chains import Renaming
from perturb.derive.checker.check import reached
from perturb.derive.checker.member import Relation
from perturb.derive.checker.polynomials import ONE, Poly, number
from perturb.derive.checker.reading import Tree, parsed, scalar
from perturb.derive.checker.relations import primitive, related, sides
from perturb.derive.pool import REFUSALS, Pool
from perturb.derive.search import ConclusionSearch
from perturb.statements.route import Assumed, Citation, Multiplied, OnTheWay, Square, Stop, Summed

DEPTH, NO_ATOM = 3, -1
ASKED = 6  # conditions of one instance, or of one relation, that are shown before it


class Guided(ConclusionSearch):
    """The search for one conclusion, where people say what it goes through."""

    stuck = 0  # the stop that was not reached, from 1 on; after the last one the conclusion

    def along(self, stops: Iterable[Stop]) -> list[dict[str, Any]] | None:
        self.wanted = self.kernel.goal(self.k)
        (wanted,) = self.wanted
        if reached(self.kernel, wanted):
            return []
        self.pool = Pool(self.kernel, [self.kernel.of.then[self.k], *self.kernel.of.given])
        self.renaming = Renaming(self.R, self.pool.sums())
        self.meanings(wanted[0].atoms)
        self.of_statement(wanted[0])
        for one in stops:
            self.stuck += 1
            try:
                end = self.reach(one)
            except REFUSALS:  # what is in no form that is worked with, or too large
                end = None
            if end is None or process_time() > self.deadline:
                return None
        self.stuck += 1
        self.meanings(wanted[0].atoms)
        end = self.prove(*wanted)
        return None if end is None else self.pruned(end)

    def reach(self, one: Stop) -> int | None:
        if isinstance(one, Citation):
            return self.cited(one)
        if isinstance(one, Square):
            return self.facts.take({"do": "square", "of": one.of})
        if isinstance(one, Assumed):
            return self.facts.take({"do": "given", "part": one.part, "with": dict(one.texts)})
        if isinstance(one, Multiplied):
            found = [self.reach(each) for each in one.factors]
            step = {"do": "combine", "terms": [["1", found, None]]}
            return None if None in found else self.facts.take(step)
        return self.summed(one) if isinstance(one, Summed) else self.relation(one)

    def summed(self, one: Summed) -> int | None:
        """What is found of any component is forgotten but for the sum."""
        facts = self.facts
        at, kept = len(facts.steps), (list(facts.steps), dict(facts.seen))
        index, length = self.R.index(one.index), scalar(self.kernel.read(parsed(one.length)))
        end: int | None = None
        with self.kernel.within():
            self.kernel.indices += [index - ONE, length - index]
            for stop in one.stops:
                end = self.reach(stop)
                if end is None:
                    break
            steps = None if end is None else self.pruned(end, at - 1)
        facts.steps, facts.seen = kept
        self.columns.forget()
        step = {"do": "sum", "index": one.index, "length": one.length, "steps": steps}
        step |= {"vector": one.vector} if one.vector else {}
        return None if steps is None else facts.take(step)

    def cited(self, one: Citation) -> int | None:
        """An instance, whose conditions are shown first where they are not known."""
        step = {"do": "lemma", "name": one.lemma, "part": one.part, "with": dict(one.texts)}
        for _ in range(ASKED):
            end = self.facts.take(step)
            if end is not None or not self.asked_for():
                self.meanings(() if end is None else self.kernel.facts[end][0].atoms)
                return end
        return None

    def asked_for(self) -> bool:
        """Whether what was lacking last is shown now."""
        lacks = self.kernel.lacking
        return lacks is not None and self.prove(*lacks) is not None

    def relation(self, one: OnTheWay) -> int | None:
        tree = parsed(one.relation)
        found = self.read(tree)
        if found is None:
            return None
        self.meanings(found[0].atoms)
        if one.factor:
            return self.by_factor(scalar(self.kernel.read(parsed(one.factor))), *found)
        if one.cases:
            return self.by_cases(scalar(self.kernel.read(parsed(one.cases))), one, *found)
        if not one.squared:
            seen = found[1] != "==" and self.kernel.holds(found[0], found[1] == ">")
            return self.sign(found[0]) if seen else self.prove(*found)
        small, large = [scalar(self.kernel.read(part)) for part in sides(tree)[1:]]
        return self.compared(small, large, ">=", DEPTH)

    def by_factor(self, d: Poly, p: Poly, how: str) -> int | None:
        """p >= 0 (> 0) from d > 0 and d p >= 0 (> 0)."""
        self.meanings(d.atoms)
        by = self.positive(d)
        return None if by is None else self.cancelled(p, by, self.prove(d * p, how))

    def by_cases(self, of: Poly, one: OnTheWay, p: Poly, how: str) -> int | None:
        """By the sign of a number, in each case with the larger one of it and 0 for what it is there."""
        k, there = NO_ATOM, (number(0), number(0))
        for at in sorted(p.atoms):
            inner = self.under(at)
            if inner is not None and primitive(inner) in (primitive(of), primitive(-of)):
                k, turned = at, primitive(inner) != primitive(of)
                there = (number(0), inner) if turned else (inner, number(0))
        more, less = self.kernel.halves(of)
        ways = [lambda stops=stops: self.all_of(stops) for stops in (one.above, one.below)]
        above = self.case(p, how, k, more, there[0], DEPTH, ways[0])
        below = None if above is None else self.case(p, how, k, less, there[1], DEPTH, ways[1])
        step = {"do": "cases", "of": one.cases, "above": above, "below": below}
        return None if below is None else self.facts.take(step)

    def all_of(self, stops: Iterable[Stop]) -> bool:
        return all(self.reach(one) is not None for one in stops)

    def read(self, tree: Tree) -> Relation | None:
        """What it says, of which all parts have values."""
        op, lhs, rhs = sides(tree)
        for _ in range(ASKED):
            self.kernel.lacking = None
            try:
                (one,) = related(op, scalar(self.kernel.read(lhs)), scalar(self.kernel.read(rhs)))
                return one
            except REFUSALS:
                if not self.asked_for():
                    return None
        return None
