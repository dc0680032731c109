"""A layer in print, x -> ReLU(Ax), written ReLU(A .)."""

from __future__ import annotations

from perturb.read.scope import Scope
from perturb.read.syntax import FactorList, Letter, Node, bare, inside
from perturb.vocab.grammar.tree import Expr


def layer(part: Node, scope: Scope) -> Expr | None:
    """The A of ReLU(A .)"""
    part = bare(part)
    if not (isinstance(part, FactorList) and len(part.parts) == 2):
        return None
    name, arg = bare(part.parts[0][1]), inside(part.parts[1][1])
    if not (isinstance(name, Letter) and name.name in ("ReLU", "relu") and isinstance(arg, FactorList)):
        return None
    last = bare(arg.parts[-1][1])
    if not (isinstance(last, Letter) and last.name == "cdot"):
        return None
    rest = arg.parts[:-1]
    return scope.expr(rest[0][1] if len(rest) == 1 else FactorList(arg.pos, rest))
