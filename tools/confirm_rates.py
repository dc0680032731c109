"""Confirm rates of ours: for each that has no confirmation yet, draw a seed and judge the law by it.

    OPENBLAS_NUM_THREADS=1 python tools/confirm_rates.py

The seed comes from the operating system at that moment, after the rate was fixed: the day of the last commit
to the file that says it. A line is kept whatever it says, and so is each later one; a law whose rate stands
is not drawn again unless it is named:

    python tools/confirm_rates.py riedi2022/beyond-edge

which adds a line with a new seed, at the same alpha (three minutes).
"""

from __future__ import annotations

import inspect
import json
import secrets
import subprocess
import sys
from dataclasses import asdict
from datetime import UTC, datetime
from pathlib import Path

from perturb.laws.stats.account import CAMPAIGN, SHARE, Ledger
from perturb.montecarlo import run
from perturb.montecarlo.result import judge_panels
from perturb.results.chance import PROFILES, ChanceEvidence, examine_law
from perturb.statements.catalogue import experiments, laws
from perturb.statements.chance import Law
from perturb.statements.experiment import Experiment
from perturb.statements.paper import Outcome
from perturb.statements.recorded import NAME, Confirmation, confirmation, folder, rate_is_ours

Checks = tuple[tuple[str, int, float, float, float], ...]


def day_of(path: Path) -> str:
    """Of the last commit to a file."""
    command = ["git", "log", "-1", "--format=%as", "--", str(path)]
    return subprocess.run(command, capture_output=True, text=True, check=True).stdout.strip()


def of_law(law: Law, seed: int) -> tuple[str, Checks]:
    found: ChanceEvidence = examine_law(law, Ledger(SHARE), PROFILES["quick"], seed, SHARE)
    rows = [(c.label, len(c.sample), *c.measured.floats, c.bound) for c in found.checks]
    return found.outcome.value, tuple(rows)


def of_experiment(experiment: Experiment, seed: int) -> tuple[str, Checks]:
    judged, _ = judge_panels(experiment, run(experiment, draws=experiment.plan("full"), seed=seed))
    rows, words = [], set()
    for one in judged:
        near = next(iter(one.measured.values()))
        rows.append((f"n = {one.size.n}", one.size.draws, *near.floats, experiment.rate(one.size.n)))
        words.add(one.verdict.value)
    outcome = Outcome.CONSISTENT if words == {"holds"} else Outcome.UNRESOLVED
    return (Outcome.REFUTED if "violated" in words else outcome).value, tuple(rows)


def confirm(law: Law) -> Confirmation:
    seed = secrets.randbelow(2**32)
    outcome, checks = (of_experiment if isinstance(law, Experiment) else of_law)(law, seed)
    fixed = day_of(Path(inspect.getfile(law.rate)))
    drawn = datetime.now(UTC).date().isoformat()
    alpha = CAMPAIGN if isinstance(law, Experiment) else SHARE
    return Confirmation(law.id, law.fingerprint, fixed, drawn, seed, alpha, outcome, checks)


if __name__ == "__main__":
    for statement in (*laws().values(), *experiments().values()):
        if not (isinstance(statement, Law) and rate_is_ours(statement)):
            continue
        if statement.id in sys.argv[1:] or (not sys.argv[1:] and confirmation(statement) is None):
            found = confirm(statement)
            print(found.id, found.outcome, flush=True)
            with (folder(statement) / NAME).open("a", encoding="utf-8") as lines:
                lines.write(json.dumps(asdict(found)) + "\n")
