"""Declared experiments: what to draw (plan), drawing it reproducibly (run), finding it by name (discover)."""

from perturb.montecarlo.discover import experiments, find
from perturb.montecarlo.plan import Experiment
from perturb.montecarlo.result import Results, SizeResult
from perturb.montecarlo.run import run

__all__ = ["Experiment", "Results", "SizeResult", "experiments", "find", "run"]
