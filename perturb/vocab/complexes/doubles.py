"""Which parts of a statement are complex matrices, told by their making."""

from __future__ import annotations

from functools import cache

from perturb.vocab.grammar.tree import Expr

# Of X + iY, the real matrix [X, -Y; Y, X]: what makes a complex matrix again.
AGAIN = frozenset(
    (
        "add sub neg mul div matmul T inv pinv matpow mat_sqrt mat_power mat_exp mat_log mat_abs polar sym "
        + "commutator principal_sqrt principal_log principal_power geometric_mean weighted_geometric_mean "
        + "range_projection eye eye_rows"
    ).split()
)


@cache
def is_double(A: Expr) -> bool:
    """Is it X + iY as a real matrix, or made of one in such a way that it is one again?"""
    return A.word.name == "complex_matrix" or (A.word.name in AGAIN and any(map(is_double, A.args)))
