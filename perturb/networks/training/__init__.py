"""Networks that are really trained, on real data: multilayer perceptrons of single and double layers.

Public as `perturb.training`. Needs the extra `train` (JAX, Optax, scikit-learn), which is loaded where it
is used. It imports `perturb.networks.relu`. Start with `run`, what a run is and how it goes.
"""

from perturb.networks.training.examples import DATA, Examples, load
from perturb.networks.training.learn import retrainer
from perturb.networks.training.measuring import observation_record, pruning_record, watched
from perturb.networks.training.run import (
    TrainingRun,
    TrainingSettings,
    initial_network,
    run_record,
    train,
    train_all,
)
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
