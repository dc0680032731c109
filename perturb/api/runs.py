"""`perturb.simulate`: a declared experiment, drawn."""

from __future__ import annotations

import base64
import io
from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from perturb.api.examine import seed_of
from perturb.montecarlo.result import Results
from perturb.montecarlo.run import run
from perturb.results import say
from perturb.results.say import Told
from perturb.statements.experiment import Experiment
from perturb.statements.targets import find

if TYPE_CHECKING:
    from pandas import DataFrame

DISTANCE = (
    "distance: the largest one between the cdf of these draws and that of the reference, which lies in the "
    "brackets since the draws are counted in bins; what chance adds to it is not in them"
)


@dataclass(frozen=True, repr=False)
class Simulated(Told):
    """`results` has a panel for each size, case and column: counts, moments, distances to the references."""

    experiment: Experiment
    results: Results

    def lines(self) -> list[str]:
        first = f"{self.experiment.name}: {self.experiment.title}, seed {self.results.seed}"
        cut = ["  interrupted"] if self.results.interrupted else []
        said = [f"  {DISTANCE}"] if any(size.distances for size in self.results.sizes) else []
        return [first, *(f"  {_panel(size)}" for size in self.results.sizes), *said, *cut]

    def markdown(self) -> str:
        """The panels as a list and, with the extra `report`, the figure."""
        told = "\n".join(f"- {line.strip()}" for line in self.lines()[1:])
        return "\n\n".join(filter(None, [f"**{self.lines()[0]}**", told, self._picture()]))

    def _picture(self) -> str:
        try:
            from perturb.pages.figures.histogram import histogram
        except ImportError:
            return ""
        file = io.BytesIO()
        histogram(self.experiment, self.results).savefig(file, format="png")
        data = base64.b64encode(file.getvalue()).decode()
        return f"![{self.experiment.name}](data:image/png;base64,{data})"

    def rows(self) -> list[dict[str, Any]]:
        found: list[dict[str, Any]] = self.to_frame().to_dict("records")
        return found

    def to_frame(self) -> DataFrame:
        """A row a panel; ImportError without the extra `report`."""
        return self.results.frame()


def simulate(
    experiment: str | Experiment,
    draws: int | None = None,
    sizes: Sequence[int] | None = None,
    seed: int | None = None,
    workers: int = 1,
) -> Simulated:
    """Draws an experiment, by its name ("fig-4") or as a value; what is not given is as declared.

    `draws` is for each size; the number of `workers` changes no bit. Raises LookupError for a name that is
    none, TypeError for a picture, ValueError for numbers that make no sense.
    """
    chosen = find(experiment) if isinstance(experiment, str) else experiment
    if not isinstance(chosen, Experiment):
        raise TypeError(f"{experiment!r} is drawn by perturb simulate alone: it is no experiment")
    seed = None if seed is None else seed_of(seed)
    return Simulated(chosen, run(chosen, draws=draws, sizes=sizes, seed=seed, workers=workers))


def _panel(size: Any) -> str:
    where = ", ".join(filter(None, (size.case, size.column, f"n = {size.n}")))
    spread = "" if size.variance is None else f", variance {say.number(size.variance)}"
    ends = (f"; distance to {name} in {say.interval(*bracket)}" for name, bracket in size.distances.items())
    return f"{where}: {size.draws:,} draws, mean {say.number(size.mean)}{spread}{''.join(ends)}"
