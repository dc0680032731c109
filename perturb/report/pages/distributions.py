"""The page of all distributions: support, mean, deviation, stated error, source, and a picture of each."""

from __future__ import annotations

import inspect
import re
from collections.abc import Sequence
from concurrent.futures import Executor, Future
from pathlib import Path

from perturb.distributions import ALL, ContinuousDistribution, ScaledDistribution
from perturb.report.figures import distribution as law_panels
from perturb.report.markdown import inline, joined, prose, table
from perturb.report.pages.claim import MARK

NAME = "laws.md"
HEAD = ["Law", "Support", "Mean", "Standard deviation", "Error of the cdf", "Source"]
SIAM = "A. Edelman, SIAM J. Matrix Anal. Appl. 9, 543 (1988)"
# By the name of the class: a distribution of somebody else's has no entry, and its cell stays empty.
SOURCES = {
    "TracyWidom": "C. A. Tracy and H. Widom, Commun. Math. Phys. 159, 151 (1994) and 177, 727 (1996)",
    "EdelmanKappa": f"{SIAM}, section 6",
    "SmallestSingular": f"{SIAM}, section 3",
    "Kappa2x2": SIAM,
    "GinibreSmallest": f"{SIAM}, section 3",
    "GaussianLargest": "N. G. de Bruijn, J. Indian Math. Soc. 19, 133 (1955)",
    "Semicircle": "E. P. Wigner, Ann. Math. 67, 325 (1958)",
    "QuarterCircle": "V. A. Marchenko and L. A. Pastur, Math. USSR Sbornik 1, 457 (1967), at ratio 1",
    "MarchenkoPastur": "V. A. Marchenko and L. A. Pastur, Math. USSR Sbornik 1, 457 (1967)",
    "CircularRadius": "T. Tao and V. Vu, Ann. Probab. 38, 2023 (2010)",
    "GinibreSpectralRadius": "E. Kostlan, Linear Algebra Appl. 162, 385 (1992)",
    "SemicircleSum": "P. Biane, Indiana Univ. Math. J. 46, 705 (1997)",
    "ShiftedSingularValues": "R. B. Dozier and J. W. Silverstein, J. Multivariate Anal. 98, 1099 (2007)",
}
LEAD = (
    "A law is a value with the methods of a distribution (cdf, sf, pdf, their logarithms, ppf, isf, rvs, "
    "moments), and it states a bound of the absolute error of its cdf, rounding included. Mean and deviation "
    "are printed to seven digits; inf is a moment that diverges."
)
PANELS = (
    "Each picture has the distribution function, the density, both tails in powers of ten (down to 1e-290 "
    "where there are floats so close to the end of the support), and the error of the cdf beside its stated "
    "bound. The error is measured against another formula or another quadrature in ball arithmetic."
)


def slug(distribution: ContinuousDistribution) -> str:
    """The name in lower case, with hyphens for what a file name should not have."""
    return re.sub(r"[^a-z0-9]+", "-", distribution.name.lower()).strip("-")


def figure_of(distribution: ContinuousDistribution) -> str:
    return f"law-{slug(distribution)}.png"


def source(distribution: ContinuousDistribution) -> str:
    """Who found it; empty for a distribution that is not of this package."""
    return (
        source(distribution.distribution)
        if isinstance(distribution, ScaledDistribution)
        else SOURCES.get(type(distribution).__name__, "")
    )


def pages(listed: Sequence[ContinuousDistribution] = ALL) -> dict[str, str]:
    """The page by file name; none without distributions. ValueError when two would share a picture."""
    figures = [figure_of(distribution) for distribution in listed]
    twice = sorted({name for name in figures if figures.count(name) > 1})
    if twice:
        raise ValueError(f"two laws have one picture: {', '.join(twice)}")
    if not listed:
        return {}
    summary = table(HEAD, [_row(distribution) for distribution in listed], "llrrrl")
    return {
        NAME: joined(
            "# Laws", MARK, LEAD, summary, PANELS, *[_section(distribution) for distribution in listed]
        )
    }


def link(listed: Sequence[ContinuousDistribution] = ALL) -> str:
    """The section of the index that names the page; empty without distributions."""
    count = f"[{len(listed)} laws]({NAME})"
    return joined("## Laws", f"{count}: support, moments, stated error of the cdf.") if listed else ""


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


def _section(distribution: ContinuousDistribution) -> str:
    about = (
        inspect.getdoc(
            distribution.distribution if isinstance(distribution, ScaledDistribution) else distribution
        )
        or ""
    )
    first = " ".join(about.partition("\n\n")[0].replace("`", "").split())
    symbol = (
        f"{inline(distribution.latex)}, a multiple of"
        if isinstance(distribution, ScaledDistribution)
        else inline(distribution.latex)
    )
    return joined(
        f"## {prose(distribution.name)}",
        f"{symbol}: {prose(first)}",
        f"![{distribution.name}]({figure_of(distribution)})",
    )


def save(folder: Path, listed: Sequence[ContinuousDistribution], pool: Executor) -> dict[Path, Future[None]]:
    """Have the pictures drawn and remove those of distributions that are gone; returns the work by path."""
    for path in strangers(folder, listed):
        path.unlink()
    return {
        (path := folder / figure_of(distribution)): pool.submit(law_panels.save, distribution, path)
        for distribution in listed
    }


def stale(folder: Path, listed: Sequence[ContinuousDistribution] = ALL) -> list[str]:
    """Pictures that are missing, of other data or of no distribution, one line each."""
    problems = [
        f"{figure_of(distribution)}: missing or of other data"
        for distribution in listed
        if not law_panels.is_of(distribution, folder / figure_of(distribution))
    ]
    return problems + [f"{path.name}: no such law" for path in strangers(folder, listed)]


def strangers(folder: Path, listed: Sequence[ContinuousDistribution]) -> list[Path]:
    """Pictures of no distribution that is listed; one that belongs to a page of a claim is not meant."""
    known = {figure_of(distribution) for distribution in listed}
    found = [path for path in sorted(folder.glob("law-*.png")) if path.name not in known]
    return [path for path in found if not path.with_suffix(".md").exists()]
