"""The rules by which a relation follows from others. A fact is a polynomial that is >= 0, > 0 or == 0.

A derivation is a list of steps, each of which gives one fact from those before it. Within `cases` and `sum`
there are steps of their own, whose assumptions end with them.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from typing import Any

from perturb.derive.checker import member
from perturb.derive.checker.facts import COMPONENT, KnownFacts
from perturb.derive.checker.matrices import Matrix
from perturb.derive.checker.member import Relation, Wording
from perturb.derive.checker.polynomials import ONE, ZERO, Poly, atom, number, rational
from perturb.derive.checker.reading import (
    NAME,
    RATIONAL,
    WORDS,
    Needs,
    Tree,
    Value,
    matrix,
    parsed,
    scalar,
    vector,
)
from perturb.derive.checker.relations import (
    added,
    component_sums,
    names_in,
    numbers_in,
    of_vectors,
    primitive,
    related,
    sides,
    worse,
)
from perturb.prove.checker.numbers import require
from perturb.prove.checker.spaces import SIDES

MOST = 100_000  # terms of a fact


class Kernel(KnownFacts):
    """The rules, by what a step says it does."""

    def run(self, steps: Any) -> None:
        require(isinstance(steps, list), "steps are a list")
        for step in steps:
            require(isinstance(step, dict) and step.get("do") in RULES, "a step of no rule")
            p, how = RULES[step["do"]](self, step)
            require(len(p.terms) < MOST, "a fact of this size")
            self.facts.append((p, how))

    def fact(self, k: Any) -> Relation:
        require(type(k) is int and 0 <= k < len(self.facts), "a fact that is not there")
        return self.facts[int(k)]

    @contextmanager
    def within(self) -> Iterator[None]:
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
        for text in texts.values():  # the hypothesis has values, which says nothing of what is put into it
            require(self.R.whole(scalar(self.read(text))), "a subscript that is no sum of integers")
        op, lhs, rhs = sides(self.of.given[k], texts)
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
            op, lhs, rhs = sides(relation, texts)
            (x, y), needs = self.sides(lhs, rhs)
            self.discharge(needs)
            self.shown(op, x, y)
        op, lhs, rhs = sides(L.then[k], texts)
        (x, y), needs = self.sides(lhs, rhs)
        self.discharge(needs)
        return self.one_of(step, op, x, y)

    def fits(self, L: Wording, values: Mapping[str, Value]) -> None:
        """The sizes agree and are large enough, and every value is of the space of its input."""
        sizes = dict[str, Poly]()
        for name, space, *parameters in L.inputs:
            x = values[name]
            if space == "integer":
                require(self.R.whole(scalar(x)), "an integer")
                require(sizes.setdefault(name, scalar(x)) == x, f"{name}, a size of two values")
            elif space != "scalar":
                A = matrix(x)
                sides = [A.rows] if space == "vector" else [A.rows, A.cols]
                where = SIDES.get(space, (0, 1))
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
        at, name = self.texts(step).get(COMPONENT), str(step["name"])
        entry = None if at is None else scalar(self.read(("component", ("entries", name), at)))
        found = member.holds_of(self.R, rows[name], entry)
        k = step["part"]
        require(type(k) is int and 0 <= k < len(found), "a property that is not there")
        return found[int(k)]

    def clear(self, step: Mapping[str, Any]) -> Relation:
        """What is never negative; integers by their bounds; what is neither 0 nor negative."""
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
        """A sum of products of facts, each with a factor > 0, or with any one where one is an equation."""
        found, how = ZERO, "=="
        require(isinstance(step["terms"], list), "terms are a list")
        for factor, facts, by in step["terms"]:
            require(
                isinstance(factor, str) and RATIONAL.fullmatch(factor), "a factor that is no rational number"
            )
            p, kind = number(factor), ">"
            for k in facts:
                q, sign = self.fact(k)
                p, kind = p * q, worse(kind, sign)
            if by is not None:
                multiplier = self.number(by)
                require(kind == "==" or self.holds(multiplier), "a factor whose sign is not known")
                p = p * multiplier
                kind = kind if kind == "==" else ">" if kind == ">" and self.holds(multiplier, True) else ">="
            require(kind == "==" or rational(factor) > 0, "a factor that is not positive")
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
        """Where a number is >= 0, and where it is < 0, which for an integer is <= -1."""
        p = self.number(step["of"])
        found = list[Relation]()
        for assumed, steps in zip(self.halves(p), (step["above"], step["below"]), strict=True):
            with self.within():
                self.suppose(assumed)
                self.run(steps)
                require(len(self.facts) > 0, "a case without an end")
                found.append(self.facts[-1])
        (q, first), (r, second) = found
        require(primitive(q) == primitive(r), "cases that end differently")
        return q, first if first == second else ">="

    def halves(self, p: Poly) -> tuple[Relation, Relation]:
        return (p, ">="), (-p - ONE, ">=") if self.R.whole(p) else (-p, ">")

    def suppose(self, assumed: Relation) -> None:
        """A fact within a case, which says something of subscripts too where it is of integers."""
        self.facts.append(assumed)
        if self.R.whole(assumed[0]):
            self.indices.append(assumed[0])

    def sum(self, step: Mapping[str, Any]) -> Relation:
        """A fact about the component with any number, summed over all numbers from 1 to a length.

        With a vector of which that is the component, it is known of all of them from here on.
        """
        name, length = step["index"], self.number(step["length"])
        require(isinstance(name, str) and NAME.fullmatch(name), "the name of an index")
        v = vector(self.read(parsed(step["vector"]))) if "vector" in step else None
        q = self.R.index(name)
        fresh = q.single not in self.mentioned()
        require(fresh and name not in self.R.inputs, "an index that is in use")
        with self.within():
            self.indices += [q - ONE, length - q]
            self.run(step["steps"])
            require(self.facts, "a sum without an end")
            p, how = self.facts[-1]
            if v is not None:
                self.is_component(p, v, q, length)
        if v is not None:
            self.vectors += [(v, how), *([(-v, how)] if how == "==" else [])]
            return scalar(WORDS["sum"](self.R, v)), "==" if how == "==" else ">="
        return self.summed(p, q, length), "==" if how == "==" else ">="

    def is_component(self, p: Poly, v: Matrix, q: Poly, length: Poly) -> None:
        require(v.rows == length, "a vector of another length")
        names = set().union(*[self.inside(k) for k in numbers_in(v)])
        require(q.single not in names, "a vector that depends on the index")
        require(self.component(v, q) == p, "a fact about something else than the component")

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
        require(self.R.whole(length) and self.entail(length), "a length that may be negative or no integer")
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
                    if e < 0 and not self.entail(length - ONE):  # of no components: nothing was asked of it
                        self.discharge(Needs(nonzero={atom(k): None}))
                    rest = rest * atom(k, e)
            found = found + rest * self.R.sum_of(words, length)
        return found

    def inside_word(self, word: Any) -> set[int]:
        return set().union(*[self.inside(k) for k, _ in word])


RULES: dict[str, Callable[[Kernel, Mapping[str, Any]], Relation]] = {
    "given": Kernel.given, "lemma": Kernel.lemma, "domain": Kernel.domain, "clear": Kernel.clear,
    "square": Kernel.square, "means": Kernel.means, "combine": Kernel.combine, "cancel": Kernel.cancel,
    "root": Kernel.root, "both": Kernel.both, "cases": Kernel.cases, "sum": Kernel.sum,
}  # fmt: skip
