"""Named theorems at the terms of a statement: which matrices and indices are put into which lemma.

What a lemma may be put at is a pool: the matrices and vectors of the statement, what they are made of,
differences, transposes. A lemma about a sum or a product is tried where that sum or product stands there.
"""

from __future__ import annotations

import itertools
from collections.abc import Iterable, Iterator, Mapping
from time import process_time
from typing import Any

from perturb.derive.checker.facts import COMPONENT
from perturb.derive.checker.kernel import Kernel
from perturb.derive.checker.matrices import Matrix, Unspoken
from perturb.derive.checker.member import Relation
from perturb.derive.checker.polynomials import ONE, Poly
from perturb.derive.checker.reading import Tree, put
from perturb.derive.checker.relations import primitive
from perturb.derive.lemmas import Theorem, leaves
from perturb.derive.texts import TreeWriter, text
from perturb.prove.checker.numbers import Rejected

MOST_ITEMS, MOST_TRIES, MOST_FACTS, MOST_INDICES, GRAMS = 40, 6000, 400, 7, 3
REFUSALS = (Rejected, Unspoken, ArithmeticError, AttributeError, LookupError, TypeError, ValueError)


def subtrees(tree: Tree) -> Iterator[Tree]:
    """From the smallest on."""
    if not isinstance(tree, str):
        for arg in tree[1:]:
            yield from subtrees(arg)
    yield tree


