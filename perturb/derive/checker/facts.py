"""What is known about one conclusion, and what is asked of it: signs, bounds, where parts have values."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from perturb.derive.checker import member
from perturb.derive.checker.bounds import Bounds
from perturb.derive.checker.matrices import Matrix, Unspoken
from perturb.derive.checker.member import Relation, Wording
from perturb.derive.checker.polynomials import ONE, Poly, atom
from perturb.derive.checker.reading import Needs, Tree, Value, parsed, scalar
from perturb.derive.checker.relations import names_in, primitive, related, sides
from perturb.derive.checker.spectra import component
from perturb.prove.checker.numbers import require
from perturb.prove.checker.spaces import symbol

COMPONENT = "_"  # the index of a relation between vectors


class KnownFacts:
    """Facts, in the order in which they are found."""

    def __init__(self, of: Wording, lemmas: Callable[[str], Wording]) -> None:
        self.of, self.lemmas = of, lemmas
        self.R = member.reader(of)
        self.facts = list[Relation]()
        self.indices = list[Poly]()  # what is >= 0 of the indices here
        self.assumed = Needs()
        self.touched = set[int]()  # facts that were asked for by what they say
        self.lacking: Relation | None = None  # what was asked for last and is not known
        self.vectors = list[tuple[Matrix, str]]()  # vectors of which every component is >= 0, > 0 or == 0
        self.bounds: tuple[tuple[Poly, ...], Bounds] = ((), Bounds())

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

    def goal(self, k: int) -> list[Relation]:
        """The conclusion as relations, at indices that may be any for which it exists."""
        named = {name for name, *_ in self.of.inputs}.union(*map(names_in, (*self.of.given, *self.of.then)))
        require(COMPONENT not in named, f"an input or an index that is called {COMPONENT}")
        shown = {name: {name, symbol(name)} for name in named | self.of.ends.keys()}
        for one in named - self.R.inputs.keys():
            alike = any(shown[one] & shown[name] for name in shown.keys() - {one})
            require(
                one not in self.of.ends and not alike, "an index that is called or printed like another name"
            )
        op, lhs, rhs = sides(self.of.then[k])
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
            raise Unspoken("a relation between these shapes")
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
        found = component(self.R, x, k)
        if assumed:  # a vector has a value where its components have
            self.assume(self.R.needs)
        return found
