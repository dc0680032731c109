"""Letters and their words: what is known of each, and what products of them become.

Letters are the inputs and what no rule takes apart (singular values as a vector, a Kronecker product, ...).
What two letters side by side become: Q'Q is I for an orthogonal Q, PP is P for a projection, diagonal letters
change places, (A (x) B)(C (x) D) is AC (x) BD. A factor that is 1 x 1 is a number, of the coefficient.
"""

from __future__ import annotations

import itertools
from typing import Any

from flint import fmpq

from perturb.derive.checker.bounds import Bounds
from perturb.derive.checker.matrices import Letter, Matrix, Unspoken, Word
from perturb.derive.checker.polynomials import ONE, Monomial, Poly, atom

# Atoms that are never negative, by their kind; letters of which no component is.
NONNEG = {"fro", "rank", "s_star", "sqrt", "relu", "size", "min"}
NONNEG_COMPONENTS = {"s", "relu"}
POSITIVE = {"size", "min"}
INTEGERS = {"size", "index", "min"}


class Letters:
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

    def least(self, m: Poly, n: Poly, deleted: tuple[Poly, ...] = ()) -> Poly:
        """The smaller one of two sizes; `deleted`: numbers of rows and columns that the matrix is without."""
        bounds = Bounds((*self.always, *deleted)) if deleted else self.bounds
        if bounds.entail(n - m):
            return m
        if bounds.entail(m - n):
            return n
        if not all(self.positive(side) or self.bounds.entail(side - ONE) for side in (m, n)):
            raise Unspoken("a side that may be 0")
        first, second = sorted((m, n), key=Poly.ordered)
        known = ("min", first, second) in self.ids
        least = self.atom("min", first, second)
        if not known:
            self.always += [m - least, n - least]
            if self.bounds.entail(m - ONE) and self.bounds.entail(n - ONE):
                self.always.append(least - ONE)
        return least

    def within(self, k: Poly, length: Poly) -> list[Poly]:
        """What is >= 0 where 1 <= k <= length. Unspoken where k is no integer."""
        if not self.whole(k):
            raise Unspoken("a subscript that is no sum of integers")
        low, one = k - ONE, length.single
        if one is not None and self.names[one][0] == "min" and k != length:
            return [low, self.names[one][1] - k, self.names[one][2] - k]
        return [low, length - k]

    def whole(self, p: Poly) -> bool:
        """Whether it is made of sizes, indices, numbers of ones and whole numbers by sums and products."""
        atoms = all(self.names[k][0] in INTEGERS or self.counts(k) for k in p.atoms)
        whole = all(c.denominator == 1 for c in p.terms.values())
        return atoms and whole and all(e > 0 for m in p.terms for _, e in m)

    def counts(self, k: int) -> bool:
        """Whether it is the trace of a diagonal matrix of zeros and ones, which is how many ones it has."""
        kind, *rest = self.names[k]
        return bool(kind == "tr" and len(rest[0]) == 1 and "mask" in self.traits[rest[0][0][0]])

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
        if kind == "max":
            return self.moduli(rest[0])
        return kind in NONNEG or (kind == "word" and rest[0] in self.nonneg_words)

    def nonneg_vector(self, word: Word) -> bool:
        """Whether no component is negative."""
        if len(word) != 1:
            return False
        kind, *rest = self.names[word[0][0]]
        inner = kind in ("psum", "head", "halved") and self.nonneg_vector(rest[0])
        return inner or kind in NONNEG_COMPONENTS

    def moduli(self, v: Matrix) -> bool:
        """Whether it is c |u| = 2 c max(u, 0) - c u, component by component, for a c >= 0."""
        parts = [(w, c) for w, c in v.terms.items() if self.vector_kind(w) == "relu"]
        if len(parts) != 1:
            return False
        ((word, c),) = parts
        rest = Matrix(v.rows, v.cols, {w: d for w, d in v.terms.items() if w != word})
        half = c.scaled(fmpq(1, 2))
        return self.clear(half) and rest == -self.names[word[0][0]][1].times(half)

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

    def _square(self, word: Word) -> bool:
        if word != self.flipped(word):
            return False
        middle = word[len(word) // 2] if len(word) % 2 else None
        return middle is None or "psd" in self.traits[middle[0]]

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
        kinds = self.names[a[0]][0], self.names[b[0]][0]
        if kinds == ("kron", "kron"):
            return self.kron_pair(a, b)
        if kinds == ("kron", "vec") and not b[1]:
            return self.kron_vec(a, b)
        if kinds == ("vec", "kron") and a[1]:
            found = self.kron_vec(self.flip(b), self.flip(a))
            return None if found is None else [*self.flipped(tuple(found))]
        return None

    def inverse(self, a: Letter, b: Letter) -> bool:
        """Whether the first is the inverse of the second."""
        name = self.names[a[0]]
        return bool(name[0] == "inv" and ((b,) if not a[1] else (self.flip(b),)) == name[1].alone)

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

    def kron_vec(self, a: Letter, b: Letter) -> list[Letter] | None:
        """(A (x) B) times the entries of W, row by row: those of A W B'."""
        (_, p, q, u, v), (_, w, *sides) = self.names[a[0]], self.names[b[0]]
        if [u[1], v[1]] != sides:
            return None
        c, word = self.product(p, w, self.flipped(q))
        if c != ONE or not word:
            return None
        if v[0] == ONE:
            return [*word]
        if u[0] == ONE:
            return [*self.flipped(word)]
        return [(self.letter(("vec", word, u[0], v[0]), u[0] * v[0], ONE), False)]

    def kron_letter(self, a: Word, b: Word, u: tuple[Poly, Poly], v: tuple[Poly, Poly]) -> Letter:
        """A (x) B; the sides of both stand in its name, because an empty word has any."""
        same = a == self.flipped(a) and b == self.flipped(b)
        psd = same and u[0] == u[1] and v[0] == v[1] and self._square(a) and self._square(b)
        traits = ["symmetric", "psd"] if psd else ["symmetric"] if same else []
        return self.letter(("kron", a, b, u, v), u[0] * v[0], u[1] * v[1], *traits), False

    def numbers_out(self, word: Word) -> tuple[Poly, Word]:
        """Factors that are 1 x 1 go to the coefficient."""
        if not word:
            return ONE, word
        ends = [self.sides_of(word[0])[0], *[self.sides_of(letter)[1] for letter in word]]
        at = [k for k, side in enumerate(ends) if side == ONE]
        if len(at) < 2:
            return ONE, word
        coefficient = ONE
        for low, high in itertools.pairwise(at):
            coefficient = coefficient * self.form(word[low:high])
        return coefficient, word[: at[0]] + word[at[-1] :]

    def form(self, word: Word) -> Poly:
        """The number that a word of one row and one column is, of which `Terms` knows."""
        raise NotImplementedError
