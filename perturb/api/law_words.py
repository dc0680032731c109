"""What is said of samples and a distribution: distances, hints, what the verdict rests on."""

from __future__ import annotations

from dataclasses import dataclass
from decimal import ROUND_CEILING

from perturb.laws.distributions import names
from perturb.laws.distributions.base import ContinuousDistribution
from perturb.laws.distributions.gaussian_largest import LARGEST
from perturb.laws.stats.bands import dkw_radius
from perturb.laws.stats.goodness import MEAN, GoodnessOfFit
from perturb.laws.stats.slips import Explanation
from perturb.results import say

SHOWN = 3  # explanations
SPECTRUM = "the eigenvalues of one matrix have a test of their own: --spectrum (in Python spectrum=True)"
BULK = ("semicircle", "quarter-circle", "marchenko-pastur", "circular-radius", "shifted-singular")
# Distributions at a size of their own, no limits.
EXACT = ("kappa-2x2", "goe-largest", "gue-largest", "ginibre-smallest", "ginibre-radius")


@dataclass(frozen=True)
class Question:
    """What is asked: the distribution as named, None for one given as a value; the limit, and what the
    sample is held against.
    """

    named: names.NamedDistribution | None
    limit: ContinuousDistribution
    held: ContinuousDistribution
    n: int | None


def measured(judged: GoodnessOfFit) -> list[str]:
    least, most = judged.interval
    radius = dkw_radius(judged.draws, judged.distance.alpha)
    band = f"DKW radius {say.number(radius, ROUND_CEILING)} at alpha {judged.distance.alpha:.0e}"
    if judged.dependent:
        return [f"distribution: {judged.distribution.name}", f"sup distance: seen {judged.observed:.4f}"]
    seen = f"seen {judged.observed:.4f}, in {say.interval(least, most)}, {band}"
    lines = [f"distribution: {judged.distribution.name}", f"sup distance: {seen}"]
    if judged.verdict == "refuted":
        lines.append(f"refuted by: {' and '.join(judged.excluding)}")
    if judged.offset is not None:
        verb = "excluded" if judged.moved else "allowed"
        limit = f"{verb} at alpha {judged.alpha * MEAN:.0e}: up to {say.number(judged.slack, ROUND_CEILING)}"
        lines.append(f"mean of F(x): {judged.offset:+.4f} from 1/2, {limit}")
    if judged.tails is not None:
        verb = "excluded" if judged.strayed else "allowed"
        chance = say.number(judged.tails, ROUND_CEILING)
        lines.append(f"order statistics: as unlikely with probability at most {chance}, {verb}")
    if judged.verdict != "refuted" and not judged.dependent:
        smallest = say.number(judged.refutable, ROUND_CEILING) if judged.refutable < 1 else "none"
        lines.append(f"smallest distance that these draws could have refuted: {smallest}")
    return lines


def explained(judged: GoodnessOfFit, found: list[Explanation]) -> list[str]:
    if not found:
        none = "hint: none found; no shift, scale or other distribution tried fits"
        return [none] if judged.verdict == "refuted" and judged.tolerance is None else []
    first, *others = found[:SHOWN]
    lines = [f"hint ({first.kind}): {first.text}, rather than {judged.distribution.name}"]
    return [*lines, *(f"or ({e.kind}): {e.text}" for e in others)]


def notes(judged: GoodnessOfFit, asked: Question) -> list[str]:
    """What the verdict rests on, and what would make it sharper."""
    if judged.dependent:
        return [f"no independent draws: {judged.dependent}", SPECTRUM]
    lines = []
    if judged.verdict == "unresolved" and judged.tolerance is None:
        lines.append(f"{judged.draws} draws allow every distance at alpha {judged.alpha:.0e}")
    if asked.named is None:
        return lines
    if asked.named.base in BULK:
        lines.append("assumed: independent draws; the eigenvalues of one matrix are not: --spectrum")
    if _exact(asked.named):
        if asked.n is not None:
            lines.append("--n changes nothing: this one is no limit but exact as named")
    elif asked.n is None:
        lines.append("a limit: even right samples are off it at finite n; with --n N: the one at n, if known")
    elif asked.n is not None and judged.distribution is asked.limit:
        lines.append(f"no distribution at n = {asked.n} is known here: held against the limit")
    elif asked.n is not None and asked.n > LARGEST and judged.distribution.cdf_error > 1e-6:
        error = judged.distribution.cdf_error
        lines.append(f"n > {LARGEST}: an expansion, error {error:.1g} extrapolated (rung: asymptotic)")
    return lines


def _exact(named: names.NamedDistribution) -> bool:
    """Is it exact at its own size, or at every size, and no limit?"""
    return named.base in EXACT or (named.base == "smallest-singular" and named.parameters == ("complex",))
