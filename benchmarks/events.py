"""What certified events cost: each statistic beside itself without them, as a ratio in one run.

    OPENBLAS_NUM_THREADS=1 python benchmarks/events.py

Processor time of one core, the best of several interleaved repetitions. Without: random numbers, the same
values in float64 and what the histograms take, but no comparison: less than a count in float64 takes.
"""

from __future__ import annotations

import sys
from time import process_time
from unittest.mock import patch

import numpy as np
from pandas import DataFrame

from perturb.statements.experiment import Experiment, label
from simulations.riedi2022.fig_5 import FIG_5
from simulations.riedi2022.fig_6 import FIG_6
from simulations.riedi2022.fig_7 import FIG_7
from simulations.riedi2022.lem_36 import LEM_36
from simulations.riedi2022.thm_39 import THM_39
from simulations.riedi2022.thm_42 import THM_42

SIZES, ENTRIES, REPETITIONS, WANTED = (5, 10, 25, 50, 100), 500_000, 3, 2.0
EXPERIMENTS = (FIG_5, FIG_6, FIG_7, LEM_36, THM_39, THM_42)


def seconds(experiment: Experiment, n: int, case: dict) -> float:
    draws = max(100, min(4_000, ENTRIES // n**2))
    start = process_time()
    experiment.statistic(n, draws, np.random.default_rng(0), **case)
    return (process_time() - start) / draws


def values_alone(_: object, spectra: dict, __: object) -> dict:
    """What a count in float64 needs."""
    for one in spectra.values():
        assert len(one.values) == 2
    return {}


def both(experiment: Experiment, n: int, case: dict) -> tuple[float, float]:
    """Seconds a draw with and without the events."""
    module = sys.modules[experiment.statistic.__module__]
    found, bare = np.inf, np.inf
    for _ in range(REPETITIONS):
        found = min(found, seconds(experiment, n, case))
        with patch.object(module, "settled", values_alone):
            bare = min(bare, seconds(experiment, n, case))
    return found, bare


def row(experiment: Experiment) -> list[object]:
    case = experiment.cases[-1]
    times = [both(experiment, n, dict(case)) for n in SIZES]
    total = sum(found for found, _ in times) / sum(bare for _, bare in times)
    return [experiment.name, label(case), *(found / bare for found, bare in times), total, WANTED]


if __name__ == "__main__":
    head = ["experiment", "case", *(f"n = {n}" for n in SIZES), "as many draws of each", "wanted"]
    print(DataFrame([row(one) for one in EXPERIMENTS], columns=head).round(2).to_string(index=False))
