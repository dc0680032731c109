"""Theorem 35, (113) and the ratio of edge and norm at finite n."""

from __future__ import annotations

from math import cos, exp, pi, sqrt

from flint import arb

from perturb.distributions import tracy_widom
from perturb.laws.ensembles.ends import Singular, Symmetric
from perturb.laws.ensembles.events import holds
from perturb.laws.ensembles.truth import at_most, less, square
from perturb.statements.chance import limit_law, mean, tail
from theorems.riedi2022 import RIEDI
from theorems.riedi2022.laws_layer import centre, extremes, scale, unscaled
from theorems.riedi2022.relations import johnstone, shown_wrong, window, within_the_window

TW1 = tracy_widom(1)


def norm(n, draws, rng):
    """s_1(K_n), Gaussian entries."""
    return extremes(unscaled(n, draws, rng))[0]


def threshold(n):
    """(113) is false exactly where Y_n lies below this."""
    return (1 - centre(n) / (4 * n)) * n ** (2 / 3) / (scale(n) / (4 * n ** (1 / 3)) - 1 / sqrt(2))


def spectrum(n, draws, rng):
    """The singular values of K_n, which are to be certified."""
    return {"s": Singular(unscaled(n, draws, rng))}


def start(n):
    """s_1(K)^2 at the threshold."""
    return lambda: {"start": johnstone(n, shown_wrong(n))}


@limit_law(
    RIEDI,
    "Theorem 35: Y_n near TW_1",
    id="thm-35.110",
    status="conjectured",
    limit=TW1,
    sizes=(5, 10, 25),
    rate=lambda n: 0.5 * n ** (-2 / 3),
    covers=["thm-35.110", "fig-5.a", "eq-120.fast"],
)
def squared_norm(n, draws, rng):
    """Here the law is F_1 itself, without a factor; the centre and the scale are Johnstone's."""
    return (norm(n, draws, rng) ** 2 - centre(n)) / scale(n)


@mean(
    RIEDI,
    "Theorem 35: the mean of the norm",
    id="thm-35.109",
    status="proved",
    bound=lambda n: 2 * sqrt(n),
    cases=[(1,), (5,), (25,)],
    lipschitz=1.0,
    covers=["thm-35.109", "num-s1-lim", "lem-36.ii-as", "cor-37.i"],
)
def mean_norm(n, draws, rng):
    """E s_1(K) <= 2 sqrt(n) (Gordon 1985): the limit (109) is approached from below."""
    return norm(n, draws, rng)


@tail(
    RIEDI,
    "Theorem 35: deviations of the norm",
    id="thm-35.109~tail",
    status="proved",
    bound=lambda n, u: exp(-(u**2) / 2),
    cases=[(1, 0.5), (5, 0.5), (25, 1.0)],
)
def norm_concentrated(n, u, draws, rng):
    """P[s_1(K) >= 2 sqrt(n) + u] <= exp(-u^2/2) (Davidson and Szarek 2001)."""
    most = lambda: {"most": 2 * arb(n).sqrt() + arb(u)}  # noqa: E731
    return holds(lambda s, most: at_most(most, s.largest), spectrum(n, draws, rng), most)


