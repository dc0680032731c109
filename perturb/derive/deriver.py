"""Find a derivation: facts at the terms of a statement, then a combination of them that is the conclusion."""

from __future__ import annotations

import itertools
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from time import monotonic
from typing import Any

from perturb.derive.checker.check import reached
from perturb.derive.checker.kernel import Kernel, Rejected, Relation
from perturb.derive.checker.member import statement
from perturb.derive.checker.polynomials import ONE, Monomial, Poly, atom, number
from perturb.derive.checker.reading import Tree, Unsupported
from perturb.derive.header import header
from perturb.derive.instances import COMPONENT, Facts, Pool, candidates
from perturb.derive.lemmas import Base, Lemma
from perturb.derive.linear import combination
from perturb.derive.texts import text
from perturb.statements.claim import Claim

COLUMNS, NEW, ROUNDS = 4000, 1, 3
SHARES = 0.15, 1  # of the time, for the terms of the statement alone and for more terms


@dataclass
class Derivation:
    """What was found about a claim."""

    outcome: str  # derived, open or unsupported
    seconds: float
    data: dict[str, Any] | None = None
    why: str = ""
    missing: list[str] = field(default_factory=list)


def derive(claim: Claim, base: Base, seconds: float = 30.0) -> Derivation:
    """A derivation of every conclusion, for all sizes from the declared ones on."""
    start = monotonic()
    try:
        data = header(claim)
        of = statement(data)
        goals = []
        lemmas = base.below(claim.lemma, claim.id)
        for k in range(len(of.then)):
            search = Search(Kernel(of, lambda name: base(name)[2]), k, lemmas, start + seconds)
            found = search.steps()
            if found is None:
                return Derivation("open", monotonic() - start, why=f"conclusion {k + 1}")
            goals.append(found)
    except Unsupported as error:
        return Derivation("unsupported", monotonic() - start, why=str(error))
    except Rejected as error:
        return Derivation("unsupported", monotonic() - start, why=str(error))
    cited = sorted({name for steps in goals for name in names_in(steps)})
    data |= {"goals": goals, "lemmas": base.fingerprints(cited)}
    return Derivation("derived", monotonic() - start, data)


def names_in(steps: Iterable[Any]) -> set[str]:
    found = set[str]()
    for step in steps:
        if step["do"] == "lemma":
            found.add(step["name"])
        for key in ("above", "below", "steps"):
            found |= names_in(step.get(key, ()))
    return found


