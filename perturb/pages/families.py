"""The families of distributions, each with the sources of its members."""

from __future__ import annotations

from collections.abc import Sequence

from perturb.laws.distributions import ContinuousDistribution, ScaledDistribution

SIAM = "A. Edelman, SIAM J. Matrix Anal. Appl. 9, 543 (1988)"
PASTUR = "V. A. Marchenko and L. A. Pastur, Math. USSR Sbornik 1, 457 (1967)"
TRACY = "C. A. Tracy and H. Widom, Commun. Math. Phys. 159, 151 (1994) and 177, 727 (1996)"
# By the name of the class, so that a distribution of somebody else's has no entry: who found it, by family.
FAMILIES = {
    "edge": {
        "TracyWidom": TRACY,
        "GaussianLargest": "N. G. de Bruijn, J. Indian Math. Soc. 19, 133 (1955)",
    },
    "condition": {"EdelmanKappa": f"{SIAM}, section 6", "Kappa2x2": SIAM},
    "smallest": {"SmallestSingular": f"{SIAM}, section 3", "GinibreSmallest": f"{SIAM}, section 3"},
    "bulk": {
        "Semicircle": "E. P. Wigner, Ann. Math. 67, 325 (1958)",
        "QuarterCircle": f"{PASTUR}, at ratio 1",
        "MarchenkoPastur": PASTUR,
    },
    "moduli": {
        "CircularRadius": "T. Tao and V. Vu, Ann. Probab. 38, 2023 (2010)",
        "GinibreSpectralRadius": "E. Kostlan, Linear Algebra Appl. 162, 385 (1992)",
    },
    "free": {
        "MarchenkoPasturProduct": "R. R. Mueller, IEEE Trans. Inf. Theory 48, 2086 (2002)",
        "SemicircleSum": "P. Biane, Indiana Univ. Math. J. 46, 705 (1997)",
        "MaskedSingularValues": "W. Hachem, P. Loubaton and J. Najim, Ann. Appl. Probab. 17, 875 (2007)",
        "ShiftedSingularValues": "R. B. Dozier and J. W. Silverstein, J. Multivariate Anal. 98, 1099 (2007)",
    },
}
TITLES = {
    "edge": "Largest eigenvalues",
    "condition": "Condition numbers",
    "smallest": "Smallest singular values",
    "bulk": "All eigenvalues or singular values",
    "moduli": "Moduli of eigenvalues",
    "free": "Sums and products of free elements",
    "other": "Others",
}


def inner(distribution: ContinuousDistribution) -> ContinuousDistribution:
    """What a scaled distribution is a multiple of; any other is that itself."""
    return distribution.distribution if isinstance(distribution, ScaledDistribution) else distribution


def family(distribution: ContinuousDistribution) -> str:
    name = type(inner(distribution)).__name__
    return next((key for key, members in FAMILIES.items() if name in members), "other")


def source(distribution: ContinuousDistribution) -> str:
    """Who found it; empty for a distribution that is not of this package."""
    name = type(inner(distribution)).__name__
    return FAMILIES.get(family(distribution), {}).get(name, "")


def families(
    listed: Sequence[ContinuousDistribution],
) -> dict[str, list[ContinuousDistribution]]:
    """By family, in the order of TITLES; families without members are left out."""
    found = {key: [d for d in listed if family(d) == key] for key in TITLES}
    return {key: members for key, members in found.items() if members}


def picture_of(key: str) -> str:
    """The picture of a family."""
    return f"distributions/{key}.png"
