"""Ways to a relation from the facts that are there: linear, without denominators, by squares, by cases."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from time import process_time
from typing import Any

from perturb.derive.chains import Chains, Renaming
from perturb.derive.checker.kernel import Kernel
from perturb.derive.checker.matrices import Unspoken
from perturb.derive.checker.member import Relation
from perturb.derive.checker.polynomials import ONE, Poly, atom, number
from perturb.derive.checker.relations import primitive
from perturb.derive.columns import Column, Columns
from perturb.derive.factlist import FactList
from perturb.derive.linear import combination, tightest
from perturb.derive.steps import cites, renumbered
from perturb.derive.texts import TreeWriter, text
from perturb.derive.tight import Tight

LINEAR, CLOSED, OWN, ALL = 0, 1, 4, 6  # how many products there are in a program
REFUSED = 4  # times that offers may turn out to be no facts


class Closers:
    """Each way gives the number of a fact that is the relation, or None; what it finds on its way stays."""

    def __init__(self, kernel: Kernel, deadline: float) -> None:
        self.kernel, self.deadline = kernel, deadline
        self.R, self.facts, self.write = kernel.R, FactList(kernel), TreeWriter(kernel.R)
        self.columns = Columns(self.facts)
        self.refused = dict[Relation, list[dict[str, Any]]]()  # steps by what they lack
        self.renaming = Renaming(self.R)

    def sign(self, p: Poly) -> int | None:
        try:
            return self.facts.take({"do": "clear", "of": text(self.write.poly(p))})
        except Unspoken:
            return None

    def meanings(self, atoms: Iterable[int]) -> None:
        for k in sorted(atoms):
            if self.R.names[k][0] in ("sqrt", "fro", "relu", "inv", "comp"):
                try:
                    tree = self.write.atom(k)
                except Unspoken:
                    continue
                for part in range(2):
                    self.facts.take({"do": "means", "of": text(tree), "part": part})

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
            ways = [self.bounded, self.split, self.lifted, self.direct]
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

    def seconds(self) -> float:
        return self.deadline - process_time()

    def equal(self, p: Poly) -> int | None:
        for columns in self.columns(p, OWN, self.deadline, equations=True):
            end = self.combined(p, columns, "==")
            if end is not None:
                return int(end)
        return None

    def direct(self, p: Poly, how: str, depth: int = 0, level: int = ALL) -> int | None:
        """A linear program over facts and their products with what is never negative."""
        for columns in self.columns(p, level, self.deadline):
            if process_time() > self.deadline:
                return None
            end = self.combined(p, columns, how)
            if end is not None:
                return int(end)
        return None

    def combined(self, p: Poly, columns: list[Any], how: str, take: bool = True) -> Any:
        if how == ">":
            columns = [*columns, (ONE, False, [], None)]
        for _ in range(REFUSED):
            strict = [j for j, column in enumerate(columns) if how == ">" and self.firm(column)]
            if how == ">" and not strict:
                return None
            found = combination(p, [(q, free) for q, free, *_ in columns], self.seconds(), strict)
            if found is None:
                return None
            refused = set[int]()
            terms = self.terms(columns, found, refused)
            if terms is not None:
                return self.facts.take({"do": "combine", "terms": terms}) if take else terms
            if not refused:
                return None
            columns = [one for j, one in enumerate(columns) if j not in refused]
        return None

    def terms(
        self, columns: list[Column], found: Mapping[int, Any], refused: set[int] | None = None
    ) -> list[Any] | None:
        """Of a step; None where offers are no facts, which then are `refused`, or a factor has no text."""
        terms, fine = list[Any](), True
        for j, c in sorted(found.items()):
            _, _, ids, by = columns[j]
            taken = self.facts.accepted(ids)
            if taken is None and refused is not None:
                refused.add(j)
            try:
                terms.append([str(c), taken, None if by is None else text(self.write.poly(by))])
            except Unspoken:
                return None
            fine = fine and taken is not None
        return terms if fine else None

    def firm(self, column: Column) -> bool:
        """Whether it is > 0."""
        _, free, ids, by = column
        signs = [self.columns.relation(k)[1] for k in ids]
        return not free and all(sign == ">" for sign in signs) and (by is None or self.kernel.holds(by, True))

    def lifted(self, p: Poly, how: str, depth: int) -> int | None:
        """x <= y from x^2 <= y^2, where roots or lengths are to be compared."""
        kinds = {self.R.names[k][0] for k in p.atoms}
        if not kinds & {"sqrt", "fro"} and not (how == ">" and len(p.terms) == 1 and self.kernel.holds(p)):
            return None
        up = Poly({m: c for m, c in p.terms.items() if c > 0})
        down = Poly({m: -c for m, c in p.terms.items() if c < 0})
        if not up:
            return None
        if not self.kernel.holds(up) and self.prove(up, ">=", 0) is None:
            return None
        squares = self.squared(up) - self.squared(down)
        end = self.prove(squares, how, depth - 1)
        if end is None:
            return None
        plain = self.equation(up * up - down * down, squares, end)
        if plain is None:
            return None
        try:
            step = {"do": "root", "small": text(self.write.poly(down)) if down else "0",
                    "large": text(self.write.poly(up)), "by": plain}  # fmt: skip
        except Unspoken:
            return None
        return self.facts.take(step)

    def squared(self, p: Poly) -> Poly:
        """Its square, with the squares of roots and lengths replaced by what they are."""
        return self.reduced(p * p)

    def reduced(self, p: Poly) -> Poly:
        rules = {}
        for _, (q, how) in self.columns.relations():
            if how != "==":
                continue
            for m, c in q.terms.items():
                if len(m) == 1 and m[0][1] == 2 and c == 1 and self.R.names[m[0][0]][0] in ("sqrt", "fro"):
                    rules[m[0][0]] = Poly({m: c}) - q
        for _ in range(6):
            found = number(0)
            changed = False
            for m, c in p.terms.items():
                term = Poly({(): c})
                for k, e in m:
                    if k in rules and e >= 2:
                        term, changed = term * rules[k].power(e // 2), True
                        e %= 2
                    if e:
                        term = term * Poly({((k, e),): ONE.terms[()]})
                found = found + term
            p = found
            if not changed:
                break
        return p

    def equation(self, p: Poly, q: Poly, end: int) -> int | None:
        """The fact p from the fact q (up to a factor), both of which are the same by equations."""
        if p == q:
            return end
        terms = None
        for columns in self.columns(p - q, OWN, self.deadline, equations=True):
            terms = self.combined(p - q, columns, "==", take=False)
            if terms is not None:
                break
        if terms is None:
            return None
        fact, _ = self.kernel.facts[end]
        scale = next(iter(q.terms.values())) / fact.terms[next(iter(q.terms))]
        return self.facts.take({"do": "combine", "terms": [[str(scale), [end], None], *terms]})

    def multiplied(self, p: Poly, how: str, depth: int) -> int | None:
        """Without denominators, each of which has to be positive."""
        for d in denominators(self.R, p):
            by = self.sign(d)
            same = [q for q in self.kernel.assumed.nonzero if primitive(q) == primitive(d)]
            if by is None and same and self.narrow(d, ">=") is not None:
                by = self.sign(same[0])
            if by is None or self.kernel.facts[by][1] != ">":
                by = self.prove(d, ">", 0)
            if by is None:
                continue
            inverse = self.inverse_of(d)
            product = p * d
            if inverse is not None:
                self.meanings([inverse])
                simpler = self.without(p, inverse, d)
                if simpler is None:
                    continue
                end = self.prove(simpler, how, depth)
                if end is None:
                    return None
                end = self.equation(product, simpler, end)
            else:
                end = self.prove(product, how, depth)
            if end is None:
                return None
            try:
                return self.facts.take(
                    {"do": "cancel", "by": by, "of": end, "left": text(self.write.poly(p))}
                )
            except Unspoken:
                return None
        return None

    def inverse_of(self, d: Poly) -> int | None:
        found = [k for k, name in enumerate(self.R.names) if name[0] == "inv" and name[1] == d]
        return found[0] if found else None

    def without(self, p: Poly, inverse: int, d: Poly) -> Poly | None:
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
            above = self.case(p, how, k, inner, ">=", depth)
            below = None if above is None else self.case(p, how, k, -inner, ">", depth)
            if below is None:
                return None
            of = text(self.write.poly(inner))
            return self.facts.take({"do": "cases", "of": of, "above": above, "below": below})
        return None

    def under(self, k: int) -> Poly | None:
        kind, *rest = self.R.names[k]
        if kind == "relu":
            return rest[0]  # type: ignore[no-any-return]
        if kind == "comp" and self.R.vector_kind(rest[0]) == "relu":
            return self.kernel.component(self.R.names[rest[0][0][0]][1].as_vector(), rest[1])
        return None

    def case(self, p: Poly, how: str, k: int, assumed: Poly, sign: str, depth: int) -> list[Any] | None:
        """The steps within a case; everything else is as before when they are found."""
        facts = self.facts
        at, kept = len(facts.steps), (list(facts.steps), dict(facts.seen))
        try:
            with self.kernel.within():
                self.kernel.facts.append((assumed, sign))
                facts.steps.append({"do": "assumed"})
                self.meanings(p.atoms)
                for lacks, steps in self.refused.items():
                    if primitive(lacks[0]) == primitive(assumed):
                        for step in steps:
                            facts.take(step)
                by = assumed if sign == ">=" else number(0)
                simple = p if assumed.atoms == {k} else self.replaced(p, k, by)
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

    def pruned(self, end: int, start: int = -1) -> list[dict[str, Any]]:
        """The steps that the last one rests on, numbered anew; `start`: of the case that begins there."""
        needed, waiting = set[int](), [end]
        while waiting:
            k = waiting.pop()
            if k not in needed and k > start:
                needed.add(k)
                waiting += [*cites(self.facts.steps[k], k), *self.hidden(k)]
        needed |= {k for k in range(start + 1, end) if self.facts.steps[k]["do"] == "given"}
        order = sorted(needed)
        place = {k: k for k in range(start + 1)} | {k: start + 1 + at for at, k in enumerate(order)}
        return [renumbered(self.facts.steps[k], place, k) for k in order]

    def hidden(self, k: int) -> set[int]:
        """Facts that the step asks for by what they say."""
        kernel = self.kernel
        facts, kernel.facts, kernel.touched = kernel.facts, kernel.facts[:k], set()
        kernel.run([self.facts.steps[k]])
        kernel.facts = facts
        return {j for j in kernel.touched if j < k}


def denominators(R: Any, p: Poly) -> list[Poly]:
    """Atoms with negative exponents, and what the inverses are of."""
    found = dict[Poly, None]()
    for m in p.terms:
        for k, e in m:
            if R.names[k][0] == "inv":
                found[R.names[k][1]] = None
            elif e < 0:
                found[Poly({((k, 1),): ONE.terms[()]})] = None
    return [*found]
