"""`perturb.goodness`: how well samples fit a distribution."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from perturb import say
from perturb.distributions import names
from perturb.distributions.base import ContinuousDistribution
from perturb.distributions.finite import at_size
from perturb.examine import pictures
from perturb.examine.told import Told
from perturb.stats.account import TOTAL
from perturb.stats.diagnose import Explanation, diagnose
from perturb.stats.goodness import GoodnessOfFit, goodness_of_fit
from perturb.stats.samples import checked


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


def goodness(
    samples: Any,
    distribution: str | ContinuousDistribution,
    n: int | None = None,
    ensemble: str | None = None,
    alpha: float = TOTAL,
    tolerance: float | None = None,
) -> Goodness:
    """Holds independent samples, shape (m,), against a distribution, by its name (`perturb goodness --list`)
    or as a value; `n` asks for the one of matrices of that size, where it is known.

    "refuted" is wrong with probability at most `alpha`. With a `tolerance` the question is whether the sup
    distance is at most that. Raises ValueError for samples that are no real finite numbers, an unknown name,
    an alpha or tolerance outside (0, 1).
    """
    import numpy as np

    values = checked(np.asarray(samples), "samples")
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