def tridiagonal(n, k):
    """At most E s_1(K), for 2 <= k <= 2n; near 2 sqrt(n) for k of the order n^(1/3)."""
    return 2 * cos(pi / (k + 1)) * sqrt(n - (k - 1) // 2 - 1 / 2)


@tail(
    RIEDI,
    "Theorem 35: deviations of the norm from below",
    id="thm-35.109~below",
    status="proved",
    bound=lambda n, k, u: exp(-(u**2) / 2),
    cases=[(1, 2, 0.5), (5, 3, 0.5), (25, 5, 1.0)],
)
def norm_concentrated_from_below(n, k, u, draws, rng):
    """P[s_1(K) <= 2 cos(pi/(k+1)) sqrt(n - floor((k-1)/2) - 1/2) - u] <= exp(-u^2/2) for 2 <= k <= 2n.

    Proof: by Householder reflections s_1(K) has the law of the largest eigenvalue of a symmetric tridiagonal
    matrix with the diagonal 0 and off it independent chi_n, chi_(n-1), chi_(n-1), chi_(n-2), chi_(n-2), ...
    (Golub and Kahan). At the unit vector of the sin(pi j/(k+1)), j <= k, its mean is at least 2 cos(pi/(k+1))
    times E chi_d for the last of them, d = n - floor((k-1)/2), and E chi_d >= sqrt(d - 1/2). A function of
    Lipschitz constant 1 falls short of its mean by u with probability at most exp(-u^2/2).
    """
    least = lambda: {"least": arb(exact_tridiagonal(n, k)) - arb(u)}  # noqa: E731
    return holds(lambda s, least: at_most(s.largest, least), spectrum(n, draws, rng), least)


def exact_tridiagonal(n, k):
    """The same as a ball."""
    return 2 * (arb.pi() / (k + 1)).cos() * (arb(n - (k - 1) // 2) - arb(0.5)).sqrt()


def off_two(n, e):
    """A bound of P[|s_1(K)/sqrt(n) - 2| >= e] whose sum over all n is finite."""
    room = max(max(tridiagonal(n, k) - (2 - e) * sqrt(n) for k in range(2, 2 * n + 1)), 0)
    return exp(-n * e**2 / 2) + exp(-(room**2) / 2)


@tail(
    RIEDI,
    "Theorem 35, (109), almost surely",
    id="thm-35.109~almost-surely",
    status="proved",
    bound=off_two,
    cases=[(5, 1.0), (25, 0.6), (25, 1.0), (50, 0.5)],
    covers=["thm-35.109", "num-s1-lim", "lem-36.ii-as", "cor-37.i"],
)
def norm_off_its_limit(n, e, draws, rng):
    """The sum over n of the P[|s_1(K_n)/sqrt(n) - 2| >= e] is finite for every e > 0, so that by Borel and
    Cantelli s_1(K_n)/sqrt(n) -> 2 almost surely, however the K_n depend on each other.

    Proof: from above exp(-n e^2/2), a geometric sequence. From below let 2 cos(pi/(k+1)) >= 2 - e/2, k being
    large: for n >= 8k/e the bound of the mean is at least (2 - 3e/4) sqrt(n), as sqrt(1 - x) >= 1 - x, and
    what is left is at most exp(-n e^2/32). The bound takes the best k of each n.
    """
    ends = lambda: {"low": (2 - arb(e)) * arb(n).sqrt(), "high": (2 + arb(e)) * arb(n).sqrt()}  # noqa: E731
    apart = lambda s, low, high: at_most(s.largest, low) | at_most(high, s.largest)  # noqa: E731
    return holds(apart, spectrum(n, draws, rng), ends)


@tail(
    RIEDI,
    "(113), the inequality, as an almost sure one",
    id="lem-36.113b~sure",
    status="refuted",
    direction=">=",
    bound=lambda n: 0.99,
    cases=[(10,), (25,)],
)
def inequality_is_sure(n, draws, rng):
    """False below a negative threshold of Y_n, so with a probability that grows with n: 0.006, 0.07, 0.22,
    0.35, 0.45 at n = 5, 10, 25, 50, 100, and F_1(0) = 0.832 in the limit.
    """
    return holds(lambda s, start: at_most(start, square(s.largest)), spectrum(n, draws, rng), start(n))


@tail(
    RIEDI,
    "(113), how often the inequality fails",
    id="lem-36.113b~fails",
    status="conjectured",
    direction=">=",
    bound=lambda n: float(TW1.cdf(threshold(n))) - 0.2 * n ** (-1 / 3),
    cases=[(10,), (25,)],
)
def inequality_fails(n, draws, rng):
    """At least F_1 at the threshold, which tends to 0 like -6.5 n^(-1/3), less 0.2 n^(-1/3) (ours)."""
    return holds(lambda s, start: less(square(s.largest), start), spectrum(n, draws, rng), start(n))


@tail(
    RIEDI,
    "Figure 5 (b): the ratio at n = 10 and above",
    id="fig-5.b~probability",
    status="conjectured",
    direction=">=",
    bound=lambda n: 0.985,
    cases=[(10,), (15,)],
    covers=[
        "fig-5.b",
        "thm-38.sqrt2",
        "num-sqrt2",
        "num-s1-tn",
        "thm-35.rem",
        "thm-22.rem-2",
        "num-tau-s1",
    ],
)
def ratio_in_the_window(n, draws, rng):
    """tau_up / (sqrt(2) s_1) lies in [0.6, 1.4] with probability 0.992 at n = 10 and 0.88 at n = 5."""
    K = unscaled(n, draws, rng)
    return holds(within_the_window, {"s": Singular(K), "tau": Symmetric(K)}, window)
