"""Named theorems at the terms of a statement: which matrices and indices are put into which lemma.

A lemma about a sum or a product is tried where that sum or product stands in the statement. What an instance
is about is known before the checker reads it: the numbers of its outline, which are few and often met.
"""

from __future__ import annotations

import itertools
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from time import process_time
from typing import Any

from perturb.derive.checker.facts import COMPONENT
from perturb.derive.checker.matrices import Matrix
from perturb.derive.checker.member import Relation
from perturb.derive.checker.polynomials import ONE, Poly
from perturb.derive.checker.reading import Tree, put
from perturb.derive.checker.relations import related, sides
from perturb.derive.checker.spectra import component
from perturb.derive.lemmas import ARITHMETIC, Theorem, leaves
from perturb.derive.pool import REFUSALS, Pool
from perturb.derive.texts import text

VECTOR_WORDS = {"s", "lam", "partial_sums", "head", "descending", "diagonal", "moduli", "entries"}
VECTOR_WORDS |= {"ascending", "partial_products", "complex_s", "complex_lam"}
OFTEN, A_LEMMA = 32, 6  # tries between two looks at the clock; of the time that is left, for one lemma
SYMMETRIC = ("symmetric", "psd", "pd")


@dataclass(frozen=True)
class Placed:
    """A conclusion of a lemma, with a name of the pool for each of its names."""

    lemma: str
    part: int
    names: tuple[tuple[str, str], ...]
    atoms: frozenset[int]  # what it is about
    conditional: bool  # whether something has to be shown before it says something

    def step(self, pool: Pool) -> dict[str, Any]:
        texts = {name: text(pool.named[alias]) for name, alias in self.names}
        return {"do": "lemma", "name": self.lemma, "part": self.part, "with": texts}


