"""From the normal form back to the text of a statement; what is read from it again is the same."""

from __future__ import annotations

from functools import reduce
from typing import Any

from perturb.derive.checker.matrices import Matrix, Unspoken, Word
from perturb.derive.checker.polynomials import ONE, Monomial, Poly
from perturb.derive.checker.reading import TermReader, Tree


def text(tree: Tree) -> str:
    return tree if isinstance(tree, str) else f"({' '.join(map(text, tree))})"


class TreeWriter:
    """The trees of polynomials, matrices and vectors of one reader."""

    def __init__(self, R: TermReader) -> None:
        self.R = R

    def poly(self, p: Poly) -> Tree:
        terms = [self.term(m, c) for m, c in sorted(p.terms.items(), key=lambda one: one[1] < 0)]
        return joined("add", terms) if terms else "0"

    def term(self, m: Monomial, c: Any) -> Tree:
        over = [self.atom(k) for k, e in m for _ in range(e)]
        under = [self.atom(k) for k, e in m for _ in range(-e)]
        over = [*([] if c == 1 and over else [str(c)]), *over]
        top = joined("mul", over)
        return reduce(lambda tree, by: ("div", tree, by), under, top)  # each of these is known not to be 0

    def atom(self, k: int) -> Tree:
        kind, *rest = self.R.names[k]
        if kind in ("input", "index"):
            return str(rest[0])
        if kind == "size":
            return self.size(k)
        if kind in ("comp", "sum"):
            inner = self.column(rest[0])
            return ("component", inner, self.poly(rest[1])) if kind == "comp" else ("sum", inner)
        if kind == "esum":
            return ("sum", joined("mul", [self.column(w) for w in rest[0]]))
        if kind == "form":
            return self.form(rest[0])
        if kind == "tr":
            return ("trace", self.word(rest[0]))
        if kind == "entry":
            return ("entry", self.word(rest[0]), self.poly(rest[1]), self.poly(rest[2]))
        if kind == "named":  # of a finder: a sum that it takes for one number
            return self.poly(rest[0])
        if kind in ("fro", "rank", "s_star"):
            return self.of_matrix(kind, rest[0])
        if kind in ("sqrt", "max"):
            return (kind, self.poly(rest[0]) if kind == "sqrt" else self.vector(rest[0]))
        if kind == "relu":
            return ("larger", self.poly(rest[0]), "0")
        if kind == "inv":
            return ("div", "1", self.poly(rest[0]))
        if kind == "min":
            return ("smaller", self.poly(rest[0]), self.poly(rest[1]))
        return (rest[0], *map(self.value, rest[1:]))

    def of_matrix(self, kind: str, M: Matrix) -> Tree:
        if kind == "fro" and M.cols == ONE:
            return ("norm", self.vector(M))
        return (kind, self.matrix(M))

    def form(self, word: Word) -> Tree:
        """x'y as the sum of the products of their components, if no more than that."""
        for at in range(1, len(word)):
            left, right = self.R.flipped(word[:at]), word[at:]
            if word[at - 1][1] or len(word) - at == 1 or at == len(word) - 1:
                return ("sum", ("mul", self.column(left), self.column(right)))
        return ("trace", self.word(word))

    def size(self, k: int) -> Tree:
        for name, x in self.R.inputs.items():
            if isinstance(x, Matrix):
                for word, side in (("cols", x.cols), ("rows", x.rows)):
                    if side.single == k:
                        return ("length", name) if x.vector else (word, name)
        raise Unspoken("a size that no input has")

    def value(self, x: Any) -> Tree:
        if isinstance(x, Poly):
            return self.poly(x)
        return self.vector(x) if x.vector else self.matrix(x)

    def scaled(self, c: Poly, tree: Tree) -> Tree:
        return tree if c == ONE else ("mul", self.poly(c), tree)

    def matrix(self, M: Matrix) -> Tree:
        if not M:
            raise Unspoken("the text of 0")
        terms = sorted(M.terms.items(), key=lambda one: not any(c > 0 for c in one[1].terms.values()))
        return joined("add", [self.scaled(c, self.word(w, M)) for w, c in terms])

    def vector(self, v: Matrix) -> Tree:
        if not v:
            raise Unspoken("the text of 0")
        terms = sorted(v.terms.items(), key=lambda one: not any(c > 0 for c in one[1].terms.values()))
        return joined("add", [self.scaled(c, self.column(w)) for w, c in terms])

    def word(self, word: Word, of: Matrix | None = None) -> Tree:
        if not word:
            if of is None:
                raise Unspoken("the text of an identity without a size")
            return self.identity(of.rows)
        return joined("matmul", [self.letter(k, turned) for k, turned in word])

    def identity(self, n: Poly) -> Tree:
        for name, x in self.R.inputs.items():
            if isinstance(x, Matrix) and not x.vector:
                if x.cols == n:
                    return ("eye", name)
                if x.rows == n:
                    return ("eye", ("T", name))
            if isinstance(x, Matrix) and x.vector and x.rows == n:
                return ("eye", ("diag", name))
        raise Unspoken("an identity of a size that no input has")

    def letter(self, k: int, turned: bool) -> Tree:
        tree, (kind, *rest) = self.plain(k), self.R.names[k]
        given = self.R.inputs[rest[0]] if kind == "input" else None
        if self.R.sides[k][1] == ONE and (not isinstance(given, Matrix) or given.vector):
            tree = ("column_matrix", tree)
        return ("T", tree) if turned else tree

    def column(self, word: Word) -> Tree:
        """A word of one column, as a vector."""
        if len(word) == 1 and not word[0][1]:
            tree = self.plain(word[0][0])
            name = self.R.names[word[0][0]]
            matrix = name[0] == "input" and not self.R.inputs[name[1]].vector  # type: ignore[union-attr]
            return ("entries", tree) if matrix else tree
        if not word:
            raise Unspoken("the text of a number as a vector")
        last, turned = word[-1]
        if not turned and self.R.sides[last][1] == ONE:
            return ("matmul", self.word(word[:-1]), self.column(word[-1:]))
        return ("entries", self.word(word))

    def plain(self, k: int) -> Tree:
        kind, *rest = self.R.names[k]
        if kind == "input":
            return str(rest[0])
        if kind in ("s", "lam"):
            return (kind, self.matrix(rest[0]))
        if kind == "rev":
            inner = self.R.names[rest[0][0][0]][1]
            return ("neg", ("lam", self.matrix(-inner)))
        if kind == "halved":
            whole = self.plain(rest[0][0][0])  # (s A), (lam A) or (neg (lam A))
            if whole[0] == "neg":
                return ("neg", (f"complex_{whole[1][0]}", whole[1][1]))
            return (f"complex_{whole[0]}", whole[1])
        if kind == "relu":
            return ("larger", self.vector(rest[0]), "0")
        if kind in ("root", "reciprocal"):
            inner = self.vector(rest[0])
            return ("sqrt", inner) if kind == "root" else ("div", "1", inner)
        if kind == "had":
            return joined("mul", [self.column(w) for w in rest[0]])
        if kind == "ones":
            return ("diagonal", self.identity(rest[0]))
        if kind == "psum":
            return ("partial_sums", self.column(rest[0]))
        if kind == "head":
            return ("head", self.column(rest[0]), self.poly(rest[1]))
        if kind == "vec":
            return ("entries", self.word(rest[0]) if rest[0] else self.identity(rest[1]))
        if kind in ("diag", "diagonal"):
            return (kind, self.column(rest[0]) if kind == "diag" else self.word(rest[0]))
        if kind == "kron":
            a, b, u, v = rest
            first, second = [self.word(w) if w else self.identity(side[0]) for w, side in ((a, u), (b, v))]
            return ("kron", first, second)
        if kind == "hadamard":
            return ("hadamard", self.matrix(rest[0]), self.matrix(rest[1]))
        if kind == "matrix":
            return (rest[0],)
        if kind == "inv":
            return ("inv", self.matrix(rest[0]))
        return (rest[0], *map(self.value, rest[1:]))


def joined(word: str, trees: list[Tree]) -> Tree:
    return reduce(lambda a, b: (word, a, b), trees)
