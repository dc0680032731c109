"""Exact real algebraic numbers: an irreducible polynomial and which of its real roots.

Polynomials whose roots are the sums, products and powers of the roots of others, by Newton's identities.

A polynomial with leading coefficient c has the algebraic integers c r for its roots r: their power sums and
elementary symmetric functions are integers, so that nothing is divided but by k, exactly.
"""

from __future__ import annotations

from collections.abc import Callable
from math import comb
from typing import cast

from flint import arb, ctx, fmpq, fmpq_mat, fmpq_poly, fmpz, fmpz_poly

from perturb.numbers.errors import Unavailable, Undefined
from perturb.numbers.roots import Root, distinct_real_roots, primitive, real_roots

DEGREE_LIMIT = 64
BITS_LIMIT = 150_000


def check_degree(d: int) -> None:
    """Unavailable above the limit: the cost of exact arithmetic grows like a high power of the degree."""
    if d > DEGREE_LIMIT:
        raise Unavailable(f"degree {d} exceeds {DEGREE_LIMIT}")


def check_pair(p: fmpz_poly, q: fmpz_poly) -> None:
    """Unavailable where combining the roots of p and q takes too long: by degree, or by bits written."""
    degree = p.degree() * q.degree()
    check_degree(degree)
    bits = degree * (q.degree() * p.height_bits() + p.degree() * q.height_bits())
    if bits > BITS_LIMIT:
        raise Unavailable(f"{bits} bits of coefficients exceed {BITS_LIMIT}")


def power_sums(p: fmpz_poly, scale: fmpz, count: int) -> list[fmpz]:
    """The sums over the roots r of p of (scale r)^k, k = 0..count; `scale`: a multiple of p's leading one."""
    d, spare = p.degree(), scale // p.leading_coefficient()
    c = [fmpz(1)] + [p[d - k] * spare * scale ** (k - 1) for k in range(1, d + 1)]  # monic, descending
    found = [fmpz(d)]
    for k in range(1, count + 1):
        last = -k * c[k] if k <= d else fmpz(0)
        found.append(last - sum([c[i] * found[k - i] for i in range(1, min(k - 1, d) + 1)], fmpz(0)))
    return found


