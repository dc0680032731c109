"""The search for one conclusion: facts at the terms of the statement, then the closers."""

from __future__ import annotations

import itertools
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from time import process_time
from typing import Any

from perturb.derive.chains import Renaming
from perturb.derive.checker.check import freed, reached
from perturb.derive.checker.doubles import HALF
from perturb.derive.checker.facts import COMPONENT
from perturb.derive.checker.kernel import Kernel
from perturb.derive.checker.matrices import Matrix
from perturb.derive.checker.member import Relation
from perturb.derive.checker.polynomials import ONE, ZERO, Poly, atom
from perturb.derive.checker.reading import Tree
from perturb.derive.checker.relations import of_vectors, sides
from perturb.derive.closers import Closers
from perturb.derive.columns import PLAIN, Growth
from perturb.derive.combining import CLOSED, OWN, denominators
from perturb.derive.instances import OFTEN, Instances, Placed
from perturb.derive.lemmas import Theorem, leaves, speaks_of
from perturb.derive.linear import remainder
from perturb.derive.pool import REFUSALS, Pool
from perturb.derive.texts import text

NEW = 1  # atoms that an instance may bring in
ROUNDS = 600, 200, 60, 60, 60, 0  # instances that bring in one, by rounds
LEMMAS = 0.6  # of what a stage has
EARLY = 0.1  # of the time, for the signs of divisors
TOLD, SHORT = 1.0, 7  # seconds for what is told of an open one; terms that can be read
CONDITIONS = 6  # of lemmas, that are tried
BRIDGES = {"fro", "rank", "max", "trace", "s_star"}  # what a statement is not about, and a derivation may be
Stages = tuple[tuple[float, bool, int], ...]
# Of the time, for the terms of the statement alone, for more terms, and for lemmas about another thing too.
STAGES = (0.15, False, 0), (0.55, True, 0), (1, True, 1)
AT_ONCE = (0.25, False, 9), (0.7, True, 9), (1, True, 9)  # for few lemmas, whatever they are about
SIGNED = {"input", "tr", "comp", "rank"}  # numbers of which hypotheses may tell the sign


