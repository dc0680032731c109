"""(119), (120) and the upper bound of (151) by Slepian's comparison: the best exponents, at every size.

For unit vectors u, v and a standard normal gamma apart from K = K_n compare v'Ku + gamma with g'u + h'v,
where g and h are standard normal vectors. Both have the variance 2, and their covariances at (u, v) and (p,
q) differ by (1 - u'p)(1 - v'q) >= 0. So P[v'Ku + gamma <= c(u, v) for all u, v] is the larger one for every c
(Slepian 1962; finite nets, then continuity): whatever c, the largest v'Ku + gamma + c is stochastically below
the largest g'u + h'v + c. Three cases, a chi being |g|:

- c = 0: s_1(K) + gamma is below chi + chi'.
- u = v, where the covariances differ by (1 - u'p)^2: t_up/2 + gamma is below sqrt(2) chi.
- c = u'v/sigma: s_1(Id + sigma K) + sigma gamma is below 1 + sqrt(2) sigma chi + sigma^2 chi'^2/4, as g + h
  and g - h are independent of variance 2, and by the first claim below.

Exponential moments of both sides (Chernoff) need one fact, E exp(b sqrt(n) chi) <= exp(n(bc/2 + log c)) for c
= (b + sqrt(b^2 + 4))/2: by chi <= (chi^2/y + y)/2 with y = c sqrt(n) it is at most exp(b c n/2) (1 -
b/c)^(-n/2), and 1 - b/c = 1/c^2.
"""

from __future__ import annotations

from fractions import Fraction

from perturb import claim, named, term, then
from perturb.domains import scalar, together, vector
from perturb.vocab import exp, log, norm, power, sq, sqrt
from theorems.riedi2022 import RIEDI, readings_random
from theorems.riedi2022.exceptional_events import FROM_TWO_AND_FIVE
from theorems.riedi2022.singular_vectors import dot


@term("J({0})")
def rate(r):
    """r sqrt(r^2 - 1) - log(r + sqrt(r^2 - 1)), the integral of 2 sqrt(x^2 - 1) from 1 to r."""
    root = sqrt(sq(r) - 1)
    return r * root - log(r + root)


@claim(
    RIEDI,
    "Corollary 40, (151), upper bound: the largest value of what Slepian compares with",
    id="cor-40.151b~maximum",
    status="proved",
    domain=together(u=vector(), v=vector(), g=vector(), h=vector(), n=(1, 3)),
    reading=readings_random.ANY_LENGTH,
    equality=[{"u": [1], "v": [1], "g": [1], "h": [1]}, {"u": [3, 4], "v": [3, 4], "g": [6, 8], "h": [6, 8]}],
)
def largest_value_of_the_comparison(u, v, g, h):
    """Proof for unit u and v: p = u + v and q = u - v have |p| <= 2 and u'v = 1 - |q|^2/2. Now g'u + h'v =
    ((g + h)'p + (g - h)'q)/2 <= |g + h| + |g - h||q|/2, and b|q|/2 - |q|^2/2 <= b^2/8.
    """
    lengths = named(r"\lVert u\rVert\,\lVert v\rVert", norm(u) * norm(v))
    value = dot(u, v) + norm(v) * dot(g, u) + norm(u) * dot(h, v)
    yield then(value, "<=", lengths * (1 + norm(g + h) + sq(norm(g - h)) / 8))


