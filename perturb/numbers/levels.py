"""The numerical radius of a rational matrix to any precision, by exact level sets (Mengi and Overton 2005).

w(A) = max over t of h(t), h(t) = lambda_max(Re(e^(-it) A)), and h(-t) = h(t) for real A. With z = e^(it) let
    q(g, c) = det(gI - (A/z + z A')/2) = det(2gz I - A - z^2 A') / (2z)^n,  c = cos t = (z + 1/z)/2.
The numerator P(z) is a polynomial of degree at most 2n with z^(2n) P(1/z) = P(z) (transpose the matrix). So q
is a polynomial in g and c, of degree at most n in c, and n + 1 real z determine it exactly.
Below: w(A) >= h(t), the largest root of q(., c), at any rational c in [-1, 1].
Above: if g exceeds every root of q(., 1) and q(g, .) has no root in [-1, 1], then the largest eigenvalue,
continuous in t and below g at t = 0, never reaches g: w(A) < g. Only polynomials are trusted.
"""

from __future__ import annotations

from itertools import pairwise

from flint import arb, ctx, fmpq, fmpq_mat, fmpq_poly

from perturb.numbers.roots import distinct_real_roots
from perturb.numbers.scalar import hull

GUARD_BITS = 32
ROUNDS = 24


def level_polynomial(A: fmpq_mat) -> list[fmpq_poly]:
    """The coefficients of q(g, c) by powers of c, as polynomials in g; interpolated at z = 1, ..., n + 1."""
    At, nodes = A.transpose(), [fmpq(z) for z in range(1, A.nrows() + 2)]
    values = [((A + At * z**2) / (2 * z)).charpoly() for z in nodes]
    cosines = [(z + 1 / z) / 2 for z in nodes]
    q = [fmpq_poly([0])] * len(nodes)
    for k, value in enumerate(values):
        weights = _lagrange(cosines, k)
        q = [total + value * weights[j] for j, total in enumerate(q)]
    return q


def _lagrange(nodes: list[fmpq], k: int) -> fmpq_poly:
    """The polynomial that is 1 at the k-th node and 0 at the others."""
    basis = fmpq_poly([1])
    for j, x in enumerate(nodes):
        if j != k:
            basis = basis * fmpq_poly([-x, 1]) / (nodes[k] - x)
    return basis


def height(q: list[fmpq_poly], c: fmpq) -> fmpq | arb:
    """h at cos t = c, -1 <= c <= 1: the largest of n real roots."""
    p = fmpq_poly([0])
    for coefficient in reversed(q):
        p = p * c + coefficient
    return distinct_real_roots(p)[0].value


def numerical_radius(A: fmpq_mat, near: fmpq) -> arb | None:
    """w(A) of a nonzero n x n A, to full precision; `near` is a guess of cos t at the maximum, |near| <= 1.

    None where the search does not end.
    """
    with ctx.extraprec(GUARD_BITS):
        q = level_polynomial(A)
        below = max(_floor(height(q, c)) for c in (near, fmpq(0), fmpq(1), fmpq(-1)))
        slack = 1 / fmpq(2) ** (ctx.prec - GUARD_BITS)
        for _ in range(ROUNDS):
            above = below * (1 + slack)
            roots = _crossings(q, above)
            if not roots and height(q, fmpq(1)) < above:
                return hull(arb(below), arb(above))
            higher = max([below, *[_floor(height(q, c)) for c in _middles(roots)]])
            slack, below = slack * 16 if higher == below else slack, higher
    return None


def _floor(x: fmpq | arb) -> fmpq:
    return x if isinstance(x, fmpq) else x.lower().fmpq()


def _crossings(q: list[fmpq_poly], g: fmpq) -> list[arb]:
    """Enclosures of the c in [-1, 1] where an eigenvalue is g, descending; those in doubt are kept."""
    p = fmpq_poly([f(g) for f in q])
    if p.degree() < 0:
        return [arb(1), arb(-1)]
    found = [arb(r.value) for r in distinct_real_roots(p)]
    return [x for x in found if not (x > 1 or x < -1)]


def _middles(roots: list[arb]) -> list[fmpq]:
    """The cosines half way, in t, between neighbouring crossings: guesses, kept within [-1, 1]."""
    angles = [x.mid().min(arb(1)).max(arb(-1)).acos() for x in roots]
    cosines = [((s + t) / 2).cos().mid().fmpq() for s, t in pairwise(angles)]
    return [min(max(c, fmpq(-1)), fmpq(1)) for c in cosines]
