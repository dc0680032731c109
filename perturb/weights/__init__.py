"""What the theorems say about the weights of a network: certified numbers, and laws beside them."""

from perturb import public
from perturb.weights.auditing import Audit, AuditedLayer, Skip, audit
from perturb.weights.checkpoints import checkpoints
from perturb.weights.network_words import network_sentences, step_sentences
from perturb.weights.sentences import changes, sentences
from perturb.weights.settings import read_settings
from perturb.weights.spectra import Bulk, bulk
from perturb.weights.tensors import BadWeights
from perturb.weights.theory import Theory, theory
from perturb.weights.theory_words import theory_sentences
from perturb.weights.values import Values, skew, values

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
