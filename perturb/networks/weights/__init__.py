"""What the theorems say about the weights of a network: certified numbers, and laws beside them.

Public as `perturb.weights`. It imports what else there is of networks, but for training and words, and
the rooms left of networks. Start with `layers`: which tensors of a file, that `perturb.networks.files`
reads, are layers and in which order. `auditing` has the numbers of each (`values`), `theory` what
theorems add layer by layer (`layer_theory`) and of the whole (`network_theory`), `checkpoints` how layers
moved; `sentences` says all of it in words.
"""

from perturb.networks.files.reader import BadWeights
from perturb.networks.weights.auditing import Audit, AuditedLayer, Skip, audit
from perturb.networks.weights.checkpoints import checkpoints
from perturb.networks.weights.composition import read_settings
from perturb.networks.weights.sentences import (
    changes,
    network_sentences,
    sentences,
    step_sentences,
    theory_sentences,
)
from perturb.networks.weights.spectra import Bulk, bulk
from perturb.networks.weights.theory import Theory, theory
from perturb.networks.weights.values import Values, skew, values
from perturb.process import public

__all__ = [
    "Audit",
    "AuditedLayer",
    "BadWeights",
    "Bulk",
    "Skip",
    "Theory",
    "Values",
    "audit",
    "bulk",
    "changes",
    "checkpoints",
    "network_sentences",
    "read_settings",
    "sentences",
    "skew",
    "step_sentences",
    "theory",
    "theory_sentences",
    "values",
]
__dir__ = public.offered(__name__)
