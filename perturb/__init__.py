"""perturb: takes a theorem about matrices, attacks it, and returns a verdict that a referee can trust."""

from importlib import import_module
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from perturb.enclosure import Enclosure, Rigour, Verdict, compare
    from perturb.examine.asked import check
    from perturb.examine.claims import Evidence
    from perturb.statements.chance import Law, Mean, Tail
    from perturb.statements.claim import Claim, claim
    from perturb.statements.declare import law, mean, tail
    from perturb.statements.erratum import Erratum, erratum
    from perturb.statements.paper import Paper, paper
    from perturb.statements.remark import Remark, remark
    from perturb.statements.status import Status
    from perturb.vocab.order import given, then
    from perturb.vocab.terms import named, term
    from perturb.vocab.tree import index, indices

__version__ = "0.1.0"
__all__ = [
    "Claim",
    "Enclosure",
    "Erratum",
    "Evidence",
    "Law",
    "Mean",
    "Paper",
    "Remark",
    "Rigour",
    "Status",
    "Tail",
    "Verdict",
    "check",
    "claim",
    "compare",
    "erratum",
    "given",
    "index",
    "indices",
    "law",
    "mean",
    "named",
    "paper",
    "remark",
    "tail",
    "term",
    "then",
]

# Where each name is defined; imported when it is asked for, so that `perturb --help` loads no engine.
HOMES = {
    "perturb.enclosure": ("Enclosure", "Rigour", "Verdict", "compare"),
    "perturb.examine.asked": ("check",),
    "perturb.examine.claims": ("Evidence",),
    "perturb.statements.chance": ("Law", "Mean", "Tail"),
    "perturb.statements.declare": ("law", "mean", "tail"),
    "perturb.statements.claim": ("Claim", "claim"),
    "perturb.statements.erratum": ("Erratum", "erratum"),
    "perturb.statements.paper": ("Paper", "paper"),
    "perturb.statements.remark": ("Remark", "remark"),
    "perturb.statements.status": ("Status",),
    "perturb.vocab.order": ("given", "then"),
    "perturb.vocab.terms": ("named", "term"),
    "perturb.vocab.tree": ("index", "indices"),
}


def __getattr__(name: str) -> Any:
    home = next((module for module, names in HOMES.items() if name in names), None)
    if home is None:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    globals()[name] = found = getattr(import_module(home), name)
    return found


def __dir__() -> list[str]:
    return sorted({*globals(), *__all__})
