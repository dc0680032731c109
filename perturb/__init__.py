"""perturb: takes a theorem about matrices, attacks it, and returns a verdict that a referee can trust."""

from perturb.enclosure import Enclosure, Rigour, Verdict, compare
from perturb.statements.chance import Law, Mean, Tail
from perturb.statements.claim import Claim, claim
from perturb.statements.declare import law, mean, tail
from perturb.statements.paper import Paper, paper
from perturb.statements.remark import Remark, remark
from perturb.statements.status import Status
from perturb.vocab.order import given, then
from perturb.vocab.tree import index, indices

__version__ = "0.1.0"
__all__ = [
    "Claim",
    "Enclosure",
    "Law",
    "Mean",
    "Paper",
    "Remark",
    "Rigour",
    "Status",
    "Tail",
    "Verdict",
    "claim",
    "compare",
    "given",
    "index",
    "indices",
    "law",
    "mean",
    "paper",
    "remark",
    "tail",
    "then",
]
