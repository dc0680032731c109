"""Matrices as polynomials in letters that do not commute, and the numbers that are made of them.

A word is a product of letters, each as it is or transposed; the empty word is the identity. Letters are the inputs
and what no rule takes apart (singular values as a vector, a Kronecker product, ...). What two letters side by side
become: Q'Q is I for an orthogonal Q, PP is P for a projection, diagonal letters change places, (A (x) B)(C (x) D) is
AC (x) BD. A factor that is 1 x 1 is a number, and goes to the coefficient. A vector is a matrix with one column.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from fractions import Fraction
from math import gcd
from typing import Any

from perturb.derive.checker.bounds import Bounds
from perturb.derive.checker.polynomials import ONE, ZERO, Monomial, Poly, atom, number, total

Letter = tuple[int, bool]  # its number, and whether it is transposed
Word = tuple[Letter, ...]


class Unsupported(Exception):
    """What derivations do not know, in words."""


class Matrix:
    """Coefficients by words, rows x cols; `vector`: it was written as one, not as a matrix with one column."""

    __slots__ = ("_hash", "cols", "rows", "terms", "vector")

    def __init__(self, rows: Poly, cols: Poly, terms: Mapping[Word, Poly], vector: bool = False) -> None:
        self.rows, self.cols, self.vector = rows, cols, vector
        self.terms = {w: c for w, c in terms.items() if c}
        self._hash = hash((rows, cols, frozenset(self.terms.items())))

    def __hash__(self) -> int:
        return self._hash

    def __eq__(self, other: object) -> bool:
        alike = isinstance(other, Matrix) and (self.rows, self.cols) == (other.rows, other.cols)
        return alike and self.terms == other.terms  # type: ignore[union-attr]

    def __bool__(self) -> bool:
        return bool(self.terms)

    def __repr__(self) -> str:
        return f"Matrix({self.terms})"

    def __add__(self, other: Matrix) -> Matrix:
        if (self.rows, self.cols) != (other.rows, other.cols):
            raise Unsupported("a sum of two shapes")
        terms = dict(self.terms)
        for w, c in other.terms.items():
            terms[w] = terms.get(w, ZERO) + c
        return Matrix(self.rows, self.cols, terms, self.vector and other.vector)

    def times(self, c: Poly) -> Matrix:
        return Matrix(self.rows, self.cols, {w: c * d for w, d in self.terms.items()}, self.vector)

    def __neg__(self) -> Matrix:
        return self.times(number(-1))

    def __sub__(self, other: Matrix) -> Matrix:
        return self + -other

    def as_vector(self, vector: bool = True) -> Matrix:
        return Matrix(self.rows, self.cols, self.terms, vector)

    @property
    def key(self) -> list[Any]:
        return sorted((w, c.ordered()) for w, c in self.terms.items())

    @property
    def alone(self) -> Word | None:
        """The word that it is."""
        return next(iter(self.terms)) if [*self.terms.values()] == [ONE] else None


# Atoms that are never negative, by their kind; letters of which no component is.
NONNEG = {"fro", "rank", "s_star", "sqrt", "relu", "size", "min"}
NONNEG_COMPONENTS = {"s", "relu"}
POSITIVE = {"size", "min"}


class Terms:
    """The atoms and letters of one derivation, each once, by number."""

    def __init__(self) -> None:
        self.names = list[tuple[Any, ...]]()
        self.ids = dict[tuple[Any, ...], int]()
        self.sides = dict[int, tuple[Poly, Poly]]()
        self.traits = dict[int, frozenset[str]]()
        self.always = list[Poly]()  # of sizes, >= 0
        self.nonneg_words = set[str]()
        self.nonneg_inputs = set[str]()  # numbers that are not negative by their domain
        self._bounds: tuple[int, Bounds] = (0, Bounds())

    def number_of(self, *name: Any) -> int:
        if name not in self.ids:
            self.ids[name] = len(self.names)
            self.names.append(name)
        return self.ids[name]

    def atom(self, *name: Any) -> Poly:
        return atom(self.number_of(*name))

    def letter(self, name: tuple[Any, ...], rows: Poly, cols: Poly, *traits: str) -> int:
        k = self.number_of(*name)
        if k not in self.sides:
            self.sides[k], self.traits[k] = (rows, cols), frozenset(traits)
        return k

    @property
    def bounds(self) -> Bounds:
        """Of the sizes, wherever indices are."""
        if self._bounds[0] != len(self.always):
            self._bounds = len(self.always), Bounds(self.always)
        return self._bounds[1]

    # Sizes

    def least(self, m: Poly, n: Poly) -> Poly:
        """The smaller one of two sizes."""
        if self.bounds.entail(n - m):
            return m
        if self.bounds.entail(m - n):
            return n
        if not all(self.positive(side) or self.bounds.entail(side - ONE) for side in (m, n)):
            raise Unsupported("a side that may be 0")
        first, second = sorted((m, n), key=Poly.ordered)
        known = ("min", first, second) in self.ids
        least = self.atom("min", first, second)
        if not known:
            self.always += [m - least, n - least]
            if self.bounds.entail(m - ONE) and self.bounds.entail(n - ONE):
                self.always.append(least - ONE)
        return least

    def within(self, k: Poly, length: Poly) -> list[Poly]:
        """What is >= 0 where 1 <= k <= length. Unsupported where k is no integer."""
        if not self.whole(k):
            raise Unsupported("a subscript that is no sum of integers")
        low, one = k - ONE, length.single
        if one is not None and self.names[one][0] == "min" and k != length:
            return [low, self.names[one][1] - k, self.names[one][2] - k]
        return [low, length - k]

    def whole(self, p: Poly) -> bool:
        """Whether it is made of sizes, indices and whole numbers by sums and products."""
        atoms = {self.names[k][0] for k in p.atoms} <= {"size", "index", "min"}
        whole = all(c.denominator == 1 for c in p.terms.values())
        return atoms and whole and all(e > 0 for m in p.terms for _, e in m)

    # Signs

    def never_negative(self, k: int) -> bool:
        kind, *rest = self.names[k]
        if kind in ("comp", "sum"):
            return self.nonneg_vector(rest[0])
        if kind in ("form", "tr"):
            word = rest[0]
            starts = range(len(word) if kind == "tr" else 1)
            return any(self._square(word[at:] + word[:at]) for at in starts)
        if kind == "input":
            return rest[0] in self.nonneg_inputs
        return kind in NONNEG or (kind == "word" and rest[0] in self.nonneg_words)

    def nonneg_vector(self, word: Word) -> bool:
        """Whether no component is negative."""
        if len(word) != 1:
            return False
        kind, *rest = self.names[word[0][0]]
        inner = kind in ("psum", "head") and self.nonneg_vector(rest[0])
        return inner or kind in NONNEG_COMPONENTS

    def vector_kind(self, word: Word) -> str:
        return str(self.names[word[0][0]][0]) if len(word) == 1 else ""

    def clear(self, p: Poly) -> bool:
        """Whether p >= 0 can be seen: positive coefficients of what is never negative."""
        return all(c > 0 and self.clear_monomial(m) for m, c in p.terms.items())

    def clear_monomial(self, m: Monomial) -> bool:
        return all(e % 2 == 0 or self.never_negative(k) for k, e in m)

    def positive(self, p: Poly) -> bool:
        """Whether p > 0 can be seen."""
        sizes = any(all(self.names[k][0] in POSITIVE for k, _ in m) for m in p.terms)
        return sizes and self.clear(p)

    # Words

    def flip(self, letter: Letter) -> Letter:
        k, turned = letter
        name, traits = self.names[k], self.traits[k]
        if "symmetric" in traits:
            return letter
        if name[0] == "kron":
            return self.kron_letter(self.flipped(name[1]), self.flipped(name[2]), *map(self.turn, name[3:]))
        return k, not turned

    @staticmethod
    def turn(sides: tuple[Poly, Poly]) -> tuple[Poly, Poly]:
        return sides[::-1]

    def flipped(self, word: Word) -> Word:
        return tuple(self.flip(letter) for letter in reversed(word))

    def sides_of(self, letter: Letter) -> tuple[Poly, Poly]:
        rows, cols = self.sides[letter[0]]
        return (cols, rows) if letter[1] else (rows, cols)

    def product(self, *words: Word) -> tuple[Poly, Word]:
        """The coefficient and the word that a product of words becomes."""
        word = [letter for part in words for letter in part]
        changed = True
        while changed:
            changed = False
            for at in range(len(word) - 1):
                pair = self.pair(word[at], word[at + 1])
                if pair is not None:
                    word[at : at + 2] = pair
                    changed = True
                    break
        return self.numbers_out(tuple(word))

    def pair(self, a: Letter, b: Letter) -> list[Letter] | None:
        """What two letters side by side become, or None."""
        left, right, alike = self.traits[a[0]], self.traits[b[0]], a[0] == b[0]
        if alike and "orthogonal" in left and (a[1] != b[1] or "symmetric" in left):
            return []
        if alike and a[1] == b[1] and "idempotent" in left:
            return [a]
        if "diagonal" in left and "diagonal" in right and a[0] > b[0] and "symmetric" in left & right:
            return [b, a]
        if self.inverse(a, b) or self.inverse(b, a):
            return []
        if self.names[a[0]][0] == self.names[b[0]][0] == "kron":
            return self.kron_pair(a, b)
        return None

    def inverse(self, a: Letter, b: Letter) -> bool:
        """Whether the first is the inverse of the second."""
        name = self.names[a[0]]
        return name[0] == "inv" and ((b,) if not a[1] else (self.flip(b),)) == name[1].alone

    def kron_pair(self, a: Letter, b: Letter) -> list[Letter] | None:
        (_, p, q, u, v), (_, r, t, w, x) = self.names[a[0]], self.names[b[0]]
        if u[1] != w[0] or v[1] != x[0]:
            return None
        (c, first), (d, second) = self.product(p, r), self.product(q, t)
        if c * d != ONE:
            return None
        sides = (u[0], w[1]), (v[0], x[1])
        if first == second == () and sides[0][0] == sides[0][1] and sides[1][0] == sides[1][1]:
            return []
        return [self.kron_letter(first, second, *sides)]

    def kron_letter(self, a: Word, b: Word, u: tuple[Poly, Poly], v: tuple[Poly, Poly]) -> Letter:
        """A (x) B; the sides of both stand in its name, because an empty word has any."""
        same = a == self.flipped(a) and b == self.flipped(b)
        rows, cols = u[0] * v[0], u[1] * v[1]
        return self.letter(("kron", a, b, u, v), rows, cols, *(["symmetric"] if same else [])), False

    def numbers_out(self, word: Word) -> tuple[Poly, Word]:
        """Factors that are 1 x 1 go to the coefficient."""
        if not word:
            return ONE, word
        ends = [self.sides_of(word[0])[0], *[self.sides_of(letter)[1] for letter in word]]
        at = [k for k, side in enumerate(ends) if side == ONE]
        if len(at) < 2:
            return ONE, word
        coefficient = ONE
        for low, high in zip(at, at[1:], strict=False):
            coefficient = coefficient * self.form(word[low:high])
        return coefficient, word[: at[0]] + word[at[-1] :]

    # Numbers made of words

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
                raise Unsupported("a sum of no length")
            return side
        if all(self.vector_kind(w) == "rev" for w in found):
            found = [self.names[w[0][0]][1] for w in found]
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
                    raise Unsupported("a trace that does not close")
                return coefficient
            c, rest = self.product(one)
            if rest != one and len(rest) < len(word):
                return c * (self.trace_of(rest) if rest else self.sides_of(one[0])[0])
            if rest != one and c != ONE:
                raise Unsupported("a trace that does not close")
        every = [self.product(w)[1] for one in turned for w in (one, self.flipped(one))]
        return self.atom("tr", min(every))

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
            if kind == "psum" and i == ONE:
                return self.component_of(rest[0], i)
            if kind in ("root", "reciprocal"):
                return self.function_of(kind, rest[0], i)
        if kind == "diag" and len(word) > 1:
            return self.component_of(rest[0], i) * self.component_of(word[1:], i)
        return self.atom("comp", word, i)

    def function_of(self, kind: str, v: Matrix, i: Poly) -> Poly:
        """A component of a vector to which a function was applied, of which `Reader` knows where it is defined."""
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
            raise Unsupported("an entry of the identity away from its diagonal")
        if len(word) == 1 and self.names[word[0][0]][0] == "diag" and i == j:
            return self.component_of(self.names[word[0][0]][1], i)
        back = self.flipped(word)
        both = [(word, i, j), (back, j, i)]
        return self.atom("entry", *min(both, key=lambda x: (x[0], x[1].ordered(), x[2].ordered())))

    # Matrices

    def multiply(self, A: Matrix, B: Matrix) -> Matrix:
        if A.cols != B.rows:
            raise Unsupported("a product of two shapes")
        terms = dict[Word, Poly]()
        for w, c in A.terms.items():
            for v, d in B.terms.items():
                e, word = self.product(w, v)
                terms[word] = terms.get(word, ZERO) + c * d * e
        return Matrix(A.rows, B.cols, terms, B.vector)

    def transpose(self, A: Matrix) -> Matrix:
        terms = dict[Word, Poly]()
        for w, c in A.terms.items():
            d, word = self.product(self.flipped(w))
            terms[word] = terms.get(word, ZERO) + c * d
        return Matrix(A.cols, A.rows, terms)

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
        return A.rows == A.cols and A == self.transpose(A)

    def semidefinite(self, A: Matrix) -> bool:
        """Whether it is a sum of positive multiples of W'W and W'SW, with letters S that are semidefinite."""
        return A.rows == A.cols and all(self.clear(c) and self._square(w) for w, c in A.terms.items())

    def _square(self, word: Word) -> bool:
        if word != self.flipped(word):
            return False
        middle = word[len(word) // 2] if len(word) % 2 else None
        return middle is None or "psd" in self.traits[middle[0]]

    def content(self, A: Matrix) -> tuple[Poly, Matrix]:
        """A as c A_1: the rational content of the coefficients, with what all of them are multiples of."""
        monomials = [(m, c) for p in A.terms.values() for m, c in p.terms.items()]
        common = _common([dict(m) for m, _ in monomials])
        top = gcd(*[c.numerator for _, c in monomials])
        low = Fraction(1)
        for _, c in monomials:
            low = Fraction(low.numerator * c.denominator // gcd(low.numerator, c.denominator))
        rational = Fraction(top) / low
        factor = Poly({tuple(sorted(common.items())): rational})
        inverse = Poly({tuple(sorted((k, -e) for k, e in common.items())): 1 / rational})
        return factor, A.times(inverse)

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
        A = self.stripped(A)
        found = [A, self.transpose(A)]
        found = [-B if self.leading_negative(B) else B for B in found]
        return min(found, key=lambda B: (B.key, B.rows.ordered(), B.cols.ordered()))

    def absolute(self, c: Poly) -> Poly:
        """|c|: factor by factor where c has one term."""
        if self.clear(c):
            return c
        if len(c.terms) > 1:
            return self.relu(c).scaled(Fraction(2)) - c
        ((m, q),) = c.terms.items()
        found = number(abs(q))
        for k, e in m:
            even = e % 2 == 0 or self.never_negative(k)
            size = atom(k) if even else self.relu(atom(k)).scaled(Fraction(2)) - atom(k)
            found = found * (Poly({((k, e),): Fraction(1)}) if even else self.power(size, e))
        return found

    def power(self, p: Poly, e: int) -> Poly:
        if e >= 0:
            return p.power(e)
        return self.reciprocal(p).power(-e)

    def reciprocal(self, p: Poly) -> Poly:
        """1/p, of a polynomial that is not 0."""
        if not p:
            raise Unsupported("a division by 0")
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


def _common(powers: list[dict[int, int]]) -> Monomial | dict[int, int]:
    """The powers that all monomials have: the least where all are positive, the greatest where negative."""
    common = dict[int, int]()
    for k in powers[0] if powers else ():
        found = [p.get(k, 0) for p in powers]
        if min(found) > 0:
            common[k] = min(found)
        elif max(found) < 0:
            common[k] = max(found)
    return common
