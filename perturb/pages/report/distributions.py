"""The page of all distributions: support, mean, deviation, stated error, source, and pictures by family."""

from __future__ import annotations

import inspect
from collections.abc import Sequence

from perturb.laws.distributions import ContinuousDistribution, ScaledDistribution
from perturb.pages.markdown import inline, joined, prose, table
from perturb.pages.places import DISTRIBUTIONS, home

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
HEAD = ["Distribution", "Support", "Mean", "Standard deviation", "Error of the cdf", "Source"]
LEAD = (
    "A distribution has the methods of scipy.stats (cdf, sf, pdf, their logarithms, ppf, isf, rvs, moments), "
    "and it states a bound of the absolute error of its cdf, rounding included. Mean and deviation are "
    "printed to seven digits; inf is a moment that diverges."
)
PANELS = (
    "Each picture has a row a distribution: the density, both tails in powers of ten (down to 1e-290 where "
    "there are floats so close to the end of the support), and the error of the cdf beside its stated bound. "
    "The error is measured against another formula or another quadrature in ball arithmetic."
)


def distributions(listed: Sequence[ContinuousDistribution]) -> str:
    """Markdown."""
    return joined(
        "# Distributions",
        home(DISTRIBUTIONS),
        LEAD,
        table(HEAD, [_row(distribution) for distribution in listed], "llrrrl"),
        PANELS,
        *[_section(key, members) for key, members in families(listed).items()],
    )


def link(listed: Sequence[ContinuousDistribution]) -> str:
    """The section of the index that names the page; empty without distributions."""
    count = f"[{len(listed)} distributions]({DISTRIBUTIONS})"
    return (
        joined("## Distributions", f"{count}: support, moments, stated error of the cdf.") if listed else ""
    )


def _row(distribution: ContinuousDistribution) -> list[str]:
    numbers = [
        f"{distribution.mean() + 0.0:.7g}",
        f"{distribution.std():.7g}",
        f"{distribution.cdf_error:.2g}",
    ]
    return [prose(distribution.name), _support(distribution), *numbers, prose(source(distribution))]


def _support(distribution: ContinuousDistribution) -> str:
    """Closed at finite ends, and the atoms besides."""
    low, high = (f"{end:.7g}" for end in distribution.support)
    line = f"{'(' if low == '-inf' else '['}{low}, {high}{')' if high == 'inf' else ']'}"
    return prose("".join([line, *[f", mass {mass:.4g} at {point:g}" for point, mass in distribution.atoms]]))


def _section(key: str, members: Sequence[ContinuousDistribution]) -> str:
    """What each says of itself; those that say the same stand in one line."""
    said: dict[str, list[str]] = {}
    for one in members:
        said.setdefault(_about(one), []).append(f"**{prose(one.name)}** ({inline(one.latex)})")
    return joined(
        f"## {TITLES[key]}",
        "\n".join(f"- {', '.join(names)}: {about}" for about, names in said.items()),
        f"![{TITLES[key]}: densities, tails, errors]({picture_of(key)})",
    )


def _about(one: ContinuousDistribution) -> str:
    """The first paragraph of its description."""
    if isinstance(one, ScaledDistribution):
        return f"a multiple of {prose(one.distribution.name)}."
    return prose(" ".join((inspect.getdoc(one) or "").partition("\n\n")[0].replace("`", "").split()))


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
