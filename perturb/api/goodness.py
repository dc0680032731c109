"""How well independent samples fit one distribution, as console, notebook and table show it.

What is said of them: distances, hints, what the verdict rests on.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from decimal import ROUND_CEILING
from typing import Any

from perturb.laws.distributions import names
from perturb.laws.distributions.base import ContinuousDistribution
from perturb.laws.distributions.gaussian_largest import LARGEST
from perturb.laws.spectrum.limits import beyond_the_edge
from perturb.laws.stats.bands import dkw_radius
from perturb.laws.stats.diagnose import diagnose
from perturb.laws.stats.goodness import MEAN, GoodnessOfFit, goodness_of_fit
from perturb.laws.stats.regular import regular
from perturb.laws.stats.slips import Explanation
from perturb.results import pictures, say
from perturb.results.told import Told
from perturb.types import FloatArray

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


@dataclass(frozen=True, repr=False)
class Goodness(Told):
    """`judged` has the numbers, `explanations` what the samples look like instead, the likeliest first.

    `picture` is SVG: how the samples spread over the quantiles of the distribution.
    """

    judged: GoodnessOfFit
    asked: Question
    explanations: tuple[Explanation, ...] = ()
    picture: str = ""

    @property
    def verdict(self) -> str:
        """not refuted, refuted, unresolved; with a tolerance certified, too."""
        return self.judged.verdict

    @property
    def how(self) -> str:
        """Within which tolerance, at which alpha, from how many draws."""
        within = "" if self.judged.tolerance is None else f" within {self.judged.tolerance:g}"
        return f"{within}  at alpha {self.judged.alpha:.0e}, {self.judged.draws:,} draws"

    def details(self) -> list[str]:
        """What was measured, hints, what it rests on."""
        judged = self.judged
        return [*measured(judged), *explained(judged, [*self.explanations]), *notes(judged, self.asked)]

    def lines(self) -> list[str]:
        first = f"{self.judged.distribution.name}  {say.headline(self.verdict)}{self.how}"
        return [first, *(f"  {line}" for line in self.details())]

    def markdown(self) -> str:
        first = f"${self.judged.distribution.latex}$: **{self.verdict}**{self.how}"
        found = "\n".join(f"- {line}" for line in self.details())
        return "\n\n".join([first, found, pictures.shown(self.picture, pictures.FIT)])

    def rows(self) -> list[dict[str, Any]]:
        judged, (lo, hi) = self.judged, self.judged.interval
        told = {"distribution": judged.distribution.name, "draws": judged.draws, "verdict": judged.verdict}
        decided = {"refuted_by": ", ".join(judged.excluding) if judged.verdict == "refuted" else ""}
        return [told | {"alpha": judged.alpha, "seen": judged.observed, "lo": lo, "hi": hi} | decided]

    def record(self) -> dict[str, Any]:
        """The same with all that is measured, as JSON has it."""
        judged, (least, most) = self.judged, self.judged.interval
        moved = None if judged.offset is None else {"offset": judged.offset, "slack": judged.slack}
        return {
            "distribution": judged.distribution.name,
            "n": self.asked.n,
            "draws": judged.draws,
            "alpha": judged.alpha,
            "verdict": judged.verdict,
            "refuted_by": list(judged.excluding) if judged.verdict == "refuted" else [],
            "tolerance": judged.tolerance,
            "distance": {"seen": judged.observed, "lo": least, "hi": most, "alpha": judged.distance.alpha},
            "refutable": judged.refutable,
            "mean": moved,
            "tails": judged.tails,
            "hints": [
                {"kind": e.kind, "text": e.text, "distance": e.distance, "p": e.p} for e in self.explanations
            ],
            "notes": notes(judged, self.asked),
        }


def _at_the_edge(values: FloatArray, judged: GoodnessOfFit, value_error: float | None) -> str:
    """Are values just beyond the support all that excludes the distribution?"""
    if judged.tolerance is not None or judged.excluding != ("order statistics",):
        return ""
    low, high = judged.distribution.support
    inside = values[(values >= low) & (values <= high)]
    if len(inside) in (0, len(values)):
        return ""
    rest = goodness_of_fit(inside, judged.distribution, judged.alpha, None, value_error)
    return beyond_the_edge(values, judged.distribution) if not rest.excluding else ""


def goodness(
    values: FloatArray,
    asked: Question,
    alpha: float,
    tolerance: float | None = None,
    value_error: float | None = None,
) -> Goodness:
    """Judges a checked sample; values that are no independent draws are not judged as such."""
    judged = goodness_of_fit(values, asked.held, alpha, tolerance, value_error)
    if dependent := regular(values, asked.held) or _at_the_edge(values, judged, value_error):
        judged = replace(judged, dependent=dependent, offset=None, slack=None, tails=None)
    hints = judged.verdict == "refuted" and tolerance is None and asked.named is not None
    found = diagnose(values, asked.named, asked.held, alpha, asked.n) if hints and asked.named else []
    return Goodness(judged, asked, tuple(found), pictures.fit(asked.held.cdf(values)))


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
