"""The page of all laws: where they live, mean, deviation, stated error, source, and a picture of each."""

from __future__ import annotations

import inspect
import re
from collections.abc import Sequence
from concurrent.futures import Executor, Future
from pathlib import Path

from perturb.distributions import ALL, ContinuousLaw, Scaled
from perturb.report.figures import distribution as law_panels
from perturb.report.markdown import inline, joined, prose, table
from perturb.report.pages.claim import MARK

NAME = "laws.md"
HEAD = ["Law", "Support", "Mean", "Standard deviation", "Error of the cdf", "Source"]
SIAM = "A. Edelman, SIAM J. Matrix Anal. Appl. 9, 543 (1988)"
# By the name of the class: a law of somebody else's has no entry, and its cell stays empty.
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


def slug(law: ContinuousLaw) -> str:
    """The name in lower case, with hyphens for what a file name should not have."""
    return re.sub(r"[^a-z0-9]+", "-", law.name.lower()).strip("-")


def figure_of(law: ContinuousLaw) -> str:
    return f"law-{slug(law)}.png"


def source(law: ContinuousLaw) -> str:
    """Who found it; empty for a law that is not of this package."""
    return source(law.law) if isinstance(law, Scaled) else SOURCES.get(type(law).__name__, "")


def pages(listed: Sequence[ContinuousLaw] = ALL) -> dict[str, str]:
    """The page by file name; none without laws. ValueError when two laws would share a picture."""
    figures = [figure_of(law) for law in listed]
    twice = sorted({name for name in figures if figures.count(name) > 1})
    if twice:
        raise ValueError(f"two laws have one picture: {', '.join(twice)}")
    if not listed:
        return {}
    summary = table(HEAD, [_row(law) for law in listed], "llrrrl")
    return {NAME: joined("# Laws", MARK, LEAD, summary, PANELS, *[_section(law) for law in listed])}


def link(listed: Sequence[ContinuousLaw] = ALL) -> str:
    """The section of the index that names the page; empty without laws."""
    count = f"[{len(listed)} laws]({NAME})"
    return joined("## Laws", f"{count}: support, moments, stated error of the cdf.") if listed else ""


def _row(law: ContinuousLaw) -> list[str]:
    numbers = [f"{law.mean() + 0.0:.7g}", f"{law.std():.7g}", f"{law.cdf_error:.2g}"]
    return [prose(law.name), _support(law), *numbers, prose(source(law))]


def _support(law: ContinuousLaw) -> str:
    """Closed at finite ends, and the atoms besides."""
    low, high = (f"{end:.7g}" for end in law.support)
    line = f"{'(' if low == '-inf' else '['}{low}, {high}{')' if high == 'inf' else ']'}"
    return prose("".join([line, *[f", mass {mass:.4g} at {point:g}" for point, mass in law.atoms]]))


def _section(law: ContinuousLaw) -> str:
    about = inspect.getdoc(law.law if isinstance(law, Scaled) else law) or ""
    first = " ".join(about.partition("\n\n")[0].replace("`", "").split())
    symbol = f"{inline(law.latex)}, a multiple of" if isinstance(law, Scaled) else inline(law.latex)
    return joined(f"## {prose(law.name)}", f"{symbol}: {prose(first)}", f"![{law.name}]({figure_of(law)})")


def save(folder: Path, listed: Sequence[ContinuousLaw], pool: Executor) -> dict[Path, Future[None]]:
    """Have the pictures drawn and remove those of laws that are gone; returns the work by path."""
    for path in strangers(folder, listed):
        path.unlink()
    return {(path := folder / figure_of(law)): pool.submit(law_panels.save, law, path) for law in listed}


def stale(folder: Path, listed: Sequence[ContinuousLaw] = ALL) -> list[str]:
    """Pictures that are missing, of other data or of no law, one line each."""
    problems = [
        f"{figure_of(law)}: missing or of other data"
        for law in listed
        if not law_panels.is_of(law, folder / figure_of(law))
    ]
    return problems + [f"{path.name}: no such law" for path in strangers(folder, listed)]


def strangers(folder: Path, listed: Sequence[ContinuousLaw]) -> list[Path]:
    """Pictures of no law that is listed; one that belongs to a page of a claim is not meant."""
    known = {figure_of(law) for law in listed}
    found = [path for path in sorted(folder.glob("law-*.png")) if path.name not in known]
    return [path for path in found if not path.with_suffix(".md").exists()]
