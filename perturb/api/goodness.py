"""How well independent samples fit one distribution, as console, notebook and table show it."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Any

from perturb.api.law_words import Question, explained, measured, notes
from perturb.laws.spectrum.limits import beyond_the_edge
from perturb.laws.stats.diagnose import diagnose
from perturb.laws.stats.goodness import GoodnessOfFit, goodness_of_fit
from perturb.laws.stats.regular import regular
from perturb.laws.stats.slips import Explanation
from perturb.results import pictures, say
from perturb.results.told import Told
from perturb.types import FloatArray


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
