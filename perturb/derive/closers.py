"""Ways to a relation from the facts that are there: linear, without denominators, by squares, by cases."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from time import process_time
from typing import Any

from perturb.derive.chains import Chains, Renaming
from perturb.derive.checker.kernel import Kernel
from perturb.derive.checker.matrices import Unspoken
from perturb.derive.checker.member import Relation
from perturb.derive.checker.polynomials import ONE, Poly, atom, number
from perturb.derive.checker.relations import primitive
from perturb.derive.combining import LINEAR, OWN, denominators
from perturb.derive.linear import tightest
from perturb.derive.squares import SquareBounds
from perturb.derive.texts import text
from perturb.derive.tight import Tight

Way = Callable[[], bool] | None


class Closers(SquareBounds):
    """Each way gives the number of a fact that is the relation, or None; what it finds on its way stays."""

    def __init__(self, kernel: Kernel, deadline: float) -> None:
        super().__init__(kernel, deadline)
        self.refused = dict[Relation, list[dict[str, Any]]]()  # steps by what they lack
        self.renaming = Renaming(self.R)

    def prove(self, p: Poly, how: str, depth: int = 3) -> int | None:
        """The number of a fact that is this relation."""
        if how == "==":
            end = self.equal(p)
            if end is not None:
                return end
            up, down = self.prove(p, ">=", depth), self.prove(-p, ">=", depth)
            return (
                None
                if up is None or down is None
                else self.facts.take({"do": "both", "up": up, "down": down})
            )
        if not denominators(self.R, p):
            for k, other, by in self.alike():
                if k in p.atoms:
                    return self.renamed(p, how, depth, (k, other, by))
        ways: list[Callable[..., int | None]] = [self.narrow]
        if depth:
            ways = [self.factored, self.of_square, self.bounded, self.split]
            ways += [self.lifted, self.isolated, self.direct]
        if denominators(self.R, p):
            ways = [self.multiplied, self.direct] if depth else [self.multiplied]
        for way in [self.linear, self.chained, *ways]:
            if process_time() > self.deadline:
                return None
            end = way(p, how, depth)
            if end is not None:
                return end
        return None

    def alike(self) -> Iterator[tuple[int, Poly, int]]:
        """Least singular values other than 0 that are known ones: with these, and the fact that says so."""
        for number_, (q, how) in [*self.columns.relations()]:
            if how == "==" and len(q.terms) == len(q.atoms) == 2 and number_ >= 0:
                for k in q.atoms:
                    c = q.terms.get(((k, 1),))
                    if c is not None and self.R.names[k][0] == "s_star":
                        yield k, atom(k) - q.scaled(1 / c), number_

    def renamed(self, p: Poly, how: str, depth: int, one: tuple[int, Poly, int]) -> int | None:
        """From what it is with one number written as the other that it is equal to."""
        k, other, by = one
        rest = number(0)  # p is its simpler form with the equation times this
        for m, c in p.terms.items():
            powers = dict(m)
            e = powers.pop(k, 0)
            term = Poly({tuple(sorted(powers.items())): c})
            rest = rest + sum((term * atom(k).power(i) * other.power(e - 1 - i) for i in range(e)), number(0))
        simple = self.replaced(p, k, other)
        end = self.prove(simple, how, depth)
        if end is None:
            return None
        scale = 1 / self.kernel.facts[by][0].terms[((k, 1),)]
        first = next(iter(simple.terms))
        whole = simple.terms[first] / self.kernel.facts[end][0].terms[first]
        terms = [[str(whole), [end], None], [str(scale), [by], text(self.write.poly(rest))]]
        return self.facts.take({"do": "combine", "terms": terms})

    def bounded(self, p: Poly, how: str, depth: int) -> int | None:
        """From the tightest bounds of its numbers by simpler ones."""
        for goal, columns, base in Tight(self.columns, p).bounds():
            if process_time() > self.deadline:
                return None
            found = tightest(goal, columns, base, self.seconds())
            terms = None if not found else self.terms(columns, found)
            if terms is not None:
                self.facts.take({"do": "combine", "terms": terms})
        return self.direct(p, how, level=OWN)

    def chained(self, p: Poly, how: str, depth: int) -> int | None:
        """From bounds of its numbers, each put into the other."""
        chains = Chains(self.columns, p, self.renaming)
        end = self.combined(chains.goal, chains.columns, how)
        return None if end is None else int(end)

    def narrow(self, p: Poly, how: str, depth: int = 0) -> int | None:
        return self.direct(p, how, level=OWN)

    def linear(self, p: Poly, how: str, depth: int = 0) -> int | None:
        return self.direct(p, how, level=LINEAR)

    def multiplied(self, p: Poly, how: str, depth: int) -> int | None:
        """Without denominators, each of which has to be positive, or has to be negative."""
        for d in denominators(self.R, p):
            inverse = self.inverse_of(d)
            for e in (d, -d):
                by = self.positive(e)
                if by is None:
                    continue
                if inverse is not None:
                    self.meanings([inverse])
                simpler = p * d if inverse is None else self.without(p, inverse, d)
                simpler = simpler if e == d else -simpler
                end = self.prove(simpler, how, depth)
                if end is not None and inverse is not None:
                    end = self.expanded(p, inverse, d, end, 1 if e == d else -1)
                return self.cancelled(p, by, end)
        return None

    def expanded(self, p: Poly, inverse: int, d: Poly, end: int, sign: int) -> int | None:
        """d p, or its opposite, from what it is with d times its inverse taken for 1."""
        by = self.facts.take({"do": "means", "of": text(self.write.atom(inverse)), "part": 0})
        if by is None:
            return None
        rest = number(0)  # that is multiplied with the equation
        for m, c in p.terms.items():
            powers = dict(m)
            e = powers.pop(inverse, 0)
            if e:
                rest = rest + Poly({tuple(sorted(powers.items())): c}) * atom(inverse, e - 1)
        simple = self.without(p, inverse, d).scaled(sign)
        if not rest or not simple:
            return self.equation((p * d).scaled(sign), simple, end)
        m = next(iter(simple.terms))
        whole = simple.terms[m] / self.kernel.facts[end][0].terms[m]
        fact = self.kernel.facts[by][0]
        scale = (atom(inverse) * d - ONE).terms[()] / fact.terms[()]
        terms = [[str(whole), [end], None], [str(scale), [by], text(self.write.poly(rest.scaled(sign)))]]
        return self.facts.take({"do": "combine", "terms": terms})

    def positive(self, d: Poly) -> int | None:
        """The number of a fact that it is > 0."""
        by = self.sign(d)
        same = [q for q in self.kernel.assumed.nonzero if primitive(q) == primitive(d)]
        if by is None and same and self.narrow(d, ">=") is not None:  # neither 0 nor negative
            by = self.sign(same[0])
        if by is None or self.kernel.facts[by][1] != ">":
            by = self.prove(d, ">", 0)
        for way in (self.lifted, self.isolated):
            by = way(d, ">", 1) if by is None else by
        return by

    def cancelled(self, p: Poly, by: int, end: int | None) -> int | None:
        """Without the positive factor by."""
        try:
            step = {"do": "cancel", "by": by, "of": end, "left": text(self.write.poly(p))}
        except Unspoken:
            return None
        return None if end is None else self.facts.take(step)

    def inverse_of(self, d: Poly) -> int | None:
        found = [k for k, name in enumerate(self.R.names) if name[0] == "inv" and name[1] == d]
        return found[0] if found else None

    def without(self, p: Poly, inverse: int, d: Poly) -> Poly:
        """d p, with d times its inverse taken for 1."""
        found = number(0)
        for m, c in p.terms.items():
            powers = dict(m)
            e = powers.pop(inverse, 0)
            rest = Poly({tuple(sorted(powers.items())): c})
            if e > 1:
                rest = rest * Poly({((inverse, e - 1),): ONE.terms[()]})
            found = found + (rest if e else rest * d)
        return found

    def split(self, p: Poly, how: str, depth: int) -> int | None:
        """Where the number of which the larger of it and 0 stands here is not negative, and where it is."""
        lacking = {q.single for q, _ in self.refused} | {(-q).single for q, _ in self.refused}
        signs = [k for k in sorted(p.atoms & lacking) if self.R.names[k][0] == "input"]
        for k in [*signs, *sorted(p.atoms)]:
            inner = atom(k) if k in signs else self.under(k)
            known = inner is None or self.kernel.holds(inner) or self.kernel.holds(-inner)
            if inner is None or known or process_time() > self.deadline:
                continue
            return self.split_at(k, inner, p, how, depth)
        return None

    def split_at(self, k: int, inner: Poly, p: Poly, how: str, depth: int) -> int | None:
        more, less = self.kernel.halves(inner)
        above = self.case(p, how, k, more, inner, depth)
        below = None if above is None else self.case(p, how, k, less, number(0), depth)
        if below is None:
            return None
        of = text(self.write.poly(inner))
        return self.facts.take({"do": "cases", "of": of, "above": above, "below": below})

    def under(self, k: int) -> Poly | None:
        kind, *rest = self.R.names[k]
        if kind == "relu":
            return rest[0]  # type: ignore[no-any-return]
        if kind == "comp" and self.R.vector_kind(rest[0]) == "relu":
            return self.kernel.component(self.R.names[rest[0][0][0]][1].as_vector(), rest[1])
        return None

    def case(
        self, p: Poly, how: str, k: int, assumed: Relation, by: Poly, depth: int, way: Way = None
    ) -> list[Any] | None:
        """The steps within a case; everything else is as before when they are found.

        `by`: what the number k is there; `way`: what is to be found before.
        """
        facts = self.facts
        at, kept = len(facts.steps), (list(facts.steps), dict(facts.seen))
        try:
            with self.kernel.within():
                self.kernel.suppose(assumed)
                facts.steps.append({"do": "assumed"})
                self.meanings(p.atoms)
                for lacks, steps in self.refused.items():
                    if primitive(lacks[0]) == primitive(assumed[0]):
                        for step in steps:
                            facts.take(step)
                if way is not None and not way():
                    return None
                simple = p if assumed[0].atoms == {k} else self.replaced(p, k, by)
                end = self.prove(simple, how, depth - 1)
                end = None if end is None else self.equation(p, simple, end)
                return None if end is None else self.pruned(end, at)
        finally:
            facts.steps, facts.seen = kept
            self.columns.forget()

    @staticmethod
    def replaced(p: Poly, k: int, by: Poly) -> Poly:
        found = number(0)
        for m, c in p.terms.items():
            powers = dict(m)
            e = powers.pop(k, 0)
            found = found + Poly({tuple(sorted(powers.items())): c}) * by.power(e)
        return found
