"""Whether n values are the spectrum of one matrix of an ensemble, as console, notebook and table show it."""

from __future__ import annotations

from dataclasses import dataclass
from decimal import ROUND_CEILING
from typing import Any

from perturb.laws.spectrum.gaussian_spectra import FIELDS
from perturb.laws.spectrum.judge import SpectrumFit
from perturb.results import say
from perturb.results.say import Told

SHOWN = 3  # statistics
LIKE_DRAWS = 4.0  # standard deviations
RUNGS = {"EXACT": "exact", "CONFIDENCE": "confidence", "ASYMPTOTIC": "asymptotic"}


@dataclass(frozen=True, repr=False)
class SpectrumGoodness(Told):
    """`judged` has the numbers."""

    judged: SpectrumFit

    @property
    def verdict(self) -> str:
        """not refuted, refuted, or unresolved."""
        return self.judged.verdict

    @property
    def rung(self) -> str:
        return RUNGS[self.judged.rigour.name]

    @property
    def how(self) -> str:
        of = f"the {self.judged.n:,} eigenvalues of one matrix"
        return f"  at alpha {self.judged.alpha:.0e}, {of} ({self.rung})"

    def details(self) -> list[str]:
        """Ensemble, probabilities, the statistics that are furthest off, what the verdict rests on."""
        judged = self.judged
        first = f"ensemble: {judged.asked.ensemble.name}"
        if judged.impossible:
            return [first, f"refuted by: {judged.impossible}, which has probability 0", *self.notes()]
        chances = [f"among {judged.draws:,} spectra drawn from it: p = {_up(judged.by_draws)}"]
        if judged.by_limit is not None:
            chances.append(f"by Gaussian limits and Tracy-Widom at this size: p <= {_up(judged.by_limit)}")
        off = [f"{d.name} {d.deviation:+.1f}" for d in judged.deviations[:SHOWN]]
        return [first, *chances, f"standard deviations off, the most: {', '.join(off)}", *self.notes()]

    def notes(self) -> list[str]:
        judged, ensemble = self.judged, self.judged.asked.ensemble
        lines = [judged.asked.note] if judged.asked.note else []
        field = FIELDS[ensemble.beta]
        others = " (--beta 2: complex)" if ensemble.beta == 1 else ""
        lines.append(f"assumed: Gaussian {field} entries{others}, and all eigenvalues of one matrix")
        if not judged.impossible:
            lines += self._decided()
        return lines

    def _decided(self) -> list[str]:
        """What the verdict rests on."""
        judged = self.judged
        lines = []
        if judged.alpha < judged.reach:
            limit = f"below 1/{judged.draws + 1:,}, the reach of the draws (--draws),"
            what = "nothing decides" if judged.by_limit is None else "the limits decide (rung: asymptotic)"
            lines.append(f"{limit} {what}")
        spacing = next((d for d in judged.deviations if d.name == "spacings"), None)
        if judged.verdict == "refuted" and spacing is not None and spacing.deviation < -LIKE_DRAWS:
            lines.append("neighbours are as near as in independent draws, or in several spectra put together")
        return lines

    def lines(self) -> list[str]:
        first = f"{self.judged.distribution.name}  {say.headline(self.verdict)}{self.how}"
        return [first, *(f"  {line}" for line in self.details())]

    def markdown(self) -> str:
        first = f"${self.judged.distribution.latex}$: **{self.verdict}**{self.how}"
        return "\n\n".join([first, "\n".join(f"- {line}" for line in self.details())])

    def rows(self) -> list[dict[str, Any]]:
        """A row for each statistic."""
        judged = self.judged
        told = {"distribution": judged.distribution.name, "verdict": judged.verdict, "alpha": judged.alpha}
        return [
            told | {"statistic": d.name, "seen": d.seen, "mean": d.mean, "deviation": d.deviation}
            for d in judged.deviations
        ]

    def record(self) -> dict[str, Any]:
        """All that is measured, as JSON has it."""
        judged = self.judged
        return {
            "distribution": judged.distribution.name,
            "ensemble": judged.asked.ensemble.name,
            "n": judged.n,
            "beta": judged.asked.ensemble.beta,
            "draws": judged.draws,
            "alpha": judged.alpha,
            "verdict": judged.verdict,
            "rung": self.rung,
            "impossible": judged.impossible,
            "p": {"draws": None if judged.impossible else judged.by_draws, "limit": judged.by_limit},
            "statistics": [
                {"name": d.name, "seen": d.seen, "mean": d.mean, "deviation": d.deviation}
                for d in judged.deviations
            ],
            "notes": self.notes(),
        }


def _up(x: float) -> str:
    return say.number(x, ROUND_CEILING)
