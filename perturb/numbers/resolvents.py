"""Polynomials whose roots are the sums, products and powers of the roots of others, by Newton's identities.

A polynomial with leading coefficient c has the algebraic integers c r for its roots r: their power sums and
elementary symmetric functions are integers, so that nothing is divided but by k, exactly.
"""

from __future__ import annotations

from math import comb

from flint import fmpq, fmpq_poly, fmpz, fmpz_poly

from perturb.numbers.errors import Unavailable

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


def sums(p: fmpz_poly, q: fmpz_poly) -> fmpq_poly:
    """Its roots are the sums of a root of p and a root of q: (r + s)^k by the binomial theorem."""
    check_pair(p, q)
    degree, scale = p.degree() * q.degree(), p.leading_coefficient().lcm(q.leading_coefficient())
    a, b = power_sums(p, scale, degree), power_sums(q, scale, degree)
    binomial = [sum([comb(k, j) * a[j] * b[k - j] for j in range(k + 1)], fmpz(0)) for k in range(degree + 1)]
    return with_power_sums(binomial, scale)


def products(p: fmpz_poly, q: fmpz_poly) -> fmpq_poly:
    """Its roots are the products of a root of p and a root of q."""
    check_pair(p, q)
    degree, one, other = p.degree() * q.degree(), p.leading_coefficient(), q.leading_coefficient()
    pairs = zip(power_sums(p, one, degree), power_sums(q, other, degree), strict=True)
    return with_power_sums([x * y for x, y in pairs], one * other)


def powers(p: fmpz_poly, n: int) -> fmpq_poly:
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
