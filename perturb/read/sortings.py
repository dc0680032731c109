"""Eigenvalues that are sorted each in its own way are not compared one by one.

Re lambda_i(A), Im lambda_i(A) and |lambda_i(A)| are the i-th largest real part, imaginary part and modulus,
which need not be of one eigenvalue: of -3 and 1 the largest real part is 1, the largest modulus 3.
"""

from __future__ import annotations

from typing import Any

from perturb.read.errors import NotUnderstood, words_of
from perturb.vocab.grammar.kinds import Kind
from perturb.vocab.grammar.tree import CONST, INDEX, INPUT, Expr

OWN = frozenset(words_of("eig_re eig_im moduli complex_moduli "))
BY_COMPONENT = frozenset(words_of("add sub neg mul div sq abs pow sqrt exp log larger smaller "))
CURE = "say it of their sums, or of the real part alone"

Places = dict[tuple[Expr, Expr], set[str]]


def of_one_eigenvalue(chain: list[Any], pos: int) -> list[Any]:
    """The chain. NotUnderstood where it compares parts of eigenvalues that are sorted each by itself."""
    found: Places = {}
    for side in chain:
        if isinstance(side, Expr):
            _note(side, side, found)
    if any(len(words) > 1 for words in found.values()):
        raise NotUnderstood(
            "real parts, imaginary parts and moduli are sorted each by itself", pos, cure=CURE
        )
    return chain


def _note(expr: Expr, at: Expr, found: Places) -> None:
    """Which of them stand at which place: at an index, or in one vector."""
    if expr.word in (CONST, INDEX, INPUT):
        return
    name = expr.word.name
    if name in OWN:
        found.setdefault((expr.args[0], at), set()).add(name)
    elif name == "component":
        _note(expr.args[0], expr.args[1], found)
    else:
        inside = expr.kind is Kind.VECTOR and name in BY_COMPONENT
        for arg in expr.args:
            _note(arg, at if inside else arg, found)
