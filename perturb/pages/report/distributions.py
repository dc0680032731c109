"""The page of all distributions: support, mean, deviation, stated error, source, and pictures by family."""

from __future__ import annotations

import inspect
from collections.abc import Sequence

from perturb.laws.distributions import ContinuousDistribution, ScaledDistribution
from perturb.pages.families import TITLES, families, picture_of, source
from perturb.pages.markdown import inline, joined, prose, table
from perturb.pages.places import DISTRIBUTIONS, home

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
