"""Declared experiments: what to draw (plan), drawing it so that it can be killed and spread (run).

A chunk is drawn from a stream of its own (`chunk`) and summed where it is drawn (`tally`), by any Executor of
concurrent.futures (`executors`); the parent keeps it (`store`) and adds it up, in one order, to a `result`
that `judge` gives verdicts. Imports process, laws and statements. Start with `run`.
"""

from perturb.laws.stats.bins import Bins, Probability
from perturb.montecarlo.result import Results, SizeResult
from perturb.montecarlo.run import run
from perturb.montecarlo.store import StoreError
from perturb.process import public
from perturb.statements.catalogue import experiments, pictures
from perturb.statements.experiment import Experiment
from perturb.statements.targets import find

__all__ = [
    "Bins",
    "Experiment",
    "Probability",
    "Results",
    "SizeResult",
    "StoreError",
    "experiments",
    "find",
    "pictures",
    "run",
]
__dir__ = public.offered(__name__)
