"""The soft edge: largest eigenvalues of Gaussian symmetric matrices, largest singular values."""

from __future__ import annotations

from math import sqrt

from perturb.distributions import ScaledDistribution, tracy_widom
from perturb.ensembles import ginibre_extremes, goe_largest, symmetrised_largest, uniform_entries
from perturb.statements.chance import limit_law
from theorems.limits import LIMITS

SQRT2_TW1 = ScaledDistribution(tracy_widom(1), sqrt(2), "sqrt(2) TW_1", r"\sqrt{2}\,\mathrm{TW}_1")


def at_the_edge(values, n):
    """n^(1/6) (x - 2 sqrt(n)); any n > 0, whole or not."""
    return n ** (1 / 6) * (values - 2 * sqrt(n))


@limit_law(
    LIMITS,
    "Tracy and Widom 1996, F_1",
    id="goe-soft-edge",
    source="C. A. Tracy and H. Widom, Commun. Math. Phys. 177, 727 (1996)",
    status="conjectured",
    limit=tracy_widom(1),
    sizes=(10, 20, 40),
    rate=lambda n: 0.35 * n ** (-1 / 3),
)
def goe_soft_edge(n, draws, rng):
    """The largest eigenvalue of the GOE, centred at 2 sqrt(n): the limit is TW_1, the distance near n^(-1/3).

    The centre is off by 1/(2 sqrt(n)), n^(-1/3)/2 in units of the law; see goe-soft-edge-centred.
    """
    return at_the_edge(goe_largest(n, draws, rng), n)


@limit_law(
    LIMITS,
    "Johnstone and Ma 2012, GOE",
    id="goe-soft-edge-centred",
    source="I. M. Johnstone and Z. Ma, Ann. Appl. Probab. 22, 1962 (2012)",
    status="conjectured",
    limit=tracy_widom(1),
    sizes=(5, 10, 20),
    rate=lambda n: 0.3 * n ** (-2 / 3),
    rate_source="the order n^(-2/3) is theirs, the constant 0.3 ours",
)
def goe_soft_edge_centred(n, draws, rng):
    """With n - 1/2 for n in centre and scale the distance falls like n^(-2/3)."""
    return at_the_edge(goe_largest(n, draws, rng), n - 0.5)


@limit_law(
    LIMITS,
    "Tracy and Widom 1996, for K + K'",
    id="symmetrised-soft-edge",
    source="C. A. Tracy and H. Widom, Commun. Math. Phys. 177, 727 (1996); K + K' is sqrt(2) GOE",
    status="conjectured",
    limit=SQRT2_TW1,
    sizes=(5, 10, 20),
    rate=lambda n: 0.3 * n ** (-1 / 3),
    covers=["riedi2022/thm-33.107"],
)
def symmetrised_soft_edge(n, draws, rng):
    """K + K' has off-diagonal variance 2: n^(1/6) (largest - sqrt(8 n)) tends to sqrt(2) TW_1."""
    return n ** (1 / 6) * (symmetrised_largest(n, draws, rng) - sqrt(8 * n))


@limit_law(
    LIMITS,
    "Soshnikov 1999, uniform entries",
    id="symmetrised-soft-edge-uniform",
    source="A. Soshnikov, Commun. Math. Phys. 207, 697 (1999), for the limit",
    status="conjectured",
    limit=SQRT2_TW1,
    sizes=(5, 10, 20),
    rate=lambda n: 0.5 * n ** (-1 / 3),
)
def symmetrised_soft_edge_uniform(n, draws, rng):
    """The same for entries uniform on (-sqrt 3, sqrt 3): the limit is the same, the approach slower."""
    return n ** (1 / 6) * (symmetrised_largest(n, draws, rng, uniform_entries) - sqrt(8 * n))


@limit_law(
    LIMITS,
    "Johnstone 2001, Theorem 1.1",
    id="wishart-soft-edge",
    source="I. M. Johnstone, Ann. Statist. 29, 295 (2001)",
    status="conjectured",
    limit=tracy_widom(1),
    sizes=(5, 10, 20),
    rate=lambda n: 0.5 * n ** (-2 / 3),
    covers=["riedi2022/thm-35.110"],
)
def wishart_soft_edge(n, draws, rng):
    """s_1^2 of a square Gaussian matrix, centred at (sqrt(n-1) + sqrt(n))^2: the limit is TW_1."""
    root = sqrt(n - 1) + sqrt(n)
    scale = root * (1 / sqrt(n - 1) + 1 / sqrt(n)) ** (1 / 3)
    largest = ginibre_extremes(n, draws, rng)[0]
    return (largest**2 - root**2) / scale