class Instances:
    """Each instance once, however often the pool grows."""

    def __init__(self, pool: Pool) -> None:
        self.pool, self.R = pool, pool.R
        self.lemmas = dict[str, Theorem]()
        self.values = dict[Tree, Any]()
        self.components = dict[tuple[Tree, Tree], frozenset[int] | None]()
        self.seen = set[tuple[Any, ...]]()
        self.done = set[tuple[Any, ...]]()

    def __call__(self, lemmas: Iterable[Theorem], deadline: float) -> Iterator[Placed]:
        for lemma in lemmas:
            self.lemmas[lemma.id] = lemma
            now = process_time()
            own = now + (deadline - now) / A_LEMMA  # so that those after it have their time
            for part in range(len(lemma.text.then)):
                vector = vector_relation(lemma, part)
                indices = [*lemma.indices(part), *([COMPONENT] if vector else [])]
                entries, whole = lemma.outline(part)
                for tries, chosen in enumerate(self.assignments(lemma, part)):
                    if tries % OFTEN == 0 and process_time() > own:  # the clock is slow
                        break
                    trees = [put(tree, chosen) for tree in whole]
                    base = self.about([(tree, ONE_TEXT) for tree in trees], {}, False)
                    parts = [(put(v, chosen), put(i, chosen)) for v, i in entries]
                    if vector:
                        parts += [(tree, COMPONENT) for tree in trees]
                    outline = (lemma.id, part, *[self.value(v) for v, _ in parts], *map(self.value, trees))
                    outline = (*outline, len(self.pool.indices) if indices else 0)  # these may be more
                    if base is None or (not lemma.conditional and outline in self.seen):
                        continue
                    self.seen.add(outline)
                    for at in itertools.product(self.pool.index_names, repeat=len(indices)):
                        where = dict(zip(indices, at, strict=True))
                        key = (lemma.id, part, *chosen.values(), *at)
                        if key in self.done:
                            continue
                        self.done.add(key)
                        atoms = self.about(parts, where, True)
                        if atoms is not None:
                            names = (*chosen.items(), *where.items())
                            yield Placed(lemma.id, part, names, atoms | base, lemma.conditional)

    def relation(self, one: Placed) -> Relation | None:
        """What it says, whether its conditions hold or not."""
        kernel, names = self.pool.kernel, dict(one.names)
        op, lhs, rhs = sides(self.lemmas[one.lemma].text.then[one.part], names)
        try:
            (x, y), needs = kernel.sides(lhs, rhs)
            kernel.discharge(needs)
            at = self.value(names[COMPONENT]) if COMPONENT in names else ONE
            (p, how), *_ = related(op, kernel.component(x, at), kernel.component(y, at))
        except REFUSALS:
            return None
        return p, how

    def squared(self, one: Placed) -> Poly | None:
        """x, where it says that x^2 is at most something."""
        op, lhs, _ = sides(self.lemmas[one.lemma].text.then[one.part])
        if op != "<=" or isinstance(lhs, str) or lhs[0] != "sq" or isinstance(lhs[1], str):
            return None
        value = self.value(put(lhs[1], dict(one.names))) if lhs[1][0] in ARITHMETIC else None
        return value if isinstance(value, Poly) else None

    def about(
        self, parts: Iterable[tuple[Tree, Tree]], where: Mapping[str, str], vector: bool
    ) -> frozenset[int] | None:
        """The atoms of components of vectors and of numbers; None where one has no value."""
        found = frozenset[int]()
        for tree, index in parts:
            if tree and leaves(tree) & where.keys():
                tree = put(tree, where)
            atoms = self.atoms(tree, put(index, where), vector)
            if atoms is None:
                return None
            found |= atoms
        return found

    def atoms(self, tree: Tree, index: Tree, vector: bool) -> frozenset[int] | None:
        key = tree, index
        if key not in self.components:
            value, at = self.value(tree), self.value(index)
            if isinstance(value, Matrix) and vector:
                value = self.component(value, at)
            elif isinstance(value, Matrix):
                value = ONE  # of a vector: its components come with their index
            self.components[key] = frozenset(value.atoms) if isinstance(value, Poly) else None
        return self.components[key]

    def component(self, v: Matrix, at: Any) -> Poly | None:
        try:
            if not all(map(self.pool.kernel.entail, self.R.within(at, v.rows))):
                return None
            return component(self.R, v, at)
        except REFUSALS:
            return None

    def value(self, tree: Tree) -> Any:
        if tree not in self.values:
            self.values[tree] = self.sum_of_vectors(tree) or self.pool.value(tree)
        return self.values[tree]

    def sum_of_vectors(self, tree: Tree) -> Matrix | None:
        """What a sum or a difference of two vectors is, from what these are: these are met often."""
        if isinstance(tree, str) or tree[0] not in ("add", "sub"):
            return None
        u, v = map(self.value, tree[1:])
        fine = isinstance(u, Matrix) and isinstance(v, Matrix) and u.vector and v.vector and u.rows == v.rows
        return None if not fine else u + v if tree[0] == "add" else u - v

    def assignments(self, lemma: Theorem, part: int) -> Iterator[dict[str, str]]:
        """Names for all inputs, of fitting shapes, at which the greatest terms of the lemma are known."""
        names = [*lemma.spaces]
        composites = lemma.composites(part)
        sums = any(tree[0] in ("add", "sub") for tree in composites)
        pair = [name for name in names if lemma.spaces[name][0] == "scalar"]
        pair, fractions = pair if len(pair) == 2 else [], [*self.pool.fractions.items()]

        def choose(k: int, chosen: dict[str, str], sizes: dict[str, Poly]) -> Iterator[dict[str, str]]:
            if k == len(names):
                yield dict(chosen)
                return
            name = names[k]
            space, *parameters = lemma.spaces[name]
            options = self.pool.options(space, signs=k > 0 and sums)
            if name in pair:  # two numbers of a lemma are the parts of a fraction
                at = pair.index(name)
                options = [(x[at], one[at]) for one, x in fractions if not at or one[0] == chosen[pair[0]]]
            for value, alias in options:
                more = self.fitting(space, parameters, value, sizes)
                if more is None:
                    continue
                chosen[name] = alias
                ready = [c for c in composites if name in leaves(c) and leaves(c) <= chosen.keys()]
                if all(self.known(put(c, chosen)) for c in ready):
                    yield from choose(k + 1, chosen, {**sizes, **more})
                del chosen[name]

        yield from choose(0, {}, {})

    def fitting(
        self, space: str, parameters: list[str], value: Any, sizes: Mapping[str, Poly]
    ) -> dict[str, Poly] | None:
        """The sizes of the lemma that the value gives; None where it is of another shape."""
        if isinstance(value, Poly):
            return {}
        if space in SYMMETRIC and not self.R.symmetric(value):
            return None
        found = dict[str, Poly]()
        ends = parameters[:1] if space in ("vector", "activation", "orthogonal") else parameters[:2]
        sides = [value.rows] if space == "vector" else [value.rows, value.cols]
        for end, side in zip(ends * (len(sides) // len(ends)), sides, strict=True):
            wanted = sizes.get(end, found.get(end, side))
            if wanted != side and not end.isdigit():
                return None
            found[end] = side
        return found

    def known(self, tree: Tree) -> bool:
        if not self.pool.likely(tree):
            return False
        value = self.value(tree)
        if not isinstance(value, Matrix):
            return False
        if value.vector and tree[0] in ("add", "sub"):
            return self.pool.knows(value)
        plain = not value or value.cols == ONE or value.terms.keys() == {()}
        if plain or self.pool.core(value) in self.pool.known:
            return True
        return () in value.terms and self.pool.core(self.pool.shifted(value)) in self.pool.known


ONE_TEXT = "1"


def vector_relation(lemma: Theorem, part: int) -> bool:
    """Whether its sides are vectors: by their outermost words."""

    def vector(tree: Tree) -> bool:
        if isinstance(tree, str):
            return lemma.spaces.get(tree, [""])[0] == "vector"
        if tree[0] in VECTOR_WORDS:
            return True
        return tree[0] in ARITHMETIC and any(map(vector, tree[1:]))

    return any(vector(side) for side in lemma.text.then[part][1:])
