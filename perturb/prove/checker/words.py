"""The words at 1 x 1 and 2 x 2: what they take, and their values (AUDIT.md has the proofs)."""

from __future__ import annotations

from collections.abc import Callable
from itertools import accumulate, combinations, product
from typing import Any

from perturb.prove.checker.matrices import HIGHEST, Matrix, Vector, alone, pieces, planar, unit
from perturb.prove.checker.paths import NEG, POS, ZERO, Poly, Ratio, Trail, number, require


class Words(Trail):
    """A path on which words have values: numbers, vectors (lists) and matrices."""

    def fold(self, f: Callable[..., Any], v: list[Any], *first: Any) -> Any:
        require(v or first, "the largest of no components")
        return list(accumulate([*first, *v], f))

    def pow(self, x: Ratio, e: Ratio) -> Any:
        p = e.n.leading_coefficient()
        require(e.n.is_constant() and not e.d and p <= HIGHEST and p.q in (1, 2), "unsupported: this power")
        if p < 0:
            return self.div(number(1), self.pow(x, self.sub(number(0), e)))
        return self.fold(self.mul, [self.sqrt(x) if p.q == 2 else x] * int(p.p) or [number(1)])[-1]

    def matmul(self, A: Matrix, B: Any) -> Any:
        columns = B.mirrored if isinstance(B, Matrix) else [B]
        require(A.n == len(columns[0]), "a product of these shapes")
        rows = [[self.fold(self.add, list(map(self.mul, r, c)))[-1] for c in columns] for r in A]
        return Matrix(rows) if isinstance(B, Matrix) else [row[0] for row in rows]

    def kron(self, A: Any, B: Any) -> Matrix:
        A, B = (x if isinstance(x, Matrix) else Matrix([y] for y in x) for x in (A, B))
        return Matrix([self.mul(a, b) for a, b in product(r, s)] for r, s in product(A, B))

    def adjugate(self, A: Matrix) -> Matrix:
        if A.m == 1:
            return unit(planar(A, 1).n)
        (a, b), (c, d) = planar(A)
        minus = [self.sub(number(0), x) for x in (b, c)]
        return Matrix([[d, minus[0]], [minus[1], a]])

    def det(self, A: Matrix, join: Callable[..., Ratio]) -> Ratio:
        """The determinant; joined by a sum the permanent."""
        if A.m != 2:
            return self.fold(self.mul, alone(A))[-1]  # type: ignore[no-any-return]
        (a, b), (c, d) = planar(A)
        return join(self.mul(a, d), self.mul(b, c))

    # spectra, in plane coordinates z -> u z + v conj(z)

    def plane(self, A: Matrix) -> tuple[list[Poly], Any]:
        """u1, u2, v1, v2 over a common denominator."""
        (a, b, c, d), over = self.together(*planar(A).all)
        return [p / 2 for p in (a + d, c - b, a - d, b + c)], over

    def moduli_of_plane(self, A: Matrix) -> tuple[Poly, Poly, Any]:
        """|u|, |v| and their denominator."""
        (u1, u2, v1, v2), d = self.plane(A)
        return self.root(self.squares([u1, u2])), self.root(self.squares([v1, v2])), d

    def two_rows(self, A: Matrix) -> Vector:
        """(a + b) / 2 and (a - b) / 2 with a^2, b^2 = |A|_F^2 +- 2 e, e^2 the sum of the squared minors."""
        require(2 in (A.m, A.n), "unsupported: singular values of this matrix")
        tops, d = self.together(*(A if A.m == 2 else A.mirrored).all)
        columns = list(zip(tops[: len(tops) // 2], tops[len(tops) // 2 :], strict=True))
        minors = [self.times(a, d) - self.times(c, b) for (a, b), (c, d) in combinations(columns, 2)]
        size, e = self.squares(tops), self.root(self.squares(minors))
        a, b = self.root(size + e * 2), self.root(size - e * 2)
        return [Ratio((a + b) / 2, d), Ratio((a - b) / 2, d)]

    def values(self, A: Matrix, first: bool = False) -> Vector:
        """The singular values piece by piece, not those that are 0 by their number; or the first ones."""
        found = []
        for P in [A] if 1 in (A.m, A.n) or (A.m, A.n) == (2, 2) else pieces(A):
            if 1 in (P.m, P.n):
                found.append(self.norm(P.all))
            elif (P.m, P.n) == (2, 2):
                p, q, d = self.moduli_of_plane(P)
                found += [Ratio(p + q, d), *([] if first else [self.abs(Ratio(p - q, d))])]
            else:
                found += self.two_rows(P)[: 1 if first else 2]
        return found

    def s(self, A: Matrix) -> Vector:
        """All singular values, sorted by the path's answers."""
        found = self.descending(self.values(A))
        return found + [number(0)] * (min(A.m, A.n) - len(found))

    def descending(self, xs: Vector) -> Vector:
        found: Vector = []
        for x in xs:
            k = 0
            while k < len(found) and not self.negative(self.sub(found[k], x).n):
                k += 1
            found.insert(k, x)
        return found

    def s1(self, A: Matrix) -> Any:
        """Without the question which of the two is larger, where there are two."""
        return self.fold(self.larger, self.values(A, first=True) or [number(0)])[-1]

    def s_star(self, A: Matrix) -> Any:
        if (A.m, A.n) == (2, 2):
            p, q, d = self.moduli_of_plane(A)
            sign = self.sign(p - q)
            every = [Ratio(p - q if sign == POS else q - p if sign == NEG else p + q, d)]
        else:
            every = self.values(A)
        kept = [x for x in every if self.nonzero(x.n)]
        if not kept:
            self.undefined()
        return self.fold(self.smaller, kept)[-1]

    def nonzero(self, p: Poly) -> bool:
        return self.sign(p) != ZERO

    def symmetric(self, A: Matrix) -> None:
        if self.nonzero(self.sub(planar(A)[0][1], A[1][0]).n):
            self.undefined()

    def lam(self, A: Matrix) -> Vector:
        if A.m > 2:
            return self.descending(alone(A))
        self.symmetric(A)
        (u1, _, v1, v2), d = self.plane(A)
        q = self.root(self.squares([v1, v2]))
        return [Ratio(u1 + q, d), Ratio(u1 - q, d)]

    def moduli(self, A: Matrix) -> Vector:
        """u1 +- sqrt(w), w = |v|^2 - u2^2, a complex pair of modulus sqrt(u1^2 - w) where w < 0."""
        if A.m > 2:
            return self.descending([self.abs(x) for x in alone(A)])
        (u1, u2, v1, v2), d = self.plane(A)
        w = self.squares([v1, v2]) - self.times(u2, u2)
        if self.negative(w):
            return [Ratio(self.root(self.times(u1, u1) - w), d)] * 2
        e, a = self.root(w), self.abs(Ratio(u1, d)).n
        return [Ratio(a + e, d), self.abs(Ratio(a - e, d))]

    def numerical_radius(self, A: Matrix) -> Ratio:
        """The numerical range is an ellipse about u1 with half-axes |v| along the real line, |u2| across."""
        (u1, u2, v1, v2), d = self.plane(A)
        a, b, e2 = self.abs(Ratio(u1, d)).n, self.root(self.squares([v1, v2])), self.times(u2, u2)
        gap = e2 - self.times(b, b)
        if self.ask(gap - self.times(a, b), (POS, NEG | ZERO)) != POS:
            return Ratio(a + b, d)
        top = self.times(e2, self.times(u1, u1) + gap)
        x = self.sqrt(self.div(Ratio(top, number(0).d), Ratio(gap, number(0).d)))
        return Ratio(x.n, x.d + d)

    def mat_abs(self, A: Matrix) -> Matrix:
        """m + (v conj(u) / m) conj with m = max(|u|, |v|)."""
        (u1, u2, v1, v2), d = self.plane(A)
        p, q, _ = self.moduli_of_plane(A)
        none = number(0).d
        m = Ratio(q if self.negative(p - q) else p, none)
        if not self.nonzero(m.n):
            return Matrix([[number(0)] * 2] * 2)
        cross = self.times(u1, v1) + self.times(u2, v2), self.times(u1, v2) - self.times(u2, v1)
        t1, t2 = (self.div(Ratio(t, none), m) for t in cross)
        rows = (self.add(m, t1), t2), (t2, self.sub(m, t1))
        return Matrix([Ratio(x.n, x.d + d) for x in row] for row in rows)

    def mat_sqrt(self, A: Matrix) -> Matrix:
        """(A + ab) / (a + b), a and b the roots of the eigenvalues."""
        a, b = [self.sqrt(x) for x in self.lam(A)]
        c, ab = self.add(a, b), self.mul(a, b)
        if not self.nonzero(c.n):
            return Matrix([[number(0)] * 2] * 2)
        tops = [[self.add(x, ab) if i == j else x for j, x in enumerate(row)] for i, row in enumerate(A)]
        return Matrix([self.div(x, c) for x in row] for row in tops)

    def rank(self, A: Matrix) -> Any:
        if min(A.m, A.n) > 1 and (A.m, A.n) != (2, 2) and pieces(A) != [A]:
            return self.fold(self.add, [self.rank(P) for P in pieces(A)], number(0))[-1]
        if 1 not in (A.m, A.n) and self.nonzero(self.det(planar(A), self.sub).n):
            return number(2)
        tops, _ = self.together(*A.all)
        return number(int(self.nonzero(self.squares(tops))))

    def slopes(self, t: Ratio, eta: Ratio) -> Ratio:
        sign = self.sign(t.n)
        if sign == ZERO:
            self.undefined()
        return number(1) if sign == POS else eta
