"""What the theorems say about the weights of a network: certified numbers, and laws beside them."""

from perturb import public
from perturb.weights.auditing import Audit, AuditedLayer, Skip, audit
from perturb.weights.layers import read_settings
from perturb.weights.sentences import changes, sentences
from perturb.weights.spectra import Bulk, bulk
from perturb.weights.tensors import BadWeights
from perturb.weights.theory import Theory, theory
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
    "read_settings",
    "sentences",
    "skew",
    "theory",
    "values",
]
__dir__ = public.offered(__name__)