def with_power_sums(sums: list[fmpz], scale: fmpz) -> fmpq_poly:
    """The monic polynomial whose roots, times `scale`, have these power sums of order 0 to its degree."""
    c = [fmpz(1)]
    for k in range(1, len(sums)):
        c.append(-sum([c[i] * sums[k - i] for i in range(1, k)], sums[k]) // k)
    return fmpq_poly([fmpq(c[k], scale**k) for k in range(len(sums))][::-1])


def root_sums(p: fmpz_poly, q: fmpz_poly) -> fmpq_poly:
    """Its roots are the sums of a root of p and a root of q: (r + s)^k by the binomial theorem."""
    check_pair(p, q)
    degree, scale = p.degree() * q.degree(), p.leading_coefficient().lcm(q.leading_coefficient())
    a, b = power_sums(p, scale, degree), power_sums(q, scale, degree)
    binomial = [sum([comb(k, j) * a[j] * b[k - j] for j in range(k + 1)], fmpz(0)) for k in range(degree + 1)]
    return with_power_sums(binomial, scale)


def root_products(p: fmpz_poly, q: fmpz_poly) -> fmpq_poly:
    """Its roots are the products of a root of p and a root of q."""
    check_pair(p, q)
    degree, one, other = p.degree() * q.degree(), p.leading_coefficient(), q.leading_coefficient()
    pairs = zip(power_sums(p, one, degree), power_sums(q, other, degree), strict=True)
    return with_power_sums([x * y for x, y in pairs], one * other)


def root_powers(p: fmpz_poly, n: int) -> fmpq_poly:
    """Its roots are the n-th powers of the roots of p, n >= 0; the degree does not grow."""
    while n and n % 2 == 0:
        p, n = _squares(p), n // 2
    d, scale = p.degree(), p.leading_coefficient()
    if n == 1:
        return fmpq_poly(p) / scale
    return with_power_sums(power_sums(p, scale, n * d)[::n] if n else [fmpz(d)] * (d + 1), scale**n)


def _squares(p: fmpz_poly) -> fmpz_poly:
    """Its roots are the squares of those of p: p(x) p(-x) is a polynomial in x^2 (Graeffe)."""
    even, odd = fmpz_poly(p.coeffs()[::2]), fmpz_poly(p.coeffs()[1::2])
    return even * even - fmpz_poly([0, 1]) * odd * odd


Rational = int | fmpz | fmpq


class Algebraic:
    """The index-th real root (ascending, from 0) of a primitive irreducible polynomial of degree >= 2.

    Irrational by construction: results that are rational collapse to fmpq. Arithmetic and order are exact
    with int, fmpz, fmpq and Algebraic; with arb they are those of a ball at the working precision. Hashable.
    Unavailable is raised for a result whose polynomial may exceed degree 64.
    """

    __slots__ = ("_ball", "_bits", "index", "poly")

    def __init__(self, poly: fmpz_poly, index: int) -> None:
        self.poly, self.index = poly, index
        self._bits, self._ball = 0, arb.nan()

    @property
    def degree(self) -> int:
        """The degree of the number over the rationals."""
        return self.poly.degree()

    def refine(self, bits: int) -> arb:
        """A ball of about `bits` accurate bits around this root, apart from the other roots' balls."""
        if bits > self._bits:
            with ctx.workprec(bits):
                self._ball, self._bits = real_roots(self.poly)[self.index], bits
        return self._ball

    def ball(self) -> arb:
        """The enclosure at the working precision."""
        return self.refine(ctx.prec)

    def sign(self) -> int:
        """-1 or 1, exact; never 0, for zero is rational."""
        return _order(self, fmpq(0))

    def __repr__(self) -> str:
        return f"Algebraic({self.poly}, {self.index}, {self.refine(53).str(8, radius=False)})"

    def __hash__(self) -> int:
        return hash((tuple(int(c) for c in self.poly.coeffs()), self.index))

    def __float__(self) -> float:
        return float(self.refine(64))

    def __eq__(self, other: object) -> bool:
        if isinstance(other, Algebraic):
            return self.index == other.index and self.poly == other.poly
        return self.ball() == other if isinstance(other, arb) else False

    def __ne__(self, other: object) -> bool:
        # Against a ball "different" means certainly different, as it does between balls.
        return self.ball() != other if isinstance(other, arb) else not self == other

    def __lt__(self, other: Rational | Algebraic | arb) -> bool:
        return self.ball() < other if isinstance(other, arb) else _order(self, other) < 0

    def __gt__(self, other: Rational | Algebraic | arb) -> bool:
        return self.ball() > other if isinstance(other, arb) else _order(self, other) > 0

    def __le__(self, other: Rational | Algebraic | arb) -> bool:
        return self.ball() <= other if isinstance(other, arb) else _order(self, other) <= 0

    def __ge__(self, other: Rational | Algebraic | arb) -> bool:
        return self.ball() >= other if isinstance(other, arb) else _order(self, other) >= 0

    def __pos__(self) -> Algebraic:
        return self

    def __neg__(self) -> Algebraic:
        flipped = primitive(self.poly(fmpz_poly([0, -1])))
        return Algebraic(flipped, len(real_roots(self.poly)) - 1 - self.index)

    def __abs__(self) -> Algebraic:
        return -self if self.sign() < 0 else self

    def __add__(self, other: Rational | Algebraic | arb) -> fmpq | Algebraic | arb:
        if isinstance(other, Algebraic):
            return select(root_sums(self.poly, other.poly), lambda: self.ball() + other.ball())
        if isinstance(other, Rational):
            return self._shift(fmpq(other))
        return self.ball() + other if isinstance(other, arb) else NotImplemented

    __radd__ = __add__

    def __sub__(self, other: Rational | Algebraic | arb) -> fmpq | Algebraic | arb:
        return self + (-other) if isinstance(other, Rational | Algebraic | arb) else NotImplemented

    def __rsub__(self, other: Rational | arb) -> fmpq | Algebraic | arb:
        return (-self) + other

    def __mul__(self, other: Rational | Algebraic | arb) -> fmpq | Algebraic | arb:
        if isinstance(other, Algebraic):
            if other == self:
                return self**2
            return select(root_products(self.poly, other.poly), lambda: self.ball() * other.ball())
        if isinstance(other, Rational):
            return self._scale(fmpq(other))
        return self.ball() * other if isinstance(other, arb) else NotImplemented

    __rmul__ = __mul__

    def __truediv__(self, other: Rational | Algebraic | arb) -> fmpq | Algebraic | arb:
        if isinstance(other, Algebraic):
            return fmpq(1) if other == self else self * other.inverse()
        if isinstance(other, Rational):
            if other == 0:
                raise Undefined("division by zero")
            return self._scale(1 / fmpq(other))
        return self.ball() / other if isinstance(other, arb) else NotImplemented

    def __rtruediv__(self, other: Rational | arb) -> fmpq | Algebraic | arb:
        return self.inverse() * other

    def __pow__(self, exponent: int) -> fmpq | Algebraic:
        """Integer powers, exact."""
        if exponent < 0:
            return self.inverse() ** (-exponent)
        return select(root_powers(self.poly, exponent), lambda: _ball_power(self.ball(), exponent))

    def inverse(self) -> Algebraic:
        """1/x: a root of the reversed polynomial, which is irreducible too."""
        flipped = primitive(fmpz_poly(self.poly.coeffs()[::-1]))
        return cast("Algebraic", select(fmpq_poly(flipped), lambda: 1 / self.ball()))

    def sqrt(self) -> fmpq | Algebraic:
        """The non-negative square root; Undefined where x < 0."""
        if self.sign() < 0:
            raise Undefined("square root of a negative algebraic number")
        return select(fmpq_poly(self.poly(fmpz_poly([0, 0, 1]))), lambda: self.ball().sqrt())

    def _shift(self, q: fmpq) -> Algebraic:
        moved = primitive(fmpq_poly(self.poly)(fmpq_poly([-q, 1])).numer())
        return Algebraic(moved, self.index)  # a translation keeps the order of the roots

    def _scale(self, q: fmpq) -> fmpq | Algebraic:
        if q == 0:
            return fmpq(0)
        stretched = primitive(fmpq_poly(self.poly)(fmpq_poly([0, 1 / abs(q)])).numer())
        scaled = Algebraic(stretched, self.index)  # a positive factor keeps the order of the roots
        return -scaled if q < 0 else scaled


def ball_of(x: fmpq | Algebraic) -> arb:
    """The enclosure at the working precision."""
    return arb(x) if isinstance(x, fmpq) else x.ball()


def exact_root(r: Root) -> fmpq | Algebraic:
    """A certified root as an exact number."""
    return r.value if isinstance(r.value, fmpq) else Algebraic(r.factor, r.place)


def algebraic(poly: fmpz_poly | fmpq_poly, ball: arb) -> fmpq | Algebraic:
    """The one distinct real root of poly in ball, exact; ValueError where there is none or another."""
    return root_between(poly, ball.lower().fmpq(), ball.upper().fmpq())


def root_between(poly: fmpz_poly | fmpq_poly, lo: fmpq, hi: fmpq) -> fmpq | Algebraic:
    """The real root of poly in [lo, hi], exact. ValueError unless there is exactly one distinct root."""
    roots = [exact_root(r) for r in distinct_real_roots(fmpq_poly(poly))]
    inside = [x for x in roots if x >= lo and x <= hi]
    if len(inside) != 1:
        raise ValueError(f"the interval holds {len(inside)} distinct real roots, not one")
    return inside[0]


def select(p: fmpq_poly, enclose: Callable[[], arb]) -> fmpq | Algebraic:
    """The root of p that enclose() closes in on as the working precision grows.

    The value is a root of p, and distinct roots are a positive distance apart, so one is left in the end.
    """
    candidates, bits = [exact_root(r) for r in distinct_real_roots(p)], max(64, ctx.prec)
    while len(candidates) > 1:
        with ctx.workprec(bits):
            value = enclose()
            candidates = [x for x in candidates if ball_of(x).overlaps(value)]
        bits *= 2
    if not candidates:
        raise AssertionError("no root of the resolvent meets the enclosure of its value")
    if isinstance(candidates[0], Algebraic):
        check_degree(candidates[0].degree)
    return candidates[0]


def _ball_power(x: arb, n: int) -> arb:
    result = arb(1)
    for _ in range(n):
        result = result * x
    return result


def _order(x: Algebraic, y: Rational | Algebraic) -> int:
    """The sign of x - y, exact: 0 for equal numbers, else precision is raised until the balls part."""
    if y == x:
        return 0
    other = y if isinstance(y, Algebraic) else fmpq(y)
    bits = 64
    while True:
        with ctx.workprec(bits):
            a, b = x.ball(), ball_of(other)
            if a < b:
                return -1
            if a > b:
                return 1
        bits *= 2


def algebraic_eigenvalues(S: fmpq_mat) -> list[fmpq | Algebraic]:
    """The eigenvalues of a symmetric n x n S, exact, descending, with multiplicity. n <= 64."""
    if S.nrows() != S.ncols() or S.transpose() != S:
        raise ValueError("the matrix is not symmetric")
    check_degree(S.nrows())
    found: list[fmpq | Algebraic] = []
    for r in distinct_real_roots(S.charpoly()):
        found += [exact_root(r)] * r.multiplicity
    return found


def algebraic_singular_values(A: fmpq_mat) -> list[fmpq | Algebraic]:
    """The min(m, n) singular values of an m x n A, exact, descending: roots of the Gram eigenvalues."""
    At = A.transpose()
    values = algebraic_eigenvalues(At * A if A.nrows() >= A.ncols() else A * At)
    roots = {x: algebraic_sqrt(x) for x in set(values)}
    return [roots[x] for x in values]


def algebraic_sqrt(x: fmpq | Algebraic) -> fmpq | Algebraic:
    """The non-negative root of x >= 0, exact; Undefined where x < 0."""
    if isinstance(x, Algebraic):
        return x.sqrt()
    if x < 0:
        raise Undefined("square root of a negative number")
    return select(fmpq_poly([-x, 0, 1]), lambda: arb(x).sqrt()) if x else x
