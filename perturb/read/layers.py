"""A layer in print, x -> ReLU(Ax), written ReLU(A .)."""

from __future__ import annotations

from perturb.read.products import as_matrix
from perturb.read.scope import Scope
from perturb.read.syntax import FactorList, Letter, Node, Summands, bare, inside
from perturb.vocab.grammar.tree import Expr


def layer(part: Node, scope: Scope) -> Expr | None:
    """The A of ReLU(A .)"""
    part = bare(part)
    if not (isinstance(part, FactorList) and len(part.parts) == 2):
        return None
    name, arg = bare(part.parts[0][1]), inside(part.parts[1][1])
    if not (isinstance(name, Letter) and name.name in ("ReLU", "relu")):
        return None
    matrix = _before_dot(arg)
    return None if matrix is None else as_matrix(scope.expr(matrix), matrix.pos, scope)


def _before_dot(arg: Node) -> Node | None:
    """The A of "A .", and -A of "-A ."; None where no dot stands at the end."""
    if isinstance(arg, Summands):
        *before, (sign, last) = arg.parts
        rest = _before_dot(bare(last))
        return None if rest is None else Summands(arg.pos, (*before, (sign, rest)))
    if not isinstance(arg, FactorList):
        return None
    dot, rest_ = bare(arg.parts[-1][1]), arg.parts[:-1]
    if not (isinstance(dot, Letter) and dot.name == "cdot"):
        return None
    return rest_[0][1] if len(rest_) == 1 else FactorList(arg.pos, rest_)
