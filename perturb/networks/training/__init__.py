"""Networks that are really trained, on real data: multilayer perceptrons of single and double layers.

Public as `perturb.training`. Needs the extra `train` (JAX, Optax, scikit-learn), which is loaded where it
is used. It imports `perturb.networks.relu`. Start with `settings`, what a run is, and `run`.
"""

from perturb.networks.training.compare import pruning_record
from perturb.networks.training.examples import DATA, Examples, load
from perturb.networks.training.learn import retrainer
from perturb.networks.training.run import TrainingRun, run_record, train, train_all
from perturb.networks.training.settings import TrainingSettings, initial_network
from perturb.networks.training.watch import observation_record, watched
from perturb.process import public

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
