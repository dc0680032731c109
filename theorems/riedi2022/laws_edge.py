"""Theorem 33 at finite n: the edges of K' + K near sqrt(2) times the Tracy-Widom law of F_1.

For Gaussian entries Z_n / sqrt(2) is the centred largest eigenvalue of the GOE, whose law is known at every
n; its distance from F_1, computed from that law, is 0.111, 0.084, 0.060, 0.046, 0.036 at n = 5, 10, 25, 50,
100 (0.19 n^(-1/3) to 0.165 n^(-1/3)). The rates below leave room for a sample to show it.
"""

from __future__ import annotations

from math import exp, sqrt

from perturb.distributions import ScaledDistribution, tracy_widom
from perturb.laws.distributions.gaussian_largest import goe_largest_distribution
from perturb.laws.ensembles.ends import Symmetric
from perturb.laws.ensembles.events import holds
from perturb.laws.ensembles.truth import less
from perturb.statements.chance import limit_law, tail
from theorems.limits.edge import SQRT2_TW1
from theorems.riedi2022 import RIEDI
from theorems.riedi2022.laws_layer import edges, unscaled
from theorems.riedi2022.relations import edge_at

SIZES = (5, 10, 25)


def upper(n, draws, rng, entries="gaussian"):
    """Z_n, (107)."""
    return (edges(unscaled(n, draws, rng, entries))[1] - sqrt(8 * n)) * n ** (1 / 6)


def lower(n, draws, rng, entries="gaussian"):
    """Z~_n, (108)."""
    return (-edges(unscaled(n, draws, rng, entries))[0] - sqrt(8 * n)) * n ** (1 / 6)


def exact(n):
    """The law of Z_n for Gaussian entries."""
    return ScaledDistribution(
        goe_largest_distribution(n), sqrt(2), f"sqrt(2) GOE_{n}", rf"\sqrt{{2}}\,\mathrm{{GOE}}_{{{n}}}"
    )


def above(n, t):
    """P[sqrt(2) TW_1 > t]."""
    return float(SQRT2_TW1.sf(t))


@limit_law(
    RIEDI,
    "Theorem 33: Z_n near sqrt(2) TW_1, Gaussian",
    id="thm-33.conv",
    status="conjectured",
    limit=SQRT2_TW1,
    sizes=SIZES,
    rate=lambda n: 0.3 * n ** (-1 / 3),
    covers=["thm-33.conv", "thm-33.106", "thm-33.conc", "num-zn5", "num-width5"],
)
def edge_gaussian(n, draws, rng):
    """The limit is the law of sqrt(2) X, X with the distribution function F_1: mean -1.71, deviation 1.79. It
    is a theorem of Tracy and Widom (1996); the rate alone is ours, and conjectured.

    "High probability" in (106) is that of an interval under this law, below 1 for any fixed constants.
    """
    return upper(n, draws, rng)


@limit_law(
    RIEDI,
    "Theorem 33 with TW_1 itself as the limit",
    id="thm-33.conv~unscaled",
    status="refuted",
    limit=tracy_widom(1),
    sizes=SIZES,
    rate=lambda n: 0.3 * n ** (-1 / 3),
)
def edge_unscaled(n, draws, rng):
    """Printed is "a Tracy-Widom law". Read as the law of F_1 it is wrong by a factor sqrt(2): at n = 100 the
    distance is 0.227, against 0.036 from the scaled law.
    """
    return upper(n, draws, rng)


@limit_law(
    RIEDI,
    "Theorem 33: Z_n near sqrt(2) TW_1, Uniform",
    id="thm-33.conv~uniform",
    status="conjectured",
    limit=SQRT2_TW1,
    sizes=SIZES,
    rate=lambda n: 0.5 * n ** (-1 / 3),
    covers=["thm-33.conv"],
)
def edge_uniform(n, draws, rng):
    """The same limit, a theorem of Soshnikov (1999), approached more slowly: the fourth moment 9/5 of an
    entry shifts the mean. The rate alone is ours, and conjectured.
    """
    return upper(n, draws, rng, "uniform")


@limit_law(
    RIEDI,
    "Theorem 33: the lower edge, Z~_n",
    id="thm-33.108",
    status="conjectured",
    limit=SQRT2_TW1,
    sizes=SIZES,
    rate=lambda n: 0.3 * n ** (-1 / 3),
    covers=["thm-33.conv", "thm-33.sym"],
)
def lower_edge(n, draws, rng):
    """K and -K have one law, so Z~_n has that of Z_n: its limit is a theorem, too."""
    return lower(n, draws, rng)


@limit_law(
    RIEDI,
    "Theorem 33: the law of Z_5, exactly",
    id="thm-33.rem-sharp~exact",
    status="proved",
    limit=exact(5),
    sizes=(5,),
    rate=lambda n: 0.03,
)
def edge_exactly(n, draws, rng):
    """de Bruijn's Pfaffian at n = 5, Gaussian entries. The distance is 0; 0.03 is what a sample resolves."""
    return upper(n, draws, rng)


@limit_law(
    RIEDI,
    "Theorem 33: the normalisation that is quite sharp",
    id="thm-33.rem-sharp",
    status="conjectured",
    limit=SQRT2_TW1,
    sizes=(5, 10),
    rate=lambda n: 0.3 * n ** (-2 / 3),
    rate_source="the order n^(-2/3) is that of Johnstone and Ma (2012), the constant 0.3 ours",
    covers=["thm-33.rem-sharp"],
)
def edge_sharpened(n, draws, rng):
    """With n - 1/2 for n in (107) the distance is 0.039 n^(-2/3): 0.012 at n = 5, where (107) gives 0.111."""
    m = n - 0.5
    return (edges(unscaled(n, draws, rng))[1] - sqrt(8 * m)) * m ** (1 / 6)


@tail(
    RIEDI,
    "Theorem 33: the right tail below that of the limit",
    id="thm-33.rem-tail",
    status="conjectured",
    bound=above,
    cases=[(5, -1.0), (5, 1.0), (10, 0.0), (10, 2.0), (25, 0.0)],
    covers=["thm-33.rem-tail", "fig-4.tail", "eq-119.c"],
)
def edge_dominated(n, t, draws, rng):
    """P[Z_n > t] <= P[sqrt(2) TW_1 > t], Gaussian entries: (107) centres too high at every n. Computed from
    the exact laws it holds at the sizes checked, up to 400; we know of no proof for all n. So P[Z_n >= 8] is
    below 4.7e-6, and 5.1e-7 at n = 5.
    """
    spectra = {"tau": Symmetric(unscaled(n, draws, rng))}
    return holds(lambda tau, edge: less(edge, tau.largest), spectra, lambda: {"edge": edge_at(n, t)})


@tail(
    RIEDI,
    "Theorem 33: the right tail, proved",
    id="thm-33.rem-tail~proved",
    status="proved",
    bound=lambda n, t: exp(-(t**2) * n ** (-1 / 3) / 8),
    cases=[(5, 1.0), (5, 4.0), (25, 4.0)],
)
def edge_concentrated(n, t, draws, rng):
    """Sudakov and Fernique: the mean of the edge is at most sqrt(8n); it is 2-Lipschitz in K. The exponent
    loses a factor n^(-1/3): right for large deviations, not for moderate ones.
    """
    spectra = {"tau": Symmetric(unscaled(n, draws, rng))}
    return holds(lambda tau, edge: less(edge, tau.largest), spectra, lambda: {"edge": edge_at(n, t)})