class ConclusionSearch(Closers):
    """One conclusion."""

    def __init__(
        self, kernel: Kernel, k: int, lemmas: list[Theorem], deadline: float, stages: Stages = STAGES
    ) -> None:
        super().__init__(kernel, deadline)
        self.k, self.lemmas, self.stages = k, lemmas, stages
        self.eligible, self.about = lemmas, set[str]()
        self.bounded_alone, self.new = set[int](), NEW
        self.left = list[Placed]()  # that are not near, or not taken yet

    def steps(self) -> list[dict[str, Any]] | None:
        self.wanted = [(freed(self.R, p), how) for p, how in self.kernel.goal(self.k)]
        (wanted,) = self.wanted
        if reached(self.kernel, wanted):
            return []
        of = self.kernel.of
        self.pool = Pool(self.kernel, [of.then[self.k], *of.given])
        self.places = Instances(self.pool)
        self.renaming = Renaming(self.R, self.pool.sums())
        self.meanings(wanted[0].atoms)
        self.of_statement(wanted[0])
        last, self.about = self.deadline, speaks_of(of)
        for at, (share, more, bridges) in enumerate(self.stages):
            self.new = NEW + (self.stages is AT_ONCE and at == len(AT_ONCE) - 1)
            self.deadline = last - (1 - share) * (last - process_time())
            if more and self.new == NEW:
                self.pool.grow()
            self.eligible = [
                x
                for x in sorted(self.lemmas, key=self.apart)
                if len(x.about - self.about) <= bridges
                and (self.stages is AT_ONCE or x.about - self.about <= BRIDGES)
            ]
            with self.share(LEMMAS):
                self.of_lemmas(wanted[0])
            with self.share(1 / 4):
                self.roots(wanted[0])
                self.constant_roots()
                self.pairs()
            end = self.prove(*wanted)
            if end is not None:
                return self.pruned(end)
        return None

    def apart(self, lemma: Theorem) -> tuple[int, bool, int, int]:
        """First those about nothing else, without conditions, about most of what the statement is about."""
        new, shared = len(lemma.about - self.about), len(lemma.about & self.about)
        return new, lemma.conditional, -shared, lemma.length

    def of_statement(self, goal: Poly = ZERO) -> None:
        """Hypotheses, spaces of inputs, what is defined, what atoms mean."""
        of, take = self.kernel.of, self.facts.take
        for part, relation in enumerate(of.given):
            names = sorted(index_names(relation, self.R.inputs.keys()))
            names = [*names, COMPONENT]
            trees, last = [*self.pool.indices.values()], None
            for chosen in itertools.product(trees, repeat=len(names)):
                texts = {name: text(tree) for name, tree in zip(names, chosen, strict=True)}
                found = take({"do": "given", "part": part, "with": texts})
                if found is not None and found == last and len(names) == 1:
                    break  # it is between numbers: the same at every component
                last = found
        for k in (k for k, name in enumerate(self.R.names) if name[0] == "index"):
            self.sign(atom(k))
        for name, space, *_ in of.inputs:
            for part in range(2):
                if space in ("scalar", "pd", "contraction", "bounded"):
                    take({"do": "domain", "name": name, "part": part})
        if any(self.R.names[k][0] in ("form", "sum") for k in goal.atoms):
            self.products_of_components([*self.nonneg_given()])
        self.meanings(self.renaming.forth)
        for p, *sizes in self.pool.sizes_compared():
            self.sign(p)
            for one in sizes:
                self.sign(p - one)
                self.sign(one - p)
        for p in (*self.kernel.assumed.nonneg, *self.kernel.assumed.nonzero):
            self.sign(p)
        with self.share(EARLY):
            self.divisors()
            self.signs()
            self.roots(goal)

    def nonneg_given(self) -> Iterator[tuple[int, Matrix]]:
        """Hypotheses that no component of a vector is negative, by their number."""
        for part, relation in enumerate(self.kernel.of.given):
            op, lhs, rhs = sides(relation)
            try:
                (x, y), _ = self.kernel.sides(lhs, rhs)
                found = of_vectors(self.R, op, x, y) if isinstance(x, Matrix) or isinstance(y, Matrix) else []
            except REFUSALS:
                continue
            yield from ((part, v) for v, how in found if how != "==")

    @contextmanager
    def share(self, part: float) -> Iterator[None]:
        """Of the time that is left."""
        last, now = self.deadline, process_time()
        self.deadline = now + (last - now) * part
        yield
        self.deadline = last

    def divisors(self) -> None:
        """The signs of what is divided by, and what is under its roots."""
        for p in [*self.kernel.assumed.nonzero]:
            self.meanings(p.atoms)
            for q in denominators(self.R, p):
                self.sign(q)
            if not any(self.kernel.holds(q, True) for q in (p, -p)):
                any(self.positive(q) is not None for q in (p, -p))

    def signs(self) -> None:
        """Of the numbers of the statement, where hypotheses tell them."""
        told = set[int]().union(*[p.atoms for p, _ in self.kernel.facts])
        for k in sorted(k for k in told if self.R.names[k][0] in SIGNED):
            p = atom(k)
            ways = [(p, ">")] if self.R.never_negative(k) else [(p, ">"), (p, ">="), (-p, ">"), (-p, ">=")]
            if not self.kernel.holds(p, True):
                any(self.direct(q, how, level=OWN) is not None for q, how in ways)

    def of_lemmas(self, goal: Poly) -> None:
        """Instances that bring in at most one new atom each, in rounds."""
        half = self.deadline - (self.deadline - process_time()) / 2
        self.left += self.places(self.eligible, half)
        self.left = [one for one in self.left if not self.bounds_a_square(one)]
        self.instances(goal)
        own = self.telling(goal.atoms)
        close = [q.atoms for _, (q, _) in self.columns.relations() if len(self.telling(q.atoms) - own) <= 1]
        atoms = set[int]().union(*[q.atoms for _, (q, _) in self.columns.relations()])
        plain = {k for k in atoms if self.R.names[k][0] in ("relu", "sqrt") and self.of_inputs(k)}
        with self.share(EARLY):
            for inner in [self.R.names[k][1] for k in sorted(plain) if self.R.names[k][0] == "relu"][
                :CONDITIONS
            ]:
                any(self.signed_part(q) for q in (inner, -inner))
        self.meanings(plain.union(goal.atoms, *close))
        self.lengths(goal)
        with self.share(1 / 3):
            for level in (CLOSED, OWN):
                waiting = [one for one in self.conditions(goal) if self.near(one[0], goal)][:CONDITIONS]
                while waiting and process_time() < self.deadline:
                    waiting[:1] = self.condition(*waiting[0], level)
        self.instances(goal)

    def signed_part(self, p: Poly) -> bool:
        """Whether p >= 0, where that is the sign of what a maximum is taken of."""
        return self.kernel.holds(p) or self.prove(p, ">=", 1) is not None

    def condition(self, p: Poly, how: str, level: int) -> list[Relation]:
        """What lemmas ask for next, after this, which they ask for too."""
        end = self.direct(p, how, level=level)
        end = self.lifted(p, how, 1) if end is None and how == ">" and level > CLOSED else end
        steps = [] if end is None else self.refused.pop((p, how), [])
        more = dict[Relation, None]()
        for step in steps:
            if self.facts.take(step) is None and self.kernel.lacking not in (None, (p, how)):
                self.refused.setdefault(self.kernel.lacking, []).append(step)
                more[self.kernel.lacking] = None
        return [*more]

    def lengths(self, goal: Poly) -> None:
        """What the squares of lengths are, of vectors of the pool whose products are known."""
        known = set(goal.atoms).union(*[q.atoms for _, (q, _) in self.columns.relations()])
        if not any(self.R.names[k][0] in ("fro", "form") for k in goal.atoms):
            return
        for v, tree in self.pool.vectors.items():
            if self.pool.plain(v) and v.rows != ONE:
                square = self.R.trace(self.R.multiply(self.R.transpose(v), v))
                new = {k for k in square.atoms - known if self.R.names[k][0] != "fro"}
                if len(new) <= 1:
                    self.facts.take({"do": "means", "of": text(("norm", tree)), "part": 0})

    def conditions(self, goal: Poly) -> list[Relation]:
        """What lemmas ask for and nothing shows: of those about what the statement is about first."""
        lemmas = {x.id: x for x in self.lemmas}

        def far(one: Relation) -> tuple[bool, int]:
            own = any(lemmas[step["name"]].about & self.about for step in self.refused[one])
            return not own, len(one[0].atoms - goal.atoms)

        return sorted(self.refused, key=far)

    def lacks(self) -> list[tuple[Relation, str]]:
        """Of these the ones about the numbers of the conclusion alone, each with a lemma that asks for it."""
        (goal, _), *_ = self.wanted
        near = [one for one in self.conditions(goal) if one[0].atoms and one[0].atoms <= goal.atoms]
        return [(one, self.refused[one][0]["name"]) for one in near[:3]]

    def rest(self) -> Poly | None:
        """What the nearest combination of facts leaves to be shown, where that is short and may hold."""
        (goal, _), *_ = self.wanted
        left = remainder(goal, Growth(self.columns, goal, False).columns, TOLD)
        short = left is not None and 0 < len(left.terms) < min(len(goal.terms) + 1, SHORT)
        return left if short and left is not None and left != goal and not self.R.clear(-left) else None

    def near(self, p: Poly, goal: Poly) -> bool:
        """Whether a condition of a lemma is about what the facts are about."""
        known = set(goal.atoms).union(*[q.atoms for _, (q, _) in self.columns.relations()])
        return bool(p.atoms) and p.atoms <= known and len(p.terms) < 6

    def instances(self, goal: Poly) -> None:
        """Those that share an atom with the goal and bring in one new atom at most, then their neighbours."""
        near = self.telling(goal.atoms | self.divided_by(goal))
        for _, (p, how) in [*self.columns.relations()]:  # of what was taken in an earlier stage too
            atoms = self.telling(p.atoms)
            near |= atoms if atoms & near and how == "==" and len(atoms - near) <= NEW else set()
        for p, _ in self.kernel.facts:
            near |= self.telling(p.atoms)
        for _, (p, _) in self.bounded_squares.values():
            near |= self.telling(p.atoms)
        self.bounded_alone |= self.alone()
        for most in ROUNDS:
            fits, rest = list[Any](), list[Placed]()
            for one in self.left:
                atoms = self.telling(one.atoms)
                new, strange = len(atoms - near), self.lists(atoms - near)
                if strange <= self.new and (new < len(atoms) or not atoms):
                    fits.append((new, len(atoms), one))
                else:
                    rest.append(one)
            fits.sort(key=lambda one: one[:2])
            closed = sum(not new for new, *_ in fits)
            known = set[int]().union(near)
            for tries, (_, _, one) in enumerate(fits[: closed + most]):
                if tries % OFTEN == 0 and process_time() > self.deadline:
                    return
                known |= self.put(one, near)
            near = known
            self.left = rest + [one for *_, one in fits[closed + most :]]

    def divided_by(self, goal: Poly) -> set[int]:
        """The numbers of what it is divided by."""
        return {k for d in denominators(self.R, goal) for k in d.atoms}

    def put(self, one: Placed, near: set[int]) -> set[int]:
        """As an offer, or a fact where the lemma has conditions; what it is about."""
        relation = self.places.relation(one)
        if relation is None or self.facts.knows(relation):
            return set()
        atoms, step = self.telling(relation[0].atoms), one.step(self.pool)
        if self.lists(atoms - near) > self.new:
            return set()
        if not one.conditional:
            self.facts.offer(step, relation)
        elif self.facts.take(step) is None:
            if self.kernel.lacking is not None:
                self.refused.setdefault(self.kernel.lacking, []).append(step)
            return set()
        return atoms

    def bounds_a_square(self, one: Placed) -> bool:
        """Whether a lemma says x^2 <= y of a difference x: it is used for x <= z alone, where y <= z^2."""
        x = self.places.squared(one)
        if x is None:
            return False
        told = [self.R.names[k] for k in x.atoms if self.R.names[k][0] == "comp"]
        if len(told) in (2, 4) and all(self.stated(name[1]) for name in told):
            relation = self.places.relation(one)
            if relation is not None:
                self.bounded_squares.setdefault(x, (one.step(self.pool), relation))
        return True

    def stated(self, word: Any) -> bool:
        """Whether these are the singular values of a matrix that the statement has."""
        return self.R.vector_kind(word) == "s" and self.R.names[word[0][0]][1] in self.pool.stated

    def alone(self) -> set[int]:
        """Numbers of which a lemma says something without any other."""
        found = set[int]()
        for one in self.left:
            own = {k for k in one.atoms if self.R.names[k][0] == "comp"}
            if len(own) == 1 and all(self.of_inputs(k) for k in self.telling(one.atoms) - own):
                found |= own
        return found

    def of_inputs(self, k: int) -> bool:
        """Whether it is made of numbers that are given, and of those of the conclusion, alone."""
        kind, *rest = self.R.names[k]
        if kind in PLAIN:
            return True
        own = self.wanted[0][0].atoms
        return kind in ("relu", "sqrt", "inv") and all(j in own or self.of_inputs(j) for j in rest[0].atoms)

    def lists(self, atoms: Iterable[int]) -> int:
        """How many numbers these are, where two values of one matrix count as one.

        Those that a lemma bounds by what is given count as none, if they come with others.
        """
        atoms = [*atoms]
        rest = [k for k in atoms if k not in self.bounded_alone and not self.of_inputs(k)]
        names = {k: self.R.names[k] for k in rest or atoms}
        return len({name[1] if name[0] == "comp" else k for k, name in names.items()})

    def telling(self, atoms: Iterable[int]) -> set[int]:
        """Without those that say nothing of what a fact is about."""
        return {k for k in atoms if self.R.names[k][0] not in PLAIN}

    def roots(self, goal: Poly) -> None:
        """What the roots of the statement are larger and smaller than, among its other numbers."""
        known = {k for k, x in enumerate(self.R.names) if x[0] == "input"}
        if any(self.R.names[k][0] == "sqrt" for k in goal.atoms):
            [self.shown(ONE - atom(k)) for k in sorted(known & goal.atoms)]
        parts = [p for p, how in self.kernel.facts if how != "==" and p.atoms <= known and len(p.terms) == 2]
        parts += [atom(k) for k in sorted(goal.atoms)]
        parts += [p for p in self.pool.numbers if len(p.terms) > 1]
        parts = [p for p in dict.fromkeys(parts) if self.kernel.holds(p) and len(p.terms) <= 3]
        for k in sorted(goal.atoms):
            if self.R.names[k][0] != "sqrt":
                continue
            below = self.R.names[k][1]
            for x in parts:
                if x == atom(k) or process_time() > self.deadline:
                    continue
                for p, (small, large) in ((below - x * x, (x, atom(k))), (x * x - below, (atom(k), x))):
                    self.rooted(p, small, large)

    def pairs(self) -> None:
        """s_1 <= fro / sqrt(2) of doubles: the greatest singular value stands twice in the sum of squares."""
        for A, tree in self.pool.matrices.items():
            if not A.terms.keys() - {()} or not self.R.made_of_doubles(A) or process_time() > self.deadline:
                continue
            small, whole, large = [self.pool.value((word, tree)) for word in ("s1", "fro", "complex_fro")]
            if isinstance(small, Poly):
                self.rooted((whole * whole).scaled(HALF) - small * small, small, large)

    def rooted(self, p: Poly, small: Poly, large: Poly) -> None:
        """small <= large, where p, which is the difference of their squares, is soon shown to be >= 0."""
        end = self.direct(p, ">=", level=CLOSED)
        end = None if end is None else self.equation(large * large - small * small, p, end)
        if end is not None:
            texts = text(self.write.poly(small)), text(self.write.poly(large))
            self.facts.take({"do": "root", "small": texts[0], "large": texts[1], "by": end})


def index_names(relation: Tree, inputs: Iterable[str]) -> set[str]:
    return leaves(relation) - {*inputs}
