"""Networks that are really trained, on real data: multilayer perceptrons of single and double layers.

Needs the extra `train` (JAX, Optax, scikit-learn), which is loaded where it is used.
"""

from perturb import public
from perturb.training.compare import pruning_record
from perturb.training.data import DATA, Examples, load
from perturb.training.record import run_record
from perturb.training.retrain import retrainer
from perturb.training.run import TrainingRun, train, train_all
from perturb.training.settings import TrainingSettings, initial_network
from perturb.training.watch import observation_record, watched

__all__ = [
    "DATA",
    "Examples",
    "TrainingRun",
    "TrainingSettings",
    "initial_network",
    "load",
    "observation_record",
    "pruning_record",
    "retrainer",
    "run_record",
    "train",
    "train_all",
    "watched",
]
__dir__ = public.offered(__name__)
