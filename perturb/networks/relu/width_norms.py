"""Mean norms of Gaussian vectors, by which a width over directions becomes the Gaussian one."""

from __future__ import annotations

from functools import cache
from math import comb

from flint import arb, ctx, fmpq

from perturb.enclosure import Enclosure
from perturb.networks.relu.arguments import whole
from perturb.numbers.scalar import bounds

GUARD = 64


@cache
def mean_norm(n: int) -> Enclosure:
    """c_n = E |g| = sqrt(2) Gamma((n + 1)/2) / Gamma(n/2) for a standard Gaussian g in R^n; c_0 = 0.

    By logarithms of the Gamma function, so that nothing overflows, with as many more bits as their difference
    loses: the relative width is below 2^-50 for every n that fits in memory. c_n c_{n+1} = n, and
    sqrt(n - 1/2) < c_n <= sqrt(n - 1 + 2/pi) with equality at n = 1 only (G. N. Watson, Proc. Edinburgh
    Math. Soc. 11, 7 (1959)). ValueError unless n is an integer >= 0.
    """
    n = whole("n", n, 0)
    with ctx.workprec(GUARD + 2 * n.bit_length()):
        return enclosed(norm_ball(n))


@cache
def mean_positive_norm(m: int) -> Enclosure:
    """p_m = E |ReLU(g)| for a standard Gaussian g in R^m: the sum of 2^-m C(m, k) c_k over k.

    Given which k coordinates are positive, the norm of those is the one of a Gaussian vector in R^k. From
    |ReLU(g)| + |ReLU(-g)| <= sqrt(2) |g| follows p_m < c_m / sqrt(2), and p_m / c_m tends to 1 / sqrt(2).
    Beyond m = 1000 that is the upper end, and the lower one is sqrt(m/2) (1 - 1/(2m)) - 1/sqrt(m) - 1e-50:
    for the number K of positive coordinates, c_K >= sqrt(K) - 1/(2 sqrt(K)), E sqrt(K) >= sqrt(m/2) (1 -
    1/(2m)) since sqrt(r) >= 1 + (r - 1)/2 - (r - 1)^2/2, and K >= m/4 but for a probability below exp(-m/8).
    ValueError unless m is an integer >= 0.
    """
    m = whole("m", m, 0)
    with ctx.workprec(GUARD + 2 * m.bit_length()):
        if m > LONGEST_SUM:
            least = (arb(m) / 2).sqrt() * (1 - arb(1) / (2 * m)) - arb(m).rsqrt() - arb(10) ** -50
            return enclosed(least.union(norm_ball(m) / arb(2).sqrt()))
        total = sum((comb(m, k) * norm_ball(k) for k in range(1, m + 1)), arb(0))
        return enclosed(total / arb(2) ** m)


LONGEST_SUM = 1000


def norm_ball(n: int) -> arb:
    """c_n at the working precision, of which it takes 2 log2(n) bits."""
    if n == 0:
        return arb(0)
    half = arb(n) / 2
    return arb(2).sqrt() * ((half + arb(1) / 2).lgamma() - half.lgamma()).exp()


def enclosed(ball: arb, trusts: frozenset[str] = frozenset()) -> Enclosure:
    """The ball as an enclosure."""
    ends = bounds(ball)
    return Enclosure(trusts=trusts) if ends is None else Enclosure(*ends, trusts=trusts)


def upper(x: Enclosure) -> float:
    """A float64 not below x, which must be bounded above by one."""
    found = x.floats[1]
    assert found is not None
    return found


def segment(length: arb | fmpq) -> arb:
    """sqrt(2/pi) times the length: the width of a segment, in every dimension."""
    return (2 / arb.pi()).sqrt() * length
