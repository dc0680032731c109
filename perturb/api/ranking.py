"""Which distributions that are known here samples may have, as console, notebook and table show it."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from perturb.api.goodness import SPECTRUM
from perturb.laws.stats.account import TOTAL
from perturb.laws.stats.ranked import Ranked, ranked, too_few
from perturb.laws.stats.regular import regular
from perturb.results import pictures, say
from perturb.results.told import Told
from perturb.types import FloatArray

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
