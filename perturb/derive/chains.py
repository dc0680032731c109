"""Chains of bounds: the numbers of a goal, each replaced by a bound of it, until the other side is reached.

x <= y z, z <= v w and y <= 1 give x <= v w by products of facts with monomials of any degree, which are
known at once where one bound is put into the other.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from heapq import heappop, heappush

from perturb.derive.checker.letters import POSITIVE
from perturb.derive.checker.polynomials import ONE, Monomial, Poly, atom, number, times
from perturb.derive.checker.reading import TermReader
from perturb.derive.columns import PLAIN, Column, Columns

MOST_NODES, A_NUMBER, SHORT = 300, 4, 4
ROUNDS = 12  # as long as a chain may be
FAR, NONE, LATER = 99, 20, 5  # distances: of what is not reached, of what is there, more for what is to fall
Node = tuple[Monomial, int]  # a monomial, and whether it stands there with a plus or a minus
Rule = tuple[Column, Monomial]  # a fact, and what it replaces


class Renaming:
    """Sums that stand in a statement as one number, such as max(x, y), taken for one number.

    One atom of such a sum is what it is without the others; everything else is as it was.
    """

    def __init__(self, R: TermReader, sums: Iterable[Poly] = ()) -> None:
        self.R, self.forth, self.back = R, dict[int, Poly](), dict[int, Poly]()
        for p in sums:
            for k in sorted(p.atoms - self.forth.keys()):
                c = p.terms.get(((k, 1),))
                rest = p - atom(k).scaled(c) if c is not None else p
                if c is not None and R.names[k][0] in ("relu", "min") and k not in rest.atoms:
                    name = R.atom("named", p)
                    self.forth[k] = (name - self(rest)).scaled(1 / c)
                    self.back[int(name.single or 0)] = p
                    break

    def __call__(self, p: Poly) -> Poly:
        return substituted(p, self.forth)


def substituted(p: Poly, rules: dict[int, Poly]) -> Poly:
    for k in sorted(p.atoms & rules.keys()):
        found = number(0)
        for m, c in p.terms.items():
            powers = dict(m)
            e = powers.pop(k, 0)
            if e < 0:
                return p  # what is divided by keeps its name
            found = found + Poly({tuple(sorted(powers.items())): c}) * rules[k].power(e)
        p = found
    return p


def one(m: Monomial) -> Poly:
    return Poly({m: ONE.terms[()]})


class Chains:
    """The columns for one goal, in which sums may have names."""

    def __init__(self, of: Columns, goal: Poly, names: Renaming) -> None:
        self.of, self.R, self.names, self.goal = of, of.R, names, names(goal)
        self.columns = [*self.facts()]
        self.nonneg = {q.single: ids for q, free, ids, by in self.columns if not free and by is None}
        self.signs, self.best = dict[int, bool](), dict[tuple[int, int], list[Rule]]()
        self.seen = {(q, free) for q, free, *_ in self.columns}
        self.rules = self.usable()
        self.cost = self.costs()
        self.grow()

    def facts(self) -> Iterator[Column]:
        for k, (q, how) in self.of.relations():
            yield self.names(q), how == "==", [k], None
        for k, p in self.names.forth.items():
            if self.R.names[k][0] == "relu":
                yield p, False, [], atom(k)

    def usable(self) -> dict[tuple[int, int], list[Rule]]:
        """By the number that is replaced, and whether by something smaller (1) or larger (-1)."""
        found = dict[tuple[int, int], list[Rule]]()
        for column in self.columns:
            q, free, *_ = column
            if not 1 < len(q.terms) <= SHORT:
                continue
            for m, c in q.terms.items():
                k = self.subject(m)
                if k is not None:
                    for sign in (1, -1) if free else (1 if c > 0 else -1,):
                        found.setdefault((k, sign), []).append((column, m))
        return found

    def subject(self, m: Monomial) -> int | None:
        """The one number in it that is no size and no input, or, of sizes and inputs, the one input."""
        kinds = {k: self.R.names[k][0] for k, _ in m}
        telling = [k for k in kinds if not self.plain(k)]
        inputs = [k for k, kind in kinds.items() if kind == "input"]
        chosen = telling or inputs or [*kinds]
        return chosen[0] if len(chosen) == 1 and dict(m)[chosen[0]] > 0 else None

    def others(self, column: Column, m: Monomial, sign: int) -> Iterator[Node]:
        """What is left of a monomial with this sign where a multiple of the column is taken off it."""
        q = column[0]
        turned = 1 if (q.terms[m] > 0) == (sign > 0) else -1
        for rest, c in q.terms.items():
            if rest != m:
                yield rest, -turned if c > 0 else turned

    def costs(self) -> dict[tuple[int, int], int]:
        """How many steps there are from a number to those of the other side."""
        cost = dict[tuple[int, int], int]()
        for m, c in self.goal.terms.items():
            for k, _ in m:
                cost[k, -1 if c > 0 else 1] = 0
        for step in range(1, ROUNDS):
            more = {key: step for key in self.rules if key not in cost and self.rests(key, cost)}
            cost |= more
            if not more:
                break
        return cost

    def rests(self, key: tuple[int, int], cost: dict[tuple[int, int], int]) -> bool:
        return any(self.price(column, m, key[1], cost) < FAR for column, m in self.rules[key])

    def price(self, column: Column, m: Monomial, sign: int, cost: dict[tuple[int, int], int]) -> int:
        """Of what is left after a step the part that is farthest."""
        parts = [0]
        for rest, left in self.others(column, m, sign):
            far = [0 if self.plain(k) else cost.get((k, left), FAR) for k, _ in rest]
            parts.append(0 if left > 0 and self.clear(rest) else max(far, default=0))
        return max(parts)

    def plain(self, k: int) -> bool:
        return self.R.names[k][0] in PLAIN

    def clear(self, m: Monomial) -> bool:
        return self.signed(m) is not None

    def signed(self, m: Monomial) -> tuple[list[int], Monomial] | None:
        """A monomial that is not negative, as facts and a factor that is seen not to be negative."""
        ids, factor = list[int](), list[tuple[int, int]]()
        for k, e in m:
            if self.firm(k) or (e % 2 == 0 and k not in self.names.back):
                factor.append((k, e))
            elif k in self.nonneg and e > 0:
                ids += self.nonneg[k] * e
            else:
                return None
        return ids, tuple(factor)

    def firm(self, k: int) -> bool:
        """Whether it is seen that it is not negative."""
        if k not in self.signs:
            self.signs[k] = self.R.clear(self.names.back.get(k, atom(k)))
        return self.signs[k]

    def grow(self) -> None:
        """From the monomials of the goal on, of what is left the nearest first."""
        self.start = True
        waiting, known = list[tuple[int, int, Node]](), set[Node]()
        for m, c in self.goal.terms.items():
            self.enter((m, 1 if c > 0 else -1), waiting, known)
        self.start = False
        for _ in range(MOST_NODES):
            if not waiting:
                break
            _, _, node = heappop(waiting)
            for new in self.replaced(*node):
                self.enter(new, waiting, known)
        for m, _ in known:
            found = self.signed(m)
            if m and found is not None:
                self.add((one(m), False, found[0], one(found[1]) if found[1] else None))

    def enter(self, node: Node, waiting: list[tuple[int, int, Node]], known: set[Node]) -> None:
        if node not in known:
            known.add(node)
            m, sign = node
            if self.start or m not in self.goal.terms:
                far = sum(abs(e) * self.cost.get((k, sign), 1) for k, e in m if not self.plain(k))
                heappush(waiting, ((far or NONE) + (LATER if sign > 0 else 0), len(known), node))

    def replaced(self, m: Monomial, sign: int) -> list[Node]:
        """What is left of it after a step: of its numbers the one is replaced that is farthest."""
        far = [(self.cost.get((k, sign), FAR), k) for k, e in m if (k, sign) in self.rules and e > 0]
        for cost, k in sorted(far, reverse=True):
            if FAR > cost > 0 or m in self.goal.terms or self.R.names[k][0] == "input":
                rules = self.nearer(k, sign, cost)
                found = [node for column, lead in rules for node in self.put(m, sign, column, lead)]
                if found:
                    return found
        return []

    def nearer(self, k: int, sign: int, most: int) -> list[Rule]:
        """The rules for a number after which nothing is farther than it is."""
        if (k, sign) not in self.best:
            rules = [(self.price(*rule, sign, self.cost), rule) for rule in self.rules[k, sign]]
            rules = [one for one in rules if one[0] < most or not most]
            rules.sort(key=lambda one: (one[0], len(one[1][0][0].terms)))
            self.best[k, sign] = [rule for price, rule in rules[:A_NUMBER] if price < FAR]
        return self.best[k, sign]

    def put(self, m: Monomial, sign: int, column: Column, lead: Monomial) -> Iterator[Node]:
        by = times(m, tuple((k, -e) for k, e in lead))
        whole = dict(m)
        if any(e < 0 <= whole.get(k, 0) and self.R.names[k][0] not in POSITIVE for k, e in by):
            return
        q, free, ids, own = column
        found = ([], by) if free else self.signed(by)
        if found is None:
            return
        factor = one(found[1]) if own is None else own * one(found[1])
        self.add((q * one(by), free, [*ids, *found[0]], factor if factor != ONE else None))
        for rest, left in self.others(column, lead, sign):
            yield times(rest, by), left

    def add(self, column: Column) -> None:
        if column[:2] not in self.seen:
            self.seen.add(column[:2])
            self.columns.append(column)
