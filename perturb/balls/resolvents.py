"""Polynomials whose roots are the sums, products and powers of the roots of others: spectra of companions."""

from __future__ import annotations

from flint import fmpq, fmpq_mat, fmpq_poly, fmpz_poly

from perturb.balls.errors import Unavailable

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


def companion(p: fmpz_poly) -> fmpq_mat:
    """The matrix whose characteristic polynomial is p divided by its leading coefficient."""
    d, lead = p.degree(), fmpq(p.leading_coefficient())
    rows = [[fmpq(int(i == j + 1)) for j in range(d - 1)] + [-fmpq(p[i]) / lead] for i in range(d)]
    return fmpq_mat(rows)


def kronecker(A: fmpq_mat, B: fmpq_mat) -> fmpq_mat:
    """The Kronecker product."""
    a, b = A.tolist(), B.tolist()
    return fmpq_mat([[x * y for x in row for y in other] for row in a for other in b])


def _identity(n: int) -> fmpq_mat:
    return fmpq_mat([[int(i == j) for j in range(n)] for i in range(n)])


def sums(p: fmpz_poly, q: fmpz_poly) -> fmpq_poly:
    """Its roots are the sums of a root of p and a root of q (eigenvalues of a Kronecker sum)."""
    check_pair(p, q)
    left = kronecker(companion(p), _identity(q.degree()))
    return (left + kronecker(_identity(p.degree()), companion(q))).charpoly()


def products(p: fmpz_poly, q: fmpz_poly) -> fmpq_poly:
    """Its roots are the products of a root of p and a root of q (eigenvalues of a Kronecker product)."""
    check_pair(p, q)
    return kronecker(companion(p), companion(q)).charpoly()


def powers(p: fmpz_poly, n: int) -> fmpq_poly:
    """Its roots are the n-th powers of the roots of p, n >= 0; the degree does not grow."""
    while n and n % 2 == 0:
        p, n = _squares(p), n // 2
    if n == 1:
        return fmpq_poly(p)
    result, base = _identity(p.degree()), companion(p)
    while n:
        if n & 1:
            result = result * base
        base, n = base * base, n >> 1
    return result.charpoly()


def _squares(p: fmpz_poly) -> fmpz_poly:
    """With p(x) = e(x^2) + x o(x^2) the roots of e(y)^2 - y o(y)^2 are the squares (Graeffe)."""
    even, odd = fmpz_poly(p.coeffs()[::2]), fmpz_poly(p.coeffs()[1::2])
    return even * even - fmpz_poly([0, 1]) * odd * odd
