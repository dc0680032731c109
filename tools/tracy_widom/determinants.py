"""det(1 - B_s) and det(1 + B_s) in balls, with B_s of kernel Ai(x + y + s) on L2(0, inf).

Gauss-Legendre quadrature on (0, cut) turns each determinant into that of a matrix, with exponential
convergence (F. Bornemann, Math. Comp. 79, 871, 2010). The balls bound rounding. Quadrature and cut are those
of `plan`, for about 24 digits beyond the smaller tail; `plan(s, other=True)` checks them.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache
from math import ceil, log10

from flint import arb, arb_mat, ctx


@dataclass(frozen=True)
class Plan:
    """Quadrature nodes, where the half line is cut, and bits of the arithmetic."""

    nodes: int
    cut: int
    bits: int


def digits(s: float) -> float:
    """Decimal digits of an absolute error that is 24 digits below F_1(s) and below 1 - F_2(s)."""
    y: float = abs(s) ** 1.5
    if s < 0:
        return 24 + (y * y / 24 + y / 4.2) / 2.3
    return 24 + 4 / 3 * y / 2.3 + 1.5 * log10(1 + s)


def plan(s: float, other: bool = False) -> Plan:
    """The quadrature for s; `other` gives a second one that shares no node, cut or precision with it."""
    wanted = digits(s)
    beyond = (1.5 * 2.303 * (wanted + 2)) ** (2 / 3)  # Ai(beyond) < 10^-(wanted + 2)
    nodes = 58 + ceil(0.37 * s * s) if s < 0 else 58 + ceil(2 * s)
    change = (9, 2, 64) if other else (0, 0, 0)
    return Plan(nodes + change[0], ceil(beyond - s) + change[1], 60 + ceil(4.2 * wanted) + change[2])


@cache
def _rule(how: Plan) -> tuple[list[arb], list[arb]]:
    half = arb(how.cut) / 2
    pairs = [arb.legendre_p_root(how.nodes, k, weight=True) for k in range(how.nodes)]
    return [(x + 1) * half for x, _ in pairs], [w * half for _, w in pairs]


def determinants(s: arb, how: Plan) -> tuple[arb, arb]:
    """det(1 - B_s) and det(1 + B_s) by the quadrature `how`."""
    with ctx.workprec(how.bits):
        x, w = _rule(how)
        airy = [[(x[i] + x[j] + s).airy_ai() for j in range(i + 1)] for i in range(how.nodes)]
        kernel = [[w[j] * airy[max(i, j)][min(i, j)] for j in range(how.nodes)] for i in range(how.nodes)]
        B, one = arb_mat(kernel), arb_mat([[int(i == j) for j in range(how.nodes)] for i in range(how.nodes)])
        return (one - B).det(), (one + B).det()


def distributions(s: arb, how: Plan) -> dict[int, arb]:
    """F_1, F_2 and, under 4, the mean of both determinants, at s.

    F_1 = det(1 - B_s) (P. L. Ferrari and H. Spohn, J. Phys. A 38, L557, 2005); F_2 is the product, since
    B_s^2 is the Airy kernel on (s, inf) (C. A. Tracy and H. Widom, Commun. Math. Phys. 159, 1994); the mean
    is F_4 at s / sqrt(2) (Commun. Math. Phys. 177, 1996, and Bornemann 2010).
    """
    minus, plus = determinants(s, how)
    with ctx.workprec(how.bits):
        return {1: minus, 2: minus * plus, 4: (minus + plus) / 2}
