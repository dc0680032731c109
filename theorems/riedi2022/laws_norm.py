"""Theorem 35, (113) and the ratio of edge and norm at finite n."""

from __future__ import annotations

from math import exp, sqrt

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
