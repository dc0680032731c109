"""The words of statements at 1 x 1 and 2 x 2, each with its own formula (AUDIT.md has the proofs)."""

from __future__ import annotations

from fractions import Fraction
from itertools import accumulate, product
from typing import Any

from perturb.prove.checker.matrices import HIGHEST, Matrix, Vector, as_scalar, planar, square
from perturb.prove.checker.paths import EXACT, NEG, POS, RADIUS, SIDES, ZERO, Ratio, Trail, number
from perturb.prove.checker.pieces import minors, pieces, whole
from perturb.prove.checker.polynomials import Key, Poly, Rejected

HALF = Fraction(1, 2)


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
        if square(A).m != 2:
            return diagonal([self.div(number(1), x) for x in alone(A)])
        (a, b), (c, d) = planar(A)
        t, zero = self.det(A), number(0)
        over = [self.div(x, t) for x in (d, self.sub(zero, b), self.sub(zero, c), a)]
        return Matrix([over[:2], over[2:]])

    def det(self, A: Matrix, sign: int = -1) -> Ratio:
        """The determinant; with sign = 1 the permanent."""
        if square(A).m != 2:
            return list(accumulate(alone(A), self.mul))[-1]
        (a, b), (c, d) = planar(A)
        return (self.sub if sign < 0 else self.add)(self.mul(a, d), self.mul(b, c))

    # spectra, in plane coordinates z -> u z + v conj(z)

    def plane(self, A: Matrix) -> tuple[list[Poly], dict[Key, int]]:
        """u1, u2, v1, v2 over a common denominator."""
        (a, b, c, d), over = self.together(*planar(A).all)
        return [p * HALF for p in (a + d, c - b, a - d, b + c)], over

    def moduli_of_plane(self, A: Matrix) -> tuple[Poly, Poly, dict[Key, int]]:
        """|u|, |v| and their denominator."""
        (u1, u2, v1, v2), d = self.plane(A)
        return self.root(self.squares([u1, u2])), self.root(self.squares([v1, v2])), d

    def two_rows(self, A: Matrix) -> Vector:
        """(a + b) / 2 and (a - b) / 2 with a^2, b^2 = |A|_F^2 +- 2 e, e^2 the sum of the squared minors."""
        tops, d = self.together(*(A if A.m == 2 else A.mirrored).all)
        size, e = self.squares(tops), self.root(self.squares(minors(self, tops)))
        a, b = self.root(size + e * 2), self.root(size - e * 2)
        return [Ratio((a + b) * HALF, d), Ratio((a - b) * HALF, d)]

    def values(self, A: Matrix) -> Vector:
        """The singular values piece by piece, without those that are 0 by their number."""
        if 1 in (A.m, A.n):
            return [self.norm(A.all)]
        if (A.m, A.n) == (2, 2):
            p, q, d = self.moduli_of_plane(A)
            return [Ratio(p + q, d), self.absolute(Ratio(p - q, d))]
        return self.two_rows(A) if whole(A) else [x for piece in pieces(A) for x in self.values(piece)]

    def singular(self, A: Matrix) -> Vector:
        """All singular values, sorted by the path's answers."""
        found = self.descending(self.values(A))
        return found + [number(0)] * (min(A.m, A.n) - len(found))

    def descending(self, xs: Vector) -> Vector:
        found: Vector = []
        for x in xs:
            k = 0
            while k < len(found) and not self.ask(self.sub(found[k], x).n, SIDES) & NEG:
                k += 1
            found.insert(k, x)
        return found

    def s1(self, A: Matrix) -> Ratio:
        """Without the question which of the two is larger, where there are two."""
        if (A.m, A.n) == (2, 2):
            p, q, d = self.moduli_of_plane(A)
            return Ratio(p + q, d)
        if 1 in (A.m, A.n) or whole(A):
            return self.values(A)[0]
        tops = [self.s1(piece) for piece in pieces(A)]
        return list(accumulate(tops, self.larger))[-1] if tops else number(0)

    def s_star(self, A: Matrix) -> Ratio:
        if (A.m, A.n) == (2, 2):
            p, q, d = self.moduli_of_plane(A)
            sign = self.ask(p - q, EXACT)
            x = Ratio(p - q if sign == POS else q - p if sign == NEG else p + q, d)
            kept = [x] if sign != ZERO or self.is_not_zero(x.n) else []
        else:
            kept = [x for x in self.values(A) if self.is_not_zero(x.n)]
        if not kept:
            self.undefined("the smallest non-zero singular value of 0")
        return list(accumulate(kept, self.smaller))[-1]

    def is_not_zero(self, p: Poly) -> bool:
        return self.ask(p, EXACT) != ZERO

    def symmetric(self, A: Matrix) -> None:
        if self.is_not_zero(self.sub(planar(A)[0][1], A[1][0]).n):
            self.undefined("eigenvalues of a matrix that is not symmetric")

    def eigenvalues(self, A: Matrix) -> Vector:
        if square(A).m != 2:
            return self.descending(alone(A))
        self.symmetric(A)
        (u1, _, v1, v2), d = self.plane(A)
        q = self.root(self.squares([v1, v2]))
        return [Ratio(u1 + q, d), Ratio(u1 - q, d)]

    def moduli(self, A: Matrix) -> Vector:
        """u1 +- sqrt(w), w = |v|^2 - u2^2, a complex pair of modulus sqrt(u1^2 - w) where w < 0."""
        if square(A).m != 2:
            return self.descending([self.absolute(x) for x in alone(A)])
        (u1, u2, v1, v2), d = self.plane(A)
        w = self.squares([v1, v2]) - self.times(u2, u2)
        if self.ask(w, SIDES) & NEG:
            return [Ratio(self.root(self.times(u1, u1) - w), d)] * 2
        e, a = self.root(w), self.absolute(Ratio(u1, {})).n
        return [Ratio(a + e, d), self.absolute(Ratio(a - e, d))]

    def numerical_radius(self, A: Matrix) -> Ratio:
        """The numerical range is an ellipse about u1 with half-axes |v| along the real line, |u2| across."""
        if square(A).m != 2:
            return self.moduli(A)[0]
        (u1, u2, v1, v2), d = self.plane(A)
        a, b = self.absolute(Ratio(u1, {})).n, self.root(self.squares([v1, v2]))
        e2 = self.times(u2, u2)
        gap = e2 - self.times(b, b)
        if self.ask(gap - self.times(a, b), RADIUS) != POS:
            return Ratio(a + b, d)
        top = self.times(e2, self.times(u1, u1) + gap)
        return over(self.sqrt(self.div(Ratio(top, {}), Ratio(gap, {}))), d)

    def matrix_abs(self, A: Matrix) -> Matrix:
        """m + (v conj(u) / m) conj with m = max(|u|, |v|)."""
        if square(A).m != 2:
            return diagonal([self.absolute(x) for x in alone(A)])
        (u1, u2, v1, v2), d = self.plane(A)
        p, q, _ = self.moduli_of_plane(A)
        m = Ratio(q if self.ask(p - q, SIDES) & NEG else p, {})
        if not self.is_not_zero(m.n):
            return Matrix([[number(0)] * 2] * 2)
        cross = self.times(u1, v1) + self.times(u2, v2), self.times(u1, v2) - self.times(u2, v1)
        t1, t2 = (self.div(Ratio(t, {}), m) for t in cross)
        rows = (self.add(m, t1), t2), (t2, self.sub(m, t1))
        return Matrix([over(x, d) for x in row] for row in rows)

    def matrix_root(self, A: Matrix) -> Matrix:
        """(A + ab) / (a + b), a and b the roots of the eigenvalues."""
        if square(A).m != 2:
            return diagonal([self.sqrt(x) for x in alone(A)])
        self.symmetric(A)
        a, b = [self.sqrt(x) for x in self.eigenvalues(A)]
        c, ab = self.add(a, b), self.mul(a, b)
        if not self.is_not_zero(c.n):
            return Matrix([[number(0)] * 2] * 2)
        tops = [[self.add(x, ab) if i == j else x for j, x in enumerate(row)] for i, row in enumerate(A)]
        return Matrix([self.div(x, c) for x in row] for row in tops)

    def rank(self, A: Matrix) -> Ratio:
        if (A.m, A.n) != (2, 2) and not whole(A) and 1 not in (A.m, A.n):
            return self.sum([self.rank(piece) for piece in pieces(A)])
        if 1 not in (A.m, A.n) and self.is_not_zero(self.det(planar(A)).n):
            return number(2)
        tops, _ = self.together(*A.all)
        return number(int(self.is_not_zero(self.squares(tops))))

    def slope(self, t: Ratio, eta: Ratio) -> Ratio:
        sign = self.ask(t.n, EXACT)
        if sign == ZERO:
            self.undefined("the slope of an activation at 0")
        return number(1) if sign == POS else eta


def alone(A: Matrix) -> Vector:
    """The diagonal of a matrix that has no other entries."""
    if any(x.n for i, row in enumerate(A) for j, x in enumerate(row) if i != j):
        raise Rejected("unsupported: this word at this size")
    return [row[i] for i, row in enumerate(A)]


def diagonal(v: Vector) -> Matrix:
    return Matrix([x if i == j else number(0) for j in range(len(v))] for i, x in enumerate(v))


def over(x: Ratio, d: dict[Key, int]) -> Ratio:
    """x over further factors."""
    return Ratio(x.n, {f: x.d.get(f, 0) + d.get(f, 0) for f in (*x.d, *d)})


def exponent_of(x: Any) -> Fraction:
    x = as_scalar(x)
    if x.n.constant is None or x.d:
        raise Rejected("unsupported: an exponent that is no constant")
    return Fraction(x.n.constant)