class Pool:
    """Matrices, vectors, numbers and indices, each as a tree with its value."""

    def __init__(self, kernel: Kernel, relations: Iterable[Tree]) -> None:
        self.kernel, self.R = kernel, kernel.R
        self.write = TreeWriter(kernel.R)
        self.matrices = dict[Matrix, Tree]()
        self.vectors = dict[Matrix, Tree]()
        self.scalars = dict[Poly, Tree]()
        self.numbers = dict[Poly, Tree]()  # all of the statement
        self.indices = dict[Poly, Tree]({ONE: "1"})
        self.mirrored = dict[Poly, Tree]()  # indices counted from the end
        self.known = set[Matrix]()
        self.measured = set[Matrix]()  # of which singular values are in the statement
        relations = [*relations]
        for relation in relations:
            for side in relation[1:]:
                for tree in subtrees(side):
                    self.take(tree)
        names = [*self.R.names]
        self.measured = {name[1] for name in names if name[0] in ("s", "s_star")}
        self.subscripts(relations)

    def take(self, tree: Tree) -> None:
        try:
            value = self.kernel.read(tree)
        except REFUSALS:
            return
        if isinstance(value, Poly):
            self.numbers.setdefault(value, tree)
            if isinstance(tree, str) and tree in self.R.inputs and not self.R.whole(value):
                self.scalars.setdefault(value, tree)
                if not self.R.clear(value):
                    self.scalars.setdefault(-value, ("neg", tree))
        elif value and value.vector:
            if len(self.vectors) < MOST_ITEMS:
                self.vectors.setdefault(value, tree)
        elif value and len(self.matrices) < MOST_ITEMS:
            self.matrices.setdefault(value, tree)
            self.known.add(self.core(value))
            if shifted := self.shifted(value):
                self.known.add(self.core(shifted))

    def core(self, A: Matrix) -> Matrix:
        """Without sign, transposition and rational factors."""
        return self.R.representative(self.R.content(A)[1])

    def sizes(self) -> set[int]:
        return {k for p in self.R.always for k in p.atoms}

    @staticmethod
    def shifted(A: Matrix) -> Matrix:
        """Without the multiple of the identity."""
        return Matrix(A.rows, A.cols, {w: c for w, c in A.terms.items() if w})

    def subscripts(self, relations: Iterable[Tree]) -> None:
        found = [COMPONENT]
        for relation in relations:
            for tree in subtrees(relation):
                if not isinstance(tree, str) and tree[0] in ("component", "entry", "head", "index"):
                    found += [*leaves(tuple(["", *tree[2:]])), *tree[2:]]
        for tree in found:
            value = self.value(tree)
            bounded = isinstance(value, Poly) and value.atoms <= self.kernel.mentioned() | self.sizes()
            if bounded and self.R.whole(value):
                self.indices.setdefault(value, tree)
        names = [
            value for value in self.indices if value.single is not None and value not in self.own_sizes()
        ]
        for A in [*self.matrices, *self.vectors][:12]:
            for side in (A.rows, A.cols):
                if side.single is None or side in self.indices or len(self.indices) > MOST_INDICES:
                    continue
                try:
                    size = self.write.atom(side.single)
                except Unspoken:
                    continue
                self.indices[side] = size
                self.mirrored |= {
                    side + ONE - value: ("sub", ("add", size, "1"), self.indices[value]) for value in names
                }

    def own_sizes(self) -> set[Poly]:
        return {side for A in (*self.matrices, *self.vectors) for side in (A.rows, A.cols)}

    def value(self, tree: Tree) -> Any:
        try:
            return self.R.reading(tree)[0]
        except REFUSALS:
            return None

    def grow(self) -> None:
        """Parts of sums, factors, transposes, identities, differences, with subscripts of their sizes."""
        own = [*self.matrices.items()]
        self.indices |= self.mirrored
        for A, tree in own:
            if not isinstance(tree, str) and tree[0] in ("div", "mul"):
                continue
            for w, c in A.terms.items():
                self.written(Matrix(A.rows, A.cols, {w: ONE}))
                del c
        for A, _ in own:
            self.take_written(self.R.transpose(A))
        for A, tree in own:
            if A.rows == A.cols:
                self.take(("eye", tree))
        for (A, first), (B, second) in itertools.combinations(own[:8], 2):
            if (A.rows, A.cols) == (B.rows, B.cols):
                new = A - B
                small = (
                    len(new.terms) <= max(len(A.terms), len(B.terms)) and new.terms.keys() != A.terms.keys()
                )
                if new and small and self.core(new) not in self.known:
                    self.take(("sub", first, second))
        inside = [A for A, _ in own if self.core(A) in self.measured]
        for A in inside[:GRAMS]:
            if not self.R.symmetric(A):
                gram = self.R.multiply(self.R.transpose(A), A)
                self.take_written(gram)
                self.symmetric_parts(gram)
        vectors = [*self.vectors.items()]
        for (u, first), (v, second) in itertools.combinations(vectors[:8], 2):
            if u.rows == v.rows and len((u - v).terms) <= 2 and self.plain(u) and self.plain(v):
                self.take(("sub", first, second))

    def plain(self, v: Matrix) -> bool:
        """Whether it is no list of singular values or eigenvalues."""
        return not any(self.R.vector_kind(w) in ("s", "lam", "rev") for w in v.terms)

    def symmetric_parts(self, A: Matrix) -> None:
        """A sum of symmetric matrices, each a word or a word with its transpose, one after the other."""
        left = A
        for w in A.terms:
            if w in left.terms and w:
                pair = {v: left.terms[v] for v in (w, self.R.flipped(w)) if v in left.terms}
                self.take_written(Matrix(A.rows, A.cols, pair))
                left = Matrix(A.rows, A.cols, {v: c for v, c in left.terms.items() if v not in pair})
                self.take_written(left)

    def written(self, A: Matrix) -> None:
        for w in A.terms:
            for at in range(1, len(w)):
                for part in (w[:at], w[at:]):
                    sides = self.R.sides_of(part[0])[0], self.R.sides_of(part[-1])[1]
                    self.take_written(Matrix(*sides, {part: ONE}))
        self.take_written(A)

    def take_written(self, A: Matrix) -> None:
        if A and A not in self.matrices and len(A.terms) < 5:
            try:
                self.take(self.write.matrix(A))
            except Unspoken:
                return


class FactList:
    """What is found about one conclusion, with the steps that find it."""

    def __init__(self, kernel: Kernel) -> None:
        self.kernel = kernel
        self.steps = list[dict[str, Any]]()
        self.seen = dict[tuple[Poly, str], int]()

    def attempt(self, step: Mapping[str, Any]) -> Relation | None:
        """The fact that a step gives, without taking it."""
        before = len(self.kernel.facts)
        self.kernel.lacking = None
        try:
            self.kernel.run([dict(step)])
        except REFUSALS:
            return None
        relation = self.kernel.facts[-1]
        del self.kernel.facts[before:]
        return relation

    def take(self, step: Mapping[str, Any], relation: Relation | None = None) -> int | None:
        """Its number; None where the step gives nothing or says nothing."""
        relation = relation or self.attempt(step)
        if relation is None:
            return None
        p, how = relation
        key = primitive(p), how
        if not p or key in self.seen:
            return self.seen.get(key)
        if len(self.steps) >= MOST_FACTS:
            return None
        self.kernel.facts.append(relation)
        self.steps.append(dict(step))
        self.seen[key] = len(self.steps) - 1
        return len(self.steps) - 1


