"""perturb: takes a theorem about matrices, attacks it, and returns a verdict that a referee can trust."""

from perturb.enclosure import Enclosure, Rigour, Verdict, compare
from perturb.statements.chance import Law, Mean, Tail, law, mean, tail
from perturb.statements.claim import Claim, Paper, Remark, Status, claim, paper, remark
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
