"""The words of statements at 1 x 1 and 2 x 2, each with its own formula (AUDIT.md has the proofs)."""

from __future__ import annotations

from fractions import Fraction
from itertools import accumulate, product
from typing import Any

from perturb.prove.checker import pieces
from perturb.prove.checker.matrices import HIGHEST, Matrix, Vector, as_scalar, planar, square
from perturb.prove.checker.paths import EXACT, NEG, POS, RADIUS, SIDES, ZERO, Ratio, Trail, number
from perturb.prove.checker.polynomials import Poly, Rejected, constant, plus, scale


class Words(Trail):
    """A path on which words have values: int, Ratio, vector (list) or Matrix."""

    def sum(self, v: Vector) -> Ratio:
        return list(accumulate(v, self.add, initial=number(0)))[-1]

    def dot(self, v: Vector, w: Vector) -> Ratio:
        return list(accumulate([self.mul(x, y) for x, y in zip(v, w, strict=True)], self.add))[-1]

    def power(self, x: Ratio, p: Fraction) -> Ratio:
        if p < 0:
            return self.div(number(1), self.power(x, -p))
        if p.denominator == 2:
            return self.power(self.sqrt(x), 2 * p)
        if p.denominator != 1 or p > HIGHEST:
            raise Rejected(f"unsupported: the power {p}")
        return list(accumulate([x] * int(p), self.mul))[-1] if p else number(1)

    def matmul(self, A: Matrix, B: Any) -> Any:
        columns = B.mirrored if isinstance(B, Matrix) else [B]
        if not isinstance(A, Matrix) or type(B) not in (list, Matrix) or A.n != len(columns[0]):
            raise Rejected("a product of these shapes")
        rows = [[self.dot(row, column) for column in columns] for row in A]
        return Matrix(rows) if isinstance(B, Matrix) else [row[0] for row in rows]

    def kron(self, A: Any, B: Any) -> Matrix:
        A, B = (x if isinstance(x, Matrix) else Matrix([y] for y in x) for x in (A, B))
        return Matrix([self.mul(a, b) for a, b in product(r, s)] for r, s in product(A, B))

    def inverse(self, A: Matrix) -> Matrix:
        if square(A).m == 1:
            return Matrix([[self.div(number(1), A[0][0])]])
        (a, b), (c, d) = planar(A)
        t, zero = self.det(A), number(0)
        over = [self.div(x, t) for x in (d, self.sub(zero, b), self.sub(zero, c), a)]
        return Matrix([over[:2], over[2:]])

    def det(self, A: Matrix, sign: int = -1) -> Ratio:
        """The determinant; with sign = 1 the permanent."""
        if square(A).m == 1:
            return A[0][0]
        (a, b), (c, d) = planar(A)
        return (self.sub if sign < 0 else self.add)(self.mul(a, d), self.mul(b, c))

    # spectra, in plane coordinates z -> u z + v conj(z)

    def plane(self, A: Matrix) -> tuple[list[Poly], dict[Any, int]]:
        """u1, u2, v1, v2 over a common denominator."""
        (a, b, c, d), over = self.together(*planar(A).all)
        sums = plus(a, d), plus(c, b, -1), plus(a, d, -1), plus(b, c)
        return [scale(p, Fraction(1, 2)) for p in sums], over

    def moduli_of_plane(self, A: Matrix) -> tuple[Poly, Poly, dict[Any, int]]:
        """|u|, |v| and their denominator."""
        (u1, u2, v1, v2), d = self.plane(A)
        return self.root(self.squares([u1, u2])), self.root(self.squares([v1, v2])), d

    def singular(self, A: Matrix) -> Vector:
        if 1 in (A.m, A.n):
            return [self.norm(A.all)]
        if (A.m, A.n) != (2, 2):
            return pieces.two_rows(self, A) if whole(A) else pieces.descending(self, A)
        p, q, d = self.moduli_of_plane(A)
        gap = plus(p, q, -1)
        down = self.ask(gap, SIDES) & NEG
        return [Ratio(plus(p, q), d), Ratio(scale(gap, -1) if down else gap, d)]

    def s1(self, A: Matrix) -> Ratio:
        if 1 in (A.m, A.n):
            return self.norm(A.all)
        if (A.m, A.n) != (2, 2):
            if whole(A):
                return pieces.two_rows(self, A)[0]
            tops = [self.s1(pieces.thin(self, piece)) for piece in pieces.pieces(A)]
            return list(accumulate(tops, self.larger))[-1] if tops else number(0)
        p, q, d = self.moduli_of_plane(A)
        return Ratio(plus(p, q), d)

    def s_star(self, A: Matrix) -> Ratio:
        if 1 in (A.m, A.n):
            x = self.norm(A.all)
            if self.ask(x.n, EXACT) == ZERO:
                self.undefined("the smallest non-zero singular value of 0")
            return x
        if (A.m, A.n) != (2, 2):
            every = pieces.two_rows(self, A) if whole(A) else pieces.values(self, A)
            kept = [x for x in every if self.ask(x.n, EXACT) != ZERO]
            if not kept:
                self.undefined("the smallest non-zero singular value of 0")
            return list(accumulate(kept, self.smaller))[-1]
        p, q, d = self.moduli_of_plane(A)
        gap, top = plus(p, q, -1), plus(p, q)
        sign = self.ask(gap, EXACT)
        if sign == ZERO and self.ask(top, EXACT) == ZERO:
            self.undefined("the smallest non-zero singular value of 0")
        return Ratio(top if sign == ZERO else gap if sign == POS else scale(gap, -1), d)

    def symmetric(self, A: Matrix) -> None:
        if square(A).m > 1:
            planar(A)
            if self.ask(self.sub(A[0][1], A[1][0]).n, EXACT) != ZERO:
                self.undefined("eigenvalues of a matrix that is not symmetric")

    def eigenvalues(self, A: Matrix) -> Vector:
        self.symmetric(A)
        if A.m == 1:
            return A.all
        (u1, _, v1, v2), d = self.plane(A)
        q = self.root(self.squares([v1, v2]))
        return [Ratio(plus(u1, q), d), Ratio(plus(u1, q, -1), d)]

    def moduli(self, A: Matrix) -> Vector:
        """u1 +- sqrt(w), w = |v|^2 - u2^2, a complex pair of modulus sqrt(u1^2 - w) where w < 0."""
        if square(A).m == 1:
            return [self.absolute(A[0][0])]
        (u1, u2, v1, v2), d = self.plane(A)
        w = plus(self.squares([v1, v2]), self.times(u2, u2), -1)
        if self.ask(w, SIDES) & NEG:
            return [Ratio(self.root(plus(self.times(u1, u1), w, -1)), d)] * 2
        e, a = self.root(w), self.absolute(Ratio(u1, {})).n
        gap = plus(a, e, -1)
        down = self.ask(gap, SIDES) & NEG
        return [Ratio(plus(a, e), d), Ratio(scale(gap, -1) if down else gap, d)]

    def numerical_radius(self, A: Matrix) -> Ratio:
        """The numerical range is an ellipse about u1 with half-axes |v| along the real line, |u2| across."""
        if square(A).m == 1:
            return self.absolute(A[0][0])
        (u1, u2, v1, v2), d = self.plane(A)
        a, b = self.absolute(Ratio(u1, {})).n, self.root(self.squares([v1, v2]))
        e2, b2 = self.times(u2, u2), self.times(b, b)
        beyond = plus(plus(e2, b2, -1), self.times(a, b), -1)
        if self.ask(beyond, RADIUS) != POS:
            return Ratio(plus(a, b), d)
        gap = plus(e2, b2, -1)
        top = self.times(e2, plus(self.times(u1, u1), gap))
        w = self.sqrt(self.div(Ratio(top, {}), Ratio(gap, {})))
        return self.mul(w, Ratio({0: 1}, d))

    def matrix_abs(self, A: Matrix) -> Matrix:
        """m + (v conj(u) / m) conj with m = max(|u|, |v|)."""
        if square(A).m == 1:
            return Matrix([[self.absolute(A[0][0])]])
        (u1, u2, v1, v2), d = self.plane(A)
        p, q, _ = self.moduli_of_plane(A)
        m = Ratio(q if self.ask(plus(p, q, -1), SIDES) & NEG else p, {})
        if self.ask(m.n, EXACT) == ZERO:
            return Matrix([[number(0)] * 2] * 2)
        cross = plus(self.times(u1, v1), self.times(u2, v2)), plus(self.times(u1, v2), self.times(u2, v1), -1)
        t1, t2 = (self.div(Ratio(t, {}), m) for t in cross)
        rows = (self.add(m, t1), t2), (t2, self.sub(m, t1))
        return Matrix([self.mul(x, Ratio({0: 1}, d)) for x in row] for row in rows)

    def matrix_root(self, A: Matrix) -> Matrix:
        """(A + ab) / (a + b), a and b the roots of the eigenvalues."""
        self.symmetric(A)
        if A.m == 1:
            return Matrix([[self.sqrt(A[0][0])]])
        a, b = [self.sqrt(x) for x in self.eigenvalues(A)]
        c, ab = self.add(a, b), self.mul(a, b)
        if self.ask(c.n, EXACT) == ZERO:
            return Matrix([[number(0)] * 2] * 2)
        tops = [[self.add(x, ab) if i == j else x for j, x in enumerate(row)] for i, row in enumerate(A)]
        return Matrix([self.div(x, c) for x in row] for row in tops)

    def rank(self, A: Matrix) -> Ratio:
        if 1 in (A.m, A.n):
            size = self.sum([self.mul(x, x) for x in A.all]).n
            return number(int(self.ask(size, EXACT) != ZERO))
        if self.ask(self.det(planar(A)).n, EXACT) != ZERO:
            return number(2)
        tops, _ = self.together(*A.all)
        return number(int(self.ask(self.squares(tops), EXACT) != ZERO))

    def slope(self, t: Ratio, eta: Ratio) -> Ratio:
        sign = self.ask(t.n, EXACT)
        if sign == ZERO:
            self.undefined("the slope of an activation at 0")
        return number(1) if sign == POS else eta


def whole(A: Matrix) -> bool:
    """Two rows or two columns that are one piece."""
    found = pieces.pieces(A)
    return min(A.m, A.n) == 2 and len(found) == 1 and (found[0].m, found[0].n) == (A.m, A.n)


def exponent_of(x: Any) -> Fraction:
    x = as_scalar(x)
    c = constant(x.n)
    if c is None or x.d:
        raise Rejected("unsupported: an exponent that is no constant")
    return Fraction(c)