@claim(
    RIEDI,
    "Corollary 40, (151), upper bound: its probability",
    id="cor-40.151b~probability",
    status="proved",
    domain=together(n=scalar(1), e=scalar(0)),
    reading=readings_random.EXPONENT_OF_151,
    equality=[{"n": 10**15, "e": 0}],
    true_mutants=dict.fromkeys(
        ("conclusion-1:left:6-1%", "conclusion-1:strict"),
        "r - sqrt(3)/4 > 2n still, and strictly: all that the proof takes",
    ),
)
def exponent_of_the_upper_bound(n, e):
    """P[s_1(Id + W_1) > 1 + 1/r] <= (1 - sqrt(3)/(4r))^(-n/2) exp(-n J(2)), J(2) = 2.147: less than 1.12
    exp(-2.147 n), and 2 exp(-2n) <= 2 exp(-theta^2/2).

    Proof: let s sigma = sqrt(6n) in the moments of order s. That of sigma gamma is exp(3n); of sqrt(2) sigma
    chi, by the fact above with b = sqrt(12), c = 2 + sqrt(3), at most exp(n(3 + 2 sqrt(3) + log c)); of
    sigma^2 chi'^2/4 it is (1 - s sigma^2/2)^(-n/2), s sigma^2 = sqrt(3)/(2r); and s/r = sqrt(48) n. Markov
    leaves -sqrt(48) - 3 + 3 + 2 sqrt(3) + log c = -J(2). As r - 1/2 > 2n, the power is at most
    exp(sqrt(3)/16).
    """
    r = named("r", 6 + 2 * n + e)
    yield then(-n * log(1 - sqrt(3) / (4 * r)) / 2, "<=", sqrt(3) / 16)


@claim(
    RIEDI,
    "(119) and the text after it: the best exponent, at every size",
    id="eq-119.small~sharpened",
    status="sharpened",
    sharpens="eq-119.small",
    domain=FROM_TWO_AND_FIVE,
)
def probability_of_the_lower_edge_by_its_rate(r, n):
    """P[tau_n <= -1] <= exp(-n J(r)) for Gaussian entries and r >= 1, where t_up and -t_low have one law:
    below 2.2e-5 for r >= 2, n >= 5. J is the large deviation rate of the edge of the GOE (Ben Arous, Dembo
    and Guionnet 2001), so no better one serves all n.

    Proof: by the comparison and the fact above, with s = a sqrt(n) and b = sqrt(2) a, P[t_up >= r sqrt(8n)]
    <= exp(n(-b r - b^2/4 + bc/2 + log c)); take b = 2 sqrt(r^2 - 1), c = r + sqrt(r^2 - 1). J(r) >= (r -
    1)^2, as 2 sqrt(r^2 - 1) >= 2(r - 1) for the slopes.
    """
    yield then(exp(-n * rate(r)), "<", Fraction(2177, 10**8))


@claim(
    RIEDI,
    "(120) and the text after it: the best exponent, at every size",
    id="eq-120.small~sharpened",
    status="sharpened",
    sharpens="eq-120.small",
    domain=FROM_TWO_AND_FIVE,
)
def probability_of_the_norm_by_its_rate(r, n):
    """P[s_1(W_1) >= 1] <= exp(-2n J(sqrt(2) r)) for Gaussian entries and r >= 1/sqrt(2): below 1e-25 for r >=
    2, n >= 5.

    Proof: by the comparison and the fact above, with s = b sqrt(n) and x = r sqrt(8), P[s_1(K) >= x sqrt(n)]
    <= exp(n(-b x - b^2/2 + bc + 2 log c)); take b = sqrt(x^2 - 4), c = (x + b)/2. As J(y) >= (y - 1)^2, with
    y = sqrt(2) r, it is below the bound of Davidson and Szarek.
    """
    yield then(exp(-2 * n * rate(sqrt(2) * r)), "<", Fraction(77, 10**27))


@claim(
    RIEDI,
    "Theorem 33: the exponent of the right tail",
    id="thm-33.rem-tail~exponent",
    status="proved",
    domain=together(n=scalar(1), t=scalar(0)),
    true_mutants={"domain:rim-n": "the proof takes any n > 0"},
)
def exponent_of_the_right_tail(n, t):
    """So P[Z_n >= t] <= exp(-(2/3)(t/sqrt(2))^(3/2)) at every n, Gaussian entries: the exponent of the limit
    law, and 1.3e-4 at t = 8.

    Proof: Z_n >= t is t_up >= r sqrt(8n) with r = 1 + t/(sqrt(8) n^(2/3)). J(r) >= (4 sqrt(2)/3)(r -
    1)^(3/2), as 2 sqrt(r^2 - 1) >= 2 sqrt(2(r - 1)) for the slopes, and n (r - 1)^(3/2) is free of n.
    """
    r = named("r", 1 + t / (sqrt(8) * power(n, Fraction(2, 3))))
    yield then(n * rate(r), ">=", 2 * power(t / sqrt(2), Fraction(3, 2)) / 3)
