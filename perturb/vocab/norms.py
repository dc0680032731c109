"""Words for norms, all defined by singular values or entries."""

from __future__ import annotations

from perturb.vocab.blocks import entries
from perturb.vocab.matrix import INT, M, S, V
from perturb.vocab.scalar import power, sq, sqrt
from perturb.vocab.spectral import s, s1
from perturb.vocab.tree import CONST, Expr, Kind, Word
from perturb.vocab.vector import largest, total


def _schatten_kind(A: Kind, p: Kind) -> Kind:
    if A is not M or p not in (INT, S):
        raise TypeError(f"schatten takes a matrix and a number, not a {A.value} and a {p.value}")
    return S


def _schatten(A: Expr, p: Expr) -> Expr:
    """(sum s_i^p)^(1/p), p >= 1 a constant."""
    return power.node(total.node(power.node(s.node(A), p)), 1 / p)


def _no_norm(A: Expr, p: Expr) -> bool:
    """For p > 0 the sum under the root is never negative."""
    return not (p.word is CONST and p.payload[0] > 0)


op = Word("op", S, r"\lVert {0:0} \rVert", body=lambda A: s1(A), accepts=(M,))
fro = Word(
    "fro",
    S,
    r"\lVert {0:0} \rVert_F",
    body=lambda A: sqrt(total(sq(entries(A)))),
    accepts=(M,),
    partial=False,
)
nuclear = Word("nuclear", S, r"\lVert {0:0} \rVert_*", body=lambda A: total(s(A)), accepts=(M,))
schatten = Word(
    "schatten", _schatten_kind, r"\lVert {0:0} \rVert_{{S_{{{1:0}}}}}", body=_schatten, partial=_no_norm
)
ky_fan = Word(
    "ky_fan", S, r"\lVert {0:0} \rVert_{{({1:0})}}", body=lambda A, k: total(s(A)[:k]), accepts=(M, INT)
)
norm = Word("norm", S, r"\lVert {0:0} \rVert", body=lambda v: sqrt(total(sq(v))), accepts=(V,), partial=False)
max_entry = Word(
    "max_entry", S, r"\lVert {0:0} \rVert_{{\max}}", body=lambda A: largest(abs(entries(A))), accepts=(M,)
)
