"""`perturb.law`: which distribution independent samples have, or how well they fit one that is named.

`Goodness` says how well they fit one (distances, hints, what the verdict rests on), `Ranking` which of those
that are known here they may have, each as console, notebook and table show it; `law` asks for either.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from decimal import ROUND_CEILING
from typing import Any

from perturb.api.spectral import SpectrumGoodness
from perturb.laws.distributions import names
from perturb.laws.distributions.base import ContinuousDistribution
from perturb.laws.distributions.gaussian_largest import LARGEST
from perturb.laws.distributions.names import at_size
from perturb.laws.spectrum.judge import beyond_the_edge, judge_spectrum
from perturb.laws.stats.account import TOTAL
from perturb.laws.stats.bands import dkw_radius
from perturb.laws.stats.diagnose import diagnose
from perturb.laws.stats.goodness import MEAN, GoodnessOfFit, goodness_of_fit
from perturb.laws.stats.ranked import Ranked, ranked, too_few
from perturb.laws.stats.regular import regular
from perturb.laws.stats.samples import checked
from perturb.laws.stats.slips import Explanation
from perturb.results import pictures, say
from perturb.results.say import Told
from perturb.statements.paper import Paper
from perturb.types import FloatArray, whole

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


WHY = {
    "unresolved": "so few draws allow every distribution",
    "refuted": "none fits, with a shift and a scale of its own neither",
}


@dataclass(frozen=True, repr=False)
class Ranking(Told):
    """`found` are the distributions that the samples do not refute, the likeliest first; `picture` is SVG:
    how the samples spread over the quantiles of the first. `dependent` says why the samples are no
    independent draws; then none is looked for.
    """

    draws: int
    alpha: float
    found: tuple[Ranked, ...]
    picture: str = ""
    dependent: str = ""

    @property
    def verdict(self) -> str:
        """refuted where no distribution that is known here fits; not refuted, unresolved."""
        if self.found:
            return "not refuted"
        return "unresolved" if self.dependent or too_few(self.draws, self.alpha) else "refuted"

    def lines(self) -> list[str]:
        how = f"at alpha {self.alpha:.0e}, {self.draws:,} draws"
        if self.found:
            count = f"{len(self.found)} known distribution{'s' * (len(self.found) > 1)}"
            return [f"{count}  {say.headline(self.verdict)}  {how}", *map(_candidate, self.found)]
        why = [f"no independent draws: {self.dependent}", SPECTRUM] if self.dependent else [WHY[self.verdict]]
        first = f"every known distribution  {say.headline(self.verdict)}  {how}"
        return [first, *(f"  {line}" for line in why)]

    def markdown(self) -> str:
        first, *rest = self.lines()
        found = [f"- ${one.distribution.latex}$ ({one.kind})" for one in self.found]
        parts = [first, "\n".join(found or rest)]
        return "\n\n".join([*parts, pictures.shown(self.picture, pictures.FIT)] if self.picture else parts)

    def rows(self) -> list[dict[str, Any]]:
        """A row for each distribution that is not refuted."""
        return [
            {"distribution": one.distribution.name, "kind": one.kind, "seen": one.judged.observed}
            | {"likelihood": one.likelihood, "draws": self.draws, "alpha": self.alpha}
            for one in self.found
        ]

    def record(self) -> dict[str, Any]:
        """The same with the verdict, as JSON has it."""
        notes = [f"no independent draws: {self.dependent}", SPECTRUM] if self.dependent else []
        told = {"draws": self.draws, "alpha": self.alpha, "verdict": self.verdict, "notes": notes}
        return told | {"found": self.rows()}


def _candidate(one: Ranked) -> str:
    how = "" if one.kind == "as it is" else f" ({one.kind} fitted)"
    return f"  {one.distribution.name}{how}: sup distance seen {say.number(one.judged.observed)}"


def ranking(values: FloatArray, alpha: float = TOTAL, n: int | None = None) -> Ranking:
    """The known distributions that a checked sample does not refute at `alpha`."""
    dependent = regular(values)
    found = () if dependent else tuple(ranked(values, alpha, n))
    drawn = pictures.fit(found[0].distribution.cdf(values)) if found else ""
    return Ranking(len(values), alpha, found, drawn, dependent)


def law(
    samples: Any,
    distribution: str | ContinuousDistribution | None = None,
    n: int | None = None,
    ensemble: str | None = None,
    alpha: float = TOTAL,
    tolerance: float | None = None,
    *,
    spectrum: bool = False,
    beta: int | None = None,
    draws: int | None = None,
) -> Goodness | Ranking | SpectrumGoodness:
    """Holds independent samples, shape (m,), against a distribution, by its name (`perturb law --list`)
    or as a value; `n` asks for the one of matrices of that size, where it is known. Without a distribution:
    a `Ranking` of those that are known here and not refuted.

    With `spectrum` the samples are all eigenvalues (or singular values, or moduli) of one matrix, and are
    held against `draws` spectra of the Gaussian ensemble whose limit the distribution is, at their very size;
    `beta` says which entries it has: 1 real (by default), 2 complex, 4 quaternion.

    "refuted" is wrong with probability at most `alpha`. With a `tolerance` the question is whether the sup
    distance is at most that. Samples that repel each other as eigenvalues do are "unresolved" without
    `spectrum`. Raises ValueError for samples that are no real finite numbers, an unknown name, an alpha or
    tolerance outside (0, 1), options that do not go together, TypeError for what is no sample.
    """
    if isinstance(samples, Paper):
        raise TypeError("law asks of samples; a law is declared with @limit_law(paper, ...)")
    values = checked(whole("samples", samples), "samples")
    others, own = {"ensemble": ensemble, "tolerance": tolerance}, {"beta": beta, "draws": draws}
    if distribution is None:
        needing = {**others, "spectrum": spectrum or None, **own}
        if given := [name for name, x in needing.items() if x is not None]:
            raise ValueError(f"{given[0]} needs a distribution, such as 'tracy-widom-1'")
        return ranking(values, alpha, n)
    if clash := clashing(spectrum, {"n": n, **others}, own, "spectrum=True"):
        raise ValueError(clash)
    if spectrum:
        limit = names.named_distribution(distribution) if isinstance(distribution, str) else distribution
        return SpectrumGoodness(judge_spectrum(values, limit, alpha, 1 if beta is None else beta, draws))
    return goodness(values, question(distribution, n, ensemble), alpha, tolerance)


def clashing(spectrum: bool, others: dict[str, Any], own: dict[str, Any], option: str) -> str:
    """Why options make no sense beside each other; empty where they do. `own` are those of a spectrum."""
    if spectrum and (given := [name for name, x in others.items() if x is not None]):
        return f"{given[0]} is for independent draws; a spectrum is held against the ensemble at its own size"
    if not spectrum and (given := [name for name, x in own.items() if x is not None]):
        return f"{given[0]} is for the eigenvalues of one matrix: {option}"
    return ""


def question(distribution: str | ContinuousDistribution, n: int | None, ensemble: str | None) -> Question:
    """BadName (ValueError) for a distribution, an ensemble or an n that make no sense together."""
    if not isinstance(distribution, str):
        if n is not None or ensemble is not None:
            raise ValueError("n and ensemble choose a distribution by its name; this one is given as a value")
        return Question(None, distribution, distribution, None)
    named = names.parse(distribution)
    if ensemble is not None and n is None:
        raise names.BadName(f"ensemble {ensemble!r} needs the size n")
    limit = named.distribution()
    held = (at_size(named, n, ensemble) if n is not None else None) or limit
    return Question(named, limit, held, n)
