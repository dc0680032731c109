"""Declared experiments: what to draw (plan), drawing it so that it can be killed and spread (run)."""

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
