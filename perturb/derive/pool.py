"""The terms of a statement: matrices, vectors, numbers and indices, at which lemmas are tried."""

from __future__ import annotations

import itertools
from collections.abc import Iterable, Iterator
from typing import Any

from perturb.derive.checker.facts import COMPONENT
from perturb.derive.checker.kernel import Kernel
from perturb.derive.checker.matrices import Matrix, Unspoken, Word
from perturb.derive.checker.polynomials import ONE, Poly
from perturb.derive.checker.reading import Tree
from perturb.derive.checker.terms import DOUBLE
from perturb.derive.lemmas import leaves
from perturb.derive.texts import TreeWriter
from perturb.prove.checker.numbers import Rejected

SUBSCRIPTED = ("component", "entry", "head", "index", "without_rows", "without_columns")
LISTS = ("s", "lam", "rev", "psum", "head", "had", "halved")  # of vectors of which no differences are taken
MOST_ITEMS, MOST_VECTORS, MOST_INDICES, GRAMS, COMBINED = 40, 24, 7, 3, 6
LONG = 9  # words of a Gram matrix that says something
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
        self.fractions = dict[
            tuple[str, str], tuple[Poly, Poly]
        ]()  # with roots: what is divided by, and what is
        self.indices = dict[Poly, Tree]({ONE: "1"})
        self.mirrored = dict[Poly, Tree]()  # indices counted from the end
        self.named = dict[str, Tree]()  # trees by names that no statement has
        self.aliases = dict[Any, str]()
        self.known = set[Matrix]()
        self._words = (0, list[set[Word]](), list[set[int]]())
        self.measured = set[Matrix]()  # of which singular values are in the statement
        self.stated = set[Matrix]()  # what the statement has, but for a factor
        self.spectral = set[Matrix]()  # and eigenvalues, but for a factor and a multiple of the identity
        relations = [*relations]
        for relation in relations:
            for side in relation[1:]:
                for tree in subtrees(side):
                    self.take(tree)
                    self.factors(tree)
        names = [*self.R.names]
        self.measured = {name[1] for name in names if name[0] in ("s", "s_star")}
        self.spectral = {self.core(name[1]) for name in names if name[0] == "lam"}
        self.stated = {self.core(A) for A in self.matrices}
        self.subscripts(relations)
        sums = [name[1] for name in names if name[0] in ("fro", "s") and len(name[1].terms) > 1]
        self.peel([*self.vectors, *[A for A in sums if ONE in (A.rows, A.cols)]])
        for A in sums:
            self.telescope(A)

    def take(self, tree: Tree) -> None:
        try:
            value = self.kernel.read(tree)
        except REFUSALS:
            return
        if isinstance(value, Poly):
            self.numbers.setdefault(value, tree)
            own = isinstance(tree, str) and tree in self.R.inputs and not self.R.whole(value)
            if own or self.difference_of_inputs(value):
                self.scalars.setdefault(value, tree)
                if not self.R.clear(value):
                    self.scalars.setdefault(-value, ("neg", tree))
        elif value and value.vector:
            if len(self.vectors) < MOST_VECTORS:
                self.vectors.setdefault(value, tree)
        elif value and len(self.matrices) < MOST_ITEMS:
            self.matrices.setdefault(value, tree)
            self.known.add(self.core(value))
            if shifted := self.shifted(value):
                self.known.add(self.core(shifted))

    def factors(self, tree: Tree) -> None:
        """What a matrix is multiplied with; the parts of a fraction that has roots in it."""
        if isinstance(tree, str) or len(tree) != 3 or tree[0] not in ("mul", "div"):
            return
        values = [self.value(part) for part in tree[1:]]
        numbers = [isinstance(x, Poly) and x.constant is None for x in values]
        rooted = [isinstance(x, Poly) and any(self.R.names[k][0] == "sqrt" for k in x.atoms) for x in values]
        for part, x, fine in zip(tree[1:], values, numbers, strict=True):
            inputs = fine and all(self.R.names[k][0] == "input" for k in x.atoms)
            if inputs and tree[0] == "mul" and any(isinstance(y, Matrix) and not y.vector for y in values):
                self.scalars.setdefault(x, part)
        if tree[0] == "div" and any(rooted) and all(isinstance(x, Poly) for x in values):
            top, bottom = [self.alias(x, part) for part, x in zip(tree[1:], values, strict=True)]
            self.fractions.setdefault((bottom, top), (values[1], values[0]))

    def difference_of_inputs(self, p: Poly) -> bool:
        """Of two numbers, by which a statement may multiply."""
        inputs = all(self.R.names[k][0] == "input" for k in p.atoms)
        return inputs and sorted(p.terms.values()) == [-1, 1] and len(p.atoms) == 2

    def alias(self, value: Any, tree: Tree) -> str:
        """A short name of a term, that the reader knows."""
        key = type(value), value, isinstance(value, Matrix) and value.vector
        if key not in self.aliases:
            name = self.aliases[key] = f"#{len(self.aliases)}"
            self.named[name], self.R.inputs[name] = tree, value
        return self.aliases[key]

    def sums(self) -> list[Poly]:
        """What is written as the larger or the smaller one of two numbers, smaller terms first."""
        words = ("larger", "smaller")
        return [p for p, tree in self.numbers.items() if tree[0] in words and len(p.terms) > 1]

    def sizes_compared(self) -> Iterator[list[Poly]]:
        """The larger or the smaller one of two sizes, with both."""
        for p, tree in self.numbers.items():
            if tree[0] in ("larger", "smaller") and self.R.whole(p):
                yield [p, *map(self.value, tree[1:])]

    @property
    def index_names(self) -> list[str]:
        return [self.alias(value, tree) for value, tree in self.indices.items()]

    def options(self, space: str, signs: bool) -> list[tuple[Any, str]]:
        """What an input of this space may be; `signs`: with negatives, for sums."""
        if space in ("vector", "scalar", "integer"):
            items = {"vector": self.vectors, "scalar": self.scalars, "integer": self.indices}[space]
            found = [*items.items()]  # type: ignore[attr-defined]
            if space == "vector" and signs:
                found += [(-v, ("neg", tree)) for v, tree in found if -v not in self.vectors]
            return [(value, self.alias(value, tree)) for value, tree in found]
        plain = [*self.matrices.items()]
        if space == "activation":  # of I a lemma about masks says nothing
            plain = [(A, tree) for A, tree in plain if A.terms.keys() != {()}]
        more = [(-A, ("neg", tree)) for A, tree in plain if signs and -A not in self.matrices]
        return [(A, self.alias(A, tree)) for A, tree in (*plain, *more)]

    def likely(self, tree: Tree) -> bool:
        """False where a sum or a product of two terms has words or letters that no known matrix has."""
        if isinstance(tree, str) or len(tree) != 3 or tree[0] not in ("add", "sub", "matmul"):
            return True
        A, B = [self.R.inputs.get(x) if isinstance(x, str) else None for x in tree[1:]]
        if not isinstance(A, Matrix) or not isinstance(B, Matrix):
            return True
        if B.cols == ONE:
            return tree[0] == "matmul" or self.knows(A + B if tree[0] == "add" else A - B)
        if tree[0] == "matmul":
            letters = {k for w in (*A.terms, *B.terms) for k, _ in w}
            plain = all(
                not self.R.traits[k] & {"orthogonal"} and self.R.names[k][0] != "inv" for k in letters
            )
            return not plain or any(letters == one for one in self.letters())
        words = [{*X.terms} - {()} for X in (A, B)]
        either, once = words[0] | words[1], words[0] ^ words[1]
        return any(once <= one <= either for one in self.words())

    def words(self) -> list[set[Word]]:
        """Of the known matrices and their transposes, without the identity."""
        if len(self.known) != self._words[0]:
            found = [{*A.terms} - {()} for B in self.known for A in (B, self.R.transpose(B))]
            found.append(set())
            letters = [{k for w in one for k, _ in w} for one in found]
            self._words = len(self.known), found, letters
        return self._words[1]

    def letters(self) -> list[set[int]]:
        self.words()
        return self._words[2]

    def core(self, A: Matrix) -> Matrix:
        """Without sign, transposition and rational factors."""
        return self.R.representative(self.R.measure(A)[1])

    def knows(self, v: Matrix) -> bool:
        """Whether a vector is here, or its opposite, or is 0."""
        return not v or v in self.vectors or -v in self.vectors

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
                if not isinstance(tree, str) and tree[0] in SUBSCRIPTED:
                    at = tree[1:] if tree[0] == "index" else tree[2:]
                    found += [*leaves(("", *at)), *at]
        for tree in found:
            value = self.value(tree)
            bounded = isinstance(value, Poly) and value.atoms <= self.kernel.mentioned() | self.sizes()
            if bounded and self.R.whole(value):
                self.indices.setdefault(value, tree)
        if any(name[0] == "halved" or name[:2] == DOUBLE for name in self.R.names):  # the places of a pair
            self.indices |= {v.scaled(2): ("mul", "2", tree) for v, tree in [*self.indices.items()]}
        ascending = any(name[0] == "psum" for name in self.R.names)  # then values come from the end
        names = [
            value
            for value in self.indices
            if (ascending or value.single is not None) and value not in self.own_sizes()
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
                shared = A.terms.keys() & B.terms.keys()
                small = len(new.terms) <= max(len(A.terms), len(B.terms)) and (
                    len(A.terms) == len(B.terms) == 1 or shared - new.terms.keys()  # something cancels
                )
                if new and small and self.core(new) not in self.known:
                    self.take(("sub", first, second))
        for A in self.upright(own)[:GRAMS]:
            if not self.R.symmetric(A):
                gram = self.R.multiply(self.R.transpose(A), A)
                if len(gram.terms) <= LONG:
                    self.take_written(gram)
                    self.symmetric_parts(gram)
        self.combinations()
        pairs = [*itertools.combinations([*self.vectors.items()][:14], 2)]
        pairs.sort(key=lambda pair: self.made_of(pair[0][0]) != self.made_of(pair[1][0]))  # alike ones first
        for (u, first), (v, second) in pairs:
            if u.rows == v.rows and len((u - v).terms) <= 4 and self.plain(u) and self.plain(v):
                self.take(("sub", first, second))

    def peel(self, waiting: list[Matrix]) -> None:
        """Of A u - A v what A is applied to, and of max(u, 0) - max(v, 0) the difference u - v, and so on."""
        while waiting:
            A = waiting.pop()
            A = self.R.transpose(A) if A.rows == ONE else A
            for B in (self.behind(A), self.under(A)):
                if B is not None and B not in self.matrices and B not in self.vectors:
                    self.take_written(B)
                    waiting.append(B)

    def telescope(self, A: Matrix) -> None:
        """Of P Q - R S the parts (P - R) Q and R (Q - S), and their factors."""
        (v, c), (w, d), *more = A.terms.items()
        if more or c + d or ONE in (A.rows, A.cols):
            return
        for i, j in itertools.product(range(1, len(v)), range(1, len(w))):
            (P, Q), (R, S) = self.cut(v, i), self.cut(w, j)
            if P.cols == R.cols and P != R and Q != S:
                for one, other in ((P - R, Q), (R, Q - S)):
                    self.take_written(one)
                    self.take_written(other)
                    self.take(("matmul", self.write.matrix(one), self.write.matrix(other)))

    def cut(self, w: Word, at: int) -> tuple[Matrix, Matrix]:
        """Both parts of a product."""
        middle = self.R.sides_of(w[at])[0]
        rows, cols = self.R.sides_of(w[0])[0], self.R.sides_of(w[-1])[1]
        return Matrix(rows, middle, {w[:at]: ONE}), Matrix(middle, cols, {w[at:]: ONE})

    def behind(self, A: Matrix) -> Matrix | None:
        """B of A = X B, for a letter X that all of its words begin with."""
        firsts = {w[:1] for w in A.terms}
        if len(firsts) != 1 or not all(len(w) > 1 for w in A.terms):
            return None
        (((k, turned),),) = firsts
        rows = self.R.sides_of((k, turned))[1]
        return Matrix(rows, A.cols, {w[1:]: c for w, c in A.terms.items()}, A.cols == ONE)

    def under(self, A: Matrix) -> Matrix | None:
        """u - v of a multiple of max(u, 0) - max(v, 0)."""
        parts = [(self.R.names[w[0][0]], c) for w, c in A.terms.items() if self.R.vector_kind(w) == "relu"]
        if len(parts) != len(A.terms) or len(parts) != 2 or parts[0][1] + parts[1][1]:
            return None
        inner: Matrix = parts[0][0][1] - parts[1][0][1]
        return inner.as_vector()

    def upright(self, own: Iterable[tuple[Matrix, Tree]]) -> list[Matrix]:
        """Of what has its singular values in the statement each once, and not transposed where it can be.

        So the Gram matrices of A and of A + cI have A'A in common.
        """
        found = dict[Matrix, Matrix]()
        for A, _ in sorted(own, key=lambda one: any(turned for w in one[0].terms for _, turned in w[-1:])):
            if self.core(A) in self.measured:
                found.setdefault(self.core(A), A)
        return [*found.values()]

    def combinations(self) -> None:
        """Multiples of symmetric matrices, where the sum of two of them is a multiple of a third one."""
        own = [(A, tree) for A, tree in self.matrices.items() if self.R.symmetric(A)]
        cores = {A: self.core(self.shifted(A)) for A, _ in own if self.shifted(A)}
        grams = {self.core(self.R.multiply(self.R.transpose(A), A)) for A in self.measured}
        own = [x for x in own if cores.get(x[0]) in self.spectral or self.core(x[0]) in grams][:COMBINED]
        whole = {cores[A] for A, _ in own}
        factors = [*self.scalars.items()]
        multiples = [
            (A, A.times(c), ("mul", by, tree)) for A, tree in own for c, by in factors[: 2 * COMBINED]
        ]
        for (A, X, first), (B, Y, second) in itertools.combinations(multiples, 2):
            total = self.shifted(X + Y) if A.rows == B.rows else None
            if cores[A] == cores[B] or not total or len(total.terms) > len(A.terms):
                continue
            if self.core(total) in whole - {cores[A], cores[B]}:
                for tree in (first, second, ("add", first, second)):
                    self.take(tree)
                return

    def made_of(self, v: Matrix) -> set[str]:
        """What its words begin with: a vector of positive parts, an input, a product."""
        return {str(self.R.names[w[0][0]][0]) for w in v.terms if w}

    def plain(self, v: Matrix) -> bool:
        """Whether it is no list of singular values or eigenvalues, and none of sums or products."""
        return not any(self.R.vector_kind(w) in LISTS for w in v.terms)

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
            twice = [at for at in range(1, len(w) - 1) if "idempotent" in self.R.traits[w[at][0]]]
            cuts: list[tuple[Word, ...]] = [(w[:at], w[at:]) for at in range(1, len(w))]
            cuts += [(w[: at + 1], w[at:]) for at in twice]  # P is PP
            cuts += [(w[at : to + 1],) for at, to in itertools.combinations(twice, 2)]
            for pair in cuts:
                for part in pair:
                    sides = self.R.sides_of(part[0])[0], self.R.sides_of(part[-1])[1]
                    self.take_written(Matrix(*sides, {part: ONE}))
        self.take_written(A)

    def take_written(self, A: Matrix) -> None:
        if A and A not in (self.vectors if A.vector else self.matrices) and len(A.terms) < 5:
            try:
                self.take(self.write.vector(A) if A.vector else self.write.matrix(A))
            except Unspoken:
                return
