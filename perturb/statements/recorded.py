"""The noun Recorded: what is said of most runs, judged by runs that were made once and are kept.

Such runs, networks that were trained from their seeds, take minutes each: no more can be drawn until a band
is narrow. So it is judged once, from all that are there, at an alpha that thirty runs can bear.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np

from perturb.enclosure import Enclosure
from perturb.laws.stats.account import RECORDED_SHARE
from perturb.statements.chance import Bound, Case, common, keyed
from perturb.statements.paper import Paper
from perturb.types import AnyArray

Answer = bool | None
Runs = Mapping[str, Callable[[], Sequence[Any]]]


@dataclass(frozen=True, kw_only=True)
class Recorded(Bound):
    """For each set of runs: the chance of a yes is at least `bound`; the seeds of the runs are independent.

    `sets` names the sets, one a case. A value is 1 for a run with a yes, 0 for a no, NaN where what is known
    of the run does not tell; such a run counts as a no below and as a yes above. Its alpha is no part of the
    account of what is drawn. Nobody asserts it of these runs: a source speaks of its own.
    """

    sets: tuple[str, ...]

    kind = "record"
    alpha = RECORDED_SHARE

    @property
    def fingerprint(self) -> str:
        """16 hexadecimal digits of what is stated and of all answers."""
        answers = [self.answers(case).tolist() for case in self.cases]
        return keyed(super().fingerprint, *self.sets, *answers)

    def answers(self, case: Case) -> AnyArray:
        """Shape (runs,)."""
        return self.sampler(*case)

    def label_of(self, case: Case) -> str:
        """digits, 6 open"""
        unknown = int(np.isnan(self.answers(case)).sum())
        return self.sets[int(case[0])] + (f", {unknown} open" if unknown else "")

    def enclose(self, values: AnyArray, alpha: float) -> Enclosure:
        """Everything is possible without a run."""
        from perturb.laws.stats.bands import clopper_pearson
        from perturb.laws.stats.enclose import confidence

        count, yes, no = len(values), int((values == 1).sum()), int((values == 0).sum())
        lo = clopper_pearson(yes, count, alpha)[0] if count else 0.0
        hi = clopper_pearson(count - no, count, alpha)[1] if count else 1.0
        return confidence(lo, hi, alpha, "independent seeds", within=(0.0, 1.0))


def recorded(
    paper: Paper, label: str, *, runs: Runs, least: float = 0.5, **options: Any
) -> Callable[[Callable[[Any], Answer]], Recorded]:
    """Declare that at least a share `least` of runs has a yes; the body answers for one run.

    `runs` maps the name of a set to a function that reads it. Options as of `law`, but no status. ValueError
    for a share outside [0, 1], for no set, or for a status.
    """
    if not runs or not 0 <= least <= 1:
        raise ValueError(f"{label!r}: sets {list(runs)} and least = {least!r}: a set and a share are needed")
    if options.get("status") is not None:
        raise ValueError(f"{label!r}: status = {options['status']!r}: nobody asserts it of recorded runs")

    def declare(body: Callable[[Any], Answer]) -> Recorded:
        def answers(which: float) -> AnyArray:
            said = [body(run) for run in list(runs.values())[int(which)]()]
            return np.array([np.nan if one is None else float(one) for one in said])

        return Recorded(
            **common(paper, label, body, options),
            sampler=answers,
            bound=lambda which: least,
            op=">=",
            cases=tuple((float(i),) for i in range(len(runs))),
            sets=tuple(runs),
        )

    return declare