class Search:
    """One conclusion."""

    def __init__(self, kernel: Kernel, k: int, lemmas: list[Lemma], deadline: float) -> None:
        self.kernel, self.k, self.lemmas, self.deadline = kernel, k, lemmas, deadline
        self.R, self.facts = kernel.R, Facts(kernel)
        self.products = dict[tuple[int, int], Poly]()
        self.tried = set[Any]()
        self.found = list[tuple[dict[str, Any], Relation]]()  # instances, near or not
        self.refused = dict[Relation, list[dict[str, Any]]]()  # steps by what they lack

    def steps(self) -> list[dict[str, Any]] | None:
        (wanted,) = self.kernel.goal(self.k)
        if reached(self.kernel, wanted):
            return []
        of = self.kernel.of
        self.pool = Pool(self.kernel, [of.then[self.k], *of.given])
        self.of_statement()
        last = self.deadline
        for share in SHARES:
            self.deadline = last - (1 - share) * (last - monotonic())
            if share == 1:
                self.pool.grow()
            self.of_lemmas(wanted[0])
            self.roots(wanted[0])
            end = self.prove(*wanted)
            if end is not None:
                return self.pruned(end)
        return None

    def of_statement(self) -> None:
        """Hypotheses, spaces of inputs, what is defined, what atoms mean."""
        of, take = self.kernel.of, self.facts.take
        for part, relation in enumerate(of.given):
            names = sorted(index_names(relation, self.R.inputs.keys()))
            names = [*names, COMPONENT]
            trees = [*self.pool.indices.values()]
            for chosen in itertools.product(trees, repeat=len(names)):
                texts = {name: text(tree) for name, tree in zip(names, chosen, strict=True)}
                if take({"do": "given", "part": part, "with": texts}) is not None and len(names) == 1:
                    break
        for name, space, *_ in of.inputs:
            for part in range(2):
                if space in ("scalar", "pd", "contraction"):
                    take({"do": "domain", "name": name, "part": part})
        for p in (*self.kernel.assumed.nonneg, *self.kernel.assumed.nonzero):
            self.sign(p)
        for p in [*self.kernel.assumed.nonzero]:
            for q in denominators(self.R, p):
                self.sign(q)

    def sign(self, p: Poly) -> int | None:
        try:
            return self.facts.take({"do": "clear", "of": text(self.pool.write.poly(p))})
        except Unsupported:
            return None

    def meanings(self, atoms: Iterable[int]) -> None:
        for k in sorted(atoms):
            if self.R.names[k][0] in ("sqrt", "fro", "relu", "inv", "comp"):
                try:
                    tree = self.pool.write.atom(k)
                except Unsupported:
                    continue
                for part in range(2):
                    self.facts.take({"do": "means", "of": text(tree), "part": part})

    def of_lemmas(self, goal: Poly) -> None:
        """Instances that bring in at most one new atom each, in rounds."""
        found = self.found
        half = self.deadline - (self.deadline - monotonic()) / 2
        refused = self.refused
        for step in candidates(self.pool, self.lemmas, half):
            key = step["name"], step["part"], *step["with"].items()
            if key in self.tried:
                continue
            self.tried.add(key)
            relation = self.facts.attempt(step)
            if relation is None and self.kernel.lacking is not None:
                refused.setdefault(self.kernel.lacking, []).append(step)
            elif relation is None:
                continue
            elif relation[0]:
                found.append((step, relation))
        known = set(goal.atoms).union(*[p.atoms for p, _ in self.kernel.facts])
        self.meanings(known)
        self.instances(goal, found)
        for (p, how), steps in [*refused.items()]:
            if self.near(p, goal) and self.direct(p, how, rounds=1) is not None:
                del refused[p, how]
                more = [(step, self.facts.attempt(step)) for step in steps]
                found += [(step, relation) for step, relation in more if relation is not None and relation[0]]
        self.instances(goal, found)

    def near(self, p: Poly, goal: Poly) -> bool:
        """Whether a condition of a lemma is about what the facts are about."""
        known = set(goal.atoms).union(*[q.atoms for q, _ in self.kernel.facts])
        return p.atoms <= known and len(p.terms) < 6

    def instances(self, goal: Poly, found: list[tuple[dict[str, Any], Relation]]) -> None:
        for _ in range(ROUNDS):
            known = set(goal.atoms).union(*[p.atoms for p, _ in self.kernel.facts])
            rest = []
            for step, relation in found:
                new = {
                    k for k in relation[0].atoms - known if self.R.names[k][0] not in ("size", "index", "min")
                }
                if len(new) <= NEW:
                    self.facts.take(step, relation)
                else:
                    rest.append((step, relation))
            found = rest

    def roots(self, goal: Poly) -> None:
        """What the roots of the statement are larger and smaller than, among its other numbers."""
        write = self.pool.write
        parts = [atom(k) for k in sorted(goal.atoms)]
        parts += [p for p in self.pool.numbers if len(p.terms) > 1]
        parts = [p for p in dict.fromkeys(parts) if self.kernel.holds(p)]
        for k in sorted(goal.atoms):
            if self.R.names[k][0] != "sqrt":
                continue
            below = self.R.names[k][1]
            for x in parts:
                if x == atom(k) or len(x.terms) > 3 or monotonic() > self.deadline:
                    continue
                for p, (small, large) in ((below - x * x, (x, atom(k))), (x * x - below, (atom(k), x))):
                    end = self.direct(p, ">=", rounds=1)
                    end = None if end is None else self.equation(large * large - small * small, p, end)
                    if end is not None:
                        texts = text(write.poly(small)), text(write.poly(large))
                        self.facts.take({"do": "root", "small": texts[0], "large": texts[1], "by": end})

    # Closers

    def prove(self, p: Poly, how: str, depth: int = 2) -> int | None:
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
        divided = bool(denominators(self.R, p))
        ways = [self.multiplied] if divided else [self.direct, self.lifted, self.split]
        for way in [self.linear, *ways] if depth else [self.direct]:
            if monotonic() > self.deadline:
                return None
            end = way(p, how, depth)
            if end is not None:
                return end
        return None

    def linear(self, p: Poly, how: str, depth: int = 0) -> int | None:
        return self.direct(p, how, rounds=0)

    def equal(self, p: Poly) -> int | None:
        for columns in self.columns(p):
            end = self.combined(p, [c for c in columns if c[1]], "==")
            if end is not None:
                return int(end)
        return None

    def direct(self, p: Poly, how: str, depth: int = 0, rounds: int = 3) -> int | None:
        """A linear program over facts and their products with what is never negative."""
        for columns in self.columns(p, rounds):
            if monotonic() > self.deadline:
                return None
            end = self.combined(p, columns, ">=", take=how == ">=")
            end = self.strict(p, columns) if end is not None and how == ">" else end
            if end is not None:
                return int(end)
        return None

    def strict(self, p: Poly, columns: list[Any]) -> int | None:
        """With a part of a fact that is > 0."""
        own = [([k], q) for k, (q, sign) in enumerate(self.kernel.facts) if sign == ">"]
        for ids, q in [*own[:8], ([], ONE)]:
            for factor in (1, 4):
                part = ONE.terms[()] / factor
                found = self.combined(p - q.scaled(part), columns, ">=", take=False)
                if found is not None:
                    return self.facts.take({"do": "combine", "terms": [[str(part), ids, None], *found]})
        return None

    def combined(self, p: Poly, columns: list[Any], how: str, take: bool = True) -> Any:
        found = combination(p, [(q, free) for q, free, _, _ in columns], self.deadline - monotonic())
        if found is None:
            return None
        try:
            terms = [
                [
                    str(c),
                    columns[j][2],
                    None if columns[j][3] is None else text(self.pool.write.poly(columns[j][3])),
                ]
                for j, c in sorted(found.items())
            ]
        except Unsupported:
            return None
        return self.facts.take({"do": "combine", "terms": terms}) if take else terms

    def columns(self, goal: Poly, rounds: int = 3) -> Iterator[list[tuple[Poly, bool, list[int], Poly | None]]]:
        """Facts, and then products that have a monomial which is wanted, in rounds."""
        facts = [(q, how == "==", [k], None) for k, (q, how) in enumerate(self.kernel.facts)]
        nonneg = {q.single: k for k, (q, how) in enumerate(self.kernel.facts) if q.single is not None and how != "=="}
        columns: list[Any] = [*facts]
        wanted = dict.fromkeys(goal.terms)
        seen = {q for q, *_ in facts}
        for m in (*goal.terms, *[m for q, *_ in facts for m in q.terms]):
            self.clear_column(m, columns, seen)
        yield columns
        near = goal.atoms
        hops = [q.atoms for q, *_ in facts if len(q.atoms - near) <= 1]
        near = near.union(*hops)
        facts = [one for one in facts if one[0].atoms <= near and len(one[0].terms) <= 12]
        facts.sort(key=lambda one: (not one[1], len(one[0].atoms - goal.atoms), len(one[0].terms)))
        most = 1 + max(2, *[degree(m) for m in goal.terms])
        tried = set[tuple[int, Monomial]]()
        for _ in range(rounds):
            more = dict.fromkeys(wanted)
            index = by_atom(wanted)
            for q, free, ids, _ in facts:
                high = most - max(map(degree, q.terms))
                for quotient in {x: None for m in q.terms for x in quotients(m, index, high)}:
                    if (ids[0], quotient) in tried or len(columns) >= COLUMNS:
                        continue
                    tried.add((ids[0], quotient))
                    recipe = ([], Poly({quotient: ONE.terms[()]})) if free else self.signed(quotient, nonneg)
                    if recipe is None:
                        continue
                    product = q * Poly({quotient: ONE.terms[()]})
                    if product not in seen:
                        seen.add(product)
                        columns.append((product, free, [*ids, *recipe[0]], recipe[1]))
                        more.update(dict.fromkeys(product.terms))
            for first, second in self.pairs(wanted, near):
                product = self.products[first, second]
                if product not in seen and len(columns) < COLUMNS:
                    seen.add(product)
                    columns.append((product, False, [first, second], None))
                    more.update(dict.fromkeys(product.terms))
            for m in more:
                self.clear_column(m, columns, seen)
            if len(more) == len(wanted):
                break
            yield columns
            if len(columns) >= COLUMNS:
                break
            wanted = more

    def clear_column(self, m: Monomial, columns: list[Any], seen: set[Poly]) -> None:
        p = Poly({m: ONE.terms[()]})
        if p not in seen and self.R.clear_monomial(m):
            seen.add(p)
            columns.append((p, False, [], p if m else None))

    def signed(self, m: Monomial, nonneg: dict[Any, int]) -> tuple[list[int], Poly | None] | None:
        """A monomial that is not negative, as facts and a clear factor."""
        ids, rest = list[int](), list[tuple[int, int]]()
        for k, e in m:
            if e % 2 == 0 or self.R.never_negative(k):
                rest.append((k, e))
            elif k in nonneg:
                ids += [nonneg[k]] * e
            else:
                return None
        return ids, (Poly({tuple(rest): ONE.terms[()]}) if rest else None)

    def pairs(self, wanted: dict[Monomial, None], near: set[int]) -> list[tuple[int, int]]:
        """Facts with few terms whose product has two monomials that are wanted."""
        facts = self.kernel.facts
        short = [k for k, (q, how) in enumerate(facts) if 1 < len(q.terms) <= 4 and how != "==" and q.atoms <= near]
        found = []
        for a, b in itertools.combinations_with_replacement(short[:60], 2):
            if (a, b) not in self.products:
                self.products[a, b] = facts[a][0] * facts[b][0]
            if sum(m in wanted for m in self.products[a, b].terms) >= 2:
                found.append((a, b))
        return found[:400]

    def lifted(self, p: Poly, how: str, depth: int) -> int | None:
        """x <= y from x^2 <= y^2, where roots or lengths are to be compared."""
        kinds = {self.R.names[k][0] for k in p.atoms}
        if not kinds & {"sqrt", "fro"}:
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
            step = {"do": "root", "small": text(self.pool.write.poly(down)) if down else "0",
                    "large": text(self.pool.write.poly(up)), "by": plain}  # fmt: skip
        except Unsupported:
            return None
        return self.facts.take(step)

    def squared(self, p: Poly) -> Poly:
        """Its square, with the squares of roots and lengths replaced by what they are."""
        return self.reduced(p * p)

    def reduced(self, p: Poly) -> Poly:
        rules = {}
        for q, how in self.kernel.facts:
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
        for columns in self.columns(p - q):
            terms = self.combined(p - q, [c for c in columns if c[1]], "==", take=False)
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
            if by is None or self.kernel.facts[by][1] != ">":
                by = self.prove(d, ">", 0)
            if by is None:
                continue
            inverse = self.inverse_of(d)
            product = p * d
            if inverse is not None:
                cleared = number(0)
                for m, c in product.terms.items():
                    powers = dict(m)
                    e = powers.get(inverse, 0)
                    cleared = cleared + Poly({m: c})
                    del e
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
                    {"do": "cancel", "by": by, "of": end, "left": text(self.pool.write.poly(p))}
                )
            except Unsupported:
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
        for k in sorted(p.atoms):
            inner = self.under(k)
            if inner is None or monotonic() > self.deadline:
                continue
            steps = [self.case(p, how, k, q, sign, depth) for q, sign in ((inner, ">="), (-inner, ">"))]
            if None in steps:
                return None
            of = text(self.pool.write.poly(inner))
            return self.facts.take({"do": "cases", "of": of, "above": steps[0], "below": steps[1]})
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
                self.meanings([k])
                simple = self.replaced(p, k, assumed if sign == ">=" else number(0))
                end = self.prove(simple, how, depth - 1)
                end = None if end is None else self.equation(p, simple, end)
                return None if end is None else self.pruned(end, at)
        finally:
            facts.steps, facts.seen = kept
            self.products.clear()

    @staticmethod
    def replaced(p: Poly, k: int, by: Poly) -> Poly:
        found = number(0)
        for m, c in p.terms.items():
            powers = dict(m)
            e = powers.pop(k, 0)
            found = found + Poly({tuple(sorted(powers.items())): c}) * by.power(e)
        return found

    # The file

    def pruned(self, end: int, start: int = -1) -> list[dict[str, Any]]:
        """The steps that the last one rests on, numbered anew: all, or those within the case that begins there."""
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


