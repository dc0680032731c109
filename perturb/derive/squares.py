"""Facts about squares: lemmas that bound the square of a difference, and sums of products of components."""

from __future__ import annotations

import itertools
from collections.abc import Iterator
from typing import Any

from perturb.derive.checker.facts import COMPONENT
from perturb.derive.checker.matrices import Matrix, Unspoken
from perturb.derive.checker.member import Relation
from perturb.derive.checker.polynomials import ONE, Poly
from perturb.derive.checker.reading import Tree
from perturb.derive.combining import CLOSED, OWN
from perturb.derive.lifting import Lifting
from perturb.derive.texts import text

MOST_PAIRS = 28  # of vectors of which no component is negative
Shown = tuple[Matrix, Tree, dict[str, Any]]  # a vector as long as one, its text, the step of a component
ANY = "any"  # the index of a sum; with more letters where that is taken


class SquareBounds(Lifting):
    """Ways that give the number of a fact that is the relation, or None."""

    def __init__(self, *args: Any) -> None:
        super().__init__(*args)
        self.bounded_squares = dict[Poly, tuple[dict[str, Any], Relation]]()  # x, and what says y - x^2 >= 0

    def of_square(self, p: Poly, how: str, depth: int) -> int | None:
        """y - x >= 0 where a lemma bounds x^2, and that is at most y^2."""
        for x, bound in [*self.bounded_squares.items()]:
            telling = {k for k in x.atoms if self.R.names[k][0] == "comp"}
            for m in x.terms:
                if m not in p.terms or not {k for k, _ in m} & telling:
                    continue
                scaled = x.scaled(-p.terms[m] / x.terms[m])
                large = p + scaled
                if large and not large.atoms & telling:
                    end = self.root_of(scaled, large, x, bound)
                    if end is not None and self.kernel.facts[end][0] == p and how == ">=":
                        return end
                break
        return None

    def constant_roots(self) -> None:
        """x <= y where x^2 is bounded by y^2, for the y that x has as its part without singular values."""
        for x, bound in [*self.bounded_squares.items()]:
            telling = {k for k in x.atoms if self.R.names[k][0] == "comp"}
            rest = Poly({m: c for m, c in x.terms.items() if not {k for k, _ in m} & telling})
            if rest:
                for sign in (1, -1):
                    self.root_of(x.scaled(sign), rest.scaled(sign), x, bound)

    def root_of(self, small: Poly, large: Poly, x: Poly, one: tuple[dict[str, Any], Relation]) -> int | None:
        """small <= large, where small is a multiple of x."""
        step, (says, _) = one
        c = small.terms[next(iter(x.terms))] / x.terms[next(iter(x.terms))]
        most = self.reduced((says + x * x).scaled(c * c))  # of small^2
        if not self.kernel.holds(large) and self.direct(large, ">=", level=CLOSED) is None:
            return None
        wanted = self.squared(large) - most
        end = self.factored(wanted, ">=", 1) if wanted else None
        end = self.direct(wanted, ">=", level=OWN) if wanted and end is None else end
        of = self.facts.take(step) if end is not None or not wanted else None
        if of is None:
            return None
        square, simple = large * large - small * small, says.scaled(c * c) + wanted
        parts = [(says.scaled(c * c), of), *([(wanted, int(end or 0))] if wanted else [])]
        terms = [[str(p.terms[m] / self.kernel.facts[k][0].terms[m]), [k], None]
                 for p, k in parts for m in [next(iter(p.terms))]]  # fmt: skip
        by = self.facts.take({"do": "combine", "terms": terms})
        by = None if by is None else self.equation(square, simple, by)
        try:
            texts = text(self.write.poly(small)), text(self.write.poly(large))
        except Unspoken:
            return None
        step = {"do": "root", "small": texts[0], "large": texts[1], "by": by}
        return None if by is None else self.facts.take(step)

    def products_of_components(self, given: list[tuple[int, Matrix]]) -> None:
        """Sums of products of the components of two vectors, none of which is negative anywhere."""
        vectors = [*self.nonneg_vectors(given)]
        pairs = itertools.combinations_with_replacement(vectors, 2)
        for (v, first, one), (w, second, other) in itertools.islice(pairs, MOST_PAIRS):
            if v.rows != w.rows or v.rows == ONE or (one["do"] == other["do"] == "clear"):
                continue
            index = ANY
            while index in self.R.inputs or any(name[:2] == ("index", index) for name in self.R.names):
                index += "_"
            try:
                length = text(self.write.poly(v.rows))
            except Unspoken:
                continue
            at = len(self.kernel.facts)
            named = [self.component_step(step, tree, index) for step, tree in ((one, first), (other, second))]
            product = {"do": "combine", "terms": [["1", [at, at + 1], None]]}
            self.facts.take({"do": "sum", "index": index, "length": length, "steps": [*named, product]})

    def nonneg_vectors(self, given: list[tuple[int, Matrix]]) -> Iterator[Shown]:
        """Each with its tree and the kind of step that shows it of a component."""
        for part, v in given:
            yield v, "", {"do": "given", "part": part}
        for name in [*self.R.names]:
            if name[0] == "relu" and isinstance(name[1], Matrix):
                inner: Matrix = name[1].as_vector()
                try:
                    tree = ("larger", self.write.vector(inner), "0")
                except Unspoken:
                    continue
                yield inner, tree, {"do": "clear"}
                yield inner, tree, {"do": "means", "part": 0}

    @staticmethod
    def component_step(step: dict[str, Any], tree: Tree, index: str) -> dict[str, Any]:
        """The step about the component with this index."""
        if step["do"] == "given":
            return {**step, "with": {COMPONENT: index}}
        return {**step, "of": text(("component", tree, index))}
