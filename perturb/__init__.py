"""perturb: takes a theorem about matrices, attacks it, and returns a verdict that a referee can trust."""

from __future__ import annotations

from perturb import version
from perturb.process import public

if version.TYPE_CHECKING:
    import typing

    from perturb.api.derive import derive
    from perturb.api.examine import attack, check, prove, tighten
    from perturb.api.fit import law
    from perturb.api.read import read
    from perturb.api.referee import referee
    from perturb.api.relations import relations
    from perturb.api.runs import simulate
    from perturb.enclosure import Enclosure, Rigour, Verdict, compare
    from perturb.networks.weights.auditing import audit
    from perturb.numbers.numerals import DecimalWarning
    from perturb.results.claim_evidence import Evidence
    from perturb.statements.chance import Law, Mean, Tail, limit_law, mean, tail
    from perturb.statements.claim import Claim, claim
    from perturb.statements.erratum import Erratum, Remark, erratum, remark
    from perturb.statements.paper import Paper, Status, paper
    from perturb.vocab.grammar.ranges import index, indices
    from perturb.vocab.printing.terms import named, term
    from perturb.vocab.relations.free import free
    from perturb.vocab.relations.order import given, then

__version__ = version.VERSION
__all__ = [
    "Claim",
    "DecimalWarning",
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
    "attack",
    "audit",
    "check",
    "claim",
    "compare",
    "derive",
    "erratum",
    "free",
    "given",
    "index",
    "indices",
    "law",
    "limit_law",
    "mean",
    "named",
    "paper",
    "prove",
    "read",
    "referee",
    "relations",
    "remark",
    "simulate",
    "tail",
    "term",
    "then",
    "tighten",
]

# Where each name is defined; imported when it is asked for, so that `perturb --help` loads no engine.
_HOMES = {
    "perturb.api.derive": ("derive",),
    "perturb.api.examine": ("attack", "check", "prove", "tighten"),
    "perturb.api.fit": ("law",),
    "perturb.api.read": ("read",),
    "perturb.api.referee": ("referee",),
    "perturb.api.relations": ("relations",),
    "perturb.api.runs": ("simulate",),
    "perturb.numbers.numerals": ("DecimalWarning",),
    "perturb.enclosure": ("Enclosure", "Rigour", "Verdict", "compare"),
    "perturb.results.claim_evidence": ("Evidence",),
    "perturb.statements.chance": ("Law", "Mean", "Tail", "limit_law", "mean", "tail"),
    "perturb.statements.claim": ("Claim", "claim"),
    "perturb.statements.erratum": ("Erratum", "Remark", "erratum", "remark"),
    "perturb.statements.paper": ("Paper", "Status", "paper"),
    "perturb.vocab.relations.free": ("free",),
    "perturb.vocab.relations.order": ("given", "then"),
    "perturb.vocab.printing.terms": ("named", "term"),
    "perturb.vocab.grammar.ranges": ("index", "indices"),
    "perturb.networks.weights.auditing": ("audit",),
}


__dir__ = public.offered(__name__)
public.open_rooms()


def __getattr__(name: str) -> typing.Any:
    # The packages prove, derive and read can be called.
    package = name in ("prove", "derive", "read") or name in public.below(__name__)
    home = next((module for module, names in _HOMES.items() if name in names), None)
    if home is None and not package:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    from importlib import import_module

    if package:
        return import_module(f"perturb.{name}")
    assert home is not None
    globals()[name] = found = getattr(import_module(home), name)
    return found
