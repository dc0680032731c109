"""Relations between roots and lengths, by their squares; relations of products, by their factors."""

from __future__ import annotations

import itertools
from time import process_time
from typing import Any

from perturb.derive.checker.letters import POSITIVE
from perturb.derive.checker.matrices import Unspoken
from perturb.derive.checker.polynomials import ONE, Poly, atom, number
from perturb.derive.combining import CLOSED, Combining
from perturb.derive.factors import factors_of
from perturb.derive.texts import text

ROOTS = {"sqrt", "fro"}


class Lifting(Combining):
    """Ways that give the number of a fact that is the relation, or None."""

    def lifted(self, p: Poly, how: str, depth: int) -> int | None:
        """x <= y from x^2 <= y^2, where roots or lengths are to be compared."""
        kinds = {self.R.names[k][0] for k in p.atoms}
        alone = how == ">" and len(p.terms) == 1 and self.kernel.holds(p)
        if not kinds & ROOTS and not alone and not self.of_two(p):
            return None
        up = Poly({m: c for m, c in p.terms.items() if c > 0})
        down = Poly({m: -c for m, c in p.terms.items() if c < 0})
        return self.compared(down, up, how, depth) if up else None

    def of_two(self, p: Poly) -> bool:
        """Whether it compares two numbers of which the squares are in equations, such as singular values."""
        if len(p.terms) != 2 or any(len(m) != 1 or m[0][1] != 1 for m in p.terms):
            return False
        equations = [q.terms.keys() for _, (q, how) in self.columns.relations() if how == "=="]
        return all(any(((k, 2),) in rows for rows in equations) for k in p.atoms)

    def isolated(self, p: Poly, how: str, depth: int) -> int | None:
        """a + b r >= 0 of a root r, from b >= 0 and a^2 <= b^2 r^2, or from a >= 0 and b^2 r^2 <= a^2."""
        for k in sorted(p.atoms):
            powers = {dict(m).get(k, 0) for m in p.terms}
            if self.R.names[k][0] not in ROOTS or powers != {0, 1} or process_time() > self.deadline:
                continue
            rest = Poly({m: c for m, c in p.terms.items() if k not in dict(m)})
            root = p - rest
            factor = Poly({tuple(x for x in m if x[0] != k): c for m, c in root.terms.items()})
            if self.shown(factor):
                end = self.compared(-rest, root, how, depth)
            elif self.shown(-factor) and self.shown(rest):
                end = self.compared(-root, rest, how, depth)
            else:
                continue
            if end is not None:
                return end
        return None

    def squares_of_pairs(self, p: Poly) -> None:
        """(x - y)^2 >= 0 for two lengths."""
        for j, k in itertools.combinations(sorted(p.atoms), 2):
            if {self.R.names[j][0], self.R.names[k][0]} == {"fro"}:
                x = atom(j) - atom(k)
                try:
                    step = {"do": "square", "of": text(self.write.poly(x))}
                except Unspoken:
                    continue
                self.facts.offer(step, (x * x, ">="))

    def shown(self, p: Poly) -> bool:
        """Whether p >= 0 is known, or soon found."""
        return self.kernel.holds(p) or self.direct(p, ">=", level=CLOSED) is not None

    def compared(self, small: Poly, large: Poly, how: str, depth: int) -> int | None:
        """small <= large from their squares."""
        if not self.kernel.holds(large) and self.prove(large, ">=", 0) is None:
            return None
        self.squares_of_pairs(small + large)
        squares = self.squared(large) - self.squared(small)
        end = self.prove(squares, how, depth - 1)
        if end is None:
            return None
        plain = self.equation(large * large - small * small, squares, end)
        if plain is None:
            return None
        try:
            step = {"do": "root", "small": text(self.write.poly(small)) if small else "0",
                    "large": text(self.write.poly(large)), "by": plain}  # fmt: skip
        except Unspoken:
            return None
        return self.facts.take(step)

    def factored(self, p: Poly, how: str, depth: int) -> int | None:
        """A product, from the signs of its factors, all but one of which are known or soon found."""
        under = self.divisor(p)
        content, factors = factors_of(p * under)
        if len(factors) < 2:
            return None
        signed, open_ = list[int](), list[Poly]()
        for q in factors:
            ways = (q, -q)
            known = next((x for x in ways if self.signed(x, how) is not None), None)
            if known is None:
                open_.append(q)
            else:
                signed.append(int(self.signed(known, how) or 0))
                content = content if known == q else -content
        if len(open_) > 1:
            return None
        if open_:
            last = open_[0] if content > 0 else -open_[0]
            end = self.prove(last, how, depth - 1)
            if end is None:
                return None
            signed.append(end)
        product = ONE
        for k in signed:
            product = product * self.kernel.facts[k][0]
        over = Poly({tuple((k, -e) for k, e in m): c for m, c in under.terms.items()})
        product = product * over
        first = next(iter(p.terms))
        if first not in product.terms:
            return None
        scale = p.terms[first] / product.terms[first]
        if scale <= 0:
            return None
        by = None if under == ONE else text(self.write.poly(over))
        return self.facts.take({"do": "combine", "terms": [[str(scale), signed, by]]})

    def divisor(self, p: Poly) -> Poly:
        """What p is divided by, of numbers that are positive wherever they stand, such as sizes."""
        powers = dict[int, int]()
        for m in p.terms:
            for k, e in m:
                if e < 0 and self.R.names[k][0] in POSITIVE:
                    powers[k] = max(powers.get(k, 0), -e)
        return Poly({tuple(sorted(powers.items())): ONE.terms[()]})

    def signed(self, q: Poly, how: str) -> int | None:
        """The number of a fact that q > 0, or that q >= 0 where that is enough."""
        end = self.sign(q)
        if end is None or (how == ">" and self.kernel.facts[end][1] != ">"):
            end = self.direct(q, how, level=CLOSED)
        return end

    def equation(self, p: Poly, q: Poly, end: int) -> int | None:
        """The fact p from q (up to a factor), where squares of roots and lengths make the difference."""
        left, parts = p - q, dict[int, Poly]()
        fact, first = self.kernel.facts[end][0], next(iter(q.terms))
        terms: list[Any] = [[str(q.terms[first] / fact.terms[first]), [end], None]]
        for number_, (r, how) in [*self.columns.relations()]:
            (m, c), *_ = [*r.terms.items(), ((), None)]
            if how != "==" or number_ < 0 or len(m) != 1 or m[0][1] != 2 or m[0][0] in parts:
                continue
            k = m[0][0]
            if self.R.names[k][0] not in ROOTS or any(k in dict(n) for n in r.terms if n != m):
                continue
            parts[k] = number(0)
            while more := self.quotient(left, k):
                left, parts[k] = left - more * r.scaled(1 / c), parts[k] + more
            if parts[k]:
                terms.append([str(1 / c), [number_], text(self.write.poly(parts[k]))])
        if left or p == q:
            return super().equation(p, q, end)
        return self.facts.take({"do": "combine", "terms": terms})

    @staticmethod
    def quotient(p: Poly, k: int) -> Poly:
        """What r - k^2 is multiplied with where k^2 is once replaced by r, of which k is no part."""
        found = number(0)
        for m, c in p.terms.items():
            e = dict(m).get(k, 0)
            if e >= 2:
                found = found + Poly({tuple(x for x in m if x[0] != k): c}) * atom(k).power(e - 2)
        return found

    def squared(self, p: Poly) -> Poly:
        """Its square, with the squares of roots and lengths replaced by what they are."""
        return self.reduced(p * p)

    def reduced(self, p: Poly) -> Poly:
        rules = {}
        for _, (q, how) in self.columns.relations():
            if how != "==":
                continue
            for m, c in q.terms.items():
                if len(m) == 1 and m[0][1] == 2 and c == 1 and self.R.names[m[0][0]][0] in ROOTS:
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
