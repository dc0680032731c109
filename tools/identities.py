"""Identities written by hand, for leaves of proofs: terms that are >= 0, in the letters of a path."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

from perturb.prove.checker.check import Walker
from perturb.prove.checker.numbers import NULL, ONE, Poly, rational

Factors = list[tuple[Fraction, "Num", list["Num"]]]


class Num:
    """A polynomial on the path of a leaf."""

    def __init__(self, path: Walker, p: Poly) -> None:
        self.path, self.p = path, p

    def __add__(self, other: Num) -> Num:
        return Num(self.path, self.p + other.p)

    def __sub__(self, other: Num) -> Num:
        return Num(self.path, self.p - other.p)

    def __mul__(self, other: Num | int | Fraction) -> Num:
        if isinstance(other, Num):
            return Num(self.path, self.path.times(self.p, other.p))
        return Num(self.path, self.p * rational(str(other)))

    def written(self) -> dict[str, str]:
        names = {place: name for name, place in self.path.names.items()}
        out = {}
        for m, c in self.p.terms():
            powers = [(names[place], int(e)) for place, e in enumerate(m) if e]
            out["*".join(f"{x}^{e}" if e > 1 else x for x, e in powers) or "1"] = str(c)
        return out


class Plane:
    """A complex number."""

    def __init__(self, re: Num, im: Num) -> None:
        self.re, self.im = re, im

    def __add__(self, other: Plane) -> Plane:
        return Plane(self.re + other.re, self.im + other.im)

    def __sub__(self, other: Plane) -> Plane:
        return Plane(self.re - other.re, self.im - other.im)

    def __mul__(self, other: Plane | Num | Fraction | int) -> Plane:
        if isinstance(other, Plane):
            re = self.re * other.re - self.im * other.im
            return Plane(re, self.re * other.im + self.im * other.re)
        return Plane(self.re * other, self.im * other)

    def conj(self) -> Plane:
        return Plane(self.re, self.im * -1)


class Leaf:
    """The identity of one leaf: terms that are >= 0, and multiples of equations."""

    def __init__(self, path: Walker, end: int) -> None:
        self.path, self.end, self.denied = path, end, path.list[end].p
        self.one = self.num(ONE)
        self.sum: list[Any] = []
        self.equations: list[Any] = []
        self.total: Poly = NULL

    def num(self, p: Poly) -> Num:
        return Num(self.path, p)

    def plane(self, z: str) -> Plane:
        return Plane(*(self.num(self.path.variable(f"{z}{i}")) for i in (1, 2)))

    def place(self, p: Num, equation: bool = False) -> int:
        return next(k for k, c in enumerate(self.path.list) if c.p == p.p and (c.kind == 2) == equation)

    def add(self, c: Fraction | int, square: Num, *factors: Num) -> None:
        """c square^2 times constraints."""
        self.sum.append([str(c), square.written(), [self.place(f) for f in factors]])
        term = square * square
        for f in factors:
            term = term * f
        self.total = self.total + (term * c).p

    def modulus_squared(self, c: Fraction | int, z: Plane, *factors: Num, by: Num | None = None) -> None:
        for part in (z.re, z.im):
            self.add(c, part * by if by else part, *factors)

    def is_zero(self, p: Num) -> bool:
        return any(c.p == p.p and c.kind == 2 for c in self.path.list)

    def multiple(self, k: Factors, c: Fraction | int, square: Num, *factors: Num) -> None:
        """A positive number in r1, as a sum of terms, times c square^2 times constraints."""
        for d, s, more in k:
            self.add(d * c, s * square, *factors, *more)

    def vanish(self, p: Num, by: Num) -> None:
        """The equation p = 0, times `by`."""
        self.equations.append([self.place(p, equation=True), by.written()])
        self.total = self.total + (p * by).p

    def closed(self, *factors: Num) -> dict[str, Any]:
        """With the multiple of the denied conclusion times factors that makes the sum 0."""
        last = self.num(self.denied)
        for f in factors:
            last = last * f
        m, leading = next(iter(last.p.terms()))
        c = -Fraction(str(self.total[m] / leading))
        assert c > 0, "a multiple that is not positive"
        assert not self.total + last.p * c, "this is no identity"
        strict = [
            next(k for k, x in enumerate(self.path.list) if x.p == f.p and x.kind == 4) for f in factors
        ]
        self.sum.append([str(c), {"1": "1"}, [self.end, *strict]])
        return {"identity": {"sum": self.sum, "equations": self.equations}}