NESTED, CITED = ("above", "below", "steps"), ("by", "of", "up", "down")


def cites(step: dict[str, Any], k: int) -> list[int]:
    """The facts before a step, which is the k-th, that it names."""
    named = [x for key in CITED if type(x := step.get(key)) is int]
    if step["do"] == "combine":
        named = [j for _, ids, _ in step["terms"] for j in ids]
    inner = [j for key in NESTED for one in step.get(key, ()) for j in cites(one, k)]
    return [j for j in (*named, *inner) if j < k]


def renumbered(step: dict[str, Any], place: dict[int, int], k: int) -> dict[str, Any]:
    """With the numbers of facts before the k-th replaced; those within it follow on its own."""
    return renamed(step, lambda j: place[j] if j < k else place[k] + j - k)


def renamed(step: dict[str, Any], new: Callable[[int], int]) -> dict[str, Any]:
    found = {key: new(x) if key in CITED and type(x) is int else x for key, x in step.items()}
    if step["do"] == "combine":
        found["terms"] = [[c, [new(j) for j in ids], by] for c, ids, by in step["terms"]]
    for key in NESTED:
        if key in step:
            found[key] = [renamed(one, new) for one in step[key]]
    return found


def by_atom(wanted: Iterable[Monomial]) -> dict[int | None, list[dict[int, int]]]:
    """Monomials, as powers by atoms, by each atom that they have; all under None."""
    index: dict[int | None, list[dict[int, int]]] = {None: []}
    for t in wanted:
        powers = dict(t)
        index[None].append(powers)
        for k in powers:
            index.setdefault(k, []).append(powers)
    return index


def quotients(m: Monomial, index: Mapping[int | None, list[dict[int, int]]], most: int) -> Iterator[Monomial]:
    """What m has to be multiplied with to be one of the monomials, of a degree that is not higher."""
    for powers in index.get(m[0][0] if m else None, ()):
        if all(powers.get(k, 0) >= e for k, e in m):
            rest = dict(powers)
            for k, e in m:
                rest[k] -= e
            if any(rest.values()) and all(e >= 0 for e in rest.values()) and sum(rest.values()) <= most:
                yield tuple(sorted((k, e) for k, e in rest.items() if e))


def degree(m: Monomial) -> int:
    return sum(abs(e) for _, e in m)


def index_names(relation: Tree, inputs: Iterable[str]) -> set[str]:
    from perturb.derive.lemmas import leaves  # noqa: PLC0415

    return leaves(relation) - {*inputs}


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
