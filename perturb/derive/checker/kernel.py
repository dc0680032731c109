"""The rules by which a relation follows from others. A fact is a polynomial in atoms that is >= 0, > 0 or == 0.

A derivation is a list of steps, each of which gives one fact from those before it. Within `cases` and `sum` there are
steps of their own, whose assumptions end with them.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from contextlib import contextmanager
from fractions import Fraction
from functools import lru_cache
from typing import Any

from perturb.derive.checker import member
from perturb.derive.checker.bounds import Bounds
from perturb.derive.checker.member import Relation, Statement
from perturb.derive.checker.polynomials import ONE, ZERO, Poly, atom, number
from perturb.derive.checker.reading import (
    NAME,
    RATIONAL,
    Matrix,
    Needs,
    Tree,
    Unsupported,
    Value,
    component,
    parsed,
    put,
    scalar,
    vector,
)

COMPONENT = "_"  # the index of a relation between vectors
MOST = 100_000  # terms of a fact


class Rejected(Exception):
    """The file does not derive what it says, with the reason."""


def require(fine: object, why: str) -> None:
    if not fine:
        raise Rejected(why)


class Kernel:
    """The facts about one conclusion of a statement."""

    def __init__(self, of: Statement, lemmas: Callable[[str], Statement]) -> None:
        self.of, self.lemmas = of, lemmas
        self.R = member.reader(of)
        self.facts = list[Relation]()
        self.indices = list[Poly]()  # what is >= 0 of the indices here
        self.assumed = Needs()
        self.touched = set[int]()  # facts that were asked for by what they say
        self.lacking: Relation | None = None  # what was asked for last and is not known
        self.vectors = list[tuple[Matrix, str]]()  # vectors of which every component is >= 0, > 0 or == 0
        self.bounds: tuple[tuple[Poly, ...], Bounds] = ((), Bounds())

    # What is known

    def entail(self, p: Poly) -> bool:
        known = (*self.R.always, *self.indices)
        if known != self.bounds[0]:
            self.bounds = known, Bounds(known)
        return self.bounds[1].entail(p)

    def holds(self, p: Poly, strict: bool = False) -> bool:
        if self.R.positive(p) or (not strict and self.R.clear(p)):
            return True
        if self.R.whole(p) and self.entail(p - ONE if strict else p):
            return True
        at, back = primitive(p), primitive(-p)
        for k, (q, how) in enumerate(self.facts):
            if (primitive(q) == at and (how == ">" or not strict)) or (
                how == "==" and not strict and primitive(q) == back
            ):
                self.touched.add(k)
                return True
        self.lacking = p, ">" if strict else ">="
        return False

    def vector_holds(self, x: Matrix, strict: bool) -> bool:
        """Whether every component of x is >= 0 (> 0)."""
        words = all(self.R.nonneg_vector(w) or self.R.vector_kind(w) == "ones" for w in x.terms)
        if not strict and words and all(self.R.clear(c) for c in x.terms.values()):
            return True
        return any(x == y and (how == ">" or not strict) for y, how in self.vectors)

    def read(self, tree: Tree) -> Value:
        """The value of a text, which has to be defined."""
        value, needs = self.R.reading(tree)
        self.discharge(needs)
        return value

    def number(self, text: Any) -> Poly:
        require(isinstance(text, str), "a number is given as text")
        return scalar(self.read(parsed(text)))

    def discharge(self, needs: Needs) -> None:
        for p in needs.bounds:
            require(self.entail(p), "a subscript that may not exist")
        for p in needs.nonzero:
            fine = p in self.assumed.nonzero or self.holds(p, strict=True) or self.holds(-p, strict=True)
            require(fine, "a divisor that may be 0")
        for p in needs.nonneg:
            require(p in self.assumed.nonneg or self.holds(p), "a root of what may be negative")
        for k in needs.valued:
            require(k in self.assumed.valued, "a part that may have no value")

    def assume(self, needs: Needs) -> None:
        """That a part of the statement has a value: points where it has none are outside."""
        self.assumed.add(Needs({}, needs.nonzero, needs.nonneg, needs.valued))
        for p in needs.nonzero:  # no factor of what is not 0 is 0
            if len(p.terms) == 1:
                self.assumed.nonzero.update({atom(k): None for m in p.terms for k, _ in m})

    # The statement

    def goal(self, k: int) -> list[Relation]:
        """The conclusion as relations, at indices that may be any for which it exists."""
        named = {name for name, *_ in self.of.inputs}.union(*map(names_in, (*self.of.given, *self.of.then)))
        require(COMPONENT not in named, f"an input or an index that is called {COMPONENT}")
        op, lhs, rhs = self.of.then[k]
        (x, y), needs = self.sides(lhs, rhs)
        self.indices += needs.bounds
        self.assume(needs)
        return related(
            op,
            self.component(x, self.R.index(COMPONENT), True),
            self.component(y, self.R.index(COMPONENT), True),
        )

    def sides(self, lhs: Tree, rhs: Tree) -> tuple[tuple[Value, Value], Needs]:
        x, first = self.R.reading(lhs)
        y, second = self.R.reading(rhs)
        lengths = {v.rows for v in (x, y) if isinstance(v, Matrix) and v.vector}
        if len(lengths) > 1 or any(isinstance(v, Matrix) and not v.vector for v in (x, y)):
            raise Unsupported("a relation between these shapes")
        first.add(second)
        return (x, y), first

    def component(self, x: Value, k: Poly, assumed: bool = False) -> Poly:
        if isinstance(x, Poly):
            return x
        bounds = self.R.within(k, x.rows)
        if assumed:
            self.indices += bounds
        require(all(map(self.entail, bounds)), "a component that may not exist")
        self.R.needs = Needs()
        return component(self.R, x, k)

    # Rules

    def run(self, steps: Any) -> None:
        require(isinstance(steps, list), "steps are a list")
        for step in steps:
            require(isinstance(step, dict) and step.get("do") in RULES, "a step of no rule")
            p, how = RULES[step["do"]](self, step)
            require(len(p.terms) < MOST, "a fact of this size")
            self.facts.append((p, how))

    def fact(self, k: Any) -> Relation:
        require(type(k) is int and 0 <= k < len(self.facts), "a fact that is not there")
        return self.facts[k]

    @contextmanager
    def within(self):  # type: ignore[no-untyped-def]
        """What is assumed and found inside ends with it."""
        kept = [*self.facts], [*self.indices], [*self.vectors], Needs()
        kept[3].add(self.assumed)
        yield
        self.facts, self.indices, self.vectors, self.assumed = kept

    def given(self, step: Mapping[str, Any]) -> Relation:
        """A hypothesis of the statement, at indices for which it exists."""
        k = step["part"]
        require(type(k) is int and 0 <= k < len(self.of.given), "a hypothesis that is not there")
        texts = self.texts(step)
        require(not texts.keys() & self.R.inputs.keys(), "an input that is replaced in a hypothesis")
        op, lhs, rhs = [put(part, texts) for part in self.of.given[k]]
        (x, y), needs = self.sides(lhs, rhs)
        self.discharge(Needs(bounds=needs.bounds))
        self.assume(needs)
        if isinstance(x, Matrix) or isinstance(y, Matrix):
            self.vectors += of_vectors(self.R, op, x, y)
        return self.one_of(step, op, x, y)

    def texts(self, step: Mapping[str, Any]) -> dict[str, Tree]:
        texts = step.get("with", {})
        fine = isinstance(texts, dict) and all(isinstance(x, str) for x in texts.values())
        require(fine and all(map(NAME.fullmatch, texts)), "names are replaced, by text")
        return {name: parsed(text) for name, text in texts.items()}

    def one_of(self, step: Mapping[str, Any], op: str, x: Value, y: Value) -> Relation:
        """A relation at its component, turned round where it is an equation and that is asked for."""
        at = self.texts(step).get(COMPONENT)
        k = scalar(self.read(at)) if at is not None else ONE
        (p, how), *_ = related(op, self.component(x, k), self.component(y, k))
        return p, how

    def lemma(self, step: Mapping[str, Any]) -> Relation:
        """A named theorem at matrices, numbers and indices of the statement."""
        L, k = self.lemmas(step["name"]), step["part"]
        require(type(k) is int and 0 <= k < len(L.then), "a conclusion that is not there")
        texts = self.texts(step)
        names = {name for name, *_ in L.inputs}
        require(names <= texts.keys(), "an input of a lemma for which nothing is put")
        values = {name: self.read(texts[name]) for name in names}
        self.fits(L, values)
        for relation in L.given:
            require(names_in(relation) <= names, "a hypothesis of a lemma with an index")
            op, lhs, rhs = [put(part, texts) for part in relation]
            (x, y), needs = self.sides(lhs, rhs)
            self.discharge(needs)
            self.shown(op, x, y)
        op, lhs, rhs = [put(part, texts) for part in L.then[k]]
        (x, y), needs = self.sides(lhs, rhs)
        self.discharge(needs)
        return self.one_of(step, op, x, y)

    def fits(self, L: Statement, values: Mapping[str, Value]) -> None:
        """The sizes agree and are large enough, and every value is of the space of its input."""
        sizes = dict[str, Poly]()
        for name, space, *parameters in L.inputs:
            x = values[name]
            if space == "integer":
                require(self.R.whole(scalar(x)), "an integer")
                require(sizes.setdefault(name, scalar(x)) == x, f"{name}, a size of two values")
            elif space != "scalar":
                A = member.matrix(x)
                sides = [A.rows] if space == "vector" else [A.rows, A.cols]
                where = member.SIDES.get(space, (0, 1))
                for at, side in zip(where, sides, strict=True):
                    end = parameters[at]
                    wanted = sizes.setdefault(end, side) if NAME.fullmatch(end) else number(int(end))
                    require(wanted == side, f"{name} of another shape")
        require(L.ends.keys() <= sizes.keys(), "a size of a lemma that nothing has")
        for name, (low, high) in L.ends.items():
            least, most = [sizes[end] if NAME.fullmatch(end) else number(int(end)) for end in (low, high)]
            require(self.entail(sizes[name] - least), f"{name} of a lemma below its least value")
            if name not in member.integers(L):
                require(self.entail(sizes[name] - ONE), f"{name} of a lemma that may be 0")
            if name in member.integers(L) or low == high or NAME.fullmatch(high):
                require(self.entail(most - sizes[name]), f"{name} of a lemma above its greatest value")
        for name, space, *parameters in L.inputs:
            if space != "integer":
                for p, how in member.demands(self.R, space, parameters, values[name]):
                    require(self.holds(p, how == ">"), f"{name} is not shown to be of its space")

    def shown(self, op: str, x: Value, y: Value) -> None:
        """That a hypothesis of a lemma holds, in all components."""
        if isinstance(x, Matrix) or isinstance(y, Matrix):
            for v, how in of_vectors(self.R, op, x, y):
                require(how != "==" and self.vector_holds(v, how == ">"), "a hypothesis of a lemma")
            return
        for p, how in related(op, scalar(x), scalar(y)):
            fine = self.holds(p, how == ">") and (how != "==" or self.holds(-p))
            require(fine, "a hypothesis of a lemma")

    def domain(self, step: Mapping[str, Any]) -> Relation:
        """What holds of an input because of its space."""
        rows = {row[0]: row for row in self.of.inputs}
        require(step["name"] in rows, "an input that is not there")
        at = self.texts(step).get(COMPONENT)
        found = member.holds_of(self.R, rows[step["name"]], None if at is None else scalar(self.read(at)))
        k = step["part"]
        require(type(k) is int and 0 <= k < len(found), "a property that is not there")
        return found[k]

    def clear(self, step: Mapping[str, Any]) -> Relation:
        """Sums of products of what is never negative; integers by their bounds; what is not 0 and not negative."""
        p = self.number(step["of"])
        if self.holds(p, strict=True) or (p in self.assumed.nonzero and self.holds(p)):
            return p, ">"
        require(self.holds(p) or p in self.assumed.nonneg, "a sign that is not clear")
        return p, ">="

    def square(self, step: Mapping[str, Any]) -> Relation:
        p = self.number(step["of"])
        return p * p, ">="

    def means(self, step: Mapping[str, Any]) -> Relation:
        """What an atom is by definition."""
        R, value = self.R, self.read(parsed(step["of"]))
        if isinstance(value, Matrix):
            k, (name, *rest) = self.only(value)
            require(name == "relu", "a vector that means nothing else")
            v = rest[0].as_vector()
            square, mixed = ((k, False),), component_sums(R, k, v)
            return R.sum_of([square, square]) - mixed, "=="
        require(value.single is not None, "what is no atom")
        k = value.single  # type: ignore[assignment]
        kind, *rest = R.names[k]
        x = atom(k)
        if kind == "sqrt":
            return x * x - rest[0], "=="
        if kind == "fro":
            return x * x - R.trace(R.multiply(R.transpose(rest[0]), rest[0])), "=="
        if kind == "inv":
            return x * rest[0] - ONE, "=="
        if kind == "comp" and R.vector_kind(rest[0]) == "relu":
            kind, rest = "relu", [self.component(R.names[rest[0][0][0]][1], rest[1])]
        require(kind == "relu", "an atom that means nothing else")
        if self.holds(rest[0]):
            return x - rest[0], "=="
        if self.holds(-rest[0]):
            return x, "=="
        return (x - rest[0], ">=") if step.get("part") == 0 else (x * (x - rest[0]), "==")

    def only(self, value: Matrix) -> tuple[int, tuple[Any, ...]]:
        word = value.alone
        require(word is not None and len(word) == 1, "what is no letter")
        return word[0][0], self.R.names[word[0][0]]  # type: ignore[index]

    def combine(self, step: Mapping[str, Any]) -> Relation:
        """A sum of products of facts, each with a factor > 0, or with any where one of them is an equation."""
        found, how = ZERO, "=="
        require(isinstance(step["terms"], list), "terms are a list")
        for factor, facts, by in step["terms"]:
            require(isinstance(factor, str) and RATIONAL.fullmatch(factor), "a factor that is no rational number")
            p, kind = number(Fraction(factor)), ">"
            for k in facts:
                q, sign = self.fact(k)
                p, kind = p * q, worse(kind, sign)
            if by is not None:
                multiplier = self.number(by)
                require(kind == "==" or self.holds(multiplier), "a factor whose sign is not known")
                p = p * multiplier
                kind = kind if kind == "==" else ">" if kind == ">" and self.holds(multiplier, True) else ">="
            require(kind == "==" or Fraction(factor) > 0, "a factor that is not positive")
            found, how = found + p, added(how, kind)
        return found, how

    def cancel(self, step: Mapping[str, Any]) -> Relation:
        """From d > 0 and d g >= 0: g >= 0."""
        d, sign = self.fact(step["by"])
        p, how = self.fact(step["of"])
        g = self.number(step["left"])
        require(sign == ">" and primitive(d * g) == primitive(p), "a factor that cannot be cancelled")
        return g, how

    def root(self, step: Mapping[str, Any]) -> Relation:
        """From x^2 <= y^2 and y >= 0: x <= y."""
        x, y = self.number(step["small"]), self.number(step["large"])
        p, how = self.fact(step["by"])
        require(primitive(p) == primitive(y * y - x * x) and self.holds(y), "squares that are not compared")
        return y - x, ">" if how == ">" else ">="

    def both(self, step: Mapping[str, Any]) -> Relation:
        """From p >= 0 and -p >= 0: p == 0."""
        p, _ = self.fact(step["up"])
        q, _ = self.fact(step["down"])
        require(primitive(q) == primitive(-p), "two relations that are not each other's opposite")
        return p, "=="

    def cases(self, step: Mapping[str, Any]) -> Relation:
        """Where a number is >= 0, and where it is < 0."""
        p = self.number(step["of"])
        found = list[Relation]()
        for assumed, steps in (((p, ">="), step["above"]), ((-p, ">"), step["below"])):
            with self.within():
                self.facts.append(assumed)
                self.run(steps)
                require(len(self.facts) > 0, "a case without an end")
                found.append(self.facts[-1])
        (q, first), (r, second) = found
        require(primitive(q) == primitive(r), "cases that end differently")
        return q, first if first == second else ">="

    def sum(self, step: Mapping[str, Any]) -> Relation:
        """A fact about the component with any number, summed over all numbers from 1 to a length."""
        name, length = step["index"], self.number(step["length"])
        require(isinstance(name, str) and NAME.fullmatch(name), "the name of an index")
        q = self.R.index(name)
        fresh = q.single not in self.mentioned()
        require(fresh and name not in self.R.inputs, "an index that is in use")
        with self.within():
            self.indices += [q - ONE, length - q]
            self.run(step["steps"])
            require(self.facts, "a sum without an end")
            p, how = self.facts[-1]
        return self.summed(p, q, length), "==" if how == "==" else ">="

    def mentioned(self) -> set[int]:
        """Atoms and letters of what is known here."""
        known = [*self.indices, *[p for p, _ in self.facts], *self.assumed.nonzero, *self.assumed.nonneg]
        found = {k for p in known for k in p.atoms} | {*self.assumed.valued}
        found |= {k for v, _ in self.vectors for k in numbers_in(v)}
        return set().union(*[self.inside(k) for k in found])

    def inside(self, k: int) -> set[int]:
        """An atom or letter with all that stands in its name."""
        found, waiting = set[int](), [k]
        while waiting:
            one = waiting.pop()
            if one not in found:
                found.add(one)
                waiting += numbers_in(self.R.names[one])
        return found

    def summed(self, p: Poly, q: Poly, length: Poly) -> Poly:
        found = ZERO
        require(self.entail(length), "a length that may be negative")
        for m, c in p.terms.items():
            words, rest = [], Poly({(): c})
            for k, e in m:
                kind, *name = self.R.names[k]
                if kind == "comp" and name[1] == q and e > 0:
                    require(self.R.sides_of(name[0][0])[0] == length, "a vector of another length")
                    require(q.single not in self.inside_word(name[0]), "a vector that depends on the index")
                    words += [name[0]] * e
                else:
                    require(q.single not in self.inside(k), "an atom that depends on the index")
                    rest = rest * Poly({((k, e),): Fraction(1)})
            found = found + rest * self.R.sum_of(words, length)
        return found

    def inside_word(self, word: Any) -> set[int]:
        return set().union(*[self.inside(k) for k, _ in word])


def names_in(tree: Tree) -> set[str]:
    """The names among the arguments of its words."""
    if isinstance(tree, str):
        return {tree} if NAME.fullmatch(tree) else set()
    return set().union(*[names_in(arg) for arg in tree[1:]])


def numbers_in(x: Any) -> list[int]:
    """Of atoms and letters, in the name of one."""
    if isinstance(x, Poly):
        return [*x.atoms]
    if isinstance(x, Matrix):
        inner = [k for w, c in x.terms.items() for k in (*[a for a, _ in w], *c.atoms)]
        return [*inner, *x.rows.atoms, *x.cols.atoms]
    if isinstance(x, tuple) and len(x) == 2 and type(x[0]) is int and type(x[1]) is bool:
        return [x[0]]
    return [k for y in x for k in numbers_in(y)] if isinstance(x, tuple) else []


def component_sums(R: Any, k: int, v: Matrix) -> Poly:
    """The sum of the components of a letter times those of v."""
    parts = [c * R.sum_of([((k, False),), w]) for w, c in v.terms.items()]
    return sum(parts, ZERO)


def related(op: str, x: Poly, y: Poly) -> list[Relation]:
    signs: dict[str, list[Relation]] = {
        "<=": [(y - x, ">=")], "<": [(y - x, ">")], ">=": [(x - y, ">=")], ">": [(x - y, ">")],
        "==": [(y - x, "==")],
    }  # fmt: skip
    if op not in signs:
        raise Unsupported(f"the relation {op}")
    return signs[op]


def of_vectors(R: Any, op: str, x: Value, y: Value) -> list[tuple[Matrix, str]]:
    A, B = [v if isinstance(v, Matrix) else None for v in (x, y)]
    rows = (A or B).rows  # type: ignore[union-attr]
    first, second = [v if isinstance(v, Matrix) else R.ones(rows).times(v) for v in (x, y)]
    up, down = vector(second) - vector(first), vector(first) - vector(second)
    table = {"<=": (up, ">="), "<": (up, ">"), ">=": (down, ">="), ">": (down, ">"), "==": (up, "==")}
    if op not in table:
        raise Unsupported(f"the relation {op}")
    return [table[op]]


@lru_cache(maxsize=20_000)
def primitive(p: Poly) -> Poly:
    """A positive multiple that all positive multiples share."""
    return p.scaled(1 / abs(p.ordered()[0][1])) if p else p


def worse(first: str, second: str) -> str:
    """Of a product."""
    return "==" if "==" in (first, second) else ">" if first == second == ">" else ">="


def added(first: str, second: str) -> str:
    """Of a sum."""
    return first if second == "==" else second if first == "==" else ">" if ">" in (first, second) else ">="


RULES: dict[str, Callable[[Kernel, Mapping[str, Any]], Relation]] = {
    "given": Kernel.given, "lemma": Kernel.lemma, "domain": Kernel.domain, "clear": Kernel.clear,
    "square": Kernel.square, "means": Kernel.means, "combine": Kernel.combine, "cancel": Kernel.cancel,
    "root": Kernel.root, "both": Kernel.both, "cases": Kernel.cases, "sum": Kernel.sum,
}  # fmt: skip
