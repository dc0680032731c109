"""Which matrices are their own transposes by how they are made."""

from __future__ import annotations

from collections.abc import Collection

from perturb.read.errors import words_of
from perturb.vocab.grammar.kinds import Kind
from perturb.vocab.grammar.tree import Expr

PASSED_ON = frozenset(
    words_of(
        "inv matpow mat_sqrt mat_power mat_exp mat_log pinv neg mul div add sub hadamard kron "
        "entrywise_abs adjugate entrywise_power entrywise_exp geometric_mean weighted_geometric_mean "
        "leading trailing schur "
    )
)
ALWAYS = frozenset(["mat_abs", "sym", "eye", "eye_rows", "diag", "ones_matrix", "range_projection"])


def is_symmetric(A: Expr, symmetric: Collection[str]) -> bool:
    """Certainly, the inputs in `symmetric` being so; False says nothing."""
    name = A.word.name
    if name == "input":
        return A.payload[0] in symmetric
    if name in ALWAYS or A.word.symmetric:
        return True
    if name == "matmul":
        return _factors(A) == [_flipped(one, symmetric) for one in reversed(_factors(A))]
    if name in ("add", "sub") and _flipped(A.args[0], symmetric) is A.args[1] and name == "add":
        return True
    matrices = [arg for arg in A.args if arg.kind is Kind.MATRIX]
    if name == "block":
        a, b, c, d = A.args
        return is_symmetric(a, symmetric) and is_symmetric(d, symmetric) and _flipped(b, symmetric) is c
    return name in PASSED_ON and bool(matrices) and all(is_symmetric(arg, symmetric) for arg in matrices)


def _factors(A: Expr) -> list[Expr]:
    return [one for arg in A.args for one in _factors(arg)] if A.word.name == "matmul" else [A]


def _flipped(A: Expr, symmetric: Collection[str]) -> Expr:
    """Its transpose, simply written."""
    if A.word.name == "T":
        return A.args[0]
    return A if is_symmetric(A, symmetric) else A.T
