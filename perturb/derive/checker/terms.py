"""The numbers that are made of words, and the normal forms of matrices and numbers."""

from __future__ import annotations

from collections.abc import Iterable
from math import gcd, lcm
from typing import Any

from flint import fmpq

from perturb.derive.checker.letters import POSITIVE, Letters
from perturb.derive.checker.matrices import Matrix, Unspoken, Word
from perturb.derive.checker.polynomials import ONE, ZERO, Poly, atom, number, total

DOUBLE = ("word", "complex_matrix")
WITHOUT = {("word", "without_rows"), ("word", "without_columns")}


class Terms(Letters):
    """Sums, traces, components, products and representatives."""

    def __init__(self) -> None:
        super().__init__()
        self.turned, self.representatives = dict[Matrix, Matrix](), dict[Matrix, Matrix]()

    def form(self, word: Word) -> Poly:
        """The number that a word of one row and one column is, such as x'Ay."""
        (first, turned), (last, _) = word[0], word[-1]
        if len(word) == 1:
            return self.atom("form", min(word, self.flipped(word)))
        if self.names[last][0] in ("had", "ones"):
            return self.sum_of([self.flipped(word[:-1]), *self.factors(word[-1:])])
        if turned and self.names[first][0] in ("had", "ones"):
            return self.sum_of([*self.factors(((first, False),)), word[1:]])
        kinds = {self.names[first][0], self.names[last][0]} if len(word) == 2 and turned else set()
        if kinds == {"rev"}:
            return self.sum_of([self.names[first][1], self.names[last][1]])
        if kinds == {"vec"}:
            _, a, *sides = self.names[first]
            if sides != [*self.names[last][2:]]:  # of as many entries in rows of another length
                return self.atom("form", min(word, self.flipped(word)))
            c, inner = self.product(self.flipped(a), self.names[last][1])
            return c * (self.trace_of(inner) if inner else sides[1])
        return self.atom("form", min(word, self.flipped(word)))

    def factors(self, word: Word) -> list[Word]:
        """The vectors of which this one is the product, component by component."""
        name = self.names[word[0][0]] if len(word) == 1 else ("",)
        return [] if name[0] == "ones" else [*name[1]] if name[0] == "had" else [word]

    def sum_of(self, factors: list[Word], length: Poly | None = None) -> Poly:
        """The sum over the components of a product of vectors."""
        found = [one for word in factors for one in self.factors(word)]
        if not found:
            side = self.sides_of(factors[0][0])[0] if factors and factors[0] else length
            if side is None:
                raise Unspoken("a sum of no length")
            return side
        if all(self.vector_kind(w) == "rev" for w in found):
            found = [self.names[w[0][0]][1] for w in found]
        if all(self.vector_kind(w) == "halved" for w in found):  # of pairs, and so of products of these
            return self.sum_of([self.names[w[0][0]][1] for w in found]).scaled(fmpq(1, 2))
        if len(found) == 2:
            c, word = self.product(self.flipped(found[0]), found[1])
            return c if not word else c * self.atom("form", min(word, self.flipped(word)))
        if len(found) == 1:
            return self.sum_alone(found[0])
        return self.atom("esum", tuple(sorted(found)))

    def sum_alone(self, word: Word) -> Poly:
        if not word:
            return ONE
        kind = self.vector_kind(word)
        if kind == "diagonal":
            return self.trace_of(self.names[word[0][0]][1])
        if kind == "head":
            _, inner, k = self.names[word[0][0]]
            if not inner:  # of a list of one number, as often as it is taken
                return Poly(k.terms)
            if self.bounds.entail(k - ONE):
                return self.component_of(((self.partial_sums(inner), False),), k)
        return self.atom("sum", word)

    def partial_sums(self, word: Word) -> int:
        return self.letter(("psum", word), self.sides_of(word[0])[0], ONE)

    def trace(self, A: Matrix) -> Poly:
        parts = [c * (self.trace_of(w) if w else A.rows) for w, c in A.terms.items()]
        return total(parts)

    def trace_of(self, word: Word) -> Poly:
        """The trace of a square word that is not empty."""
        turned = [word[k:] + word[:k] for k in range(len(word))]
        for one in turned:
            if self.sides_of(one[0])[0] == ONE:
                coefficient, rest = self.product(one)
                if rest:
                    raise Unspoken("a trace that does not close")
                return coefficient
            c, rest = self.product(one)
            if rest != one and len(rest) < len(word):
                return c * (self.trace_of(rest) if rest else self.sides_of(one[0])[0])
            if rest != one and c != ONE:
                raise Unspoken("a trace that does not close")
        every = [self.product(w)[1] for one in turned for w in (one, self.flipped(one))]
        known = ("tr", min(every)) in self.ids
        found = self.atom("tr", min(every))
        if not known and self.counts(int(found.single or 0)):
            self.always += [found, self.sides_of(word[0])[0] - found]
        return found

    def component_of(self, word: Word, i: Poly) -> Poly:
        """The i-th component of a column."""
        if not word:
            return ONE
        kind, *rest = self.names[word[0][0]]
        if len(word) == 1:
            if kind == "ones":
                return ONE
            if kind == "had":
                return self._product(self.component_of(w, i) for w in rest[0])
            if kind == "head":
                return self.component_of(rest[0], i)
            if kind == "rev":
                return self.component_of(rest[0], self.sides_of(word[0])[0] + ONE - i)
            if kind == "diagonal":
                return self.entry_of(rest[0], i, i)
            if (
                kind == "vec"
                and rest[0]
                and self.sides_of(rest[0][0])[0] == self.sides_of(rest[0][-1])[1] == ONE
            ):
                return self.form(rest[0])
            if kind == "halved":
                return self.component_of(rest[0], i.scaled(2))
            if kind in ("s", "lam") and self.made_of_doubles(rest[0]) and even(i):  # the other one of a pair
                return self.component_of(word, i - ONE)
            if kind == "psum" and self.vector_kind(rest[0]) == "halved":
                inner = self.names[rest[0][0][0]][1]
                return self.component_of(((self.partial_sums(inner), False),), i.scaled(2)).scaled(fmpq(1, 2))
            if kind == "psum" and i == ONE:
                return self.component_of(rest[0], i)
            if kind in ("root", "reciprocal"):
                return self.function_of(kind, rest[0], i)
        if kind == "diag" and len(word) > 1:
            return self.component_of(rest[0], i) * self.component_of(word[1:], i)
        return self.atom("comp", word, i)

    def made_of_doubles(self, M: Matrix) -> bool:
        """Whether it is made of doubles [[X, -Y], [Y, X]], their inverses and I by sums and products."""
        return all(self.is_double(k) for w in M.terms for k, _ in w)

    def is_double(self, k: int) -> bool:
        name = self.names[k]
        return name[:2] == DOUBLE or (name[0] == "inv" and self.made_of_doubles(name[1]))

    def function_of(self, kind: str, v: Matrix, i: Poly) -> Poly:
        """A component of a vector to which a function was applied; `TermReader` knows where it is defined."""
        raise NotImplementedError

    @staticmethod
    def _product(polys: Iterable[Poly]) -> Poly:
        found = ONE
        for p in polys:
            found = found * p
        return found

    def entry_of(self, word: Word, i: Poly, j: Poly) -> Poly:
        if not word:
            if i == j:
                return ONE
            raise Unspoken("an entry of the identity away from its diagonal")
        if len(word) == 1 and self.names[word[0][0]][0] == "diag" and i == j:
            return self.component_of(self.names[word[0][0]][1], i)
        back = self.flipped(word)
        both = [(word, i, j), (back, j, i)]
        return self.atom("entry", *min(both, key=lambda x: (x[0], x[1].ordered(), x[2].ordered())))

    def multiply(self, A: Matrix, B: Matrix) -> Matrix:
        if A.cols != B.rows:
            raise Unspoken("a product of two shapes")
        terms = dict[Word, Poly]()
        for w, c in A.terms.items():
            for v, d in B.terms.items():
                e, word = self.product(w, v)
                terms[word] = terms.get(word, ZERO) + c * d * e
        return Matrix(A.rows, B.cols, terms, B.vector)

    def transpose(self, A: Matrix) -> Matrix:
        if A not in self.turned:
            terms = dict[Word, Poly]()
            for w, c in A.terms.items():
                d, word = self.product(self.flipped(w))
                terms[word] = terms.get(word, ZERO) + c * d
            self.turned[A] = Matrix(A.cols, A.rows, terms)
        return self.turned[A]

    def one(
        self, *name: Any, sides: tuple[Poly, Poly], traits: Iterable[str] = (), vector: bool = False
    ) -> Matrix:
        """A letter as a matrix; a number where it is 1 x 1."""
        c, word = self.numbers_out(((self.letter(name, *sides, *traits), False),))
        return Matrix(*sides, {word: c}, vector)

    def ones(self, n: Poly) -> Matrix:
        return (
            Matrix(n, ONE, {(): ONE}, True) if n == ONE else self.one("ones", n, sides=(n, ONE), vector=True)
        )

    def identity(self, n: Poly) -> Matrix:
        return Matrix(n, n, {(): ONE})

    def symmetric(self, A: Matrix) -> bool:
        return A.rows == A.cols and self.transpose(A) == A

    def semidefinite(self, A: Matrix) -> bool:
        """Whether it is a sum of positive multiples of W'W and W'SW, with letters S that are semidefinite."""
        return A.rows == A.cols and all(self.clear(c) and self._square(w) for w, c in A.terms.items())

    def content(self, A: Matrix) -> tuple[Poly, Matrix]:
        """A as c A_1: the rational content of the coefficients, with what all of them are multiples of."""
        monomials = [(m, c) for p in A.terms.values() for m, c in p.terms.items()]
        common = _common([dict(m) for m, _ in monomials])
        rational = fmpq(gcd(*[int(c.p) for _, c in monomials]), lcm(*[int(c.q) for _, c in monomials]))
        factor = Poly({tuple(sorted(common.items())): rational})
        inverse = Poly({tuple(sorted((k, -e) for k, e in common.items())): 1 / rational})
        return factor, A.times(inverse)

    def deleted(self, A: Matrix) -> tuple[Poly, ...]:
        """Numbers in the names of its letters that are >= 0 wherever these letters have values."""
        names = [self.names[k] for w in A.terms for k, _ in w]
        cut = [(name[2], name[3]) for name in names if name[:2] in WITHOUT]
        return tuple(p for M, less in cut for p in (less, *self.deleted(M)))

    def measure(self, A: Matrix) -> tuple[Poly, Matrix]:
        """A as c A_1, with a polynomial of more than one term too that all coefficients are multiples of."""
        factor, inner = self.content(A)
        for shared in {p: None for p in inner.terms.values() if len(p.terms) > 1}:
            ratios = {w: shared.divides(c) for w, c in inner.terms.items()}
            if None not in ratios.values():
                again, rest = self.content(Matrix(A.rows, A.cols, ratios, A.vector))  # type: ignore[arg-type]
                return factor * shared * again, rest
        return factor, inner

    def leading_negative(self, A: Matrix) -> bool:
        _, coefficients = A.key[0]
        return bool(coefficients[0][1] < 0)

    def stripped(self, A: Matrix) -> Matrix:
        """Without orthogonal letters that all words begin or end with."""
        while A.terms and all(A.terms):
            firsts, lasts = {w[0] for w in A.terms}, {w[-1] for w in A.terms}
            if len(firsts) == 1 and "orthogonal" in self.traits[next(iter(firsts))[0]]:
                A = Matrix(A.rows, A.cols, {w[1:]: c for w, c in A.terms.items()})
            elif len(lasts) == 1 and "orthogonal" in self.traits[next(iter(lasts))[0]]:
                A = Matrix(A.rows, A.cols, {w[:-1]: c for w, c in A.terms.items()})
            else:
                break
        return A

    def representative(self, A: Matrix) -> Matrix:
        """One of A, -A, A', -A', without orthogonal factors at the ends, of a matrix that is not 0."""
        if A not in self.representatives:
            B = self.stripped(A.as_vector(False))
            found = [-C if self.leading_negative(C) else C for C in (B, self.transpose(B))]
            least = min(found, key=lambda C: (C.key, C.rows.ordered(), C.cols.ordered()))
            self.representatives[A] = least
        return self.representatives[A]

    def absolute(self, c: Poly) -> Poly:
        """|c|: factor by factor where c has one term."""
        if self.clear(c):
            return c
        if len(c.terms) > 1:
            return self.relu(c).scaled(2) - c
        ((m, q),) = c.terms.items()
        found = number(abs(q))
        for k, e in m:
            even = e % 2 == 0 or self.never_negative(k)
            size = atom(k) if even else self.relu(atom(k)).scaled(2) - atom(k)
            found = found * (atom(k, e) if even else self.power(size, e))
        return found

    def power(self, p: Poly, e: int) -> Poly:
        if e >= 0:
            return p.power(e)
        return self.reciprocal(p).power(-e)

    def reciprocal(self, p: Poly) -> Poly:
        """1/p, of a polynomial that is not 0."""
        if not p:
            raise Unspoken("a division by 0")
        if len(p.terms) == 1:
            ((m, c),) = p.terms.items()
            return Poly({tuple((k, -e) for k, e in m): 1 / c})
        lead = p.ordered()[0][1]
        return self.atom("inv", p.scaled(1 / lead)).scaled(1 / lead)

    def relu(self, p: Poly) -> Poly:
        """max(p, 0)."""
        if self.clear(p):
            return p
        if self.clear(-p):
            return ZERO
        sizes = self.difference_of_sizes(p)
        if sizes is not None:
            return sizes[0] - self.least(*sizes)
        scale = abs(p.ordered()[0][1])
        p = p.scaled(1 / scale)
        if p.ordered()[0][1] < 0:
            return (self.relu(-p) + p).scaled(scale)
        return self.atom("relu", p).scaled(scale)

    def difference_of_sizes(self, p: Poly) -> tuple[Poly, Poly] | None:
        parts = p.ordered()
        if len(parts) != 2 or {c for _, c in parts} != {1, -1}:
            return None
        up, down = [Poly({m: abs(c)}) for m, c in sorted(parts, key=lambda part: -part[1])]
        fine = all(x.single is not None and self.names[x.single][0] in POSITIVE for x in (up, down))
        return (up, down) if fine else None


def even(p: Poly) -> bool:
    """Whether it is seen to be twice a sum of integers."""
    return all(c.denominator == 1 and int(c.numerator) % 2 == 0 for c in p.terms.values())


def _common(powers: list[dict[int, int]]) -> dict[int, int]:
    """The powers that all monomials have: the least where all are positive, the greatest where negative."""
    common = dict[int, int]()
    for k in powers[0] if powers else ():
        found = [p.get(k, 0) for p in powers]
        if min(found) > 0:
            common[k] = min(found)
        elif max(found) < 0:
            common[k] = max(found)
    return common
