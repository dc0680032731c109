"""The noun Recorded: what is said of most runs, judged by runs that were made once and are kept.

Such runs, networks that were trained from their seeds, take minutes each: no more can be drawn until a band
is narrow. So it is judged once, from all that are there, at an alpha that thirty runs can bear.

Confirmations: what a seed that was drawn after a rate had been fixed says of the law, kept beside it.

A rate that no source prints may have been chosen with samples in view, so those samples are no test of it.
`confirmed.jsonl`, in the folder of the file that declares the law, holds one line a law: the day its rate was
fixed, the day and the seed of the confirmation, and what that seed gave. `tools/confirm_rates.py` adds lines;
a law whose rate has changed since has another fingerprint, and needs a new one.
"""

from __future__ import annotations

import inspect
import json
import math
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Any

import numpy as np

from perturb.enclosure import Enclosure
from perturb.laws.stats.account import RECORDED_SHARE
from perturb.statements.chance import Bound, Case, Law, common, keyed
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
        from perturb.laws.stats.means import confidence

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


NAME = "confirmed.jsonl"


@dataclass(frozen=True)
class Confirmation:
    """`fixed` and `drawn` are days, ISO 8601; `checks` (where, draws, lo, hi, bound) of the distances."""

    id: str
    fingerprint: str
    fixed: str
    drawn: str
    seed: int
    alpha: float
    outcome: str
    checks: tuple[tuple[str, int, float, float, float], ...]


def rate_is_ours(law: Law) -> bool:
    """Is there a rate, and does its source name it, or its constant, as ours?"""
    return law.rate is not None and "ours" in law.rate_source


def folder(law: Law) -> Path:
    """Of the file that declares the law, or else of its statistic."""
    return Path(law.file or inspect.getfile(law.statistic)).parent


def confirmation(law: Law) -> Confirmation | None:
    """That of the rate as it stands; None where there is none."""
    found = attempts(law)
    return found[-1] if found else None


def attempts(law: Law) -> tuple[Confirmation, ...]:
    """All of the rate as it stands, whatever they found, the first one first; each has spent its alpha."""
    if not rate_is_ours(law):
        return ()
    lines = kept(folder(law) / NAME)
    return tuple(one for one in lines if (one.id, one.fingerprint) == (law.id, law.fingerprint))


@cache
def kept(path: Path) -> tuple[Confirmation, ...]:
    """The lines of a file."""
    if not path.is_file():
        return ()
    lines = [json.loads(line) for line in path.read_text(encoding="utf-8").splitlines()]
    return tuple(Confirmation(**line | {"checks": tuple(map(tuple, line["checks"]))}) for line in lines)


def sentence(law: Law) -> str:
    """For a page: that the rate is ours since when, and what a later seed gave; empty for another's rate."""
    if not rate_is_ours(law):
        return ""
    found = confirmation(law)
    if found is None:
        return "No seed drawn after it was fixed confirms it yet."
    at, draws, lo, hi, bound = max(found.checks, key=lambda check: (check[2] > check[4], check[3] / check[4]))
    band = f"[{math.floor(1e4 * lo) / 1e4:.4f}, {math.ceil(1e4 * hi) / 1e4:.4f}]"
    return (
        f"It was fixed by {found.fixed} and stands; the seed {found.seed}, drawn on {found.drawn}, finds "
        f"the law {found.outcome} at alpha {found.alpha:.0e}: at {at} the distance is in {band} from "
        f"{draws:,} draws, beside the rate {bound:.4g}.{_before(law)}"
    )


def _before(law: Law) -> str:
    """What earlier seeds gave, or earlier looks at the same one."""
    told = [f"{one.outcome} with the seed {one.seed} at alpha {one.alpha:.0e}" for one in attempts(law)[:-1]]
    return f" Before that it was {', then '.join(told)}." if told else ""
