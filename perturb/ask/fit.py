"""`perturb.law`: which distribution samples have, or how well they fit one that is named."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from perturb import say
from perturb.distributions import names
from perturb.distributions.base import ContinuousDistribution
from perturb.distributions.finite import at_size
from perturb.examine import pictures
from perturb.examine.told import Told
from perturb.statements.paper import Paper
from perturb.stats.account import TOTAL
from perturb.stats.diagnose import diagnose
from perturb.stats.explanation import Explanation
from perturb.stats.goodness import GoodnessOfFit, goodness_of_fit
from perturb.stats.ranked import Ranked, ranked, too_few
from perturb.stats.samples import checked
from perturb.types import FloatArray


@dataclass(frozen=True, repr=False)
class Goodness(Told):
    """`judged` has the numbers, `explanations` what the samples look like instead, the likeliest first.

    `picture` is SVG: how the samples spread over the quantiles of the distribution.
    """

    judged: GoodnessOfFit
    explanations: tuple[Explanation, ...] = ()
    picture: str = ""

    @property
    def verdict(self) -> str:
        """not refuted, refuted, unresolved; with a tolerance certified, too."""
        return self.judged.verdict

    def lines(self) -> list[str]:
        judged = self.judged
        first = f"{judged.distribution.name}  {say.headline(judged.verdict)}  "
        lines = [f"  sup distance: seen {say.number(judged.observed)}, in {say.interval(*judged.interval)}"]
        lines += [f"  hint ({e.kind}): {e.text}" for e in self.explanations[:3]]
        return [first + f"at alpha {judged.alpha:.0e}, {judged.draws:,} draws", *lines]

    def markdown(self) -> str:
        judged = self.judged
        first = f"${judged.distribution.latex}$: **{judged.verdict}** at alpha {judged.alpha:.0e}"
        found = "\n".join(f"- {line.strip()}" for line in self.lines()[1:])
        return "\n\n".join([first, found, pictures.shown(self.picture, pictures.FIT)])

    def rows(self) -> list[dict[str, Any]]:
        judged, (lo, hi) = self.judged, self.judged.interval
        told = {"distribution": judged.distribution.name, "draws": judged.draws, "verdict": judged.verdict}
        return [told | {"alpha": judged.alpha, "seen": judged.observed, "lo": lo, "hi": hi}]


@dataclass(frozen=True, repr=False)
class Ranking(Told):
    """`found` are the distributions that the samples do not refute, the likeliest first; `picture` is SVG:
    how the samples spread over the quantiles of the first.
    """

    draws: int
    alpha: float
    found: tuple[Ranked, ...]
    picture: str = ""

    @property
    def verdict(self) -> str:
        """refuted where no distribution that is known here fits; not refuted, unresolved."""
        if self.found:
            return "not refuted"
        return "unresolved" if too_few(self.draws, self.alpha) else "refuted"

    def lines(self) -> list[str]:
        how = f"at alpha {self.alpha:.0e}, {self.draws:,} draws"
        if self.found:
            count = f"{len(self.found)} known distribution{'s' * (len(self.found) > 1)}"
            return [f"{count}  {say.headline(self.verdict)}  {how}", *map(_candidate, self.found)]
        why = {
            "unresolved": "so few draws allow every distribution",
            "refuted": "none fits, with a shift and a scale of its own neither",
        }
        return [f"every known distribution  {say.headline(self.verdict)}  {how}", f"  {why[self.verdict]}"]

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


def _candidate(one: Ranked) -> str:
    how = "" if one.kind == "as it is" else f" ({one.kind} fitted)"
    return f"  {one.distribution.name}{how}: sup distance seen {say.number(one.judged.observed)}"


def law(
    samples: Any,
    distribution: str | ContinuousDistribution | None = None,
    n: int | None = None,
    ensemble: str | None = None,
    alpha: float = TOTAL,
    tolerance: float | None = None,
) -> Goodness | Ranking:
    """Holds independent samples, shape (m,), against a distribution, by its name (`perturb law --list`)
    or as a value; `n` asks for the one of matrices of that size, where it is known. Without a distribution:
    a `Ranking` of those that are known here and not refuted.

    "refuted" is wrong with probability at most `alpha`. With a `tolerance` the question is whether the sup
    distance is at most that. Raises ValueError for samples that are no real finite numbers, an unknown name,
    an alpha or tolerance outside (0, 1), TypeError for what is no sample.
    """
    import numpy as np

    if isinstance(samples, Paper):
        raise TypeError("law asks of samples; a law is declared with @limit_law(paper, ...)")
    values = checked(np.asarray(samples), "samples")
    if distribution is None:
        if given := [name for name, x in (("ensemble", ensemble), ("tolerance", tolerance)) if x is not None]:
            raise ValueError(f"{given[0]} needs a distribution, such as 'tracy-widom-1'")
        return ranking(values, alpha, n)
    if not isinstance(distribution, str):
        if n is not None or ensemble is not None:
            raise ValueError("n and ensemble choose a distribution by its name; this one is given as a value")
        drawn = pictures.fit(distribution.cdf(values))
        return Goodness(goodness_of_fit(values, distribution, alpha, tolerance), (), drawn)
    named = names.parse(distribution)
    if ensemble is not None and n is None:
        raise ValueError(f"ensemble = {ensemble!r} needs the size n")
    held = (at_size(named, n, ensemble) if n is not None else None) or named.distribution()
    judged = goodness_of_fit(values, held, alpha, tolerance)
    found = diagnose(values, named, held, alpha, n) if tolerance is None else []
    return Goodness(judged, tuple(found), pictures.fit(held.cdf(values)))


def ranking(values: FloatArray, alpha: float = TOTAL, n: int | None = None) -> Ranking:
    """The known distributions that a checked sample does not refute at `alpha`."""
    found = tuple(ranked(values, alpha, n))
    drawn = pictures.fit(found[0].distribution.cdf(values)) if found else ""
    return Ranking(len(values), alpha, found, drawn)