def candidates(pool: Pool, lemmas: Iterable[Theorem], deadline: float) -> Iterator[dict[str, Any]]:
    """Steps that put lemmas at terms of the pool."""
    for lemma in lemmas:
        for part in range(len(lemma.text.then)):
            tries = 0
            for names in assignments(pool, lemma, part):
                for at in subscripts(pool, lemma, part):
                    tries += 1
                    if tries > MOST_TRIES or process_time() > deadline:
                        break
                    texts = {name: text(tree) for name, tree in {**names, **at}.items()}
                    yield {"do": "lemma", "name": lemma.id, "part": part, "with": texts}


def subscripts(pool: Pool, lemma: Theorem, part: int) -> Iterator[dict[str, Tree]]:
    names = [*lemma.indices(part), COMPONENT] if vector_relation(lemma, part) else lemma.indices(part)
    for chosen in itertools.product(pool.indices.values(), repeat=len(names)):
        yield dict(zip(names, chosen, strict=True))


def vector_relation(lemma: Theorem, part: int) -> bool:
    """Whether its sides are vectors: by their outermost words."""
    words = {
        "s",
        "lam",
        "partial_sums",
        "head",
        "descending",
        "diagonal",
        "moduli",
        "entries",
        "ascending",
        "partial_products",
    }

    def vector(tree: Tree) -> bool:
        if isinstance(tree, str):
            return lemma.spaces.get(tree, [""])[0] == "vector"
        if tree[0] in words:
            return True
        return tree[0] in (
            "add",
            "sub",
            "neg",
            "mul",
            "div",
            "abs",
            "sq",
            "larger",
            "smaller",
            "pow",
        ) and any(map(vector, tree[1:]))

    return any(vector(side) for side in lemma.text.then[part][1:])


def assignments(pool: Pool, lemma: Theorem, part: int) -> Iterator[dict[str, Tree]]:
    """Terms for all inputs, of fitting shapes, at which the greatest terms of the lemma are known ones."""
    names = [*lemma.spaces]
    composites = lemma.composites(part)
    sums = any(tree[0] in ("add", "sub") for tree in composites)

    def choose(
        k: int, chosen: dict[str, Tree], values: dict[str, Any], sizes: dict[str, Poly]
    ) -> Iterator[dict[str, Tree]]:
        if k == len(names):
            yield dict(chosen)
            return
        name = names[k]
        space, *parameters = lemma.spaces[name]
        for value, tree in options(pool, space, signs=k > 0 and sums):
            more = fitting(pool, space, parameters, value, sizes)
            if more is None:
                continue
            chosen[name], values[name] = tree, value
            ready = [c for c in composites if name in leaves(c) and leaves(c) <= chosen.keys()]
            if all(known(pool, put(c, chosen)) for c in ready):
                yield from choose(k + 1, chosen, values, {**sizes, **more})
            del chosen[name], values[name]

    yield from choose(0, {}, {}, {})


def options(pool: Pool, space: str, signs: bool) -> list[tuple[Any, Tree]]:
    """With their negatives, for sums."""
    if space == "vector":
        return [*pool.vectors.items()]
    if space == "scalar":
        return [*pool.scalars.items()]
    if space == "integer":
        return [*pool.indices.items()]
    plain = [*pool.matrices.items()]
    return plain + [(-A, ("neg", tree)) for A, tree in plain if signs and -A not in pool.matrices]


def fitting(
    pool: Pool, space: str, parameters: list[str], value: Any, sizes: Mapping[str, Poly]
) -> dict[str, Poly] | None:
    """The sizes of the lemma that the value gives; None where it is of another shape."""
    if isinstance(value, Poly):
        return {}
    R = pool.R
    if space in ("symmetric", "psd", "pd") and not R.symmetric(value):
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


def known(pool: Pool, tree: Tree) -> bool:
    value = pool.value(tree)
    if not isinstance(value, Matrix):
        return False
    return not value or value.cols == ONE or pool.core(value) in pool.known
