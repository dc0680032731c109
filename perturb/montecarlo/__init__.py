"""Declared experiments: what to draw (plan), drawing it so that it can be killed and spread (run)."""

from perturb.montecarlo.bins import Bins, Probability
from perturb.montecarlo.discover import experiments, find, pictures
from perturb.montecarlo.ledger import LedgerError
from perturb.montecarlo.plan import Experiment
from perturb.montecarlo.result import Results, SizeResult
from perturb.montecarlo.run import run

__all__ = [
    "Bins",
    "Experiment",
    "LedgerError",
    "Probability",
    "Results",
    "SizeResult",
    "experiments",
    "find",
    "pictures",
    "run",
]
